"""Cut the power a million times. Acknowledged entries must survive, others be whole or absent.

The real journal and the real stream owners play shifts on a disk that loses, tears and reorders
unsynced writes. The control plays the same shifts with unsynced commits, and must fail.
"""

import time
from functools import partial

from tests.powercut import cuts
from tests.powercut.holding import Tally
from tests.powercut.telling import gathered, report_lines, run
from tests.powercut.workers import own_vfs, spread

CUTS = {"full": 1_000_000, "small": 20_000, "one": cuts.CUTS_A_SEED}
CONTROL_SHIFTS = {"full": 100, "small": 10, "one": 1}
CONTROLS = ("NORMAL", "OFF")


def campaign(size: str, first: int) -> tuple[list[str], bool]:
    """Run all cuts, then the controls."""
    began = time.monotonic()
    tally = power_cuts(CUTS[size], first)
    rate = tally.cuts / (time.monotonic() - began)
    kinds = [f"{count:,} {kind}" for kind, count in tally.kinds.most_common()]
    lines = report_lines("powercut", "power cuts", tally)
    lines.append(f"  {rate:,.0f} cuts a second; of them {'; '.join(kinds)}")
    is_clean = tally.is_clean
    for synchronous in CONTROLS:
        line, is_caught = control(CONTROL_SHIFTS[size], first, synchronous)
        lines.append(line)
        # A single shift may be too short to lose anything.
        is_clean &= is_caught or size == "one"
    return lines, is_clean


def power_cuts(number: int, first: int = 1) -> Tally:
    """Cut the power this number of times, at every kind of write and sync."""
    shifts = range(first, first + number // cuts.CUTS_A_SEED)
    return gathered(spread(cut_shift, shifts, 5))


def cut_shift(seed: int, synchronous: str = "FULL") -> Tally:
    """Run the cuts of one shift. Any other error is a failure of its seed."""
    try:
        return cuts.cut(own_vfs(), seed, synchronous)
    except Exception as error:
        return Tally(failed=[f"seed {seed}, {type(error).__name__}: {error}"])


def control(shifts: int, first: int, synchronous: str) -> tuple[str, bool]:
    """Run the same with unsynced commits. It must fail, or the cuts prove nothing."""
    work = partial(cut_shift, synchronous=synchronous)
    found = list(spread(work, range(first, first + shifts)))
    tally, caught = gathered(found), sum(each.faults > 0 for each in found)
    line = (
        f"control, synchronous={synchronous}: {tally.cuts:,} power cuts in {shifts} shifts: "
        f"{tally.acknowledged_lost:,} acknowledged lost, {tally.half_moves:,} half moves, "
        f"{tally.cents:,} cents, {tally.unreadable:,} unreadable; "
        f"FAILED as it must in {caught} of {shifts} shifts"
    )
    return line, tally.acknowledged_lost > 0 and 10 * caught >= 9 * shifts


if __name__ == "__main__":
    run("powercut", campaign)
