"""The power fails at every kind of write and sync, and again while the journal recovers."""

from collections.abc import Callable
from contextlib import ExitStack
from itertools import product
from random import Random
from unittest.mock import patch

import pytest

from campaigns.powercut import CONTROL_SHIFTS, CONTROLS, CUTS, control, cut_shift, power_cuts
from punto.journal.errors import JournalError
from punto.journal.stores import sqlite_file
from punto.journal.stores.sqlite import SqliteJournal
from tests.powercut.disk import SECTOR, Act, Did, Disk, Platter
from tests.powercut.telling import told
from tests.powercut.vfs import DiskVfs
from tests.powercut.workers import own_vfs, spread

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


def test_a_journal_half_made_twice_can_still_be_opened() -> None:
    """Seed 1007 of the first long campaign: power cut while a journal is made, so that its first
    page is torn; killed in recovery, with the file emptied and not yet synced; power cut again.

    SQLite deletes the rollback journal of an empty file, and then the torn page came back. The
    control leaves out the sync with which a journal is opened.
    """
    [as_it_is, control] = spread(openings_refused, [True, False])
    assert as_it_is == []
    assert control


def openings_refused(is_made_safe: bool) -> list[str]:
    """The power cuts after which a journal that was half made twice cannot be opened."""
    vfs = own_vfs()
    path = vfs.folder / "journal"
    with ExitStack() as stack:
        if not is_made_safe:
            stack.enter_context(patch.object(sqlite_file, "_make_safe"))
        vfs.disk = Disk(half_made(vfs))
        SqliteJournal(path).close()
        start, acts = vfs.disk.start, vfs.disk.acts
        refused = []
        for place, seed in product(range(len(acts)), range(12)):
            platter = start.copy()
            for act in acts[:place]:
                platter.follow(act)
            vfs.disk = Disk(platter.after_power_cut(Random(seed)))
            try:
                SqliteJournal(path).close()
            except JournalError as error:
                refused.append(f"{acts[place].did}, seed {seed}: {error}")
    return refused


def half_made(vfs: DiskVfs) -> Platter:
    """A new file whose first page lost its first sector, and then was emptied in recovery."""
    vfs.disk = Disk(Platter())
    SqliteJournal(vfs.folder / "journal").close()
    acts = vfs.disk.acts
    [main] = [act.file for act in acts if act.did is Did.CREATE and act.name == "journal"]
    page = next(at for at, act in enumerate(acts) if act.did is Did.WRITE and act.file == main)
    platter = Platter()
    for act in acts[:page]:
        platter.follow(act)
    torn = acts[page]._replace(at=SECTOR, data=acts[page].data[SECTOR : 7 * SECTOR])
    for act in (torn, Act(Did.SYNC, main), Act(Did.TRUNCATE, main, 0)):
        platter.follow(act)
    return platter


def test_what_was_lost_in_one_cut_does_not_come_back_in_the_next() -> None:
    """Seed 1709 of the first long campaign: of two takings of a stream that were not synced the
    first was lost and the second kept; to take it again wrote the very frame that was lost, and
    the next power cut brought the second one back, which nobody had been promised.

    The control leaves out the new log with which a journal is opened.
    """
    [as_it_is, control] = spread(epochs_after_two_cuts, [True, False])
    assert as_it_is[1] == as_it_is[0] + 1
    assert control[1] == control[0] + 2


def epochs_after_two_cuts(has_new_log: bool) -> tuple[int, int]:
    """The epoch found after a cut, and the one found after taking the stream and another cut."""
    vfs = own_vfs()
    with ExitStack() as stack:
        if not has_new_log:
            stack.enter_context(patch.object(sqlite_file, "_restart_log"))
        platter, _ = taken(vfs, Platter(), is_synced=True)
        once, _ = taken(vfs, platter, is_synced=False)
        twice, _ = taken(vfs, once, is_synced=False)
        for file, acts in twice.pending.items():
            lost = once.pending.get(file, [])
            twice.pending[file] = [act for act in acts if act not in lost]
        left, found = taken(vfs, Platter(Disk(twice).files()), is_synced=True)
        _, again = taken(vfs, Platter(Disk(left).files()), is_synced=True)
    return found, again


def taken(vfs: DiskVfs, start: Platter, *, is_synced: bool) -> tuple[Platter, int]:
    """The medium once a stream was taken, with or without the last sync, and the epoch before."""
    disk = vfs.disk = Disk(start)
    journal = SqliteJournal(vfs.folder / "journal")
    epoch = journal.acquire("t1").epoch
    until = len(disk.acts)
    journal.close()
    if not is_synced:
        until = max(at for at, act in enumerate(disk.acts[:until]) if act.did is Did.SYNC)
    platter = start.copy()
    for act in disk.acts[:until]:
        platter.follow(act)
    return platter, epoch - 1
