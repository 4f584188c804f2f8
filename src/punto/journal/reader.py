"""Read stored entries by stream, round or page, over a connection beside the writer's."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from punto.journal.chain import StoredRow
from punto.journal.digests import DIGEST_BYTES
from punto.journal.entry import entry_hash, genesis_hash
from punto.journal.stores.sqlite import SqliteJournal
from punto.journal.stores.sqlite_file import clear_errors


class JournalRow(NamedTuple):
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
        self._otherwise: dict[tuple[str, str], bytearray] = {}
        """By stream and digest, the hashes that its entries have in a chain that is not kept."""

    def hash_at(self, stream: str, number: int, digest: str = "") -> bytes | None:
        """The hash of an entry, None where there is none; before the first lies the empty one.

        By another digest than the file's own it is worked out from the entries.
        """
        if digest not in ("", self.digest):
            return self._hash_otherwise(stream, number, digest)
        if number == 0:
            return genesis_hash(stream, self.digest)
        query = "SELECT hash FROM entries JOIN streams USING (stream) WHERE name = ? AND number = ?"
        with clear_errors(self.path):
            row = self._db.execute(query, (stream, number)).fetchone()
        return None if row is None else bytes(row[0])

    def _hash_otherwise(self, stream: str, number: int, digest: str) -> bytes | None:
        known = self._otherwise.setdefault(
            (stream, digest), bytearray(genesis_hash(stream, digest))
        )
        hashed_count = len(known) // DIGEST_BYTES - 1
        query = (
            "SELECT number, body FROM entries JOIN streams USING (stream) "
            "WHERE name = ? AND number > ? AND number <= ? ORDER BY number"
        )
        with clear_errors(self.path):
            for at, body in self._db.execute(query, (stream, hashed_count, number)):
                known += entry_hash(bytes(known[-DIGEST_BYTES:]), at, bytes(body), digest)
        found = bytes(known[number * DIGEST_BYTES : (number + 1) * DIGEST_BYTES])
        return found or None

    def rows(self, stream: str, first: int, last: int) -> list[StoredRow]:
        """The entries of a stream from one to another as they are kept."""
        query = (
            "SELECT number, id, body, hash FROM entries JOIN streams USING (stream) "
            "WHERE name = ? AND number BETWEEN ? AND ? ORDER BY number"
        )
        with clear_errors(self.path):
            found = self._db.execute(query, (stream, first, last))
            return [(number, id_, bytes(body), bytes(hash_)) for number, id_, body, hash_ in found]

    def position_of(self, stream: str, number: int) -> int | None:
        """The place of an entry in the order of the whole journal."""
        query = (
            "SELECT entries.rowid FROM entries JOIN streams USING (stream) "
            "WHERE name = ? AND number = ?"
        )
        with clear_errors(self.path):
            row = self._db.execute(query, (stream, number)).fetchone()
        return None if row is None else int(row[0])

    def entries_of_round(self, stream: str, round_: int) -> list[int]:
        """Return the numbers of the entries that begin, end or correct a round, in order."""
        query = (
            "SELECT number FROM rounds JOIN streams USING (stream) "
            "WHERE name = ? AND round = ? ORDER BY number"
        )
        with clear_errors(self.path):
            return [number for (number,) in self._db.execute(query, (stream, round_))]

    def start_of_running_round(self, stream: str) -> int | None:
        """Return the entry that began the running round of a stream, None between rounds."""
        last = self._last(stream, 0, "BetsOpened")
        if last is None or self._last(stream, last, "RoundSettled", "RoundVoided") is not None:
            return None
        return last

    def first_after(self, stream: str, number: int, text: str) -> int | None:
        """The first entry after another in whose text something stands."""
        query = (
            "SELECT min(number) FROM entries JOIN streams USING (stream) "
            "WHERE name = ? AND number > ? AND instr(body, ?)"
        )
        with clear_errors(self.path):
            row = self._db.execute(query, (stream, number, text.encode())).fetchone()
        return None if row is None else row[0]

    def _last(self, stream: str, after: int, *kinds: str) -> int | None:
        any_of = " OR ".join("instr(body, ?)" for _ in kinds)
        query = (
            "SELECT number FROM entries JOIN streams USING (stream) "  # noqa: S608
            f"WHERE name = ? AND number > ? AND ({any_of}) ORDER BY number DESC LIMIT 1"
        )
        texts = [f'["{kind}",'.encode() for kind in kinds]
        with clear_errors(self.path):
            row = self._db.execute(query, (stream, after, *texts)).fetchone()
        return None if row is None else int(row[0])

    def rows_mentioning(self, text: str, before: int) -> Iterator[JournalRow]:
        """The entries before a place in whose text something stands."""
        yield from self._lines("entries.rowid < ? AND instr(body, ?)", before, text.encode())

    def between(self, first: int, last: int) -> Iterator[JournalRow]:
        """The entries of all streams from one place to another."""
        yield from self._lines("entries.rowid BETWEEN ? AND ?", first, last)

    def _lines(self, where: str, *values: object) -> Iterator[JournalRow]:
        query = (
            "SELECT entries.rowid, name, number, body, hash FROM entries "  # noqa: S608
            f"JOIN streams USING (stream) WHERE {where} ORDER BY entries.rowid"
        )
        with clear_errors(self.path):
            for place, name, number, body, hash_ in self._db.execute(query, values):
                yield JournalRow(place, name, number, bytes(body), bytes(hash_))

    def newest_first(self, before: int | None, stream: str | None) -> Iterator[JournalRow]:
        """Entries from the newest back, of all streams or one, before a place."""
        query = (
            "SELECT entries.rowid, name, number, body, hash FROM entries "
            "JOIN streams USING (stream) "
            "WHERE (?1 IS NULL OR entries.rowid < ?1) AND (?2 IS NULL OR name = ?2) "
            "ORDER BY entries.rowid DESC"
        )
        with clear_errors(self.path):
            for place, name, number, body, hash_ in self._db.execute(query, (before, stream)):
                yield JournalRow(place, name, number, bytes(body), bytes(hash_))
