"""A journal chained by another digest: the same entries, and both chains can be compared."""

from pathlib import Path

import apsw
import pytest

from punto import audit
from punto.journal.checkpoint import JournalBehindCheckpoint, check_not_behind
from punto.journal.digests import DIGEST_BYTES, DIGESTS
from punto.journal.entry import entry_hash, genesis_hash
from punto.journal.errors import JournalCorrupted, JournalError
from punto.journal.protocol import Batch
from punto.journal.reader import JournalReader
from punto.journal.rechain import rechain
from punto.journal.stores.sqlite import SqliteJournal
from punto.journal.stores.sqlite_file import CHECKSUMS
from punto.journal.verification import verify
from tests.journal.entries import entry


def journal_at(path: Path) -> Path:
    journal = SqliteJournal(path)
    for stream in ("one", "two"):
        journal.acquire(stream)
        journal.append(Batch(stream, 1, 0, [entry("a"), entry("b"), entry("c")]))
    journal.acquire("empty")
    journal.close()
    return path


def bodies(path: Path) -> list[tuple[str, int, bytes]]:
    reader = JournalReader(path)
    try:
        return [(each.stream, each.number, each.body) for each in reader.between(1, 99)]
    finally:
        reader.close()


@pytest.mark.parametrize("digest", DIGESTS)
def test_the_copy_has_the_same_entries_and_both_heads_are_told(tmp_path: Path, digest: str) -> None:
    old, new = journal_at(tmp_path / "old.db"), tmp_path / "new.db"
    before = old.read_bytes()
    told = {each.stream: each for each in rechain(old, new, digest)}
    assert old.read_bytes() == before
    assert bodies(new) == bodies(old)
    assert {name: each.entries for name, each in told.items()} == {"empty": 0, "one": 3, "two": 3}
    reader, was = JournalReader(new), JournalReader(old)
    assert verify(reader).digest == digest
    head = genesis_hash("one", digest)
    for _, number, body in (each for each in bodies(new) if each[0] == "one"):
        head = entry_hash(head, number, body, digest)
    assert told["one"].after == head.hex() == reader.streams()["one"][1].hex()
    assert told["one"].before == was.streams()["one"][1].hex()
    assert len(head) == DIGEST_BYTES
    # What was exported by the old chain holds for the new one, as it is worked out again.
    heads = {name: (each.entries, each.before) for name, each in told.items()}
    check_not_behind(reader, heads, "the export", was.digest)
    check_not_behind(reader, {"one": (2, (was.hash_at("one", 2) or b"").hex())}, "it", was.digest)
    with pytest.raises(JournalBehindCheckpoint, match="one has another entry 2"):
        check_not_behind(reader, {"one": (2, heads["one"][1])}, "the export", was.digest)
    with pytest.raises(JournalBehindCheckpoint, match="one ends at entry 3"):
        check_not_behind(reader, {"one": (4, heads["one"][1])}, "the export", was.digest)
    reader.close()
    was.close()


def test_a_rechained_journal_is_written_on_and_chained_back(tmp_path: Path) -> None:
    old, new, back = journal_at(tmp_path / "a.db"), tmp_path / "b.db", tmp_path / "c.db"
    rechain(old, new, "sha3-256")
    journal = SqliteJournal(new)
    taken = journal.acquire("one")
    journal.append(Batch("one", taken.epoch, 3, [entry("d")]))
    assert journal.acquire("three").head == genesis_hash("three", "sha3-256")
    assert [each.number for each in journal.read("one")] == [1, 2, 3, 4]
    found = journal.find_entry("one", "a")
    assert found is not None
    with pytest.raises(Exception, match="entries are never changed"):
        journal._db.execute("UPDATE entries SET hash = zeroblob(32)")
    journal.close()
    report = audit.audit(new)
    assert not [each for each in report.findings if "hash" in each.found], report.findings
    rechain(new, back, "sha256")
    reader = JournalReader(back)
    assert (reader.digest, reader._db.pragma("user_version")) == ("sha256", 1)
    assert reader.streams()["two"] == JournalReader(old).streams()["two"]
    reader.close()


def test_what_cannot_be_rechained_is_said(tmp_path: Path) -> None:
    old, new = journal_at(tmp_path / "old.db"), tmp_path / "new.db"
    with pytest.raises(JournalError, match="'md5' is no digest; expected one of: sha256, sha3-256"):
        rechain(old, new, "md5")
    with pytest.raises(JournalError, match="is there already"):
        rechain(old, old, "sha3-256")
    serving = SqliteJournal(old)
    with pytest.raises(JournalError, match="is in use by another process"):
        rechain(old, new, "sha3-256")
    serving._db.execute("DROP TRIGGER entries_stay")
    serving._db.execute("UPDATE entries SET hash = zeroblob(32) WHERE number = 2")
    serving.close()
    with pytest.raises(JournalCorrupted, match="does not chain at entry 2"):
        rechain(old, new, "sha3-256")
    assert not new.exists(), "what does not hold is given no chain that does"


def test_a_digest_that_is_not_known_is_said_by_the_journal_and_by_the_auditor(
    tmp_path: Path,
) -> None:
    old, new = journal_at(tmp_path / "old.db"), tmp_path / "new.db"
    rechain(old, new, "blake2b")
    for change, words in (
        ("UPDATE digest SET name = 'rot13'", "is chained by .'rot13'."),
        ("DELETE FROM digest", "is chained by"),
        ("DROP TABLE digest", "no such table"),
    ):
        db = apsw.Connection(str(new), vfs=CHECKSUMS)
        db.execute(change)
        db.close()
        with pytest.raises(JournalError, match="is chained by"):
            JournalReader(new)
        with pytest.raises(audit.UnreadableFile, match=words):
            audit.audit(new)
