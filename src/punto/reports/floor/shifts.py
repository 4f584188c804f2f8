"""Report the rounds of each table in each shift of each gaming day."""

from fractions import Fraction

from punto.messages.message import Message, message
from punto.reports.floor.period import Calendar, Slot
from punto.reports.floor.period_totals import PeriodTotals
from punto.reports.floor.report import Report, grid, reconciliation
from punto.reports.floor.request import (
    ReportDefinition,
    ReportRequest,
    all_of,
    counts,
    share,
    shift_label,
    sums,
    text,
    total_row,
    wins,
    with_header,
)
from punto.reports.floor.tally import FigureSource, Tally, win_cents
from punto.reports.formats.sheet import CellFormat, Figure, Row, RowEmphasis

DEFINITION = ReportDefinition("shifts", "RS 1.0")


def rounds_by_shift(books: PeriodTotals, request: ReportRequest) -> Report:
    """Return the report of the rounds of each shift."""
    tallies = request.tallies(books)
    by_shift: dict[Slot | None, dict[str, Tally]] = {}
    for (table, _, slot), tally in tallies.items():
        by_shift.setdefault(slot, {}).setdefault(table, Tally()).add(tally)
    columns = (
        *text("shift-table"),
        *counts("settled", "void", "reversed", "corrected"),
        *sums("wagered", "returned"),
        *wins("win"),
        share("return"),
    )
    rows: list[Row] = []
    for slot, tables in sorted(by_shift.items(), key=lambda pair: str(pair[0])):
        own = [_row(table, tally) for table, tally in sorted(tables.items())]
        label = _hours(books.period.calendar, slot)
        rows += [*own, total_row(label, own, len(columns), RowEmphasis.SUBTOTAL, (5, 7))]
    if rows:
        rows.append(total_row(message("report-row.all"), rows, len(columns), share_of=(5, 7)))
    whole = all_of(tallies)
    won = tuple(win_cents(whole.books[book]) for book in FigureSource)
    in_rows = sum(
        cell
        for row in rows
        if row.weight is RowEmphasis.PLAIN
        for cell in [row.cells[7]]
        if isinstance(cell, int)
    )
    return with_header(
        DEFINITION,
        books,
        request,
        (
            Figure(message("report-figure.rounds"), whole.settled, CellFormat.COUNT),
            Figure(message("report-figure.void"), whole.void, CellFormat.COUNT),
            Figure(message("report-figure.win"), whole.win_cents, CellFormat.SIGNED),
        ),
        (grid(message("report-table.by-shift"), columns, rows),),
        reconciliation(
            ("ledger", "meters", "cards", "reported"),
            [(message("report-row.win"), (*won, in_rows), RowEmphasis.TOTAL)],
        ),
        has_activity=bool(whole.settled or whole.void),
    )


def _hours(calendar: Calendar, slot: Slot | None) -> Message:
    if slot is None:
        return shift_label(slot)
    hours = calendar.shift_label(slot[1])
    return message("report-row.shift-hours", shift=shift_label(slot), hours=hours)


def _row(table: str, own: Tally) -> Row:
    returned = Fraction(own.returned_cents, own.wagered_cents) if own.wagered_cents else None
    return Row(
        (
            table,
            own.settled,
            own.void,
            own.reversed,
            own.corrected,
            own.wagered_cents,
            own.returned_cents,
            own.win_cents,
            returned,
        )
    )
