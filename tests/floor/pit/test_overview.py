"""The view of the pit has rows in a fixed order, held rounds first, and the win in its band."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec
import pytest
from msgspec import structs

from punto.certification.days.day import TABLE, Day
from punto.certification.sample_tables import sample_tables
from punto.core.irregularities import Circumstance, Trigger
from punto.core.rulebook import Rulebook
from punto.core.staff_positions import StaffPosition
from punto.floor.dealer_console.table_view import FaultView, PatronCallView, TableContext
from punto.floor.pit.overview import (
    ChainStatus,
    PitTable,
    PitView,
    TerminalCount,
    pit_view,
    prepare,
    stake_sums,
)
from punto.floor.plan import TablePlan
from punto.floor.public_view.table_view import Countdown
from punto.floor.public_view.views import CountdownView
from punto.floor.read_models.daily_win import DailyWin, wager_moments
from punto.floor.read_models.history import History
from punto.floor.read_models.significant_events import SignificantEventView
from punto.floor.read_models.table_history import TableHistory
from punto.floor.streams.writer import CommittedEntry
from punto.games.library import GAMES, game
from punto.house.staff.state import DealerAssignment
from punto.journal.stores.memory import MemoryJournal
from punto.messages.message import message
from punto.reports.floor.period import Calendar
from punto.table.commands import GiveRuling, ReportIrregularity, RulingOutcome
from punto.table.events import RoundSettled, WagerSettled
from punto.table.settings import default_settings
from punto.table.stakes import Stake
from punto.table.state import Table
from tests.live import PIT_MANAGER, lay
from tests.tables import LIVE, betting, dealing, opened, staff
from tests.texts import text

TWO = staff(StaffPosition.DEALER, second="Sam")


def seen(table: Table, number: int = 1, around: TableContext | None = None) -> PitTable:
    book = table.book or LIVE
    plan = TablePlan(f"t-{number}", f"T-{number}", number, book, default_settings(book))
    return PitTable(plan, table, TableHistory(), around or TableContext(), DailyWin())


def picture(*tables: PitTable, events: Sequence[SignificantEventView] = ()) -> PitView:
    terminals, chain = TerminalCount(0, 0), ChainStatus(0, None)
    return pit_view(tables, events, at="now", terminals=terminals, chain=chain)


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_every_state_of_every_game_has_a_row(book: Rulebook) -> None:
    tables = [seen(table, n) for n, table in enumerate(sample_tables(book), start=1)]
    found = picture(*tables)
    assert [each.number for each in found.tables] == list(range(1, len(tables) + 1))
    assert found.totals.held == sum(each.is_held for each in found.tables)
    levels = [each.level for each in found.queue]
    assert levels == sorted(levels, reverse=True)
    assert msgspec.json.decode(msgspec.json.encode(found))["type"] == "floor"


def test_stakes_are_added_by_hand_and_for_side_wagers() -> None:
    play = betting(LIVE, differential_cents=1_000_00)
    play.bet(1, banker=100_00, tie=10_00)
    lay(play, 5, player=30_00, tiger=5_00)
    sums = stake_sums(play.table)
    assert (sums.player, sums.banker, sums.side, sums.all) == (30_00, 100_00, 15_00, 145_00)
    (row,) = picture(seen(play.table)).tables
    assert row.differential_cents == 1_000_00
    assert text(row.differs) == "Player $30.00, Banker $100.00: $70.00 of $1,000.00"
    assert row.alarm.level == 0


def test_a_held_round_is_first_in_the_queue_and_an_offer_ranks_lower() -> None:
    play = dealing(LIVE, "2s", "2c", "3d", "2d")
    play.done(
        ReportIrregularity(
            Trigger.DRAWN_TOGETHER, (Circumstance.ORDER_UNKNOWN,), cards=("6s", "7d")
        ),
        TWO,
    )
    over = betting(LIVE, differential_cents=0)
    over.bet(1, banker=100_00)
    found = picture(seen(over.table, 1), seen(play.table, 2))
    assert [(each.table, each.level, text(each.kind)) for each in found.queue] == [
        ("t-2", 3, "Ruling"),
        ("t-1", 2, "Differential"),
    ]
    held = found.queue[0]
    assert text(held.title) == "Two cards came out together"
    assert text(held.sub) == "Pit Manager fixes the order of the cards · T 5.8.2, 5.8.2.2"
    assert (held.opens.kind, held.opens.id) == ("hold", "t-2")
    assert text(found.queue[1].title) == "Banker side over by $100.00"
    assert found.tables[1].alarm.level == 3
    assert text(found.tables[1].phase_words) == "Held"
    play.done(GiveRuling(RulingOutcome.CONTINUE, "r", ("6s", "7d")), PIT_MANAGER)
    timing = Countdown(CountdownView(12_000, 30_000), {})
    offered = picture(seen(play.table, 2, TableContext(timing=timing)))
    assert (offered.queue[0].level, offered.queue[0].left_ms) == (2, 12_000)
    assert text(offered.queue[0].kind) == "Withdrawals"
    assert not offered.tables[0].is_held


def test_calls_and_faults_are_in_the_queue_once() -> None:
    call = PatronCallView(7, "21:00", "T-0007", 3, "dispute", 5, message("patron-call.dispute"))
    fault = FaultView(1, message("fault.cut-off", seat=3))
    others = (replace_call(call, 8, "attendant"), replace_call(call, 9, "pit"))
    around = TableContext(
        calls=(call, *others), faults=(fault,), attended=DealerAssignment("D-214", "18:00")
    )
    found = picture(seen(dealing(LIVE, "2s").table, 1, around))
    assert [(text(each.kind), each.level) for each in found.queue] == [
        ("Dispute", 2),
        ("Call", 2),
        ("Fault", 1),
        ("Call", 1),
    ]
    (row,) = found.tables
    assert (row.alarm.level, row.dealer) == (2, "D-214")
    assert found.totals.waiting == 4


def replace_call(call: PatronCallView, number: int, reason: str) -> PatronCallView:
    return msgspec.structs.replace(call, number=number, at=f"21:0{number}", reason=reason)


def settled(number: int, back: int) -> RoundSettled:
    return RoundSettled(number, "", (WagerSettled(1, "v", Stake("banker", 100_00), 0, back),))


def test_a_win_is_judged_only_after_enough_rounds() -> None:
    table = seen(dealing(LIVE, "2s").table)
    for number in range(1, 30):
        table.takings.add_round(settled(number, 200_00), "2026-11-15", table.table)
    (row,) = picture(table).tables
    assert (row.band.is_outside, text(row.band.words)) == (
        False,
        "29 rounds with wagers: too few to judge",
    )
    assert row.band.z < -1.96
    table.takings.add_round(settled(30, 200_00), "2026-11-15", table.table)
    (row,) = picture(table).tables
    assert row.band.is_outside
    assert (row.win_cents, row.rounds) == (-3_000_00, 30)
    assert row.alarm.level == 1
    assert row.expected_cents == round(30 * 100_00 * 0.014581044639718807)


def test_a_table_that_changed_its_game_today_has_a_row() -> None:
    """The pit went dark for the whole floor: the other game has no such wager."""
    table = seen(dealing(game("super-six")).table)
    tiger = WagerSettled(1, "v", Stake("tiger", 10_00), 0, 0)
    before = dealing(game("tiger"), "2s").table
    table.takings.add_round(RoundSettled(1, "", (tiger,)), "2026-11-15", before)
    (row,) = picture(table).tables
    assert (text(row.title), row.win_cents) == (text(game("super-six").name), 10_00)
    assert 0 < row.expected_cents < 10_00


def test_the_win_of_a_day_matches_the_journal() -> None:
    journal = MemoryJournal()
    day = Day(5, journal, book=LIVE)
    day.play(40)
    history = History()
    for kept in journal.read(TABLE):
        entry = structs.replace(kept.entry, at="2026-11-15T12:00:00Z")
        history.apply(CommittedEntry(TABLE, kept.number, entry))
    takings = history.table(TABLE).takings
    assert takings.won_cents == journal.balance(f"bank/{TABLE}")
    assert takings.rounds > 10
    assert history.significant, "something went wrong that day"
    plan = TablePlan(TABLE, "T", 1, LIVE, day.owner.state.settings_in_force)
    around = PitTable(plan, day.owner.state, history.table(TABLE), TableContext(), takings)
    found = picture(around, events=[each.view for each in history.significant])
    assert len(found.events) <= 40
    assert found.events[0] == history.significant[-1].view
    assert found.tables[0].win_cents == takings.won_cents


def test_the_pit_and_the_reports_have_the_same_gaming_day() -> None:
    """It was cut at midnight UTC, two hours after the reports had begun another day."""
    journal = MemoryJournal()
    Day(5, journal, book=LIVE).play(4)
    *entries, last = journal.read(TABLE)

    def day_at(at: str, calendar: Calendar) -> str:
        history = History(calendar=calendar)
        for kept in entries:
            history.apply(
                CommittedEntry(
                    TABLE, kept.number, structs.replace(kept.entry, at="2026-11-15T12:00Z")
                )
            )
        history.apply(CommittedEntry(TABLE, last.number, structs.replace(last.entry, at=at)))
        return history.table(TABLE).takings.day

    usual, utc = Calendar(), Calendar(zone_minutes=0, begins_minutes=0)
    assert day_at("2026-11-15T21:59:59Z", usual) == "2026-11-15"
    assert day_at("2026-11-15T22:00:00Z", usual) == "2026-11-16"
    assert day_at("2026-11-15T22:00:00Z", utc) == "2026-11-15"


def test_the_events_of_a_hold_are_stored_until_it_is_resolved() -> None:
    journal = MemoryJournal()
    day = Day(5, journal, book=LIVE)
    day.play(10)
    history, was_held = History(), 0
    for kept in journal.read(TABLE):
        history.apply(CommittedEntry(TABLE, kept.number, kept.entry))
        table = history.table(TABLE)
        assert bool(table.held) == bool(table.state.pending_steps)
        was_held += bool(table.held)
    assert was_held


def test_odds_are_counted_in_advance() -> None:
    plan = TablePlan("t", "T", 1, LIVE, default_settings(LIVE))
    prepare([plan])
    counted = wager_moments.cache_info().misses
    found = wager_moments(plan.book, plan.settings.decks)
    assert wager_moments.cache_info().misses == counted
    assert found.expected["banker"] == pytest.approx(-0.014581, abs=1e-6)


def test_a_table_of_staff_waits_for_a_dealer() -> None:
    """A table of staff without a dealer once claimed that the house deals it."""
    alone = seen(opened(LIVE).table)
    left = replace(alone, plan=replace(alone.plan, dealing="staff"))
    taken = replace(left, around=TableContext(attended=DealerAssignment("D-214", "21:30")))
    rows = [picture(each).tables[0] for each in (alone, left, taken)]
    assert [each.dealt_by for each in rows] == ["house", "nobody", "staff"]
    assert [text(each.phase_words) for each in rows] == [
        "Next round soon",
        "Waits for a dealer",
        "Next round soon",
    ]
