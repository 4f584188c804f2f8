"""Decide how long a table without staff waits before each step."""

from collections.abc import Sequence

from punto.core.irregularities import Remedy, RemedyStep
from punto.core.staff_positions import StaffPosition
from punto.table.actors import CLOCK, HOUSE_DEALER, Actor, ActorKind
from punto.table.commands import (
    CloseWithdrawal,
    Command,
    GiveRuling,
    InterruptRound,
    ReopenBets,
    RulingOutcome,
)
from punto.table.decide.irregularities.rulings import is_ruling_pending, needs_card_order
from punto.table.next_step import NextStep, next_step
from punto.table.state import Table

_HOUSE = Actor(ActorKind.STAFF, "the house", StaffPosition.GAMING_SHIFT_MANAGER)
STANDING_ORDER = Actor(
    ActorKind.STAFF, "standing order", StaffPosition.GAMING_SHIFT_MANAGER, seconded_by=_HOUSE
)
"""The actor of rulings at a table without staff: a standing order of the house.

A proposed remedy may be a void, which needs two people. Here the house is the second one.
"""


def unattended_command(table: Table, cards_recovered: bool) -> tuple[Command, Actor] | None:
    """The answer of a table without staff to its first pending step."""
    item = table.pending_steps[0]
    if item.step is None:
        # The process has restarted. Only staff may report a power failure.
        return InterruptRound(power_failure=False, cards_recovered=cards_recovered), HOUSE_DEALER
    if item.step.remedy is Remedy.OFFER_WITHDRAWAL:
        return CloseWithdrawal(item.event), CLOCK
    if is_ruling_pending(item):
        # A remedy that needs confirmation only is its own proposal.
        proposed = item.proposed if item.step.remedy is Remedy.RULING else (item.step,)
        ruled = RulingOutcome.AS_PROPOSED if proposed else RulingOutcome.CONTINUE
        is_open = needs_card_order(table, item) and not _voids(proposed)
        order = _as_they_came(table) if is_open else ()
        return GiveRuling(ruled, "no staff at this table", order), STANDING_ORDER
    if item.step.remedy is Remedy.REOPEN_BETS:
        return ReopenBets(), STANDING_ORDER
    return None


def _voids(steps: Sequence[RemedyStep]) -> bool:
    return any(step.remedy is Remedy.VOID for step in steps)


def _as_they_came(table: Table) -> tuple[str, ...]:
    """Loose cards in the order of the device."""
    return tuple(text for _, text in sorted(table.current.loose))


def is_acknowledgement_due(table: Table, connected: frozenset[int]) -> bool:
    """Whether a connected screen has not yet shown the close."""
    if next_step(table) is not NextStep.CONFIRM_SEATS:
        return False
    return bool((table.current.sets.keys() & connected) - table.current.close_shown)


def is_confirmable(table: Table, connected: frozenset[int]) -> bool:
    """Whether the seats can be confirmed: every connected screen has shown the close."""
    return next_step(table) is NextStep.CONFIRM_SEATS and not is_acknowledgement_due(
        table, connected
    )
