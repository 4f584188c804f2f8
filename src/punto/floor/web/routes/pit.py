"""The routes of the pit: how a table is set, who sits at it, and opening and closing it."""

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
from punto.floor.floor import Floor
from punto.floor.streams.command_queue import OUT_OF_SERVICE
from punto.floor.streams.owner import CommandAnswer, CommandRequest, Committed
from punto.floor.tables.deferred_commands import DeferredCommand
from punto.floor.tables.stops import components_of_table
from punto.floor.tables.table_owner import TableOwner
from punto.floor.web.json_responses import (
    answer_response,
    json_response,
    parse_body,
    refusal_response,
    staff_request,
)
from punto.floor.wire import terminal as wire
from punto.floor.wire.staff import Reason
from punto.floor.wire.terminal import Id
from punto.house.staff import commands as staff_commands
from punto.pages import phrases
from punto.pages.phrases import filled
from punto.reports.descriptions import table_state
from punto.table.actors import authority_source
from punto.table.commands.play import CloseTable, OpenTable
from punto.table.refusals import No, Refusal
from punto.table.state import Phase

NO_TABLE = Refusal("no-such-table", "POLICY", "There is no such table.")


class OperationRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a table is opened or closed, and how many rounds are played first."""

    id: Id
    reason: Reason
    rounds: Annotated[int, Meta(ge=0, le=99)] = 0
    """Rounds that are still to begin; the one that runs is always concluded."""


def routes(floor: Floor, staff: StaffAccess) -> list[BaseRoute]:
    """Everything that the pit's screen asks for beside the pictures."""
    pit = _Pit(floor, staff)
    table = "/api/staff/tables/{table}"
    return [
        Route(f"{table}/settings", pit.settings, methods=["GET"]),
        Route(f"{table}/close", pit.close, methods=["POST"]),
        Route(f"{table}/open", pit.open, methods=["POST"]),
    ]


class _Pit:
    def __init__(self, floor: Floor, staff: StaffAccess) -> None:
        self._floor, self._staff = floor, staff

    async def settings(self, request: Request) -> Response:
        """How a table is set, who sits at it, and what waits for the end of the round."""
        signed = self._staff.authenticate(staff_request(request), StaffPosition.PIT_SUPERVISOR)
        if isinstance(signed, Refusal):
            return refusal_response(signed)
        live = self._floor.tables.get(request.path_params["table"])
        if live is None:
            return refusal_response(NO_TABLE)
        book, gap = live.effective_plan.book, live.deferred_commands
        disabled = self._staff.state.disabled
        own, game, whole = (disabled.get(each) for each in components_of_table(live.plan.key, book))
        no = gap.refused
        return json_response(
            {
                "settings": msgspec.to_builtins(live.effective_plan.settings),
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
                    {"what": each.what, "by": str(each.by), "after_round": each.after_round}
                    for each in gap.waiting
                ],
                "refused": None
                if no is None
                else {
                    "what": no[0],
                    "words": table_state.refusal_message(no[1]),
                    "clause": no[1].clause,
                },
                "terminals": list(self._terminals(live)),
            }
        )

    def _terminals(self, live: TableOwner) -> Iterator[dict[str, Any]]:
        disabled = self._staff.state.disabled
        for seat, each in sorted(live.state.seats.items()):
            so_far = self._floor.history.visits.get(each.visit)
            terminal = so_far.terminal if so_far else ""
            yield {
                "seat": seat,
                "terminal": terminal,
                "connected": seat in live.connected,
                "is_disabled": terminal in disabled,
                "reason": disabled.get(terminal, ""),
                "visit": each.visit,
                "is_patron_disabled": each.visit in disabled,
                "patron_reason": disabled.get(each.visit, ""),
            }

    async def close(self, request: Request) -> Response:
        """Closes a table with notice: the last round ends, the shoe goes, it is shut."""
        found = await self._asked(request)
        if isinstance(found, Response):
            return found
        signed, live, asked = found
        by, id_ = signed.actor, f"{signed.name}/{asked.id}"
        if live.state.phase is Phase.CLOSED:
            return answer_response(No.TABLE_CLOSED.at(live.state.book))
        await live.deferred_commands.cancel_closing(asked.reason)
        if not asked.rounds:
            await self._staff.ask(staff_commands.DisableComponent(live.plan.key, asked.reason), by)
        last = live.state.rounds + asked.rounds
        answer = await live.deferred_commands.add(DeferredCommand(id_, by, CloseTable(), last))
        live.invalidate_views()
        if asked.rounds and not isinstance(answer, Refusal):
            words = filled(phrases.TABLE_CLOSES_AFTER, rounds=asked.rounds)
            self._floor.broadcaster.send_to_watchers(live.plan.key, wire.Notice(words, "warn"))
        return answer_response(answer)

    async def open(self, request: Request) -> Response:
        """Opens a table as it is planned, or takes a notice back; rounds begin again."""
        found = await self._asked(request)
        if isinstance(found, Response):
            return found
        signed, live, asked = found
        if live.is_stopped:
            return answer_response(OUT_OF_SERVICE)
        answer: CommandAnswer = Committed(0, ())
        if live.deferred_commands.closes_after is not None:
            await live.deferred_commands.cancel_closing(asked.reason)
            live.invalidate_views()
            self._floor.broadcaster.send_to_watchers(
                live.plan.key, wire.Notice(phrases.TABLE_GOES_ON, "warn")
            )
        if live.state.phase is Phase.CLOSED:
            command = OpenTable(live.plan.book.text, live.plan.settings)
            opening = CommandRequest(f"{signed.name}/{asked.id}", signed.actor, command)
            answer = await live.queue.submit(opening, is_bounded=False)
        if not isinstance(answer, Refusal) and live.plan.key in self._staff.state.disabled:
            enabled = await self._staff.ask(
                staff_commands.EnableComponent(live.plan.key, asked.reason), signed.actor
            )
            answer = enabled if isinstance(enabled, Refusal) else answer
        return answer_response(answer)

    async def _asked(
        self, request: Request
    ) -> tuple[SignedInPerson, TableOwner, OperationRequest] | Response:
        signed = self._staff.authenticate(staff_request(request), StaffPosition.PIT_MANAGER)
        if isinstance(signed, Refusal):
            return refusal_response(signed)
        live = self._floor.tables.get(request.path_params["table"])
        if live is None:
            return refusal_response(NO_TABLE)
        asked = await parse_body(request, OperationRequest)
        return asked if isinstance(asked, Response) else (signed, live, asked)


def _per_area(book: Rulebook) -> dict[str, Any] | None:
    """How many wagers an area may take and where that may be said; None where it takes one."""
    most = book.document.wagers_per_area
    if most == 1:
        return None
    return {"most": most, "clause": authority_source(book, Permission.RESTRICT_WAGERS_PER_AREA)}
