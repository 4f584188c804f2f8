"""Change bits, rows and files of a journal one at a time, and check that each change is found."""

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


def fill(journal: SqliteJournal, seed: int, entries: int) -> None:
    """Play a shift until the journal has this number of entries."""
    random = Random(seed)
    shift = Shift(journal, random, "a", random.choice(PLAYED))
    while shift.cage.version + shift.table.version < entries:
        shift.turn()


# Rows


@dataclass(frozen=True, slots=True)
class Rows:
    """The stored rows of one stream."""

    stream: str
    rows: Sequence[StoredRow]

    def before(self, number: int) -> bytes:
        """The hash of the row before a number."""
        return self.rows[number - 2][3] if number > 1 else genesis_hash(self.stream)

    def is_found(self, number: int, instead: Iterable[StoredRow]) -> bool:
        """Whether verification fails on rows in place of the row with a number."""
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
    """The data with one bit changed."""
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
    """The number of single changed bits in some rows, and of those that were not found."""
    tried = unseen = 0
    for number in numbers:
        for changed in every_bit(rows.rows[number - 1]):
            tried += 1
            unseen += not rows.is_found(number, (changed,))
    return tried, unseen


def orders_unseen(rows: Rows, random: Random) -> tuple[int, int]:
    """Remove and repeat each row, and swap it with its neighbour and with another row."""
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
            unseen += not rows.is_found(number, instead)
    return tried, unseen


Entries: TypeAlias = Mapping[str, Sequence[StoredEntry]]
"""All entries of a journal, stream by stream."""


@dataclass(frozen=True, slots=True)
class Shortened:
    """A journal whose streams end early, as if it had never had the later entries."""

    full: Entries
    lengths: Mapping[str, int]

    def check_pages(self) -> None:
        """Do nothing: there is no file with pages."""

    def streams(self) -> Mapping[str, tuple[int, bytes]]:
        return {
            name: (length, self.full[name][length - 1].hash if length else genesis_hash(name))
            for name, length in self.lengths.items()
        }

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEntry]:
        return iter(self.full[stream][after : self.lengths[stream]])

    def transfers(self) -> Iterator[tuple[str, str, str, int, str]]:
        for stream in self.lengths:
            for stored in self.read(stream):
                for transfer in stored.entry.transfers:
                    source, target, cents = transfer.source, transfer.target, transfer.cents
                    yield transfer.id, source, target, cents, transfer.reason

    def balances(self) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for _, source, target, cents, _ in self.transfers():
            found[source] = found.get(source, 0) - cents
            found[target] = found.get(target, 0) + cents
        return found


def truncations_unseen(entries: Entries, stream: str, lengths: Iterable[int]) -> tuple[int, int]:
    """Cut a stream to each length, with a matching head, transfers and balances.

    Only the exported head reveals such a cut.
    """
    exported = {name: stored[-1].hash.hex() for name, stored in entries.items()}
    full = {name: len(stored) for name, stored in entries.items()}
    tried = unseen = 0
    for length in lengths:
        tried += 1
        unseen += is_sound(Shortened(entries, {**full, stream: length}), exported)
    return tried, unseen


# Files


@dataclass(slots=True)
class Flips:
    """The results of flipped bits in files: found, without effect, or a wrong answer."""

    seen: int = 0
    harmless: int = 0
    wrong: int = 0

    def add(self, other: "Flips") -> None:
        """Add the results of another run."""
        self.seen += other.seen
        self.harmless += other.harmless
        self.wrong += other.wrong

    @property
    def tried(self) -> int:
        """The number of flipped bits."""
        return self.seen + self.harmless + self.wrong


@dataclass(slots=True)
class LogFlips:
    """The results of flipped bits in the log of a journal that was not closed."""

    tried: int = 0
    shortened: int = 0
    """The number of logs that lost acknowledged entries at the end."""

    unseen: int = 0
    """The number of losses that not even the exported head revealed."""

    wrong: int = 0
    """The number of journals with entries other than the stored ones."""

    def add(self, other: "LogFlips") -> None:
        """Add the results of another run."""
        self.tried += other.tried
        self.shortened += other.shortened
        self.unseen += other.unseen
        self.wrong += other.wrong


