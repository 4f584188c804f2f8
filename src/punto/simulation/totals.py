"""Add up simulation outcomes in whole numbers that do not depend on how the work was split."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from punto.simulation.game_tables import GameTables, Integers
from punto.simulation.shoe_dealing import ShoeDealing

MAX_STREAK = 64
"""The longest streak that is counted separately; longer streaks are counted as this long."""


@dataclass(frozen=True, slots=True, eq=False)
class Totals:
    """The number of outcomes, lengths and streaks in some shoes; two totals can be added."""

    shoes: int
    by_outcome: Integers
    lengths: Integers
    """The number of shoes, by their number of rounds."""

    streaks: Integers = field(default_factory=lambda: np.zeros((2, MAX_STREAK + 1), np.int64))
    """The number of streaks of wins, by hand (Player first) and length; ties are ignored."""

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
        """The number of shoes played."""
        return self.shoes

    @property
    def rounds(self) -> int:
        """The number of rounds played."""
        return int(self.by_outcome.sum())

    def record(self) -> dict[str, Any]:
        """Return the totals as plain numbers for a file, without zeros."""
        return {
            "shoes": self.shoes,
            "by_outcome": _sparse(self.by_outcome),
            "lengths": _sparse(self.lengths),
            "streaks": [_sparse(row) for row in self.streaks],
        }


def empty_totals(tables: GameTables, dealing: ShoeDealing) -> Totals:
    """Return the totals of no shoes."""
    longest = dealing.max_rounds(len(tables.book.order.initial))
    return Totals(0, np.zeros(tables.outcomes, np.int64), np.zeros(longest + 1, np.int64))


def totals_of(record: dict[str, Any], empty: Totals) -> Totals:
    """Return the totals from their record; `empty` gives the sizes of the arrays."""
    totals = Totals(
        int(record["shoes"]),
        empty.by_outcome.copy(),
        empty.lengths.copy(),
        empty.streaks.copy(),
    )
    _fill(totals.by_outcome, record["by_outcome"])
    _fill(totals.lengths, record["lengths"])
    for row, counts in zip(totals.streaks, record["streaks"], strict=True):
        _fill(row, counts)
    return totals


def _sparse(tally: Integers) -> dict[str, int]:
    return {str(at): int(tally[at]) for at in np.flatnonzero(tally)}


def _fill(tally: Integers, counts: dict[str, int]) -> None:
    for at, count in counts.items():
        tally[int(at)] = count
