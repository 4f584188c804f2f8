"""A journal read once gives three books that agree with each other, the ledger and the auditor."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise

import pytest
from msgspec.structs import replace

from punto.audit import audit
from punto.certification.days.day import Day
from punto.games.library import game
from punto.journal.entry import StoredEntry
from punto.journal.stores.memory import MemoryJournal
from punto.journal.stores.sqlite import SqliteJournal
from punto.ledger.meters import FLOOR, meters_of
from punto.ledger.transfers import TransferReason
from punto.messages.message import message
from punto.reports.floor.journal_totals import read_totals, totals_of
from punto.reports.floor.period import Calendar, PeriodLength, between, period_of
from punto.reports.floor.period_totals import PeriodTotals, ReturnCurve
from punto.reports.floor.report_kinds import KINDS
from punto.reports.floor.tally import FigureSource, MoneyItem, total, win_cents
from punto.reports.formats.sheet import RowEmphasis, SheetTable
from tests.reports.conftest import DAY, LIFE, REQUEST, Sample, Whole
from tests.texts import key_of

SHIFTS = ("tiger", "seven-up", "tiger-no-commission-live")


def assert_reconciled(books: PeriodTotals) -> None:
    for kind in KINDS.values():
        report = kind.build(books, REQUEST)
        apart = [row.cells for row in report.reconciliation.rows if row.cells[-1] != 0]
        assert apart == [], report.title
        assert report.is_reconciled


@pytest.mark.parametrize("key", SHIFTS)
def test_a_whole_shift_agrees_with_what_the_auditor_works_out(key: str, whole: Whole) -> None:
    path = whole(key)
    journal = SqliteJournal(path, read_only=True)
    books = read_totals(journal, LIFE)
    moved = [each for stored in journal.in_order() for each in stored.entry.transfers]
    journal.close()
    assert_reconciled(books)
    found, ours = audit(path), total(books.tallies.values())
    assert found.is_clean
    assert (ours.settled - ours.reversed, ours.void + ours.reversed) == (
        found.rounds_settled,
        found.rounds_void,
    )
    cards = ours.books[FigureSource.CARDS]
    assert cards[MoneyItem.COLLECTED] - cards[MoneyItem.RESTORED] == found.staked_cents
    paid = cards[MoneyItem.PAID] - cards[MoneyItem.RECLAIMED] + cards[MoneyItem.CORRECTED]
    assert paid == found.returned_cents
    assert books.entries == found.entries
    assert sum(each.times for each in books.moved.values()) == found.transfers
    assert sum(each.cents for each in books.moved.values()) == found.cents_moved
    assert books.moved == meters_of(moved)[FLOOR]


@pytest.mark.parametrize("key", SHIFTS)
def test_the_meters_of_the_journal_say_the_same_of_the_table(key: str, whole: Whole) -> None:
    journal = SqliteJournal(whole(key), read_only=True)
    books = read_totals(journal, LIFE)
    moved = (each for stored in journal.in_order() for each in stored.entry.transfers)
    meters = meters_of(moved)["table t1"]
    journal.close()
    ledger = total(books.tallies.values()).books[FigureSource.LEDGER]
    assert meters[TransferReason.COLLECTED].cents == ledger[MoneyItem.COLLECTED]
    assert meters[TransferReason.PAID].cents == ledger[MoneyItem.PAID]


@pytest.mark.parametrize(
    ("seed", "key"), [(3, "tiger-no-commission-live"), (11, "fortune-six-live")]
)
def test_a_day_on_which_everything_goes_wrong_still_balances(seed: int, key: str) -> None:
    day = Day(seed, MemoryJournal(), book=game(key))
    day.play(60)
    entries = [each for name in ("cage", "table") for each in day.journal.read(name)]
    books = totals_of(entries, day.journal.balances(), LIFE)
    assert_reconciled(books)
    whole = total(books.tallies.values())
    assert whole.settled > 0
    assert whole.void > 0
    assert books.irregular
    assert whole.recomputed == whole.settled


def test_a_reversed_round_leaves_no_point_on_the_curve() -> None:
    course = ReturnCurve()
    for returned in (50.0, 0.0, 250.0):
        course.add(100.0, returned, 98.0, 1.0)
    assert [point[:2] for point in course.points] == [(1, 0.5), (2, 0.25), (3, 1.0)]
    course.add(100.0, 50.0, 98.0, 1.0, sign=-1)
    assert [point[:2] for point in course.points] == [(1, 0.5), (2, 1.25)]


def test_every_report_counts_a_reversed_round_alike() -> None:
    """A reversed round once stayed a game of the meters, and its win a stake given back."""
    day = Day(4, MemoryJournal(), book=game("fortune-six-live"))
    day.play(60)
    entries = [each for name in ("cage", "table") for each in day.journal.read(name)]
    books = totals_of(entries, day.journal.balances(), LIFE)
    found = total(books.tallies.values())
    assert found.reversed > 0
    meters = KINDS["meters"].build(books, REQUEST)
    games = next(each.value for each in meters.figures if each.label.key == "report-figure.games")
    paytables = meters.parts[0]
    assert isinstance(paytables, SheetTable)
    plain = [row for row in paytables.rows if row.weight is RowEmphasis.PLAIN]
    assert games == found.settled - found.reversed == sum(int(str(row.cells[1])) for row in plain)
    report = KINDS["irregularities"].build(books, REQUEST)
    grids = {key_of(each.title): each for each in report.parts if isinstance(each, SheetTable)}
    gone = grids["report-table.void"]
    void, reversed_ = ([row.cells[at] for row in gone.rows] for at in (5, 6))
    assert len(void) - void.count(None) == found.void
    assert len(reversed_) - reversed_.count(None) == found.reversed
    assert all(cents is None or int(str(cents)) >= 0 for cents in void)
    (course,) = books.courses.values()
    assert course.points[-1][:2] == (course.rounds, course.returned / course.wagered)


def test_a_day_is_the_sum_of_its_shifts(sample: Sample, books: PeriodTotals) -> None:
    calendar = Calendar()
    since = calendar.starts(DAY)
    parts = [
        sample.books(between(since + number * eight, since + (number + 1) * eight, calendar))
        for number in range(3)
        for eight in [timedelta(hours=8)]
    ]
    for part in parts:
        assert_reconciled(part)
    whole = total(books.tallies.values())
    added = total(tally for part in parts for tally in part.tallies.values())
    assert added.books == whole.books
    assert added.wagers == whole.wagers
    assert added.products == whole.products
    for before, after in pairwise(parts):
        assert _held(before.closing) == _held(after.opening)


def _held(balances: Counter[str]) -> dict[str, int]:
    return {account: cents for account, cents in balances.items() if cents}


def test_before_within_and_after_are_the_whole(sample: Sample) -> None:
    books = sample.books(period_of(PeriodLength.DAY, DAY - timedelta(days=400), Calendar()))
    assert books.entries_within == 0
    assert books.entries == len(sample.entries)
    assert _held(books.closing) == {}
    assert _held(books.latest) == _held(Counter(sample.balances))
    assert_reconciled(books)


def _paid_more(stored: StoredEntry) -> StoredEntry:
    moved = tuple(
        replace(each, cents=each.cents + 100) if each.reason is TransferReason.PAID else each
        for each in stored.entry.transfers
    )
    return replace(stored, entry=replace(stored.entry, transfers=moved))


def _stated_less(stored: StoredEntry) -> StoredEntry:
    from punto.table.events import RoundSettled

    events = tuple(
        replace(
            event,
            wagers=tuple(
                replace(each, returned_cents=each.returned_cents - 100) if each.line else each
                for each in event.wagers
            ),
        )
        if isinstance(event, RoundSettled)
        else event
        for event in stored.entry.events
    )
    return replace(stored, entry=replace(stored.entry, events=events))


@pytest.mark.parametrize(
    ("planted", "differs"), [(_paid_more, FigureSource.LEDGER), (_stated_less, FigureSource.METERS)]
)
def test_a_cent_that_only_one_book_has_is_a_difference(
    planted: Callable[[StoredEntry], StoredEntry], differs: FigureSource, sample: Sample
) -> None:
    books = totals_of(map(planted, sample.entries), sample.balances, LIFE)
    report = KINDS["performance"].build(books, REQUEST)
    assert not report.is_reconciled
    label = message("report-row.win")
    (win,) = [row.cells for row in report.reconciliation.rows if row.cells[0] == label]
    values = dict(zip(FigureSource, win[1:4], strict=True))
    others = {value for book, value in values.items() if book is not differs}
    assert len(others) == 1
    assert values[differs] not in others


def test_balances_that_are_not_what_the_entries_add_up_to_are_a_difference(sample: Sample) -> None:
    wrong = {**sample.balances, "cage": sample.balances["cage"] + 1}
    books = totals_of(sample.entries, wrong, LIFE)
    assert not KINDS["liability"].build(books, REQUEST).is_reconciled
    assert not KINDS["meters"].build(books, REQUEST).is_reconciled


def test_the_win_by_bank_account_is_the_win_by_wagers(books: PeriodTotals) -> None:
    for (table, _, _), tally in books.tallies.items():
        assert win_cents(tally.books[FigureSource.LEDGER]) == tally.win_cents, table
