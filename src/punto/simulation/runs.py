"""Split a simulation into shares, play them on threads, a GPU or a cluster, and add them up.

Shares are added in the order of their shoes. So a stopped run has played the first shoes of its
task and no others, and can resume from there.
"""

import json
import os
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

from punto.simulation import shoe_dealing
from punto.simulation.game_tables import compile_tables
from punto.simulation.kernels.numba_compat import HAS_NUMBA
from punto.simulation.kernels.philox import MAX_SEED
from punto.simulation.shoe_play import ShoeTask
from punto.simulation.totals import Totals, empty_totals, totals_of

CPU_STREAM = "philox4x32-10 by shoe, version 1"
MAX_SHOES = 10**12


class Accumulator(Protocol):
    """Totals of any kind: they know how much is done, and two can be added."""

    @property
    def played(self) -> int:
        """How many shoes, or patrons, are in them."""

    def __add__(self: "T", other: "T", /) -> "T":
        """Both together."""


T = TypeVar("T", bound=Accumulator)
Play: TypeAlias = Callable[[int, int], T]
"""Plays so many shoes, or patrons, from a first one on."""


@dataclass(frozen=True, slots=True)
class WorkerPool:
    """Who plays the shares, how many shares they hold, and how many shoes are in one."""

    workers: Executor
    shares_ahead: int
    share: int


def thread_pool(count: int | None = None, share: int | None = None) -> WorkerPool:
    """This machine's cores; the totals are the same whatever their number."""
    count = count or os.cpu_count() or 1
    if not 1 <= count <= 1024:
        raise ValueError(f"{count} cores; expected 1 to 1024")
    default = 1 << 16 if HAS_NUMBA else 1 << 10
    return WorkerPool(ThreadPoolExecutor(count), 2 * count, share or default)


def check(task: ShoeTask, shoes: int) -> None:
    """Raises unless a task can be played and is of a size that ends."""
    shoe_dealing.check(task.dealing, task.book)
    if not 1 <= shoes <= MAX_SHOES:
        raise ValueError(f"{shoes} shoes; expected 1 to {MAX_SHOES:,}")
    if not 0 <= task.seed <= MAX_SEED:
        raise ValueError(f"seed {task.seed}; expected 0 to {MAX_SEED}")


def run(play: Play[T], whole: int, crew: WorkerPool, totals: T) -> Generator[T, None, None]:
    """Plays on from what is done up to the whole; yields the totals after every share."""
    starts = iter(range(totals.played, whole, crew.share))
    waiting: deque[Future[T]] = deque()
    try:
        while True:
            while len(waiting) < crew.shares_ahead and (start := next(starts, None)) is not None:
                here = min(crew.share, whole - start)
                waiting.append(crew.workers.submit(play, start, here))
            if not waiting:
                return
            totals = totals + waiting.popleft().result()
            yield totals
    finally:
        for each in waiting:
            each.cancel()


def save(path: Path, task: ShoeTask, totals: Totals, stream: str = CPU_STREAM) -> None:
    """Writes a checkpoint, whole or not at all."""
    record = {"task": _identity(task, stream), "totals": totals.record()}
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_text(json.dumps(record, indent=1), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror}") from None


def load(path: Path, task: ShoeTask, stream: str = CPU_STREAM) -> Totals:
    """The totals of a checkpoint of this task; none where there is no file yet."""
    empty = empty_totals(compile_tables(task.book), task.dealing)
    if not path.exists():
        return empty
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        saved = dict(record["task"])
        for name, value in _identity(task, stream).items():
            if saved.get(name) != value:
                raise _OtherTask(f"{name} is {saved.get(name)!r:.60}, not {value!r:.60}")
        return totals_of(record["totals"], empty)
    except _OtherTask as other:
        raise ValueError(f"{path} is of another task: {other}") from None
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, IndexError):
        raise ValueError(f"{path} is no checkpoint; expected one that a run has made") from None


def saved_seed(path: Path) -> int | None:
    """The seed of a checkpoint; none where there is none to go on from."""
    try:
        seed = json.loads(path.read_text(encoding="utf-8"))["task"]["seed"]
    except (OSError, ValueError, KeyError, TypeError):
        # What is wrong with a file is said when it is loaded.
        return None
    return seed if type(seed) is int else None


class _OtherTask(Exception):
    """What a checkpoint has not in common with a task."""


def _identity(task: ShoeTask, stream: str) -> dict[str, Any]:
    """What two runs must have in common to be added up."""
    return {
        "game": task.book.key,
        "digest": task.book.digest,
        "seed": task.seed,
        "stream": stream,
        "streaks": task.with_streaks,
        **asdict(task.dealing),
    }
