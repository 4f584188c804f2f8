"""The chain: rows of a stream become entries only if each follows the one before it."""

from collections.abc import Iterable, Iterator

from punto.journal.digests import USUAL
from punto.journal.encoding import NotUnderstood, decode
from punto.journal.entry import Entry, Kept, link
from punto.journal.errors import Broken, JournalError

Row = tuple[int, str, bytes, bytes]
"""A row as it is kept: number, id, text and hash."""


def chained(
    stream: str, rows: Iterable[Row], after: int, head: bytes, digest: str = USUAL
) -> Iterator[Kept]:
    """The entries of rows that follow a head; raises where one does not."""
    for expected, (number, id_, body, kept) in enumerate(rows, start=after + 1):
        head = link(head, expected, body, digest)
        if number != expected or head != kept:
            raise Broken(f"{stream} does not chain at entry {expected}")
        entry = _understood(stream, expected, body)
        if entry.id != id_:
            raise Broken(f"{stream} has another id at entry {expected}")
        yield Kept(stream, number, entry, head)


def _understood(stream: str, number: int, body: bytes) -> Entry:
    try:
        return decode(body)
    except NotUnderstood as error:
        raise JournalError(f"{stream} cannot be read at entry {number}: {error}") from None
