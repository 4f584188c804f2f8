"""The table differential: how far wagers on the two hands lie apart, and what balances them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from punto.core.sides import Side
from punto.table.commands.live import Removal
from punto.table.state import Table


@dataclass(frozen=True, slots=True)
class Proposal:
    """What would bring the wagers together again, in the order in which it is tried."""

    heavier: Side
    exceeded_cents: int
    """What patrons of the heavier hand are to lower, or those of the other may raise, in all."""

    removed: tuple[Removal, ...]
    """Wagers whose removal would meet the differential, the one placed last first (P19)."""


Laid: TypeAlias = tuple[int, Removal]
"""The number under which a stake on a hand reached its amount, and the stake."""


def laid_on_hands(table: Table) -> tuple[Laid, ...]:
    """Every stake on one of the hands; side wagers do not count."""
    return tuple(
        (placed.placed_at(stake), Removal(seat, stake))
        for seat, placed in table.current.sets.items()
        for stake in placed.stakes
        if stake.wager in HANDS
    )


HANDS = frozenset(Side)


def is_exceeded(table: Table) -> bool:
    """Whether the wagers on the two hands lie further apart than the table allows.

    Rule: DIFFERENTIAL
    """
    return exceeded_cents(table) > 0


def exceeded_cents(table: Table) -> int:
    """How much further apart the wagers on the two hands lie than the table allows."""
    return _exceeded_cents(table, laid_on_hands(table))


def proposal(table: Table) -> Proposal | None:
    """What balances the table, None while its differential is met.

    Rule: LIGHT_SIDE_MAY_RAISE
    """
    laid = laid_on_hands(table)
    exceeded = _exceeded_cents(table, laid)
    if not exceeded:
        return None
    heavier, removed = _heavier(laid), list[Removal]()
    # A large wager may leave the other hand the heavier one, so each step looks again.
    while _exceeded_cents(table, laid):
        on_it = [each for each in laid if each[1].stake.wager == _heavier(laid)]
        last = max(on_it, key=lambda each: each[0])
        removed.append(last[1])
        laid = tuple(each for each in laid if each is not last)
    return Proposal(heavier, exceeded, tuple(removed))


def _exceeded_cents(table: Table, laid: Iterable[Laid]) -> int:
    """How far the differential is exceeded, nothing where the table has none."""
    most = table.chosen.differential_cents
    return 0 if most is None else max(abs(_lead_cents(laid)) - most, 0)


def _heavier(laid: Iterable[Laid]) -> Side:
    return Side.PLAYER if _lead_cents(laid) > 0 else Side.BANKER


def _lead_cents(laid: Iterable[Laid]) -> int:
    """What lies on the Player hand beyond what lies on the Banker hand."""
    return sum(
        each.stake.cents if each.stake.wager == Side.PLAYER else -each.stake.cents
        for _, each in laid
    )
