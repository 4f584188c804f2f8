"""Provide a journal of each kind, because all tests of the interface run on both."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from punto.journal.protocol import Journal
from punto.journal.stores.memory import MemoryJournal
from punto.journal.stores.sqlite import SqliteJournal


@pytest.fixture(params=["in memory", "sqlite"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    """A new journal of each kind."""
    new: Journal
    new = MemoryJournal() if request.param == "in memory" else SqliteJournal(tmp_path / "j.db")
    yield new
    new.close()


@pytest.fixture
def reopened(tmp_path: Path) -> Iterator[Callable[[], SqliteJournal]]:
    """A function that opens the same file again, after it closes the open one."""
    opened: list[SqliteJournal] = []

    def again() -> SqliteJournal:
        for open_journal in opened:
            open_journal.close()
        opened[:] = [SqliteJournal(tmp_path / "again.db")]
        return opened[0]

    yield again
    for open_journal in opened:
        open_journal.close()
