"""Carry out the requests of cashiers at the house's one cage, and build their view."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Protocol, TypeAlias

import msgspec
from msgspec import Meta, Struct

from punto.core.money import MAX_CENTS
from punto.floor.broadcast import Broadcaster, Subscriber
from punto.floor.cage.views import (
    CageAccountView,
    CageView,
    VisitView,
    VoucherView,
    shift_view,
    voucher_view,
)
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.read_models.history import History
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.aggregates import CAGE, SUM_CHANGED, VOUCHER_SPENT, cage_aggregate
from punto.floor.streams.command_queue import CommandQueue
from punto.floor.streams.owner import CommandAnswer, CommandRequest, Committed
from punto.floor.wire.staff import Reason
from punto.floor.wire.terminal import Name
from punto.journal.entry import format_time
from punto.journal.stores.sqlite import SqliteJournal
from punto.ledger.accounts import voucher
from punto.ledger.cage import (
    BuyCredit,
    CageCommand,
    EndVisit,
    HandPay,
    RedeemVoucher,
    VoidVoucher,
)
from punto.ledger.claims import ClaimCollected, CollectClaim, PayClaim, WriteOffClaim
from punto.ledger.drawers import CageRefusal, CloseShift, FillDrawer, OpenShift
from punto.table.actors import Actor
from punto.table.refusals import No, Refusal

Cents = Annotated[int, Meta(ge=1, le=MAX_CENTS)]
Counted = Annotated[int, Meta(ge=0, le=MAX_CENTS)]
Moved = Annotated[int, Meta(ge=-MAX_CENTS, le=MAX_CENTS)]
Printed = Annotated[str, Meta(min_length=1, max_length=120)]

NOT_A_COMMAND = FloorRefusal.NOT_A_COMMAND.at()
ID_REUSED = No.ID_REUSED.code
CREDIT_LEFT = FloorRefusal.CREDIT_LEFT.at()
NO_VOUCHER = FloorRefusal.NO_VOUCHER.at()
NOT_PAID = frozenset({SUM_CHANGED, No.NEEDS_SECOND.code, CageRefusal.DRAWER_SHORT.code})
"""The refusals that may have a spent voucher as their cause."""


SHIFTS_IN_VIEW = 12
VOUCHERS_IN_VIEW = 200


# Requests


class _Ask(Struct, frozen=True, forbid_unknown_fields=True):
    """A request of a cashier."""


class OpenShiftRequest(_Ask, frozen=True):
    """Open a shift with a float."""

    float_cents: Counted


class CloseShiftRequest(_Ask, frozen=True):
    """Close a shift with a count."""

    counted_cents: Counted


class FillDrawerRequest(_Ask, frozen=True):
    """Move cash from the vault, or to it."""

    cents: Moved


class VisitSumRequest(_Ask, frozen=True):
    """A sum for a visit."""

    visit: Name
    cents: Cents


class EndVisitRequest(_Ask, frozen=True):
    """End a visit without credit."""

    visit: Name


class RedeemVoucherRequest(_Ask, frozen=True):
    """Pay cash for a voucher, by its printed number."""

    voucher: Printed
    cents: Cents


class VoidVoucherRequest(_Ask, frozen=True):
    """Void a voucher, by its short name."""

    ref: Name
    cents: Cents
    reason: Reason


class PayVoucherRequest(_Ask, frozen=True):
    """Pay a voucher after its approval, by its short name."""

    ref: Name
    cents: Cents


CounterRequest: TypeAlias = (
    OpenShiftRequest
    | CloseShiftRequest
    | FillDrawerRequest
    | VisitSumRequest
    | EndVisitRequest
    | RedeemVoucherRequest
    | VoidVoucherRequest
)

REQUESTS: dict[str, type[CounterRequest]] = {
    "OpenShift": OpenShiftRequest,
    "CloseShift": CloseShiftRequest,
    "FillDrawer": FillDrawerRequest,
    "BuyCredit": VisitSumRequest,
    "HandPay": VisitSumRequest,
    "EndVisit": EndVisitRequest,
    "PayClaim": VisitSumRequest,
    "CollectClaim": VisitSumRequest,
    "WriteOffClaim": VisitSumRequest,
    "RedeemVoucher": RedeemVoucherRequest,
    "VoidVoucher": VoidVoucherRequest,
}
"""The requests that the cage accepts, by name."""


class Vouchers(Protocol):
    """The vouchers of the house, by the text printed on them."""

    def find(self, printed: str) -> tuple[str, int] | Refusal:
        """The number and value of a voucher that can be redeemed."""
        ...

    def redeemable(self, printed: str) -> tuple[str, int] | Refusal:
        """The number and value of a voucher, even if this same request has redeemed it."""
        ...

    def is_expired(self, issued: str) -> bool:
        """Whether a voucher issued at a time can no longer be redeemed."""
        ...

    def collect_refusal(self, visit: str) -> Refusal | None:
        """The claim or the wager because of which a visit cannot end."""
        ...


@dataclass(frozen=True, slots=True)
class CageParts:
    """The parts of the floor that the cage uses."""

    queue: CommandQueue
    journal: SqliteJournal
    history: History
    vouchers: Vouchers
    broadcaster: Broadcaster
    replicas: Mapping[str, TableReplica]
    leave_seats: Callable[[str, str], Awaitable[None]]
    """Free the seats of a visit under the id of the request that ended the visit."""

    begin_visit: Callable[[Subscriber], Awaitable[object]]
    """Begin the next visit at a terminal."""

    currency: str
    large_cents: int


class CageCounter:
    """The requests and the view of cashiers."""

    def __init__(self, parts: CageParts) -> None:
        self._parts = parts

    async def carry_out(
        self, name: str, fields: dict[str, Any], by: Actor, id_: str, *, has_waited: bool = False
    ) -> CommandAnswer:
        """Carry out a request of a cashier once, under the cashier's name."""
        # An approved voucher has a short name only: the first cashier checked the printed number.
        by_ref = has_waited and name == "RedeemVoucher"
        command = self._paid(fields) if by_ref else self._read(name, fields)
        if isinstance(command, Refusal):
            return command
        connection = None
        if isinstance(command, HandPay | EndVisit):
            connection = self._parts.broadcaster.by_visit.get(command.visit)
        request = CommandRequest(f"{by.name}/{id_}", by, command)
        answer = await self._parts.queue.submit(request, is_bounded=False)
        if isinstance(answer, Refusal):
            return await self._why_not(request, answer)
        if not isinstance(command, HandPay | EndVisit):
            return answer
        await self._parts.leave_seats(command.visit, f"{by.name}/{id_}")
        if connection is not None and connection.visit == command.visit:
            await self._parts.begin_visit(connection)
        return answer

    async def _why_not(self, request: CommandRequest, refused: Refusal) -> CommandAnswer:
        """A refusal with its cause, if the cage can find it."""
        command = request.command
        match command:
            case CollectClaim() if refused.code == ID_REUSED:
                before = await asyncio.to_thread(self._collected_before, request.id, command)
                return refused if before is None else before
            case HandPay() if refused.code == SUM_CHANGED:
                why = self._parts.vouchers.collect_refusal(command.visit)
                return refused if why is None else why
            case EndVisit() if refused.code == SUM_CHANGED:
                why = self._parts.vouchers.collect_refusal(command.visit)
                return CREDIT_LEFT if why is None else why
            case RedeemVoucher() | VoidVoucher() if refused.code in NOT_PAID:
                return VOUCHER_SPENT if self._is_spent(command) else refused
            case _:
                return refused

    def _is_spent(self, command: RedeemVoucher | VoidVoucher) -> bool:
        return not self._parts.journal.balance(voucher(command.number))

    def _collected_before(self, id_: str, command: CollectClaim) -> Committed | None:
        """The answer to an earlier request with this id, which has changed the claim."""
        # The writer uses the other connection.
        with closing(SqliteJournal(self._parts.journal.path, read_only=True)) as reader:
            found = reader.find_entry(CAGE, id_)
        assert found is not None, "the id of another request was used"
        number, entry = found
        collected = next((each for each in entry.events if isinstance(each, ClaimCollected)), None)
        if collected is None or (collected.visit, collected.cents) != (
            command.visit,
            command.cents,
        ):
            return None
        return Committed(number, entry.events, is_repeat=True)

    def would_refuse(self, name: str, fields: dict[str, Any], by: Actor) -> Refusal | None:
        """The refusal that a request would get now; None if the cage would carry it out."""
        command = self._read(name, fields)
        if isinstance(command, Refusal):
            return command
        if isinstance(command, RedeemVoucher | VoidVoucher) and self._is_spent(command):
            return VOUCHER_SPENT
        decision = cage_aggregate().decide(self._parts.queue.owner.state, command, by)
        return decision if isinstance(decision, Refusal) else None

    def without_voucher_number(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Fields without the printed number of a voucher, because others read a waiting request."""
        if "voucher" not in fields:
            return fields
        found = self._parts.vouchers.find(fields["voucher"])
        assert not isinstance(found, Refusal), "what is entered was read before"
        return {"ref": self._parts.history.cage.vouchers[found[0]].ref, "cents": fields["cents"]}

    def _read(self, name: str, fields: dict[str, Any]) -> CageCommand | Refusal:
        kind = REQUESTS.get(name)
        if kind is None:
            return NOT_A_COMMAND
        try:
            form = msgspec.convert(fields, kind)
        except msgspec.ValidationError:
            return NOT_A_COMMAND
        match form:
            case OpenShiftRequest():
                return OpenShift(form.float_cents, self._parts.large_cents)
            case CloseShiftRequest():
                return CloseShift(form.counted_cents)
            case FillDrawerRequest():
                return FillDrawer(form.cents)
            case RedeemVoucherRequest():
                return self._redeemed(form)
            case EndVisitRequest():
                return EndVisit(form.visit)
            case VoidVoucherRequest():
                return self._void(form)
            case VisitSumRequest():
                return self._for_visit(name, form)

    def _redeemed(self, form: RedeemVoucherRequest) -> CageCommand | Refusal:
        found = self._parts.vouchers.redeemable(form.voucher)
        return found if isinstance(found, Refusal) else RedeemVoucher(found[0], form.cents)

    def _paid(self, fields: dict[str, Any]) -> CageCommand | Refusal:
        form = msgspec.convert(fields, PayVoucherRequest)
        number = self._parts.history.cage.number_of(form.ref)
        return NO_VOUCHER if number is None else RedeemVoucher(number, form.cents)

    def _void(self, form: VoidVoucherRequest) -> CageCommand | Refusal:
        book = self._parts.history.cage
        number = book.number_of(form.ref)
        if number is None:
            return NO_VOUCHER
        is_expired = self._parts.vouchers.is_expired(book.vouchers[number].issued)
        return VoidVoucher(number, form.cents, is_expired, form.reason)

    def _for_visit(self, name: str, form: VisitSumRequest) -> CageCommand:
        owed = -self._parts.history.cage.claims.get(form.visit, 0)
        match name:
            case "BuyCredit":
                return BuyCredit(form.visit, form.cents)
            case "HandPay":
                return HandPay(form.visit, form.cents)
            case "PayClaim":
                return PayClaim(form.visit, form.cents)
            case "CollectClaim":
                return CollectClaim(form.visit, form.cents, owed - form.cents)
            case _:
                return WriteOffClaim(form.visit, form.cents)

    def find_voucher(self, printed: str) -> VoucherView | Refusal:
        """Find a voucher by its printed number, before its payment."""
        found = self._parts.vouchers.find(printed)
        if isinstance(found, Refusal):
            return found
        return voucher_view(self._parts.history.cage.vouchers[found[0]])

    def view(self, name: str, now: datetime, *, is_cashier: bool) -> CageView:
        """The view of the cage for a cashier."""
        parts, book = self._parts, self._parts.history.cage
        visits = tuple(self._visits())
        here = {each.visit for each in visits}
        issued = [each for each in book.vouchers.values() if each.state == "issued"]
        own = book.open.get(name)
        closed = book.closed[::-1]
        return CageView(
            at=format_time(now),
            currency=parts.currency,
            large_cents=parts.large_cents,
            is_cashier=is_cashier,
            visits=visits,
            left=tuple(sorted((v, c) for v, c in book.claims.items() if v not in here)),
            vouchers=tuple(map(voucher_view, issued[-VOUCHERS_IN_VIEW:][::-1])),
            outstanding_cents=sum(each.cents for each in issued),
            outstanding=len(issued),
            shift=None if own is None else shift_view(own),
            others=tuple(shift_view(each) for each in book.open.values() if each is not own),
            closed=tuple(map(shift_view, closed[:SHIFTS_IN_VIEW])),
            account=CageAccountView(
                book.account_cents, book.drawer_cents, book.paper_cents, book.unattended_cents
            ),
            is_demo=parts.queue.owner.state.is_demo,
        )

    def _visits(self) -> Iterable[VisitView]:
        parts, history = self._parts, self._parts.history
        for visit, so_far in sorted(history.visits.items()):
            at = [
                each.plan.name
                for each in parts.replicas.values()
                if each.seat_of(visit) is not None
            ]
            claim = history.cage.claims.get(visit, 0)
            credit, staked = history.credit_cents(visit), so_far.staked_cents
            connected = visit in parts.broadcaster.by_visit
            if connected or credit or staked or claim:
                yield VisitView(
                    visit,
                    so_far.terminal,
                    tuple(at),
                    connected,
                    so_far.since,
                    credit,
                    staked,
                    claim,
                    bool(so_far.brought_cents) and not (credit or staked or claim),
                )
