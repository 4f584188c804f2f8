"""Run the background tasks of a floor, and report their failures."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import structlog

from punto.journal.reader import JournalReader

MAXIMUM_LENGTH = 160


def described(error: Exception) -> str:
    """The kind of an error and the first line of its message."""
    first = next(iter(str(error).splitlines()), "")
    return f"{type(error).__name__}: {first}"[:MAXIMUM_LENGTH]


RESTART_SECONDS = 5.0
"""The delay before a failed task runs again."""

LOG = structlog.get_logger("punto.tasks")

Work: TypeAlias = Coroutine[Any, Any, object]
OnFailure: TypeAlias = Callable[[Exception], object]


class Tasks:
    """The background tasks of one floor."""

    def __init__(self, stop_floor: OnFailure) -> None:
        self._stop_floor = stop_floor
        self._running: set[asyncio.Task[None]] = set()
        self.failures: Counter[str] = Counter()
        """How often each task has failed."""

        self.faults: dict[str, str] = {}
        """Why a task failed, by its name, until it succeeds."""

    def spawn(self, name: str, work: Work, failed: OnFailure | None = None) -> "asyncio.Task[None]":
        """Run a coroutine once. If it fails, call `failed`, which by default stops the floor."""
        return self._start(self._once(name, work, failed or self._stop_floor))

    def retry(self, name: str, make: Callable[[], Work]) -> "asyncio.Task[None]":
        """Run a coroutine, and again after a delay until it succeeds."""
        return self._start(self._until_success(name, make))

    def repeat(self, name: str, seconds: float, make: Callable[[], Work]) -> "asyncio.Task[None]":
        """Wait and run a coroutine, for as long as the floor is open."""
        return self._start(self._forever(name, seconds, make))

    def report(self, name: str, error: Exception) -> None:
        """Log and count a failure, and list it among the faults."""
        LOG.error("background task failed", task=name, exc_info=error)
        self.failures[name] += 1
        self.faults[name] = described(error)

    def cancel(self) -> None:
        """Cancel every task that still runs."""
        for task in self._running:
            task.cancel()

    def _start(self, work: "Coroutine[Any, Any, None]") -> "asyncio.Task[None]":
        task = asyncio.ensure_future(work)
        # The event loop itself refers to tasks only weakly.
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def _forever(self, name: str, seconds: float, make: Callable[[], Work]) -> None:
        while True:
            await asyncio.sleep(seconds)
            await self._until_success(name, make)

    async def _until_success(self, name: str, make: Callable[[], Work]) -> None:
        while not await self._succeeds(name, make()):
            await asyncio.sleep(RESTART_SECONDS)

    async def _once(self, name: str, work: Work, failed: OnFailure) -> None:
        await self._succeeds(name, work, failed)

    async def _succeeds(
        self, name: str, work: Work, failed: OnFailure = lambda _error: None
    ) -> bool:
        try:
            await work
        except Exception as error:
            self.report(name, error)
            failed(error)
            return False
        self.faults.pop(name, None)
        return True


T = TypeVar("T")


class ReaderThread:
    """A thread that opens the journal at the first read and runs one read after the other."""

    def __init__(self, journal: Path, name: str) -> None:
        self._journal = journal
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._reader: JournalReader | None = None

    async def read(self, work: Callable[[JournalReader], T]) -> T:
        """Run a read in the thread, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._run, work)

    def _run(self, work: Callable[[JournalReader], T]) -> T:
        if self._reader is None:
            self._reader = JournalReader(self._journal)
        return work(self._reader)

    def close(self) -> None:
        """Cancel the waiting reads, wait for the running one, and close the connection."""
        self._pool.shutdown(cancel_futures=True)
        if self._reader is not None:
            self._reader.close()
