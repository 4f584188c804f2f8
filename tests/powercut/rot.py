"""Rot: bits, rows and files of a journal changed one at a time, and whether that is seen."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random
from typing import TypeAlias, cast

import tests.powercut.once  # noqa: F401
from punto.journal.chain import StoredRow, genesis_hash, verify, verify_chain
from punto.journal.entry import StoredEntry
from punto.journal.errors import JournalError
from punto.journal.stores.sqlite import SqliteJournal
from punto.journal.stores.sqlite_file import CHECKSUMS
from tests.powercut.disk import Disk, Platter
from tests.powercut.shift import PLAYED, Shift
from tests.powercut.vfs import DiskVfs


def filled(journal: SqliteJournal, seed: int, entries: int) -> None:
    """Plays on a journal until it holds so many entries."""
    random = Random(seed)
    shift = Shift(journal, random, "a", random.choice(PLAYED))
    while shift.cage.version + shift.table.version < entries:
        shift.turn()


# Rows


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one stream as they are kept."""

    stream: str
    rows: Sequence[StoredRow]

    def before(self, number: int) -> bytes:
        """The hash to which the row with a number is chained."""
        return self.rows[number - 2][3] if number > 1 else genesis_hash(self.stream)

    def is_seen(self, number: int, instead: Iterable[StoredRow]) -> bool:
        """Whether reading fails on rows that stand where the row with a number stood."""
        try:
            for _ in verify_chain(self.stream, instead, number - 1, self.before(number)):
                pass
        except JournalError:
            return True
        return False


def rows_of(journal: SqliteJournal) -> list[Rows]:
    """The rows of all streams of a journal."""
    query = "SELECT number, id, body, hash FROM entries WHERE stream = ? ORDER BY number"
    streams = list(journal._db.execute("SELECT name, stream FROM streams"))
    return [Rows(name, list(journal._db.execute(query, (id_,)))) for name, id_ in streams]


def flipped(data: bytes, bit: int) -> bytes:
    """The data with one bit the other way round."""
    changed = bytearray(data)
    changed[bit >> 3] ^= 1 << (bit & 7)
    return bytes(changed)


def every_bit(row: StoredRow) -> Iterator[StoredRow]:
    """The row with each of its bits changed, one at a time."""
    number, id_, body, hash_ = row
    for bit in range(63):
        yield number ^ (1 << bit), id_, body, hash_
    for bit in range(8 * len(id_.encode())):
        yield number, flipped(id_.encode(), bit).decode("latin-1"), body, hash_
    for bit in range(8 * len(body)):
        yield number, id_, flipped(body, bit), hash_
    for bit in range(8 * len(hash_)):
        yield number, id_, body, flipped(hash_, bit)


def bits_unseen(rows: Rows, numbers: Iterable[int]) -> tuple[int, int]:
    """How many single bits of some rows were changed, and how many changes nobody would see."""
    tried = unseen = 0
    for number in numbers:
        for changed in every_bit(rows.rows[number - 1]):
            tried += 1
            unseen += not rows.is_seen(number, (changed,))
    return tried, unseen


def orders_unseen(rows: Rows, random: Random) -> tuple[int, int]:
    """Each row taken out, told twice, and swapped with its neighbour and with any other row."""
    all_rows = rows.rows
    last = len(all_rows)
    tried = unseen = 0
    for number in range(1, last):
        here, following = all_rows[number - 1], all_rows[number]
        other = random.randrange(number + 1, last + 1)
        there = all_rows[other - 1]
        swapped = (here[0], *there[1:])
        for instead in ([following], [here, here], [(here[0], *following[1:])], [swapped]):
            tried += 1
            unseen += not rows.is_seen(number, instead)
    return tried, unseen


Whole: TypeAlias = Mapping[str, Sequence[StoredEntry]]
"""All entries of a journal, stream by stream."""


@dataclass(frozen=True, slots=True)
class Shortened:
    """A journal whose streams end early, as if nothing had ever followed."""

    whole: Whole
    lengths: Mapping[str, int]

    def check_pages(self) -> None:
        """It has no file, and so no pages."""

    def streams(self) -> Mapping[str, tuple[int, bytes]]:
        return {
            name: (length, self.whole[name][length - 1].hash if length else genesis_hash(name))
            for name, length in self.lengths.items()
        }

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEntry]:
        return iter(self.whole[stream][after : self.lengths[stream]])

    def transfers(self) -> Iterator[tuple[str, str, str, int, str]]:
        for stream in self.lengths:
            for kept in self.read(stream):
                for each in kept.entry.transfers:
                    yield each.id, each.source, each.target, each.cents, each.reason

    def balances(self) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for _, source, target, cents, _ in self.transfers():
            found[source] = found.get(source, 0) - cents
            found[target] = found.get(target, 0) + cents
        return found


def truncations_unseen(whole: Whole, stream: str, lengths: Iterable[int]) -> tuple[int, int]:
    """A stream cut to each of some lengths, head, transfers and balances made to match: only the
    exported head can tell."""
    exported = {name: kept[-1].hash.hex() for name, kept in whole.items()}
    full = {name: len(kept) for name, kept in whole.items()}
    tried = unseen = 0
    for length in lengths:
        tried += 1
        unseen += is_whole(Shortened(whole, {**full, stream: length}), exported)
    return tried, unseen


