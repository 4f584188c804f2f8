"""Copy a journal with the same entries, chained by another digest."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw

from punto.journal.digests import DEFAULT_DIGEST, DIGESTS
from punto.journal.durable_files import remove_if_incomplete
from punto.journal.entry import entry_hash, genesis_hash
from punto.journal.errors import JournalError
from punto.journal.reader import JournalReader
from punto.journal.stores.sqlite_file import (
    CHECKSUMS,
    NAMED_DIGEST,
    UNNAMED_DIGEST,
    VERSION_WITHOUT_DIGEST,
    clear_errors,
    lock_file,
    open_file,
    transaction,
)
from punto.journal.verification import verify

AT_A_TIME = 1_000


@dataclass(frozen=True, slots=True)
class RechainedStream:
    """A stream in both chains: how many entries it has, and the head of each."""

    stream: str
    entries: int
    before: str
    after: str


def rechain(path: Path, target: Path, digest: str) -> list[RechainedStream]:
    """Writes the copy, if the journal is whole and nobody writes to it; both are verified.

    Until the new chain is whole the copy has the old one: it never lies there half chained.
    """
    if digest not in DIGESTS:
        raise JournalError(f"{digest!r:.80} is no digest; expected one of: {', '.join(DIGESTS)}")
    if target.exists():
        raise JournalError(f"{target} is there already; expected a new file")
    with remove_if_incomplete(target):
        return _rechained(path, target, digest)


def _rechained(path: Path, target: Path, digest: str) -> list[RechainedStream]:
    source = JournalReader(path)
    try:
        lock = lock_file(path)
        try:
            # A chain that does not hold must not be given one that does.
            before = verify(source).heads
            source.back_up(target)
        finally:
            lock.close()
    finally:
        source.close()
    target.chmod(path.stat().st_mode & 0o777)
    with clear_errors(target):
        db = open_file(target, CHECKSUMS, read_only=False)
        try:
            with transaction(db):
                _hash_again(db, digest)
        finally:
            db.close()
    copy = JournalReader(target)
    try:
        after = verify(copy)
    finally:
        copy.close()
    return [
        RechainedStream(name, entries, before[name], after.heads[name])
        for name, entries in after.entries.items()
    ]


def _hash_again(db: apsw.Connection, digest: str) -> None:
    db.execute(VERSION_WITHOUT_DIGEST)
    db.execute("DROP TRIGGER entries_stay")
    for stream, name in list(db.execute("SELECT stream, name FROM streams")):
        number, head = 0, genesis_hash(str(name), digest)
        while rows := _after(db, stream, number):
            hashes = []
            for number, body in rows:
                head = entry_hash(head, number, body, digest)
                hashes.append((head, stream, number))
            db.executemany("UPDATE entries SET hash = ? WHERE stream = ? AND number = ?", hashes)
        db.execute("UPDATE streams SET head = ? WHERE stream = ?", (head, stream))
    db.execute(
        "CREATE TRIGGER entries_stay BEFORE UPDATE ON entries "
        "BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END"
    )
    if digest == DEFAULT_DIGEST:
        db.execute(UNNAMED_DIGEST)
    else:
        db.execute(NAMED_DIGEST)
        db.execute("INSERT INTO digest VALUES (?)", (digest,))


def _after(db: apsw.Connection, stream: Any, number: int) -> list[tuple[int, bytes]]:
    """Some entries of a stream, read to the end before any of them is written."""
    rows: Any = db.execute(
        "SELECT number, body FROM entries WHERE stream = ? AND number > ? ORDER BY number LIMIT ?",
        (stream, number, AT_A_TIME),
    )
    return list(rows)
