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
from tests.powercut.telling import report_lines
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


def test_a_power_cut_loses_no_acknowledged_entry_and_leaves_no_half_move(
    record_property: Record,
) -> None:
    """At least 20,000 cuts in play, at a checkpoint, while opening and closing, some in a row.

    Acknowledged entries are there, other entries are complete or absent, and balances add up.
    """
    tally = power_cuts(CUTS["small"])
    lines = report_lines("powercut", "power cuts", tally)
    record_property("figure", lines[0])
    assert tally.is_clean, "\n".join(lines)
    assert tally.cuts >= 20_000
    assert tally.kinds.keys() >= EVERY_KIND


@pytest.mark.parametrize("synchronous", CONTROLS)
def test_power_cuts_find_a_journal_that_does_not_sync_its_commits(
    synchronous: str, record_property: Record
) -> None:
    """As a control, the same cuts and checks run on commits that are not durable."""
    line, is_caught = control(CONTROL_SHIFTS["small"], 1, synchronous)
    record_property("figure", line)
    assert is_caught, line


def test_a_seed_that_fails_fails_again() -> None:
    """A printed seed is enough to reproduce a failure."""
    first, second = spread(cut_without_sync, [3, 3])
    assert first
    assert first == second


def cut_without_sync(seed: int) -> list[str]:
    return cut_shift(seed, "NORMAL").failed


def test_a_journal_whose_creation_failed_twice_can_still_be_opened() -> None:
    """Seed 1007 of the first long campaign failed in three steps.

    A power cut during the creation of a journal tore its first page. A kill during recovery left
    the file emptied but not synced. Then the power failed again. SQLite deletes the rollback
    journal of an empty file, and the torn page came back. The control opens without the sync.
    """
    [with_sync, control] = spread(openings_refused, [True, False])
    assert with_sync == []
    assert control


def openings_refused(is_synced: bool) -> list[str]:
    """The power cuts after which such a journal cannot be opened."""
    vfs = own_vfs()
    path = vfs.folder / "journal"
    with ExitStack() as stack:
        if not is_synced:
            stack.enter_context(patch.object(sqlite_file, "_sync_left_pages"))
        vfs.disk = Disk(half_created(vfs))
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


def half_created(vfs: DiskVfs) -> Platter:
    """A new file whose first page lost its first sector, and which recovery then emptied."""
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


def test_a_lost_frame_does_not_come_back_after_the_next_power_cut() -> None:
    """Seed 1709 of the first long campaign restored a lost frame.

    A stream was acquired twice without a sync. A power cut lost the first frame of the log but not
    the second. The next acquisition wrote the lost frame again, so the next power cut restored the
    second one, which was never acknowledged. The control opens without a new log.
    """
    [with_new_log, control] = spread(epochs_after_two_cuts, [True, False])
    assert with_new_log[1] == with_new_log[0] + 1
    assert control[1] == control[0] + 2


def epochs_after_two_cuts(has_new_log: bool) -> tuple[int, int]:
    """The epoch after a cut, and the epoch after one more acquisition and another cut."""
    vfs = own_vfs()
    with ExitStack() as stack:
        if not has_new_log:
            stack.enter_context(patch.object(sqlite_file, "_restart_log"))
        platter, _ = after_acquiring(vfs, Platter(), is_synced=True)
        once, _ = after_acquiring(vfs, platter, is_synced=False)
        twice, _ = after_acquiring(vfs, once, is_synced=False)
        for file, acts in twice.pending.items():
            lost = once.pending.get(file, [])
            twice.pending[file] = [act for act in acts if act not in lost]
        left, first = after_acquiring(vfs, Platter(Disk(twice).files()), is_synced=True)
        _, second = after_acquiring(vfs, Platter(Disk(left).files()), is_synced=True)
    return first, second


def after_acquiring(vfs: DiskVfs, start: Platter, *, is_synced: bool) -> tuple[Platter, int]:
    """Acquire a stream; return the medium, with or without the last sync, and the epoch before."""
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
