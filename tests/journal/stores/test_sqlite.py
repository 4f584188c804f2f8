"""A journal file is durable, locked by its writer, and protected against changes."""

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw
import pytest
from msgspec.structs import replace

from punto import audit
from punto.journal.chain import verify
from punto.journal.errors import JournalCorrupted, JournalError, StorageFailed
from punto.journal.protocol import AppendResult, Batch
from punto.journal.stores.sqlite import SqliteJournal
from punto.journal.stores.sqlite_file import SCHEMA, clear_errors
from tests.journal.entries import entry
from tests.powercut.fencing import unlocked

BUY = ("cage", "credit/v", 100)
CACHE_BYTES = 2_000 * 1_024
Reopened = Callable[[], SqliteJournal]


def test_stored_entries_are_there_after_the_file_is_opened_again(reopened: Reopened) -> None:
    first = reopened()
    first.acquire("s")
    first.append(Batch("s", 1, 0, [entry("a", BUY)]))
    second = reopened()
    assert [each.entry.id for each in second.read("s")] == ["a"]
    assert second.balances() == {"cage": -100, "credit/v": 100}
    assert list(second.transfers()) == [("s/a/1", "cage", "credit/v", 100, "buy-in")]
    assert second.acquire("s").epoch == 2


def test_empty_accounts_take_no_memory(reopened: Reopened) -> None:
    first = reopened()
    first.acquire("s")
    visits = [("cage", f"credit/{number}", 5) for number in range(9)]
    left = [(credit, "cage", cents) for _, credit, cents in visits[1:]]
    first.append(Batch("s", 1, 0, [entry("a", *visits), entry("b", *left)]))
    for journal in (first, reopened()):
        assert journal._balances == {"cage": -5, "credit/0": 5}
        assert journal.balance("credit/1") == 0
    assert reopened()._db.execute("SELECT count(*) FROM balances").get == 10


def test_every_commit_is_synced_and_every_page_has_a_checksum(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "j.db")
    db = journal._db
    assert db.pragma("synchronous") == 2
    assert db.pragma("journal_mode") == "wal"
    assert db.pragma("checksum_verification") == "1"
    assert db.reserve_bytes("main") == 8
    journal.close()


def test_a_second_process_is_refused(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "j.db")
    program = (
        "import sys; from pathlib import Path\n"
        "from punto.journal.stores.sqlite import SqliteJournal\n"
        "from punto.journal.errors import JournalError\n"
        "try: SqliteJournal(Path(sys.argv[1]))\n"
        "except JournalError as error: print(error)"
    )
    words = [sys.executable, "-c", program, str(tmp_path / "j.db")]
    answer = subprocess.run(words, capture_output=True, text=True, check=True)
    assert answer.stdout.endswith("j.db is in use by another process\n")
    journal.close()


@pytest.mark.parametrize("kind", [apsw.BusyError, apsw.ProtocolError])
def test_the_lock_of_another_program_is_reported(tmp_path: Path, kind: type[Exception]) -> None:
    with (
        pytest.raises(StorageFailed, match="is locked by another program"),
        clear_errors(tmp_path),
    ):
        raise kind


def test_a_second_connection_may_read_while_one_writes(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "j.db")
    journal.acquire("s")
    journal.append(Batch("s", 1, 0, [entry("a", BUY)]))
    reader = SqliteJournal(tmp_path / "j.db", read_only=True)
    assert reader.balance("credit/v") == 100
    reader.close()
    journal.close()


def test_a_missing_file_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="there is no journal"):
        SqliteJournal(tmp_path / "none.db", read_only=True)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be written"):
        SqliteJournal(tmp_path / "no" / "such" / "folder" / "j.db")


