"""Report the house's liabilities at the end of a period, and funds in interrupted games."""

from collections import Counter
from collections.abc import Mapping

from punto.ledger.accounts import CASH
from punto.messages.message import Message, message
from punto.reports.floor.performance import stakes_cents
from punto.reports.floor.period_totals import INTERRUPTED as CAUSE_DUE
from punto.reports.floor.period_totals import PeriodTotals
from punto.reports.floor.report import Line, Report, grid, reconciliation
from punto.reports.floor.request import (
    ReportDefinition,
    ReportRequest,
    counts,
    sums,
    text,
    total_row,
    wins,
    with_header,
)
from punto.reports.formats.sheet import CellFormat, Figure, Row, RowEmphasis, SheetTable

DEFINITION = ReportDefinition("liability", "LI 1.0")
INTERRUPTED = ReportDefinition("interrupted", "IG 1.0")

KINDS = {
    "credit/": message("report-row.credit"),
    "voucher/": message("report-row.vouchers"),
    "claim/": message("report-row.claims"),
    "stakes/": message("report-row.stakes"),
}


def liability_cents(balances: Mapping[str, int]) -> dict[str, int]:
    """The liability of each kind. A claim below zero is a debt of the patron."""
    found = dict.fromkeys(KINDS, 0)
    for account, cents in balances.items():
        for prefix in KINDS:
            if account.startswith(prefix) and cents > 0:
                found[prefix] += cents
    return found


def liability(books: PeriodTotals, request: ReportRequest) -> Report:
    """Return the report of the house's liabilities."""
    began, ended = liability_cents(books.opening), liability_cents(books.closing)
    columns = (
        *text("liability"),
        *counts("accounts"),
        *sums("opening", "closing"),
        *wins("change"),
    )
    rows = [
        Row(
            (
                label,
                sum(cents > 0 and name.startswith(prefix) for name, cents in books.closing.items()),
                began[prefix],
                ended[prefix],
                ended[prefix] - began[prefix],
            )
        )
        for prefix, label in KINDS.items()
        if began[prefix] or ended[prefix]
    ]
    whole = sum(ended.values())
    if rows:
        rows.append(total_row(message("report-row.liability"), rows, len(columns)))
    owing = -sum(
        cents for name, cents in books.closing.items() if name.startswith("claim/") and cents < 0
    )
    notes = (message("report-note.owed-to-house", cents=owing),) if owing else ()
    return with_header(
        DEFINITION,
        books,
        request,
        (
            Figure(message("report-figure.liability"), whole, CellFormat.CENTS),
            Figure(message("report-figure.credit"), ended["credit/"], CellFormat.CENTS),
            Figure(message("report-figure.vouchers"), ended["voucher/"], CellFormat.CENTS),
            Figure(message("report-figure.claims"), ended["claim/"], CellFormat.CENTS),
        ),
        (grid(message("report-table.liability"), columns, rows), _vouchers(books), _claims(books)),
        reconciliation(("liability", "house-accounts"), _books(books, whole, owing)),
        notes=notes,
        has_activity=bool(rows),
    )


def _books(books: PeriodTotals, whole: int, owing: int) -> list[Line]:
    """By double entry, the house owes the sum that its own accounts lack."""
    own = Counter[str]()
    for account, cents in books.closing.items():
        own[account.partition("/")[0]] += cents
    house = -sum(own[name] for name in (*CASH, "bank", "chips")) + owing
    known = {*CASH, "bank", "chips", "credit", "voucher", "claim", "stakes"}
    other = sum(cents for kind, cents in own.items() if kind not in known)
    difference = sum(
        abs(books.latest[each] - books.stored_balances.get(each, 0))
        for each in {*books.latest, *books.stored_balances}
    )
    return [
        (message("report-row.owed"), (whole, house - other), RowEmphasis.PLAIN),
        (message("report-row.all-accounts"), (sum(books.closing.values()), 0), RowEmphasis.PLAIN),
        (message("report-row.balances"), (difference, 0), RowEmphasis.TOTAL),
    ]


def _vouchers(books: PeriodTotals) -> SheetTable:
    rows = [
        Row((f"{name.partition('/')[2][:8]}…", cents))
        for name, cents in sorted(books.closing.items())
        if name.startswith("voucher/") and cents
    ]
    if rows:
        rows.append(total_row(message("report-row.all"), rows, 2))
    return grid(message("report-table.vouchers"), (*text("number"), *sums("worth")), rows)


def _claims(books: PeriodTotals) -> SheetTable:
    rows = [
        Row((name.partition("/")[2], cents))
        for name, cents in sorted(books.closing.items())
        if name.startswith("claim/") and cents
    ]
    if rows:
        rows.append(total_row(message("report-row.all"), rows, 2))
    columns = (*text("visit"), *wins("sum"))
    return grid(message("report-table.claims"), columns, rows, message("report-note.claims"))


def interrupted_games(books: PeriodTotals, request: ReportRequest) -> Report:
    """The report of funds in games that had not ended."""
    found = sorted(
        (table, visit, cents)
        for name, cents in books.closing.items()
        if name.startswith("stakes/") and cents
        for _, visit, table in [name.split("/")]
        if request.has(table)
    )
    rows = []
    for table, visit, cents in found:
        running = books.open_rounds.get(table)
        state = _state("" if running is None else running.held_by)
        rows.append(Row((table, running.round if running else 0, state, visit, cents)))
    columns = (*text("table"), *counts("round"), *text("state", "visit"), *sums("at-stake"))
    whole = sum(cents for _, _, cents in found)
    if rows:
        rows.append(Row((message("report-row.all"), None, None, None, whole), RowEmphasis.TOTAL))
    held = sum(bool(each.held_by) for each in books.open_rounds.values() if request.has(each.table))
    ledger = stakes_cents(books.closing, set(request.tables) or None)
    return with_header(
        INTERRUPTED,
        books,
        request,
        (
            Figure(
                message("report-figure.running"),
                sum(map(request.has, books.open_rounds)),
                CellFormat.COUNT,
                message("report-note.held", rounds=held),
            ),
            Figure(message("report-figure.at-stake"), whole, CellFormat.CENTS),
        ),
        (grid(message("report-table.interrupted"), columns, rows),),
        reconciliation(
            ("ledger", "reported"),
            [(message("report-row.stakes-accounts"), (ledger, whole), RowEmphasis.TOTAL)],
        ),
        has_activity=bool(rows),
    )


def _state(held_by: str) -> Message:
    """The state of a round that has not ended, by the source of its hold."""
    if not held_by:
        return message("report-row.running")
    if held_by == CAUSE_DUE:
        return message("report-row.interrupted")
    return message("report-row.held", source=held_by)
