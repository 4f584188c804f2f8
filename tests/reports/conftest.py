"""Make the totals of a sample day, and journals of shifts with every irregularity."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

from punto.certification.days.sample_floor import SampleFloor
from punto.journal.entry import StoredEntry
from punto.journal.stores.memory import MemoryJournal
from punto.reports.floor.journal_totals import totals_of
from punto.reports.floor.period import Calendar, Period, PeriodLength, period_of
from punto.reports.floor.period_totals import PeriodTotals
from punto.reports.floor.report import ReportRequest
from tests.audit.shift import whole_shift

DAY = date(2026, 11, 13)
LIFE = period_of(PeriodLength.LIFE, DAY, Calendar())
REQUEST = ReportRequest("A-017", datetime(2026, 11, 14, 0, 4, 12, tzinfo=UTC), "punto 0.0.0")
Whole: TypeAlias = Callable[[str], Path]


class Sample:
    """The entries of a sample day, and the books of any period of them."""

    def __init__(self, rounds: int) -> None:
        floor = SampleFloor(MemoryJournal())
        floor.play(rounds)
        self.entries: list[StoredEntry] = list(floor.entries())
        self.balances = floor.journal.balances()

    def books(self, period: Period = LIFE) -> PeriodTotals:
        return totals_of(self.entries, self.balances, period)


@pytest.fixture(scope="session")
def sample() -> Sample:
    """A day of forty rounds a table."""
    return Sample(40)


@pytest.fixture(scope="session")
def books(sample: Sample) -> PeriodTotals:
    """The books of that gaming day."""
    return sample.books(period_of(PeriodLength.DAY, DAY, Calendar()))


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """The journal of a whole shift by its game."""

    @cache
    def played(key: str) -> Path:
        return whole_shift(tmp_path_factory.mktemp(key), key)

    return played
