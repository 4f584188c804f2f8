"""Compute the results of flat stakes on one wager over many rounds.

Every round is dealt from the same shoe, so the rounds are independent. The chances of one round
are exact. Over many rounds they are floats, because the output needs only the printed digits.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import comb, lcm
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from punto.odds.measures import MAX_FLAT_ROUNDS, WagerOdds

Floats: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Quantiles:
    """The median, and the value that at most one run of rounds in twenty exceeds."""

    median: float
    one_in_twenty: float


@dataclass(frozen=True, slots=True, eq=False)
class FlatBetting:
    """A run of rounds with one unit staked on each."""

    rounds: int
    results: Floats
    """The possible net results of the run, in units."""
    chances: Floats
    """The chance of each result."""
    wins_in_a_row: Quantiles
    losses_in_a_row: Quantiles
    drawdown: Quantiles
    """The largest fall below the highest balance so far, in units."""

    @property
    def ahead(self) -> float:
        """The chance to end ahead."""
        return float(self.chances[self.results > 0].sum())

    @property
    def behind(self) -> float:
        """The chance to end behind."""
        return float(self.chances[self.results < 0].sum())


def flat_betting(odds: WagerOdds, rounds: int) -> FlatBetting:
    """Compute the results of one unit staked on a wager in each of a number of rounds."""
    if not 1 <= rounds <= MAX_FLAT_ROUNDS:
        raise ValueError(f"{rounds} rounds; expected 1 to {MAX_FLAT_ROUNDS:,}")
    per_unit = lcm(*(result.denominator for result, _ in odds.results))
    steps = [(int(result * per_unit), float(chance)) for result, chance in odds.results if chance]
    results, chances = _sums(steps, rounds)
    win, lose = float(odds.win), float(odds.lose)
    return FlatBetting(
        rounds,
        results / per_unit,
        chances,
        _quantiles(lambda length: _no_run(win, lose, length, rounds), rounds),
        _quantiles(lambda length: _no_run(lose, win, length, rounds), rounds),
        _drawdown(steps, per_unit, rounds),
    )


def _sums(steps: list[tuple[int, float]], rounds: int) -> tuple[Floats, Floats]:
    """Return the possible sums of one step per round, and the chance of each sum."""
    lowest, highest = steps[0][0], steps[-1][0]
    chances = np.zeros(rounds * (highest - lowest) + 1)
    chances[0] = 1.0
    for played in range(rounds):
        reached = played * (highest - lowest) + 1
        before, chances[:reached] = chances[:reached].copy(), 0.0
        for step, chance in steps:
            chances[step - lowest : step - lowest + reached] += chance * before
    possible = np.flatnonzero(chances)
    return (possible + rounds * lowest).astype(np.float64), chances[possible]


def _no_run(chance: float, against: float, length: int, rounds: int) -> float:
    """Return the chance that a result of this chance never occurs `length` times in a row.

    `against` is the chance of the opposite result. A push neither lengthens nor breaks a run, so
    only the other rounds count.
    """
    decided = chance + against
    if length < 1 or not decided:
        return float(length > 0)
    # `free[n]` is the chance that n decided rounds contain no such run. The recursion subtracts
    # the chance that the first run ends exactly at round n.
    again, free = chance / decided, [1.0] * (rounds + 1)
    ends = again**length * (1 - again)
    for n in range(length, rounds + 1):
        free[n] = free[n - 1] - (again**length if n == length else ends * free[n - length - 1])
    return sum(
        comb(rounds, n) * decided**n * (1 - decided) ** (rounds - n) * free[n]
        for n in range(rounds + 1)
    )


def _drawdown(steps: list[tuple[int, float]], per_unit: int, rounds: int) -> Quantiles:
    deepest = rounds * -steps[0][0]

    def never(depth: int) -> float:
        """Return the chance that the balance never falls this far below its highest so far."""
        falls = np.zeros(depth)
        falls[:1] = 1.0
        for _ in range(rounds):
            before, falls = falls, np.zeros(depth)
            for step, chance in steps:
                if step < 0:
                    falls[-step:] += chance * before[: max(depth + step, 0)]
                else:
                    falls[: max(depth - step, 0)] += chance * before[step:]
                    falls[:1] += chance * before[:step].sum()
        return float(falls.sum())

    quantiles = _quantiles(never, deepest)
    return Quantiles(quantiles.median / per_unit, quantiles.one_in_twenty / per_unit)


def _quantiles(never: Callable[[int], float], maximum: int) -> Quantiles:
    """Find the quantiles of a whole number from `never(n)`, the chance that it is below n."""

    def quantile(chance: float) -> float:
        # A binary search for the smallest number that is not exceeded with this chance.
        low, high = 0, maximum
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if never(middle + 1) >= chance else (middle + 1, high)
        return float(low)

    return Quantiles(quantile(0.5), quantile(0.95))
