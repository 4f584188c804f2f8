"""Both kinds of journal, for the one contract they keep."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from punto.journal.protocol import Journal
from punto.journal.stores.memory import MemoryJournal
from punto.journal.stores.sqlite import SqliteJournal


@pytest.fixture(params=["in memory", "sqlite"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    """A new journal of each kind."""
    made: Journal
    made = MemoryJournal() if request.param == "in memory" else SqliteJournal(tmp_path / "j.db")
    yield made
    made.close()


@pytest.fixture
def reopened(tmp_path: Path) -> Iterator[Callable[[], SqliteJournal]]:
    """Opens the same file again and again, closing it in between."""
    opened: list[SqliteJournal] = []

    def again() -> SqliteJournal:
        for each in opened:
            each.close()
        opened[:] = [SqliteJournal(tmp_path / "again.db")]
        return opened[0]

    yield again
    for each in opened:
        each.close()
