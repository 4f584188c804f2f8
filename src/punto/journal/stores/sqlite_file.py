"""Create, open, lock and write the SQLite file of a journal, and translate SQLite's errors."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO
from urllib.parse import quote

import apsw
import apsw.sqlite_extra

from punto.journal.errors import JournalCorrupted, JournalError, StorageFailed
from punto.ledger.accounts import MAY_BE_BELOW_ZERO

VERSION = 1
"""The version of the file: its tables, and SHA-256 as the digest of its chains."""

CHECKSUMS = "cksmvfs"
CHECKSUM_BYTES = 8
BUSY_MILLISECONDS = 5_000
WRITING = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE

_MAY_OWE = " OR ".join(f"account GLOB '{name}*'" for name in MAY_BE_BELOW_ZERO)

SCHEMA = f"""
CREATE TABLE streams (
    stream INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
    epoch INTEGER NOT NULL, version INTEGER NOT NULL, head BLOB NOT NULL) STRICT;
CREATE TABLE entries (
    stream INTEGER NOT NULL, number INTEGER NOT NULL, id TEXT NOT NULL,
    body BLOB NOT NULL, hash BLOB NOT NULL,
    PRIMARY KEY (stream, number), UNIQUE (stream, id)) STRICT;
CREATE TABLE transfers (
    id TEXT PRIMARY KEY, source TEXT NOT NULL, target TEXT NOT NULL,
    cents INTEGER NOT NULL CHECK (cents > 0), reason TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE balances (
    account TEXT PRIMARY KEY, cents INTEGER NOT NULL,
    CHECK (cents >= 0 OR {_MAY_OWE})) STRICT, WITHOUT ROWID;
CREATE TABLE snapshots (
    stream INTEGER PRIMARY KEY, number INTEGER NOT NULL,
    software TEXT NOT NULL, body BLOB NOT NULL) STRICT;
CREATE TABLE rounds (
    stream INTEGER NOT NULL, round INTEGER NOT NULL, number INTEGER NOT NULL,
    PRIMARY KEY (stream, round, number)) STRICT, WITHOUT ROWID;
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entries_remain BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries are never removed'); END;
CREATE TRIGGER transfers_stay BEFORE UPDATE ON transfers
    BEGIN SELECT RAISE(ABORT, 'transfers are never changed'); END;
CREATE TRIGGER transfers_remain BEFORE DELETE ON transfers
    BEGIN SELECT RAISE(ABORT, 'transfers are never removed'); END;
PRAGMA user_version = {VERSION};
"""

TABLES = {"streams", "entries", "transfers", "balances", "snapshots", "rounds"}

FIRST_PAGE = f"PRAGMA user_version = {VERSION}"
"""Writes the first page of an empty file, so that an incomplete copy is not an empty journal."""


def open_file(path: Path, vfs: str, *, read_only: bool) -> apsw.Connection:
    """Connect to the file of a journal; create it if it is missing, except for reading."""
    _check_kind(path)
    if CHECKSUMS not in apsw.vfs_names():
        apsw.sqlite_extra.load(apsw.Connection(":memory:"), "cksumvfs")
    if read_only and not path.exists():
        raise JournalError(f"there is no journal {path}; check the path")
    if read_only:
        return _open_for_reading(path, vfs)
    _sync_left_pages(path, vfs)
    return _connect(str(path), path, vfs, WRITING)


def _check_kind(path: Path) -> None:
    """Raise `JournalError` if the path is not a file; opening a pipe would wait forever."""
    # If the path may not be inspected, opening it reports the error.
    with suppress(PermissionError):
        if path.exists() and not path.is_file():
            raise JournalError(f"{path} is not a file; expected a journal")


def _open_for_reading(path: Path, vfs: str) -> apsw.Connection:
    """Connect for reading only, also on a medium without write access."""
    try:
        return _connect(str(path), path, vfs, apsw.SQLITE_OPEN_READONLY)
    except (apsw.CantOpenError, apsw.ReadOnlyError) as error:
        failure = StorageFailed(f"{path} cannot be opened: {error}")
    if path.with_name(path.name + "-wal").exists():
        raise failure
    # If the write-ahead log is absent, no process has the file open, and it cannot change.
    name = f"file:{quote(str(path.resolve()))}?immutable=1"
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    try:
        return _connect(name, path, vfs, flags)
    except apsw.CantOpenError:
        raise failure from None


def _connect(name: str, path: Path, vfs: str, flags: int) -> apsw.Connection:
    read_only = bool(flags & apsw.SQLITE_OPEN_READONLY)
    db = apsw.Connection(name, flags=flags, vfs=vfs)
    try:
        db.set_busy_timeout(BUSY_MILLISECONDS)
        _prepare(db, path, read_only=read_only)
        if vfs == CHECKSUMS and db.pragma("checksum_verification") != "1":
            raise JournalCorrupted(f"{path} is damaged: its pages have no checksums")
    except BaseException:
        db.close()
        raise
    return db


def _sync_left_pages(path: Path, vfs: str) -> None:
    """Sync the pages that a killed process left in the file, before SQLite reads them.

    SQLite assumes that the content it reads is on the disk. It deletes the rollback journal of an
    empty file, although a power cut can restore the content of a file emptied a moment ago.
    """
    flags = apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READWRITE
    try:
        file = apsw.VFSFile(vfs, str(path), [flags, 0])
    except apsw.CantOpenError:
        return
    try:
        file.xSync(apsw.SQLITE_SYNC_NORMAL)
    finally:
        file.xClose()


def _prepare(db: apsw.Connection, path: Path, *, read_only: bool) -> None:
    """Create the tables of a new journal, or check the version and the tables of a stored one."""
    # Reserve bytes for the checksum of each page. SQLite obeys only while the file has no pages,
    # as after a process that died while it created a journal.
    db.reserve_bytes("main", CHECKSUM_BYTES)
    found = db.pragma("user_version")
    is_empty = found == 0 and not db.pragma("schema_version")
    if found == 0 and (read_only or not is_empty):
        raise JournalError(f"{path} is not a journal")
    if found not in (0, VERSION):
        raise JournalError(
            f"{path} is a journal of version {found}, but this Punto reads version {VERSION}; "
            "use the Punto that wrote it, or another data folder"
        )
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_schema")}
    if found and (missing := sorted(TABLES - tables)):
        # Another program may have given its file the same version; leave that file unchanged.
        raise JournalError(
            f"{path} is not a journal: it has no table {missing[0]}; if an older Punto wrote it, "
            "use that one, or another data folder"
        )
    if read_only:
        return
    if db.readonly("main"):
        raise StorageFailed(f"{path} cannot be written: it is read-only")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    _restart_log(db)
    if is_empty:
        with transaction(db):
            db.execute(SCHEMA)


def begin_checksums(db: apsw.Connection) -> None:
    """Write the first page of an empty file, so that every page after it gets a checksum.

    The checksum VFS computes checksums only once the connection has read or written a first page
    with reserved bytes. SQLite writes the first page of a copy last, so pages that left the cache
    before it would have no checksum.
    """
    db.reserve_bytes("main", CHECKSUM_BYTES)
    db.execute(FIRST_PAGE)
    assert db.pragma("checksum_verification") == "1", "every page written from now on is checked"


def _restart_log(db: apsw.Connection) -> None:
    """Copy the write-ahead log into the file and empty the log, so that lost frames stay lost.

    A power cut may lose a frame of the log but not the frame after it. A writer that later writes
    the same bytes again would make the frame after it valid as well.
    """
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def transaction(db: apsw.Connection) -> Iterator[None]:
    """Commit the block as one transaction, or roll it back after an error."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        # Some errors end the transaction by themselves.
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def lock_file(path: Path) -> IO[str]:
    """Lock a journal for this process, so that no second process writes to it."""
    _check_kind(path)
    try:
        lock = path.with_name(path.name + ".lock").open("w")
    except OSError as error:
        raise JournalError(f"{path} cannot be written: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise JournalError(f"{path} is in use by another process") from None
    return lock


def is_damage(error: apsw.Error) -> bool:
    """Whether an error reports damaged pages."""
    data = getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_DATA
    return data or isinstance(error, apsw.CorruptError)


@contextmanager
def clear_errors(path: Path) -> Iterator[None]:
    """Translate SQLite's errors into journal errors that an operator understands."""
    try:
        yield
    except apsw.FullError:
        raise StorageFailed(f"the disk of {path} is full; nothing was stored") from None
    except (apsw.BusyError, apsw.ProtocolError):
        # SQLite raises ProtocolError if a stopped process still holds the lock of the log.
        raise StorageFailed(f"{path} is locked by another program; nothing was stored") from None
    except (apsw.ReadOnlyError, apsw.PermissionsError, apsw.CantOpenError) as error:
        raise StorageFailed(f"{path} cannot be written: {error}") from None
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise JournalCorrupted(f"{path} is damaged: {error}") from None
    except apsw.IOError as error:
        if is_damage(error):
            raise JournalCorrupted(
                f"{path} is damaged: a page does not match its checksum"
            ) from None
        words = "start again to see whether the last write was stored"
        raise StorageFailed(f"{path} could not be read or written: {error}; {words}") from None
