"""The power fails at every kind of write and sync, and again while the journal recovers."""

from collections.abc import Callable

import pytest

from campaigns.powercut import CONTROL_SHIFTS, CONTROLS, CUTS, control, cut_shift, power_cuts
from tests.powercut.telling import told
from tests.powercut.workers import spread

Record = Callable[[str, object], None]

EVERY_KIND = {
    "after an acknowledgement",
    "in play, sync WAL",
    "in play, sync main file",
    "in play, write WAL",
    "in play, write main file",
    "killed before the cut",
    "cut 3 in a row",
    "while closing and opening again, delete WAL",
    "while closing and opening again, write main file",
    "while opening, create main file",
    "while opening, delete rollback journal",
    "while opening, sync WAL",
    "while opening, sync main file",
    "while opening, write WAL",
    "while opening, write main file",
}


def test_no_power_cut_loses_what_was_acknowledged_or_leaves_half_a_move(
    record_property: Record,
) -> None:
    """At least 20,000 cuts, in play, at a checkpoint, while opening and closing, up to three in a
    row: what was answered is there, what was not is there wholly or not at all, books close."""
    tally = power_cuts(CUTS["small"])
    lines = told("powercut", "power cuts", tally)
    record_property("figure", lines[0])
    assert tally.is_clean, "\n".join(lines)
    assert tally.cuts >= 20_000
    assert tally.kinds.keys() >= EVERY_KIND


@pytest.mark.parametrize("synchronous", CONTROLS)
def test_power_cuts_find_a_journal_that_does_not_sync_its_commits(
    synchronous: str, record_property: Record
) -> None:
    """The control: the same cuts, and the same judge, on commits that are not durable."""
    line, is_caught = control(CONTROL_SHIFTS["small"], 1, synchronous)
    record_property("figure", line)
    assert is_caught, line


def test_a_seed_that_fails_fails_again() -> None:
    """What a failure prints is enough to see it once more."""
    one, again = spread(cut_without_sync, [3, 3])
    assert one
    assert one == again


def cut_without_sync(seed: int) -> list[str]:
    return cut_shift(seed, "NORMAL").failed
