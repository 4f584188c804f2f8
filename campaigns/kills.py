"""Kill a shift before and after every write, sync and answer until it ends by itself."""

import shutil
from functools import cache

from tests.powercut import kills
from tests.powercut.holding import Tally
from tests.powercut.telling import gathered, report_lines, run
from tests.powercut.workers import spread

SHIFTS = {"full": 16, "small": 2, "one": 1}
EVERY = {"full": 1, "small": 9, "one": 1}
"""Try one of this number of points of a shift."""

Work = tuple[int, int]
"""A seed, and the distance between the tried points."""


def campaign(size: str, first: int) -> tuple[list[str], bool]:
    """Kill shifts from inside, and by strace if it is installed."""
    shifts = [(seed, EVERY[size]) for seed in range(first, first + SHIFTS[size])]
    own = gathered(spread(kill_by_own_hand, shifts))
    lines = report_lines("kills", "kills before and after a write, sync or answer", own)
    if shutil.which("strace") is None or size == "small":
        return lines, own.is_clean and own.cuts > 0
    traced = gathered(spread(kill_by_strace, shifts))
    lines += report_lines("kills", "kills by strace at a write, sync or answer", traced)
    return lines, own.is_clean and traced.is_clean and own.cuts > 0 and traced.cuts > 0


def kill_by_own_hand(work: Work) -> Tally:
    """Kill a shift at every n-th point, by the VFS."""
    return kills.kill_at(own_hand(), work[0], points(*work))


@cache
def own_hand() -> kills.AtItsOwnHand:
    """The killer of this process."""
    return kills.AtItsOwnHand()


def kill_by_strace(work: Work) -> Tally:
    """Kill a shift at every n-th point, by strace."""
    return kills.kill_at(kills.ByStrace(), work[0], points(*work))


def points(seed: int, every: int) -> range:
    """The points to kill at. The range is longer than a shift, which ends by itself."""
    return range(1 + seed % every, 1_000_000, every)


if __name__ == "__main__":
    run("kills", campaign)
