"""Describe a command that waits for a second person or for the end of a round."""

from enum import Enum, auto
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from punto.house.staff import commands as staff_commands
from punto.house.staff.events import ApprovalOutcome, ApprovalRequested, CommandDeferred
from punto.reports.descriptions.requests import refusal_text
from punto.table.actors import Actor, ActorKind
from punto.table.refusals import Refusal


class WaitsFor(Enum):
    """The events that end the wait of a command."""

    SECOND_PERSON = auto()
    END_OF_ROUND = auto()


AnswerCommand: TypeAlias = staff_commands.AnswerApproval | staff_commands.ApplyDeferredCommand
"""The command to the staff's stream that ends a wait."""


class _When(Struct):
    """The part of a stored body beside the command."""

    after_round: int = 0


class WaitingCommand(Struct, frozen=True):
    """A command that a person sent and that has not run, as the staff's stream recorded it."""

    key: str
    """Its name in the staff's stream."""

    id: str
    """The id under which it runs."""

    place: str
    """The table, or the cage."""

    command: str
    body: str
    by: Actor
    waits_for: WaitsFor
    at: int = 0
    lapses_at: int = 0

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of the command."""
        fields: dict[str, Any] = msgspec.json.decode(self.body)
        return fields

    @property
    def after_round(self) -> int:
        """The round after which it is due."""
        return msgspec.json.decode(self.body, type=_When).after_round

    def answered(self, outcome: ApprovalOutcome, reason: str = "") -> AnswerCommand:
        """The end of the wait, for the staff's stream."""
        if self.waits_for is WaitsFor.SECOND_PERSON:
            return staff_commands.AnswerApproval(self.key, outcome, reason)
        return staff_commands.ApplyDeferredCommand(self.key, outcome, reason)

    def ran(self, answer: object) -> AnswerCommand:
        """The end of the wait after the command ran or was refused."""
        if isinstance(answer, Refusal):
            return self.answered(ApprovalOutcome.REFUSED, refusal_text(answer))
        return self.answered(ApprovalOutcome.APPROVED)


def until_approved(request: ApprovalRequested) -> WaitingCommand:
    """The command of a request that waits for a second person."""
    return WaitingCommand(
        key=request.approval,
        id=f"entry-{request.approval}",
        place=request.table,
        command=request.command,
        body=request.body,
        by=Actor(ActorKind.STAFF, request.by, request.position, request.acting_as),
        waits_for=WaitsFor.SECOND_PERSON,
        at=request.at,
        lapses_at=request.lapses_at,
    )


def until_round_end(event: CommandDeferred) -> WaitingCommand:
    """The command that waits for the end of a round."""
    return WaitingCommand(
        key=event.change,
        id=event.change.removeprefix(f"{event.table}:"),
        place=event.table,
        command=event.command,
        body=event.body,
        by=event.by,
        waits_for=WaitsFor.END_OF_ROUND,
    )
