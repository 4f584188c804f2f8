"""The routes of the staff: signing in, people, acts at tables, entries, disabling, calls."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from punto.core.staff_positions import Position
from punto.floor.access.staff_access import (
    MUST_CHANGE,
    NOBODY,
    NOT_SIGNED_IN,
    Signed,
    StaffRoom,
    actor_of,
)
from punto.floor.approvals.cage_approvals import CageEntries
from punto.floor.approvals.details import entries_of
from punto.floor.dealer_console.actions import floor_refuses, read
from punto.floor.floor import Floor
from punto.floor.network.numbers import whole_number
from punto.floor.streams.command_queue import OUT_OF_SERVICE
from punto.floor.streams.owner import Answer
from punto.floor.tables.stops import EVERYTHING, game_version
from punto.floor.tables.table_owner import LiveTable
from punto.floor.web.json_responses import answered, json, refused, said
from punto.floor.web.routes import sign_in
from punto.floor.web.staff_socket import StaffSocket
from punto.floor.wire import staff as wire
from punto.house.staff import commands as staff_commands
from punto.house.staff.events import CAGE_DESK, Duty
from punto.journal.entry import written_time
from punto.table.refusals import Refusal

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]

NO_TABLE = Refusal("no-such-table", "POLICY", "There is no such table.")
NO_CALL = Refusal("no-such-call", "POLICY", "There is no such call.")
NO_TERMINAL = Refusal("no-terminal", "POLICY", "There is no such terminal.")


def routes(floor: Floor, staff: StaffRoom) -> list[BaseRoute]:
    """Everything that staff screens ask for."""
    return _Staff(floor, staff).routes()


class _Staff:
    """The handlers, with the floor they are for."""

    def __init__(self, floor: Floor, staff: StaffRoom) -> None:
        self._floor, self._staff = floor, staff

    def routes(self) -> list[BaseRoute]:
        """All of them, in the order in which they are looked up."""
        table, person = "/api/staff/tables/{table}", "/api/staff/people/{name}"
        terminal, visit = "/api/staff/terminals/{terminal}", "/api/staff/visits/{visit}"
        # What is asked most is looked up first.
        posts: dict[str, Handler] = {
            f"{table}/acts": self._act,
            "/api/staff/acting": self._acting,
            "/api/staff/people": self._enrol,
            f"{person}/acting": self._lend,
            f"{person}/change": self._change,
            f"{person}/disable": self._administer(staff_commands.DisablePerson),
            f"{person}/enable": self._administer(staff_commands.EnablePerson),
            f"{person}/sign-out": self._administer(
                lambda name: staff_commands.SignOut(name, "by another")
            ),
            f"{person}/reset": self._reset,
            f"{person}/factor": self._administer(staff_commands.RemoveFactor),
            f"{table}/attend": self._attend,
            f"{table}/calls": self._call_pit,
            f"{table}/disable": self._table_runs(staff_commands.Disable),
            f"{table}/enable": self._table_runs(staff_commands.Enable),
            f"{table}/game/disable": self._game_runs(staff_commands.Disable),
            f"{table}/game/enable": self._game_runs(staff_commands.Enable),
            "/api/staff/floor/disable": self._floor_runs(staff_commands.Disable),
            "/api/staff/floor/enable": self._floor_runs(staff_commands.Enable),
            f"{terminal}/disable": self._terminal_runs(staff_commands.Disable),
            f"{terminal}/enable": self._terminal_runs(staff_commands.Enable),
            f"{visit}/disable": self._visit_runs(staff_commands.Disable),
            f"{visit}/enable": self._visit_runs(staff_commands.Enable),
            "/api/staff/calls/{call}/answer": self._call,
            "/api/staff/entries/{entry}": self._answer_entry,
        }
        return [
            *(Route(path, handler, methods=["POST"]) for path, handler in posts.items()),
            *sign_in.routes(self._staff),
            Route("/api/staff/people", self._people, methods=["GET"]),
            Route("/api/staff/entries", self._entries, methods=["GET"]),
            WebSocketRoute("/ws/staff", StaffSocket(self._floor, self._staff).serve),
        ]

    async def _acting(self, request: Request) -> Response:
        signed, asked = await self._asked(request, wire.Acting)
        if isinstance(asked, Response):
            return asked
        answer = await self._staff.ask(
            staff_commands.ActAs(signed.name, asked.position), signed.actor
        )
        return answered(answer)

    # People

    async def _people(self, request: Request) -> Response:
        # Whoever lends a position must see to whom.
        signed = self._staff.who(request, Duty.ADMINISTRATOR, Position.PIT_SUPERVISOR)
        if isinstance(signed, Refusal):
            return refused(signed)
        now = self._staff.now
        people = [
            {
                "name": each.name,
                "shown": each.shown,
                "position": each.position,
                "acting_as": each.acting_as,
                "lent": each.lent,
                "duties": each.duties,
                "is_demo": each.is_demo,
                "is_disabled": each.is_disabled,
                "is_locked": each.locked_until > now,
                "must_change": each.must_change,
                "has_factor": bool(each.factor),
                "signed_in": [session.since for session in self._staff.sessions.of(each.name)],
            }
            for each in self._staff.state.people.values()
        ]
        return json({"people": people})

    async def _enrol(self, request: Request) -> Response:
        signed, asked = await self._asked(request, wire.NewPerson, Duty.ADMINISTRATOR)
        if isinstance(asked, Response):
            return asked
        code = await self._staff.enrol(
            asked.name, asked.shown, asked.position, asked.duties, signed.actor
        )
        return answered(code) if isinstance(code, Refusal) else json({"ok": True, "code": code})

    async def _change(self, request: Request) -> Response:
        signed, asked = await self._asked(request, wire.NewPerson, Duty.ADMINISTRATOR)
        if isinstance(asked, Response):
            return asked
        name = request.path_params["name"]
        command = staff_commands.ChangePerson(name, asked.shown, asked.position, asked.duties)
        return answered(await self._staff.administer(command, name, signed.actor))

    def _administer(self, command: Callable[[str], staff_commands.StaffCommand]) -> Handler:
        async def administered(request: Request) -> Response:
            signed = self._staff.who(request, Duty.ADMINISTRATOR)
            if isinstance(signed, Refusal):
                return refused(signed)
            name = request.path_params["name"]
            return answered(await self._staff.administer(command(name), name, signed.actor))

        return administered

    async def _reset(self, request: Request) -> Response:
        signed = self._staff.who(request, Duty.ADMINISTRATOR)
        if isinstance(signed, Refusal):
            return refused(signed)
        code = await self._staff.reset(request.path_params["name"], signed.actor)
        return answered(code) if isinstance(code, Refusal) else json({"ok": True, "code": code})

    async def _lend(self, request: Request) -> Response:
        signed, asked = await self._asked(request, wire.Acting)
        if isinstance(asked, Response):
            return asked
        command = staff_commands.LendPosition(request.path_params["name"], asked.position)
        return answered(await self._staff.ask(command, signed.actor))

    # Tables

    async def _act(self, request: Request) -> Response:
        signed, asked = await self._asked(request, wire.ActSaid)
        if isinstance(asked, Response):
            return asked
        live = self._floor.tables.get(request.path_params["table"])
        if live is None:
            return refused(NO_TABLE)
        if asked.propose:
            entry = await self._floor.two_persons.propose(
                live, asked.command, asked.fields, signed, asked.id
            )
            return answered(entry) if isinstance(entry, Refusal) else json(_entered(entry))
        answer = await self._acted(live, asked, signed)
        self._staff.refusing.take(signed.actor, f"{asked.command} at {live.plan.key}", answer)
        return answered(answer, live.state.events)

    async def _acted(self, live: LiveTable, asked: wire.ActSaid, signed: Signed) -> Answer:
        act = read(asked.command, asked.fields, live)
        if isinstance(act, Refusal):
            return act
        no = floor_refuses(self._staff.state, live, signed.person, act)
        if no is not None:
            return no
        second = None
        if asked.second is not None:
            found = await self._staff.second(
                asked.second.name, asked.second.password, signed.person, asked.second.code
            )
            if isinstance(found, Refusal):
                return found
            second = found
            if not self._staff.sessions.lives(signed.session):
                return NOT_SIGNED_IN
        by = actor_of(signed.person, second)
        return await self._floor.acts.carry_out(live, act, by, asked.id)

    async def _attend(self, request: Request) -> Response:
        signed, asked = await self._asked(request, wire.AttendSaid, Position.DEALER)
        if isinstance(asked, Response):
            return asked
        table = request.path_params["table"]
        if table not in self._floor.tables:
            return refused(NO_TABLE)
        if not asked.attends:
            no = self._floor.tables[table].cannot_be_given_back()
            if no is not None:
                return answered(no)
        command = staff_commands.Attend(table, asked.attends, written_time(self._staff.clock()))
        answer = await self._staff.ask(command, signed.actor)
        # The house may have been at a step; whoever takes over finds it taken.
        await self._floor.tables[table].all_answered()
        return answered(answer)

    def _table_runs(self, command: Callable[[str, str], staff_commands.StaffCommand]) -> Handler:
        async def run(request: Request) -> Response:
            table = request.path_params["table"]
            live = self._floor.tables.get(table)
            if live is not None and live.is_stopped and command is staff_commands.Enable:
                return answered(OUT_OF_SERVICE)
            return await self._runs(request, command, table, is_known=live is not None)

        return run

    def _game_runs(self, command: Callable[[str, str], staff_commands.StaffCommand]) -> Handler:
        """The version of a game that a table plays, wherever it is played."""

        async def run(request: Request) -> Response:
            live = self._floor.tables.get(request.path_params["table"])
            component = game_version(live.as_run.book) if live else ""
            is_known = live is not None
            return await self._runs(request, command, component, is_known, Position.PIT_MANAGER)

        return run

    def _floor_runs(self, command: Callable[[str, str], staff_commands.StaffCommand]) -> Handler:
        async def run(request: Request) -> Response:
            least = Position.PIT_MANAGER
            return await self._runs(request, command, EVERYTHING, is_known=True, least=least)

        return run

    def _terminal_runs(self, command: Callable[[str, str], staff_commands.StaffCommand]) -> Handler:
        async def run(request: Request) -> Response:
            terminal = request.path_params["terminal"]
            is_known = self._floor.enrolment.is_enrolled(terminal)
            return await self._runs(request, command, terminal, is_known)

        return run

    def _visit_runs(self, command: Callable[[str, str], staff_commands.StaffCommand]) -> Handler:
        async def run(request: Request) -> Response:
            visit = request.path_params["visit"]
            is_known = visit in self._floor.history.visits
            return await self._runs(request, command, visit, is_known)

        return run

    async def _runs(
        self,
        request: Request,
        command: Callable[[str, str], staff_commands.StaffCommand],
        component: str,
        is_known: bool,
        least: Position = Position.PIT_SUPERVISOR,
    ) -> Response:
        signed, asked = await self._asked(request, wire.ReasonSaid, least)
        if isinstance(asked, Response):
            return asked
        if not is_known:
            return refused(NO_TERMINAL, 404)
        return answered(await self._staff.ask(command(component, asked.reason), signed.actor))

    async def _call_pit(self, request: Request) -> Response:
        signed, asked = await self._asked(request, wire.CallSaid, Position.DEALER)
        if isinstance(asked, Response):
            return asked
        table = request.path_params["table"]
        if table not in self._floor.tables:
            return refused(NO_TABLE)
        called = await self._floor.enrolment.call_pit(table, signed.actor, asked.id, asked.reason)
        return answered(called)

    async def _call(self, request: Request) -> Response:
        signed, asked = await self._asked(request, wire.OutcomeSaid, Position.DEALER)
        if isinstance(asked, Response):
            return asked
        call = whole_number(request.path_params["call"])
        known = self._floor.remembered.calls, self._staff.state.calls
        if call is None or not any(call in calls for calls in known):
            return refused(NO_CALL, 404)
        return answered(
            await self._staff.ask(staff_commands.AnswerCall(call, asked.outcome), signed.actor)
        )

    # Two persons

    async def _entries(self, request: Request) -> Response:
        signed = self._staff.who(request, Position.DEALER)
        if isinstance(signed, Refusal):
            return refused(signed)
        return json({"entries": entries_of(self._floor, signed.person)})

    async def _answer_entry(self, request: Request) -> Response:
        signed, asked = await self._asked(request, wire.EntrySaid, Position.DEALER)
        if isinstance(asked, Response):
            return asked
        entry, entries = request.path_params["entry"], self._floor.two_persons
        if asked.answer == "decline":
            return answered(await entries.decline(entry, signed.actor, asked.reason))
        person = signed.person
        if asked.second is not None:
            second = asked.second
            found = await self._staff.shown(second.name, second.password, second.code)
            if isinstance(found, Refusal):
                return answered(found)
            if found.must_change:
                return answered(MUST_CHANGE)
            person = found
        waiting = self._staff.state.waiting.get(entry)
        if waiting is not None and waiting.table == CAGE_DESK:
            return answered(await CageEntries(self._floor, self._staff).approve(entry, person))
        return answered(await entries.approve(entry, person))

    async def _asked(
        self, request: Request, kind: type[T], *needs: Duty | Position
    ) -> tuple[Signed, T | Response]:
        """Who asks and what; where one of them will not do, the answer to that."""
        signed = self._staff.who(request, *needs)
        if isinstance(signed, Refusal):
            return NOBODY, refused(signed)
        return signed, await said(request, kind)


def _entered(entry: str) -> dict[str, Any]:
    return {"ok": True, "entry": entry}
