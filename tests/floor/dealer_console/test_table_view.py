"""The staff view has a text for every step, actions that `decide` accepts, and no secret."""

import dataclasses
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from punto.certification.days.day import TABLE, Day
from punto.certification.sample_tables import sample_tables
from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod, Rulebook
from punto.core.sides import Side
from punto.core.staff_positions import StaffPosition
from punto.core.tableau import ending
from punto.floor.dealer_console.irregularities import irregularities_view
from punto.floor.dealer_console.preview import preview_command
from punto.floor.dealer_console.table_view import (
    FaultView,
    StaffTableView,
    TableContext,
    staff_table_view,
)
from punto.floor.pit.overview import PitTable
from punto.floor.plan import TablePlan
from punto.floor.public_view.table_view import Countdown
from punto.floor.read_models.daily_win import DailyWin
from punto.floor.read_models.history import History
from punto.floor.read_models.table_history import ShoeResult, TableHistory
from punto.floor.streams.writer import CommittedEntry
from punto.games.library import GAMES
from punto.house.staff.state import DealerAssignment
from punto.journal.stores.memory import MemoryJournal
from punto.messages.message import message
from punto.table.actors import Actor
from punto.table.commands import Command, EndShoe, InterruptRound, PassCards, ReportIrregularity
from punto.table.next_step import NextStep
from punto.table.settings import default_settings
from punto.table.state import Table
from tests.floor.pit.test_overview import picture as pit_picture
from tests.floor.watching import WatchedDay
from tests.live import by_method, dealt
from tests.rounds import played
from tests.tables import LIVE, dealing, opened, patron, staff
from tests.texts import text

PLAN = TablePlan("t", "T", 1, LIVE, default_settings(LIVE))
POSITIONS = (StaffPosition.DEALER, StaffPosition.PIT_MANAGER, StaffPosition.GAMING_SHIFT_MANAGER)


def picture(table: Table, by: Actor | None = None, book: Rulebook | None = None) -> StaffTableView:
    book = table.book or book or LIVE
    plan = TablePlan("t", "T", 1, book, default_settings(book))
    return staff_table_view(
        plan, table, TableHistory(), TableContext(), by or staff(StaffPosition.DEALER)
    )


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_every_state_of_every_game_has_texts_in_both_languages(book: Rulebook) -> None:
    seen = set()
    for table in sample_tables(book):
        shown = json.loads(msgspec.json.encode(picture(table, book=book)))
        seen.add(shown["next"]["key"])
        for words in _words(shown):
            assert text(words), shown
            assert text(words, "zh"), words
    assert {
        NextStep.LOAD_SHOE,
        NextStep.OPEN_BETS,
        NextStep.CLOSE_BETS,
        NextStep.DRAW,
        NextStep.SETTLE,
    } <= seen


@pytest.mark.parametrize(
    ("phase", "left", "words"),
    [
        ("bets-open", 0, "The table closes after this round."),
        ("dealing", 2, "The table closes after this round and 2 more."),
        ("settled", 0, "No more rounds at this table for now."),
        ("idle", 3, "The table closes after 3 more rounds."),
        ("idle", None, None),
        ("closed", 0, None),
    ],
)
def test_the_dealer_reads_that_the_table_closes(
    phase: str, left: int | None, words: str | None
) -> None:
    found = [each for each in sample_tables(LIVE) if each.phase == phase]
    table = found[0] if found else Table()
    assert table.phase == phase
    around = TableContext(timing=Countdown(None, {}, left))
    shown = staff_table_view(PLAN, table, TableHistory(), around, staff(StaffPosition.DEALER))
    assert (shown.closing and text(shown.closing)) == words


def test_a_round_is_marked_with_the_wagers_of_its_game_that_it_paid() -> None:
    """A pair at Tiger once had the name of a wager that Tiger does not have."""
    lines = ("9s Kc / Ks Kd", "2s 3d 6h / 3h 3c Kh", "2s 5d / 6h Kh")
    results = [ShoeResult(at, ending(played(LIVE, each))) for at, each in enumerate(lines)]
    past = TableHistory(results=results)
    shown = staff_table_view(PLAN, Table(), past, TableContext(), staff(StaffPosition.DEALER))
    assert [[text(each) for each in result.marks] for result in shown.results.rounds] == [
        ["natural", "Tiger Pair"],
        ["Tiger", "Big Tiger", "Tiger Pair"],
        [],
    ]


