"""Test that a start from the snapshot file equals a start from the whole journal."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from unittest.mock import patch

import pytest

from punto.certification.days.day import FAULTS, Day
from punto.certification.days.sample_floor import SampleFloor
from punto.floor.read_models import snapshot_file
from punto.floor.read_models.history import History
from punto.floor.read_models.replica import Replica
from punto.floor.read_models.snapshot_file import ENTRIES_BETWEEN, SnapshotFile
from punto.floor.streams.writer import CommittedEntry
from punto.games.library import game
from punto.house.staff.commands import RecordSignificantEvent
from punto.house.staff.events import (
    CallAnswered,
    CommandDeferred,
    ComponentDisabled,
    DealerAssigned,
    SignificantEventKind,
    SignificantEventRecorded,
)
from punto.house.terminals import AttendantCalled, CallReason
from punto.journal.entry import AnyEvent, Entry, StoredEntry
from punto.journal.reader import JournalReader
from punto.journal.stores.memory import MemoryJournal
from punto.journal.stores.sqlite import SqliteJournal
from punto.reports.floor.period import Calendar
from punto.table.actors import DEVICE

LARGE, HOUSE = 1_000_00, Calendar()


def taken(entries: Iterable[StoredEntry], into: Replica | None = None) -> Replica:
    remembered = into or Replica(History(LARGE, HOUSE))
    for kept in entries:
        remembered.apply(CommittedEntry(kept.stream, kept.number, kept.entry))
    return remembered


def kept_again(remembered: Replica) -> Replica:
    return snapshot_file.decode(snapshot_file.encode(remembered))


def same(one: Replica, other: Replica) -> bool:
    for mine, its in ((one.history.cage, other.history.cage), (one.history, other.history)):
        for name in mine.__struct_fields__:
            assert getattr(mine, name) == getattr(its, name), name
    return one == other


def of_staff(number: int, id_: str, stream: str, event: AnyEvent) -> StoredEntry:
    return StoredEntry(stream, number, Entry(id_, "noon", DEVICE, "", (event,)), b"")


def test_a_decoded_replica_continues_like_the_original() -> None:
    floor = SampleFloor(MemoryJournal())
    floor.play(12)
    entries = list(floor.entries())
    whole = taken(entries)
    assert whole.unrecorded
    assert whole.history.cage.vouchers
    noted = next(iter(whole.unrecorded.values())).command
    assert isinstance(noted, RecordSignificantEvent)
    entries += [
        of_staff(
            1,
            next(iter(whole.unrecorded)),
            "staff",
            SignificantEventRecorded(SignificantEventKind.VOID, "t", 1, "", "", ""),
        ),
        of_staff(
            2, "call", "terminals", AttendantCalled("T-1", "baccarat-11", CallReason.DISPUTE, 3)
        ),
        of_staff(3, "deals", "staff", DealerAssigned("baccarat-11", "D-1", "noon")),
        of_staff(4, "stops", "staff", ComponentDisabled("baccarat-12", "spilled drink")),
        of_staff(
            5,
            "waits",
            "staff",
            CommandDeferred("baccarat-11:x", "baccarat-11", "CloseTable", "{}", DEVICE),
        ),
    ]
    whole = taken(entries)
    assert whole.calls
    assert whole.significant
    assert whole.operations.attended
    assert whole.operations.closes_after("baccarat-11") == 0
    for cut in range(130, len(entries), 260):
        assert same(taken(entries[cut:], kept_again(taken(entries[:cut]))), whole), cut


def test_an_answered_call_is_removed_from_the_replica() -> None:
    called = of_staff(
        7, "call", "terminals", AttendantCalled("T-1", "t", CallReason.ATTENDANT, None)
    )
    remembered = taken([called])
    assert list(remembered.calls) == [7]
    taken([of_staff(1, "answer", "staff", CallAnswered(7, "went there"))], remembered)
    assert remembered.calls == {}


def test_a_failed_start_of_the_snapshot_process_is_retried_later(
    tmp_path: Path,
) -> None:
    """The failure once left the schedule in the state of writing, so no file was written."""
    SqliteJournal(tmp_path / "floor.db").close()
    keeping = SnapshotFile(tmp_path, tmp_path / "floor.db", LARGE, HOUSE)
    begun = keeping.load()
    begun.entries = ENTRIES_BETWEEN
    with patch("asyncio.create_subprocess_exec", side_effect=OSError("no process left")):
        asyncio.run(keeping.refresh(begun))
    assert not keeping.is_due(begun)
    begun.entries += ENTRIES_BETWEEN
    assert keeping.is_due(begun)


@pytest.mark.parametrize("name", ["tiger", "tiger-no-commission-live"])
def test_a_held_table_is_stored_and_decoded_unchanged(name: str) -> None:
    journal = MemoryJournal()
    Day(5, journal, FAULTS, game(name)).play(12)
    remembered, held = Replica(History(LARGE, HOUSE)), 0
    for kept in journal.read("table"):
        taken([kept], remembered)
        if remembered.history.tables["table"].held:
            held += 1
            remembered = kept_again(remembered)
    assert held
    assert same(remembered, taken(journal.read("table")))


def test_a_file_is_used_only_for_the_journal_it_was_made_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    for folder in (here, elsewhere):
        folder.mkdir()
        made = SqliteJournal(folder / "floor.db")
        if folder is here:
            SampleFloor(made).play(0)
        made.close()
    keeping = SnapshotFile(here, here / "floor.db", LARGE, HOUSE)
    begun = keeping.load()
    assert (begun.entries, keeping.is_due(begun)) == (0, False)
    begun.entries = ENTRIES_BETWEEN
    assert keeping.is_due(begun)
    asyncio.run(keeping.refresh(begun))
    assert not keeping.is_due(begun)
    journal, other = JournalReader(here / "floor.db"), JournalReader(elsewhere / "floor.db")
    assert same(keeping.read(journal), taken(journal.in_order()))

    def is_ignored(
        folder: Path = here, of: JournalReader = journal, large: int = LARGE, day: Calendar = HOUSE
    ) -> bool:
        return not SnapshotFile(folder, here / "floor.db", large, day).read(of).entries

    assert not is_ignored()
    # The file is of another journal, other settings or other software, or is damaged or missing.
    assert is_ignored(of=other)
    assert is_ignored(large=LARGE + 1)
    assert is_ignored(day=Calendar(begins_minutes=0))
    assert is_ignored(folder=elsewhere)
    file = here / snapshot_file.NAME
    text = file.read_bytes()
    file.write_bytes(text[:-1])
    assert is_ignored()
    file.write_bytes(text)
    monkeypatch.setattr(snapshot_file, "software_digest", lambda: "another")
    assert is_ignored()
