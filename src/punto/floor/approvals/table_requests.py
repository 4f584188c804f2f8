"""Preview, check and run the commands of one table that wait for a second person."""

from collections.abc import Iterator
from typing import Any

from punto.core.staff_positions import StaffPosition
from punto.floor.access.staff_access import StaffAccess, person_actor
from punto.floor.approvals.approvals import ApprovalDetail, ApprovalDetails
from punto.floor.dealer_console.actions import (
    ActionRunner,
    DrawSeveralCards,
    StaffAction,
    floor_refusal,
    parse_action,
)
from punto.floor.dealer_console.preview import CommandPreview, preview_command
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.read_models.waiting_commands import WaitingCommand
from punto.floor.streams.owner import CommandAnswer
from punto.floor.tables.deferred_commands import DEFERRED_KINDS, table_between_rounds
from punto.floor.tables.table_owner import TableOwner
from punto.house.staff.state import Person
from punto.messages.message import message
from punto.reports.descriptions.settings import setting_changes
from punto.table.actors import Actor, ActorKind
from punto.table.commands import ChangeSettings, Command, ReportIrregularity
from punto.table.decide import decide
from punto.table.refusals import Refusal
from punto.table.settings import Settings
from punto.table.state import IN_ROUND


class TableRequests:
    """The commands of one table that need a second person."""

    approvers = (StaffPosition.DEALER,)
    may_second = message("approval.may-second")

    def __init__(
        self, owner: TableOwner, replica: TableReplica, actions: ActionRunner, staff: StaffAccess
    ) -> None:
        self._owner, self._replica = owner, replica
        self._actions, self._staff = actions, staff

    def would_refuse(self, command: str, fields: dict[str, Any], first: Person) -> Refusal | None:
        """The refusal that a command would get now."""
        action = parse_action(command, fields, self._replica)
        if isinstance(action, Refusal):
            return action
        refused = floor_refusal(self._staff.state, self._replica, first, action)
        return refused or _would_refuse(self._owner, action, person_actor(first))

    def without_secrets(self, fields: dict[str, Any]) -> dict[str, Any]:
        """The same fields: everyone at a table may read them."""
        return fields

    async def run(self, waiting: WaitingCommand, first: Person, second: Actor) -> CommandAnswer:
        """Carry out a command that a second person approves, on the table as it is now."""
        action = parse_action(waiting.command, waiting.fields, self._replica)
        if isinstance(action, Refusal):
            return action
        refused = floor_refusal(self._staff.state, self._replica, first, action)
        by = person_actor(first, second)
        return refused or await self._actions.run(self._owner, action, by, waiting.id)

    def details(self, waiting: WaitingCommand) -> ApprovalDetails:
        """The result of a command on the table as it is now, and the settings that change."""
        action = parse_action(waiting.command, waiting.fields, self._replica)
        preview = action_preview(self._owner, action, waiting.by)
        becomes = action.settings if isinstance(action, ChangeSettings) else None
        return ApprovalDetails(
            command=waiting.command,
            fields=waiting.fields,
            words=message("approval.waiting") if preview is None else preview.words,
            clause=preview.clause or "POLICY" if preview else "POLICY",
            rows=tuple(self._changes(becomes)) if becomes else (),
            preview=preview,
        )

    def _changes(self, becomes: Settings) -> Iterator[ApprovalDetail]:
        """The settings that would change, before and after."""
        plan = self._replica.effective_plan
        for each in setting_changes(plan.book, plan.settings, becomes):
            change = message("setting-value.change", before=each.before, after=each.after)
            yield ApprovalDetail(each.label, change)


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
    return owner.dealer.several_cards_report(act.count, act.saw, act.evidence, by)


def _would_refuse(owner: TableOwner, act: StaffAction, by: Actor) -> Refusal | None:
    """The refusal of an action now; None if the table would carry it out."""
    found = (
        _several_cards_report(owner, act, by) if isinstance(act, DrawSeveralCards) else (by, act)
    )
    if found is None or not isinstance(found[1], Command):
        return None
    decision = decide(owner.state, found[1], found[0])
    return decision if isinstance(decision, Refusal) else None
