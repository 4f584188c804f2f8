"""Serve the requests that wait for a second person, and take the answers to them."""

from msgspec import Struct
from starlette.routing import BaseRoute

from punto.core.staff_positions import StaffPosition
from punto.floor.approvals.approvals import ApprovalView
from punto.floor.streams.owner import CommandAnswer
from punto.floor.web.endpoints import Call, api_routes, route
from punto.floor.web.json_responses import AnswerView, answer_view
from punto.floor.web_parts import WebParts
from punto.floor.wire import staff as wire
from punto.house.staff.state import Person
from punto.table.refusals import Refusal

NEEDS = (StaffPosition.DEALER,)


class WaitingApprovals(Struct, frozen=True):
    """The requests that wait for a second person."""

    entries: tuple[ApprovalView, ...]


def routes(parts: WebParts) -> list[BaseRoute]:
    """The list of open requests, and the answer to one."""
    return api_routes(_Approvals(parts), parts.staff)


class _Approvals:
    """The handlers."""

    def __init__(self, parts: WebParts) -> None:
        self._approvals, self._staff = parts.approvals, parts.staff

    @route("POST", "/api/staff/approvals/{entry}", NEEDS, wire.ApprovalAnswer)
    async def answer(self, call: Call[wire.ApprovalAnswer]) -> AnswerView:
        """Approve or decline a request."""
        return answer_view(await self._answer(call))

    async def _answer(self, call: Call[wire.ApprovalAnswer]) -> CommandAnswer:
        approval, answer = call.path("entry"), call.body
        if answer.answer == "decline":
            return await self._approvals.decline(approval, call.signed.actor, answer.reason)
        person: Person | Refusal = call.signed.person
        if answer.second is not None:
            # A second person may approve at the same screen, with their own password.
            person = await self._staff.verify_person(answer.second)
        if isinstance(person, Refusal):
            return person
        return await self._approvals.approve(approval, person, answer.digest)

    @route("GET", "/api/staff/approvals", NEEDS)
    async def list(self, call: Call[None]) -> WaitingApprovals:
        """The requests that wait for an approval."""
        return WaitingApprovals(tuple(self._approvals.views(call.signed.person)))
