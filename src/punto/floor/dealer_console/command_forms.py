"""State once which fields each command has, and build its form as `decide` answers it now."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from punto.core.staff_positions import Permission, StaffPosition
from punto.floor.dealer_console.sealed_cards import card_orders, resolve_sealed_cards
from punto.messages.message import Message, message
from punto.table import commands
from punto.table.actors import Actor, ActorKind
from punto.table.decide import PERMISSIONS, decide
from punto.table.decide.live.device_control import PERMISSION_FOR
from punto.table.decide.play.seating import is_participation_open
from punto.table.events import Event
from punto.table.refusals import Refusal
from punto.table.rules import positions_for
from punto.table.stakes import chips_at
from punto.table.state import Table

ANOTHER = Actor(ActorKind.STAFF, "another person", StaffPosition.GAMING_SHIFT_MANAGER)
"""The second person in a check of what a table would do."""

PROBE = "-"
"""The text in a command that asks `decide` before staff have entered their own."""

Group: TypeAlias = Literal["cards", "patrons", "table", "pit"]
FieldKind: TypeAlias = Literal["choice", "segment", "fact", "text", "number", "numbers", "cards"]
"""How a field is filled in. Each fact is one item of its field."""


class CommandTemplate(Struct, frozen=True):
    """A command by its name, with the fields that are known."""

    command: str
    # The wire calls it `with`, which is a keyword of Python.
    fields: dict[str, Any] = msgspec.field(name="with", default_factory=dict)


class FieldChoice(Struct, frozen=True):
    """A value that a field accepts now."""

    value: Any
    label: Message


class FormField(Struct, frozen=True, omit_defaults=True):
    """A field that staff fill in before they give the command."""

    field: str
    label: Message
    kind: FieldKind = "text"
    choices: tuple[FieldChoice, ...] = ()
    value: Any = None
    """The answer that the form begins with. Staff cannot change it if it is fixed."""

    is_fixed: bool = False
    is_optional: bool = False
    note: Message | None = None
    unless: str = ""
    """The fact that makes the field unnecessary."""


class CommandForm(Struct, frozen=True):
    """A command that staff may give, its open fields, and the reason if it is off."""

    label: Message
    act: CommandTemplate
    fields: tuple[FormField, ...]
    clause: str
    off_because: Message | None
    needs_second: bool = False
    key: str = ""
    """The key on the keyboard, or the irregularity that the form reports."""

    group: Group | None = None
    words: Message | None = None
    """An explanation above the fields."""


# The fields of the commands


@dataclass(frozen=True, slots=True)
class FieldRule:
    """How a field is labelled, and the values that it may have at a table."""

    label: Message
    kind: FieldKind = "text"
    values: Callable[[Table], Iterable[Any]] = lambda _table: ()
    answer: Callable[[Any], Message] = lambda value: message("answer.name", text=str(value))
    is_optional: bool = False
    value: Any = None
    note: Message | None = None


def _seat(value: int) -> Message:
    return message("answer.seat", seat=value)


def _participation(value: bool) -> Message:
    return message("answer.takes-part") if value else message("answer.no-part")


def _positions(table: Table) -> Iterable[int]:
    return range(1, table.settings_in_force.positions + 1)


def _undecided_seats(table: Table) -> Iterable[int]:
    return (seat for seat in table.current.sets if is_participation_open(table.current, seat))


FIELDS = {
    "position": FieldRule(message("question.seat"), "choice", _positions, _seat),
    "seat": FieldRule(message("question.seat"), "choice", _undecided_seats, _seat),
    "takes_part": FieldRule(
        message("question.takes-part"), "choice", lambda _table: (True, False), _participation
    ),
    "method": FieldRule(
        message("question.method"),
        "choice",
        lambda table: [each.method for each in table.game.document.methods],
        lambda value: message("answer.method", method=value),
    ),
    "card": FieldRule(message("question.card")),
    "cards": FieldRule(message("question.cards"), "cards"),
    "short": FieldRule(message("question.short"), "cards"),
    "stakes": FieldRule(message("question.stakes")),
    "reason": FieldRule(message("question.reason")),
    "evidence": FieldRule(message("question.evidence")),
    "designee": FieldRule(message("question.designee"), is_optional=True),
    "ReportIrregularity.cards": FieldRule(message("wrong.cards"), "cards", is_optional=True),
    "ReportIrregularity.round": FieldRule(message("wrong.round"), "number", is_optional=True),
    "ReportIrregularity.numbers": FieldRule(message("wrong.numbers"), "numbers", is_optional=True),
    "DrawSeveralCards.count": FieldRule(
        message("wrong.count"),
        "segment",
        lambda _table: (2, 3, 4),
        value=2,
        note=message("wrong.count-words"),
    ),
    "CorrectFacts.reason": FieldRule(message("held.why-wrong")),
    "CorrectFacts.cards": FieldRule(
        message("held.which-order"),
        "segment",
        card_orders,
        lambda value: message("answer.name", text=" ".join(value)),
    ),
}
"""The fields that staff fill in, for every command or for one."""


def field_rule(command: str, field: str) -> FieldRule:
    """The rule of a field of a command."""
    return FIELDS.get(f"{command}.{field}") or FIELDS[field]


def form_field(command: str, field: str, values: Iterable[Any]) -> FormField:
    """A field of a command, with the values to choose from."""
    rule = field_rule(command, field)
    return FormField(
        field=field,
        label=rule.label,
        kind=rule.kind,
        choices=tuple(FieldChoice(each, rule.answer(each)) for each in values),
        value=rule.value,
        is_optional=rule.is_optional,
        note=rule.note,
    )


def choices(table: Table, command: str, field: str) -> tuple[Any, ...]:
    """The values that a field of a command may have at a table; none if staff type it."""
    return tuple(field_rule(command, field).values(table))


# The answer of `decide`


def decide_with_second(
    table: Table, command: commands.Command, by: Actor
) -> tuple[tuple[Event, ...] | Refusal, bool]:
    """The decision about a command, and whether it needs the second person that it then assumes."""
    command = resolve_sealed_cards(table, command)
    alone = decide(table, command, by)
    if not isinstance(alone, Refusal) or alone.code != "needs-second":
        return alone, False
    return decide(table, command, replace(by, seconded_by=ANOTHER)), True


def check_command(
    table: Table, command: commands.Command, by: Actor
) -> tuple[Refusal | None, bool]:
    """The refusal of a command, if any, and whether a second person must approve it."""
    decision, needs_second = decide_with_second(table, command, by)
    return decision if isinstance(decision, Refusal) else None, needs_second


def command_template(
    command: commands.Command, *, without: tuple[str, ...] = ()
) -> CommandTemplate:
    """A command in the form of the wire, without the fields that staff must still fill in."""
    fields: dict[str, Any] = msgspec.to_builtins(command)
    return CommandTemplate(
        type(command).__name__, {k: v for k, v in fields.items() if k not in without}
    )


def permission_of(command: commands.Command) -> Permission | None:
    """The permission that a command needs; None if it needs none."""
    if isinstance(command, commands.ChooseMethod):
        return PERMISSION_FOR[command.method] or PERMISSIONS.get(type(command))
    return PERMISSIONS.get(type(command))


def refusal_reason(
    table: Table,
    command: commands.Command,
    refusal: Refusal,
    position: StaffPosition | None = None,
) -> Message:
    """Why a command is refused now. It names the position that may give the command."""
    if refusal.code != "not-allowed" or table.book is None:
        return refusal.message
    permission = permission_of(command)
    if position is None and permission is not None:
        position = next(iter(positions_for(permission, table.game.document)), None)
    if position is None:
        return refusal.message
    return message("off.position", refusal=refusal.message, position=position)


def command_form(
    table: Table,
    by: Actor,
    label: Message,
    command: commands.Command,
    fields: tuple[str, ...] = (),
    *,
    source: Callable[[commands.Command], str],
    position: StaffPosition | None = None,
    key: str = "",
    group: Group | None = None,
) -> CommandForm:
    """The form of a command, on or off as the table would decide.

    The first field lists the values that the table accepts. `position` is the one that may give
    the command, if the permissions do not name it.
    """
    name = type(command).__name__
    listed = [choices(table, name, each) for each in fields]
    probes = _probes(table, command, fields[0], listed[0]) if fields else [command]
    checks = [(each, *check_command(table, each, by)) for each in probes]
    accepted = [each for each in checks if each[1] is None]
    probe, refusal, needs_second = (accepted or checks)[0]
    if fields and listed[0]:
        listed[0] = tuple(dict.fromkeys(getattr(each, fields[0]) for each, *_ in accepted))
    return CommandForm(
        label=label,
        act=command_template(probe, without=fields),
        fields=tuple(map(partial(form_field, name), fields, listed)),
        clause=refusal.clause if refusal else source(probe),
        off_because=refusal_reason(table, probe, refusal, position) if refusal else None,
        needs_second=needs_second,
        key=key,
        group=group,
    )


def _probes(
    table: Table, command: commands.Command, field: str, values: Iterable[Any]
) -> list[commands.Command]:
    """A command with each value that its first field may have."""
    if isinstance(command, commands.EnterChips):
        return [_chips_again(table, each) for each in values]
    return [replace(command, **{field: each}) for each in values] or [command]


def _chips_again(table: Table, position: int) -> commands.EnterChips:
    """The chips of a position as recorded. Entering them again changes nothing."""
    placed = table.current.sets.get(chips_at(position))
    stakes, number = (placed.stakes, placed.number) if placed else ((), 0)
    return commands.EnterChips(table.current.number, position, stakes, number)
