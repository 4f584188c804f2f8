"""Report the win per table and per terminal; chip wagers are listed separately."""

from fractions import Fraction

from punto.ledger.meters import Meter
from punto.ledger.transfers import TransferReason
from punto.reports.floor.period_totals import PeriodTotals
from punto.reports.floor.report import (
    CellFormat,
    Column,
    Figure,
    Line,
    Report,
    ReportTable,
    Row,
    RowEmphasis,
    grid,
    reconciliation,
)
from punto.reports.floor.request import (
    ReportDefinition,
    ReportRequest,
    all_of,
    by_table,
    counts,
    sums,
    text,
    total_row,
    wins,
    with_header,
)
from punto.reports.floor.tally import FigureSource, win_cents

DEFINITION = ReportDefinition(
    "win",
    "Win per table and terminal",
    "WT 1.0",
    "What each table and each terminal has won for the house, as tables and as terminals.",
)


def win_report(books: PeriodTotals, request: ReportRequest) -> Report:
    """Return the report of the win by table and terminal."""
    tallies = request.tallies(books)
    whole, tables = all_of(tallies), by_table(tallies)
    terminals = _terminals(books, request)
    ledger = win_cents(whole.books[FigureSource.LEDGER])
    banks = sum(books.closing[f"bank/{table}"] - books.opening[f"bank/{table}"] for table in tables)
    rows: list[Line] = [
        (
            "Win of tables: transfers, tallies of wagers",
            (ledger, whole.win_cents),
            RowEmphasis.PLAIN,
        ),
    ]
    if not request.games:
        # A table may have changed its game, and has one bank for both.
        words = "Win of tables: bank accounts, tallies of wagers"
        rows.insert(0, (words, (banks, whole.win_cents), RowEmphasis.PLAIN))
    if not request.is_filtered:
        by_terminal = sum(
            cells
            for cells in (
                row.cells[-1] for row in terminals.rows if row.weight is RowEmphasis.PLAIN
            )
            if isinstance(cells, int)
        )
        rows.append(("Win of terminals and cloths", (ledger, by_terminal), RowEmphasis.TOTAL))
    return with_header(
        DEFINITION,
        books,
        request,
        (
            Figure("Tables with rounds", len(tables), CellFormat.COUNT),
            Figure("Wagered", whole.wagered_cents, CellFormat.CENTS),
            Figure("Win of the house", whole.win_cents, CellFormat.SIGNED),
        ),
        (_tables(books, request), terminals),
        reconciliation(("", "Ledger", "As told"), rows),
        has_activity=bool(whole.settled or whole.void),
    )


def _tables(books: PeriodTotals, request: ReportRequest) -> ReportTable:
    columns = (
        *text("Table"),
        *counts("Rounds", "Void"),
        *sums("Wagered", "Returned"),
        *wins("Win"),
        Column("Return", CellFormat.PERCENT),
    )
    found = by_table(request.tallies(books))
    rows = []
    for table in books.games_tables:
        own = found.get(table)
        if not request.has(table):
            continue
        if own is None:
            # A table that was open and saw nothing keeps its row.
            rows.append(Row((table, 0, 0, 0, 0, 0, None)))
            continue
        share = Fraction(own.returned_cents, own.wagered_cents) if own.wagered_cents else None
        rows.append(
            Row(
                (
                    table,
                    own.settled,
                    own.void,
                    own.wagered_cents,
                    own.returned_cents,
                    own.win_cents,
                    share,
                )
            )
        )
    if rows:
        rows.append(total_row("All", rows, len(columns), share_of=(3, 5)))
    return grid("Win per table", columns, rows, "rows by table, also where nothing was played")


def _terminals(books: PeriodTotals, request: ReportRequest) -> ReportTable:
    columns = (
        *text("Terminal"),
        *counts("Games"),
        *sums("Staked", "Stakes back", "Collected", "Paid"),
        *wins("Put right", "Win"),
    )
    rows = []
    for name in sorted(books.terminals):
        own = books.terminals[name]
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
        right = books.put_right[name]
        rows.append(
            Row(
                (
                    name,
                    books.games_at[name],
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
        rows.append(total_row("All", rows, len(columns)))
    note = "terminals of all tables" if request.is_filtered else "the sum is that of the tables"
    return grid("Win per terminal", columns, rows, note)
