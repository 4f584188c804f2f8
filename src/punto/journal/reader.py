"""Read stored entries by stream, round or page while another connection writes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from punto.journal.chain import StoredRow, genesis_hash
from punto.journal.stores.sqlite import SqliteJournal
from punto.journal.stores.sqlite_file import clear_errors


class JournalRow(NamedTuple):
    """A stored entry with its place in the order of the whole journal."""

    place: int
    stream: str
    number: int
    body: bytes
    hash: bytes


class JournalReader(SqliteJournal):
    """A journal open for reading, on its own connection."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, read_only=True)

    def hash_at(self, stream: str, number: int) -> bytes | None:
        """The hash of an entry, None if it does not exist; number 0 gives the genesis hash."""
        if number == 0:
            return genesis_hash(stream)
        query = "SELECT hash FROM entries JOIN streams USING (stream) WHERE name = ? AND number = ?"
        hash_: bytes | None = self._value(query, stream, number)
        return hash_

    def rows(self, stream: str, first: int, last: int) -> list[StoredRow]:
        """The stored rows of a stream from entry `first` to entry `last`."""
        query = (
            "SELECT number, id, body, hash FROM entries JOIN streams USING (stream) "
            "WHERE name = ? AND number BETWEEN ? AND ? ORDER BY number"
        )
        with clear_errors(self.path):
            found = self._db.execute(query, (stream, first, last))
            return [(number, id_, bytes(body), bytes(hash_)) for number, id_, body, hash_ in found]

    def position_of(self, stream: str, number: int) -> int | None:
        """The place of an entry in the order of the whole journal, None if it does not exist."""
        query = (
            "SELECT entries.rowid FROM entries JOIN streams USING (stream) "
            "WHERE name = ? AND number = ?"
        )
        place: int | None = self._value(query, stream, number)
        return place

    def entries_of_round(self, stream: str, round_: int) -> list[int]:
        """The numbers of the entries that begin, end or correct a round, in order."""
        query = (
            "SELECT number FROM rounds JOIN streams USING (stream) "
            "WHERE name = ? AND round = ? ORDER BY number"
        )
        with clear_errors(self.path):
            return [number for (number,) in self._db.execute(query, (stream, round_))]

    def start_of_running_round(self, stream: str) -> int | None:
        """The number of the entry that began the running round, None between rounds."""
        last = self._last(stream, 0, "BetsOpened")
        if last is None or self._last(stream, last, "RoundSettled", "RoundVoided") is not None:
            return None
        return last

    def first_after(self, stream: str, number: int, text: str) -> int | None:
        """The number of the first entry after `number` whose text contains `text`, or None."""
        query = (
            "SELECT min(number) FROM entries JOIN streams USING (stream) "
            "WHERE name = ? AND number > ? AND instr(body, ?)"
        )
        first: int | None = self._value(query, stream, number, text.encode())
        return first

    def _last(self, stream: str, after: int, *kinds: str) -> int | None:
        any_of = " OR ".join("instr(body, ?)" for _ in kinds)
        query = (
            "SELECT number FROM entries JOIN streams USING (stream) "  # noqa: S608
            f"WHERE name = ? AND number > ? AND ({any_of}) ORDER BY number DESC LIMIT 1"
        )
        texts = [f'["{kind}",'.encode() for kind in kinds]
        last: int | None = self._value(query, stream, after, *texts)
        return last

    def _value(self, query: str, *values: object) -> Any:
        """The first value that a query finds; None if it finds nothing."""
        with clear_errors(self.path):
            row = self._db.execute(query, values).fetchone()
        return None if row is None else row[0]

    def rows_mentioning(self, text: str, before: int) -> Iterator[JournalRow]:
        """The entries before a place whose text contains `text`."""
        yield from self._rows_where("entries.rowid < ? AND instr(body, ?)", before, text.encode())

    def between(self, first: int, last: int) -> Iterator[JournalRow]:
        """The entries of all streams from place `first` to place `last`."""
        yield from self._rows_where("entries.rowid BETWEEN ? AND ?", first, last)

    def _rows_where(self, where: str, *values: object) -> Iterator[JournalRow]:
        query = (
            "SELECT entries.rowid, name, number, body, hash FROM entries "  # noqa: S608
            f"JOIN streams USING (stream) WHERE {where} ORDER BY entries.rowid"
        )
        with clear_errors(self.path):
            for place, name, number, body, hash_ in self._db.execute(query, values):
                yield JournalRow(place, name, number, bytes(body), bytes(hash_))

    def newest_first(self, before: int | None, stream: str | None) -> Iterator[JournalRow]:
        """Entries in reverse order, from before a place; of one stream if it is named."""
        query = (
            "SELECT entries.rowid, name, number, body, hash FROM entries "
            "JOIN streams USING (stream) "
            "WHERE (?1 IS NULL OR entries.rowid < ?1) AND (?2 IS NULL OR name = ?2) "
            "ORDER BY entries.rowid DESC"
        )
        with clear_errors(self.path):
            for place, name, number, body, hash_ in self._db.execute(query, (before, stream)):
                yield JournalRow(place, name, number, bytes(body), bytes(hash_))
