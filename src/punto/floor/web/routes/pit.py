"""Serve the settings and seats of a table to the pit, and open or close the table."""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.routing import BaseRoute

from punto.core.rulebook import Rulebook
from punto.core.rules import Rule
from punto.core.staff_positions import Permission, StaffPosition
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.read_models.table_operations import components_of_table
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.command_queue import OUT_OF_SERVICE
from punto.floor.streams.owner import CommandAnswer, CommandRequest, Committed
from punto.floor.web.endpoints import Call, api_routes, route
from punto.floor.web.json_responses import AnswerView, answer_view
from punto.floor.web_parts import WebParts
from punto.floor.wire import terminal as wire
from punto.floor.wire.staff import Reason
from punto.floor.wire.terminal import Id
from punto.house.staff import commands as staff_commands
from punto.messages.message import message
from punto.reports.descriptions.names import game_message, wager_message
from punto.table.actors import authority_source
from punto.table.commands import CloseTable, OpenTable
from punto.table.refusals import No, Refusal
from punto.table.state import Phase

TABLE = "/api/staff/tables/{table}"
NEEDS = (StaffPosition.PIT_MANAGER,)
NO_TABLE = FloorRefusal.NO_TABLE.at()


class OperationRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to open or close a table, with a reason and the rounds to play first."""

    id: Id
    reason: Reason
    rounds: Annotated[int, Meta(ge=0, le=99)] = 0
    """The rounds that still begin; a round in progress always ends."""


def routes(parts: WebParts) -> list[BaseRoute]:
    """The routes of the pit screen, besides its views."""
    return api_routes(_Pit(parts), parts.staff)


class _Pit:
    """The handlers."""

    def __init__(self, parts: WebParts) -> None:
        self._staff, self._history = parts.staff, parts.replica.history
        self._owners, self._replicas = parts.owners, parts.replicas
        self._broadcaster = parts.terminals.broadcaster
        self._presence = parts.terminals.presence

    def refuse_unknown_table(self, request: Request) -> Refusal | None:
        """Refuse a table that the floor does not have."""
        return None if request.path_params["table"] in self._owners else NO_TABLE

    @route("GET", f"{TABLE}/settings", (StaffPosition.PIT_SUPERVISOR,), check=refuse_unknown_table)
    async def settings(self, call: Call[None]) -> dict[str, Any]:
        """The settings and seats of a table, and its deferred commands."""
        replica = self._replicas[call.path("table")]
        return {
            **_rules(replica),
            **self._stops(replica),
            "later": [
                {"what": each.command, "by": str(each.by), "after_round": each.after_round}
                for each in replica.deferred_commands()
            ],
            "refused": self._refused(replica.key),
            "terminals": list(self._terminals(replica)),
        }

    def _stops(self, replica: TableReplica) -> dict[str, Any]:
        """The reasons why the table, its game and the floor are disabled."""
        components = components_of_table(replica.key, replica.effective_plan.book)
        own, game, whole = map(self._staff.state.disabled.get, components)
        return {
            "is_disabled": own is not None,
            "reason": own or "",
            "game_disabled": game,
            "floor_disabled": whole,
        }

    def _refused(self, table: str) -> dict[str, Any] | None:
        """The last deferred command that the table refused."""
        refused = self._owners[table].deferred_commands.refused
        return refused and {"what": refused[0], **msgspec.structs.asdict(refused[1])}

    def _terminals(self, replica: TableReplica) -> Iterator[dict[str, Any]]:
        disabled = self._staff.state.disabled
        connected = self._presence.connected_seats(replica.key)
        for seat, seated in sorted(replica.state.seats.items()):
            visit = self._history.visits.get(seated.visit)
            terminal = visit.terminal if visit else ""
            yield {
                "seat": seat,
                "terminal": terminal,
                "connected": seat in connected,
                "is_disabled": terminal in disabled,
                "reason": disabled.get(terminal, ""),
                "visit": seated.visit,
                "is_patron_disabled": seated.visit in disabled,
                "patron_reason": disabled.get(seated.visit, ""),
            }

    @route("POST", f"{TABLE}/close", NEEDS, OperationRequest, check=refuse_unknown_table)
    async def close(self, call: Call[OperationRequest]) -> AnswerView:
        """Close a table after some more rounds: the last round ends, then the shoe."""
        signed, body, owner = call.signed, call.body, self._owners[call.path("table")]
        by, id_ = signed.actor, f"{signed.name}/{body.id}"
        if owner.state.phase is Phase.CLOSED:
            return answer_view(No.TABLE_CLOSED.at(owner.state.book))
        await owner.deferred_commands.cancel_closing(body.reason)
        if not body.rounds:
            await self._staff.ask(staff_commands.DisableComponent(owner.plan.key, body.reason), by)
        last = owner.state.rounds + body.rounds
        closing = CommandRequest(id_, by, CloseTable())
        answer = await owner.deferred_commands.add(closing, last)
        if body.rounds and not isinstance(answer, Refusal):
            words = message("notice.table-closes-after", rounds=body.rounds)
            self._broadcaster.send_to_watchers(owner.plan.key, wire.Notice(words, "warn"))
        return answer_view(answer)

    @route("POST", f"{TABLE}/open", NEEDS, OperationRequest, check=refuse_unknown_table)
    async def open(self, call: Call[OperationRequest]) -> AnswerView:
        """Open a table as its plan says, or withdraw the notice of its closing."""
        signed, body, owner = call.signed, call.body, self._owners[call.path("table")]
        if owner.is_stopped:
            return answer_view(OUT_OF_SERVICE)
        answer: CommandAnswer = Committed(0, ())
        if owner.deferred_commands.closes_after is not None:
            await owner.deferred_commands.cancel_closing(body.reason)
            notice = wire.Notice(message("notice.table-continues"), "warn")
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
        return answer_view(answer)


def _rules(replica: TableReplica) -> dict[str, Any]:
    """The settings of a table, and the rules that bound them."""
    plan, book = replica.effective_plan, replica.effective_plan.book
    return {
        "settings": msgspec.to_builtins(plan.settings),
        "unit_cents": book.unit_cents,
        "wagers": [{"wager": wager.key, "label": wager_message(wager)} for wager in book.wagers],
        "per_area": _per_area(book),
        "has_differential": book.document.clause_of(Rule.DIFFERENTIAL) is not None,
        "title": game_message(book),
    }


def _per_area(book: Rulebook) -> dict[str, Any] | None:
    """The maximum of wagers per area and the clause that allows to lower it; None for one."""
    maximum = book.document.wagers_per_area
    if maximum == 1:
        return None
    return {"most": maximum, "clause": authority_source(book, Permission.RESTRICT_WAGERS_PER_AREA)}
