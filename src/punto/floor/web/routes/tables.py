"""Carry out actions of staff at tables, disable components and answer calls."""

from collections.abc import Awaitable, Callable, Iterator
from typing import TypeAlias

from starlette.routing import BaseRoute

from punto.core.staff_positions import StaffPosition
from punto.floor.access.staff_access import SignedInPerson
from punto.floor.dealer_console.actions import floor_refusal, parse_action
from punto.floor.network.numbers import whole_number
from punto.floor.read_models.table_operations import WHOLE_FLOOR, game_version
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.command_queue import OUT_OF_SERVICE
from punto.floor.streams.owner import CommandAnswer
from punto.floor.web.endpoints import Call, Endpoint, Needs, api_routes, route
from punto.floor.web.json_responses import (
    AnswerView,
    RequestedApproval,
    answer_view,
    refused_command,
)
from punto.floor.web_parts import WebParts
from punto.floor.wire import staff as wire
from punto.house.staff import commands as staff_commands
from punto.house.terminals import TerminalRefusal
from punto.journal.entry import format_time
from punto.table.refusals import Refusal

StopCommand: TypeAlias = Callable[[str, str], staff_commands.StaffCommand]
"""Disable or enable a component, for a reason."""

TABLE = "/api/staff/tables/{table}"
DEALERS = (StaffPosition.DEALER,)
SUPERVISORS, MANAGERS = (StaffPosition.PIT_SUPERVISOR,), (StaffPosition.PIT_MANAGER,)
NO_TABLE = FloorRefusal.NO_TABLE.at()
NO_CALL = FloorRefusal.NO_CALL.at()
NO_TERMINAL = TerminalRefusal.NO_TERMINAL.at()


def routes(parts: WebParts) -> list[BaseRoute]:
    """The routes of the dealer console, and of disabling and calls; the most frequent first."""
    return api_routes(_Tables(parts), parts.staff, _stops())


