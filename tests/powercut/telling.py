"""Format the results of these campaigns, with the command that repeats a failed seed."""

import sys
import time
from collections.abc import Callable, Iterable

from campaigns.requested_size import requested
from tests.powercut.holding import Tally
from tests.powercut.workers import CORES

Campaign = Callable[[str, int], tuple[list[str], bool]]
"""Returns report lines and whether the run is clean, given a size and a first seed."""


def run(name: str, campaign: Campaign) -> None:
    """Run a campaign as `python -m campaigns.NAME SIZE [FIRST SEED]`; exit with 1 on failure."""
    size, seed = requested(name)
    began = time.monotonic()
    lines, is_clean = campaign(size, seed)
    print("\n".join(lines))
    print(f"{name}: {time.monotonic() - began:,.0f} s on {CORES} cores", flush=True)
    sys.exit(not is_clean)


def report_lines(name: str, noun: str, tally: Tally) -> list[str]:
    """The results in one line, and one more line for each failed seed."""
    figures = (
        f"{tally.cuts:,} {noun}: {tally.acknowledged_lost:,} acknowledged lost, "
        f"{tally.half_moves:,} half moves, {tally.cents:,} cents, {tally.paid_twice:,} paid twice, "
        f"{tally.unreadable:,} unreadable"
    )
    return [figures, *(again(name, failed) for failed in tally.failed[:10])]


def again(name: str, failed: str) -> str:
    """A failure with the command that repeats its seed."""
    seed = failed.removeprefix("seed ").partition(",")[0]
    return f"  {failed}; again: python -m campaigns.{name} one {seed}"


def gathered(tallies: Iterable[Tally]) -> Tally:
    """The sum of several tallies."""
    total = Tally()
    for tally in tallies:
        total.add(tally)
    return total
