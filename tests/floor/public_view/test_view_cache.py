"""Test that the cached view equals a newly encoded one after every entry."""

import pytest

from punto.certification.days.day import FAULTS, Day
from punto.certification.days.sample_floor import SampleFloor
from punto.floor.plan import TablePlan
from punto.floor.public_view.table_view import ENCODE, Countdown, public_view, roads_view, seat_view
from punto.floor.public_view.view_cache import ViewCache, affected_seats
from punto.floor.public_view.views import CountdownView
from punto.floor.read_models.history import History
from punto.floor.streams.writer import CommittedEntry
from punto.games.library import game
from punto.journal.entry import StoredEntry
from punto.journal.stores.memory import MemoryJournal
from punto.table.settings import default_settings


def followed(name: str, stream: str, entries: list[StoredEntry]) -> int:
    """Compare every cached view with a new one, and count the views that needed no encoding."""
    book = game(name)
    plan = TablePlan(stream, "Table", 1, book, default_settings(book))
    history, spared = History(), 0
    past = history.table(stream)
    picture = ViewCache(plan, past)
    for number, kept in enumerate(entries):
        history.apply(CommittedEntry(kept.stream, kept.number, kept.entry))
        if kept.stream != stream:
            continue
        if affected_seats(kept.entry.events) is None:
            picture.invalidate()
        else:
            spared += 1
        timer = CountdownView(20_000 - number, 20_000) if number % 3 else None
        timing = Countdown(timer, {"card": 600}, rounds_to_come=number % 3 or None)
        table = past.state
        fresh = public_view(plan, table, past, timing, may_answer=number % 2 == 0)
        assert picture.public_part(table, timing, may_answer=number % 2 == 0) == ENCODE(fresh)
        assert picture.roads() == (past.revision, ENCODE(roads_view(book, past)))
        for seat in table.seats:
            assert picture.seat_part(table, seat) == ENCODE(seat_view(table, past, seat))
    return spared


@pytest.mark.parametrize(
    ("stream", "name"),
    [("baccarat-11", "tiger-no-commission-live"), ("baccarat-14", "seven-up")],
)
def test_cached_views_are_current_while_patrons_play(stream: str, name: str) -> None:
    floor = SampleFloor(MemoryJournal())
    floor.play(3)
    assert followed(name, stream, list(floor.entries())) > 5


@pytest.mark.parametrize("name", ["tiger", "fortune-six", "tiger-no-commission-live"])
def test_cached_views_are_current_on_a_day_with_every_fault(name: str) -> None:
    journal = MemoryJournal()
    Day(5, journal, FAULTS, game(name)).play(8)
    assert followed(name, "table", list(journal.read("table"))) > 5
