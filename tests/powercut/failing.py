"""Failing disks: full, or with errors, at the first write, read or sync, at the second, and so on
until a shift comes to its end untouched."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from random import Random

import apsw

import tests.powercut.once  # noqa: F401
from punto.floor.streams import owner
from punto.floor.streams.owner import CommandRequest, StreamStopped
from punto.journal.errors import JournalError
from punto.journal.stores.sqlite import SqliteJournal
from punto.table.commands.play import OpenBets
from tests.powercut.disk import Disk, Platter
from tests.powercut.holding import State, Tally, held, judge
from tests.powercut.kills import TURNS
from tests.powercut.life import Watched
from tests.powercut.people import STAFF
from tests.powercut.shift import PLAYED, Asks, Shift
from tests.powercut.vfs import DiskVfs


@dataclass(frozen=True, slots=True)
class Fault:
    """What goes wrong with a disk: which error, at which of its acts, once or for good."""

    name: str
    error: type[Exception]
    acts: frozenset[str]
    for_good: bool


class NoRoom(apsw.FullError):
    """The disk is full."""


class NoDisk(apsw.IOError):
    """The disk does not work."""


@contextmanager
def quiet() -> Iterator[None]:
    """Lets nobody print the wanted errors that SQLite itself passes over, as it does in clearing up
    after another one."""
    loud = sys.unraisablehook

    def hook(error: "sys.UnraisableHookArgs") -> None:
        if not isinstance(error.exc_value, NoRoom | NoDisk):
            loud(error)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = loud


WRITES, SYNCS, READS = frozenset({"write"}), frozenset({"sync"}), frozenset({"read"})

FAULTS = (
    Fault("disk full", NoRoom, WRITES, for_good=True),
    Fault("disk full for a moment", NoRoom, WRITES, for_good=False),
    Fault("write error", NoDisk, WRITES, for_good=False),
    Fault("sync error", NoDisk, SYNCS, for_good=False),
    Fault("dead disk", NoDisk, WRITES | SYNCS | READS, for_good=True),
    Fault("read error", NoDisk, READS, for_good=False),
)


class FailingDisk(Disk):
    """A disk that fails at the n-th of some acts."""

    def __init__(self, fault: Fault, point: int) -> None:
        super().__init__(Platter())
        self.fault, self.left, self.failed = fault, point, 0

    def read(self, file: int, at: int, amount: int) -> bytes:
        self._step("read")
        return super().read(file, at, amount)

    def write(self, file: int, at: int, data: bytes) -> None:
        self._step("write")
        super().write(file, at, data)

    def sync(self, file: int) -> None:
        self._step("sync")
        super().sync(file)

    def _step(self, act: str) -> None:
        if act not in self.fault.acts:
            return
        self.left -= 1
        if self.left == 0 or (self.left < 0 and self.fault.for_good):
            self.failed += 1
            raise self.fault.error(self.fault.name)


class Sufferer:
    """A shift on a disk that fails it."""

    def __init__(self, vfs: DiskVfs, seed: int) -> None:
        self.vfs, self.seed = vfs, seed
        self.path = vfs.folder / "journal"
        self.states = [State()]
        self._play(Disk(Platter()), self.states)

    def fail_at(self, fault: Fault, points: Iterable[int]) -> Tally:
        """Lets the disk fail at each of some points, until one comes after the shift's end."""
        tally = Tally()
        for point in points:
            disk, told = FailingDisk(fault, point), [State()]
            with quiet():
                was_told = self._play(disk, told)
            if not disk.failed:
                break
            tally.cuts += 1
            tally.kinds["told the asker" if was_told else "went unnoticed"] += 1
            faults = tally.faults
            self._look(disk, told, tally, Random(point))
            if tally.faults > faults:
                tally.failed.append(f"seed {self.seed}, {fault.name}, point {point}")
        return tally

    def _look(self, failed: Disk, told: list[State], tally: Tally, random: Random) -> None:
        """The disk works again: what was promised is there, also if the power fails first."""
        platter = failed.start.copy()
        for act in failed.acts:
            platter.follow(act)
        kept = len(told) - 1
        for left in (platter, platter.after_power_cut(random)):
            self.vfs.disk = Disk(left)
            journal = SqliteJournal(self.path)
            judge(held(journal), self.states[kept : kept + 2], self.states[:kept], tally)
            journal.close()

    def _play(self, disk: Disk, told: list[State]) -> bool:
        """Plays until the shift ends or is told that its journal failed: whether it was told."""
        self.vfs.disk = disk
        owner.ENTRIES_BETWEEN_SNAPSHOTS = 10
        random = Random(self.seed)
        book, epochs = random.choice(PLAYED), dict[str, int]()
        for sitting, turns in enumerate(TURNS):
            try:
                with ExitStack() as stack:
                    journal = SqliteJournal(self.path)
                    stack.callback(journal.close)
                    journal._db.wal_autocheckpoint(10)
                    watched = Watched(journal, epochs, told.append)
                    shift = Shift(watched, random, f"{sitting}", book)
                    self._turns(shift, turns)
            except JournalError:
                return True
        return False

    def _turns(self, shift: Shift, turns: int) -> None:
        requested: list[Asks] = []
        shift.before = requested.append
        try:
            for _ in range(turns):
                shift.turn()
        except JournalError:
            self._takes_nothing_more(shift, requested[-1])
            raise

    def _takes_nothing_more(self, shift: Shift, asks: Asks) -> None:
        """Bets stop: a desk that wrote and does not know what became of it answers nobody."""
        for stream, _ in asks:
            stopped = shift.desk(stream)
            if stopped._is_in_doubt:
                try:
                    stopped.handle(CommandRequest("after", STAFF, OpenBets()))
                except StreamStopped:
                    continue
                raise AssertionError(f"seed {self.seed}: {stream} went on though it had failed")
