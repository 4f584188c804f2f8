"""Report the cash that each person at the cage received and paid out, shift by shift."""

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
from punto.reports.floor.meters import Meters, cents_of, reason_label
from punto.reports.floor.period import PeriodSide, Slot
from punto.reports.floor.period_totals import DrawerRecord, PeriodTotals
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
    shift_label,
    table_of,
    text,
    total_line,
    win,
)
from punto.reports.formats.fields import Field, Fields
from punto.reports.formats.sheet import CellFormat, as_message
from punto.table.actors import Actor

CASH_IN = (TransferReason.BUY_IN,)
CASH_OUT = (TransferReason.VOUCHER_CASHED, TransferReason.HAND_PAY, TransferReason.CLAIM_PAID)

DRAWERS: Fields[DrawerRecord] = (
    text("shift-cashier", lambda each: f"{each.shift} · {each.cashier}"),
    text("opened", lambda each: each.opened),
    text("closed", lambda each: each.closed or message("report-row.open")),
    money("float", lambda each: each.float_cents),
    money("vault", lambda each: each.filled_cents),
    money("cash-in", lambda each: each.in_cents),
    money("cash-out", lambda each: each.out_cents),
    money("expected", lambda each: each.must_cents),
    money("counted", lambda each: each.counted_cents),
    Field(
        message("report-column.difference"),
        lambda each: None if each.counted_cents is None else each.counted_cents - each.must_cents,
        CellFormat.SIGNED,
        shows_zero=True,
    ),
)


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


def cage_shifts(books: PeriodTotals, request: ReportRequest) -> Content:  # noqa: ARG001
    """The cash and vouchers at the cage. No filter applies to them."""
    merged: dict[TransferReason, Meter] = {}
    for own in books.cage.values():
        for why, meter in own.items():
            had = merged.get(why, Meter())
            merged[why] = Meter(had.times + meter.times, had.cents + meter.cents)
    received, paid = cents_of(merged, *CASH_IN), cents_of(merged, *CASH_OUT)
    reasons: Fields[TransferReason] = (
        text("meter", reason_label),
        count("times", lambda why: merged[why].times),
        money("sum", lambda why: merged[why].cents),
    )
    drawers = [books.drawers[number] for number in sorted(books.drawers)]
    return Content(
        (
            figure("cash-in", received, CellFormat.CENTS),
            figure("cash-out", paid, CellFormat.CENTS),
            figure("cash-retained", received - paid, CellFormat.SIGNED),
        ),
        (
            table_of("drawers", DRAWERS, drawers, message("report-note.drawers")),
            table_of("by-cashier", _cashier_fields(books), _cashiers(books), total=ALL),
            table_of("by-reason", reasons, [why for why in TransferReason if why in merged]),
        ),
        reconciliation(
            ("cage-account", "shifts"),
            _against_account(books, received - paid - _other(merged)),
            message("report-note.cage-account"),
        ),
        has_activity=bool(books.cage or books.drawers),
    )


def _cashiers(books: PeriodTotals) -> list[tuple[Actor, Slot | None]]:
    """The people at the cage, by shift."""
    return sorted(books.cage, key=lambda key: (str(key[1]), str(key[0])))


def _cashier_fields(books: PeriodTotals) -> Fields[tuple[Actor, Slot | None]]:
    def received(key: tuple[Actor, Slot | None]) -> int:
        return cents_of(books.cage[key], *CASH_IN)

    def paid(key: tuple[Actor, Slot | None]) -> int:
        return cents_of(books.cage[key], *CASH_OUT)

    return (
        text("shift-cashier", lambda key: _cashier(books, *key)),
        count("movements", lambda key: sum(each.times for each in books.cage[key].values())),
        money("cash-in", received),
        money("cash-out", paid),
        win("cash-retained", lambda key: received(key) - paid(key)),
        win("without-cash", lambda key: _other(books.cage[key])),
    )


def _cashier(books: PeriodTotals, by: Actor, slot: Slot | None) -> Message:
    """A person at the cage, with the gaming day and the hours of the shift."""
    shift = shift_label(slot)
    if slot is not None:
        hours = books.period.calendar.shift_label(slot[1])
        shift = message("report-row.day-hours", day=slot[0].isoformat(), hours=hours)
    cashier = as_message(actor_label(by))
    return message("report-row.cashier", shift=shift, cashier=cashier)


def _against_account(books: PeriodTotals, gained: int) -> list[Line]:
    grown = sum(books.closing[name] - books.opening[name] for name in CASH)
    drawers = books.drawers.values()
    moved = sum(
        each.float_cents + each.filled_cents + each.in_cents - each.out_cents for each in drawers
    )
    must = sum(each.must_cents for each in drawers)
    return [
        plain(message("report-row.counter-cash"), books.staffed_cents, books.drawn_cents),
        plain(message("report-row.drawers"), moved, must),
        total_line(message("report-row.cash-change"), -grown, gained),
    ]


def _other(meters: Meters) -> int:
    """The gain of the cage account without cash: void or expired vouchers, less write-offs."""
    gained = cents_of(meters, TransferReason.VOUCHER_VOIDED, TransferReason.VOUCHER_EXPIRED)
    return gained - cents_of(meters, TransferReason.CLAIM_WRITTEN_OFF)
