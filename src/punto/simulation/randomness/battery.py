"""Run statistical tests on card orders and on the rounds dealt from them.

The tests follow 25 CFR 547.14: chi-square, runs, serial correlation, equidistribution, gap, poker,
coupon collector, permutation, spectral and subsequence tests. Further tests compare each shoe with
the next. The shoes may come from any source, such as a simulator or a table. All chances are exact
for an unbiased shuffle. If a test needs a spread, it uses the spread of the shoes themselves.

By chance, one p-value in a hundred is below 0.01. A source fails if far more are below 0.01, or if
one p-value is too small to be chance.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from punto.core.cards import Card, Rank, Suit
from punto.core.rulebook import Rulebook
from punto.simulation.game_tables import Integers
from punto.simulation.randomness.card_tests import TestStatistic, statistics

TOO_SMALL = 1e-7
LEVEL = 0.01


@dataclass(frozen=True, slots=True)
class RandomnessResult:
    """The p-value of one test."""

    test: str
    p: float


@dataclass(frozen=True, slots=True)
class BatteryResult:
    """The p-values of all tests."""

    shoes: int
    findings: tuple[RandomnessResult, ...]

    @property
    def below_level(self) -> int:
        """The number of p-values below 0.01."""
        return sum(finding.p < LEVEL for finding in self.findings)

    @property
    def expected_below(self) -> float:
        """The expected number of p-values below 0.01 for a random source."""
        return LEVEL * len(self.findings)

    @property
    def allowed_below(self) -> int:
        """The number that a random source exceeds only once in ten thousand batteries."""
        tests = len(self.findings)
        left = 1.0
        for count in range(tests + 1):
            left -= comb(tests, count) * LEVEL**count * (1 - LEVEL) ** (tests - count)
            if left < 1e-4:
                return count
        return tests

    @property
    def worst(self) -> RandomnessResult:
        """The result with the smallest p-value."""
        return min(self.findings, key=lambda finding: finding.p)

    @property
    def passes(self) -> bool:
        """Whether the p-values fit a random source."""
        return self.worst.p >= TOO_SMALL and self.below_level <= self.allowed_below


def run_battery(
    chunks: Iterable[Integers], book: Rulebook, started_from: Integers | None = None
) -> BatteryResult:
    """Test arrays of shoes, one row of ranks 0 to 12 per shoe, and the rounds of a game.

    With `started_from`, the order before every shuffle, the battery also tests that cards do not
    prefer their old places.
    """
    sums: dict[str, TestStatistic] = {}
    shoes = 0
    for orders in chunks:
        shoes += len(orders)
        for name, statistic in statistics(orders, book, started_from):
            sums[name] = sums[name] + statistic if name in sums else statistic
    if shoes < 2:
        raise ValueError(f"{shoes} shoes; expected at least two")
    return BatteryResult(
        shoes, tuple(RandomnessResult(name, statistic.p) for name, statistic in sums.items())
    )


def shoe_orders(shoes: Iterable[Sequence[Card]]) -> Integers:
    """Return shoes of cards as an array of ranks."""
    return np.array([[card.rank - 1 for card in shoe] for shoe in shoes], np.uint8)


def orders_of_letters(shoes: Iterable[str]) -> Integers:
    """Return an array of ranks from shoes in the form of a virtual shoe, two letters per card."""
    rank_of = np.zeros(128, np.uint8)
    for rank in Rank:
        rank_of[ord(str(Card(rank, Suit.SPADES))[0])] = rank - 1
    letters = [np.frombuffer(shoe.encode("ascii"), np.uint8)[::2] for shoe in shoes]
    return rank_of[np.array(letters)]
