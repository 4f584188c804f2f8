"""These routes carry out actions of staff at tables, disable components and answer calls."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.core.staff_positions import StaffPosition
from punto.floor.access.staff_access import NOT_SIGNED_IN, SignedInPerson, StaffAccess, person_actor
from punto.floor.dealer_console.actions import floor_refusal, parse_action
from punto.floor.network.numbers import whole_number
from punto.floor.read_models.stops import WHOLE_FLOOR, game_version
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.command_queue import OUT_OF_SERVICE
from punto.floor.streams.owner import CommandAnswer
from punto.floor.web.json_responses import (
    answer_response,
    json_response,
    refusal_response,
    signed_request,
)
from punto.floor.web_parts import TableRouteParts
from punto.floor.wire import staff as wire
from punto.house.staff import commands as staff_commands
from punto.house.terminals import TerminalRefusal
from punto.journal.entry import format_time
from punto.table.refusals import Refusal

Handler = Callable[[Request], Awaitable[Response]]
StopCommand: TypeAlias = Callable[[str, str], staff_commands.StaffCommand]
"""Disable or Enable, called with a component and a reason."""

NO_TABLE = FloorRefusal.NO_TABLE.at()
NO_CALL = Refusal("no-such-call", "POLICY", "There is no such call.")
NO_TERMINAL = TerminalRefusal.NO_TERMINAL.at()


def routes(parts: TableRouteParts, staff: StaffAccess) -> list[BaseRoute]:
    """The routes of the dealer console, and of disabling and calls; the most frequent first."""
    tables = _Tables(parts, staff)
    disable, enable = staff_commands.DisableComponent, staff_commands.EnableComponent
    table, whole_floor = "/api/staff/tables/{table}", "/api/staff/floor"
    terminal, visit = "/api/staff/terminals/{terminal}", "/api/staff/visits/{visit}"
    posts: dict[str, Handler] = {
        f"{table}/actions": tables.act,
        f"{table}/dealer": tables.attend,
        f"{table}/calls": tables.call_pit,
        f"{table}/disable": tables.table_runs(disable),
        f"{table}/enable": tables.table_runs(enable),
        f"{table}/game/disable": tables.game_runs(disable),
        f"{table}/game/enable": tables.game_runs(enable),
        f"{whole_floor}/disable": tables.floor_runs(disable),
        f"{whole_floor}/enable": tables.floor_runs(enable),
        f"{terminal}/disable": tables.terminal_runs(disable),
        f"{terminal}/enable": tables.terminal_runs(enable),
        f"{visit}/disable": tables.visit_runs(disable),
        f"{visit}/enable": tables.visit_runs(enable),
        "/api/staff/calls/{call}/outcome": tables.answer_call,
    }
    return [Route(path, handler, methods=["POST"]) for path, handler in posts.items()]


class _Tables:
    """The handlers."""

    def __init__(self, parts: TableRouteParts, staff: StaffAccess) -> None:
        self._parts, self._staff = parts, staff
        self._owners, self._replicas = parts.tables.owners, parts.tables.replicas
        self._enrolment = parts.terminals.visits.enrolment

    async def act(self, request: Request) -> Response:
        """Carry out an action at a table, or request the approval of a second person for it."""
        signed, body = await signed_request(self._staff, request, wire.ActionRequest)
        if isinstance(body, Response):
            return body
        table = request.path_params["table"]
        if table not in self._replicas:
            return refusal_response(NO_TABLE)
        if body.propose:
            entry = await self._parts.approvals.request(
                table, body.command, body.fields, signed, body.id
            )
            if isinstance(entry, Refusal):
                return answer_response(entry)
            return json_response({"ok": True, "entry": entry})
        answer = await self._acted(table, body, signed)
        self._staff.refusing.record(signed.actor, f"{body.command} at {table}", answer)
        return answer_response(answer, self._replicas[table].state.events)

    async def _acted(
        self, table: str, body: wire.ActionRequest, signed: SignedInPerson
    ) -> CommandAnswer:
        replica = self._replicas[table]
        act = parse_action(body.command, body.fields, replica)
        if isinstance(act, Refusal):
            return act
        no = floor_refusal(self._staff.state, replica, signed.person, act)
        if no is not None:
            return no
        second = None
        if body.second is not None:
            found = await self._staff.verify_second_person(
                body.second.name, body.second.password, signed.person, body.second.code
            )
            if isinstance(found, Refusal):
                return found
            second = found
            if not self._staff.sessions.is_alive(signed.session):
                return NOT_SIGNED_IN
        by = person_actor(signed.person, second)
        return await self._parts.actions.run(self._owners[table], act, by, body.id)

    async def attend(self, request: Request) -> Response:
        """Assign the dealer who is signed in to a table, or end the assignment."""
        signed, body = await signed_request(
            self._staff, request, wire.DealerAssignmentRequest, StaffPosition.DEALER
        )
        if isinstance(body, Response):
            return body
        table = request.path_params["table"]
        if table not in self._replicas:
            return refusal_response(NO_TABLE)
        if not body.attends:
            no = self._owners[table].release_refusal()
            if no is not None:
                return answer_response(no)
        command = staff_commands.AssignDealer(table, body.attends, format_time(self._staff.clock()))
        answer = await self._staff.ask(command, signed.actor)
        # The house dealer may have sent a command: the new dealer must see its result.
        await self._owners[table].drain()
        return answer_response(answer)

    # Disabled components

    def table_runs(self, command: StopCommand) -> Handler:
        """A handler that disables or enables a table."""

        async def run(request: Request) -> Response:
            table = request.path_params["table"]
            owner = self._owners.get(table)
            is_enabled = command is staff_commands.EnableComponent
            if owner is not None and owner.is_stopped and is_enabled:
                return answer_response(OUT_OF_SERVICE)
            return await self._runs(request, command, table, is_known=owner is not None)

        return run

    def game_runs(self, command: StopCommand) -> Handler:
        """A handler that disables or enables the game of a table, at every table with it."""

        async def run(request: Request) -> Response:
            replica = self._replicas.get(request.path_params["table"])
            component = game_version(replica.effective_plan.book) if replica else ""
            is_known = replica is not None
            return await self._runs(
                request, command, component, is_known, StaffPosition.PIT_MANAGER
            )

        return run

    def floor_runs(self, command: StopCommand) -> Handler:
        """A handler that disables or enables the whole floor."""

        async def run(request: Request) -> Response:
            minimum_position = StaffPosition.PIT_MANAGER
            return await self._runs(
                request, command, WHOLE_FLOOR, is_known=True, minimum_position=minimum_position
            )

        return run

    def terminal_runs(self, command: StopCommand) -> Handler:
        """A handler that disables or enables a terminal."""

        async def run(request: Request) -> Response:
            terminal = request.path_params["terminal"]
            is_known = self._enrolment.is_enrolled(terminal)
            return await self._runs(request, command, terminal, is_known)

        return run

    def visit_runs(self, command: StopCommand) -> Handler:
        """A handler that disables or enables a visit."""

        async def run(request: Request) -> Response:
            visit = request.path_params["visit"]
            is_known = visit in self._parts.replica.history.visits
            return await self._runs(request, command, visit, is_known)

        return run

    async def _runs(
        self,
        request: Request,
        command: StopCommand,
        component: str,
        is_known: bool,
        minimum_position: StaffPosition = StaffPosition.PIT_SUPERVISOR,
    ) -> Response:
        signed, body = await signed_request(
            self._staff, request, wire.StopRequest, minimum_position
        )
        if isinstance(body, Response):
            return body
        if not is_known:
            return refusal_response(NO_TERMINAL, 404)
        return answer_response(await self._staff.ask(command(component, body.reason), signed.actor))

    # Calls

    async def call_pit(self, request: Request) -> Response:
        """Call a pit supervisor to a table."""
        signed, body = await signed_request(
            self._staff, request, wire.PitCallRequest, StaffPosition.DEALER
        )
        if isinstance(body, Response):
            return body
        table = request.path_params["table"]
        if table not in self._replicas:
            return refusal_response(NO_TABLE)
        called = await self._enrolment.call_pit(table, signed.actor, body.id, body.reason)
        return answer_response(called)

    async def answer_call(self, request: Request) -> Response:
        """Record the outcome of a call by a patron or a dealer."""
        signed, body = await signed_request(
            self._staff, request, wire.CallOutcome, StaffPosition.DEALER
        )
        if isinstance(body, Response):
            return body
        call = whole_number(request.path_params["call"])
        known = self._parts.replica.calls, self._staff.state.calls
        if call is None or not any(call in calls for calls in known):
            return refusal_response(NO_CALL, 404)
        return answer_response(
            await self._staff.ask(staff_commands.AnswerCall(call, body.outcome), signed.actor)
        )
