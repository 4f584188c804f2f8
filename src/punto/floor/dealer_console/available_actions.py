"""List a person's actions besides the next step, enabled or not as `decide` answers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod, WagerPlacement
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.core.staff_positions import Permission, StaffPosition
from punto.games.policies import NOBODY_DRAWS
from punto.messages.message import Message, message
from punto.table import commands
from punto.table.actors import Actor, ActorKind, authority_source
from punto.table.card_handling import (
    handler_by_stakes,
    hidden_cards,
    patron_draws,
    patrons_handle_cards,
    squeezable_cards,
)
from punto.table.commands import ReplaceCards
from punto.table.decide import PERMISSIONS, decide
from punto.table.decide.live.device_control import PERMISSION_FOR, is_drawer_missing
from punto.table.decide.play.seating import is_participation_open
from punto.table.differential import balancing_proposal
from punto.table.irregularity_rules import applicable_row
from punto.table.next_step import NextStep, next_step
from punto.table.refusals import Refusal
from punto.table.rules import positions_for
from punto.table.stakes import chips_at
from punto.table.state import BETWEEN_ROUNDS, IN_ROUND, Phase, Table

ANOTHER = Actor(ActorKind.STAFF, "another person", StaffPosition.GAMING_SHIFT_MANAGER)
"""The second person in a check of what a table would do."""

Group = Literal["cards", "patrons", "table", "pit"]


class CommandTemplate(Struct, frozen=True):
    """A command by its name, with the fields that are known."""

    command: str
    # The wire calls it `with`, which is a keyword of Python.
    fields: dict[str, Any] = msgspec.field(name="with", default_factory=dict)


class FieldChoice(Struct, frozen=True):
    """A value that a field accepts now."""

    value: Any
    label: Message


class CommandField(Struct, frozen=True):
    """A field that staff fill in before they give the command."""

    field: str
    label: Message
    choices: tuple[FieldChoice, ...] | None


class ActionView(Struct, frozen=True):
    """An action besides the next step, and the reason if it is off."""

    key: str
    group: Group
    label: Message
    clause: str
    act: CommandTemplate
    asks: tuple[CommandField, ...]
    off_because: Message | None
    needs_second: bool


@dataclass(frozen=True, slots=True)
class CommandCheck:
    """The refusal of a command, if any, and whether a second person must approve it."""

    refusal: Refusal | None
    needs_second: bool = False

    @property
    def is_on(self) -> bool:
        """Whether the command would be carried out."""
        return self.refusal is None


def check_command(table: Table, command: commands.Command, by: Actor) -> CommandCheck:
    """The answer of a table to a command, from this person alone or with a second person."""
    alone = decide(table, command, by)
    if not isinstance(alone, Refusal):
        return CommandCheck(None)
    if alone.code != "needs-second":
        return CommandCheck(alone)
    two = decide(table, command, replace(by, seconded_by=ANOTHER))
    return CommandCheck(two if isinstance(two, Refusal) else None, needs_second=True)


def command_template(
    command: commands.Command, *, without: tuple[str, ...] = ()
) -> CommandTemplate:
    """A command in the form of the wire, without the fields that staff must still fill in."""
    fields: dict[str, Any] = msgspec.to_builtins(command)
    return CommandTemplate(
        type(command).__name__, {k: v for k, v in fields.items() if k not in without}
    )


def refusal_reason(table: Table, command: commands.Command, refusal: Refusal) -> Message:
    """Why a command is refused now. It names the position that may give the command."""
    words = refusal.message
    if refusal.code != "not-allowed" or table.book is None:
        return words
    act = PERMISSION_FOR[command.method] if isinstance(command, commands.ChooseMethod) else None
    act = act or PERMISSIONS.get(type(command))
    positions = positions_for(act, table.game.document) if act else ()
    if not positions:
        return words
    return message("off.position", refusal=words, position=positions[0])


@dataclass(frozen=True, slots=True)
class OfferedAction:
    """An action with every command that gives it. The first one explains why the action is off."""

    key: str
    group: Group
    label: Message
    probes: tuple[commands.Command, ...]
    asks: tuple[tuple[str, Message], ...] = ()
    """The fields to fill in. The first one lists the values that the table would accept."""


def available_actions(table: Table, by: Actor) -> tuple[ActionView, ...]:
    """The actions that belong to the state of a table, on or off."""
    if table.phase is Phase.CLOSED:
        return ()
    return tuple(_action_view(table, each, by) for each in _offered(table))


def _action_view(table: Table, offered: OfferedAction, by: Actor) -> ActionView:
    found = [(probe, check_command(table, probe, by)) for probe in offered.probes]
    on = [(probe, check) for probe, check in found if check.is_on]
    probe, check = on[0] if on else found[0]
    refusal = check.refusal
    open_fields = tuple(name for name, _ in offered.asks)
    return ActionView(
        key=offered.key,
        group=offered.group,
        label=offered.label,
        clause=refusal.clause if refusal else _source(table, probe),
        act=command_template(probe, without=open_fields),
        asks=tuple(
            CommandField(name, label, _choices(name, on) if place == 0 else FREE.get(name))
            for place, (name, label) in enumerate(offered.asks)
        ),
        off_because=refusal_reason(table, probe, refusal) if refusal else None,
        needs_second=check.needs_second,
    )


def _source(table: Table, command: commands.Command) -> str:
    """The clause or policy that allows a command."""
    if isinstance(command, commands.ExposeCards):
        in_error = applicable_row(table.game, Trigger.NOT_PASSED, ()).source
        return (
            in_error
            if command.in_error
            else authority_source(table.game, Permission.EXPOSE_FOR_ABSENT_PATRON)
        )
    if isinstance(command, commands.HandOverDevice) and not command.position:
        return f"POLICY {NOBODY_DRAWS}"
    rule = BY_RULE.get(type(command))
    if rule is not None:
        return table.game.cite(rule)
    act = PERMISSION_FOR[command.method] if isinstance(command, commands.ChooseMethod) else None
    act = act or PERMISSIONS.get(type(command))
    return authority_source(table.game, act) if act else "POLICY"


BY_RULE: dict[type[commands.Command], Rule] = {
    commands.RefuseCards: Rule.NEXT_HIGHEST_HANDLES,
    commands.RelinquishDevice: Rule.GIVES_DEVICE_UP,
    commands.HandOverDevice: Rule.PATRON_DRAWS,
    commands.ReportCuttingCard: Rule.CUTTING_CARD,
}
"""Commands that a rule of the document allows, instead of the authority of a position."""


def _choices(
    name: str, on: list[tuple[commands.Command, CommandCheck]]
) -> tuple[FieldChoice, ...] | None:
    """The values of a field that the table would accept; None if the field is free text."""
    if name in FREE_TEXT:
        return None
    values = dict.fromkeys(getattr(probe, name) for probe, _ in on)
    return tuple(FieldChoice(msgspec.to_builtins(each), _called(name, each)) for each in values)


def _called(name: str, value: Any) -> Message:
    if isinstance(value, DealingMethod):
        return message("answer.method", method=value)
    if name in ("position", "seat"):
        return message("answer.seat", seat=value)
    return message("answer.name", text=str(value))


FREE_TEXT = frozenset({"card", "stakes", "reason", "designee"})
YES_NO = (
    FieldChoice(value=True, label=message("answer.takes-part")),
    FieldChoice(value=False, label=message("answer.no-part")),
)
FREE = {"takes_part": YES_NO}
"""The values of fields after the first."""

POSITION = message("question.seat")


def _offered(table: Table) -> Iterator[OfferedAction]:
    """The actions that belong to the state of a table."""
    if table.pending_steps:
        # The view of the held round lists the choices of a held table.
        return
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
        label = message("action.enter-card")
        probe = commands.EnterCard(number, "As")
        yield OfferedAction("C", "cards", label, (probe,), (("card", message("question.card")),))
    if step is NextStep.EXPOSE:
        yield from _in_hand(table)
    if step in (NextStep.EXPOSE, NextStep.DRAW) and patrons_handle_cards(table):
        yield from _squeezing(table)


def _unread(table: Table) -> int:
    return next(number for number, text in table.numbered_cards if text == "?")


def _in_hand(table: Table) -> Iterator[OfferedAction]:
    """Actions for the cards that are face down, by hand."""
    positions = range(1, table.settings_in_force.positions + 1)
    lying = [side for side in Side if any(each is side for each, _ in hidden_cards(table))]
    for side, keys in ((Side.PLAYER, "FQAJH"), (Side.BANKER, "GEDKN")):
        if side not in lying:
            continue
        if not patron_draws(table):
            first = message("action.show-first", hand=side)
            yield OfferedAction(keys[0], "cards", first, (commands.ChooseFirstHand(side),))
            who = table.current.live.holders.get(side, handler_by_stakes(table, side))
            if who is not None:
                label = message("action.refuse-cards", hand=side, seat=who)
                yield OfferedAction(keys[1], "patrons", label, (commands.RefuseCards(side, who),))
        turn = message("action.turn-for-absent", hand=side)
        yield OfferedAction(keys[2], "cards", turn, (commands.ExposeCards(side),))
        mistake = message("action.turned-in-error", hand=side)
        in_error = commands.ExposeCards(side, in_error=True)
        yield OfferedAction(keys[3], "cards", mistake, (in_error,))
        if not patron_draws(table) and handler_by_stakes(table, side) is None:
            choose = tuple(commands.ChooseHandler(side, each) for each in positions)
            label = message("action.choose-handler", hand=side)
            yield OfferedAction(keys[4], "pit", label, choose, (("position", POSITION),))


def _squeezing(table: Table) -> Iterator[OfferedAction]:
    """Permissions to squeeze a card, also one that is still to come."""
    if not table.current.tableau.is_initial_deal_complete:
        return
    positions = range(1, table.settings_in_force.positions + 1)
    for place, (side, card) in enumerate(squeezable_cards(table), start=1):
        label = message("action.allow-squeezing", hand=side, card=card)
        probes = tuple(commands.AllowSqueezing(side, card, each) for each in positions)
        key = f"Y{place}"
        asks = (("position", POSITION), ("designee", message("question.designee")))
        yield OfferedAction(key, "pit", label, probes, asks)


def _of_patrons(table: Table) -> Iterator[OfferedAction]:
    if table.phase in IN_ROUND:
        yield OfferedAction(
            "S",
            "patrons",
            message("action.enter-chips"),
            tuple(_chips(table, each) for each in range(1, table.settings_in_force.positions + 1)),
            (("position", POSITION), ("stakes", message("question.stakes"))),
        )
    if table.phase is Phase.BETS_OPEN and table.settings_in_force.differential_cents is not None:
        label = message("action.ask-lower-wagers")
        yield OfferedAction("M", "patrons", label, (commands.RequestLowerWagers(),))
        found = balancing_proposal(table)
        if found is not None:
            remove = commands.RemoveWagers(found.removed, "")
            label = message("action.remove-wagers")
            reason = ("reason", message("question.reason"))
            yield OfferedAction("V", "pit", label, (remove,), (reason,))
    if table.phase is Phase.BETS_CLOSED and table.current.live.is_cut_first:
        label = message("action.offer-withdrawal")
        yield OfferedAction("O", "patrons", label, (commands.OfferWithdrawal(),))


def _chips(table: Table, position: int) -> commands.EnterChips:
    """The chips of a position as recorded. Entering them again changes nothing."""
    placed = table.current.sets.get(chips_at(position))
    stakes, number = (placed.stakes, placed.number) if placed else ((), 0)
    return commands.EnterChips(table.current.number, position, stakes, number)


def _of_table(table: Table) -> Iterator[OfferedAction]:
    positions = range(1, table.settings_in_force.positions + 1)
    dealing = table.phase in (Phase.BETS_CLOSED, Phase.DEALING)
    # A committed shoe reports its own cutting card. While cards are face down, the console must
    # not reveal whether a further card is due.
    is_reportable = dealing and not table.device.is_committed and not hidden_cards(table)
    if is_reportable and table.device.rounds_left is None:
        label = message("action.cutting-card")
        yield OfferedAction("T", "table", label, (commands.ReportCuttingCard(),))
    if patrons_handle_cards(table) and patron_draws(table):
        label = message("action.hand-over-device")
        over = tuple(commands.HandOverDevice(each) for each in positions)
        if table.phase in IN_ROUND and not table.live.device:
            yield OfferedAction("B", "table", label, over, (("position", POSITION),))
        if dealing and is_drawer_missing(table):
            label = message("action.dealer-draws")
            yield OfferedAction("4", "table", label, (commands.HandOverDevice(0),))
        if table.live.device:
            back = commands.RelinquishDevice(table.live.device)
            label = message("action.take-device-back", seat=table.live.device)
            yield OfferedAction("X", "table", label, (back,))
        label = message("action.allow-drawing")
        allow = tuple(commands.AllowDrawing(each) for each in positions)
        yield OfferedAction("Z", "pit", label, allow, (("position", POSITION),))


def _of_pit(table: Table) -> Iterator[OfferedAction]:
    if table.phase is Phase.BETS_CLOSED and not table.current.is_confirmed:
        label = message("action.rule-on-seat")
        seats = (seat for seat in table.current.sets if is_participation_open(table.current, seat))
        rulings = tuple(commands.DecideParticipation(seat, takes_part=True) for seat in seats)
        if rulings:
            asks = (("seat", POSITION), ("takes_part", message("question.takes-part")))
            yield OfferedAction("U", "pit", label, rulings, asks)
    if table.phase not in BETWEEN_ROUNDS:
        return
    if len(table.game.document.methods) > 1:
        label = message("action.choose-method")
        methods = [each.method for each in table.game.document.methods]
        probes = tuple(commands.ChooseMethod(each) for each in methods)
        method = ("method", message("question.method"))
        yield OfferedAction("1", "pit", label, probes, (method,))
    if table.shoe is not None:
        yield OfferedAction("2", "pit", message("action.replace-cards"), (ReplaceCards(),))
    yield OfferedAction("3", "pit", message("action.close-table"), (commands.CloseTable(),))
