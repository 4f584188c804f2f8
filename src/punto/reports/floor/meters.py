"""Report meters by paytable, table, terminal and in total: sums of transfers, never reset."""

from collections.abc import Iterable, Mapping

from punto.ledger.meters import Meter
from punto.ledger.transfers import TransferReason
from punto.messages.message import Message, message
from punto.reports.floor.period_totals import Paytable, PeriodTotals
from punto.reports.floor.report import Line, Report, grid, reconciliation
from punto.reports.floor.request import (
    DIGEST_DIGITS,
    ReportDefinition,
    ReportRequest,
    all_of,
    by_table,
    counts,
    sums,
    text,
    total_row,
    with_header,
)
from punto.reports.floor.tally import Tally
from punto.reports.formats.sheet import CellFormat, Figure, Row, RowEmphasis, SheetTable, Text

DEFINITION = ReportDefinition("meters", "MT 1.0")


def reason_label(why: TransferReason) -> Message:
    """The name of the meter for a reason."""
    return Message(f"transfer.{why}")


def meters(books: PeriodTotals, request: ReportRequest) -> Report:
    """The report of all meters."""
    tallies = request.tallies(books)
    paytables: dict[Paytable, Tally] = {}
    for (_, played, _), tally in tallies.items():
        paytables.setdefault(played, Tally()).add(tally)
    parts: list[SheetTable] = [_paytables(paytables)]
    tables = [
        (message("report-row.table", table=table), tally.moved)
        for table, tally in sorted(by_table(tallies).items())
    ]
    parts.append(_meters(message("report-table.by-table"), "table", tables))
    if not request.is_filtered:
        terminals = [(place.label, books.terminals[place]) for place in sorted(books.terminals)]
        parts.append(_meters(message("report-table.by-terminal"), "terminal", terminals))
        floor = [(message("report-row.all"), books.moved)]
        parts.append(_meters(message("report-table.floor"), "place", floor))
    moved = sum(each.cents for each in books.moved.values())
    whole = all_of(tallies)
    return with_header(
        DEFINITION,
        books,
        request,
        (
            Figure(
                message("report-figure.movements"),
                sum(each.times for each in books.moved.values()),
                CellFormat.COUNT,
            ),
            Figure(message("report-figure.moved"), moved, CellFormat.CENTS),
            Figure(
                message("report-figure.games"), whole.settled - whole.reversed, CellFormat.COUNT
            ),
        ),
        parts,
        reconciliation(("meters", "balances"), _against_balances(books)),
        has_activity=bool(books.moved),
    )


def _meters(
    title: Message, of: str, meters: Iterable[tuple[Text, Mapping[TransferReason, Meter]]]
) -> SheetTable:
    rows = [
        Row((label, reason_label(why), own[why].times, own[why].cents))
        for label, own in meters
        for why in TransferReason
        if why in own
    ]
    return grid(title, (*text(of, "meter"), *counts("times"), *sums("sum")), rows)


def _paytables(found: Mapping[Paytable, Tally]) -> SheetTable:
    columns = (
        *text("paytable"),
        *counts("games", "void"),
        *sums("wagered", "won", "refunded", "withdrawn", "commission"),
    )
    rows = [
        Row(
            (
                message(
                    "report-row.paytable",
                    paytable=played.label,
                    digest=played.book.digest[:DIGEST_DIGITS],
                ),
                tally.settled - tally.reversed,
                tally.void + tally.reversed,
                tally.wagered_cents,
                tally.returned_cents,
                tally.moved.get(TransferReason.REFUND, Meter()).cents,
                tally.moved.get(TransferReason.WITHDRAWAL, Meter()).cents,
                tally.commission_cents,
            )
        )
        for played, tally in found.items()
    ]
    if rows:
        rows.append(total_row(message("report-row.all"), rows, len(columns)))
    return grid(
        message("report-table.by-paytable"), columns, rows, message("report-note.weighted-return")
    )


def _against_balances(books: PeriodTotals) -> list[Line]:
    """The changes that the meters require, and the changes of the balances."""

    def of(why: TransferReason) -> int:
        return books.moved.get(why, Meter()).cents

    stakes = sum(cents for name, cents in _grown(books).items() if name.startswith("stakes/"))
    held = (
        of(TransferReason.WAGER)
        - of(TransferReason.WAGER_RETURNED)
        - of(TransferReason.REFUND)
        - of(TransferReason.WITHDRAWAL)
    )
    held -= of(TransferReason.REMOVAL) + of(TransferReason.COLLECTED)
    vouchers = sum(cents for name, cents in _grown(books).items() if name.startswith("voucher/"))
    out = (
        of(TransferReason.VOUCHER_OUT)
        - of(TransferReason.VOUCHER_IN)
        - of(TransferReason.VOUCHER_CASHED)
    )
    out -= of(TransferReason.VOUCHER_VOIDED) + of(TransferReason.VOUCHER_EXPIRED)
    apart = sum(
        abs(books.latest[name] - books.stored_balances.get(name, 0))
        for name in {*books.latest, *books.stored_balances}
    )
    return [
        (message("report-row.stakes-change"), (held, stakes), RowEmphasis.PLAIN),
        (message("report-row.vouchers-change"), (out, vouchers), RowEmphasis.PLAIN),
        (message("report-row.balances"), (apart, 0), RowEmphasis.TOTAL),
    ]


def _grown(books: PeriodTotals) -> dict[str, int]:
    names = {*books.opening, *books.closing}
    return {name: books.closing[name] - books.opening[name] for name in names}