class _Tables:
    """The handlers."""

    def __init__(self, parts: WebParts) -> None:
        self._parts, self._staff = parts, parts.staff
        self.owners, self.replicas = parts.owners, parts.replicas
        self.enrolment = parts.terminals.enrolment

    @route("POST", f"{TABLE}/actions", (), wire.ActionRequest)
    async def act(self, call: Call[wire.ActionRequest]) -> AnswerView | RequestedApproval | Refusal:
        """Carry out an action at a table, or request its approval by a second person."""
        table, signed, action = call.path("table"), call.signed, call.body
        if table not in self.replicas:
            return NO_TABLE
        if action.propose:
            entry = await self._parts.approvals.request(
                table, action.command, action.fields, signed, action.id
            )
            if isinstance(entry, Refusal):
                return refused_command(entry)
            return RequestedApproval(ok=True, entry=entry)
        answer = await self._carry_out(table, action, signed)
        self._staff.refusing.record(signed.actor, f"{action.command} at {table}", answer)
        return answer_view(answer, self.replicas[table].state.events)

    async def _carry_out(
        self, table: str, body: wire.ActionRequest, signed: SignedInPerson
    ) -> CommandAnswer:
        replica = self.replicas[table]
        action = parse_action(body.command, body.fields, replica)
        if isinstance(action, Refusal):
            return action
        refusal = floor_refusal(self._staff.state, replica, signed.person, action)
        if refusal is not None:
            return refusal
        by = await self._staff.actor_with(signed, body.second, *DEALERS)
        if isinstance(by, Refusal):
            return by
        return await self._parts.actions.run(self.owners[table], action, by, body.id)

    @route("POST", f"{TABLE}/dealer", DEALERS, wire.DealerAssignmentRequest)
    async def attend(self, call: Call[wire.DealerAssignmentRequest]) -> AnswerView | Refusal:
        """Assign the dealer who is signed in to a table, or end the assignment."""
        table, attends = call.path("table"), call.body.attends
        if table not in self.replicas:
            return NO_TABLE
        if not attends:
            refusal = self.owners[table].release_refusal()
            if refusal is not None:
                return refused_command(refusal)
        command = staff_commands.AssignDealer(table, attends, format_time(self._staff.clock()))
        answer = await self._staff.ask(command, call.signed.actor)
        # The house dealer may have sent a command: the new dealer must see its result.
        await self.owners[table].drain()
        return answer_view(answer)

    @route("POST", f"{TABLE}/calls", DEALERS, wire.PitCallRequest)
    async def call_pit(self, call: Call[wire.PitCallRequest]) -> AnswerView | Refusal:
        """Call a pit supervisor to a table."""
        table = call.path("table")
        if table not in self.replicas:
            return NO_TABLE
        called = await self.enrolment.call_pit(
            table, call.signed.actor, call.body.id, call.body.reason
        )
        return answer_view(called)

    @route("POST", "/api/staff/calls/{call}/outcome", DEALERS, wire.CallOutcome)
    async def answer_call(self, call: Call[wire.CallOutcome]) -> AnswerView | Refusal:
        """Record the outcome of a call by a patron or a dealer."""
        number = whole_number(call.path("call"))
        known = self._parts.replica.calls, self._staff.state.calls
        if number is None or not any(number in calls for calls in known):
            return NO_CALL
        command = staff_commands.AnswerCall(number, call.body.outcome)
        return answer_view(await self._staff.ask(command, call.signed.actor))

    async def stop(
        self, call: Call[wire.StopRequest], component: str | None, command: StopCommand
    ) -> AnswerView | Refusal:
        """Disable or enable a component; None if the floor does not have it."""
        if component is None:
            return NO_TERMINAL
        owner = self.owners.get(component)
        if owner is not None and owner.is_stopped and command is staff_commands.EnableComponent:
            return refused_command(OUT_OF_SERVICE)
        return answer_view(
            await self._staff.ask(command(component, call.body.reason), call.signed.actor)
        )

    # The components, by the path of a request

    def table(self, call: Call[wire.StopRequest]) -> str | None:
        """The table of a path, if the floor has it."""
        table = call.path("table")
        return table if table in self.owners else None

    def game(self, call: Call[wire.StopRequest]) -> str | None:
        """The version of the game that the table of a path has."""
        replica = self.replicas.get(call.path("table"))
        return None if replica is None else game_version(replica.effective_plan.book)

    def terminal(self, call: Call[wire.StopRequest]) -> str | None:
        """The terminal of a path, if it is enrolled."""
        terminal = call.path("terminal")
        return terminal if self.enrolment.is_enrolled(terminal) else None

    def visit(self, call: Call[wire.StopRequest]) -> str | None:
        """The visit of a path, while it lasts."""
        visit = call.path("visit")
        return visit if visit in self._parts.replica.history.visits else None


Component: TypeAlias = Callable[[_Tables, Call[wire.StopRequest]], str | None]

COMPONENTS: tuple[tuple[str, str, Component, Needs], ...] = (
    (TABLE, "the bets of a table", _Tables.table, SUPERVISORS),
    (f"{TABLE}/game", "a game, at every table that has it", _Tables.game, MANAGERS),
    ("/api/staff/floor", "the bets of the floor", lambda _tables, _call: WHOLE_FLOOR, MANAGERS),
    ("/api/staff/terminals/{terminal}", "the bets of a terminal", _Tables.terminal, SUPERVISORS),
    ("/api/staff/visits/{visit}", "the bets of a patron", _Tables.visit, SUPERVISORS),
)
"""The components that staff disable and enable: path, name, key, and the positions that may."""


def _stops() -> Iterator[Endpoint]:
    """A route to disable each component, and one to enable it."""
    for path, name, component, needs in COMPONENTS:
        disable = _stop(component, staff_commands.DisableComponent)
        enable = _stop(component, staff_commands.EnableComponent)
        for verb, handler in (("disable", disable), ("enable", enable)):
            summary = f"{verb.capitalize()} {name}."
            declare = route("POST", f"{path}/{verb}", needs, wire.StopRequest, summary=summary)
            yield declare(handler)


def _stop(
    component: Component, command: StopCommand
) -> Callable[[_Tables, Call[wire.StopRequest]], Awaitable[AnswerView | Refusal]]:
    async def stop(tables: _Tables, call: Call[wire.StopRequest]) -> AnswerView | Refusal:
        return await tables.stop(call, component(tables, call), command)

    return stop
