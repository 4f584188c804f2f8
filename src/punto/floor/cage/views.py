"""Build the cage's views of visits, vouchers, shifts with statements, and the account."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct

from punto.floor.approvals.approvals import ApprovalDetail
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.read_models.cage import CageReadModel, ShiftMovement, ShiftRecord, VoucherRecord
from punto.floor.read_models.history import History
from punto.floor.read_models.waiting_commands import WaitingCommand
from punto.journal.entry import format_time
from punto.ledger.vouchers import VOUCHER_DAYS
from punto.messages.message import Message, message

SHIFTS_IN_VIEW = 12
VOUCHERS_IN_VIEW = 200


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


def cage_view(
    history: History,
    replicas: Mapping[str, TableReplica],
    connected: Collection[str],
    cashier: str,
    **constants: Any,
) -> CageView:
    """The view of the cage for a cashier; `connected` are the visits with a connected terminal."""
    book = history.cage
    visits = tuple(_visits(history, replicas, connected))
    here = {each.visit for each in visits}
    issued = [each for each in book.vouchers.values() if each.state == "issued"]
    own = book.open.get(cashier)
    return CageView(
        visits=visits,
        left=tuple(sorted((v, c) for v, c in book.claims.items() if v not in here)),
        vouchers=tuple(map(voucher_view, issued[-VOUCHERS_IN_VIEW:][::-1])),
        outstanding_cents=sum(each.cents for each in issued),
        outstanding=len(issued),
        shift=None if own is None else shift_view(own),
        others=tuple(shift_view(each) for each in book.open.values() if each is not own),
        closed=tuple(map(shift_view, book.closed[::-1][:SHIFTS_IN_VIEW])),
        account=CageAccountView(
            book.account_cents, book.drawer_cents, book.paper_cents, book.unattended_cents
        ),
        **constants,
    )


def _visits(
    history: History, replicas: Mapping[str, TableReplica], connected: Collection[str]
) -> Iterator[VisitView]:
    """The visits that a cashier can do something for."""
    for visit, so_far in sorted(history.visits.items()):
        claim = history.cage.claims.get(visit, 0)
        credit, staked = history.credit_cents(visit), so_far.staked_cents
        if visit in connected or credit or staked or claim:
            yield VisitView(
                visit=visit,
                terminal=so_far.terminal,
                at=tuple(
                    each.plan.name for each in replicas.values() if each.seat_of(visit) is not None
                ),
                connected=visit in connected,
                since=so_far.since,
                credit_cents=credit,
                staked_cents=staked,
                claim_cents=claim,
                is_spent=bool(so_far.brought_cents) and not (credit or staked or claim),
            )


def approval_rows(book: CageReadModel, waiting: WaitingCommand) -> Iterator[ApprovalDetail]:
    """The figures of a request that a second person signs, each with its label."""
    fields = waiting.fields
    for key, label in (
        ("visit", message("approval-detail.visit")),
        ("ref", message("approval-detail.voucher")),
    ):
        if key in fields:
            yield ApprovalDetail(label, message("approval-detail.text", text=fields[key]))
    if "cents" in fields:
        yield _sum(message("approval-detail.sum"), fields["cents"])
    if "counted_cents" not in fields:
        return
    counted, shift = fields["counted_cents"], book.open.get(waiting.by.name)
    if shift is not None:
        yield _sum(message("approval-detail.expected"), shift.cash_cents)
    yield _sum(message("approval-detail.counted"), counted)
    if shift is not None:
        yield _sum(message("approval-detail.difference"), counted - shift.cash_cents)


def _sum(label: Message, cents: int) -> ApprovalDetail:
    return ApprovalDetail(label, message("approval-detail.money", cents=cents))
