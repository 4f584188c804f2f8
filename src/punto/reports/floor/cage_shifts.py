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
from punto.reports.floor.meters import reason_label
from punto.reports.floor.period import PeriodSide
from punto.reports.floor.period_totals import DrawerRecord, PeriodTotals
from punto.reports.floor.report import (
    CellFormat,
    Figure,
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
    "cage",
    "Cage shifts",
    "CS 1.0",
    "Cash in and out by cashier and shift, vouchers and claims, reconciled to the cage account.",
)

CASH_IN = (TransferReason.BUY_IN,)
CASH_OUT = (TransferReason.VOUCHER_CASHED, TransferReason.HAND_PAY, TransferReason.CLAIM_PAID)


def record_drawer(books: PeriodTotals, event: DrawerEvent, time: str, place: PeriodSide) -> None:
    """Takes down what happens to a drawer; those that were closed before are forgotten."""
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
    """The cash that comes over the counter with a transfer, below zero where it is paid out."""
    if transfer.reason in CASH_IN:
        return transfer.cents
    return -transfer.cents if transfer.reason in CASH_OUT else 0


def cage_shifts(books: PeriodTotals, request: ReportRequest) -> Report:
    """Return the report of the cash and vouchers at the cage."""
    rows = []
    for (name, slot), own in sorted(
        books.cage.items(), key=lambda pair: (str(pair[0][1]), pair[0][0])
    ):
        hours = "no time" if slot is None else books.period.calendar.shift_label(slot[1])
        shift = hours if slot is None else f"{slot[0]}, {hours}"
        received, paid = _sum(own, CASH_IN), _sum(own, CASH_OUT)
        times = sum(own[why].times for why in own)
        rows.append(Row((f"{shift} · {name}", times, received, paid, received - paid, _other(own))))
    columns = (
        *text("Shift, cashier"),
        *counts("Movements"),
        *sums("Cash in", "Cash out"),
        *wins("Cash kept", "Without cash"),
    )
    if rows:
        rows.append(total_row("All", rows, len(columns)))
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
            Figure("Cash in", _sum(merged, CASH_IN), CellFormat.CENTS),
            Figure("Cash out", _sum(merged, CASH_OUT), CellFormat.CENTS),
            Figure("Cash kept", retained, CellFormat.SIGNED),
        ),
        (_drawers(books), grid("By shift and cashier", columns, rows), _reasons(merged)),
        reconciliation(
            ("", "Cage account", "Shifts"),
            [
                ("Cash over the counter by staff: transfers, drawers", over, RowEmphasis.PLAIN),
                ("Drawers: float, filled, in and out; what must be", must, RowEmphasis.PLAIN),
                (
                    "Cash kept less what needed none",
                    (-grown, retained - _other(merged)),
                    RowEmphasis.TOTAL,
                ),
            ],
            "the cage account falls by what patrons bring",
        ),
        has_activity=bool(rows or books.drawers),
    )


def _drawers(books: PeriodTotals) -> ReportTable:
    columns = (
        *text("Shift, cashier", "Opened", "Closed"),
        *sums("Float", "Vault", "Cash in", "Cash out", "Must be", "Counted"),
        *wins("Difference"),
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
                    each.closed or "open",
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
    return grid("Drawers", columns, rows, "by the number of the shift, from float to count")


def _sum(meters: Mapping[TransferReason, Meter], reasons: tuple[TransferReason, ...]) -> int:
    return sum(meters.get(why, Meter()).cents for why in reasons)


def _other(meters: Mapping[TransferReason, Meter]) -> int:
    """What the cage account gained without cash: vouchers void or expired, less losses."""
    gained = _sum(meters, (TransferReason.VOUCHER_VOIDED, TransferReason.VOUCHER_EXPIRED))
    return gained - _sum(meters, (TransferReason.CLAIM_WRITTEN_OFF,))


def _reasons(merged: Mapping[TransferReason, Meter]) -> ReportTable:
    rows = [
        Row((reason_label(why), merged[why].times, merged[why].cents))
        for why in TransferReason
        if why in merged
    ]
    return grid("By reason", (*text("Reason"), *counts("Times"), *sums("Sum")), rows)
