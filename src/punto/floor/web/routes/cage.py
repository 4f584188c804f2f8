"""Serve the cage's view, voucher search, actions by one or two people, and approvals."""

from typing import Any, Literal

import msgspec
from msgspec import Struct
from starlette.routing import BaseRoute

from punto.core.staff_positions import StaffPosition
from punto.floor.access.authorisation import CAGE_SECONDS
from punto.floor.access.staff_access import (
    NOT_ALLOWED,
    SignedInPerson,
    has_duty,
)
from punto.floor.cage.counter import Printed
from punto.floor.cage.views import VoucherView
from punto.floor.streams.owner import CommandAnswer
from punto.floor.web.endpoints import Call, api_routes, route
from punto.floor.web.json_responses import (
    AnswerView,
    RefusalView,
    RequestedApproval,
    answer_view,
    refusal_view,
    refused_command,
)
from punto.floor.web.routes.approvals import WaitingApprovals
from punto.floor.web_parts import WebParts
from punto.floor.wire import staff as wire
from punto.floor.wire.terminal import Id, Name
from punto.house.staff.events import CAGE as STREAM
from punto.house.staff.events import Duty
from punto.table.refusals import Refusal

CAGE = "/api/staff/cage"
NEEDS = (Duty.CASHIER, StaffPosition.GAMING_SHIFT_MANAGER)
"""Cashiers may open the cage, and the shift manager, who writes claims off."""


class CageRequest(Struct, frozen=True, forbid_unknown_fields=True, rename={"fields": "with"}):
    """A command to the cage by its name, perhaps with a second person at the same desk."""

    id: Id
    command: Name
    fields: dict[str, Any]
    second: wire.SignIn | None = None
    propose: bool = False
    """Whether a second person approves it at another desk."""


class FindVoucher(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of a voucher, as it is printed."""

    voucher: Printed


class FoundVoucher(Struct, frozen=True):
    """A voucher that the floor knows."""

    ok: Literal[True]
    voucher: VoucherView


def routes(parts: WebParts) -> list[BaseRoute]:
    """The routes of the cage screen."""
    return api_routes(_Cage(parts), parts.staff)


class _Cage:
    """The handlers."""

    def __init__(self, parts: WebParts) -> None:
        self._parts, self._staff = parts, parts.staff

    @route("GET", CAGE, NEEDS)
    async def view(self, call: Call[None]) -> dict[str, Any]:
        """The cage: drawers, visits, vouchers and claims."""
        signed = call.signed
        is_cashier = has_duty(signed.person, Duty.CASHIER)
        view = self._parts.counter.view(signed.name, self._staff.clock(), is_cashier=is_cashier)
        entries = self._parts.approvals.views(signed.person, STREAM)
        return {**msgspec.structs.asdict(view), "entries": entries}

    @route("POST", f"{CAGE}/vouchers", (Duty.CASHIER,), FindVoucher)
    async def find(self, call: Call[FindVoucher]) -> FoundVoucher | RefusalView:
        """Find a voucher by its number."""
        found = self._parts.counter.find_voucher(call.body.voucher)
        return (
            refusal_view(found)
            if isinstance(found, Refusal)
            else FoundVoucher(ok=True, voucher=found)
        )

    @route("POST", f"{CAGE}/actions", NEEDS, CageRequest)
    async def act(self, call: Call[CageRequest]) -> AnswerView | RequestedApproval:
        """Carry out an action of the cage, or request its approval by a second person."""
        signed, action = call.signed, call.body
        if action.propose:
            entry = await self._request(action, signed)
            if isinstance(entry, Refusal):
                return refused_command(entry)
            return RequestedApproval(ok=True, entry=entry)
        answer = await self._carry_out(action, signed)
        self._staff.refusing.record(signed.actor, f"{action.command} at the cage", answer)
        return answer_view(answer)

    @route("GET", f"{CAGE}/entries", (*NEEDS, *CAGE_SECONDS))
    async def waiting(self, call: Call[None]) -> WaitingApprovals:
        """The requests of the cage that wait for an approval."""
        return WaitingApprovals(tuple(self._parts.approvals.views(call.signed.person, STREAM)))

    @route("POST", f"{CAGE}/entries/{{entry}}", CAGE_SECONDS, wire.ApprovalAnswer)
    async def answer(self, call: Call[wire.ApprovalAnswer]) -> AnswerView:
        """Approve or decline a request of the cage."""
        entry, signed, approvals = call.path("entry"), call.signed, self._parts.approvals
        if call.body.answer == "decline":
            declined = approvals.decline(entry, signed.actor, call.body.reason, STREAM)
            return answer_view(await declined)
        answer = await approvals.approve(entry, signed.person, call.body.digest, STREAM)
        self._staff.refusing.record(signed.actor, f"{entry} at the cage", answer)
        return answer_view(answer)

    async def _request(self, body: CageRequest, signed: SignedInPerson) -> str | Refusal:
        # A shift manager writes a claim off with a second person at the same desk.
        if body.command == "WriteOffClaim" or not has_duty(signed.person, Duty.CASHIER):
            return NOT_ALLOWED
        approvals = self._parts.approvals
        return await approvals.request(STREAM, body.command, body.fields, signed, body.id)

    async def _carry_out(self, body: CageRequest, signed: SignedInPerson) -> CommandAnswer:
        # A shift manager decides on losses; only a cashier pays and receives money.
        if body.command != "WriteOffClaim" and not has_duty(signed.person, Duty.CASHIER):
            return NOT_ALLOWED
        by = await self._staff.actor_with(signed, body.second, *CAGE_SECONDS)
        if isinstance(by, Refusal):
            return by
        return await self._parts.counter.carry_out(body.command, body.fields, by, body.id)
