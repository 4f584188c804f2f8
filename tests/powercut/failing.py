"""Let a disk fail at the first write, read or sync, then at the second, and so on.

The disk is full or reports errors. The last run ends without a failure.
"""

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
from punto.table.commands import OpenBets
from tests.powercut.disk import Disk, Platter
from tests.powercut.holding import State, Tally, judge, read_contents
from tests.powercut.kills import TURNS
from tests.powercut.life import Watched
from tests.powercut.people import STAFF
from tests.powercut.shift import PLAYED, Asks, Shift
from tests.powercut.vfs import DiskVfs


@dataclass(frozen=True, slots=True)
class Fault:
    """An error of a disk, the acts at which it occurs, and whether it is permanent."""

    name: str
    error: type[Exception]
    acts: frozenset[str]
    is_permanent: bool


class NoRoom(apsw.FullError):
    """The disk is full."""


class NoDisk(apsw.IOError):
    """The disk does not work."""


@contextmanager
def quiet() -> Iterator[None]:
    """Hide the intended errors that SQLite itself ignores, for instance while it cleans up."""
    usual_hook = sys.unraisablehook

    def hook(error: "sys.UnraisableHookArgs") -> None:
        if not isinstance(error.exc_value, NoRoom | NoDisk):
            usual_hook(error)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = usual_hook


WRITES, SYNCS, READS = frozenset({"write"}), frozenset({"sync"}), frozenset({"read"})

FAULTS = (
    Fault("disk full", NoRoom, WRITES, is_permanent=True),
    Fault("disk full for a moment", NoRoom, WRITES, is_permanent=False),
    Fault("write error", NoDisk, WRITES, is_permanent=False),
    Fault("sync error", NoDisk, SYNCS, is_permanent=False),
    Fault("dead disk", NoDisk, WRITES | SYNCS | READS, is_permanent=True),
    Fault("read error", NoDisk, READS, is_permanent=False),
)


class FailingDisk(Disk):
    """A disk that fails at the n-th act of the given kinds."""

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
        if self.left == 0 or (self.left < 0 and self.fault.is_permanent):
            self.failed += 1
            raise self.fault.error(self.fault.name)


class Sufferer:
    """Plays the shift of a seed on a failing disk."""

    def __init__(self, vfs: DiskVfs, seed: int) -> None:
        self.vfs, self.seed = vfs, seed
        self.path = vfs.folder / "journal"
        self.states = [State()]
        self._play(Disk(Platter()), self.states)

    def fail_at(self, fault: Fault, points: Iterable[int]) -> Tally:
        """Let the disk fail at each point, until a point comes after the end of the shift."""
        tally = Tally()
        for point in points:
            disk, acknowledged = FailingDisk(fault, point), [State()]
            with quiet():
                is_reported = self._play(disk, acknowledged)
            if not disk.failed:
                break
            tally.cuts += 1
            tally.kinds["reported" if is_reported else "not reported"] += 1
            faults = tally.faults
            self._judge(disk, acknowledged, tally, Random(point))
            if tally.faults > faults:
                tally.failed.append(f"seed {self.seed}, {fault.name}, point {point}")
        return tally

    def _judge(self, failed: Disk, acknowledged: list[State], tally: Tally, random: Random) -> None:
        """Check the acknowledged entries on the repaired disk, with and without a power cut."""
        platter = failed.start.copy()
        for act in failed.acts:
            platter.follow(act)
        last = len(acknowledged) - 1
        for left in (platter, platter.after_power_cut(random)):
            self.vfs.disk = Disk(left)
            journal = SqliteJournal(self.path)
            judge(read_contents(journal), self.states[last : last + 2], self.states[:last], tally)
            journal.close()

    def _play(self, disk: Disk, acknowledged: list[State]) -> bool:
        """Play until the shift ends or the journal fails; return whether it reported a failure."""
        self.vfs.disk = disk
        owner.ENTRIES_BETWEEN_SNAPSHOTS = 10
        random = Random(self.seed)
        book, epochs = random.choice(PLAYED), dict[str, int]()
        for part, turns in enumerate(TURNS):
            try:
                with ExitStack() as stack:
                    journal = SqliteJournal(self.path)
                    stack.callback(journal.close)
                    journal._db.wal_autocheckpoint(10)
                    watched = Watched(journal, epochs, acknowledged.append)
                    shift = Shift(watched, random, f"{part}", book)
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
            self._check_stopped(shift, requested[-1])
            raise

    def _check_stopped(self, shift: Shift, asks: Asks) -> None:
        """Check that a stream owner in doubt about its last write refuses every command."""
        for stream, _ in asks:
            stopped = shift.desk(stream)
            if stopped._is_in_doubt:
                try:
                    stopped.handle(CommandRequest("after", STAFF, OpenBets()))
                except StreamStopped:
                    continue
                raise AssertionError(f"seed {self.seed}: {stream} continued after a failure")
