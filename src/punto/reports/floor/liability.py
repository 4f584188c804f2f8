"""Report the house's liabilities at the end of a period, and funds in interrupted games."""

from collections import Counter
from collections.abc import Mapping

from punto.ledger.accounts import CASH
from punto.reports.floor.performance import stakes_label
from punto.reports.floor.period_totals import PeriodTotals
from punto.reports.floor.report import (
    CellFormat,
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
    counts,
    sums,
    text,
    total_row,
    wins,
    with_header,
)

DEFINITION = ReportDefinition(
    "liability",
    "Liability",
    "LI 1.0",
    "Credit, unredeemed vouchers, claims and stakes of rounds not ended, when the period ends.",
)
INTERRUPTED = ReportDefinition(
    "interrupted",
    "Funds in interrupted games",
    "IG 1.0",
    "Stakes that lay at a table in a round not ended when the period ended.",
)

KINDS = {
    "credit/": "Credit at terminals",
    "voucher/": "Vouchers not redeemed",
    "claim/": "Claims at the cage",
    "stakes/": "Stakes of rounds not ended",
}


def liability_cents(balances: Mapping[str, int]) -> dict[str, int]:
    """What the house owes of each kind; a claim below zero is owed to the house, not by it."""
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
        *text("What"),
        *counts("Accounts"),
        *sums("Began with", "Ended with"),
        *wins("Change"),
    )
    rows = [
        Row(
            (
                words,
                sum(cents > 0 and name.startswith(prefix) for name, cents in books.closing.items()),
                began[prefix],
                ended[prefix],
                ended[prefix] - began[prefix],
            )
        )
        for prefix, words in KINDS.items()
        if began[prefix] or ended[prefix]
    ]
    whole = sum(ended.values())
    if rows:
        rows.append(total_row("Liability", rows, len(columns)))
    owing = -sum(
        cents for name, cents in books.closing.items() if name.startswith("claim/") and cents < 0
    )
    notes = (f"Owed to the house by claims below zero: {owing / 100:,.2f}.",) if owing else ()
    return with_header(
        DEFINITION,
        books,
        request,
        (
            Figure("Liability", whole, CellFormat.CENTS),
            Figure("Credit", ended["credit/"], CellFormat.CENTS),
            Figure("Vouchers", ended["voucher/"], CellFormat.CENTS),
            Figure("Claims", ended["claim/"], CellFormat.CENTS),
        ),
        (grid("What the house owes", columns, rows), _vouchers(books), _claims(books)),
        reconciliation(
            ("", "Liability", "House's accounts, and zero"), _books(books, whole, owing)
        ),
        notes=notes,
        has_activity=bool(rows),
    )


def _books(books: PeriodTotals, whole: int, owing: int) -> list[Line]:
    """Double entry: what the house owes is what its own accounts lack."""
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
        ("Owed, and what cage, banks and chips lack", (whole, house - other), RowEmphasis.PLAIN),
        ("All accounts in one sum", (sum(books.closing.values()), 0), RowEmphasis.PLAIN),
        ("Balances kept against balances added up", (difference, 0), RowEmphasis.TOTAL),
    ]


def _vouchers(books: PeriodTotals) -> ReportTable:
    rows = [
        Row((f"{name.partition('/')[2][:8]}…", cents))
        for name, cents in sorted(books.closing.items())
        if name.startswith("voucher/") and cents
    ]
    if rows:
        rows.append(total_row("All", rows, 2))
    return grid("Vouchers not redeemed", (*text("Number"), *sums("Worth")), rows)


def _claims(books: PeriodTotals) -> ReportTable:
    rows = [
        Row((name.partition("/")[2], cents))
        for name, cents in sorted(books.closing.items())
        if name.startswith("claim/") and cents
    ]
    if rows:
        rows.append(total_row("All", rows, 2))
    note = "of rounds reversed or corrected; below zero, the patron owes"
    return grid("Claims", (*text("Visit"), *wins("Sum")), rows, note)


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
        state = "running" if running is None or not running.held_by else f"held: {running.held_by}"
        rows.append(Row((table, running.round if running else 0, state, visit, cents)))
    columns = (*text("Table"), *counts("Round"), *text("State", "Visit"), *sums("At stake"))
    whole = sum(cents for _, _, cents in found)
    if rows:
        rows.append(Row(("All", None, None, None, whole), RowEmphasis.TOTAL))
    held = sum(bool(each.held_by) for each in books.open_rounds.values() if request.has(each.table))
    ledger = stakes_label(books.closing, set(request.tables) or None)
    return with_header(
        INTERRUPTED,
        books,
        request,
        (
            Figure(
                "Rounds not ended",
                sum(map(request.has, books.open_rounds)),
                CellFormat.COUNT,
                f"{held:,} of them held",
            ),
            Figure("At stake in them", whole, CellFormat.CENTS),
        ),
        (grid("Funds in games not ended", columns, rows),),
        reconciliation(
            ("", "Ledger", "As told"), [("Stakes accounts", (ledger, whole), RowEmphasis.TOTAL)]
        ),
        has_activity=bool(rows),
    )
