"""What is asked of a dealer's table only, phase by phase."""

from dataclasses import replace
from typing import assert_never

from punto.core.irregularity import Circumstance, Trigger
from punto.core.positions import Act
from punto.table import procedures as ask
from punto.table.agenda import row_for
from punto.table.commands import Command
from punto.table.conducted import WagersRestricted
from punto.table.decide import balancing, chips, device, squeezing
from punto.table.decide.decision import Decision
from punto.table.events import IrregularityRaised
from punto.table.procedures import ProcedureCommand
from punto.table.refusals import No
from punto.table.roles import Actor, source_of
from punto.table.settings import check_settings
from punto.table.state import BETWEEN_ROUNDS, Phase, Table

#: What staff must be allowed to do to ask for these.
ACTS: dict[type[Command], Act] = {
    ask.EnterChips: Act.ENTER_CHIPS,
    ask.AskForLowerWagers: Act.ASK_FOR_LOWER_WAGERS,
    ask.RemoveWagers: Act.REMOVE_WAGERS,
    ask.RestrictWagers: Act.RESTRICT_WAGERS_PER_AREA,
    ask.OfferWithdrawal: Act.ALLOW_WITHDRAWAL_AT_CUTTING_CARD,
    ask.AllowDrawing: Act.ALLOW_DRAWING_WITHOUT_WAGER,
    ask.HandOverDevice: Act.HAND_OVER_DEVICE,
    ask.PassCards: Act.PASS_CARDS,
    ask.ChooseHandler: Act.CHOOSE_CARD_HANDLER,
    ask.ChooseFirstHand: Act.CHOOSE_FIRST_HAND_SHOWN,
    ask.AllowSqueezing: Act.ALLOW_SQUEEZING,
}

#: Asked by patrons for themselves too, or by a position that depends on what is asked.
OF_THEMSELVES = (ask.ChooseMethod, ask.RelinquishDevice, ask.RefuseCards, ask.ExposeCards)


def decide(table: Table, command: ProcedureCommand, by: Actor) -> Decision:  # noqa: C901  one match
    """What a command of a dealer's table brings about."""
    match table.phase, command:
        case phase, ask.ChooseMethod() | ask.RestrictWagers() if phase not in BETWEEN_ROUNDS:
            return No.ROUND_RUNNING.at(table.book)
        case _, ask.ChooseMethod():
            return device.choose_method(table, command, by)
        case _, ask.RestrictWagers():
            return restrict_wagers(table, command)
        case _, ask.RelinquishDevice():
            return device.relinquish(table, command, by)
        case _, ask.AllowDrawing():
            return device.allow_drawing(table, command)
        case phase, _ if phase in BETWEEN_ROUNDS:
            return No.NO_ROUND.at(table.book)

        # Wagers on the cloth
        case Phase.BETS_OPEN, ask.EnterChips():
            return chips.enter(table, command)
        case _, ask.EnterChips():
            return chips.see_late(table, command)
        case Phase.BETS_OPEN, ask.AskForLowerWagers():
            return balancing.ask_for_lower_wagers(table)
        case Phase.BETS_OPEN, ask.RemoveWagers():
            return balancing.remove_wagers(table, command)
        case _, ask.AskForLowerWagers() | ask.RemoveWagers():
            return No.BETS_CLOSED.at(table.book)
        case Phase.BETS_CLOSED, ask.OfferWithdrawal():
            return offer_withdrawal(table)
        case _, ask.OfferWithdrawal():
            return No.CUT_NOT_FIRST.at(table.book)

        # The device, and cards in patrons' hands
        case _, ask.HandOverDevice():
            return device.hand_over(table, command)
        case _:
            return _in_hand(table, command, by)


def _in_hand(table: Table, command: ProcedureCommand, by: Actor) -> Decision:
    match command:
        case ask.PassCards():
            return squeezing.pass_cards(table, command)
        case ask.RefuseCards():
            return squeezing.refuse_cards(table, command, by)
        case ask.ChooseHandler():
            return squeezing.choose_handler(table, command)
        case ask.ChooseFirstHand():
            return squeezing.choose_first_hand(table, command)
        case ask.AllowSqueezing():
            return squeezing.allow_squeezing(table, command)
        case ask.ExposeCards():
            return squeezing.expose(table, command, by)
        case unreachable:
            assert_never(unreachable)  # type: ignore[arg-type]


def restrict_wagers(table: Table, asked: ask.RestrictWagers) -> Decision:
    """Lets an area take fewer wagers than the document does, or as many as it does again.

    Rule: WAGERS_PER_AREA
    """
    settings = replace(table.chosen, wagers_per_area=asked.per_area)
    try:
        check_settings(table.game, settings)
    except ValueError as error:
        return No.BAD_SETTINGS.at(table.book, str(error))
    if settings == table.chosen:
        return ()
    source = source_of(table.game, Act.RESTRICT_WAGERS_PER_AREA)
    return (WagersRestricted(asked.per_area, source),)


def offer_withdrawal(table: Table) -> Decision:
    """Lets patrons withdraw, where the cutting card came first and the Dealer may allow it."""
    circumstance = Circumstance.FIRST_CARD_IN_HLGA
    row = row_for(table.game, Trigger.CUTTING_CARD, [circumstance])
    allowed = table.chosen.is_hlga and circumstance in row.irregularity.when
    current = table.current
    if not allowed or not current.conduct.is_cut_first or not current.sets:
        return No.CUT_NOT_FIRST.at(table.book)
    # The position that may offer has just done so: nobody is waited for but the patrons.
    steps = tuple(replace(step, position=None) for step in row.irregularity.steps)
    return (
        IrregularityRaised(
            current.number, Trigger.CUTTING_CARD, (circumstance,), row.source, steps
        ),
    )
