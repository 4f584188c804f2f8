"""Simulate perfect play on a GPU, by the exact odds of every wager before every round.

The shoes equal those of the GPU kernel `shoes_from_counts`. Unseen cards and odds stay on the
device, which makes the simulation fast. Only sums return to the host.
"""

from typing import Any

import numpy as np

from punto.core.tableau import Tableau
from punto.odds.engine.gpu_counts import MAX_CARDS_IN_DOUBLES, gpu_counter
from punto.odds.engine.plan import CountMethod
from punto.simulation.card_counting import CountResult, CountResults, empty_results
from punto.simulation.kernels.gpu_shoes import SHOES_A_RUN, GpuShoeRunner, LaunchShape
from punto.simulation.perfect_play import RANKS, WORTH, gains, perfect_counts
from punto.simulation.shoe_play import ShoeTask

SHOES_AT_ONCE = 1 << 14
"""Few enough for the memory of any device; a large one is busier with more."""

KEEPING = LaunchShape("unseen_before_rounds", 128, 4)


class PerfectPlayer:
    """Plays a task's shoes by exact odds, without a card that leaves the device."""

    def __init__(self, task: ShoeTask) -> None:
        self._player = GpuShoeRunner(task)
        import cupy

        self._cupy = cupy
        self._task = task
        self._counter = gpu_counter(task.book, Tableau(task.book.order))
        if self._counter.plan.lines_by(CountMethod.REFERENCE):
            raise ValueError(f"{task.book.key} has lines that are not counted on a GPU")
        self._gains = cupy.asarray(gains(task.book).T.copy())
        self._in_doubles = task.dealing.cards <= MAX_CARDS_IN_DOUBLES

    def play(self, first: int, shoes: int, at_once: int = SHOES_AT_ONCE) -> CountResults:
        """What perfect play earns on every wager over a range of shoes, in millionths."""
        found = empty_results(perfect_counts([each.key for each in self._task.book.wagers]))
        for start in range(0, shoes, at_once):
            here = min(at_once, shoes - start)
            unseen, shoe_of = self.unseen(first + start, here)
            found += self._added_up(self.returns(unseen), shoe_of, here)
        return found

    def unseen(self, first: int, shoes: int) -> tuple[Any, Any]:
        """The cards unseen before every round, a row a rank, and the shoe of each round."""
        if first % SHOES_A_RUN:
            raise ValueError(f"shoes from {first} on; expected a multiple of {SHOES_A_RUN}")
        cupy = self._cupy
        max_rounds = self._task.dealing.max_rounds(len(self._task.book.order.initial))
        room = shoes * max_rounds
        by_rank = cupy.empty((RANKS, room), np.int32)
        shoe_of, recorded = cupy.empty(room, np.uint32), cupy.zeros(1, np.uint64)
        self._player.record_unseen(
            KEEPING, by_rank, shoe_of, recorded, self._task.seed, first, shoes
        )
        rounds = int(recorded[0])
        return cupy.ascontiguousarray(by_rank[:, :rounds]), shoe_of[:rounds].astype(np.int64)

    def counts(self, unseen: Any) -> Any:
        """All deals of every round, then those in which each line holds: a row a line."""
        return self._counter.start(
            unseen, self._in_doubles, self._counter.launches(self._in_doubles)[0]
        )

    def returns(self, unseen: Any) -> Any:
        """The return of every wager before every round, a row a wager."""
        deals = self.counts(unseen).astype(np.float64)
        return self._gains @ deals[1:] / deals[:1] - 1

    def _added_up(self, returns: Any, shoe_of: Any, shoes: int) -> CountResults:
        cupy = self._cupy
        millionths = returns * WORTH
        worth = cupy.where(returns > 0, cupy.ceil(millionths), 0.0)
        return CountResults(
            tuple(self._counted(each, shoe_of, shoes, returns.shape[1]) for each in worth)
        )

    def _counted(self, worth: Any, shoe_of: Any, shoes: int, rounds: int) -> CountResult:
        cupy = self._cupy
        bets = cupy.bincount(shoe_of, weights=(worth > 0).astype(np.float64), minlength=shoes)
        won = cupy.bincount(shoe_of, weights=worth, minlength=shoes)
        sums = (bets, won, worth**2, bets**2, won**2, bets * won)
        return CountResult(shoes, rounds, *(int(each.sum()) for each in sums))


def unseen_on_host(on_device: Any) -> Any:
    """A copy of what is unseen, a row a round, for an exact count on a CPU."""
    return np.ascontiguousarray(on_device.get().T.astype(np.int64))
