"""Let two writers acquire one stream in turn, without knowledge of each other."""

import os
import signal
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

from punto.journal.entry import Entry
from punto.journal.errors import Fenced, StorageFailed
from punto.journal.protocol import Batch, Journal
from punto.journal.stores import sqlite
from punto.journal.stores.sqlite import SqliteJournal
from punto.journal.stores.sqlite_file import BUSY_MILLISECONDS
from punto.ledger.transfers import Transfer, TransferReason
from punto.table.actors import HOUSE_DEALER
from punto.table.events import BetsClosed

STREAM = "t1"


@dataclass(slots=True)
class Takeovers:
    """The results of the writes of two writers."""

    writes: int = 0
    accepted: int = 0
    fenced: int = 0
    stale_accepted: int = 0
    owner_refused: int = 0
    takeovers: int = 0

    def add(self, other: "Takeovers") -> None:
        """Add the results of another run."""
        self.writes += other.writes
        self.accepted += other.accepted
        self.fenced += other.fenced
        self.stale_accepted += other.stale_accepted
        self.owner_refused += other.owner_refused
        self.takeovers += other.takeovers


@dataclass(slots=True)
class Writer:
    """A writer that appends to a stream for as long as it believes that it owns it."""

    name: str
    journal: Journal
    epoch: int = 0
    version: int = 0
    written: int = 0

    def take(self) -> None:
        """Acquire the stream, even if another writer owns it."""
        lease = self.journal.acquire(STREAM)
        self.epoch, self.version = lease.epoch, lease.version

    def write(self) -> bool:
        """Append an entry that moves a cent, and return whether the journal accepted it."""
        self.written += 1
        id_ = f"{self.epoch}/{self.name}/{self.written}"
        transfer = Transfer(id_, "cage", f"credit/{self.name}", 1, TransferReason.BUY_IN)
        entry = Entry(id_, "", HOUSE_DEALER, "", (BetsClosed(1),), (transfer,))
        try:
            self.journal.append(Batch(STREAM, self.epoch, self.version, (entry,)))
        except Fenced:
            return False
        self.version += 1
        return True


def contend(first: Journal, second: Journal, seed: int, writes: int) -> Takeovers:
    """Let two writers write in random turns; a fenced writer does not notice at once."""
    random, found = Random(seed), Takeovers(writes=writes)
    writers = [Writer("a", first), Writer("b", second)]
    owner: Writer | None = None
    for _ in range(writes):
        writer = random.choice(writers)
        if owner is None or random.random() < 0.02:
            writer.take()
            owner = writer
            found.takeovers += 1
        is_accepted = writer.write()
        found.accepted += is_accepted
        found.fenced += not is_accepted
        found.stale_accepted += is_accepted and writer is not owner
        found.owner_refused += not is_accepted and writer is owner
    return found


def unlocked(path: Path) -> SqliteJournal:
    """Open a journal without the lock that excludes a second process."""
    lock_file = vars(sqlite)["lock_file"]
    vars(sqlite)["lock_file"] = lambda _path: None
    try:
        return SqliteJournal(path)
    finally:
        vars(sqlite)["lock_file"] = lock_file


def out_of_order(journal: SqliteJournal) -> int:
    """The number of entries after an entry of a later owner. Each id begins with its epoch."""
    epochs = [int(stored.entry.id.partition("/")[0]) for stored in journal.read(STREAM)]
    return sum(later < earlier for earlier, later in pairwise(epochs))


def race(path: Path, seed: int, writes: int) -> Takeovers:
    """Write in one of several simultaneous processes, and acquire the stream now and then."""
    random, found = Random(seed), Takeovers(writes=writes)
    journal = unlocked(path)
    writer = Writer(f"{seed}", journal)
    for _ in range(writes):
        if writer.epoch == 0 or random.random() < 0.02:
            writer.take()
            found.takeovers += 1
        is_accepted = writer.write()
        found.accepted += is_accepted
        found.fenced += not is_accepted
    journal.close()
    return found


def frozen(path: Path, seed: int) -> bool:
    """Stop an owner at a random moment, acquire its stream, and let the owner continue.

    An owner that is stopped inside a transaction holds the lock of the file and loses nothing.
    Return whether this owner was stopped outside a transaction.
    """
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        write_until_fenced(path, f"old-{seed}", writing)
        os._exit(0)
    os.close(writing)
    os.read(reading, Random(seed).randint(1, 40))
    os.kill(pid, signal.SIGSTOP)
    os.waitpid(pid, os.WUNTRACED)
    journal = _open_beside(path, pid)
    journal._db.set_busy_timeout(0)
    successor = Writer(f"new-{seed}", journal)
    try:
        successor.take()
        was_free = True
    except StorageFailed:
        was_free = False
    os.kill(pid, signal.SIGCONT)
    journal._db.set_busy_timeout(BUSY_MILLISECONDS)
    if not was_free:
        successor.take()
    assert successor.write(), f"seed {seed}: the successor was refused"
    while os.read(reading, 4096):
        pass
    os.close(reading)
    _, status = os.waitpid(pid, 0)
    assert status == 0, f"seed {seed}: the old owner ended with {status}"
    journal.close()
    return was_free


def _open_beside(path: Path, owner: int) -> SqliteJournal:
    """Open the successor's journal; wake an owner that stopped with the lock of the log."""
    try:
        return unlocked(path)
    except StorageFailed:
        os.kill(owner, signal.SIGCONT)
        return unlocked(path)


def write_until_fenced(path: Path, name: str, writing: int) -> None:
    """Write and report each entry until another writer has acquired the stream."""
    journal = unlocked(path)
    writer = Writer(name, journal)
    writer.take()
    while writer.write():
        os.write(writing, b".")
