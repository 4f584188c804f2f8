"""Read a journal without changing it or leaving files beside it."""

import os
import shutil
from pathlib import Path

import apsw
import pytest

from punto.audit import Check, UnreadableFile, audit
from punto.audit.store.journal_file import JournalFile
from punto.journal.stores.sqlite import SqliteJournal
from tests.audit.lines import finding_lines
from tests.audit.shift import Shift, plain_rounds


@pytest.fixture
def played(shift: Shift) -> Shift:
    """A table that has played some rounds, with an open journal."""
    shift.open()
    shift.load()
    plain_rounds(shift)
    return shift


@pytest.fixture
def journal(played: Shift) -> Path:
    """The same journal, closed."""
    played.journal.close()
    return played.path


def test_an_audit_of_a_closed_journal_leaves_no_files(journal: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in journal.parent.iterdir()}
    assert audit(journal).is_clean
    assert {path: path.stat().st_mtime_ns for path in journal.parent.iterdir()} == before


def test_a_journal_is_audited_while_it_is_written_to(played: Shift) -> None:
    before = audit(played.path)
    played.bets()
    played.close()
    after = audit(played.path)
    assert (before.is_clean, after.is_clean) == (True, True)
    assert after.entries > before.entries
    assert (before.rounds_running, after.rounds_running) == (0, 1)
    played.settle()
    assert audit(played.path).rounds_running == 0


def test_a_reader_does_not_read_entries_added_later(played: Shift) -> None:
    store = JournalFile(played.path)
    known = sum(1 for _ in store.entries())
    played.bets()
    assert sum(1 for _ in store.entries()) == known
    store.close()


def test_a_closed_journal_that_changes_during_the_audit_is_refused(journal: Path) -> None:
    store = JournalFile(journal)
    os.utime(journal, ns=(1, 1))
    with pytest.raises(UnreadableFile, match="changed during the audit; audit it again"):
        store.close()


def test_the_path_of_a_journal_may_have_unusual_characters(journal: Path) -> None:
    odd = journal.parent / "a folder?x=1#%20"
    odd.mkdir()
    shutil.copyfile(journal, odd / "böök & co.db")
    assert audit(odd / "böök & co.db").is_clean


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "is a journal of version 0; the auditor knows 1"),
        (b"SQLite format 3\0" + b"\xff" * 4_080, "is damaged: "),
        (b"no database, whatever else it is\n" * 200, "is damaged: file is not a database"),
    ],
)
def test_a_file_that_is_not_a_journal_is_refused(tmp_path: Path, text: bytes, words: str) -> None:
    path = tmp_path / "x.db"
    path.write_bytes(text)
    with pytest.raises(UnreadableFile, match=words):
        audit(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.db", tmp_path):
        with pytest.raises(UnreadableFile, match="there is no journal"):
            audit(path)


def test_a_journal_of_a_newer_version_is_refused(journal: Path) -> None:
    changed(journal, "PRAGMA user_version = 9")
    with pytest.raises(UnreadableFile, match="is a journal of version 9; the auditor knows 1"):
        audit(journal)


def test_a_journal_without_one_of_its_tables_is_refused(journal: Path) -> None:
    changed(journal, "DROP TABLE snapshots")
    with pytest.raises(UnreadableFile, match="it has no strict table snapshots"):
        audit(journal)


def test_a_journal_without_strict_tables_is_refused(journal: Path) -> None:
    changed(journal, "DROP TABLE balances", "CREATE TABLE balances (account, cents)")
    with pytest.raises(UnreadableFile, match="it has no strict table balances"):
        audit(journal)


def test_a_journal_with_other_columns_is_refused(journal: Path) -> None:
    changed(journal, "ALTER TABLE transfers RENAME COLUMN reason TO why")
    with pytest.raises(UnreadableFile, match="cannot be read: no such column: reason"):
        audit(journal)


def test_pages_without_checksums_are_found(journal: Path, tmp_path: Path) -> None:
    """A copy by ordinary tools loses the checksums of the journal."""
    plain = tmp_path / "plain.db"
    copy = apsw.Connection(str(plain))
    store = SqliteJournal(journal, read_only=True)
    source = store._db
    for (sql,) in source.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"):
        if "TRIGGER" not in sql:
            copy.execute(sql)
    for table in ("streams", "entries", "transfers", "balances", "snapshots"):
        for row in source.execute(f"SELECT * FROM {table}"):
            marks = ", ".join("?" * len(row))
            copy.execute(f"INSERT INTO {table} VALUES ({marks})", row)
    copy.execute("PRAGMA user_version = 1")
    copy.close()
    store.close()
    findings = audit(plain).findings
    assert [finding.check for finding in findings] == [Check.STORAGE, *[Check.SCHEMA] * 4]
    assert "pages without checksums" in finding_lines(findings)[0]


def test_an_index_that_does_not_agree_with_its_table_is_found(journal: Path) -> None:
    changed(
        journal,
        "PRAGMA writable_schema = ON",
        "CREATE TABLE hidden (stream INTEGER, number INTEGER, PRIMARY KEY (stream, number)) STRICT",
        "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema "
        "WHERE name = 'sqlite_autoindex_hidden_1') WHERE name = 'sqlite_autoindex_entries_1'",
        "PRAGMA writable_schema = RESET",
    )
    assert {finding.check for finding in audit(journal).findings} >= {Check.STORAGE}


def changed(path: Path, *statements: str) -> None:
    """Change the file by statements that no journal would execute."""
    db = apsw.Connection(str(path), vfs="cksmvfs")
    for statement in statements:
        db.execute(statement)
    db.close()
