"""Lives: runs of the program on the disk, from opening the journal to closing it, with what each
was promised on the way, and the places at which it can end."""

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
    """How a journal is run."""

    synchronous: str
    checkpoint_pages: int
    cache_pages: int
    entries_between_snapshots: int

    @classmethod
    def chosen(cls, random: Random, synchronous: str) -> "Way":
        """Small figures, so that everything happens often in a short shift."""
        return cls(
            synchronous,
            random.choice((4, 10, 25, 1_000)),
            random.choice((2, 8, 2_000)),
            random.choice((12, 2_000, 2_000, 2_000)),
        )

    def opened(self, vfs: DiskVfs) -> SqliteJournal:
        """The real journal, on the disk that is in."""
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
    """One run of the program, and what it was promised."""

    start: Platter
    may_be: tuple[State, ...]
    """What was promised before it, and what may have become of what was then under way."""

    carried: Asks = ()
    """What was asked before it and not answered."""

    past: tuple[State, ...] = ()
    acts: list[Act] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    """What the journal held each time it had promised something."""

    asks: list[Asks] = field(default_factory=list)
    epochs: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Watched:
    """A journal that tells what it holds each time it has promised something."""

    journal: SqliteJournal
    epochs: dict[str, int]
    promised: Callable[[State], object]

    def acquire(self, stream: str) -> StreamLease:
        taken = self.journal.acquire(stream)
        self.epochs[stream] = taken.epoch
        self._tell()
        return taken

    def posting(self) -> BatchBalances:
        return self.journal.posting()

    def append(self, *batches: Batch) -> list[AppendResult]:
        appended = self.journal.append(*batches)
        self._tell()
        return appended

    def _tell(self) -> None:
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
    """A place at which a life ends: the medium, what was promised, and what was under way."""

    platter: Platter
    may_be: tuple[State, ...]
    past: tuple[State, ...]
    unanswered: Asks
    kind: str


def moments(life: Life, places: Sequence[int]) -> Iterator[Moment]:
    """The life as it stands at each of some places, in order; a sync there is still under way."""
    platter, labels, done = life.start.copy(), kinds(life), 0
    kept, unanswered = -1, life.carried
    for place in places:
        until = place if life.acts[place].did in SYNCS else place + 1
        for act in life.acts[done:until]:
            platter.follow(act)
            if act.name == KEPT:
                kept = act.at
            elif act.name == ASKED:
                unanswered = life.asks[act.at]
            elif act.name == ANSWERED:
                unanswered = ()
        done = until
        if kept < 0:
            may_be, past = (*life.may_be, *life.states[:1]), life.past
        else:
            may_be = tuple(life.states[kept : kept + 2])
            past = (*life.past, *life.may_be, *life.states[:kept])
        yield Moment(platter, may_be, past, unanswered, labels[place])


def kinds(life: Life) -> list[str]:
    """What kind of place each act of a life is, empty where there is nothing to cut."""
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
    """Which of the files a name is."""
    if name.endswith("-wal"):
        return "WAL"
    return "rollback journal" if name.endswith("-journal") else "main file"
