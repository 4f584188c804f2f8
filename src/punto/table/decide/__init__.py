"""Decide: what a command brings about at a table, or why it brings about nothing."""

from typing import TypeAlias, assert_never

from punto.core.rulebook import Play
from punto.core.staff_positions import Act
from punto.table.actors import Actor, Kind, is_seconded, may_at
from punto.table.commands import live as live_commands
from punto.table.commands.irregularities import (
    LookAtCardsAside,
    ReopenBets,
    ReplaceCards,
    ReplaceMissingCards,
    Report,
    SetCardsAside,
    TellSortedDecks,
)
from punto.table.commands.live import ProcedureCommand
from punto.table.commands.play import (
    Acknowledge,
    AnswerWithdrawal,
    ChangeFacts,
    ChangeSettings,
    CloseBets,
    CloseTable,
    Command,
    ConfirmSeats,
    DrawCard,
    EndShoe,
    EndWithdrawal,
    EnterCard,
    GiveRuling,
    Interrupt,
    LeaveSeat,
    LoadShoe,
    LoseTerminal,
    OpenBets,
    OpenTable,
    PlaceWagers,
    ReferUpwards,
    RegainTerminal,
    RuleOnSeat,
    RunOut,
    SettleRound,
    ShowCuttingCard,
    TakeSeat,
)
from punto.table.decide.card_names import spelled
from punto.table.decide.decision import Decision
from punto.table.decide.irregularities import (
    fact_corrections,
    interruption,
    missing_card,
    remedies,
    reports,
    rulings,
    withdrawal,
)
from punto.table.decide.live import chips, device_control, differential, limits, squeeze
from punto.table.decide.play import dealing, opening, seating, settlement, wagering
from punto.table.refusals import No
from punto.table.state import BETWEEN_ROUNDS, IN_ROUND, Phase, Table

#: What somebody must be allowed to do to ask for these.
ACTS: dict[type[Command], Act] = {
    CloseTable: Act.CLOSE_TABLE,
    ChangeSettings: Act.CHANGE_SETTINGS,
    LoadShoe: Act.LOAD_SHOE,
    EndShoe: Act.END_SHOE,
    OpenBets: Act.OPEN_BETS,
    CloseBets: Act.CLOSE_BETS,
    ConfirmSeats: Act.CLOSE_BETS,
    RuleOnSeat: Act.RULE_ON_SEAT,
    EnterCard: Act.ENTER_CARD_BY_HAND,
    SettleRound: Act.COLLECT_AND_PAY,
    ShowCuttingCard: Act.RAISE_IRREGULARITY,
    Interrupt: Act.RAISE_IRREGULARITY,
    Report: Act.RAISE_IRREGULARITY,
    ChangeFacts: Act.RAISE_IRREGULARITY,
    ReopenBets: Act.REOPEN_AFTER_RESET,
    ReplaceCards: Act.REPLACE_CARDS,
    live_commands.EnterChips: Act.ENTER_CHIPS,
    live_commands.AskForLowerWagers: Act.ASK_FOR_LOWER_WAGERS,
    live_commands.RemoveWagers: Act.REMOVE_WAGERS,
    live_commands.RestrictWagers: Act.RESTRICT_WAGERS_PER_AREA,
    live_commands.OfferWithdrawal: Act.ALLOW_WITHDRAWAL_AT_CUTTING_CARD,
    live_commands.AllowDrawing: Act.ALLOW_DRAWING_WITHOUT_WAGER,
    live_commands.HandOverDevice: Act.HAND_OVER_DEVICE,
    live_commands.PassCards: Act.PASS_CARDS,
    live_commands.ChooseHandler: Act.CHOOSE_CARD_HANDLER,
    live_commands.ChooseFirstHand: Act.CHOOSE_FIRST_HAND_SHOWN,
    live_commands.AllowSqueezing: Act.ALLOW_SQUEEZING,
}

#: Who may ask for these depends on the seat, the ruling or the method that they are about.
OF_THEMSELVES = (
    OpenTable,
    TakeSeat,
    LeaveSeat,
    Acknowledge,
    PlaceWagers,
    AnswerWithdrawal,
    GiveRuling,
    ReferUpwards,
    SetCardsAside,
    TellSortedDecks,
    LookAtCardsAside,
    ReplaceMissingCards,
    live_commands.ChooseMethod,
    live_commands.RelinquishDevice,
    live_commands.RefuseCards,
    live_commands.ExposeCards,
)

