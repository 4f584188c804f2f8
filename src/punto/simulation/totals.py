"""Add up simulation outcomes in whole numbers that do not depend on how the work was split."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from punto.simulation.game_tables import GameTables, Integers
from punto.simulation.shoe_dealing import ShoeDealing

MAX_STREAK = 64
"""Longer streaks are counted as this long."""


@dataclass(frozen=True, slots=True, eq=False)
class Totals:
    """Tallies over some shoes; adding two is counting both."""

    shoes: int
    by_outcome: Integers
    lengths: Integers
    """By number of rounds: how many shoes had so many."""

    streaks: Integers = field(default_factory=lambda: np.zeros((2, MAX_STREAK + 1), np.int64))
    """By hand, Player first, and length: how many streaks of wins there were, ties apart."""

    def __add__(self, other: "Totals") -> "Totals":
        return Totals(
            self.shoes + other.shoes,
            self.by_outcome + other.by_outcome,
            self.lengths + other.lengths,
            self.streaks + other.streaks,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Totals) and self.record() == other.record()

    @property
    def played(self) -> int:
        """How many shoes were played."""
        return self.shoes

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return int(self.by_outcome.sum())

    def record(self) -> dict[str, Any]:
        """The totals as plain numbers, for a file; only what is not zero."""
        return {
            "shoes": self.shoes,
            "by_outcome": _sparse(self.by_outcome),
            "lengths": _sparse(self.lengths),
            "streaks": [_sparse(row) for row in self.streaks],
        }


def empty_totals(tables: GameTables, dealing: ShoeDealing) -> Totals:
    """The totals of no shoes."""
    longest = dealing.max_rounds(len(tables.book.order.initial))
    return Totals(0, np.zeros(tables.outcomes, np.int64), np.zeros(longest + 1, np.int64))


def totals_of(record: dict[str, Any], empty: Totals) -> Totals:
    """The totals that a record of them holds."""
    found = Totals(
        int(record["shoes"]),
        empty.by_outcome.copy(),
        empty.lengths.copy(),
        empty.streaks.copy(),
    )
    _fill(found.by_outcome, record["by_outcome"])
    _fill(found.lengths, record["lengths"])
    for row, counts in zip(found.streaks, record["streaks"], strict=True):
        _fill(row, counts)
    return found


def _sparse(tally: Integers) -> dict[str, int]:
    return {str(at): int(tally[at]) for at in np.flatnonzero(tally)}


def _fill(tally: Integers, counts: dict[str, int]) -> None:
    for at, count in counts.items():
        tally[int(at)] = count
