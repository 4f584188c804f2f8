"""Ask a second person to approve a request of a cashier, from another screen."""

from typing import Any, Protocol

import msgspec

from punto.floor.access.authorisation import CAGE_SECONDS
from punto.floor.access.staff_access import (
    NOT_ALLOWED,
    NOT_ANOTHER,
    SignedInPerson,
    StaffAccess,
    has_duty,
    person_actor,
)
from punto.floor.approvals.approvals import (
    LAPSED,
    NEEDS_NO_APPROVAL,
    NEEDS_SECOND,
    NO_SUCH_APPROVAL,
    Approvals,
    time_of,
)
from punto.floor.streams.owner import CommandAnswer, Committed
from punto.house.staff import commands as staff_commands
from punto.house.staff.events import CAGE, ApprovalOutcome, ApprovalRequested, Duty
from punto.house.staff.state import Person
from punto.messages.message import message
from punto.messages.render import render
from punto.reports.descriptions.requests import approval_title
from punto.table.actors import Actor
from punto.table.refusals import Refusal


class CageCommands(Protocol):
    """The requests of cashiers, which the cage decides and carries out."""

    async def carry_out(
        self, name: str, fields: dict[str, Any], by: Actor, id_: str, *, has_waited: bool = False
    ) -> CommandAnswer:
        """Carry out a request once."""
        ...

    def would_refuse(self, name: str, fields: dict[str, Any], by: Actor) -> Refusal | None:
        """The refusal that a request would get now."""
        ...

    def without_voucher_number(self, fields: dict[str, Any]) -> dict[str, Any]:
        """The fields of a request without the printed number of a voucher."""
        ...


class CageApprovals:
    """The requests of cashiers that wait for a second person, in the staff's stream."""

    def __init__(self, staff: StaffAccess, entries: Approvals, cage: CageCommands) -> None:
        self._room, self._entries, self._cage = staff, entries, cage

    async def request(
        self, name: str, fields: dict[str, Any], signed: SignedInPerson, id_: str
    ) -> str | Refusal:
        """Record a request that needs a second person. Refuse any other."""
        by = signed.actor
        refused = self._cage.would_refuse(name, fields, by)
        if refused is None or refused.code != NEEDS_SECOND:
            return refused or NEEDS_NO_APPROVAL
        body = msgspec.json.encode(self._cage.without_voucher_number(fields)).decode()
        proposed = staff_commands.RequestApproval(CAGE, name, body, self._room.now)
        return await self._room.request_approval(proposed, by, f"{by.name}/{id_}")

    async def approve(self, approval: str, second: Person) -> CommandAnswer:
        """Carry out what another person approves, in the name of the first."""
        async with self._entries.lock(approval):
            return await self._approve(approval, second)

    async def decline(self, approval: str, by: Actor, reason: str) -> CommandAnswer:
        """Decline a request, or withdraw your own."""
        async with self._entries.lock(approval):
            waiting = self._waiting(approval)
            if isinstance(waiting, Refusal):
                return waiting
            return await self._room.ask(
                staff_commands.AnswerApproval(approval, ApprovalOutcome.DECLINED, reason), by
            )

    async def _approve(self, approval: str, second: Person) -> CommandAnswer:
        waiting = self._waiting(approval)
        if isinstance(waiting, Refusal):
            return waiting
        first = self._room.state.people.get(waiting.by)
        if second.name == waiting.by:
            return NOT_ANOTHER
        if first is None or first.is_disabled or not has_duty(first, Duty.CASHIER):
            return NOT_ALLOWED
        if second.must_change or not any(has_duty(second, each) for each in CAGE_SECONDS):
            return NOT_ALLOWED
        beside = person_actor(second)
        fields = msgspec.json.decode(waiting.body)
        by = person_actor(first, beside)
        answer = await self._cage.carry_out(
            waiting.command, fields, by, f"entry-{approval}", has_waited=True
        )
        is_committed = isinstance(answer, Committed)
        words = "" if isinstance(answer, Committed) else render(answer.message, "en")
        outcome = ApprovalOutcome.APPROVED if is_committed else ApprovalOutcome.REFUSED
        await self._room.ask(staff_commands.AnswerApproval(approval, outcome, words), beside)
        return answer

    def _waiting(self, approval: str) -> ApprovalRequested | Refusal:
        waiting = self._room.state.waiting.get(approval)
        if waiting is None or waiting.table != CAGE:
            return NO_SUCH_APPROVAL
        return LAPSED if self._room.now >= waiting.lapses_at else waiting

    def views(self, person: Person) -> list[dict[str, Any]]:
        """The requests that wait at the cage, for a person of the staff."""
        may = any(has_duty(person, each) for each in CAGE_SECONDS)
        return [
            {
                "entry": each.approval,
                "words": approval_title(each.command, {}),
                "with": msgspec.json.decode(each.body),
                "by": each.by,
                "at": time_of(each.at),
                "lapses_at": time_of(each.lapses_at),
                "may_second": message("approval.may-second-at-cage"),
                "i_may": may and each.by != person.name,
                "is_own": each.by == person.name,
            }
            for each in self._room.state.waiting.values()
            if each.table == CAGE
        ]