Answer: TypeAlias = AnswerWithdrawal | EndWithdrawal | GiveRuling | ReferUpwards | ChangeFacts
"""What a held table waits for, or what is said about it before."""

Incident: TypeAlias = Report | ReopenBets | missing_card.Step
"""What may be told of an incident while a table is held, and often because it is."""

#: What only machines say.
BY_MACHINE = (DrawCard, RunOut, LoseTerminal, RegainTerminal)


def decide(table: Table, command: Command, by: Actor) -> Decision:  # noqa: C901  one match
    """What a command brings about; reads everything and changes nothing."""
    if not _is_allowed(table, command, by):
        return No.NOT_ALLOWED.at(table.book)
    if (act := ACTS.get(type(command))) and not is_seconded(by, act):
        return No.NEEDS_SECOND.at(table.book)
    command = spelled(command)
    match table.phase, command:
        case Phase.CLOSED, OpenTable():
            return opening.open_table(command, by)
        case _, OpenTable():
            return No.TABLE_OPEN.at(table.book)
        case Phase.CLOSED, _:
            return No.TABLE_CLOSED.at(table.book)

        # Whatever is going on
        case _, Acknowledge():
            return seating.acknowledge(table, command, by)
        case _, LoseTerminal() | RegainTerminal():
            return seating.terminal(table, command)
        case _, TakeSeat():
            return seating.take(table, command, by)
        case _, LeaveSeat():
            return seating.leave(table, command, by)

        # What must be seen through first
        case _, command if isinstance(command, Answer):
            return _answered(table, command, by)
        case _, command if isinstance(command, Incident):
            return _incident(table, command, by)
        case phase, Interrupt() if phase in IN_ROUND:
            return interruption.interrupt(table, command, by)
        case _ if table.agenda:
            return No.HELD.at(table.book)

        # What only a dealer's table knows
        case _, command if isinstance(command, ProcedureCommand):
            return _live(table, command, by)

        # A round
        case Phase.BETS_OPEN, PlaceWagers():
            return wagering.place(table, command, by)
        case Phase.BETS_OPEN, CloseBets():
            return wagering.close(table)
        case Phase.BETS_OPEN, DrawCard():
            return dealing.draw_while_open(table, command)
        case Phase.BETS_CLOSED, RuleOnSeat():
            return seating.rule_on(table, command)
        case Phase.BETS_CLOSED, ConfirmSeats():
            return dealing.confirm(table)
        case Phase.BETS_CLOSED | Phase.DEALING, DrawCard() | EnterCard():
            return dealing.draw(table, command)
        case Phase.BETS_CLOSED | Phase.DEALING, ShowCuttingCard():
            return dealing.show_cutting_card(table)
        case Phase.BETS_CLOSED | Phase.DEALING, RunOut():
            return dealing.run_out(table)
        case Phase.COMPLETE, SettleRound():
            return settlement.settle(table)
        case Phase.COMPLETE | Phase.SETTLED | Phase.VOID | Phase.IDLE, DrawCard() | EnterCard():
            return dealing.draw_uncalled(table, command)

        case phase, _ if phase in BETWEEN_ROUNDS:
            return _between_rounds(table, command)
        case _:
            return _not_in_this_phase(table, command)


def _answered(table: Table, command: Answer, by: Actor) -> Decision:
    match command:
        case AnswerWithdrawal():
            return rulings.answer(table, command, by)
        case EndWithdrawal():
            return rulings.end_withdrawal(table, command)
        case GiveRuling():
            return rulings.rule(table, command, by)
        case ReferUpwards():
            return rulings.refer(table, command, by)
        case _:
            return fact_corrections.change(table, command, by)


def _incident(table: Table, command: Incident, by: Actor) -> Decision:
    match command:
        case Report():
            return reports.report(table, command, by)
        case ReopenBets():
            return remedies.reopen(table)
        case _:
            return missing_card.take_step(table, command, by)


