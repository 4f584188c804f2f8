"""Carry out the requests of cashiers at the house's one cage, and build their view."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Protocol, TypeAlias

import msgspec
from msgspec import Meta, Struct

from punto.core.money import MAX_CENTS
from punto.floor.access.authorisation import CAGE_SECONDS
from punto.floor.access.staff_access import NOT_ALLOWED, has_duty, person_actor
from punto.floor.approvals.approvals import ApprovalDetails
from punto.floor.broadcast import Broadcaster, Subscriber
from punto.floor.cage.views import (
    CageView,
    VoucherView,
    approval_rows,
    cage_view,
    voucher_view,
)
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.read_models.history import History
from punto.floor.read_models.waiting_commands import WaitingCommand
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.aggregates import CAGE, SUM_CHANGED, VOUCHER_SPENT, cage_aggregate
from punto.floor.streams.command_queue import CommandQueue
from punto.floor.streams.owner import CommandAnswer, CommandRequest, Committed
from punto.floor.wire.staff import Reason
from punto.floor.wire.terminal import Name
from punto.house.staff.events import Duty
from punto.house.staff.state import Person
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
from punto.messages.message import message
from punto.reports.descriptions.requests import request_title
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


def _redeem(parts: CageParts, form: RedeemVoucherRequest) -> CageCommand | Refusal:
    found = parts.vouchers.redeemable(form.voucher)
    return found if isinstance(found, Refusal) else RedeemVoucher(found[0], form.cents)


def _pay(parts: CageParts, form: PayVoucherRequest) -> CageCommand | Refusal:
    number = parts.history.cage.number_of(form.ref)
    return NO_VOUCHER if number is None else RedeemVoucher(number, form.cents)


def _void(parts: CageParts, form: VoidVoucherRequest) -> CageCommand | Refusal:
    book = parts.history.cage
    number = book.number_of(form.ref)
    if number is None:
        return NO_VOUCHER
    is_expired = parts.vouchers.is_expired(book.vouchers[number].issued)
    return VoidVoucher(number, form.cents, is_expired, form.reason)


def _collect(parts: CageParts, form: VisitSumRequest) -> CageCommand:
    owed = -parts.history.cage.claims.get(form.visit, 0)
    return CollectClaim(form.visit, form.cents, owed - form.cents)


Builder: TypeAlias = Callable[[CageParts, Any], CageCommand | Refusal]

REQUESTS: dict[str, tuple[type[_Ask], Builder]] = {
    "OpenShift": (
        OpenShiftRequest,
        lambda parts, form: OpenShift(form.float_cents, parts.large_cents),
    ),
    "CloseShift": (CloseShiftRequest, lambda _, form: CloseShift(form.counted_cents)),
    "FillDrawer": (FillDrawerRequest, lambda _, form: FillDrawer(form.cents)),
    "BuyCredit": (VisitSumRequest, lambda _, form: BuyCredit(form.visit, form.cents)),
    "HandPay": (VisitSumRequest, lambda _, form: HandPay(form.visit, form.cents)),
    "EndVisit": (EndVisitRequest, lambda _, form: EndVisit(form.visit)),
    "PayClaim": (VisitSumRequest, lambda _, form: PayClaim(form.visit, form.cents)),
    "CollectClaim": (VisitSumRequest, _collect),
    "WriteOffClaim": (VisitSumRequest, lambda _, form: WriteOffClaim(form.visit, form.cents)),
    "RedeemVoucher": (RedeemVoucherRequest, _redeem),
    "VoidVoucher": (VoidVoucherRequest, _void),
}
"""The requests that the cage accepts by name: their fields, and how to build the command."""

APPROVED: Mapping[str, tuple[type[_Ask], Builder]] = {
    **REQUESTS,
    "RedeemVoucher": (PayVoucherRequest, _pay),
}
"""The same after an approval. The first cashier checked the printed number of a voucher."""


class CageCounter:
    """The requests and the view of cashiers; a second person may have to approve a request."""

    approvers = CAGE_SECONDS
    may_second = message("approval.may-second-at-cage")

    def __init__(self, parts: CageParts) -> None:
        self._parts = parts

    async def carry_out(
        self, name: str, fields: dict[str, Any], by: Actor, id_: str
    ) -> CommandAnswer:
        """Carry out a request of a cashier once, under the cashier's name."""
        return await self._carry_out(self._command(REQUESTS, name, fields), by, id_)

    async def run(self, waiting: WaitingCommand, first: Person, second: Actor) -> CommandAnswer:
        """Carry out a request that a second person approves."""
        if not has_duty(first, Duty.CASHIER):
            return NOT_ALLOWED
        command = self._command(APPROVED, waiting.command, waiting.fields)
        return await self._carry_out(command, person_actor(first, second), waiting.id)

    async def _carry_out(
        self, command: CageCommand | Refusal, by: Actor, id_: str
    ) -> CommandAnswer:
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
        await self._parts.leave_seats(command.visit, request.id)
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

    def would_refuse(self, command: str, fields: dict[str, Any], first: Person) -> Refusal | None:
        """The refusal that a request would get now; None if the cage would carry it out."""
        request = self._command(REQUESTS, command, fields)
        if isinstance(request, Refusal):
            return request
        if isinstance(request, RedeemVoucher | VoidVoucher) and self._is_spent(request):
            return VOUCHER_SPENT
        state = self._parts.queue.owner.state
        decision = cage_aggregate().decide(state, request, person_actor(first))
        return decision if isinstance(decision, Refusal) else None

    def without_secrets(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Fields without the printed number of a voucher, because others read a waiting request."""
        if "voucher" not in fields:
            return fields
        found = self._parts.vouchers.find(fields["voucher"])
        assert not isinstance(found, Refusal), "what is entered was read before"
        return {"ref": self._parts.history.cage.vouchers[found[0]].ref, "cents": fields["cents"]}

    def details(self, waiting: WaitingCommand) -> ApprovalDetails:
        """The sums that the approver signs; a count is compared with the drawer."""
        return ApprovalDetails(
            command=waiting.command,
            fields=waiting.fields,
            words=request_title(waiting.command, waiting.body),
            rows=tuple(approval_rows(self._parts.history.cage, waiting)),
        )

    def _command(
        self, requests: Mapping[str, tuple[type[_Ask], Builder]], name: str, fields: dict[str, Any]
    ) -> CageCommand | Refusal:
        if name not in requests:
            return NOT_A_COMMAND
        form, build = requests[name]
        try:
            return build(self._parts, msgspec.convert(fields, form))
        except msgspec.ValidationError:
            return NOT_A_COMMAND

    def find_voucher(self, printed: str) -> VoucherView | Refusal:
        """Find a voucher by its printed number, before its payment."""
        found = self._parts.vouchers.find(printed)
        if isinstance(found, Refusal):
            return found
        return voucher_view(self._parts.history.cage.vouchers[found[0]])

    def view(self, name: str, now: datetime, *, is_cashier: bool) -> CageView:
        """The view of the cage for a cashier."""
        parts = self._parts
        return cage_view(
            parts.history,
            parts.replicas,
            parts.broadcaster.by_visit.keys(),
            name,
            at=format_time(now),
            currency=parts.currency,
            large_cents=parts.large_cents,
            is_cashier=is_cashier,
            is_demo=parts.queue.owner.state.is_demo,
        )
