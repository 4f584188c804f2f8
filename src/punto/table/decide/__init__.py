"""Decide the events that a command causes at a table, or the refusal with its reason."""

from msgspec.structs import replace

from punto.core.cards import card
from punto.core.rulebook import WagerPlacement
from punto.core.staff_positions import Permission
from punto.table.actors import Actor, ActorKind, has_second, may_do_at
from punto.table.commands import (
    CloseBets,
    CloseWithdrawal,
    Command,
    ReportCuttingCard,
    ReportIrregularity,
)
from punto.table.decide.command_table import (
    CARD_FIELDS,
    COMMANDS_WITH_SECOND,
    HANDLERS,
    PERMISSIONS,
    SENDER_RULES,
    SenderRule,
)
from punto.table.events import Event
from punto.table.refusals import No, Refusal
from punto.table.state import Table

__all__ = ["PERMISSIONS", "decide"]


def decide(table: Table, command: Command, by: Actor) -> tuple[Event, ...] | Refusal:
    """Return the events of a command, or its refusal. The table does not change."""
    if not _is_allowed(table, command, by):
        return No.NOT_ALLOWED.at(table.book)
    kind = type(command)
    if kind in COMMANDS_WITH_SECOND and not has_second(by):
        return No.NEEDS_SECOND.at(table.book)
    is_held, handler = HANDLERS[table.phase, kind]
    if is_held and table.pending_steps:
        return No.HELD.at(table.book)
    decision = handler(table, normalise_cards(command), by)
    return decision.at(table.book) if isinstance(decision, No) else decision


def _is_allowed(table: Table, command: Command, by: Actor) -> bool:
    rule = SENDER_RULES.get(type(command))
    if rule is SenderRule.MACHINES:
        return by.kind is ActorKind.DEVICE
    if by.kind is ActorKind.DEVICE and isinstance(command, ReportCuttingCard | ReportIrregularity):
        return True
    if by.kind is ActorKind.CLOCK and isinstance(command, CloseWithdrawal | CloseBets):
        # At a dealer's table only the Dealer's call closes bets; the clock may remind them.
        is_live_table = (
            table.book is not None and table.game.document.placement is WagerPlacement.TABLE
        )
        return isinstance(command, CloseWithdrawal) or not is_live_table
    if not isinstance(rule, Permission):
        # Refuse a command without a row to everyone.
        return rule is SenderRule.CHECKED_LATER
    return table.book is None or may_do_at(table, by, rule)


def normalise_cards(command: Command) -> Command:
    """Write each card of a command by its one name, by which the table counts copies."""
    field = CARD_FIELDS.get(type(command))
    if field is None:
        return command
    texts = getattr(command, field)
    names = _name(texts) if isinstance(texts, str) else tuple(map(_name, texts))
    return command if names == texts else replace(command, **{field: names})


def _name(text: str) -> str:
    """The name of a card.

    A text that is not a card stays unchanged, so that `decide` can refuse it.
    """
    try:
        return str(card(text))
    except ValueError:
        return text
