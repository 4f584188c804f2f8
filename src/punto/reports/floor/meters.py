"""Report meters by paytable, table, terminal and in total: sums of transfers, never reset."""

from collections.abc import Iterable, Iterator, Mapping

from punto.ledger.meters import Meter
from punto.ledger.transfers import TransferReason
from punto.messages.message import Message, message
from punto.reports.floor.period_totals import Paytable, PeriodTotals
from punto.reports.floor.report import (
    ALL,
    DIGEST_DIGITS,
    Content,
    Line,
    ReportRequest,
    all_of,
    by_table,
    count,
    figure,
    money,
    plain,
    reconciliation,
    table_of,
    text,
    total_line,
)
from punto.reports.floor.tally import Tally
from punto.reports.formats.fields import Fields
from punto.reports.formats.sheet import CellFormat, SheetTable, Text

PAYTABLES: Fields[tuple[Paytable, Tally]] = (
    text("paytable", lambda each: _paytable(each[0])),
    count("games", lambda each: each[1].settled - each[1].reversed),
    count("void", lambda each: each[1].void + each[1].reversed),
    money("wagered", lambda each: each[1].wagered_cents),
    money("won", lambda each: each[1].returned_cents),
    money("refunded", lambda each: cents_of(each[1].moved, TransferReason.REFUND)),
    money("withdrawn", lambda each: cents_of(each[1].moved, TransferReason.WITHDRAWAL)),
    money("commission", lambda each: each[1].commission_cents),
)

Meters = Mapping[TransferReason, Meter]


def reason_label(why: TransferReason) -> Message:
    """The name of the meter for a reason."""
    return Message(f"transfer.{why}")


def cents_of(meters: Meters, *reasons: TransferReason) -> int:
    """The sum of the meters of some reasons."""
    return sum(meters.get(why, Meter()).cents for why in reasons)


def meters(books: PeriodTotals, request: ReportRequest) -> Content:
    """All meters."""
    tallies = request.tallies(books)
    paytables: dict[Paytable, Tally] = {}
    for (_, played, _), tally in tallies.items():
        paytables.setdefault(played, Tally()).add(tally)
    whole = all_of(tallies)
    times = sum(each.times for each in books.moved.values())
    return Content(
        (
            figure("movements", times, CellFormat.COUNT),
            figure("moved", cents_of(books.moved, *books.moved), CellFormat.CENTS),
            figure("games", whole.settled - whole.reversed, CellFormat.COUNT),
        ),
        (
            table_of(
                "by-paytable",
                PAYTABLES,
                paytables.items(),
                message("report-note.weighted-return"),
                ALL,
            ),
            *_tables(books, request),
        ),
        reconciliation(("meters", "balances"), _against_balances(books)),
        has_activity=bool(books.moved),
    )


def _tables(books: PeriodTotals, request: ReportRequest) -> Iterator[SheetTable]:
    tables = sorted(by_table(request.tallies(books)).items())
    labelled = [(message("report-row.table", table=name), tally.moved) for name, tally in tables]
    yield _meters("by-table", "table", labelled)
    if not request.is_filtered:
        terminals = [(place.label, books.terminals[place]) for place in sorted(books.terminals)]
        yield _meters("by-terminal", "terminal", terminals)
        yield _meters("floor", "place", [(ALL, books.moved)])


def _meters(name: str, of: str, meters: Iterable[tuple[Text, Meters]]) -> SheetTable:
    fields: Fields[tuple[Text, TransferReason, Meter]] = (
        text(of, lambda each: each[0]),
        text("meter", lambda each: reason_label(each[1])),
        count("times", lambda each: each[2].times),
        money("sum", lambda each: each[2].cents),
    )
    items = [
        (label, why, own[why]) for label, own in meters for why in TransferReason if why in own
    ]
    return table_of(name, fields, items)


def _paytable(played: Paytable) -> Message:
    digest = played.book.digest[:DIGEST_DIGITS]
    return message("report-row.paytable", paytable=played.label, digest=digest)


def _against_balances(books: PeriodTotals) -> list[Line]:
    """The changes that the meters require, and the changes of the balances."""
    held = cents_of(books.moved, TransferReason.WAGER) - cents_of(
        books.moved,
        TransferReason.WAGER_RETURNED,
        TransferReason.REFUND,
        TransferReason.WITHDRAWAL,
        TransferReason.REMOVAL,
        TransferReason.COLLECTED,
    )
    out = cents_of(books.moved, TransferReason.VOUCHER_OUT) - cents_of(
        books.moved,
        TransferReason.VOUCHER_IN,
        TransferReason.VOUCHER_CASHED,
        TransferReason.VOUCHER_VOIDED,
        TransferReason.VOUCHER_EXPIRED,
    )
    return [
        plain(message("report-row.stakes-change"), held, _growth(books, "stakes/")),
        plain(message("report-row.vouchers-change"), out, _growth(books, "voucher/")),
        total_line(message("report-row.balances"), unexplained_cents(books), 0),
    ]


def _growth(books: PeriodTotals, prefix: str) -> int:
    """The change of all accounts of a kind in the period."""
    names = {*books.opening, *books.closing}
    return sum(books.closing[n] - books.opening[n] for n in names if n.startswith(prefix))


def unexplained_cents(books: PeriodTotals) -> int:
    """The sum of all differences between the stored balances and those of the entries."""
    return sum(
        abs(books.latest[name] - books.stored_balances.get(name, 0))
        for name in {*books.latest, *books.stored_balances}
    )
