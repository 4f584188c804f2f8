"""Try millions of changed frames, shoes without a shuffle, and fair shoes.

Controls run beside each part: a reader that checks no tag, one that ignores frame counters, and a
watch that alarms too soon. The campaign must detect all three.
"""

import statistics
import tempfile
from pathlib import Path
from unittest import mock

from punto.devices.shoe_monitor import ALARM_AT
from tests.devices import matrix, watching
from tests.devices.bench import STATES
from tests.devices.mutation import KINDS, Tally, Uncounted, mutated
from tests.powercut.telling import run
from tests.powercut.workers import spread

FRAMES = {"full": 1_000_000, "small": 20_000, "one": 2_000}
UNSHUFFLED = {"full": 10_000, "small": 200, "one": 20}
HALF_SHUFFLED = {"full": 1_000, "small": 50, "one": 10}
HONEST = {"full": 1_000_000, "small": 20_000, "one": 2_000}
COMPARED = {"full": 300, "small": 30, "one": 5}

TOO_SOON = 20
"""The growth at which the control alarms: once in a few dozen fair shoes."""

MAX_FALSE_ALARMS = 1 / 10_000


def campaign(size: str, first: int) -> tuple[list[str], bool]:
    """Run faults in every state of a round, changed frames, and shoes of all kinds."""
    lines: list[str] = []
    verdicts = []
    for part in (faults, frames, unshuffled, half_shuffled, honest):
        more, is_right = part(size, first)
        lines += more
        verdicts.append(is_right)
    return lines, all(verdicts)


def faults(size: str, _: int) -> tuple[list[str], bool]:
    """Compare every fault in every state with the reviewed table."""
    documents = list(matrix.BOOKS) if size == "full" else ["E"]
    found = [row for rows in spread(_rows, documents) for row in rows]
    other = sum(row not in matrix.reviewed() for row in found)
    states = len(STATES)
    line = (
        f"{len(found) * states:,} cells, {len(matrix.FAULTS)} faults of device and line in "
        f"{states} states of a round at tables of {' '.join(documents)}: "
        f"{other} rows other than reviewed"
    )
    return [line], not other


def _rows(document: str) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        return list(matrix.rows(Path(folder), document))


def frames(size: str, first: int) -> tuple[list[str], bool]:
    """Send changed frames to the reader, and to two readers that lack a check."""
    each = min(FRAMES[size], 5_000)
    seeds = range(first, first + FRAMES[size] // each)
    whole = Tally()
    for found in spread(_mutated, [(each, seed) for seed in seeds]):
        whole.add(found)
    lines = [f"{whole.tried:,} changed frames of {len(KINDS)} kinds: {_counts(whole)}"]
    kinds = ", ".join(f"{many:,} {kind}" for kind, many in sorted(whole.faults.items()))
    lines.append(f"  reported:  {kinds}")
    with mock.patch("punto.devices.frames.hmac.compare_digest", return_value=True):
        untagged = mutated(2_000, first)
    uncounted = mutated(2_000, first, Uncounted)
    for what, control in (("tag", untagged), ("counter", uncounted)):
        lines.append(f"control, no {what} checked: {control.tried:,} frames: {_counts(control)}")
    is_right = not whole.wrong + whole.twice + whole.unrecovered
    return lines, is_right and untagged.wrong > 0 and uncounted.twice > 0


def _mutated(work: tuple[int, int]) -> Tally:
    return mutated(*work, shoe=work[1] % 7)


def _counts(tally: Tally) -> str:
    return (
        f"wrong card accepted {tally.wrong}, counted twice {tally.twice}, "
        f"not recovered {tally.unrecovered}"
    )


def unshuffled(size: str, first: int) -> tuple[list[str], bool]:
    """Watch shoes without a shuffle. The watch must flag every one."""
    return _flagged(UNSHUFFLED[size], first, must=True)


def half_shuffled(size: str, first: int) -> tuple[list[str], bool]:
    """Watch poorly shuffled shoes, and report how many the watch flags."""
    return _flagged(HALF_SHUFFLED[size], first, must=False)


def _flagged(shoes: int, first: int, must: bool) -> tuple[list[str], bool]:
    kinds = watching.UNSHUFFLED if must else watching.HALF_SHUFFLED
    lines, is_right = [], True
    for kind, found in spread(_by_kind, [(kind, shoes, first) for kind in kinds]):
        cards = sorted(each for each in found if each is not None)
        missed = len(found) - len(cards)
        is_right = is_right and not (must and missed)
        when = ""
        if cards:
            when = f" by card {cards[-1]} at the latest, half by card {statistics.median(cards):g}"
        lines.append(f"{shoes:,} shoes, {kind}: {len(cards):,} flagged{when}")
    return lines, is_right


def _by_kind(work: tuple[str, int, int]) -> tuple[str, list[int | None]]:
    kind, shoes, seed = work
    make = {**watching.UNSHUFFLED, **watching.HALF_SHUFFLED}[kind]
    return kind, watching.flagged(make, shoes, seed)


def honest(size: str, first: int) -> tuple[list[str], bool]:
    """Count false alarms, and compare the counting kernel with the watch itself."""
    each = min(HONEST[size], 20_000)
    alarms = soon = shoes = 0
    for found in spread(_honest, [(each, first + at) for at in range(HONEST[size] // each)]):
        alarms, soon, shoes = alarms + found[0], soon + found[1], shoes + each
    both = watching.stakes_by_both(COMPARED[size], first)
    apart = max(abs(one / other - 1) for one, other in both)
    rate = f"one in {shoes / alarms:,.0f}" if alarms else "none"
    lines = [
        f"{shoes:,} honest shoes: {alarms} false alarms, {rate}",
        f"control, alarm at {TOO_SOON} instead of {ALARM_AT:,.0f}: {soon:,} false alarms",
        f"{len(both)} honest shoes by watch and kernel: {apart:.1e} apart at most",
    ]
    is_right = alarms <= shoes * MAX_FALSE_ALARMS < soon and apart < 1e-9
    return lines, is_right


def _honest(work: tuple[int, int]) -> tuple[int, int]:
    stakes = watching.highest_stakes(*work)
    return int((stakes >= ALARM_AT).sum()), int((stakes >= TOO_SOON).sum())


if __name__ == "__main__":
    run("devices", campaign)
