"""A reader: a journal beside its writer, entry by entry and page by page, as the text it keeps."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from punto.journal.chain import Row
from punto.journal.entry import first_link
from punto.journal.sqlite import SqliteJournal, failing_clearly


class Line(NamedTuple):
    """An entry in the order of the whole journal, whichever its stream."""

    place: int
    stream: str
    number: int
    body: bytes
    hash: bytes


class JournalReader(SqliteJournal):
    """A journal that is only read, by a connection of its own."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, read_only=True)

    def hash_at(self, stream: str, number: int) -> bytes | None:
        """The hash of an entry, None where there is none; before the first lies the empty one."""
        if number == 0:
            return first_link(stream)
        query = "SELECT hash FROM entries JOIN streams USING (stream) WHERE name = ? AND number = ?"
        with failing_clearly(self.path):
            row = self._db.execute(query, (stream, number)).fetchone()
        return None if row is None else bytes(row[0])

    def rows(self, stream: str, first: int, last: int) -> list[Row]:
        """The entries of a stream from one to another as they are kept."""
        query = (
            "SELECT number, id, body, hash FROM entries JOIN streams USING (stream) "
            "WHERE name = ? AND number BETWEEN ? AND ? ORDER BY number"
        )
        with failing_clearly(self.path):
            found = self._db.execute(query, (stream, first, last))
            return [(number, id_, bytes(body), bytes(hash_)) for number, id_, body, hash_ in found]

    def newest_first(self, before: int | None, stream: str | None) -> Iterator[Line]:
        """Entries from the newest back, of all streams or one, before a place."""
        query = (
            "SELECT entries.rowid, name, number, body, hash FROM entries "
            "JOIN streams USING (stream) "
            "WHERE (?1 IS NULL OR entries.rowid < ?1) AND (?2 IS NULL OR name = ?2) "
            "ORDER BY entries.rowid DESC"
        )
        with failing_clearly(self.path):
            for place, name, number, body, hash_ in self._db.execute(query, (before, stream)):
                yield Line(place, name, number, bytes(body), bytes(hash_))
