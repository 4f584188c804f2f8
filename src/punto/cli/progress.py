"""Progress: a bar with rate and time left while something long is counted, on a terminal only."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

PATIENCE_SECONDS = 1.5
"""How long a first compile may take before it is announced."""


@contextmanager
def bar(words: str, whole: int, unit: str) -> Iterator[Callable[[int, int], None]]:
    """A bar for so many of a thing; the call inside says how many are done, and how many units."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    progress = Progress(*columns, console=console, disable=not console.is_terminal, transient=True)
    with progress:
        task = progress.add_task(words, total=whole, rate="")

        def update(count: int, units: int) -> None:
            elapsed = progress.tasks[0].elapsed or 0
            rate = f"{units / elapsed / 1e6:,.1f} M {unit}/s" if elapsed else ""
            progress.update(task, completed=count, rate=rate)

        yield update


@contextmanager
def step_bar(words: str, whole: int) -> Iterator[Callable[[], None]]:
    """A bar for so many steps; the call inside says that another is done."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
    )
    progress = Progress(*columns, console=console, disable=not console.is_terminal, transient=True)
    with progress:
        task = progress.add_task(words, total=whole)
        yield lambda: progress.advance(task)


@contextmanager
def announce(words: str) -> Iterator[None]:
    """Says what is going on if it takes a while, so that no pause is silent."""
    timer = threading.Timer(PATIENCE_SECONDS, lambda: _say(words))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def announce_first_play() -> Iterator[None]:
    """Announces what the first shoes wait for."""
    from punto.simulation.kernels.numba_compat import HAS_NUMBA

    if not HAS_NUMBA:
        _say("numba is not installed (extra fast), so the same shoes are played more slowly")
    with announce("compiling the kernels; they are kept for the next time"):
        yield


def _say(words: str) -> None:
    sys.stderr.write(f"punto: {words}\n")
    sys.stderr.flush()
