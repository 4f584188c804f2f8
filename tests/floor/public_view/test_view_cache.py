"""A picture of parts that are kept is the picture as it would be made anew, after every entry."""

import pytest

from punto.certification.days.day import FAULTS, Day
from punto.certification.days.sample_floor import SampleFloor
from punto.floor.plan import TablePlan
from punto.floor.public_view.table_view import ENCODE, Timing, own_view, public_view, roads_shown
from punto.floor.public_view.view_cache import Picture, concerned
from punto.floor.public_view.views import Timer
from punto.floor.read_models.history import History
from punto.floor.streams.writer import KeptEntry
from punto.games.library import game
from punto.journal.entry import Kept
from punto.journal.stores.memory import InMemoryJournal
from punto.table.settings import usual_settings


def followed(name: str, stream: str, entries: list[Kept]) -> int:
    """Holds every picture of a table against one made anew; how often nothing was made anew."""
    book = game(name)
    plan = TablePlan(stream, "Table", 1, book, usual_settings(book))
    history, spared = History(), 0
    past = history.table(stream)
    picture = Picture(plan, past)
    for number, kept in enumerate(entries):
        history.take(KeptEntry(kept.stream, kept.number, kept.entry))
        if kept.stream != stream:
            continue
        if concerned(kept.entry.events) is None:
            picture.is_new()
        else:
            spared += 1
        timer = Timer(20_000 - number, 20_000) if number % 3 else None
        timing = Timing(timer, {"card": 600}, rounds_to_come=number % 3 or None)
        table = past.state
        fresh = public_view(plan, table, past, timing, may_answer=number % 2 == 0)
        assert picture.head(table, timing, may_answer=number % 2 == 0) == ENCODE(fresh)
        assert picture.roads() == (past.revision, ENCODE(roads_shown(book, past)))
        for seat in table.seats:
            assert picture.own(table, seat) == ENCODE(own_view(table, past, seat))
    return spared


@pytest.mark.parametrize(
    ("stream", "name"),
    [("baccarat-11", "tiger-no-commission-live"), ("baccarat-14", "seven-up")],
)
def test_on_a_floor_whose_patrons_have_credit(stream: str, name: str) -> None:
    floor = SampleFloor(InMemoryJournal())
    floor.play(3)
    assert followed(name, stream, list(floor.entries())) > 5


@pytest.mark.parametrize("name", ["tiger", "fortune-six", "tiger-no-commission-live"])
def test_on_a_day_with_every_fault(name: str) -> None:
    journal = InMemoryJournal()
    Day(5, journal, FAULTS, game(name)).play(8)
    assert followed(name, "table", list(journal.read("table"))) > 5
