"""These routes enrol and change people, and let them act in other positions."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.core.staff_positions import StaffPosition
from punto.floor.access.staff_access import StaffAccess
from punto.floor.web.json_responses import (
    answer_response,
    json_response,
    refusal_response,
    signed_request,
    staff_request,
)
from punto.floor.wire import staff as wire
from punto.house.staff import commands as staff_commands
from punto.house.staff.events import Duty
from punto.table.refusals import Refusal

Handler = Callable[[Request], Awaitable[Response]]


def routes(staff: StaffAccess) -> list[BaseRoute]:
    """The routes of the screen for people, and of acting positions."""
    people = _People(staff)
    person = "/api/staff/people/{name}"
    posts: dict[str, Handler] = {
        "/api/staff/acting": people.acting,
        "/api/staff/people": people.enrol,
        f"{person}/acting": people.lend,
        f"{person}/change": people.change,
        f"{person}/disable": people.administer(staff_commands.DisablePerson),
        f"{person}/enable": people.administer(staff_commands.EnablePerson),
        f"{person}/sign-out": people.administer(
            lambda name: staff_commands.SignOut(name, "by another")
        ),
        f"{person}/reset": people.reset,
        f"{person}/second-factor": people.administer(staff_commands.RemoveSecondFactor),
    }
    return [
        *(Route(path, handler, methods=["POST"]) for path, handler in posts.items()),
        Route("/api/staff/people", people.list, methods=["GET"]),
    ]


class _People:
    """The handlers."""

    def __init__(self, staff: StaffAccess) -> None:
        self._staff = staff

    async def list(self, request: Request) -> Response:
        """Everyone on the staff, with positions, duties and sessions."""
        # A supervisor needs the names in order to delegate a position.
        signed = self._staff.authenticate(
            staff_request(request), Duty.ADMINISTRATOR, StaffPosition.PIT_SUPERVISOR
        )
        if isinstance(signed, Refusal):
            return refusal_response(signed)
        now = self._staff.now
        people = [
            {
                "name": each.name,
                "display_name": each.display_name,
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
        return json_response({"people": people})

    async def enrol(self, request: Request) -> Response:
        """Enrol a person; the response has the one-time code for the first sign-in."""
        signed, body = await signed_request(
            self._staff, request, wire.PersonDetails, Duty.ADMINISTRATOR
        )
        if isinstance(body, Response):
            return body
        code = await self._staff.enrol(
            body.name, body.display_name, body.position, body.duties, signed.actor
        )
        return (
            answer_response(code)
            if isinstance(code, Refusal)
            else json_response({"ok": True, "code": code})
        )

    async def change(self, request: Request) -> Response:
        """Change the name on screens, the position and the duties of a person."""
        signed, body = await signed_request(
            self._staff, request, wire.PersonDetails, Duty.ADMINISTRATOR
        )
        if isinstance(body, Response):
            return body
        name = request.path_params["name"]
        command = staff_commands.ChangePerson(name, body.display_name, body.position, body.duties)
        return answer_response(await self._staff.administer(command, name, signed.actor))

    async def reset(self, request: Request) -> Response:
        """Replace a person's password by a new one-time code."""
        signed = self._staff.authenticate(staff_request(request), Duty.ADMINISTRATOR)
        if isinstance(signed, Refusal):
            return refusal_response(signed)
        code = await self._staff.reset(request.path_params["name"], signed.actor)
        return (
            answer_response(code)
            if isinstance(code, Refusal)
            else json_response({"ok": True, "code": code})
        )

    def administer(self, command: Callable[[str], staff_commands.StaffCommand]) -> Handler:
        """A handler for a command that needs only the name of a person."""

        async def administered(request: Request) -> Response:
            signed = self._staff.authenticate(staff_request(request), Duty.ADMINISTRATOR)
            if isinstance(signed, Refusal):
                return refusal_response(signed)
            name = request.path_params["name"]
            return answer_response(await self._staff.administer(command(name), name, signed.actor))

        return administered

    async def acting(self, request: Request) -> Response:
        """Act in another position, or stop acting."""
        signed, body = await signed_request(self._staff, request, wire.ActingPosition)
        if isinstance(body, Response):
            return body
        answer = await self._staff.ask(
            staff_commands.ActInPosition(signed.name, body.position), signed.actor
        )
        return answer_response(answer)

    async def lend(self, request: Request) -> Response:
        """Delegate a position to another person, or take it back."""
        signed, body = await signed_request(self._staff, request, wire.ActingPosition)
        if isinstance(body, Response):
            return body
        command = staff_commands.DelegatePosition(request.path_params["name"], body.position)
        return answer_response(await self._staff.ask(command, signed.actor))
