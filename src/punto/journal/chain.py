"""Verify the hash chain of a stream, and decode each of its rows into an entry."""

from collections.abc import Iterable, Iterator

from punto.journal.digests import DEFAULT_DIGEST
from punto.journal.encoding import DecodeError, decode
from punto.journal.entry import Entry, StoredEntry, entry_hash
from punto.journal.errors import JournalCorrupted, JournalError

StoredRow = tuple[int, str, bytes, bytes]
"""A row as it is kept: number, id, text and hash."""


def verify_chain(
    stream: str, rows: Iterable[StoredRow], after: int, head: bytes, digest: str = DEFAULT_DIGEST
) -> Iterator[StoredEntry]:
    """The entries of rows that follow a head; raises where one does not."""
    for expected, (number, id_, body, hash_) in enumerate(rows, start=after + 1):
        head = entry_hash(head, expected, body, digest)
        if number != expected or head != hash_:
            raise JournalCorrupted(f"{stream} does not chain at entry {expected}")
        entry = _understood(stream, expected, body)
        if entry.id != id_:
            raise JournalCorrupted(f"{stream} has another id at entry {expected}")
        yield StoredEntry(stream, number, entry, head)


def _understood(stream: str, number: int, body: bytes) -> Entry:
    try:
        return decode(body)
    except DecodeError as error:
        raise JournalError(f"{stream} cannot be read at entry {number}: {error}") from None
