"""Serve the requests that wait for a second person, and take the answers to them."""

from typing import Any

from starlette.routing import BaseRoute

from punto.core.staff_positions import StaffPosition
from punto.floor.access.staff_access import MUST_CHANGE
from punto.floor.approvals.details import ApprovalParts, pending_approvals
from punto.floor.streams.owner import CommandAnswer
from punto.floor.web.endpoints import Call, api_routes, route
from punto.floor.web.json_responses import AnswerView, answer_view
from punto.floor.web_parts import WebParts
from punto.floor.wire import staff as wire
from punto.house.staff.events import CAGE
from punto.table.refusals import Refusal

NEEDS = (StaffPosition.DEALER,)


def routes(parts: WebParts) -> list[BaseRoute]:
    """The list of open requests, and the answer to one."""
    return api_routes(_Approvals(parts), parts.staff)


class _Approvals:
    """The handlers."""

    def __init__(self, parts: WebParts) -> None:
        self._parts, self._staff = parts, parts.staff
        self._details = ApprovalParts(
            parts.approvals, parts.at_cage, parts.replicas, parts.replica.history
        )

    @route("POST", "/api/staff/approvals/{entry}", NEEDS, wire.ApprovalAnswer)
    async def answer(self, call: Call[wire.ApprovalAnswer]) -> AnswerView:
        """Approve or decline a request."""
        return answer_view(await self._answer(call))

    async def _answer(self, call: Call[wire.ApprovalAnswer]) -> CommandAnswer:
        approval, approvals, answer = call.path("entry"), self._parts.approvals, call.body
        if answer.answer == "decline":
            return await approvals.decline(approval, call.signed.actor, answer.reason)
        person = call.signed.person
        if answer.second is not None:
            # A second person may approve at the same screen, with their own password.
            second = answer.second
            found = await self._staff.verify_credentials(second.name, second.password, second.code)
            if isinstance(found, Refusal):
                return found
            if found.must_change:
                return MUST_CHANGE
            person = found
        waiting = self._staff.state.waiting.get(approval)
        if waiting is not None and waiting.table == CAGE:
            return await self._parts.at_cage.approve(approval, person)
        return await approvals.approve(approval, person)

    @route("GET", "/api/staff/approvals", NEEDS)
    async def list(self, call: Call[None]) -> dict[str, Any]:
        """The requests that wait for an approval."""
        return {"entries": pending_approvals(self._details, call.signed.person)}
