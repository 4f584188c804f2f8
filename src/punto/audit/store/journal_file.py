"""Read a journal file without write access."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import quote

import apsw
import apsw.sqlite_extra

from punto.messages.message import Message, message

VERSION = 1
"""The version of the file format, which stands for its tables and for SHA-256 chains."""

CHECKSUMS = "cksmvfs"
BYTES_FOR_A_CHECKSUM = 8
BUSY_MILLISECONDS = 5_000

TABLES = ("balances", "entries", "snapshots", "streams", "transfers")
TRIGGERS = ("entries_remain", "entries_stay", "transfers_remain", "transfers_stay")
"""The triggers that stop a writer from changing or deleting stored rows."""


class UnreadableFile(Exception):
    """Raised with the reason why a file cannot be audited."""


class StreamRow(NamedTuple):
    """A stream with its version and its head."""

    stream: int
    name: str
    version: int
    head: bytes


EntryRow: TypeAlias = tuple[int, int, bytes, bytes, bytes]
"""The stream, the number, the id, the text and the hash of an entry."""


class TransferRow(NamedTuple):
    """A transfer as the file stores it."""

    id: str
    source: str
    target: str
    cents: int
    reason: str


class JournalFile:
    """A journal file, as it was when it was opened."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.is_file():
            raise UnreadableFile(f"there is no journal {path}")
        # SQLite keeps a log beside an open journal. Without one, the file can be opened as
        # immutable.
        self._is_at_rest = not path.with_name(path.name + "-wal").exists()
        self._stamp = _stamp(path)
        with self._readable():
            self._db = self._opened()
            self._db.execute("BEGIN")
            found = self._db.pragma("user_version")
        if found != VERSION:
            raise UnreadableFile(
                f"{path} is a journal of version {found}; the auditor knows {VERSION}; "
                "use the Punto that wrote it"
            )
        if lost := [name for name in TABLES if name not in self._tables()]:
            raise UnreadableFile(f"{path} is not a journal: it has no strict table {lost[0]}")

    def close(self) -> None:
        """Close the file. Raise an error if it changed meanwhile: the rows may not match."""
        self._db.close()
        if self._is_at_rest and _stamp(self.path) != self._stamp:
            raise UnreadableFile(f"{self.path} changed during the audit; audit it again")

    def faults(self) -> list[Message]:
        """The faults of the file itself: pages without checksums, inconsistent indexes."""
        with self._readable():
            reserved = self._db.reserve_bytes("main", -1)
            size = self._db.pragma("page_count") * self._db.pragma("page_size")
            rows = [str(row[0]) for row in self._db.execute("PRAGMA integrity_check")]
        found = [] if rows == ["ok"] else [message("custom.name", name=row) for row in rows]
        if reserved != BYTES_FOR_A_CHECKSUM:
            found.append(message("finding-part.no-checksums"))
        if self._is_at_rest and size != self._stamp[0]:
            found.append(message("finding-part.file-size", size=self._stamp[0], pages=size))
        return found

    def missing(self) -> list[str]:
        """The triggers of a journal that this file lacks."""
        with self._readable():
            listed = "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
            triggers = {row[0] for row in self._db.execute(listed)}
        return [name for name in TRIGGERS if name not in triggers]

    def streams(self) -> list[StreamRow]:
        """Every stream."""
        query = "SELECT stream, CAST(name AS BLOB), version, head FROM streams ORDER BY stream"
        return [
            StreamRow(stream, readable(name), version, head)
            for stream, name, version, head in self._rows(query, (int, bytes, int, bytes))
        ]

    def entries(self) -> Iterator[EntryRow]:
        """Every entry, in the order in which the entries were appended."""
        # A writer only appends, so the rowid gives the order across streams.
        query = "SELECT stream, number, CAST(id AS BLOB), body, hash FROM entries ORDER BY rowid"
        return self._rows(query, (int, int, bytes, bytes, bytes))

    def transfers(self) -> Iterator[TransferRow]:
        """Every transfer."""
        query = (
            "SELECT CAST(id AS BLOB), CAST(source AS BLOB), CAST(target AS BLOB), cents, "
            "CAST(reason AS BLOB) FROM transfers"
        )
        kinds = (bytes, bytes, bytes, int, bytes)
        for id_, source, target, cents, reason in self._rows(query, kinds):
            yield TransferRow(
                readable(id_), readable(source), readable(target), cents, readable(reason)
            )

    def balances(self) -> dict[str, int]:
        """The balance of every account."""
        query = "SELECT CAST(account AS BLOB), cents FROM balances"
        return {readable(account): cents for account, cents in self._rows(query, (bytes, int))}

    def snapshots(self) -> dict[tuple[int, int], bytes]:
        """Every snapshot by its stream and entry number."""
        query = "SELECT stream, number, body FROM snapshots"
        rows = self._rows(query, (int, int, bytes))
        return {(stream, number): body for stream, number, body in rows}

    def _tables(self) -> set[str]:
        with self._readable():
            listed = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict"
            return {row[0] for row in self._db.execute(listed)}

    def _rows(self, query: str, kinds: tuple[type, ...]) -> Iterator[tuple[Any, ...]]:
        with self._readable():
            for row in self._db.execute(query):
                if tuple(map(type, row)) != kinds:
                    raise UnreadableFile(
                        f"{self.path} is damaged: a row has values of the wrong types"
                    )
                yield row

    def _opened(self) -> apsw.Connection:
        if CHECKSUMS not in apsw.vfs_names():
            apsw.sqlite_extra.load(apsw.Connection(":memory:"), "cksumvfs")
        name = "file:" + quote(str(self.path.resolve()))
        if self._is_at_rest:
            name += "?immutable=1"
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        db = apsw.Connection(name, flags=flags, vfs=CHECKSUMS)
        db.set_busy_timeout(BUSY_MILLISECONDS)
        return db

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except (apsw.CorruptError, apsw.NotADBError, apsw.IOError) as error:
            raise UnreadableFile(f"{self.path} is damaged: {error}") from None
        except apsw.Error as error:
            raise UnreadableFile(f"{self.path} cannot be read: {error}") from None
        except OSError as error:
            raise UnreadableFile(f"{self.path} cannot be read: {error.strerror}") from None


def readable(text: bytes) -> str:
    """Decode stored text, even if it is damaged."""
    return text.decode(errors="backslashreplace")


def _stamp(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_size, found.st_mtime_ns
