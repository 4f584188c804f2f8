"""A reader finds entries, pages and rounds while another connection writes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.cli.floor import journal as journal_verbs
from punto.core.irregularities import Trigger
from punto.journal.chain import genesis_hash, verify
from punto.journal.entry import Entry
from punto.journal.errors import JournalCorrupted
from punto.journal.protocol import Batch
from punto.journal.reader import JournalReader
from punto.journal.stores.sqlite import SqliteJournal
from punto.table.actors import HOUSE_DEALER
from punto.table.events import BetsClosed, BetsOpened, RoundVoided, SeatTaken


class Writing:
    """A journal with one event per entry, and the writer that extends it."""

    def __init__(self, folder: Path) -> None:
        self.journal = SqliteJournal(folder / "floor.db")
        self.leases = {name: self.journal.acquire(name) for name in ("one", "two")}
        self.versions = dict.fromkeys(self.leases, 0)

    def add(self, stream: str, *events: object) -> None:
        for event in events:
            version = self.versions[stream]
            entry = Entry(f"id-{version}", "", HOUSE_DEALER, "", (event,))  # type: ignore[arg-type]
            self.journal.append(Batch(stream, self.leases[stream].epoch, version, [entry]))
            self.versions[stream] += 1


def opened(number: int) -> BetsOpened:
    return BetsOpened(number, "shoe", "book", "settings")


@pytest.fixture
def writing(tmp_path: Path) -> Iterator[Writing]:
    new = Writing(tmp_path)
    new.add("one", SeatTaken(1, "a"), opened(1), BetsClosed(1))
    new.add("two", SeatTaken(1, "b"))
    new.add("one", RoundVoided(1, Trigger.SHOE_SHORT, "E 5.3", ()), opened(2))
    yield new
    new.journal.close()


def test_the_reader_finds_entries_by_number_place_round_and_text(writing: Writing) -> None:
    reader = JournalReader(writing.journal.path)
    assert [row[0] for row in reader.rows("one", 2, 4)] == [2, 3, 4]
    assert reader.hash_at("one", 0) == genesis_hash("one")
    assert reader.hash_at("one", 3) == reader.rows("one", 3, 3)[0][3]
    assert reader.hash_at("one", 99) is None
    assert reader.hash_at("three", 1) is None
    assert (reader.position_of("one", 3), reader.position_of("two", 1)) == (3, 4)
    assert reader.position_of("two", 2) is None
    assert [line.stream for line in reader.between(3, 5)] == ["one", "two", "one"]
    assert [line.number for line in reader.rows_mentioning('"visit":"a"', 99)] == [1]
    assert reader.first_after("one", 2, '["BetsOpened",') == 5
    assert reader.first_after("one", 5, '["BetsOpened",') is None


def test_entries_of_one_stream_or_of_all_come_newest_first(writing: Writing) -> None:
    reader = JournalReader(writing.journal.path)
    assert [line.place for line in reader.newest_first(None, None)] == [6, 5, 4, 3, 2, 1]
    assert [line.number for line in reader.newest_first(5, "one")] == [3, 2, 1]


def test_the_index_finds_the_entries_of_a_round(writing: Writing) -> None:
    reader = JournalReader(writing.journal.path)
    assert reader.entries_of_round("one", 1) == [2, 4]
    assert reader.entries_of_round("one", 2) == [5]
    for stream, number in (("one", 3), ("two", 1), ("three", 1)):
        assert reader.entries_of_round(stream, number) == []
    plan = reader._db.execute(
        "EXPLAIN QUERY PLAN SELECT number FROM rounds WHERE stream = 1 AND round = 1"
    )
    assert "USING PRIMARY KEY" in str(list(plan))


def test_the_reader_finds_the_start_of_a_running_round(writing: Writing) -> None:
    reader = JournalReader(writing.journal.path)
    assert reader.start_of_running_round("one") == 5
    assert reader.start_of_running_round("two") is None
    writing.add("one", RoundVoided(2, Trigger.SHOE_SHORT, "E 5.3", ()))
    assert reader.start_of_running_round("one") is None


def test_a_reader_sees_one_moment_while_another_connection_writes(writing: Writing) -> None:
    """Otherwise a journal in use would look corrupted."""
    reader = JournalReader(writing.journal.path)
    with reader.as_of_now():
        verify(reader, after_each=lambda: writing.add("two", SeatTaken(2, "c")))
    with pytest.raises(JournalCorrupted, match="expected entry"):
        verify(reader, after_each=lambda: writing.add("two", SeatTaken(2, "c")))
    assert reader.streams()["two"][0] > 6


def test_the_command_verifies_the_journal_of_a_running_floor(
    writing: Writing, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It once read entries that were added meanwhile, and called a sound journal corrupted."""
    monkeypatch.setattr(
        "rich.progress.Progress.advance", lambda *_: writing.add("two", SeatTaken(2, "c"))
    )
    journal_verbs.verify(writing.journal.path)
    assert "is whole" in capsys.readouterr().out
