"""The picture of a table for staff: words for every step, acts as `decide` has them, no secret."""

import json
from collections.abc import Iterator

import msgspec
import pytest

from punto.core.positions import Position
from punto.core.rulebook import Rulebook
from punto.journal.in_memory import InMemoryJournal
from punto.library import GAMES
from punto.pages.sample_tables import sample_tables
from punto.server.config import TablePlan
from punto.server.history import TableHistory
from punto.server.staff_shown import StaffTable
from punto.server.staff_table import Around, staff_table
from punto.table.offers import Next
from punto.table.roles import Actor
from punto.table.settings import usual_settings
from punto.table.state import Table
from tests.server.watching import WatchedDay
from tests.tables import LIVE, staff

POSITIONS = (Position.DEALER, Position.PIT_MANAGER, Position.GAMING_SHIFT_MANAGER)


def picture(table: Table, by: Actor | None = None, book: Rulebook | None = None) -> StaffTable:
    book = table.book or book or LIVE
    plan = TablePlan("t", "T", 1, book, usual_settings(book))
    return staff_table(plan, table, TableHistory(), Around(), by or staff(Position.DEALER))


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_every_state_of_every_game_has_a_picture_in_both_languages(book: Rulebook) -> None:
    seen = set()
    for table in sample_tables(book):
        shown = json.loads(msgspec.json.encode(picture(table, book=book)))
        seen.add(shown["next"]["key"])
        for words in _words(shown):
            assert words["en"], shown
            assert words["zh"], words
            assert "{" not in words["en"] + words["zh"]
    assert {Next.LOAD_SHOE, Next.OPEN_BETS, Next.CLOSE_BETS, Next.DRAW, Next.SETTLE} <= seen


def _words(value: object) -> Iterator[dict[str, str]]:
    if isinstance(value, dict):
        if set(value) == {"en", "zh"}:
            yield value
        for each in value.values():
            yield from _words(each)
    elif isinstance(value, list):
        for each in value:
            yield from _words(each)


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_a_day_through_the_eyes_of_staff(book: Rulebook) -> None:
    """Acts are as `decide` has them, previews move what the journal moves, nothing is told."""
    day = WatchedDay(21, InMemoryJournal(), book)
    day.play(8)
    assert day.looked["on"] > 100
    assert day.looked["off"] > 100
    assert day.looked["next"] > 50
    assert day.looked["money"] > 20


def test_days_of_the_live_game_hold_cards_back_and_are_held_themselves() -> None:
    day = WatchedDay(3, InMemoryJournal(), LIVE)
    day.play(40)
    assert day.looked["secrets"] > 20
    assert day.looked[Next.EXPOSE] > 10
    assert day.looked[Next.WAIT] > 10
