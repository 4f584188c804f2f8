"""Every kind of report has the header that every report must have, and says "No Activity"."""

from datetime import timedelta
from fractions import Fraction

import pytest

from punto.ledger.transfers import TransferReason
from punto.messages.catalogue import catalogue
from punto.messages.message import message
from punto.reports.floor import event_list
from punto.reports.floor.meters import reason_label
from punto.reports.floor.performance import Comparison, flags
from punto.reports.floor.period import Calendar, PeriodLength, period_of
from punto.reports.floor.period_totals import PeriodTotals
from punto.reports.floor.report import Report, ReportRequest
from punto.reports.floor.report_kinds import KINDS, report_kind
from punto.reports.formats.sheet import NO_ACTIVITY, Band, RowEmphasis, SheetTable
from punto.table.actors import DEVICE
from tests.reports.conftest import DAY, REQUEST, Sample
from tests.texts import key_of, text


def built(kind: str, books: PeriodTotals, request: ReportRequest = REQUEST) -> Report:
    return KINDS[kind].build(books, request)


def part(report: Report, name: str) -> SheetTable:
    """The table with a name, such as `by-table`."""
    (found,) = [
        each
        for each in report.parts
        if isinstance(each, SheetTable) and key_of(each.title) == f"report-table.{name}"
    ]
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_report_says_what_every_report_must(kind: str, books: PeriodTotals) -> None:
    found = built(kind, books)
    head = {text(label): " ".join(map(text, lines)) for label, lines in found.head}
    assert "gaming day 13 Nov 2026" in head["Period"]
    assert head["Generated"] == "14 Nov 2026 08:04:12 by A-017"
    assert head["Software, report"] == f"punto 0.0.0 definition {found.definition}"
    assert head["Filters"].startswith("all tables, all games")
    assert text(found.title)
    assert text(found.subtitle)
    assert found.is_reconciled
    assert text(found.reconciliation.columns[-1].title) == "Difference"
    assert any("Heads:" in text(line) for line in found.foot)


@pytest.mark.parametrize("kind", KINDS)
def test_a_report_on_nothing_says_no_activity(kind: str, sample: Sample) -> None:
    books = sample.books(period_of(PeriodLength.DAY, DAY - timedelta(days=30), Calendar()))
    found = built(kind, books)
    assert not found.has_activity
    assert found.is_reconciled
    grids = [each for each in found.parts if isinstance(each, SheetTable)]
    assert any(grid.rows[0].cells[0] == NO_ACTIVITY for grid in grids)


def test_definitions_have_versions_of_their_own() -> None:
    versions = [each.version for each in KINDS.values()]
    assert len(set(versions)) == len(versions)


def test_an_unknown_kind_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="expected one of performance, win"):
        report_kind("gossip")


def test_every_meter_has_a_name() -> None:
    keys = {key for key in catalogue("en").patterns if key.startswith("transfer.")}
    assert keys == {reason_label(why).key for why in TransferReason}


def test_performance_has_a_row_per_wager_and_one_for_the_game(books: PeriodTotals) -> None:
    found = built("performance", books)
    grids = [
        each
        for each in found.parts
        if isinstance(each, SheetTable) and key_of(each.title) == "report-table.by-wager"
    ]
    assert len(grids) == 4
    rows = grids[0].rows
    assert rows[-1].weight is RowEmphasis.TOTAL
    assert isinstance(rows[-1].cells[-1], Band)
    for at in (2, 3, 4):
        cells = [row.cells[at] for row in rows]
        assert all(isinstance(each, int) for each in cells)
        assert sum(each for each in cells[:-1] if isinstance(each, int)) == cells[-1]


def test_a_wager_outside_its_band_is_flagged_by_its_name() -> None:
    named = message("wager.banker")
    compared = [
        Comparison(named, named, 4, 120_00, returned, Fraction(118_00), Fraction(10_00**2))
        for returned in (118_00, 140_00, 150_00)
    ]
    found = list(flags(compared, wagers=3))
    assert [each.flagged for each in found] == [named, named]
    actions = [text(line) for each in found for line in each.lines]
    assert "check again after seven days" in actions[0]
    assert "99%" in actions[1]


def test_a_filter_leaves_the_others_out_and_says_so(books: PeriodTotals) -> None:
    request = ReportRequest("A-017", REQUEST.generated_at, "punto 0.0.0", tables=("baccarat-12",))
    found = built("performance", books, request)
    assert [text(row.cells[0]) for row in part(found, "by-table").rows] == ["baccarat-12", "All"]
    assert text(found.head[3][1][0]) == "tables baccarat-12, all games"
    assert found.is_reconciled
    request = ReportRequest("A-017", REQUEST.generated_at, "punto 0.0.0", games=("seven-up",))
    found = built("win", books, request)
    assert found.is_reconciled
    assert "games seven-up" in text(found.head[3][1][0])


def test_terminals_and_tables_have_won_the_same(books: PeriodTotals) -> None:
    found = built("win", books)
    tables, terminals = part(found, "win-of-tables"), part(found, "win-of-terminals")
    assert tables.rows[-1].cells[5] == terminals.rows[-1].cells[-1]
    assert text(tables.rows[3].cells[0]) == "baccarat-18"
    assert tables.rows[3].cells[1] == 0


def test_funds_in_an_open_round_are_reported(books: PeriodTotals) -> None:
    found = built("interrupted", books)
    grid = part(found, "interrupted")
    assert {row.cells[0] for row in grid.rows[:-1]} == {"baccarat-12"}
    assert grid.rows[-1].cells[-1] == sum(
        cents for name, cents in books.closing.items() if name.startswith("stakes/")
    )


def test_liability_is_what_the_house_owes(books: PeriodTotals) -> None:
    found = built("liability", books)
    assert found.figures[0].value == sum(
        cents
        for name, cents in books.closing.items()
        if name.startswith(("credit/", "voucher/", "claim/", "stakes/"))
    )


def test_a_change_of_limits_is_reported_with_both_values(books: PeriodTotals) -> None:
    rows = part(built("events", books), "events").rows
    (changed,) = [row.cells for row in rows if "settings" in text(row.cells[2])]
    assert [text(cell) for cell in changed[5:]] == [
        "Banker: $1 – $5,000",
        "Banker: $1 – $10,000",
    ]
    assert text(changed[3]).startswith("S-031, Gaming Shift Manager; M-008")


def test_a_drawer_is_reported_from_its_float_to_its_count(books: PeriodTotals) -> None:
    rows = part(built("cage", books), "drawers").rows
    assert [str(row.cells[0]) for row in rows] == ["1 · C-031", "2 · C-044", "3 · C-052"]
    assert [row.cells[-1] for row in rows] == [0, 0, None]
    assert text(rows[-1].cells[2]) == "open"


def test_no_report_repeats_a_password_or_a_whole_voucher_number(sample: Sample) -> None:
    from punto.house.staff.events import PasswordSet

    details = event_list.significant_details(
        PasswordSet("D-214", "$argon2id$secret", is_code=True), None, None, DEVICE, 1
    )
    assert details is not None
    assert "argon2" not in f"{details}"
    books = sample.books()
    numbers = [name.partition("/")[2] for name in books.closing if name.startswith("voucher/")]
    assert numbers
    for kind in KINDS:
        written = str(built(kind, books))
        assert not any(number in written for number in numbers), kind
