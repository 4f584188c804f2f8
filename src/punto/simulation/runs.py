"""Runs: a task split into shares of shoes, done by threads, a GPU or a cluster, and added up.

Shares are added in the order of their shoes, so a run that is stopped has played the first shoes
of its task and no others, and goes on from there.
"""

import json
import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from punto.core import record
from punto.simulation.compiling import HAS_NUMBA
from punto.simulation.playing import Task, tallied
from punto.simulation.stream import MOST_SEED
from punto.simulation.tables import compiled
from punto.simulation.totals import Totals, nothing, totals_of

Share = Callable[[Task, int, int], Totals]
"""Plays some shoes of a task from a first one on."""

CPU_STREAM = "philox4x32-10 by shoe, version 1"

SHARE_OF_SHOES = 1 << 17 if HAS_NUMBA else 1 << 11
"""What one worker takes at a time: about a second's work."""

MOST_SHOES = 10**12


@dataclass(frozen=True, slots=True)
class Engine:
    """Who plays the shares: the play itself, the workers, and how many shares they hold."""

    play: Share
    executor: Executor
    shares_ahead: int
    stream: str = CPU_STREAM
    shoes_a_share: int = SHARE_OF_SHOES


def on_threads(workers: int | None = None) -> Engine:
    """An engine of this machine's cores; the totals are the same with any number of workers."""
    workers = workers or os.cpu_count() or 1
    return Engine(tallied, ThreadPoolExecutor(workers), 2 * workers)


def check(task: Task, shoes: int) -> None:
    """Raises unless a task is of a size that can be played."""
    if not 1 <= shoes <= MOST_SHOES:
        raise ValueError(f"{shoes} shoes; expected 1 to {MOST_SHOES:,}")
    if not 0 <= task.seed <= MOST_SEED:
        raise ValueError(f"seed {task.seed}; expected 0 to {MOST_SEED}")


def run(task: Task, shoes: int, engine: Engine, done: Totals | None = None) -> Iterator[Totals]:
    """Plays a task up to a number of shoes, and yields the totals so far after every share."""
    totals = done or nothing(compiled(task.book), task.procedure)
    size = engine.shoes_a_share
    starts = iter(range(totals.shoes, shoes, size))
    waiting: deque[Any] = deque()
    try:
        while True:
            while len(waiting) < engine.shares_ahead and (start := next(starts, None)) is not None:
                here = min(size, shoes - start)
                waiting.append(engine.executor.submit(engine.play, task, start, here))
            if not waiting:
                return
            totals += waiting.popleft().result()
            yield totals
    finally:
        for each in waiting:
            each.cancel()


def save(path: Path, task: Task, totals: Totals, stream: str = CPU_STREAM) -> None:
    """Writes a checkpoint, whole or not at all."""
    kept = {"task": _identity(task, stream), "totals": totals.record()}
    part = path.with_name(f"{path.name}.part")
    part.write_text(json.dumps(kept, indent=1), encoding="utf-8")
    part.replace(path)


def load(path: Path, task: Task, stream: str = CPU_STREAM) -> Totals:
    """The totals of a checkpoint of this task; none where there is no file yet."""
    empty = nothing(compiled(task.book), task.procedure)
    if not path.exists():
        return empty
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        saved, totals = kept["task"], totals_of(kept["totals"], empty)
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise ValueError(f"{path} is no checkpoint: {error}") from None
    for name, value in _identity(task, stream).items():
        if saved.get(name) != value:
            raise ValueError(
                f"{path} is of another task: {name} is {saved.get(name)!r:.60}, not {value!r:.60}"
            )
    return totals


def _identity(task: Task, stream: str) -> dict[str, Any]:
    """What two runs must have in common to be added up."""
    return {
        "game": task.book.key,
        "digest": record.digest(task.book),
        "seed": task.seed,
        "stream": stream,
        "streaks": task.with_streaks,
        **asdict(task.procedure),
    }
