# ruff: noqa: N802  SQLite names these methods
"""Kill a shift on a real file at its first write or sync, then at its second, and so on.

The shift reports each acknowledged state to another process, as a floor answers a patron. The last
run ends by itself.
"""

import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Protocol

import apsw
import apsw.sqlite_extra

import tests.powercut.once  # noqa: F401
from punto.journal.errors import JournalError
from punto.journal.stores.sqlite import SqliteJournal
from tests.powercut.holding import State, Tally, judge, read_contents
from tests.powercut.life import Watched
from tests.powercut.shift import PLAYED, Shift
from tests.powercut.vfs import memory

TURNS = (14, 6)
"""The turns of each part; between two parts the journal is closed and opened again."""


def victim(folder: Path, seed: int, promised: Callable[[State], object]) -> None:
    """Play a shift on a file, and report each acknowledged state."""
    random = Random(seed)
    book, epochs = random.choice(PLAYED), dict[str, int]()
    for part, turns in enumerate(TURNS):
        journal = SqliteJournal(folder / "journal")
        journal._db.wal_autocheckpoint(10)
        shift = Shift(Watched(journal, epochs, promised), random, f"{part}", book)
        for _ in range(turns):
            shift.turn()
        journal.close()


class Killer(Protocol):
    """A way to kill a shift."""

    def kill(self, folder: Path, seed: int, point: int) -> tuple[int, bool]:
        """Kill a shift at a point.

        Return the number of acknowledged states, and whether the shift ended before the kill.
        """
        ...


def kill_at(killer: Killer, seed: int, points: Iterable[int]) -> Tally:
    """Kill the shift of a seed at each point, until a point comes after its end."""
    tally = Tally()
    states = [State()]
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        victim(Path(folder), seed, states.append)
    for point in points:
        with tempfile.TemporaryDirectory(dir=memory()) as folder:
            reported, is_over = killer.kill(Path(folder), seed, point)
            if is_over:
                assert reported == len(states) - 1, f"seed {seed}: another shift was played"
                break
            faults = tally.faults
            journal = SqliteJournal(Path(folder) / "journal")
            allowed, past = states[reported : reported + 2], states[:reported]
            judge(read_contents(journal), allowed, past, tally)
            journal.close()
        tally.cuts += 1
        if tally.faults > faults:
            tally.failed.append(f"seed {seed}, point {point}")
    return tally


JOURNAL_FAILED = 3
"""The exit code of a shift whose journal reported a failure."""


def forked(
    child: Callable[[int], None], observe: Callable[[int], None] = lambda _pid: None
) -> tuple[int, int]:
    """Run a child process that reports acknowledged states; return their number and its status."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reading)
            child(writing)
            os._exit(0)
        except JournalError:
            os._exit(JOURNAL_FAILED)
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(1)
    os.close(writing)
    observe(pid)
    reported = 0
    while data := os.read(reading, 4096):
        reported += len(data)
    os.close(reading)
    _, status = os.waitpid(pid, 0)
    assert status in (0, signal.SIGKILL, JOURNAL_FAILED << 8), f"the shift ended with {status}"
    return reported, status


class AtItsOwnHand:
    """Kills the shift from a VFS, before and after each write, sync and answer."""

    def __init__(self) -> None:
        assert "cksmvfs" not in apsw.vfs_names(), "the page checksums already use another VFS"
        self._vfs = CountingVfs()
        apsw.sqlite_extra.load(apsw.Connection(":memory:"), "cksumvfs")

    def kill(self, folder: Path, seed: int, point: int) -> tuple[int, bool]:
        def child(writing: int) -> None:
            self._vfs.left = point

            def promised(_state: State) -> None:
                self._vfs.step()
                os.write(writing, b".")
                self._vfs.step()

            victim(folder, seed, promised)

        reported, status = forked(child)
        return reported, status == 0


class CountingVfs(apsw.VFS):
    """The real VFS, which kills the process after a number of steps."""

    def __init__(self) -> None:
        super().__init__("counting", "unix", makedefault=True)
        self.left = 0

    def step(self) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        return CountingFile(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.step()
        super().xDelete(filename, syncdir)
        self.step()


class CountingFile(apsw.VFSFile):
    """A real file whose writes and syncs are counted."""

    def __init__(
        self, vfs: CountingVfs, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> None:
        super().__init__("unix", name, flags)
        self._vfs = vfs

    def xWrite(self, data: bytes, offset: int) -> None:
        self._vfs.step()
        super().xWrite(data, offset)
        self._vfs.step()

    def xSync(self, flags: int) -> None:
        self._vfs.step()
        super().xSync(flags)
        self._vfs.step()

    def xTruncate(self, newsize: int) -> None:
        self._vfs.step()
        super().xTruncate(newsize)
        self._vfs.step()


EVERY_CALL = "pwrite64,write,fsync,fdatasync,ftruncate,unlink"
"""The system calls of a shift: every write and sync, and every answer sent."""

PR_SET_PTRACER = 0x59616D61


@dataclass(frozen=True, slots=True)
class ByStrace:
    """Kills an unmodified shift at its n-th system call, or lets that call fail."""

    calls: str = EVERY_CALL
    injection: str = "signal=KILL:when={}"

    def kill(self, folder: Path, seed: int, point: int) -> tuple[int, bool]:
        log = folder / "strace"
        inject = f"inject={self.calls}:{self.injection.format(point)}"
        words = ["strace", "-qq", "-o", str(log), "-e", f"trace={self.calls}", "-e", inject, "-p"]

        def child(writing: int) -> None:
            # Allow any process to trace this one, which waits until strace does.
            ctypes.CDLL(None).prctl(PR_SET_PTRACER, -1, 0, 0, 0)
            wait_for_tracer()
            victim(folder, seed, lambda _state: os.write(writing, b"."))

        with ExitStack() as stack:

            def trace(pid: int) -> None:
                stack.enter_context(subprocess.Popen([*words, str(pid)]))

            reported, status = forked(child, trace)
        return reported, status == 0 and "INJECTED" not in log.read_text("ascii", "replace")


def wait_for_tracer() -> None:
    """Wait until a tracer is attached to this process."""
    for _ in range(500_000):
        if "TracerPid:\t0\n" not in Path("/proc/self/status").read_text("ascii"):
            return
        os.sched_yield()
    raise AssertionError("no tracer attached to this process; is strace allowed to?")


REAL_FAULTS = {
    "disk full": ByStrace("pwrite64,ftruncate", "error=ENOSPC:when={}+"),
    "disk full for a moment": ByStrace("pwrite64,ftruncate", "error=ENOSPC:when={}"),
    "write error": ByStrace("pwrite64,ftruncate", "error=EIO:when={}"),
    "sync error": ByStrace("fsync,fdatasync", "error=EIO:when={}"),
}
"""Errors of a real disk, as the operating system reports them."""
