"""Show a progress bar with rate and remaining time, on a terminal only."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

PATIENCE_SECONDS = 1.5
"""The time that work may take before Punto announces it."""


@contextmanager
def bar(words: str, whole: int, unit: str) -> Iterator[Callable[[int, int], None]]:
    """A bar with a total. Call the yielded function with the count done and the units done."""
    with _progress(words, whole, TextColumn("{task.fields[rate]}")) as (progress, task):

        def update(count: int, units: int) -> None:
            elapsed = progress.tasks[0].elapsed or 0
            rate = f"{units / elapsed / 1e6:,.1f} M {unit}/s" if elapsed else ""
            progress.update(task, completed=count, rate=rate)

        yield update


@contextmanager
def step_bar(words: str, whole: int) -> Iterator[Callable[[], None]]:
    """A bar for so many steps. Call the yielded function after each step."""
    with _progress(words, whole) as (progress, task):
        yield lambda: progress.advance(task)


@contextmanager
def _progress(
    words: str, whole: int, *columns: ProgressColumn
) -> Iterator[tuple[Progress, TaskID]]:
    """A bar with one task, on a terminal only."""
    console = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        *columns,
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )
    with progress:
        yield progress, progress.add_task(words, total=whole, rate="")


@contextmanager
def announce(words: str) -> Iterator[None]:
    """Print the words if the work takes longer than `PATIENCE_SECONDS`."""
    timer = threading.Timer(PATIENCE_SECONDS, lambda: _say(words))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def announce_first_play() -> Iterator[None]:
    """Announce the compilation that delays the first shoes."""
    from punto.simulation.kernels.numba_compat import HAS_NUMBA

    if not HAS_NUMBA:
        _say("numba is not installed, so shoes are slower; run pip install 'punto[fast]'")
    with announce("compiling the kernels; the next run uses them again"):
        yield


def _say(words: str) -> None:
    sys.stderr.write(f"punto: {words}\n")
    sys.stderr.flush()
