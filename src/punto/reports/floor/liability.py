"""Report the house's liabilities at the end of a period, and funds in interrupted games."""

from collections import Counter
from collections.abc import Mapping

from punto.ledger.accounts import CASH
from punto.messages.message import Message, message
from punto.reports.floor.meters import unexplained_cents
from punto.reports.floor.period_totals import INTERRUPTED, PeriodTotals
from punto.reports.floor.report import (
    ALL,
    Content,
    Line,
    ReportRequest,
    count,
    figure,
    money,
    plain,
    reconciliation,
    table_of,
    table_of_rows,
    text,
    total_line,
    win,
)
from punto.reports.floor.tally import stakes_cents
from punto.reports.formats.fields import Fields, rows_of
from punto.reports.formats.sheet import CellFormat, Row, RowEmphasis, SheetTable

KINDS = {
    "credit/": message("report-row.credit"),
    "voucher/": message("report-row.vouchers"),
    "claim/": message("report-row.claims"),
    "stakes/": message("report-row.stakes"),
}
VOUCHERS: Fields[tuple[str, int]] = (
    text("number", lambda each: f"{each[0][:8]}…"),
    money("worth", lambda each: each[1]),
)
CLAIMS: Fields[tuple[str, int]] = (
    text("visit", lambda each: each[0]),
    win("sum", lambda each: each[1]),
)


def liability_cents(balances: Mapping[str, int]) -> dict[str, int]:
    """The liability of each kind. A claim below zero is a debt of the patron."""
    found = dict.fromkeys(KINDS, 0)
    for account, cents in balances.items():
        for prefix in KINDS:
            if account.startswith(prefix) and cents > 0:
                found[prefix] += cents
    return found


def liability(books: PeriodTotals, request: ReportRequest) -> Content:  # noqa: ARG001
    """The house's liabilities. No filter applies to them."""
    began, ended = liability_cents(books.opening), liability_cents(books.closing)
    fields: Fields[str] = (
        text("liability", lambda prefix: KINDS[prefix]),
        count("accounts", lambda prefix: sum(cents > 0 for _, cents in _of_kind(books, prefix))),
        money("opening", lambda prefix: began[prefix]),
        money("closing", lambda prefix: ended[prefix]),
        win("change", lambda prefix: ended[prefix] - began[prefix]),
    )
    owed = [prefix for prefix in KINDS if began[prefix] or ended[prefix]]
    owing = -sum(cents for _, cents in _of_kind(books, "claim/") if cents < 0)
    whole, claims_note = sum(ended.values()), message("report-note.claims")
    total = message("report-row.liability")
    return Content(
        (
            figure("liability", whole, CellFormat.CENTS),
            figure("credit", ended["credit/"], CellFormat.CENTS),
            figure("vouchers", ended["voucher/"], CellFormat.CENTS),
            figure("claims", ended["claim/"], CellFormat.CENTS),
        ),
        (
            table_of("liability", fields, owed, total=total),
            table_of("vouchers", VOUCHERS, _of_kind(books, "voucher/"), total=ALL),
            table_of("claims", CLAIMS, _of_kind(books, "claim/"), claims_note, ALL),
        ),
        reconciliation(("liability", "house-accounts"), _against_accounts(books, whole, owing)),
        has_activity=bool(owed),
        notes=(message("report-note.owed-to-house", cents=owing),) if owing else (),
    )


def _of_kind(books: PeriodTotals, prefix: str) -> list[tuple[str, int]]:
    """The accounts of a kind that are not zero, without the prefix of their names."""
    return [
        (name.removeprefix(prefix), cents)
        for name, cents in sorted(books.closing.items())
        if name.startswith(prefix) and cents
    ]


def _against_accounts(books: PeriodTotals, whole: int, owing: int) -> list[Line]:
    """By double entry, the house owes the sum that its own accounts lack."""
    own = Counter[str]()
    for account, cents in books.closing.items():
        own[account.partition("/")[0]] += cents
    house = -sum(own[name] for name in (*CASH, "bank", "chips")) + owing
    known = {*CASH, "bank", "chips", "credit", "voucher", "claim", "stakes"}
    other = sum(cents for kind, cents in own.items() if kind not in known)
    return [
        plain(message("report-row.owed"), whole, house - other),
        plain(message("report-row.all-accounts"), sum(books.closing.values()), 0),
        total_line(message("report-row.balances"), unexplained_cents(books), 0),
    ]


def interrupted_games(books: PeriodTotals, request: ReportRequest) -> Content:
    """Funds in games that had not ended."""
    running = {name: each for name, each in books.open_rounds.items() if request.has(name)}
    found = sorted(
        (table, visit, cents)
        for name, cents in _of_kind(books, "stakes/")
        for visit, table in [name.split("/")]
        if request.has(table)
    )
    whole = sum(cents for _, _, cents in found)
    ledger = stakes_cents(books.closing, set(request.tables) or None)
    held = message("report-note.held", rounds=sum(bool(each.held_by) for each in running.values()))
    return Content(
        (
            figure("running", len(running), CellFormat.COUNT, held),
            figure("at-stake", whole, CellFormat.CENTS),
        ),
        (_interrupted(books, found),),
        reconciliation(
            ("ledger", "reported"),
            [total_line(message("report-row.stakes-accounts"), ledger, whole)],
        ),
        has_activity=bool(found),
    )


def _interrupted(books: PeriodTotals, found: list[tuple[str, str, int]]) -> SheetTable:
    rounds = books.open_rounds
    fields: Fields[tuple[str, str, int]] = (
        text("table", lambda each: each[0]),
        count("round", lambda each: rounds[each[0]].round if each[0] in rounds else 0),
        text("state", lambda each: _state(rounds[each[0]].held_by if each[0] in rounds else "")),
        text("visit", lambda each: each[1]),
        money("at-stake", lambda each: each[2]),
    )
    rows = rows_of(fields, found)
    if rows:
        # The numbers of rounds have no sum.
        whole = sum(cents for _, _, cents in found)
        rows.append(Row((ALL, None, None, None, whole), RowEmphasis.TOTAL))
    return table_of_rows(message("report-table.interrupted"), fields, rows)


def _state(held_by: str) -> Message:
    """The state of a round that has not ended, by the source of its hold."""
    if not held_by:
        return message("report-row.running")
    if held_by == INTERRUPTED:
        return message("report-row.interrupted")
    return message("report-row.held", source=held_by)
