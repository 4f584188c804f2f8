"""Decide the events that a command causes at a table, or the refusal with its reason."""

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
from punto.table.decide.card_names import normalise_cards
from punto.table.decide.command_table import (
    COMMANDS_WITH_SECOND,
    HANDLERS,
    PERMISSIONS,
    SENDER_RULES,
    SenderRule,
)
from punto.table.decide.decision import Decision
from punto.table.refusals import No
from punto.table.state import Table

__all__ = ["PERMISSIONS", "decide"]


def decide(table: Table, command: Command, by: Actor) -> Decision:
    """Return the events of a command, or its refusal. The table does not change."""
    if not _is_allowed(table, command, by):
        return No.NOT_ALLOWED.at(table.book)
    kind = type(command)
    if kind in COMMANDS_WITH_SECOND and not has_second(by):
        return No.NEEDS_SECOND.at(table.book)
    is_held, handler = HANDLERS[table.phase, kind]
    if is_held and table.pending_steps:
        return No.HELD.at(table.book)
    return handler(table, normalise_cards(command), by)


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
