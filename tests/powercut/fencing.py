"""Fencing: two writers of one stream who do not know of each other, and take it from each other."""

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
from punto.table.events.play import BetsClosed

STREAM = "t1"


@dataclass(slots=True)
class Takeovers:
    """How writes of two writers went."""

    writes: int = 0
    accepted: int = 0
    fenced: int = 0
    stale_accepted: int = 0
    owner_refused: int = 0
    takeovers: int = 0

    def add(self, other: "Takeovers") -> None:
        """Adds what another run has found."""
        self.writes += other.writes
        self.accepted += other.accepted
        self.fenced += other.fenced
        self.stale_accepted += other.stale_accepted
        self.owner_refused += other.owner_refused
        self.takeovers += other.takeovers


@dataclass(slots=True)
class Writer:
    """One who writes a stream as long as it believes to own it."""

    name: str
    journal: Journal
    epoch: int = 0
    version: int = 0
    written: int = 0

    def take(self) -> None:
        """Takes the stream, whoever has it."""
        taken = self.journal.acquire(STREAM)
        self.epoch, self.version = taken.epoch, taken.version

    def write(self) -> bool:
        """Writes an entry that moves a cent: whether the journal took it."""
        self.written += 1
        id_ = f"{self.epoch}/{self.name}/{self.written}"
        moved = Transfer(id_, "cage", f"credit/{self.name}", 1, TransferReason.BUY_IN)
        entry = Entry(id_, "", HOUSE_DEALER, "", (BetsClosed(1),), (moved,))
        try:
            self.journal.append(Batch(STREAM, self.epoch, self.version, (entry,)))
        except Fenced:
            return False
        self.version += 1
        return True


def contend(first: Journal, second: Journal, seed: int, writes: int) -> Takeovers:
    """Two writers take turns as a seed has it; one that was fenced off does not notice at once."""
    random, found = Random(seed), Takeovers(writes=writes)
    writers = [Writer("a", first), Writer("b", second)]
    owner: Writer | None = None
    for _ in range(writes):
        writer = random.choice(writers)
        if owner is None or random.random() < 0.02:
            writer.take()
            owner = writer
            found.takeovers += 1
        was_taken = writer.write()
        found.accepted += was_taken
        found.fenced += not was_taken
        found.stale_accepted += was_taken and writer is not owner
        found.owner_refused += not was_taken and writer is owner
    return found


def unlocked(path: Path) -> SqliteJournal:
    """A journal without the lock that keeps a second process out, as if the lock had failed."""
    keeps = vars(sqlite)["lock_file"]
    vars(sqlite)["lock_file"] = lambda _path: None
    try:
        return SqliteJournal(path)
    finally:
        vars(sqlite)["lock_file"] = keeps


def out_of_order(journal: SqliteJournal) -> int:
    """How many entries stand behind one of a later owner; each id begins with its epoch."""
    epochs = [int(kept.entry.id.partition("/")[0]) for kept in journal.read(STREAM)]
    return sum(later < earlier for earlier, later in pairwise(epochs))


def race(path: Path, seed: int, writes: int) -> Takeovers:
    """One of several processes that write at the same time and take the stream now and then."""
    random, found = Random(seed), Takeovers(writes=writes)
    journal = unlocked(path)
    writer = Writer(f"{seed}", journal)
    for _ in range(writes):
        if writer.epoch == 0 or random.random() < 0.02:
            writer.take()
            found.takeovers += 1
        was_taken = writer.write()
        found.accepted += was_taken
        found.fenced += not was_taken
    journal.close()
    return found


def frozen(path: Path, seed: int) -> bool:
    """An owner is stopped in the middle of whatever it does, loses its stream, and wakes up.

    One that is stopped inside a transaction keeps the file locked and loses nothing; whether this
    one was stopped elsewhere is the answer.
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
    journal = _let_in(path, pid)
    journal._db.set_busy_timeout(0)
    heir = Writer(f"new-{seed}", journal)
    try:
        heir.take()
        was_free = True
    except StorageFailed:
        was_free = False
    os.kill(pid, signal.SIGCONT)
    journal._db.set_busy_timeout(BUSY_MILLISECONDS)
    if not was_free:
        heir.take()
    assert heir.write(), f"seed {seed}: the heir was refused"
    while os.read(reading, 4096):
        pass
    os.close(reading)
    _, status = os.waitpid(pid, 0)
    assert status == 0, f"seed {seed}: the old owner ended with {status}"
    journal.close()
    return was_free


def _let_in(path: Path, owner: int) -> SqliteJournal:
    """The heir's journal; an owner stopped with the lock of the log in hand is woken for it."""
    try:
        return unlocked(path)
    except StorageFailed:
        os.kill(owner, signal.SIGCONT)
        return unlocked(path)


def write_until_fenced(path: Path, name: str, writing: int) -> None:
    """Owns the stream and writes, telling of each entry, until another has taken it."""
    journal = unlocked(path)
    writer = Writer(name, journal)
    writer.take()
    while writer.write():
        os.write(writing, b".")
