"""These routes list the requests that wait for a second person, and take the answers."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.core.staff_positions import StaffPosition
from punto.floor.access.staff_access import MUST_CHANGE, StaffAccess
from punto.floor.approvals.details import pending_approvals
from punto.floor.web.json_responses import (
    answer_response,
    json_response,
    refusal_response,
    signed_request,
    staff_request,
)
from punto.floor.web_parts import ApprovalRouteParts
from punto.floor.wire import staff as wire
from punto.house.staff.events import CAGE
from punto.table.refusals import Refusal


def routes(parts: ApprovalRouteParts, staff: StaffAccess) -> list[BaseRoute]:
    """The list of open requests, and the answer to one."""
    approvals = _Approvals(parts, staff)
    return [
        Route("/api/staff/approvals/{entry}", approvals.answer, methods=["POST"]),
        Route("/api/staff/approvals", approvals.list, methods=["GET"]),
    ]


class _Approvals:
    """The handlers."""

    def __init__(self, parts: ApprovalRouteParts, staff: StaffAccess) -> None:
        self._parts, self._staff = parts, staff

    async def list(self, request: Request) -> Response:
        """The requests that a person may see."""
        signed = self._staff.authenticate(staff_request(request), StaffPosition.DEALER)
        if isinstance(signed, Refusal):
            return refusal_response(signed)
        return json_response({"entries": pending_approvals(self._parts.details, signed.person)})

    async def answer(self, request: Request) -> Response:
        """Approve or decline a request.

        A second person may approve at the same screen, with a password of their own.
        """
        signed, body = await signed_request(
            self._staff, request, wire.ApprovalAnswer, StaffPosition.DEALER
        )
        if isinstance(body, Response):
            return body
        approval, approvals = request.path_params["entry"], self._parts.approvals
        if body.answer == "decline":
            return answer_response(await approvals.decline(approval, signed.actor, body.reason))
        person = signed.person
        if body.second is not None:
            second = body.second
            found = await self._staff.verify_credentials(second.name, second.password, second.code)
            if isinstance(found, Refusal):
                return answer_response(found)
            if found.must_change:
                return answer_response(MUST_CHANGE)
            person = found
        waiting = self._staff.state.waiting.get(approval)
        if waiting is not None and waiting.table == CAGE:
            return answer_response(await self._parts.at_cage.approve(approval, person))
        return answer_response(await approvals.approve(approval, person))
