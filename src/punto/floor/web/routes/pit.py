"""Serve the settings and seats of a table to the pit, and open or close the table."""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.core.rulebook import Rulebook
from punto.core.rules import Rule
from punto.core.staff_positions import Permission, StaffPosition
from punto.floor.access.staff_access import SignedInPerson, StaffAccess
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.read_models.stops import components_of_table
from punto.floor.read_models.table_operations import due_after
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.command_queue import OUT_OF_SERVICE
from punto.floor.streams.owner import CommandAnswer, CommandRequest, Committed
from punto.floor.tables.deferred_commands import DeferredCommand
from punto.floor.tables.table_owner import TableOwner
from punto.floor.web.json_responses import (
    answer_response,
    json_response,
    parse_body,
    refusal_response,
    staff_request,
)
from punto.floor.web_parts import TableRouteParts
from punto.floor.wire import terminal as wire
from punto.floor.wire.staff import Reason
from punto.floor.wire.terminal import Id
from punto.house.staff import commands as staff_commands
from punto.pages import phrases
from punto.pages.phrases import filled
from punto.reports.descriptions.refusals import refusal_message
from punto.table.actors import authority_source
from punto.table.commands.play import CloseTable, OpenTable
from punto.table.refusals import No, Refusal
from punto.table.state import Phase

NO_TABLE = FloorRefusal.NO_TABLE.at()


class OperationRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a table is opened or closed, and how many rounds are played first."""

    id: Id
    reason: Reason
    rounds: Annotated[int, Meta(ge=0, le=99)] = 0
    """Rounds that are still to begin; the one that runs is always concluded."""


def routes(parts: TableRouteParts, staff: StaffAccess) -> list[BaseRoute]:
    """Everything that the pit's screen asks for beside the pictures."""
    pit = _Pit(parts, staff)
    table = "/api/staff/tables/{table}"
    return [
        Route(f"{table}/settings", pit.settings, methods=["GET"]),
        Route(f"{table}/close", pit.close, methods=["POST"]),
        Route(f"{table}/open", pit.open, methods=["POST"]),
    ]


class _Pit:
    def __init__(self, parts: TableRouteParts, staff: StaffAccess) -> None:
        self._staff, self._history = staff, parts.replica.history
        self._owners, self._replicas = parts.tables.owners, parts.tables.replicas
        self._broadcaster = parts.terminals.broadcaster
        self._presence = parts.terminals.visits.presence

    async def settings(self, request: Request) -> Response:
        """How a table is set, who sits at it, and what waits for the end of the round."""
        signed = self._staff.authenticate(staff_request(request), StaffPosition.PIT_SUPERVISOR)
        if isinstance(signed, Refusal):
            return refusal_response(signed)
        replica = self._replicas.get(request.path_params["table"])
        if replica is None:
            return refusal_response(NO_TABLE)
        book = replica.effective_plan.book
        disabled = self._staff.state.disabled
        own, game, whole = (disabled.get(each) for each in components_of_table(replica.key, book))
        no = self._owners[replica.key].deferred_commands.refused
        return json_response(
            {
                "settings": msgspec.to_builtins(replica.effective_plan.settings),
                "unit_cents": book.unit_cents,
                "wagers": [{"wager": each.key, "label": each.label} for each in book.wagers],
                "per_area": _per_area(book),
                "has_differential": book.document.clause_of(Rule.DIFFERENTIAL) is not None,
                "title": book.name,
                "is_disabled": own is not None,
                "reason": own or "",
                "game_disabled": game,
                "floor_disabled": whole,
                "later": [
                    {"what": each.command, "by": str(each.by), "after_round": due_after(each)}
                    for each in replica.deferred_commands()
                ],
                "refused": None
                if no is None
                else {
                    "what": no[0],
                    "words": refusal_message(no[1]),
                    "clause": no[1].clause,
                },
                "terminals": list(self._terminals(replica)),
            }
        )

    def _terminals(self, replica: TableReplica) -> Iterator[dict[str, Any]]:
        disabled = self._staff.state.disabled
        connected = self._presence.connected_seats(replica.key)
        for seat, each in sorted(replica.state.seats.items()):
            so_far = self._history.visits.get(each.visit)
            terminal = so_far.terminal if so_far else ""
            yield {
                "seat": seat,
                "terminal": terminal,
                "connected": seat in connected,
                "is_disabled": terminal in disabled,
                "reason": disabled.get(terminal, ""),
                "visit": each.visit,
                "is_patron_disabled": each.visit in disabled,
                "patron_reason": disabled.get(each.visit, ""),
            }

    async def close(self, request: Request) -> Response:
        """Closes a table with notice: the last round ends, the shoe goes, it is shut."""
        found = await self._signed_operation(request)
        if isinstance(found, Response):
            return found
        signed, owner, body = found
        by, id_ = signed.actor, f"{signed.name}/{body.id}"
        if owner.state.phase is Phase.CLOSED:
            return answer_response(No.TABLE_CLOSED.at(owner.state.book))
        await owner.deferred_commands.cancel_closing(body.reason)
        if not body.rounds:
            await self._staff.ask(staff_commands.DisableComponent(owner.plan.key, body.reason), by)
        last = owner.state.rounds + body.rounds
        answer = await owner.deferred_commands.add(DeferredCommand(id_, by, CloseTable(), last))
        if body.rounds and not isinstance(answer, Refusal):
            words = filled(phrases.TABLE_CLOSES_AFTER, rounds=body.rounds)
            self._broadcaster.send_to_watchers(owner.plan.key, wire.Notice(words, "warn"))
        return answer_response(answer)

    async def open(self, request: Request) -> Response:
        """Opens a table as it is planned, or takes a notice back; rounds begin again."""
        found = await self._signed_operation(request)
        if isinstance(found, Response):
            return found
        signed, owner, body = found
        if owner.is_stopped:
            return answer_response(OUT_OF_SERVICE)
        answer: CommandAnswer = Committed(0, ())
        if owner.deferred_commands.closes_after is not None:
            await owner.deferred_commands.cancel_closing(body.reason)
            notice = wire.Notice(phrases.TABLE_GOES_ON, "warn")
            self._broadcaster.send_to_watchers(owner.plan.key, notice)
        if owner.state.phase is Phase.CLOSED:
            command = OpenTable(owner.plan.book.text, owner.plan.settings)
            opening = CommandRequest(f"{signed.name}/{body.id}", signed.actor, command)
            answer = await owner.queue.submit(opening, is_bounded=False)
        if not isinstance(answer, Refusal) and owner.plan.key in self._staff.state.disabled:
            enabled = await self._staff.ask(
                staff_commands.EnableComponent(owner.plan.key, body.reason), signed.actor
            )
            answer = enabled if isinstance(enabled, Refusal) else answer
        return answer_response(answer)

    async def _signed_operation(
        self, request: Request
    ) -> tuple[SignedInPerson, TableOwner, OperationRequest] | Response:
        signed = self._staff.authenticate(staff_request(request), StaffPosition.PIT_MANAGER)
        if isinstance(signed, Refusal):
            return refusal_response(signed)
        owner = self._owners.get(request.path_params["table"])
        if owner is None:
            return refusal_response(NO_TABLE)
        body = await parse_body(request, OperationRequest)
        return body if isinstance(body, Response) else (signed, owner, body)


def _per_area(book: Rulebook) -> dict[str, Any] | None:
    """How many wagers an area may take and where that may be said; None where it takes one."""
    maximum = book.document.wagers_per_area
    if maximum == 1:
        return None
    return {"most": maximum, "clause": authority_source(book, Permission.RESTRICT_WAGERS_PER_AREA)}