def test_a_file_that_is_not_a_database_is_reported_as_damaged(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    path.write_bytes(b"not a database at all" * 400)
    with pytest.raises(JournalCorrupted, match="is damaged"):
        SqliteJournal(path)


def test_a_journal_of_another_version_is_refused_with_a_remedy(
    reopened: Reopened, tmp_path: Path
) -> None:
    reopened()._db.execute("PRAGMA user_version = 2")
    words = "version 2, but this Punto reads version 1; use the Punto that wrote it"
    with pytest.raises(JournalError, match=words):
        reopened()
    with pytest.raises(audit.UnreadableFile, match="version 2; the auditor knows 1"):
        audit.audit(tmp_path / "again.db")


def test_a_refused_journal_of_another_version_is_unchanged(
    reopened: Reopened, tmp_path: Path
) -> None:
    """Its journal mode was once changed before its version was read."""
    db = reopened()._db
    db.execute("PRAGMA user_version = 3")
    db.execute("PRAGMA journal_mode = DELETE")
    before = (tmp_path / "again.db").read_bytes()
    with pytest.raises(JournalError, match="version 3"):
        reopened()
    assert (tmp_path / "again.db").read_bytes() == before


def test_a_journal_gets_checksums_although_its_creation_was_interrupted(
    tmp_path: Path,
) -> None:
    """An empty file once counted as a journal with checksums, and never got any."""
    (tmp_path / "j.db").touch()
    journal = SqliteJournal(tmp_path / "j.db")
    assert journal._db.reserve_bytes("main") == 8
    assert journal._db.pragma("checksum_verification") == "1"
    journal.close()


def test_a_journal_without_checksums_is_refused(tmp_path: Path) -> None:
    plain = apsw.Connection(str(tmp_path / "j.db"))
    plain.execute(SCHEMA)
    plain.close()
    with pytest.raises(JournalCorrupted, match="its pages have no checksums"):
        SqliteJournal(tmp_path / "j.db")


@pytest.mark.parametrize("read_only", [True, False])
def test_a_pipe_or_a_folder_is_not_a_journal(tmp_path: Path, read_only: bool) -> None:
    """Opening a pipe waited forever; opening a folder created a lock file beside it."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "pipe", tmp_path / "folder", Path(), Path("/dev/null")):
        with pytest.raises(JournalError, match="is not a file; expected a journal"):
            SqliteJournal(path, read_only=read_only)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "pipe"]


def test_a_foreign_database_with_the_same_version_is_refused_unchanged(
    tmp_path: Path,
) -> None:
    """It once counted as a damaged journal, and its log was changed before the refusal."""
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as other:
        other.executescript("CREATE TABLE streams (x); PRAGMA user_version = 1;")
    before = path.read_bytes()
    for read_only in (True, False):
        with pytest.raises(JournalError, match="is not a journal: it has no table balances"):
            SqliteJournal(path, read_only=read_only)
    assert path.read_bytes() == before


def test_the_database_of_another_program_is_refused_unchanged(tmp_path: Path) -> None:
    """Punto once created the tables of a journal in any database."""
    other = apsw.Connection(str(tmp_path / "j.db"))
    other.execute("CREATE TABLE theirs (x)")
    other.close()
    before = (tmp_path / "j.db").read_bytes()
    with pytest.raises(JournalError, match="is not a journal"):
        SqliteJournal(tmp_path / "j.db")
    assert (tmp_path / "j.db").read_bytes() == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET body = x'00'",
        "DELETE FROM entries",
        "UPDATE transfers SET cents = 5",
        "DELETE FROM transfers",
        "UPDATE balances SET cents = -1 WHERE account = 'credit/v'",
        "INSERT INTO transfers VALUES ('s/a/1', 'a', 'b', 5, 'buy-in')",
        "INSERT INTO transfers VALUES ('new', 'a', 'b', 0, 'buy-in')",
        "INSERT INTO entries VALUES (1, 2, 'a', x'00', x'00')",
    ],
)
def test_the_file_itself_refuses_forbidden_changes(reopened: Reopened, statement: str) -> None:
    journal = reopened()
    journal.acquire("s")
    journal.append(Batch("s", 1, 0, [entry("a", BUY)]))
    with pytest.raises(apsw.ConstraintError):
        journal._db.execute(statement)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            "UPDATE entries SET body = CAST('x' AS BLOB) WHERE number = 2",
            "does not chain at entry 2",
        ),
        ("UPDATE entries SET hash = zeroblob(32) WHERE number = 2", "does not chain at entry 2"),
        (
            "UPDATE entries SET id = 'z' WHERE number = 2",
            "s, entry 2: the stored id differs from the entry's id",
        ),
        ("DELETE FROM entries WHERE number = 2", "does not chain at entry 2"),
        ("DELETE FROM entries WHERE number = 1", "does not chain at entry 1"),
    ],
)
def test_a_broken_chain_is_reported_with_its_entry(
    reopened: Reopened, change: str, words: str
) -> None:
    journal = reopened()
    journal.acquire("s")
    journal.append(Batch("s", 1, 0, [entry(each) for each in "abc"]))
    for trigger in ("entries_stay", "entries_remain"):
        journal._db.execute(f"DROP TRIGGER {trigger}")
    journal._db.execute(change)
    with pytest.raises(JournalCorrupted, match=words):
        list(reopened().read("s"))


def test_reading_after_a_missing_entry_is_refused(reopened: Reopened) -> None:
    journal = reopened()
    journal.acquire("s")
    with pytest.raises(JournalCorrupted, match="s has no entry 3"):
        list(journal.read("s", after=3))


def test_a_failed_append_changes_nothing(reopened: Reopened) -> None:
    journal = reopened()
    journal.acquire("s")
    journal.append(Batch("s", 1, 0, [entry("a", BUY)]))
    again = entry("a", ("credit/v", "bank/t", 50))
    with pytest.raises(apsw.ConstraintError):
        journal.append(Batch("s", 1, 1, [again]))
    assert journal.balance("credit/v") == 100
    assert journal.append(Batch("s", 1, 1, [entry("b", BUY)])) == [AppendResult(1)]


def test_an_append_that_fails_halfway_stores_nothing(reopened: Reopened) -> None:
    """The entry was written already when its transfer was refused for a repeated id."""
    journal = reopened()
    journal.acquire("s")
    bought = entry("a", BUY)
    journal.append(Batch("s", 1, 0, [bought]))
    with pytest.raises(apsw.ConstraintError):
        journal.append(Batch("s", 1, 1, [replace(entry("b"), transfers=bought.transfers)]))
    again = reopened()
    assert [each.entry.id for each in again.read("s")] == ["a"]
    assert again.balances() == {"cage": -100, "credit/v": 100}
    assert again.acquire("s").version == 1


def test_a_stream_that_does_not_end_with_its_head_cannot_be_acquired(reopened: Reopened) -> None:
    """A stream owner with a snapshot of the last entry would not read that it is missing."""
    journal = reopened()
    journal.acquire("s")
    journal.append(Batch("s", 1, 0, [entry(each) for each in "abc"]))
    journal._db.execute("DROP TRIGGER entries_remain")
    journal._db.execute("DELETE FROM entries WHERE number = 3")
    with pytest.raises(
        JournalCorrupted, match="s ends at entry 2, which is not its head; expected entry 3"
    ):
        reopened().acquire("s")


def test_a_changed_entry_is_refused_when_its_command_is_repeated(reopened: Reopened) -> None:
    """A repeated command was once answered from an entry that did not chain."""
    journal = reopened()
    journal.acquire("s")
    journal.append(Batch("s", 1, 0, [entry(each) for each in "abc"]))
    journal._db.execute("DROP TRIGGER entries_stay")
    journal._db.execute(
        "UPDATE entries SET body = (SELECT body FROM entries WHERE id = 'c') WHERE id = 'b'"
    )
    assert journal.find_entry("s", "a")
    with pytest.raises(JournalCorrupted, match="does not chain at entry 2"):
        journal.find_entry("s", "b")
    with pytest.raises(JournalCorrupted, match="does not chain at entry 2"):
        journal.find_entries("s", ["a", "b", "c"])


def test_money_that_another_writer_has_moved_cannot_be_staked(tmp_path: Path) -> None:
    """Balances were once read only at the start, so a returning writer used old ones."""
    one, other = unlocked(tmp_path / "j.db"), unlocked(tmp_path / "j.db")
    one.acquire("s")
    one.append(Batch("s", 1, 0, [entry("a", BUY)]))
    other.acquire("s")
    other.append(Batch("s", 2, 1, [entry("b", ("credit/v", "stakes/v", 100))]))
    assert one.acquire("s").version == 2
    results = one.append(Batch("s", 3, 2, [entry("c", ("credit/v", "stakes/v", 100))]))
    assert results == [AppendResult(0, "credit/v")]
    one.close()
    other.close()


def test_current_balances_include_the_transfers_of_another_writer(tmp_path: Path) -> None:
    one, other = unlocked(tmp_path / "j.db"), unlocked(tmp_path / "j.db")
    stake = entry("b", ("credit/v", "stakes/v", 100))
    assert not one.posting().covers(stake)
    other.acquire("s")
    other.append(Batch("s", 1, 0, [entry("a", BUY)]))
    posting = one.posting()
    assert [posting.covers(stake), posting.covers(stake)] == [True, False]
    one.close()
    other.close()


def test_a_journal_in_use_can_be_copied(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "j.db")
    for stream in ("one", "two"):
        lease = journal.acquire(stream)
        journal.append(Batch(stream, lease.epoch, 0, [entry(f"{stream}-1")]))
    reader = SqliteJournal(tmp_path / "j.db", read_only=True)
    reader.back_up(tmp_path / "copy.db")
    lease = journal.acquire("one")
    journal.append(Batch("one", lease.epoch, 1, [entry("one-2")]))
    assert not (tmp_path / "copy.db").stat().st_mode & 0o077, "as private as the journal"
    copy = SqliteJournal(tmp_path / "copy.db", read_only=True)
    assert [stored.entry.id for stored in copy.in_order()] == ["one-1", "two-1"]
    assert [stored.entry.id for stored in journal.in_order()] == ["one-1", "two-1", "one-2"]
    for open_journal in (copy, reader, journal):
        open_journal.close()


def test_a_journal_larger_than_the_page_cache_is_copied_while_it_grows(tmp_path: Path) -> None:
    """Pages that left the cache before the first page of the copy once had no checksum."""
    path = tmp_path / "j.db"
    journal = SqliteJournal(path)
    journal.acquire("s")
    version = 0
    while path.stat().st_size < 2 * CACHE_BYTES:
        version = _append(journal, version, 300)
    assert path.with_name("j.db-wal").stat().st_size, "the newest pages are in the log"
    is_copied, grows = threading.Event(), threading.Event()

    def grow() -> None:
        number = version
        while not is_copied.is_set():
            number = _append(journal, number, 1)
            grows.set()

    writer = threading.Thread(target=grow)
    writer.start()
    try:
        assert grows.wait(60)
        reader = SqliteJournal(path, read_only=True)
        assert -1_024 * reader._db.pragma("cache_size") == CACHE_BYTES
        for name in ("one.db", "two.db"):
            reader.back_up(tmp_path / name)
        reader.close()
    finally:
        is_copied.set()
        writer.join()
        journal.close()
    for name in ("one.db", "two.db"):
        copy = SqliteJournal(tmp_path / name, read_only=True)
        assert copy._db.reserve_bytes("main") == 8
        assert verify(copy).entries["s"] > version
        copy.close()


def _append(journal: SqliteJournal, version: int, count: int) -> int:
    """Append entries that move money in one transaction, and return the new version."""
    numbers = range(version + 1, version + count + 1)
    journal.append(Batch("s", 1, version, [entry(f"a{number}", BUY) for number in numbers]))
    return version + count


def test_a_copy_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "j.db")
    with pytest.raises(StorageFailed, match="cannot be written: No such file"):
        journal.back_up(tmp_path / "none" / "copy.db")
    journal.close()


def _read_in_order(journal: SqliteJournal, _folder: Path) -> None:
    assert list(journal.in_order())


def _read_as_of_now(journal: SqliteJournal, _folder: Path) -> None:
    with journal.as_of_now():
        assert list(journal.in_order())


def _copy(journal: SqliteJournal, folder: Path) -> None:
    journal.back_up(folder / "copy.db")
    (folder / "copy.db").unlink()


PAGE = 4_096


@pytest.mark.parametrize("use", [_read_in_order, _read_as_of_now, _copy])
def test_a_damaged_page_is_reported_for_the_file_that_has_it(
    tmp_path: Path, use: Callable[[SqliteJournal, Path], None]
) -> None:
    """Damage ends the transaction; a second end of it once raised a traceback."""
    path = tmp_path / "j.db"
    journal = SqliteJournal(path)
    journal.acquire("s")
    journal.append(Batch("s", 1, 0, [entry(f"a{number}", BUY) for number in range(200)]))
    journal.close()
    sound, messages = path.read_bytes(), list[str]()
    for page in range(1, len(sound) // PAGE):
        damaged = bytearray(sound)
        damaged[page * PAGE + 2_000] ^= 1
        path.write_bytes(damaged)
        try:
            journal = SqliteJournal(path, read_only=True)
        except JournalCorrupted:
            continue
        try:
            use(journal, tmp_path)
        except JournalCorrupted as error:
            messages.append(str(error))
            (tmp_path / "copy.db").unlink(missing_ok=True)
        finally:
            journal.close()
    assert len(messages) > 3
    assert {message.partition(": ")[0] for message in messages} == {f"{path} is damaged"}