def _words(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if set(value) == {"key", "values"}:
            yield value
        for each in value.values():
            yield from _words(each)
    elif isinstance(value, list):
        for each in value:
            yield from _words(each)


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_offered_actions_agree_with_decide_over_a_day(book: Rulebook) -> None:
    """Actions agree with `decide`, previews with the journal, and no view reveals a card."""
    day = WatchedDay(21, MemoryJournal(), book)
    day.play(5)
    assert day.looked["on"] > 20
    assert day.looked["off"] > 20
    assert day.looked["next"] > 20
    assert day.looked["money"] > 10


def test_days_of_the_live_game_have_hidden_cards_and_held_rounds() -> None:
    day = WatchedDay(3, MemoryJournal(), LIVE)
    day.play(25)
    assert day.looked["secrets"] > 3
    assert day.looked[NextStep.EXPOSE] > 2
    assert day.looked[NextStep.WAIT] > 2


HIDDEN = (
    ("9s", "Kc", "Kd", "6h"),
    ("2s", "Kc", "3d", "5h"),
    ("7s", "8c", "Kd", "Kh"),
    ("As", "2c", "Kd", "4h"),
)
"""A natural, two hands that draw, one that ends the deal for both, and one that draws less."""


@pytest.mark.parametrize("method", [DealingMethod.A, DealingMethod.C])
@pytest.mark.parametrize("position", POSITIONS)
def test_the_view_is_the_same_for_all_hidden_cards(
    method: DealingMethod, position: StaffPosition
) -> None:
    """A staff screen reveals no hidden card, even by a refusal."""
    seen = set()
    for cards in HIDDEN:
        play = by_method(method)
        play.bet(1, banker=100_00, tiger=10_00)
        play.bet(3, player=100_00, tie=20_00)
        table = dealt(play, *cards).table
        by = staff(position)
        shown = staff_table_view(PLAN, table, TableHistory(), TableContext(), by)
        seat = PitTable(PLAN, table, TableHistory(), TableContext(), DailyWin())
        floor = pit_picture(seat)
        asked: list[Command] = [ReportIrregularity(each) for each in Trigger]
        asked += [
            ReportIrregularity(Trigger.DRAWN_TOGETHER, cards=("As", "2s")),
            InterruptRound(power_failure=True),
        ]
        looks = [preview_command("t", table, each, by) for each in asked]
        everything = (shown, floor, irregularities_view(table, by), looks)
        seen.add(msgspec.json.encode(everything))
    assert len(seen) == 1


def test_the_dealer_reads_calls_with_their_times_and_the_results_of_the_shoe() -> None:
    journal = MemoryJournal()
    day = Day(4, journal, ("clock",), book=LIVE)
    day.play(20)
    history = History()
    for kept in journal.read(TABLE):
        history.apply(CommittedEntry(TABLE, kept.number, kept.entry))
    past = history.table(TABLE)
    shown = staff_table_view(PLAN, past.state, past, TableContext(), staff(StaffPosition.DEALER))
    calls = [text(each.words) for each in shown.dealer_calls.past]
    assert calls[:2] == ["Place your bets, please", "No more bets"]
    assert calls[-1].split(".")[0] in ("Player wins", "Banker wins", "Tie")
    assert shown.dealer_calls.past[0].at <= shown.dealer_calls.past[-1].at
    assert 0 < len(shown.results.rounds) <= 14
    assert sum(shown.results.counts.values()) == len(past.results)
    assert shown.results.rounds[-1].round == past.results[-1].round
    assert shown.shoe is not None
    assert 0 < shown.shoe.cards_out < shown.shoe.cards


def test_notes_have_the_place_of_each_card_and_its_holder() -> None:
    play = by_method(DealingMethod.A)
    play.bet(1, banker=100_00)
    dealt(play, "9s", "Kc", "Kd", "6h")
    play.done(PassCards(Side.BANKER, 1), staff(StaffPosition.DEALER))
    shown = picture(play.table)
    assert [text(each) for each in shown.hands.player.notes] == ["1st", "3rd"]
    assert [text(each) for each in shown.hands.banker.notes] == ["2nd · seat 1", "4th · seat 1"]
    assert (shown.phase, shown.hands.winner, shown.payouts) == ("dealing", None, ())


def test_a_step_of_another_position_is_off_with_its_reason() -> None:
    play = dealing(LIVE, "2s")
    step = picture(play.table, patron(1)).next
    assert step.act is not None
    assert step.off_because is not None
    assert text(step.off_because) == "This position may not do that."


def test_the_view_has_the_deciding_row_of_the_table_of_play() -> None:
    row = picture(dealing(LIVE, "2s", "7c", "2d", "8d", "6h").table).next.table_of_play
    assert row is not None
    assert (row.own, row.against) == (5, 6)
    assert row.draws == (4, 5, 6, 7)
    assert picture(dealing(LIVE, "2s", "7c", "2d", "8d").table).next.table_of_play is None


def test_only_the_dealer_of_the_table_loads_an_emulated_shoe_or_confirms_returned_cards() -> None:
    play = opened(LIVE)
    play.done(EndShoe())
    mine = TableContext(attended=DealerAssignment("Ann", "20:00"))
    back = FaultView(2, message("fault.cards-returned", first=5, last=6), "ConfirmCardsReturned")
    for around, command in (
        (TableContext(), None),
        (TableContext(attended=DealerAssignment("Bob", "20:00")), None),
        (mine, "LoadShoe"),
        (dataclasses.replace(mine, faults=(back,)), "ConfirmCardsReturned"),
    ):
        by = staff(StaffPosition.DEALER)
        acts = staff_table_view(PLAN, play.table, TableHistory(), around, by).acts
        assert [each.act.command for each in acts if each.key == "X"] == [command] * bool(command)
