"""Compute the difference between the stakes on the two hands, and how to reduce it."""

from collections.abc import Iterable
from typing import TypeAlias

import msgspec

from punto.core.sides import Side
from punto.table.commands import WagerRemoval
from punto.table.state import Table


class BalancingProposal(msgspec.Struct, frozen=True):
    """The ways to meet the table differential again, in the order in which staff try them."""

    heavier: Side
    exceeded_cents: int
    """The cents by which the heavier hand must fall or the other must rise."""

    removed: tuple[WagerRemoval, ...]
    """The wagers to remove until the differential is met, the latest first (P19)."""


PlacedStake: TypeAlias = tuple[int, WagerRemoval]
"""The set number that completed the amount of a stake on a hand, and the stake."""


def stakes_on_hands(table: Table) -> tuple[PlacedStake, ...]:
    """Every stake on one of the hands. Side wagers do not count."""
    return tuple(
        (placed.number_of(stake), WagerRemoval(seat, stake))
        for seat, placed in table.current.sets.items()
        for stake in placed.stakes
        if stake.wager in HANDS
    )


HANDS = frozenset(Side)


def is_exceeded(table: Table) -> bool:
    """Whether the stakes on the two hands differ by more than the table allows.

    Rule: DIFFERENTIAL
    """
    return excess_cents(table) > 0


def excess_cents(table: Table) -> int:
    """The cents by which the difference of the two hands exceeds the table differential."""
    return _exceeded_cents(table, stakes_on_hands(table))


def balancing_proposal(table: Table) -> BalancingProposal | None:
    """Propose how to meet the differential; None while it is met.

    Rule: LIGHT_SIDE_MAY_RAISE
    """
    laid = stakes_on_hands(table)
    exceeded = _exceeded_cents(table, laid)
    if not exceeded:
        return None
    heavier, removed = _heavier(laid), list[WagerRemoval]()
    # Removing a large wager may make the other hand the heavier one, so check after each.
    while _exceeded_cents(table, laid):
        on_it = [each for each in laid if each[1].stake.wager == _heavier(laid)]
        last = max(on_it, key=lambda each: each[0])
        removed.append(last[1])
        laid = tuple(each for each in laid if each is not last)
    return BalancingProposal(heavier, exceeded, tuple(removed))


def _exceeded_cents(table: Table, laid: Iterable[PlacedStake]) -> int:
    """The excess over the differential; zero if the table has none."""
    limit_cents = table.settings_in_force.differential_cents
    return 0 if limit_cents is None else max(abs(_lead_cents(laid)) - limit_cents, 0)


def _heavier(laid: Iterable[PlacedStake]) -> Side:
    return Side.PLAYER if _lead_cents(laid) > 0 else Side.BANKER


def _lead_cents(laid: Iterable[PlacedStake]) -> int:
    """The stakes on the Player hand less those on the Banker hand."""
    return sum(
        each.stake.cents if each.stake.wager == Side.PLAYER else -each.stake.cents
        for _, each in laid
    )
