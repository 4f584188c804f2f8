"""Compute the difference between the stakes on the two hands, and how to reduce it."""

from collections.abc import Iterable
from typing import TypeAlias

import msgspec

from punto.core.sides import Side
from punto.table.commands.live import WagerRemoval
from punto.table.state import Table


class BalancingProposal(msgspec.Struct, frozen=True):
    """What would bring the wagers together again, in the order in which it is tried."""

    heavier: Side
    exceeded_cents: int
    """What patrons of the heavier hand are to lower, or those of the other may raise, in all."""

    removed: tuple[WagerRemoval, ...]
    """Wagers whose removal would meet the differential, the one placed last first (P19)."""


PlacedStake: TypeAlias = tuple[int, WagerRemoval]
"""The number under which a stake on a hand reached its amount, and the stake."""


def stakes_on_hands(table: Table) -> tuple[PlacedStake, ...]:
    """Every stake on one of the hands; side wagers do not count."""
    return tuple(
        (placed.number_of(stake), WagerRemoval(seat, stake))
        for seat, placed in table.current.sets.items()
        for stake in placed.stakes
        if stake.wager in HANDS
    )


HANDS = frozenset(Side)


def is_exceeded(table: Table) -> bool:
    """Whether the wagers on the two hands lie further apart than the table allows.

    Rule: DIFFERENTIAL
    """
    return excess_cents(table) > 0


def excess_cents(table: Table) -> int:
    """How much further apart the wagers on the two hands lie than the table allows."""
    return _exceeded_cents(table, stakes_on_hands(table))


def balancing_proposal(table: Table) -> BalancingProposal | None:
    """What balances the table, None while its differential is met.

    Rule: LIGHT_SIDE_MAY_RAISE
    """
    laid = stakes_on_hands(table)
    exceeded = _exceeded_cents(table, laid)
    if not exceeded:
        return None
    heavier, removed = _heavier(laid), list[WagerRemoval]()
    # A large wager may leave the other hand the heavier one, so each step looks again.
    while _exceeded_cents(table, laid):
        on_it = [each for each in laid if each[1].stake.wager == _heavier(laid)]
        last = max(on_it, key=lambda each: each[0])
        removed.append(last[1])
        laid = tuple(each for each in laid if each is not last)
    return BalancingProposal(heavier, exceeded, tuple(removed))


def _exceeded_cents(table: Table, laid: Iterable[PlacedStake]) -> int:
    """How far the differential is exceeded, nothing where the table has none."""
    limit_cents = table.settings_in_force.differential_cents
    return 0 if limit_cents is None else max(abs(_lead_cents(laid)) - limit_cents, 0)


def _heavier(laid: Iterable[PlacedStake]) -> Side:
    return Side.PLAYER if _lead_cents(laid) > 0 else Side.BANKER


def _lead_cents(laid: Iterable[PlacedStake]) -> int:
    """What lies on the Player hand beyond what lies on the Banker hand."""
    return sum(
        each.stake.cents if each.stake.wager == Side.PLAYER else -each.stake.cents
        for _, each in laid
    )
