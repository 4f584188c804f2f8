"""Fail the disk at every write, sync and read of a shift, and check that nothing is lost."""

import shutil

from tests.powercut import failing, kills
from tests.powercut.holding import Tally
from tests.powercut.telling import gathered, report_lines, run
from tests.powercut.workers import own_vfs, spread

SHIFTS = {"full": 4, "small": 1, "one": 1}
EVERY = {"full": 1, "small": 7, "one": 1}
"""Try one of this number of points of a shift."""

Work = tuple[int, str, int]
"""A seed, the name of a fault, and the distance between the tried points."""


def campaign(size: str, first: int) -> tuple[list[str], bool]:
    """Inject every fault by the VFS, and by strace if it is installed."""
    lines: list[str] = []
    is_clean = True
    ways = [(fault.name, fail_shift, "") for fault in failing.FAULTS]
    if shutil.which("strace") is not None and size != "small":
        ways += [(name, fail_by_strace, ", by strace") for name in kills.REAL_FAULTS]
    for name, fail, how in ways:
        work = [(seed, name, EVERY[size]) for seed in range(first, first + SHIFTS[size])]
        tally = gathered(spread(fail, work))
        lines += report_lines("faults", f"times {name}{how}", tally)
        is_clean &= tally.is_clean and tally.cuts > 0
    return lines, is_clean


def fail_shift(work: Work) -> Tally:
    """Fail the disk of a shift at every n-th point."""
    seed, name, every = work
    [fault] = [each for each in failing.FAULTS if each.name == name]
    return failing.Sufferer(own_vfs(), seed).fail_at(fault, points(seed, every))


def fail_by_strace(work: Work) -> Tally:
    """Fail every n-th system call with strace."""
    seed, name, every = work
    return kills.kill_at(kills.REAL_FAULTS[name], seed, points(seed, every))


def points(seed: int, every: int) -> range:
    """The points to fail. The range is longer than a shift, which ends by itself."""
    return range(1 + seed % every, 1_000_000, every)


if __name__ == "__main__":
    run("faults", campaign)
