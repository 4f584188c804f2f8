"""Split a simulation into shares, play them on threads, a GPU or a cluster, and add them up.

Shares are added in the order of their shoes. So a stopped run has played the first shoes of its
task and no others, and can resume from there.
"""

import json
import os
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.util import find_spec
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
LOCAL = "local"
SHARES_PER_WORKER = 4
SECONDS_TO_ANSWER = 10


class Accumulator(Protocol):
    """Totals that can be added, and that count the shoes or patrons in them."""

    @property
    def played(self) -> int:
        """The number of shoes or patrons in these totals."""

    def __add__(self: "T", other: "T", /) -> "T":
        """Return the sum of both totals."""


T = TypeVar("T", bound=Accumulator)
Play: TypeAlias = Callable[[int, int], T]
"""A function that plays a number of shoes or patrons, from a first one on."""


@dataclass(frozen=True, slots=True)
class WorkerPool:
    """The workers of a run, the number of shares queued for them, and the shoes per share."""

    workers: Executor
    shares_ahead: int
    share: int


def thread_pool(count: int | None = None, share: int | None = None) -> WorkerPool:
    """Return a pool of threads, by default one per core; the totals do not depend on it."""
    count = count or os.cpu_count() or 1
    if not 1 <= count <= 1024:
        raise ValueError(f"{count} cores; expected 1 to 1024")
    default = 1 << 16 if HAS_NUMBA else 1 << 10
    return WorkerPool(ThreadPoolExecutor(count), 2 * count, share or default)


@contextmanager
def dask_pool(address: str, share: int | None = None) -> Iterator[WorkerPool]:
    """Open a pool of the Dask workers at an address, or of a new local cluster for `local`.

    A share is a pure function of its task and its shoes. So the shares of a lost worker are
    played again, and the totals equal those of one core.
    """
    if find_spec("distributed") is None:
        raise ValueError("no Dask: the package distributed is not installed (extra cluster)")
    import distributed

    # Dask has no type annotations.
    dask: Any = distributed
    try:
        if address == LOCAL:
            cluster = dask.LocalCluster(
                threads_per_worker=1, dashboard_address=None, silence_logs=50, processes=True
            )
            client = dask.Client(cluster)
        else:
            cluster = None
            client = dask.Client(address, timeout=SECONDS_TO_ANSWER)
    except (OSError, ValueError, TimeoutError) as error:
        raise ValueError(f"no cluster at {address}: {_first_line(error)}") from None
    try:
        workers = max(len(client.scheduler_info()["workers"]), 1)
        share_size = thread_pool(1, share).share
        yield WorkerPool(client.get_executor(), SHARES_PER_WORKER * workers, share_size)
    finally:
        client.close()
        if cluster is not None:
            cluster.close()


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


def check(task: ShoeTask, shoes: int) -> None:
    """Raise `ValueError` unless the dealing, the number of shoes and the seed are valid."""
    shoe_dealing.check(task.dealing, task.book)
    if not 1 <= shoes <= MAX_SHOES:
        raise ValueError(f"{shoes} shoes; expected 1 to {MAX_SHOES:,}")
    if not 0 <= task.seed <= MAX_SEED:
        raise ValueError(f"seed {task.seed}; expected 0 to {MAX_SEED}")


def run(play: Play[T], whole: int, pool: WorkerPool, totals: T) -> Generator[T, None, None]:
    """Continue from the totals up to the whole, and yield the totals after every share."""
    starts = iter(range(totals.played, whole, pool.share))
    queued: deque[Future[T]] = deque()
    try:
        while True:
            while len(queued) < pool.shares_ahead and (start := next(starts, None)) is not None:
                size = min(pool.share, whole - start)
                queued.append(pool.workers.submit(play, start, size))
            if not queued:
                return
            totals = totals + queued.popleft().result()
            yield totals
    finally:
        for future in queued:
            future.cancel()


def save(path: Path, task: ShoeTask, totals: Totals, stream: str = CPU_STREAM) -> None:
    """Write a checkpoint; a failure leaves the earlier file unchanged."""
    record = {"task": _identity(task, stream), "totals": totals.record()}
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_text(json.dumps(record, indent=1), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror}") from None


def load(path: Path, task: ShoeTask, stream: str = CPU_STREAM) -> Totals:
    """Read the totals of a checkpoint of this task; they are empty if there is no file."""
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
        raise ValueError(
            f"{path} is not a checkpoint; expected a file that a simulation wrote"
        ) from None


def saved_seed(path: Path) -> int | None:
    """Return the seed of a checkpoint, None if there is no readable checkpoint."""
    try:
        seed = json.loads(path.read_text(encoding="utf-8"))["task"]["seed"]
    except (OSError, ValueError, KeyError, TypeError):
        # `load` reports the error.
        return None
    return seed if type(seed) is int else None


class _OtherTask(Exception):
    """Raised for a checkpoint of a different task, with the first difference."""


def _identity(task: ShoeTask, stream: str) -> dict[str, Any]:
    """Return the settings that two runs must share before their totals may be added."""
    return {
        "game": task.book.key,
        "digest": task.book.digest,
        "seed": task.seed,
        "stream": stream,
        "streaks": task.with_streaks,
        **asdict(task.dealing),
    }