Answers: TypeAlias = tuple[object, ...]
"""The answers of a journal to every query."""


def answers(journal: SqliteJournal) -> Answers:
    """Ask a journal every query."""
    streams = journal.streams()
    entries = [list(journal.read(stream)) for stream in streams]
    return (
        streams,
        entries,
        [
            journal.find_entry(stored.stream, stored.entry.id)
            for of_stream in entries
            for stored in of_stream
        ],
        sorted(journal.transfers()),
        journal.balances(),
        [journal.snapshot(stream) for stream in streams],
        sorted(journal.rounds()),
    )


class Rotting:
    """Flips the bits of a small journal one by one."""

    def __init__(self, vfs: DiskVfs, seed: int, stack: str = CHECKSUMS) -> None:
        self.vfs, self.seed, self.stack = vfs, seed, stack
        self.refusal = JournalError if stack == CHECKSUMS else Exception
        """A journal must report damage as a journal error; the control may raise anything."""

        self.path = vfs.folder / f"rot-{stack}"
        vfs.disk = Disk(Platter())
        journal = SqliteJournal(self.path, vfs=stack)
        fill(journal, seed, 40)
        self.truth = answers(journal)
        self.exported = {name: head.hex() for name, (_, head) in journal.streams().items()}
        self.crashed = vfs.disk.files()
        journal.close()
        self.closed = vfs.disk.files()
        assert list(self.closed) == [self.path.name], "a closed journal is one file"

    def flip(self, tries: int) -> Flips:
        """Flip bits anywhere in the closed file, half of them while the journal is open."""
        random, found = Random(self.seed), Flips()
        for number in range(tries):
            bit = random.randrange(8 * len(self.closed[self.path.name]))
            given = self._answers_when_open(bit) if number % 2 else self._answers(bit)
            if given is None:
                found.seen += 1
            elif given == self.truth:
                found.harmless += 1
            else:
                found.wrong += 1
        return found

    def _answers(self, bit: int) -> Answers | None:
        """The answers of a journal with a flipped bit, None if it reports damage."""
        name = self.path.name
        self.vfs.disk = Disk(Platter({name: flipped(self.closed[name], bit)}))
        return self._query(lambda _journal: None)

    def _answers_when_open(self, bit: int) -> Answers | None:
        """The answers if the bit flips while the journal is open and reads the file again."""
        self.vfs.disk = Disk(Platter(self.closed))

        def rot(journal: SqliteJournal) -> None:
            journal._db.pragma("cache_size", 0)
            journal._db.release_memory()
            content = self.vfs.disk.contents[self.vfs.disk.names[self.path.name]]
            content[bit >> 3] ^= 1 << (bit & 7)

        return self._query(rot)

    def _query(self, rot: Callable[[SqliteJournal], None]) -> Answers | None:
        with ExitStack() as stack:
            try:
                journal = SqliteJournal(self.path, vfs=self.stack)
                stack.callback(journal.close)
                rot(journal)
                return answers(journal)
            except self.refusal:
                return None

    def flip_log(self, tries: int) -> LogFlips:
        """Flip bits of the log after a crash, before the journal is opened again.

        SQLite ends a log at the first wrong checksum, so later entries are lost. Only the exported
        head reveals that.
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
                found.unseen += is_sound(journal, self.exported)
                found.wrong += not is_sound(journal, {})
            journal.close()
        return found


def is_sound(journal: SqliteJournal | Shortened, exported: Mapping[str, str]) -> bool:
    """Whether a journal chains, adds up, and contains the exported heads."""
    try:
        verify(cast("SqliteJournal", journal), exported)
    except JournalError:
        return False
    return True
