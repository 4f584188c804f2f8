"""Read the journal in one thread with its own connection, so that the event loop never waits."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from punto.journal.reader import JournalReader

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
