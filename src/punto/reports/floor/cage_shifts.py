"""Report the cash that each person at the cage received and paid out, shift by shift."""

from collections.abc import Mapping

from punto.ledger.accounts import CASH
from punto.ledger.drawers import (
    DrawerEvent,
    DrawerFilled,
    PatronCashMoved,
    ShiftClosed,
    ShiftOpened,
)
from punto.ledger.meters import Meter
from punto.ledger.transfers import Transfer, TransferReason
from punto.messages.message import Message, message
from punto.reports.floor.event_list import actor_label
from punto.reports.floor.meters import reason_label
from punto.reports.floor.period import Calendar, PeriodSide, Slot
from punto.reports.floor.period_totals import DrawerRecord, PeriodTotals
from punto.reports.floor.report import Report, column_title, grid, reconciliation
from punto.reports.floor.request import (
    ReportDefinition,
    ReportRequest,
    counts,
    shift_label,
    sums,
    text,
    total_row,
    wins,
    with_header,
)
from punto.reports.formats.sheet import (
    CellFormat,
    Figure,
    Row,
    RowEmphasis,
    SheetColumn,
    SheetTable,
    as_message,
)

DEFINITION = ReportDefinition("cage", "CS 1.0")

CASH_IN = (TransferReason.BUY_IN,)
CASH_OUT = (TransferReason.VOUCHER_CASHED, TransferReason.HAND_PAY, TransferReason.CLAIM_PAID)


def record_drawer(books: PeriodTotals, event: DrawerEvent, time: str, place: PeriodSide) -> None:
    """Record an event of a drawer. A drawer that was closed before the period is dropped."""
    if place is PeriodSide.AFTER:
        return
    if isinstance(event, ShiftOpened):
        cents = event.float_cents
        books.drawers[event.shift] = DrawerRecord(
            event.shift, event.cashier, time, cents, must_cents=cents
        )
        return
    drawer = books.drawers.get(event.shift)
    if drawer is None:
        return
    drawer.must_cents = event.cash_cents
    match event:
        case DrawerFilled():
            drawer.filled_cents += event.cents
        case PatronCashMoved():
            drawer.in_cents += max(event.cents, 0)
            drawer.out_cents -= min(event.cents, 0)
            books.drawn_cents += event.cents if place is PeriodSide.WITHIN else 0
        case ShiftClosed():
            drawer.counted_cents, drawer.closed = event.counted_cents, time
            if place is PeriodSide.BEFORE:
                del books.drawers[event.shift]


def cash_cents(transfer: Transfer) -> int:
    """The cash that a transfer brings over the counter, below zero if it is paid out."""
    if transfer.reason in CASH_IN:
        return transfer.cents
    return -transfer.cents if transfer.reason in CASH_OUT else 0


def cage_shifts(books: PeriodTotals, request: ReportRequest) -> Report:
    """Return the report of the cash and vouchers at the cage."""
    rows = []
    for (by, slot), own in sorted(
        books.cage.items(), key=lambda pair: (str(pair[0][1]), str(pair[0][0]))
    ):
        cashier = as_message(actor_label(by))
        label = message(
            "report-row.cashier", shift=_hours(books.period.calendar, slot), cashier=cashier
        )
        received, paid = _sum(own, CASH_IN), _sum(own, CASH_OUT)
        times = sum(own[why].times for why in own)
        rows.append(Row((label, times, received, paid, received - paid, _other(own))))
    columns = (
        *text("shift-cashier"),
        *counts("movements"),
        *sums("cash-in", "cash-out"),
        *wins("cash-retained", "without-cash"),
    )
    if rows:
        rows.append(total_row(message("report-row.all"), rows, len(columns)))
    merged: dict[TransferReason, Meter] = {}
    for own in books.cage.values():
        for why, meter in own.items():
            had = merged.get(why, Meter())
            merged[why] = Meter(had.times + meter.times, had.cents + meter.cents)
    retained = _sum(merged, CASH_IN) - _sum(merged, CASH_OUT)
    grown = sum(books.closing[name] - books.opening[name] for name in CASH)
    over = books.staffed_cents, books.drawn_cents
    drawers = books.drawers.values()
    must = (
        sum(
            each.float_cents + each.filled_cents + each.in_cents - each.out_cents
            for each in drawers
        ),
        sum(each.must_cents for each in drawers),
    )
    return with_header(
        DEFINITION,
        books,
        request,
        (
            Figure(message("report-figure.cash-in"), _sum(merged, CASH_IN), CellFormat.CENTS),
            Figure(message("report-figure.cash-out"), _sum(merged, CASH_OUT), CellFormat.CENTS),
            Figure(message("report-figure.cash-retained"), retained, CellFormat.SIGNED),
        ),
        (
            _drawers(books),
            grid(message("report-table.by-cashier"), columns, rows),
            _reasons(merged),
        ),
        reconciliation(
            ("cage-account", "shifts"),
            [
                (message("report-row.counter-cash"), over, RowEmphasis.PLAIN),
                (message("report-row.drawers"), must, RowEmphasis.PLAIN),
                (
                    message("report-row.cash-change"),
                    (-grown, retained - _other(merged)),
                    RowEmphasis.TOTAL,
                ),
            ],
            message("report-note.cage-account"),
        ),
        has_activity=bool(rows or books.drawers),
    )


def _hours(calendar: Calendar, slot: Slot | None) -> Message:
    """A gaming day with the hours of a shift."""
    if slot is None:
        return shift_label(slot)
    hours = calendar.shift_label(slot[1])
    return message("report-row.day-hours", day=slot[0].isoformat(), hours=hours)


def _drawers(books: PeriodTotals) -> SheetTable:
    columns = (
        *text("shift-cashier", "opened", "closed"),
        *sums("float", "vault", "cash-in", "cash-out", "expected", "counted"),
        SheetColumn(column_title("difference"), CellFormat.SIGNED, shows_zero=True),
    )
    rows = []
    for number in sorted(books.drawers):
        each = books.drawers[number]
        apart = None if each.counted_cents is None else each.counted_cents - each.must_cents
        rows.append(
            Row(
                (
                    f"{number} · {each.cashier}",
                    each.opened,
                    each.closed or message("report-row.open"),
                    each.float_cents,
                    each.filled_cents,
                    each.in_cents,
                    each.out_cents,
                    each.must_cents,
                    each.counted_cents,
                    apart,
                )
            )
        )
    return grid(message("report-table.drawers"), columns, rows, message("report-note.drawers"))


def _sum(meters: Mapping[TransferReason, Meter], reasons: tuple[TransferReason, ...]) -> int:
    return sum(meters.get(why, Meter()).cents for why in reasons)


def _other(meters: Mapping[TransferReason, Meter]) -> int:
    """The gain of the cage account without cash: void or expired vouchers, less write-offs."""
    gained = _sum(meters, (TransferReason.VOUCHER_VOIDED, TransferReason.VOUCHER_EXPIRED))
    return gained - _sum(meters, (TransferReason.CLAIM_WRITTEN_OFF,))


def _reasons(merged: Mapping[TransferReason, Meter]) -> SheetTable:
    rows = [
        Row((reason_label(why), merged[why].times, merged[why].cents))
        for why in TransferReason
        if why in merged
    ]
    return grid(
        message("report-table.by-reason"), (*text("meter"), *counts("times"), *sums("sum")), rows
    )
