"""Serve the cage's view, voucher search, actions by one or two people, and approvals."""

from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.core.staff_positions import StaffPosition
from punto.floor.access.authorisation import CAGE_SECONDS
from punto.floor.access.staff_access import (
    MUST_CHANGE,
    NOT_ALLOWED,
    NOT_ANOTHER,
    NOT_SIGNED_IN,
    SignedInPerson,
    StaffAccess,
    has_duty,
    person_actor,
)
from punto.floor.cage.counter import Printed
from punto.floor.streams.owner import CommandAnswer
from punto.floor.web.json_responses import (
    answer_response,
    json_response,
    parse_body,
    refusal_response,
    staff_request,
)
from punto.floor.web_parts import CageRouteParts
from punto.floor.wire import staff as wire
from punto.floor.wire.terminal import Id, Name
from punto.house.staff.events import Duty
from punto.house.staff.state import Person
from punto.reports.descriptions.refusals import refusal_message
from punto.table.actors import Actor
from punto.table.refusals import Refusal

NEEDS = (Duty.CASHIER, StaffPosition.GAMING_SHIFT_MANAGER)
"""Who may look into the cage: cashiers, and whoever answers for what is written off."""


class CageRequest(Struct, frozen=True, forbid_unknown_fields=True, rename={"fields": "with"}):
    """Something asked of the cage by name, perhaps with a second person at the same desk."""

    id: Id
    command: Name
    fields: dict[str, Any]
    second: wire.SignIn | None = None
    propose: bool = False
    """Whether it is entered here for a second person at another desk."""


class FindVoucher(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is printed on a voucher."""

    voucher: Printed


def routes(parts: CageRouteParts, staff: StaffAccess) -> list[BaseRoute]:
    """Everything that the cage's screen asks for."""
    return _Cage(parts, staff).routes()


class _Cage:
    """The handlers."""

    def __init__(self, parts: CageRouteParts, staff: StaffAccess) -> None:
        self._parts, self._staff = parts, staff

    def routes(self) -> list[BaseRoute]:
        """All of them."""
        return [
            Route("/api/staff/cage", self._view, methods=["GET"]),
            Route("/api/staff/cage/vouchers", self._find, methods=["POST"]),
            Route("/api/staff/cage/actions", self._act, methods=["POST"]),
            Route("/api/staff/cage/entries", self._waiting, methods=["GET"]),
            Route("/api/staff/cage/entries/{entry}", self._answer, methods=["POST"]),
        ]

    async def _view(self, request: Request) -> Response:
        signed = self._staff.authenticate(staff_request(request), *NEEDS)
        if isinstance(signed, Refusal):
            return refusal_response(signed)
        is_cashier = has_duty(signed.person, Duty.CASHIER)
        view = self._parts.counter.view(signed.name, self._staff.clock(), is_cashier=is_cashier)
        entries = self._parts.approvals.views(signed.person)
        return json_response({**msgspec.structs.asdict(view), "entries": entries})

    async def _find(self, request: Request) -> Response:
        signed = self._staff.authenticate(staff_request(request), Duty.CASHIER)
        if isinstance(signed, Refusal):
            return refusal_response(signed)
        body = await parse_body(request, FindVoucher)
        if isinstance(body, Response):
            return body
        found = self._parts.counter.find_voucher(body.voucher)
        if isinstance(found, Refusal):
            words = refusal_message(found)
            return json_response(
                {"ok": False, "code": found.code, "clause": found.clause, "words": words}
            )
        return json_response({"ok": True, "voucher": found})

    async def _act(self, request: Request) -> Response:
        signed = self._staff.authenticate(staff_request(request), *NEEDS)
        if isinstance(signed, Refusal):
            return refusal_response(signed)
        body = await parse_body(request, CageRequest)
        if isinstance(body, Response):
            return body
        if body.propose:
            entry = await self._proposed(body, signed)
            return (
                answer_response(entry)
                if isinstance(entry, Refusal)
                else json_response(_entered(entry))
            )
        answer = await self._acted(body, signed)
        self._staff.refusing.record(signed.actor, f"{body.command} at the cage", answer)
        return answer_response(answer)

    async def _proposed(self, body: CageRequest, signed: SignedInPerson) -> str | Refusal:
        # A claim is written off by a shift manager, with whoever stands beside them.
        if body.command == "WriteOffClaim" or not has_duty(signed.person, Duty.CASHIER):
            return NOT_ALLOWED
        return await self._parts.approvals.request(body.command, body.fields, signed, body.id)

    async def _waiting(self, request: Request) -> Response:
        signed = self._staff.authenticate(staff_request(request), *NEEDS, *CAGE_SECONDS)
        if isinstance(signed, Refusal):
            return refusal_response(signed)
        return json_response({"entries": self._parts.approvals.views(signed.person)})

    async def _answer(self, request: Request) -> Response:
        signed = self._staff.authenticate(staff_request(request), *CAGE_SECONDS)
        if isinstance(signed, Refusal):
            return refusal_response(signed)
        body = await parse_body(request, wire.ApprovalAnswer)
        if isinstance(body, Response):
            return body
        entry = request.path_params["entry"]
        if body.answer == "decline":
            return answer_response(
                await self._parts.approvals.decline(entry, signed.actor, body.reason)
            )
        answer = await self._parts.approvals.approve(entry, signed.person)
        self._staff.refusing.record(signed.actor, f"{entry} at the cage", answer)
        return answer_response(answer)

    async def _acted(self, body: CageRequest, signed: SignedInPerson) -> CommandAnswer:
        # A shift manager decides on losses; money over the counter is a cashier's alone.
        if body.command != "WriteOffClaim" and not has_duty(signed.person, Duty.CASHIER):
            return NOT_ALLOWED
        second: Actor | None = None
        if body.second is not None:
            found = await self._second(body.second, signed.person)
            if isinstance(found, Refusal):
                return found
            second = found
            if not self._staff.sessions.is_alive(signed.session):
                return NOT_SIGNED_IN
        by = person_actor(signed.person, second)
        return await self._parts.counter.carry_out(body.command, body.fields, by, body.id)

    async def _second(self, credentials: wire.SignIn, first: Person) -> Actor | Refusal:
        if credentials.name == first.name:
            return NOT_ANOTHER
        person = await self._staff.verify_credentials(
            credentials.name, credentials.password, credentials.code
        )
        if isinstance(person, Refusal):
            return person
        if person.must_change:
            return MUST_CHANGE
        return (
            person_actor(person)
            if any(has_duty(person, each) for each in CAGE_SECONDS)
            else NOT_ALLOWED
        )


def _entered(entry: str) -> dict[str, Any]:
    return {"ok": True, "entry": entry}