def _live(table: Table, command: ProcedureCommand, by: Actor) -> Decision:  # noqa: C901  one match
    """Decide a command that only a dealer's table knows."""
    match table.phase, command:
        case phase, live_commands.ChooseMethod() | live_commands.RestrictWagers() if (
            phase not in BETWEEN_ROUNDS
        ):
            return No.ROUND_RUNNING.at(table.book)
        case _, live_commands.ChooseMethod():
            return device_control.choose_method(table, command, by)
        case _, live_commands.RestrictWagers():
            return limits.restrict_wagers(table, command)
        case _, live_commands.RelinquishDevice():
            return device_control.relinquish(table, command, by)
        case _, live_commands.AllowDrawing():
            return device_control.allow_drawing(table, command)
        case phase, _ if phase in BETWEEN_ROUNDS:
            return No.NO_ROUND.at(table.book)

        # Wagers on the cloth
        case Phase.BETS_OPEN, live_commands.EnterChips():
            return chips.enter(table, command)
        case _, live_commands.EnterChips():
            return chips.see_late(table, command)
        case Phase.BETS_OPEN, live_commands.AskForLowerWagers():
            return differential.ask_for_lower_wagers(table)
        case Phase.BETS_OPEN, live_commands.RemoveWagers():
            return differential.remove_wagers(table, command)
        case _, live_commands.AskForLowerWagers() | live_commands.RemoveWagers():
            return No.BETS_CLOSED.at(table.book)
        case Phase.BETS_CLOSED, live_commands.OfferWithdrawal():
            return withdrawal.offer_withdrawal(table)
        case _, live_commands.OfferWithdrawal():
            return No.CUT_NOT_FIRST.at(table.book)

        # The device, and cards in patrons' hands
        case _, live_commands.HandOverDevice():
            return device_control.hand_over(table, command)
        case _:
            return _in_hand(table, command, by)


def _in_hand(table: Table, command: ProcedureCommand, by: Actor) -> Decision:
    match command:
        case live_commands.PassCards():
            return squeeze.pass_cards(table, command)
        case live_commands.RefuseCards():
            return squeeze.refuse_cards(table, command, by)
        case live_commands.ChooseHandler():
            return squeeze.choose_handler(table, command)
        case live_commands.ChooseFirstHand():
            return squeeze.choose_first_hand(table, command)
        case live_commands.AllowSqueezing():
            return squeeze.allow_squeezing(table, command)
        case live_commands.ExposeCards():
            return squeeze.expose(table, command, by)
        case unreachable:
            assert_never(unreachable)  # type: ignore[arg-type]


def _between_rounds(table: Table, command: Command) -> Decision:
    match command:
        case OpenBets():
            return wagering.open_bets(table)
        case LoadShoe():
            return opening.load_shoe(table, command)
        case EndShoe():
            return opening.end_shoe(table, command)
        case ChangeSettings():
            return opening.change_settings(table, command)
        case CloseTable():
            return opening.close_table(table)
        case ReplaceCards():
            return remedies.replace_cards(table)
        case PlaceWagers():
            return No.BETS_NOT_OPEN.at(table.book)
        case _:
            return No.NO_ROUND.at(table.book)


def _is_allowed(table: Table, command: Command, by: Actor) -> bool:
    if isinstance(command, BY_MACHINE):
        return by.kind is Kind.DEVICE
    if isinstance(command, ShowCuttingCard | Report) and by.kind is Kind.DEVICE:
        return True
    if isinstance(command, EndWithdrawal | CloseBets) and by.kind is Kind.CLOCK:
        # At a dealer's table only the Dealer's call closes bets; the clock may remind them.
        live = table.book is not None and table.game.document.play is Play.TABLE
        return isinstance(command, EndWithdrawal) or not live
    act = ACTS.get(type(command))
    if act is None:
        # What stands in no list nobody may.
        return isinstance(command, OF_THEMSELVES)
    return table.book is None or may_at(table, by, act)


def _not_in_this_phase(table: Table, command: Command) -> Decision:
    """Why something that belongs elsewhere cannot be done while a round runs."""
    match table.phase, command:
        case _, PlaceWagers():
            return wagering.place_late(table, command)
        case Phase.BETS_OPEN, _:
            return No.BETS_OPEN.at(table.book)
        case _, CloseBets():
            return No.BETS_CLOSED.at(table.book)
        case Phase.DEALING | Phase.COMPLETE, RuleOnSeat() | ConfirmSeats():
            return No.TOO_LATE.at(table.book)
        case _, SettleRound():
            read = table.current.tableau.is_known
            return (No.CARD_DUE if read else No.CARD_UNREAD).at(table.book)
        case Phase.COMPLETE, RunOut() | ShowCuttingCard():
            return No.NO_CARD_DUE.at(table.book)
        case _:
            return No.ROUND_RUNNING.at(table.book)
