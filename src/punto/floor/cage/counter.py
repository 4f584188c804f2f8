"""Carry out the requests of cashiers at the house's one cage, and build their view."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Protocol, TypeAlias

import msgspec
from msgspec import Meta, Struct, structs

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


def _redeem(parts: CageParts, voucher: str, cents: int) -> CageCommand | Refusal:
    found = parts.vouchers.redeemable(voucher)
    return found if isinstance(found, Refusal) else RedeemVoucher(found[0], cents)


def _pay(parts: CageParts, ref: str, cents: int) -> CageCommand | Refusal:
    number = parts.history.cage.number_of(ref)
    return NO_VOUCHER if number is None else RedeemVoucher(number, cents)


def _void(parts: CageParts, ref: str, cents: int, reason: str) -> CageCommand | Refusal:
    book = parts.history.cage
    number = book.number_of(ref)
    if number is None:
        return NO_VOUCHER
    is_expired = parts.vouchers.is_expired(book.vouchers[number].issued)
    return VoidVoucher(number, cents, is_expired, reason)


def _collect(parts: CageParts, visit: str, cents: int) -> CageCommand:
    owed = -parts.history.cage.claims.get(visit, 0)
    return CollectClaim(visit, cents, owed - cents)


Row: TypeAlias = tuple[type[Struct], Callable[..., CageCommand | Refusal]]


def _row(build: Callable[..., CageCommand | Refusal], **fields: Any) -> Row:
    """The fields of a request with their types, and the function that builds its command."""
    form = msgspec.defstruct("CageForm", list(fields.items()), forbid_unknown_fields=True)
    return form, build


def _same(command: type[CageCommand], **fields: Any) -> Row:
    """A request with the fields of its command."""
    return _row(lambda _parts, **values: command(**values), **fields)


REQUESTS: Mapping[str, Row] = {
    "OpenShift": _row(
        lambda parts, float_cents: OpenShift(float_cents, parts.large_cents), float_cents=Counted
    ),
    "CloseShift": _same(CloseShift, counted_cents=Counted),
    "FillDrawer": _same(FillDrawer, cents=Moved),
    "BuyCredit": _same(BuyCredit, visit=Name, cents=Cents),
    "HandPay": _same(HandPay, visit=Name, cents=Cents),
    "EndVisit": _same(EndVisit, visit=Name),
    "PayClaim": _same(PayClaim, visit=Name, cents=Cents),
    "CollectClaim": _row(_collect, visit=Name, cents=Cents),
    "WriteOffClaim": _same(WriteOffClaim, visit=Name, cents=Cents),
    "RedeemVoucher": _row(_redeem, voucher=Printed, cents=Cents),
    "VoidVoucher": _row(_void, ref=Name, cents=Cents, reason=Reason),
}
"""The requests that the cage accepts, by name."""

APPROVED = {**REQUESTS, "RedeemVoucher": _row(_pay, ref=Name, cents=Cents)}
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
        self, requests: Mapping[str, Row], name: str, fields: dict[str, Any]
    ) -> CageCommand | Refusal:
        if name not in requests:
            return NOT_A_COMMAND
        form, build = requests[name]
        try:
            values = structs.asdict(msgspec.convert(fields, form))
        except msgspec.ValidationError:
            return NOT_A_COMMAND
        return build(self._parts, **values)

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
