"""Create, open, lock and write a journal's SQLite file, and describe its errors in words."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO
from urllib.parse import quote

import apsw
import apsw.sqlite_extra

from punto.journal.digests import DEFAULT_DIGEST, DIGESTS
from punto.journal.errors import JournalCorrupted, JournalError, StorageFailed
from punto.ledger.accounts import MAY_BE_BELOW_ZERO

VERSION = 1
VERSION_NAMING = 2
"""The version of a file that names the digest of its chains; older Puntos refuse it in words."""

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

NAMED_DIGEST = f"""
CREATE TABLE digest (name TEXT NOT NULL) STRICT;
PRAGMA user_version = {VERSION_NAMING};
"""
FIRST_PAGE = f"PRAGMA user_version = {VERSION}"
"""Writes the first page of an empty file. A copy that is cut off is not taken for a new journal."""

UNNAMED_DIGEST = f"PRAGMA user_version = {VERSION}"
VERSION_WITHOUT_DIGEST = "DROP TABLE IF EXISTS digest"


def named_digest(db: apsw.Connection, path: Path) -> str:
    """The digest by which the entries of a file are chained."""
    if db.pragma("user_version") == VERSION:
        return DEFAULT_DIGEST
    try:
        names = [name for (name,) in db.execute("SELECT name FROM digest")]
    except apsw.SQLError:
        names = []
    if len(names) != 1 or names[0] not in DIGESTS:
        raise JournalError(f"{path} is chained by {names!r:.80}; this Punto knows {[*DIGESTS]}")
    return str(names[0])


def open_file(path: Path, vfs: str, *, read_only: bool) -> apsw.Connection:
    """A connection to the file of a journal, which is made if it is to be written."""
    _check_kind(path)
    if CHECKSUMS not in apsw.vfs_names():
        apsw.sqlite_extra.load(apsw.Connection(":memory:"), "cksumvfs")
    if read_only and not path.exists():
        raise JournalError(f"there is no journal {path}")
    if read_only:
        return _to_read(path, vfs)
    _make_safe(path, vfs)
    return _connected(str(path), path, vfs, WRITING)


def _check_kind(path: Path) -> None:
    """Raises where no file is: a pipe, for one, would be waited for without end."""
    # What nobody may look at is told when it is opened.
    with suppress(PermissionError):
        if path.exists() and not path.is_file():
            raise JournalError(f"{path} is no file; expected a journal")


def _to_read(path: Path, vfs: str) -> apsw.Connection:
    """A connection that only reads, also on a medium that nothing can be written to."""
    try:
        return _connected(str(path), path, vfs, apsw.SQLITE_OPEN_READONLY)
    except (apsw.CantOpenError, apsw.ReadOnlyError) as error:
        refused = StorageFailed(f"{path} cannot be opened: {error}")
    if path.with_name(path.name + "-wal").exists():
        raise refused
    # Without a log beside it nobody has the file open, and it can be read as it lies.
    name = f"file:{quote(str(path.resolve()))}?immutable=1"
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    try:
        return _connected(name, path, vfs, flags)
    except apsw.CantOpenError:
        raise refused from None


def _connected(name: str, path: Path, vfs: str, flags: int) -> apsw.Connection:
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


def _make_safe(path: Path, vfs: str) -> None:
    """Syncs what a killed process has left in the file, before anything is built upon it.

    SQLite takes what it reads for safe: it deletes the rollback journal of an empty file, also of
    one that was emptied a moment ago and comes back in a power cut.
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
    """Makes the tables of a new journal; of one that is there it knows the version, or refuses."""
    # Room for the checksum of each page. It is asked for every time, and heeded while there are no
    # pages: a process that dies while it makes a journal leaves a file without any.
    db.reserve_bytes("main", CHECKSUM_BYTES)
    found = db.pragma("user_version")
    is_empty = found == 0 and not db.pragma("schema_version")
    if found == 0 and (read_only or not is_empty):
        raise JournalError(f"{path} is not a journal")
    if found not in (0, VERSION, VERSION_NAMING):
        known = f"{VERSION} and {VERSION_NAMING}"
        raise JournalError(f"{path} is a journal of version {found}; this Punto knows {known}")
    there = {name for (name,) in db.execute("SELECT name FROM sqlite_schema")}
    if found and not there >= TABLES:
        # Another program counts its versions too; nothing in its file is changed.
        raise JournalError(f"{path} is not a journal")
    if read_only:
        return
    if db.readonly("main"):
        raise StorageFailed(f"{path} cannot be written: it may only be read")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    _restart_log(db)
    if is_empty:
        with transaction(db):
            db.execute(SCHEMA)


def begin_checksums(db: apsw.Connection) -> None:
    """Write the first page of an empty file, so that every page after it gets a checksum.

    The checksum VFS computes checksums only once the connection has read or written a first page
    with reserved bytes. SQLite writes the first page of a copy last: pages that left the cache
    before it would have no checksum.
    """
    db.reserve_bytes("main", CHECKSUM_BYTES)
    db.execute(FIRST_PAGE)
    assert db.pragma("checksum_verification") == "1", "every page written from now on is checked"


def _restart_log(db: apsw.Connection) -> None:
    """Brings what the log holds into the file, so that nothing lost in a crash comes back later.

    A power cut may lose a frame of the log and keep the next one. Whoever then wrote the lost frame
    again, byte for byte, would make the one behind it valid too.
    """
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def transaction(db: apsw.Connection) -> Iterator[None]:
    """All or nothing; some errors have ended a transaction by themselves."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def lock_file(path: Path) -> IO[str]:
    """The lock that one serving process has on a journal."""
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
    """Whether pages were read that are not as they were written."""
    data = getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_DATA
    return data or isinstance(error, apsw.CorruptError)


@contextmanager
def clear_errors(path: Path) -> Iterator[None]:
    """What SQLite has to say, in words for whoever runs the floor."""
    try:
        yield
    except apsw.FullError:
        raise StorageFailed(f"the disk that holds {path} is full; nothing was kept") from None
    except (apsw.BusyError, apsw.ProtocolError):
        # The second where another was stopped with the lock of the log itself in hand.
        raise StorageFailed(f"{path} is locked by another program; nothing was kept") from None
    except (apsw.ReadOnlyError, apsw.PermissionsError, apsw.CantOpenError) as error:
        raise StorageFailed(f"{path} cannot be written: {error}") from None
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise JournalCorrupted(f"{path} is damaged: {error}") from None
    except apsw.IOError as error:
        if is_damage(error):
            raise JournalCorrupted(
                f"{path} is damaged: a page does not match its checksum"
            ) from None
        words = "what was under way shows when it is opened again"
        raise StorageFailed(f"{path} could not be read or written: {error}; {words}") from None
