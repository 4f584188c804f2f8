"""Report the win per table and per terminal; chip wagers are listed separately."""

from fractions import Fraction

from punto.ledger.meters import Meter
from punto.ledger.transfers import TransferReason
from punto.messages.message import message
from punto.reports.floor.period_totals import PeriodTotals
from punto.reports.floor.report import Line, Report, grid, reconciliation
from punto.reports.floor.request import (
    ReportDefinition,
    ReportRequest,
    all_of,
    by_table,
    counts,
    share,
    sums,
    text,
    total_row,
    wins,
    with_header,
)
from punto.reports.floor.tally import FigureSource, win_cents
from punto.reports.formats.sheet import CellFormat, Figure, Row, RowEmphasis, SheetTable

DEFINITION = ReportDefinition("win", "WT 1.0")


def win_report(books: PeriodTotals, request: ReportRequest) -> Report:
    """Return the report of the win by table and terminal."""
    tallies = request.tallies(books)
    whole, tables = all_of(tallies), by_table(tallies)
    terminals = _terminals(books, request)
    ledger = win_cents(whole.books[FigureSource.LEDGER])
    banks = sum(books.closing[f"bank/{table}"] - books.opening[f"bank/{table}"] for table in tables)
    rows: list[Line] = [
        (
            message("report-row.win-by-transfers"),
            (ledger, whole.win_cents),
            RowEmphasis.PLAIN,
        ),
    ]
    if not request.games:
        # A table has one bank for all its games.
        label = message("report-row.win-by-banks")
        rows.insert(0, (label, (banks, whole.win_cents), RowEmphasis.PLAIN))
    if not request.is_filtered:
        by_terminal = sum(
            cells
            for cells in (
                row.cells[-1] for row in terminals.rows if row.weight is RowEmphasis.PLAIN
            )
            if isinstance(cells, int)
        )
        rows.append(
            (message("report-row.win-of-terminals"), (ledger, by_terminal), RowEmphasis.TOTAL)
        )
    return with_header(
        DEFINITION,
        books,
        request,
        (
            Figure(message("report-figure.tables"), len(tables), CellFormat.COUNT),
            Figure(message("report-figure.wagered"), whole.wagered_cents, CellFormat.CENTS),
            Figure(message("report-figure.win"), whole.win_cents, CellFormat.SIGNED),
        ),
        (_tables(books, request), terminals),
        reconciliation(("ledger", "reported"), rows),
        has_activity=bool(whole.settled or whole.void),
    )


def _tables(books: PeriodTotals, request: ReportRequest) -> SheetTable:
    columns = (
        *text("table"),
        *counts("rounds", "void"),
        *sums("wagered", "returned"),
        *wins("win"),
        share("return"),
    )
    found = by_table(request.tallies(books))
    rows = []
    for table in books.games_tables:
        own = found.get(table)
        if not request.has(table):
            continue
        if own is None:
            # A table that was open without a round has a row too.
            rows.append(Row((table, 0, 0, 0, 0, 0, None)))
            continue
        returned = Fraction(own.returned_cents, own.wagered_cents) if own.wagered_cents else None
        rows.append(
            Row(
                (
                    table,
                    own.settled,
                    own.void,
                    own.wagered_cents,
                    own.returned_cents,
                    own.win_cents,
                    returned,
                )
            )
        )
    if rows:
        rows.append(total_row(message("report-row.all"), rows, len(columns), share_of=(3, 5)))
    return grid(
        message("report-table.win-of-tables"),
        columns,
        rows,
        message("report-note.all-tables"),
    )


def _terminals(books: PeriodTotals, request: ReportRequest) -> SheetTable:
    columns = (
        *text("terminal"),
        *counts("games"),
        *sums("staked", "stakes-back", "collected", "paid"),
        *wins("corrections", "win"),
    )
    rows = []
    for place in sorted(books.terminals):
        own = books.terminals[place]
        if not any(
            why in own
            for why in (
                TransferReason.WAGER,
                TransferReason.COLLECTED,
                TransferReason.RECLAIMED,
                TransferReason.CORRECTED,
            )
        ):
            continue
        back = (
            TransferReason.WAGER_RETURNED,
            TransferReason.REFUND,
            TransferReason.WITHDRAWAL,
            TransferReason.REMOVAL,
        )
        right = books.put_right[place]
        rows.append(
            Row(
                (
                    place.label,
                    books.games_at[place],
                    own.get(TransferReason.WAGER, Meter()).cents,
                    sum(own.get(why, Meter()).cents for why in back),
                    own.get(TransferReason.COLLECTED, Meter()).cents,
                    own.get(TransferReason.PAID, Meter()).cents,
                    right,
                    own.get(TransferReason.COLLECTED, Meter()).cents
                    - own.get(TransferReason.PAID, Meter()).cents
                    + right,
                )
            )
        )
    if rows:
        rows.append(total_row(message("report-row.all"), rows, len(columns)))
    note = message("report-note.same-sum")
    if request.is_filtered:
        note = message("report-note.terminals-of-all-tables")
    return grid(message("report-table.win-of-terminals"), columns, rows, note)
