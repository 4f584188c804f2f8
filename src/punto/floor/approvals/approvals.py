"""Store requests that need a second person, and carry them out once that person approves."""

import asyncio
from datetime import UTC, datetime
from typing import Any, Protocol
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct

from punto.core.staff_positions import StaffPosition
from punto.floor.access.staff_access import (
    NOT_ALLOWED,
    NOT_ANOTHER,
    SignedInPerson,
    StaffAccess,
    has_duty,
    person_actor,
)
from punto.floor.dealer_console.preview import CommandPreview
from punto.floor.read_models.waiting_commands import WaitingCommand, until_approved
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.owner import CommandAnswer, Committed
from punto.house.staff import commands as staff_commands
from punto.house.staff.decide import StaffRefusal
from punto.house.staff.events import ApprovalOutcome, ApprovalRequested, Duty
from punto.house.staff.state import Person
from punto.journal.encoding import digest_of
from punto.journal.entry import format_time
from punto.messages.message import Message
from punto.reports.descriptions.requests import BEFORE_STOP
from punto.table.actors import CLOCK, Actor
from punto.table.refusals import No, Refusal

NO_SUCH_APPROVAL = StaffRefusal.NO_ENTRY.at()
LAPSED = FloorRefusal.LAPSED.at()
DETAILS_CHANGED = FloorRefusal.DETAILS_CHANGED.at()
NEEDS_NO_APPROVAL = FloorRefusal.NEEDS_NO_SECOND.at()
NOT_NOW = frozenset(no.code for no in (No.ROUND_RUNNING, No.BETS_OPEN, No.HELD))
NEEDS_SECOND = No.NEEDS_SECOND.code


class ApprovalDetail(Struct, frozen=True):
    """A detail of a request, with its label."""

    label: Message
    value: Message


class ApprovalDetails(Struct, frozen=True, rename={"fields": "with"}):
    """Everything that the approver sees of a command before signing, as one value."""

    command: str
    fields: dict[str, Any]
    words: Message
    clause: str = "POLICY"
    rows: tuple[ApprovalDetail, ...] = ()
    preview: CommandPreview | None = None


class ApprovalView(Struct, frozen=True):
    """A request as a person of the staff sees it."""

    entry: str
    table: str
    by: str
    at: str
    lapses_at: str
    may_second: Message
    i_may: bool
    is_own: bool
    details: ApprovalDetails
    digest: str
    """The digest of the details. An approval must name it."""


class Place(Protocol):
    """A table or the cage, where approved commands run."""

    @property
    def approvers(self) -> tuple[Duty | StaffPosition, ...]:
        """The duties and positions that may approve; one of them is enough."""
        ...

    @property
    def may_second(self) -> Message:
        """The same in words."""
        ...

    def would_refuse(self, command: str, fields: dict[str, Any], first: Person) -> Refusal | None:
        """The refusal that a command would get now."""
        ...

    def without_secrets(self, fields: dict[str, Any]) -> dict[str, Any]:
        """The fields that other people may read while the command waits."""
        ...

    def details(self, waiting: WaitingCommand) -> ApprovalDetails:
        """The details of a command that the approver signs."""
        ...

    async def run(self, waiting: WaitingCommand, first: Person, second: Actor) -> CommandAnswer:
        """Carry out a command that a second person approves, under the name of the first."""
        ...


