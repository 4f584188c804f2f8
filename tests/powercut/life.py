"""Describe one run of the program on the disk, from opening the journal to its end.

A run has a log of acts, the states that the journal acknowledged, and places where it can end.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from punto.floor.streams import owner
from punto.journal.entry import Entry, StoredEntry
from punto.journal.protocol import AppendResult, Batch, Snapshot, StreamLease
from punto.journal.stores.batch_balances import BatchBalances
from punto.journal.stores.sqlite import SqliteJournal
from tests.powercut.disk import SYNCS, Act, Did, Platter
from tests.powercut.holding import State
from tests.powercut.shift import Asks
from tests.powercut.vfs import DiskVfs

OPENED, ASKED, ANSWERED, KEPT, CLOSING = "opened", "asked", "answered", "kept", "closing"


@dataclass(frozen=True, slots=True)
class Way:
    """The settings with which a journal runs."""

    synchronous: str
    checkpoint_pages: int
    cache_pages: int
    entries_between_snapshots: int

    @classmethod
    def chosen(cls, random: Random, synchronous: str) -> "Way":
        """Choose small limits, so that rare acts happen often in a short shift."""
        return cls(
            synchronous,
            random.choice((4, 10, 25, 1_000)),
            random.choice((2, 8, 2_000)),
            random.choice((12, 2_000, 2_000, 2_000)),
        )

    def opened(self, vfs: DiskVfs) -> SqliteJournal:
        """Open the real journal on the current disk."""
        owner.ENTRIES_BETWEEN_SNAPSHOTS = self.entries_between_snapshots
        journal = SqliteJournal(vfs.folder / "journal")
        journal._db.wal_autocheckpoint(self.checkpoint_pages)
        journal._db.pragma("cache_size", self.cache_pages)
        if self.synchronous != "FULL":
            journal._db.pragma("synchronous", self.synchronous)
        vfs.disk.mark(OPENED)
        return journal


@dataclass(slots=True)
class Life:
    """One run of the program, and the states that the journal acknowledged."""

    start: Platter
    may_be: tuple[State, ...]
    """The allowed states at its start: the acknowledged one, and others with open commands."""

    carried: Asks = ()
    """The commands of the run before that have no answer."""

    past: tuple[State, ...] = ()
    acts: list[Act] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    """The state of the journal at each acknowledgement."""

    asks: list[Asks] = field(default_factory=list)
    epochs: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Watched:
    """A journal that reports its state at each acknowledgement."""

    journal: SqliteJournal
    epochs: dict[str, int]
    promised: Callable[[State], object]

    def acquire(self, stream: str) -> StreamLease:
        lease = self.journal.acquire(stream)
        self.epochs[stream] = lease.epoch
        self._report()
        return lease

    def posting(self) -> BatchBalances:
        return self.journal.posting()

    def append(self, *batches: Batch) -> list[AppendResult]:
        results = self.journal.append(*batches)
        self._report()
        return results

    def _report(self) -> None:
        epochs, balances = dict(self.epochs), self.journal.balances()
        self.promised(State(self.journal.streams(), epochs, balances))

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEntry]:
        return self.journal.read(stream, after)

    def find_entry(self, stream: str, id_: str) -> tuple[int, Entry] | None:
        return self.journal.find_entry(stream, id_)

    def find_entries(self, stream: str, ids: Sequence[str]) -> Mapping[str, tuple[int, Entry]]:
        return self.journal.find_entries(stream, ids)

    def streams(self) -> Mapping[str, tuple[int, bytes]]:
        return self.journal.streams()

    def balance(self, account: str) -> int:
        return self.journal.balance(account)

    def balances(self) -> Mapping[str, int]:
        return self.journal.balances()

    def save_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        self.journal.save_snapshot(stream, snapshot)

    def snapshot(self, stream: str) -> Snapshot | None:
        return self.journal.snapshot(stream)

    def close(self) -> None:
        self.journal.close()


@dataclass(frozen=True, slots=True)
class Moment:
    """A place at which a run ends: the medium, the allowed states, and the open commands."""

    platter: Platter
    may_be: tuple[State, ...]
    past: tuple[State, ...]
    unanswered: Asks
    kind: str


def moments(life: Life, places: Sequence[int]) -> Iterator[Moment]:
    """Yield the moment at each place, in order; a sync at that place is still in progress."""
    platter, labels, done = life.start.copy(), kinds(life), 0
    last, unanswered = -1, life.carried
    for place in places:
        until = place if life.acts[place].did in SYNCS else place + 1
        for act in life.acts[done:until]:
            platter.follow(act)
            if act.name == KEPT:
                last = act.at
            elif act.name == ASKED:
                unanswered = life.asks[act.at]
            elif act.name == ANSWERED:
                unanswered = ()
        done = until
        if last < 0:
            may_be, past = (*life.may_be, *life.states[:1]), life.past
        else:
            may_be = tuple(life.states[last : last + 2])
            past = (*life.past, *life.may_be, *life.states[:last])
        yield Moment(platter, may_be, past, unanswered, labels[place])


def kinds(life: Life) -> list[str]:
    """The kind of place of each act of a run, or an empty text if there is nothing to cut."""
    files = {file: file_kind(name) for name, file in life.start.names_seen().items()}
    found, phase = [], "while opening"
    for act in life.acts:
        if act.did is Did.MARK:
            phase = PHASES.get(act.name, phase)
            found.append("after an acknowledgement" if act.name == KEPT else "")
            continue
        if act.did is Did.CREATE:
            files[act.file] = file_kind(act.name)
        file = file_kind(act.name) if act.name else files.get(act.file, "")
        found.append(f"{phase}, {act.did} {file}".rstrip())
    return found


PHASES = {OPENED: "in play", CLOSING: "while closing and opening again"}


def file_kind(name: str) -> str:
    """The kind of the file with a name."""
    if name.endswith("-wal"):
        return "WAL"
    return "rollback journal" if name.endswith("-journal") else "main file"
