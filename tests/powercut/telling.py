"""Telling: what the campaigns of this folder print, and how one of their seeds is played again."""

import sys
import time
from collections.abc import Callable, Iterable

from campaigns.requested_size import requested
from tests.powercut.holding import Tally
from tests.powercut.workers import CORES

Campaign = Callable[[str, int], tuple[list[str], bool]]
"""From a size and a first seed to the lines that tell what was found, and whether all is well."""


def run(name: str, campaign: Campaign) -> None:
    """Runs a campaign as `python -m campaigns.NAME SIZE [FIRST SEED]`; 1 is a failure."""
    size, seed = requested(name)
    began = time.monotonic()
    lines, is_clean = campaign(size, seed)
    print("\n".join(lines))
    print(f"{name}: {time.monotonic() - began:,.0f} s on {CORES} cores", flush=True)
    sys.exit(not is_clean)


def told(name: str, what: str, tally: Tally) -> list[str]:
    """What was found in one line, and one more for each seed that shows it again."""
    figures = (
        f"{tally.cuts:,} {what}: {tally.acknowledged_lost:,} acknowledged lost, "
        f"{tally.half_moves:,} half moves, {tally.cents:,} cents, {tally.paid_twice:,} paid twice, "
        f"{tally.unreadable:,} unreadable"
    )
    return [figures, *(again(name, each) for each in tally.failed[:10])]


def again(name: str, failed: str) -> str:
    """A failure with the words that play its seed again."""
    seed = failed.removeprefix("seed ").partition(",")[0]
    return f"  {failed}; again: python -m campaigns.{name} one {seed}"


def gathered(tallies: Iterable[Tally]) -> Tally:
    """Many tallies in one."""
    whole = Tally()
    for each in tallies:
        whole.add(each)
    return whole
