"""Report the rounds of each table in each shift of each gaming day."""

from fractions import Fraction

from punto.reports.floor.period_totals import PeriodTotals
from punto.reports.floor.report import (
    CellFormat,
    Column,
    Figure,
    Report,
    Row,
    RowEmphasis,
    grid,
    reconciliation,
)
from punto.reports.floor.request import (
    ReportDefinition,
    ReportRequest,
    all_of,
    counts,
    sums,
    text,
    total_row,
    wins,
    with_header,
)
from punto.reports.floor.tally import FigureSource, Tally, win_cents

DEFINITION = ReportDefinition(
    "shifts",
    "Rounds by shift",
    "RS 1.0",
    "Rounds, stakes and win of every table in every shift, with a sum for each shift.",
)


def rounds_by_shift(books: PeriodTotals, request: ReportRequest) -> Report:
    """Return the report of the rounds of each shift."""
    tallies = request.tallies(books)
    by_shift: dict[str, dict[str, Tally]] = {}
    for (table, _, slot), tally in tallies.items():
        hours = "no time" if slot is None else books.period.calendar.shift_label(slot[1])
        day = hours if slot is None else f"{slot[0]} shift {slot[1]}, {hours}"
        by_shift.setdefault(day, {}).setdefault(table, Tally()).add(tally)
    columns = (
        *text("Shift, table"),
        *counts("Settled", "Void", "Reversed", "Corrected"),
        *sums("Wagered", "Returned"),
        *wins("Win"),
        Column("Return", CellFormat.PERCENT),
    )
    rows: list[Row] = []
    for day, tables in sorted(by_shift.items()):
        own = [_row(table, tally) for table, tally in sorted(tables.items())]
        rows += [*own, total_row(day, own, len(columns), RowEmphasis.SUBTOTAL, (5, 7))]
    if rows:
        rows.append(total_row("All", rows, len(columns), share_of=(5, 7)))
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
            Figure("Rounds settled", whole.settled, CellFormat.COUNT),
            Figure("Void", whole.void, CellFormat.COUNT),
            Figure("Win of the house", whole.win_cents, CellFormat.SIGNED),
        ),
        (grid("By shift and table", columns, rows),),
        reconciliation(
            ("", "Ledger", "Meters", "From cards", "As told"),
            [("Win of the house", (*won, in_rows), RowEmphasis.TOTAL)],
        ),
        has_activity=bool(whole.settled or whole.void),
    )


def _row(table: str, own: Tally) -> Row:
    share = Fraction(own.returned_cents, own.wagered_cents) if own.wagered_cents else None
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
            share,
        )
    )
