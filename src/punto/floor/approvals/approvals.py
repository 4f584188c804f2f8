"""Store requests that need a second person, and carry them out once that person approves."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from punto.floor.access.staff_access import (
    NOT_ALLOWED,
    NOT_ANOTHER,
    SignedInPerson,
    StaffAccess,
    person_actor,
)
from punto.floor.dealer_console.actions import (
    ActionRunner,
    DrawSeveralCards,
    StaffAction,
    floor_refusal,
    parse_action,
)
from punto.floor.dealer_console.preview import CommandPreview, preview_command
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.owner import CommandAnswer, Committed
from punto.floor.tables.deferred_commands import DEFERRED_KINDS, table_between_rounds
from punto.floor.tables.device_operation import several_cards_report
from punto.floor.tables.table_owner import TableOwner
from punto.house.staff import commands as staff_commands
from punto.house.staff.decide import StaffRefusal
from punto.house.staff.events import ApprovalOutcome, ApprovalRequested
from punto.house.staff.state import Person
from punto.journal.entry import format_time
from punto.messages.message import message
from punto.messages.render import render
from punto.table.actors import CLOCK, Actor, ActorKind
from punto.table.commands import Command, ReportIrregularity
from punto.table.decide import decide
from punto.table.refusals import No, Refusal
from punto.table.state import IN_ROUND

NO_SUCH_APPROVAL = StaffRefusal.NO_ENTRY.at()
LAPSED = FloorRefusal.LAPSED.at()
NEEDS_NO_APPROVAL = FloorRefusal.NEEDS_NO_SECOND.at()
BEFORE_STOP = "Carried out before the floor stopped."
NOT_NOW = frozenset(no.code for no in (No.ROUND_RUNNING, No.BETS_OPEN, No.HELD))
NEEDS_SECOND = No.NEEDS_SECOND.code


class Approvals:
    """The requests that wait for a second person."""

    def __init__(
        self,
        room: StaffAccess,
        actions: ActionRunner,
        owners: Mapping[str, TableOwner],
        replicas: Mapping[str, TableReplica],
    ) -> None:
        self._room, self._actions = room, actions
        self._owners, self._replicas = owners, replicas
        self._answering: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, approval: str) -> asyncio.Lock:
        """The lock of a request: while one person approves it, no one else may decline it."""
        return self._answering.setdefault(approval, asyncio.Lock())

    async def request(
        self, table: str, name: str, fields: dict[str, Any], signed: SignedInPerson, id_: str
    ) -> str | Refusal:
        """Record a request that needs a second person. Refuse any other."""
        owner, replica = self._owners[table], self._replicas[table]
        act = parse_action(name, fields, replica)
        if isinstance(act, Refusal):
            return act
        no = floor_refusal(self._room.state, replica, signed.person, act)
        if no is not None:
            return no
        by = signed.actor
        refused = would_refuse(owner, act, by)
        if refused is None or refused.code != NEEDS_SECOND:
            return refused or NEEDS_NO_APPROVAL
        body = msgspec.json.encode(fields).decode()
        proposed = staff_commands.RequestApproval(table, name, body, self._room.now)
        return await self._room.request_approval(proposed, by, f"{by.name}/{id_}")

    async def approve(self, approval: str, second: Person) -> CommandAnswer:
        """Carry out the command of an approval that another person gives."""
        async with self.lock(approval):
            return await self._approve(approval, second)

    async def _approve(self, approval: str, second: Person) -> CommandAnswer:
        waiting = self._waiting(approval)
        if isinstance(waiting, Refusal):
            return waiting
        first = self._room.state.people.get(waiting.by)
        owner, replica = self._owners.get(waiting.table), self._replicas.get(waiting.table)
        if second.name == waiting.by:
            return NOT_ANOTHER
        if second.holds is None or first is None or first.is_disabled:
            return NOT_ALLOWED
        if owner is None or replica is None:
            return NOT_ALLOWED
        act = parse_action(waiting.command, msgspec.json.decode(waiting.body), replica)
        if isinstance(act, Refusal):
            return act
        beside = person_actor(second)
        # As whom it was entered, and no higher than they hold now.
        by = person_actor(first, beside)
        if (by.position, by.acting_as) != (waiting.position, waiting.acting_as):
            return NOT_ALLOWED
        refused = floor_refusal(self._room.state, replica, first, act)
        answer = refused or await self._actions.run(owner, act, by, f"entry-{approval}")
        if isinstance(answer, Refusal) and answer.code in NOT_NOW:
            # Between rounds it may be done; until it lapses it waits.
            return answer
        outcome = (
            ApprovalOutcome.APPROVED if isinstance(answer, Committed) else ApprovalOutcome.REFUSED
        )
        words = "" if isinstance(answer, Committed) else render(answer.message, "en")
        await self._room.ask(staff_commands.AnswerApproval(approval, outcome, words), beside)
        return answer

    async def decline(self, approval: str, by: Actor, reason: str) -> CommandAnswer:
        """Decline a request, or withdraw your own."""
        async with self.lock(approval):
            waiting = self._waiting(approval)
            if isinstance(waiting, Refusal):
                return waiting
            return await self._room.ask(
                staff_commands.AnswerApproval(approval, ApprovalOutcome.DECLINED, reason), by
            )

    def _waiting(self, approval: str) -> ApprovalRequested | Refusal:
        waiting = self._room.state.waiting.get(approval)
        if waiting is None:
            return NO_SUCH_APPROVAL
        return LAPSED if self._room.now >= waiting.lapses_at else waiting

    async def expire(self, *, all_: bool = False) -> None:
        """Let expired requests lapse; all of them when the floor starts."""
        for waiting in list(self._room.state.waiting.values()):
            answering = self.lock(waiting.approval)
            # A person answered in time, and the answer is still in progress.
            if answering.locked() or not (all_ or self._room.now >= waiting.lapses_at):
                continue
            async with answering:
                await self._lapse(waiting, self._stood_by(waiting) if all_ else None)

    async def _lapse(self, waiting: ApprovalRequested, second: Actor | None) -> None:
        if second is not None:
            command = staff_commands.AnswerApproval(
                waiting.approval, ApprovalOutcome.APPROVED, BEFORE_STOP
            )
            if isinstance(await self._room.ask(command, second), Committed):
                return
        await self._room.ask(
            staff_commands.AnswerApproval(waiting.approval, ApprovalOutcome.LAPSED), CLOCK
        )

    def _stood_by(self, waiting: ApprovalRequested) -> Actor | None:
        """The approver of a request that was carried out before the floor stopped."""
        id_ = f"{waiting.by}/entry-{waiting.approval}"
        journal_entry = self._room.queue.owner.find_entry(waiting.table, id_)
        # A change between rounds waits in the staff's stream.
        change = self._room.state.changes.get(f"{waiting.table}:{id_}")
        entered = journal_entry or change
        return None if entered is None else entered.by.seconded_by

    def views(self, person: Person) -> list[dict[str, Any]]:
        """The waiting requests, for a person of the staff."""
        return [self._view(each, person) for each in self._room.state.waiting.values()]

    def _view(self, waiting: ApprovalRequested, person: Person) -> dict[str, Any]:
        preview = self._preview(waiting)
        may = person.holds is not None and person.name != waiting.by and not person.must_change
        return {
            "entry": waiting.approval,
            "table": waiting.table,
            "command": waiting.command,
            "with": msgspec.json.decode(waiting.body),
            "words": message("approval.waiting") if preview is None else preview.words,
            "clause": "POLICY" if preview is None else preview.clause or "POLICY",
            "by": waiting.by,
            "at": time_of(waiting.at),
            "lapses_at": time_of(waiting.lapses_at),
            "may_second": message("approval.may-second"),
            "i_may": may,
            "preview": preview,
        }

    def _preview(self, waiting: ApprovalRequested) -> CommandPreview | None:
        """The result of an approval, on the table as it is now."""
        owner, replica = self._owners.get(waiting.table), self._replicas.get(waiting.table)
        first = self._room.state.people.get(waiting.by)
        if owner is None or replica is None or first is None:
            return None
        act = parse_action(waiting.command, msgspec.json.decode(waiting.body), replica)
        return action_preview(owner, act, person_actor(first))


def action_preview(
    owner: TableOwner, act: StaffAction | Refusal, by: Actor
) -> CommandPreview | None:
    """The preview of an action; None if only the device knows its result."""
    if isinstance(act, DrawSeveralCards):
        return _several_cards_preview(owner, act, by)
    if isinstance(act, Refusal) or not isinstance(act, Command):
        return None
    table = owner.state
    if isinstance(act, DEFERRED_KINDS) and (table.pending_steps or table.phase in IN_ROUND):
        # It takes effect after the round.
        table = table_between_rounds(table)
    return preview_command(owner.plan.key, table, act, by)


def _several_cards_preview(
    owner: TableOwner, act: DrawSeveralCards, by: Actor
) -> CommandPreview | None:
    """The money of every seat if the round would be void, which reveals no card."""
    found = _several_cards_report(owner, act, by)
    if found is None:
        return None
    by, report = found
    preview = preview_command(owner.plan.key, owner.state, report, by)
    return preview if by.kind is ActorKind.STAFF or not preview.ok else None


def _several_cards_report(
    owner: TableOwner, act: DrawSeveralCards, by: Actor
) -> tuple[Actor, ReportIrregularity] | None:
    """The report of several cards with its actor; None where the table's device has no cards."""
    if owner.plan.shoe or owner.state.shoe is None or not owner.dealer.has_cards:
        return None
    return several_cards_report(owner.dealer, act.count, act.saw, act.evidence, by)


def time_of(seconds: int) -> str:
    """The text of a time in seconds."""
    return format_time(datetime.fromtimestamp(seconds, UTC))


def would_refuse(owner: TableOwner, act: StaffAction, by: Actor) -> Refusal | None:
    """The refusal of an action now; None if the table would carry it out."""
    found = (
        _several_cards_report(owner, act, by) if isinstance(act, DrawSeveralCards) else (by, act)
    )
    if found is None or not isinstance(found[1], Command):
        return None
    decision = decide(owner.state, found[1], found[0])
    return decision if isinstance(decision, Refusal) else None
