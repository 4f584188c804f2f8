"""Simulate a patron who bets whenever the exact odds before a round are favourable.

No count can earn more, because a count only estimates the odds that this module computes. On a
GPU, the unseen cards and the odds stay on the device; only sums return to the host.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.odds.engine import count_pay_lines_batch
from punto.odds.engine.gpu_counts import MAX_CARDS_IN_DOUBLES, gpu_counter
from punto.odds.engine.plan import CountMethod
from punto.simulation.card_counting import (
    CountingSystem,
    CountResult,
    CountResults,
    bets_of,
    empty_results,
    sums_of_bets,
    tags_before_rounds,
)
from punto.simulation.game_tables import Integers
from punto.simulation.kernels.gpu_shoes import SHOES_PER_RUN, GpuShoeRunner, LaunchShape
from punto.simulation.shoe_dealing import CountDivisor, ShoeDealing
from punto.simulation.shoe_play import RoundRecords, ShoeTask, play_records

PERFECT = "perfect play"
WORTH = 10**6
"""Returns are added up in millionths, because sums of whole numbers do not depend on the order."""

SHOES_AT_ONCE = 64
RANKS = 13


def perfect_counts(keys: Sequence[str]) -> tuple[CountingSystem, ...]:
    """Return for each wager a count without tags, which stands for perfect play."""
    return tuple(CountingSystem(key, (0,) * RANKS, 0, 0, -1, name=PERFECT) for key in keys)


def play_perfectly(
    task: ShoeTask, counts: tuple[CountingSystem, ...], first: int, shoes: int
) -> CountResults:
    """Play a range of shoes with counts, some of which may stand for perfect play.

    The result of a bet is its exact return before the round, instead of its actual win. This
    removes most of the random variation, so far fewer shoes give the same precision.
    """
    results = empty_results(counts)
    for start in range(first, first + shoes, SHOES_AT_ONCE):
        records = play_records(task, start, min(SHOES_AT_ONCE, first + shoes - start))
        worth = value_before_rounds(task.book, task.dealing, records)
        results += CountResults(
            tuple(
                sums_of_bets(
                    worth[count.wager] > 0
                    if count.name == PERFECT
                    else bets_of(count, task.dealing, records),
                    worth[count.wager],
                    records,
                )
                for count in counts
            )
        )
    return results


def value_before_rounds(
    book: Rulebook, dealing: ShoeDealing, records: RoundRecords
) -> dict[str, Integers]:
    """Return the exact return of each wager before every round, in millionths.

    Places after the last round of a shoe are 0.
    """
    played = records.outcomes >= 0
    returns = returns_of(book, unseen_before(dealing, records)[played])
    worth = {}
    for at, wager in enumerate(book.wagers):
        worth[wager.key] = np.zeros(played.shape, np.int64)
        # Rounding away from zero keeps the smallest advantage above zero.
        millionths = returns[:, at] * WORTH
        worth[wager.key][played] = np.where(
            returns[:, at] > 0, np.ceil(millionths), np.floor(millionths)
        )
    return worth


def unseen_before(dealing: ShoeDealing, records: RoundRecords) -> Integers:
    """Return the unseen cards of each rank before every round."""
    copies = dealing.cards // RANKS
    left = np.empty((*records.outcomes.shape, RANKS), np.int64)
    for rank in range(RANKS):
        tags = tuple(int(tagged == rank) for tagged in range(RANKS))
        left[..., rank] = (
            copies - tags_before_rounds(tags, CountDivisor.UNSEEN, dealing, records)[0]
        )
    return left


def returns_of(book: Rulebook, compositions: Integers) -> Integers:
    """Return the expected return of wagers: one row per composition, one column per wager."""
    counts = count_pay_lines_batch(
        book, np.ascontiguousarray(compositions), Tableau(book.order), threads=1
    )
    deals = counts.astype(np.float64)
    returns: Integers = deals[:, 1:] @ gains(book) / deals[:, :1] - 1
    return returns


@cache
def gains(book: Rulebook) -> Integers:
    """Return the payment for one unit staked, the stake included: one row per line."""
    lines = [(at, line) for at, wager in enumerate(book.wagers) for line in wager.lines]
    gains = np.zeros((len(lines), len(book.wagers)))
    for row, (at, line) in enumerate(lines):
        gains[row, at] = 1 + line.pays.win / line.pays.per
    return gains


SHOES_AT_ONCE_ON_GPU = 1 << 14
"""The default batch, which fits the memory of any device; larger batches can be faster."""

RECORDING = LaunchShape("unseen_before_rounds", 128, 4)


class PerfectPlayer:
    """Simulates perfect play on a GPU, with the shoes of the kernel `shoes_from_counts`."""

    def __init__(self, task: ShoeTask) -> None:
        self._player = GpuShoeRunner(task)
        import cupy

        self._cupy = cupy
        self._task = task
        self._counter = gpu_counter(task.book, Tableau(task.book.order))
        if self._counter.plan.lines_by(CountMethod.REFERENCE):
            raise ValueError(f"{task.book.key} has lines that a GPU cannot count; use a CPU")
        self._gains = cupy.asarray(gains(task.book).T.copy())
        self._in_doubles = task.dealing.cards <= MAX_CARDS_IN_DOUBLES

    def play(self, first: int, shoes: int, at_once: int = SHOES_AT_ONCE_ON_GPU) -> CountResults:
        """Play a range of shoes and return the earnings on every wager, in millionths."""
        results = empty_results(perfect_counts([wager.key for wager in self._task.book.wagers]))
        for start in range(0, shoes, at_once):
            count = min(at_once, shoes - start)
            unseen, shoe_of = self.unseen(first + start, count)
            results += self._totals(self.returns(unseen), shoe_of, count)
        return results

    def unseen(self, first: int, shoes: int) -> tuple[Any, Any]:
        """Return the unseen cards before every round, one row per rank, and each round's shoe."""
        if first % SHOES_PER_RUN:
            raise ValueError(f"first shoe {first}; expected a multiple of {SHOES_PER_RUN}")
        cupy = self._cupy
        max_rounds = self._task.dealing.max_rounds(len(self._task.book.order.initial))
        room = shoes * max_rounds
        by_rank = cupy.empty((RANKS, room), np.int32)
        shoe_of, recorded = cupy.empty(room, np.uint32), cupy.zeros(1, np.uint64)
        self._player.record_unseen(
            RECORDING, by_rank, shoe_of, recorded, self._task.seed, first, shoes
        )
        rounds = int(recorded[0])
        return cupy.ascontiguousarray(by_rank[:, :rounds]), shoe_of[:rounds].astype(np.int64)

    def counts(self, unseen: Any) -> Any:
        """Count all deals of every round, then those in which each line holds: one row per line."""
        return self._counter.start(
            unseen, self._in_doubles, self._counter.launches(self._in_doubles)[0]
        )

    def returns(self, unseen: Any) -> Any:
        """Return the expected return of every wager before every round, one row per wager."""
        deals = self.counts(unseen).astype(np.float64)
        return self._gains @ deals[1:] / deals[:1] - 1

    def _totals(self, returns: Any, shoe_of: Any, shoes: int) -> CountResults:
        cupy = self._cupy
        millionths = returns * WORTH
        worth = cupy.where(returns > 0, cupy.ceil(millionths), 0.0)
        return CountResults(
            tuple(self._result(row, shoe_of, shoes, returns.shape[1]) for row in worth)
        )

    def _result(self, worth: Any, shoe_of: Any, shoes: int, rounds: int) -> CountResult:
        cupy = self._cupy
        bets = cupy.bincount(shoe_of, weights=(worth > 0).astype(np.float64), minlength=shoes)
        won = cupy.bincount(shoe_of, weights=worth, minlength=shoes)
        sums = (bets, won, worth**2, bets**2, won**2, bets * won)
        return CountResult(shoes, rounds, *(int(values.sum()) for values in sums))


def unseen_on_host(on_device: Any) -> Any:
    """Copy the unseen cards to the host, one row per round, for an exact count on a CPU."""
    return np.ascontiguousarray(on_device.get().T.astype(np.int64))
