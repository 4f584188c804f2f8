"""Define the cage's views of visits, vouchers, shifts with statements, and the account."""

from datetime import datetime, timedelta

from msgspec import Struct

from punto.floor.read_models.cage import ShiftMovement, ShiftRecord, VoucherRecord
from punto.journal.entry import format_time
from punto.ledger.vouchers import VOUCHER_DAYS


class VisitView(Struct, frozen=True):
    """A visit under way."""

    visit: str
    terminal: str
    at: tuple[str, ...]
    """Where it sits, as names of tables."""

    connected: bool
    since: str
    credit_cents: int
    staked_cents: int
    claim_cents: int
    is_spent: bool
    """Whether it brought something and has nothing left: staff may end it."""


class VoucherView(Struct, frozen=True):
    """A voucher, by its short name only: its number is worth money."""

    ref: str
    cents: int
    issued: str
    expires: str
    visit: str
    state: str
    ended: str
    by: str


class ShiftView(Struct, frozen=True):
    """A shift with its statement."""

    shift: int
    cashier: str
    opened: str
    float_cents: int
    filled_cents: int
    cash_cents: int
    ledger_cents: int
    unexplained_cents: int
    large_cents: int
    lines: tuple[ShiftMovement, ...]
    sums: dict[str, tuple[int, int, int]]
    """By reason: how often, cash in cents, and what moved without cash."""

    counted_cents: int | None
    difference_cents: int | None
    closed: str
    second: str


class CageAccountView(Struct, frozen=True):
    """The cage's account in the ledger, and what it is made of."""

    cents: int
    drawers_cents: int
    paper_cents: int
    unattended_cents: int


class CageView(Struct, frozen=True):
    """Everything that the cage's screen draws."""

    at: str
    currency: str
    large_cents: int
    is_cashier: bool
    visits: tuple[VisitView, ...]
    left: tuple[tuple[str, int], ...]
    """Claims of visits that are over."""

    vouchers: tuple[VoucherView, ...]
    outstanding_cents: int
    outstanding: int
    shift: ShiftView | None
    others: tuple[ShiftView, ...]
    closed: tuple[ShiftView, ...]
    account: CageAccountView
    is_demo: bool


def voucher_view(record: VoucherRecord) -> VoucherView:
    """A voucher as the cage's screen shows it."""
    expires = datetime.fromisoformat(record.issued) + timedelta(days=VOUCHER_DAYS)
    return VoucherView(
        record.ref,
        record.cents,
        record.issued,
        format_time(expires),
        record.visit,
        record.state,
        record.ended,
        record.by,
    )


def shift_view(record: ShiftRecord) -> ShiftView:
    """Return a shift as the cage's screen shows it."""
    return ShiftView(
        shift=record.shift,
        cashier=record.cashier,
        opened=record.opened,
        float_cents=record.float_cents,
        filled_cents=record.filled_cents,
        cash_cents=record.cash_cents,
        ledger_cents=record.ledger_cents,
        unexplained_cents=record.unexplained_cents,
        large_cents=record.large_cents,
        lines=tuple(record.lines[::-1]),
        sums=dict(record.sums),
        counted_cents=record.counted_cents,
        difference_cents=record.difference_cents,
        closed=record.closed,
        second=record.second,
    )
