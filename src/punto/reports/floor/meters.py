"""Report meters by paytable, table, terminal and in total: sums of transfers, never reset."""

from collections.abc import Mapping

from punto.ledger.meters import Meter
from punto.ledger.transfers import TransferReason
from punto.reports.floor.period_totals import Paytable, PeriodTotals
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
    with_header,
)
from punto.reports.floor.tally import Tally

DEFINITION = ReportDefinition(
    "meters",
    "Meters",
    "MT 1.0",
    "How often money moved for each reason, and how much: by paytable, table and terminal.",
)

WORDS: Mapping[TransferReason, str] = {
    TransferReason.BUY_IN: "cash in",
    TransferReason.WAGER: "wagered",
    TransferReason.WAGER_RETURNED: "wagers changed before the close",
    TransferReason.COLLECTED: "stakes collected",
    TransferReason.PAID: "won, stakes included",
    TransferReason.REFUND: "refunded: void rounds, seats left out",
    TransferReason.WITHDRAWAL: "withdrawn",
    TransferReason.REMOVAL: "removed for the differential",
    TransferReason.VOUCHER_OUT: "voucher out",
    TransferReason.VOUCHER_IN: "voucher in",
    TransferReason.VOUCHER_CASHED: "voucher cashed",
    TransferReason.VOUCHER_VOIDED: "voucher voided",
    TransferReason.VOUCHER_EXPIRED: "voucher expired",
    TransferReason.HAND_PAY: "hand pay: credit paid in cash (attendant)",
    TransferReason.RECLAIMED: "reversed rounds: winnings taken back",
    TransferReason.RESTORED: "reversed rounds: stakes given back",
    TransferReason.CORRECTED: "corrected rounds: the difference",
    TransferReason.CLAIM_PAID: "claim paid (attendant)",
    TransferReason.CLAIM_COLLECTED: "claim taken from credit",
    TransferReason.CLAIM_WRITTEN_OFF: "claim written off",
}
"""Every meter in words; the list that a submission asks for."""


def reason_label(why: TransferReason) -> str:
    """A meter in words."""
    return WORDS.get(why, str(why))


def meters(books: PeriodTotals, request: ReportRequest) -> Report:
    """The report of all meters."""
    tallies = request.tallies(books)
    paytables: dict[Paytable, Tally] = {}
    for (_, played, _), tally in tallies.items():
        paytables.setdefault(played, Tally()).add(tally)
    parts: list[ReportTable] = [_paytables(paytables)]
    named = {f"table {table}": tally.moved for table, tally in by_table(tallies).items()}
    parts.append(_meters("By table", "Table", named))
    if not request.is_filtered:
        parts.append(_meters("By terminal", "Terminal", books.terminals))
        parts.append(_meters("Floor", "Of", {"all": books.moved}))
    moved = sum(each.cents for each in books.moved.values())
    whole = all_of(tallies)
    return with_header(
        DEFINITION,
        books,
        request,
        (
            Figure("Movements", sum(each.times for each in books.moved.values()), CellFormat.COUNT),
            Figure("Moved", moved, CellFormat.CENTS),
            Figure("Games", whole.settled - whole.reversed, CellFormat.COUNT),
        ),
        parts,
        reconciliation(("", "Meters", "Balances"), _against_balances(books)),
        has_activity=bool(books.moved),
    )


def _meters(
    title: str, of: str, meters: Mapping[str, Mapping[TransferReason, Meter]]
) -> ReportTable:
    rows = [
        Row((name, reason_label(why), own[why].times, own[why].cents))
        for name in sorted(meters)
        for own in [meters[name]]
        for why in TransferReason
        if why in own
    ]
    return grid(title, (*text(of, "Meter"), *counts("Times"), *sums("Sum")), rows)


def _paytables(found: Mapping[Paytable, Tally]) -> ReportTable:
    columns = (
        Column("Game, paytable"),
        *counts("Games", "Void"),
        *sums("Wagered", "Won", "Refunded", "Withdrawn", "Commission"),
    )
    rows = [
        Row(
            (
                f"{played.words} · {played.book.digest[:16]}",
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
        rows.append(total_row("All", rows, len(columns)))
    return grid("By game and paytable", columns, rows, "enough for a weighted theoretical return")


def _against_balances(books: PeriodTotals) -> list[Line]:
    """What the meters say must have happened to the cage and the banks, and what did."""

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
        ("Change of stakes at tables", (held, stakes), RowEmphasis.PLAIN),
        ("Change of unredeemed vouchers", (out, vouchers), RowEmphasis.PLAIN),
        ("All accounts, kept against added up, account by account", (apart, 0), RowEmphasis.TOTAL),
    ]


def _grown(books: PeriodTotals) -> dict[str, int]:
    names = {*books.opening, *books.closing}
    return {name: books.closing[name] - books.opening[name] for name in names}
