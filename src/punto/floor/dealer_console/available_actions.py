"""List a person's actions besides the next step, enabled or not as `decide` answers."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod, Rulebook, WagerPlacement
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.core.staff_positions import Permission
from punto.floor.dealer_console.command_forms import (
    PROBE,
    CommandForm,
    CommandTemplate,
    Group,
    choices,
    command_form,
    permission_of,
)
from punto.games.policies import NOBODY_DRAWS
from punto.messages.message import Message, message
from punto.table import commands
from punto.table.actors import Actor, authority_source, may_do
from punto.table.card_handling import (
    handler_by_stakes,
    hidden_cards,
    patron_draws,
    patrons_handle_cards,
    squeezable_cards,
)
from punto.table.commands import ReplaceCards
from punto.table.decide.live.device_control import is_drawer_missing
from punto.table.differential import balancing_proposal
from punto.table.irregularity_rules import applicable_row
from punto.table.next_step import NextStep, next_step
from punto.table.refusals import No
from punto.table.rules import positions_for
from punto.table.state import BETWEEN_ROUNDS, IN_ROUND, Phase, Table


@dataclass(frozen=True, slots=True)
class OfferedAction:
    """A command that belongs to the state of a table, with the fields that staff fill in."""

    key: str
    group: Group
    label: Message
    command: commands.Command
    fields: tuple[str, ...] = ()


def available_actions(table: Table, by: Actor, book: Rulebook) -> tuple[CommandForm, ...]:
    """The actions that belong to the state of a table, on or off. `book` may open a closed one."""
    if table.phase is Phase.CLOSED:
        return (_opening(book, by),)
    if table.pending_steps:
        # The view of the held round lists the choices of a held table.
        return ()
    return tuple(
        command_form(
            table,
            by,
            each.label,
            each.command,
            each.fields,
            source=partial(_source, table),
            key=each.key,
            group=each.group,
        )
        for each in _offered(table)
    )


def _opening(book: Rulebook, by: Actor) -> CommandForm:
    """The action that opens a closed table, with the position that may open it."""
    off, clause = None, "POLICY"
    if not may_do(by, Permission.OPEN_TABLE, book.document):
        refusal = No.NOT_ALLOWED.at(book)
        first = positions_for(Permission.OPEN_TABLE, book.document)[0]
        off = message("off.position", refusal=refusal.message, position=first)
        clause = refusal.clause
    return CommandForm(
        label=message("action.open-table"),
        act=CommandTemplate("OpenTable"),
        fields=(),
        clause=clause,
        off_because=off,
        key="X",
        group="table",
    )


BY_RULE: dict[type[commands.Command], Rule] = {
    commands.RefuseCards: Rule.NEXT_HIGHEST_HANDLES,
    commands.RelinquishDevice: Rule.GIVES_DEVICE_UP,
    commands.HandOverDevice: Rule.PATRON_DRAWS,
    commands.ReportCuttingCard: Rule.CUTTING_CARD,
}
"""Commands that a rule of the document allows, instead of the authority of a position."""


def _source(table: Table, command: commands.Command) -> str:
    """The clause or policy that allows a command."""
    match command:
        case commands.ExposeCards(in_error=True):
            return applicable_row(table.game, Trigger.NOT_PASSED, ()).source
        case commands.ExposeCards():
            return authority_source(table.game, Permission.EXPOSE_FOR_ABSENT_PATRON)
        case commands.HandOverDevice(position=0):
            return f"POLICY {NOBODY_DRAWS}"
        case _ if type(command) in BY_RULE:
            return table.game.cite(BY_RULE[type(command)])
        case _:
            permission = permission_of(command)
            return authority_source(table.game, permission) if permission else "POLICY"


def _offered(table: Table) -> Iterator[OfferedAction]:
    yield from _of_cards(table)
    if table.game.document.placement is WagerPlacement.TABLE:
        yield from _of_patrons(table)
    yield from _of_table(table)
    yield from _of_pit(table)


def _of_cards(table: Table) -> Iterator[OfferedAction]:
    step = next_step(table)
    # A committed shoe reports its own next card. People enter a card that was not read.
    is_next = step in (NextStep.DRAW, NextStep.BURN) and not table.device.is_committed
    if is_next or step is NextStep.ENTER_CARD:
        number = _unread(table) if step is NextStep.ENTER_CARD else table.device.cards_out + 1
        enter = commands.EnterCard(number, "As")
        yield OfferedAction("C", "cards", message("action.enter-card"), enter, ("card",))
    if step is NextStep.EXPOSE:
        lying = {side for side, _ in hidden_cards(table)}
        for side, keys in ((Side.PLAYER, tuple("FQAJH")), (Side.BANKER, tuple("GEDKN"))):
            if side in lying:
                yield from _in_hand(table, side, keys)
    if step in (NextStep.EXPOSE, NextStep.DRAW) and patrons_handle_cards(table):
        yield from _squeezing(table)


def _unread(table: Table) -> int:
    return next(number for number, text in table.numbered_cards if text == "?")


def _in_hand(table: Table, side: Side, keys: tuple[str, ...]) -> Iterator[OfferedAction]:
    """Actions for a hand that is face down."""
    first, refuse, turn, mistake, choose = keys
    by_patron = not patron_draws(table)
    if by_patron:
        label = message("action.show-first", hand=side)
        yield OfferedAction(first, "cards", label, commands.ChooseFirstHand(side))
        who = table.current.live.holders.get(side, handler_by_stakes(table, side))
        if who is not None:
            label = message("action.refuse-cards", hand=side, seat=who)
            yield OfferedAction(refuse, "patrons", label, commands.RefuseCards(side, who))
    label = message("action.turn-for-absent", hand=side)
    yield OfferedAction(turn, "cards", label, commands.ExposeCards(side))
    label = message("action.turned-in-error", hand=side)
    yield OfferedAction(mistake, "cards", label, commands.ExposeCards(side, in_error=True))
    if by_patron and handler_by_stakes(table, side) is None:
        label = message("action.choose-handler", hand=side)
        handler = commands.ChooseHandler(side, 1)
        yield OfferedAction(choose, "pit", label, handler, ("position",))


def _squeezing(table: Table) -> Iterator[OfferedAction]:
    """Permissions to squeeze a card, also one that is still to come."""
    if not table.current.tableau.is_initial_deal_complete:
        return
    for place, (side, card) in enumerate(squeezable_cards(table), start=1):
        label = message("action.allow-squeezing", hand=side, card=card)
        allow = commands.AllowSqueezing(side, card, 1)
        yield OfferedAction(f"Y{place}", "pit", label, allow, ("position", "designee"))


def _of_patrons(table: Table) -> Iterator[OfferedAction]:
    if table.phase in IN_ROUND:
        chips = commands.EnterChips(table.current.number, 1, (), 0)
        label = message("action.enter-chips")
        yield OfferedAction("S", "patrons", label, chips, ("position", "stakes"))
    if table.phase is Phase.BETS_OPEN and table.settings_in_force.differential_cents is not None:
        label = message("action.ask-lower-wagers")
        yield OfferedAction("M", "patrons", label, commands.RequestLowerWagers())
        found = balancing_proposal(table)
        if found is not None:
            label = message("action.remove-wagers")
            remove = commands.RemoveWagers(found.removed, PROBE)
            yield OfferedAction("V", "pit", label, remove, ("reason",))
    if table.phase is Phase.BETS_CLOSED and table.current.live.is_cut_first:
        label = message("action.offer-withdrawal")
        yield OfferedAction("O", "patrons", label, commands.OfferWithdrawal())


def _of_table(table: Table) -> Iterator[OfferedAction]:
    dealing = table.phase in (Phase.BETS_CLOSED, Phase.DEALING)
    # A committed shoe reports its own cutting card. While cards are face down, the console must
    # not reveal whether a further card is due.
    is_reportable = dealing and not table.device.is_committed and not hidden_cards(table)
    if is_reportable and table.device.rounds_left is None:
        label = message("action.cutting-card")
        yield OfferedAction("T", "table", label, commands.ReportCuttingCard())
    if not (patrons_handle_cards(table) and patron_draws(table)):
        return
    if table.phase in IN_ROUND and not table.live.device:
        over = commands.HandOverDevice(1)
        yield OfferedAction("B", "table", message("action.hand-over-device"), over, ("position",))
    if dealing and is_drawer_missing(table):
        label = message("action.dealer-draws")
        yield OfferedAction("4", "table", label, commands.HandOverDevice(0))
    if table.live.device:
        label = message("action.take-device-back", seat=table.live.device)
        yield OfferedAction("X", "table", label, commands.RelinquishDevice(table.live.device))
    allow = commands.AllowDrawing(1)
    yield OfferedAction("Z", "pit", message("action.allow-drawing"), allow, ("position",))


def _of_pit(table: Table) -> Iterator[OfferedAction]:
    if table.phase is Phase.BETS_CLOSED and not table.current.is_confirmed:
        ruling = commands.DecideParticipation(0, takes_part=True)
        if choices(table, "DecideParticipation", "seat"):
            label = message("action.rule-on-seat")
            yield OfferedAction("U", "pit", label, ruling, ("seat", "takes_part"))
    if table.phase not in BETWEEN_ROUNDS:
        return
    if len(table.game.document.methods) > 1:
        method = commands.ChooseMethod(DealingMethod.A)
        yield OfferedAction("1", "pit", message("action.choose-method"), method, ("method",))
    if table.shoe is not None:
        yield OfferedAction("2", "pit", message("action.replace-cards"), ReplaceCards())
    yield OfferedAction("3", "pit", message("action.close-table"), commands.CloseTable())