# Files


@dataclass(slots=True)
class Flips:
    """What became of flipped bits in files: seen, without effect, a wrong answer given."""

    seen: int = 0
    harmless: int = 0
    wrong: int = 0

    def add(self, other: "Flips") -> None:
        """Adds what another run has found."""
        self.seen += other.seen
        self.harmless += other.harmless
        self.wrong += other.wrong

    @property
    def tried(self) -> int:
        """How many bits were flipped."""
        return self.seen + self.harmless + self.wrong


@dataclass(slots=True)
class LogFlips:
    """What became of flipped bits in the log of a journal that was not closed."""

    tried: int = 0
    shortened: int = 0
    """How often entries at the end were gone, though they had been promised."""

    unseen: int = 0
    """How often not even the exported head told."""

    wrong: int = 0
    """How often what was there was not what had been kept."""

    def add(self, other: "LogFlips") -> None:
        """Adds what another run has found."""
        self.tried += other.tried
        self.shortened += other.shortened
        self.unseen += other.unseen
        self.wrong += other.wrong


Answers: TypeAlias = tuple[object, ...]
"""All that a journal can be asked."""


def answers(journal: SqliteJournal) -> Answers:
    """All that a journal says."""
    streams = journal.streams()
    entries = [list(journal.read(stream)) for stream in streams]
    return (
        streams,
        entries,
        [journal.find_entry(each.stream, each.entry.id) for kept in entries for each in kept],
        sorted(journal.transfers()),
        journal.balances(),
        [journal.snapshot(stream) for stream in streams],
        sorted(journal.rounds()),
    )


class Rotting:
    """A small journal on the disk whose bits are flipped one by one."""

    def __init__(self, vfs: DiskVfs, seed: int, stack: str = CHECKSUMS) -> None:
        self.vfs, self.seed, self.stack = vfs, seed, stack
        #: A journal must say clearly that it is damaged; a control may say it in any way.
        self.refusal = JournalError if stack == CHECKSUMS else Exception
        self.path = vfs.folder / f"rot-{stack}"
        vfs.disk = Disk(Platter())
        journal = SqliteJournal(self.path, vfs=stack)
        filled(journal, seed, 40)
        self.truth = answers(journal)
        self.exported = {name: head.hex() for name, (_, head) in journal.streams().items()}
        self.crashed = vfs.disk.files()
        journal.close()
        self.closed = vfs.disk.files()
        assert list(self.closed) == [self.path.name], "a closed journal is one file"

    def flip(self, tries: int) -> Flips:
        """Flips bits anywhere in the closed file, half of them under a journal that is open."""
        random, found = Random(self.seed), Flips()
        for number in range(tries):
            bit = random.randrange(8 * len(self.closed[self.path.name]))
            said = self._said_when_open(bit) if number % 2 else self._said(bit)
            if said is None:
                found.seen += 1
            elif said == self.truth:
                found.harmless += 1
            else:
                found.wrong += 1
        return found

    def _said(self, bit: int) -> Answers | None:
        """What a journal says that is opened after a bit has flipped, None if it refuses."""
        name = self.path.name
        self.vfs.disk = Disk(Platter({name: flipped(self.closed[name], bit)}))
        return self._asked(lambda _journal: None)

    def _said_when_open(self, bit: int) -> Answers | None:
        """The same of a bit that flips under an open journal, which reads the file again."""
        self.vfs.disk = Disk(Platter(self.closed))

        def rot(journal: SqliteJournal) -> None:
            journal._db.pragma("cache_size", 0)
            journal._db.release_memory()
            content = self.vfs.disk.contents[self.vfs.disk.names[self.path.name]]
            content[bit >> 3] ^= 1 << (bit & 7)

        return self._asked(rot)

    def _asked(self, rot: Callable[[SqliteJournal], None]) -> Answers | None:
        with ExitStack() as stack:
            try:
                journal = SqliteJournal(self.path, vfs=self.stack)
                stack.callback(journal.close)
                rot(journal)
                return answers(journal)
            except self.refusal:
                return None

    def flip_log(self, tries: int) -> LogFlips:
        """Flips bits of the log that a crash has left, before the journal is opened again.

        SQLite takes a log to end where its checksums do: what follows is gone, and only the head
        that was exported can tell.
        """
        random, found = Random(self.seed), LogFlips(tried=tries)
        name = f"{self.path.name}-wal"
        for _ in range(tries):
            bit = random.randrange(8 * len(self.crashed[name]))
            files = {**self.crashed, name: flipped(self.crashed[name], bit)}
            self.vfs.disk = Disk(Platter(files))
            journal = SqliteJournal(self.path)
            heads = journal.streams()
            if {name: head.hex() for name, (_, head) in heads.items()} == self.exported:
                found.wrong += answers(journal) != self.truth
            else:
                found.shortened += 1
                found.unseen += is_whole(journal, self.exported)
                found.wrong += not is_whole(journal, {})
            journal.close()
        return found


def is_whole(journal: SqliteJournal | Shortened, exported: Mapping[str, str]) -> bool:
    """Whether a journal chains, adds up, and holds the heads that were exported."""
    try:
        verify(cast("SqliteJournal", journal), exported)
    except JournalError:
        return False
    return True