class Approvals:
    """The requests that wait for a second person, at every place."""

    def __init__(self, staff: StaffAccess) -> None:
        self._staff = staff
        self.places: dict[str, Place] = {}
        self._answering: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, approval: str) -> asyncio.Lock:
        """The lock of a request: while one person approves it, no one else may decline it."""
        return self._answering.setdefault(approval, asyncio.Lock())

    async def request(
        self, place: str, command: str, fields: dict[str, Any], signed: SignedInPerson, id_: str
    ) -> str | Refusal:
        """Record a request that needs a second person, and return its id. Refuse any other."""
        there, by = self.places[place], signed.actor
        refused = there.would_refuse(command, fields, signed.person)
        if refused is None or refused.code != NEEDS_SECOND:
            return refused or NEEDS_NO_APPROVAL
        body = msgspec.json.encode(there.without_secrets(fields)).decode()
        request = staff_commands.RequestApproval(place, command, body, self._staff.now)
        answer = await self._staff.ask(request, by, f"{by.name}/{id_}")
        if isinstance(answer, Refusal):
            return answer
        (requested,) = [each for each in answer.events if isinstance(each, ApprovalRequested)]
        return requested.approval

    async def approve(
        self, approval: str, second: Person, digest: str, place: str = ""
    ) -> CommandAnswer:
        """Carry out the command that another person approves with the details of this digest."""
        async with self.lock(approval):
            waiting = self._waiting(approval, place)
            if isinstance(waiting, Refusal):
                return waiting
            return await self._run(waiting, second, digest)

    async def _run(self, waiting: WaitingCommand, second: Person, digest: str) -> CommandAnswer:
        first = self._staff.state.people.get(waiting.by.name)
        if second.name == waiting.by.name:
            return NOT_ANOTHER
        if not self._may_approve(waiting, second) or first is None or first.is_disabled:
            return NOT_ALLOWED
        if person_actor(first) != waiting.by:
            # The first person holds another position now.
            return NOT_ALLOWED
        place, beside = self.places[waiting.place], person_actor(second)
        if digest_of(place.details(waiting)) != digest:
            return DETAILS_CHANGED
        answer = await place.run(waiting, first, beside)
        if isinstance(answer, Refusal) and answer.code in NOT_NOW:
            # The table may do it between rounds; the request waits until it lapses.
            return answer
        await self._staff.ask(waiting.ran(answer), beside)
        return answer

    def _may_approve(self, waiting: WaitingCommand, person: Person) -> bool:
        is_other = person.name != waiting.by.name and not person.must_change
        return is_other and any(
            has_duty(person, each) for each in self.places[waiting.place].approvers
        )

    async def decline(
        self, approval: str, by: Actor, reason: str, place: str = ""
    ) -> CommandAnswer:
        """Decline a request, or withdraw your own."""
        async with self.lock(approval):
            waiting = self._waiting(approval, place)
            if isinstance(waiting, Refusal):
                return waiting
            return await self._staff.ask(waiting.answered(ApprovalOutcome.DECLINED, reason), by)

    def _waiting(self, approval: str, place: str) -> WaitingCommand | Refusal:
        request = self._staff.state.waiting.get(approval)
        if request is None or place not in ("", request.table):
            return NO_SUCH_APPROVAL
        return LAPSED if self._staff.now >= request.lapses_at else until_approved(request)

    async def expire(self, *, all_: bool = False) -> None:
        """Let expired requests lapse; all of them when the floor starts."""
        for waiting in map(until_approved, list(self._staff.state.waiting.values())):
            answering = self.lock(waiting.key)
            # A person answered in time, and the answer is still in progress.
            if answering.locked() or not (all_ or self._staff.now >= waiting.lapses_at):
                continue
            async with answering:
                await self._lapse(waiting, self._approver(waiting) if all_ else None)

    async def _lapse(self, waiting: WaitingCommand, second: Actor | None) -> None:
        if second is not None:
            approved = waiting.answered(ApprovalOutcome.APPROVED, BEFORE_STOP)
            if isinstance(await self._staff.ask(approved, second), Committed):
                return
        await self._staff.ask(waiting.answered(ApprovalOutcome.LAPSED), CLOCK)

    def _approver(self, waiting: WaitingCommand) -> Actor | None:
        """The approver of a command that ran before the floor stopped."""
        id_ = f"{waiting.by.name}/{waiting.id}"
        entry = self._staff.queue.owner.find_entry(waiting.place, id_)
        # A change between rounds waits in the staff's stream.
        ran = entry or self._staff.state.changes.get(f"{waiting.place}:{id_}")
        return None if ran is None else ran.by.seconded_by

    def views(self, person: Person, place: str = "") -> list[ApprovalView]:
        """The requests of a place, or of all, as a person of the staff sees them."""
        waiting = map(until_approved, self._staff.state.waiting.values())
        return [self._view(each, person) for each in waiting if place in ("", each.place)]

    def _view(self, waiting: WaitingCommand, person: Person) -> ApprovalView:
        place = self.places[waiting.place]
        details = place.details(waiting)
        return ApprovalView(
            entry=waiting.key,
            table=waiting.place,
            by=waiting.by.name,
            at=time_of(waiting.at),
            lapses_at=time_of(waiting.lapses_at),
            may_second=place.may_second,
            i_may=self._may_approve(waiting, person),
            is_own=person.name == waiting.by.name,
            details=details,
            digest=digest_of(details),
        )


def time_of(seconds: int) -> str:
    """The text of a time in seconds."""
    return format_time(datetime.fromtimestamp(seconds, UTC))
