"""Enrol and change people of the staff, and let them act in other positions."""

from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Literal

from msgspec import Struct
from starlette.routing import BaseRoute

from punto.core.staff_positions import StaffPosition
from punto.floor.access.staff_access import StaffAccess
from punto.floor.web.endpoints import Call, Endpoint, api_routes, route
from punto.floor.web.json_responses import AnswerView, RefusalView, answer_view, refused_command
from punto.floor.wire import staff as wire
from punto.house.staff import commands as staff_commands
from punto.house.staff.events import Duty
from punto.table.refusals import Refusal

NEEDS = (Duty.ADMINISTRATOR,)
READERS = (Duty.ADMINISTRATOR, StaffPosition.PIT_SUPERVISOR)
"""The people who may list the staff: a supervisor needs the names to delegate a position."""

PERSON = "/api/staff/people/{name}"


def routes(staff: StaffAccess) -> list[BaseRoute]:
    """The routes of the people screen, and of acting positions."""
    return api_routes(_People(staff), staff, _administration())


class OneTimeCode(Struct, frozen=True):
    """The code with which a person signs in once."""

    ok: Literal[True]
    code: str


class _People:
    """The handlers."""

    def __init__(self, staff: StaffAccess) -> None:
        self._staff = staff

    @route("POST", "/api/staff/acting", (), wire.ActingPosition)
    async def act(self, call: Call[wire.ActingPosition]) -> AnswerView:
        """Act in another position, or stop acting."""
        signed = call.signed
        command = staff_commands.ActInPosition(signed.name, call.body.position)
        return answer_view(await self._staff.ask(command, signed.actor))

    @route("POST", "/api/staff/people", NEEDS, wire.PersonDetails)
    async def enrol(self, call: Call[wire.PersonDetails]) -> OneTimeCode | RefusalView:
        """Enrol a person; the response has the code for the first sign-in."""
        person = call.body
        return _code_view(
            await self._staff.enrol(
                person.name,
                person.display_name,
                person.position,
                person.duties,
                call.signed.actor,
            )
        )

    @route("POST", f"{PERSON}/acting", (), wire.ActingPosition)
    async def delegate(self, call: Call[wire.ActingPosition]) -> AnswerView:
        """Delegate a position to a person, or take it back."""
        command = staff_commands.DelegatePosition(call.path("name"), call.body.position)
        return answer_view(await self._staff.ask(command, call.signed.actor))

    @route("POST", f"{PERSON}/change", NEEDS, wire.PersonDetails)
    async def change(self, call: Call[wire.PersonDetails]) -> AnswerView:
        """Change the displayed name, the position and the duties of a person."""
        name, person = call.path("name"), call.body
        command = staff_commands.ChangePerson(
            name, person.display_name, person.position, person.duties
        )
        return answer_view(await self._staff.administer(command, name, call.signed.actor))

    @route("POST", f"{PERSON}/reset", NEEDS)
    async def reset(self, call: Call[None]) -> OneTimeCode | RefusalView:
        """Replace a person's password by a code for one sign-in."""
        return _code_view(await self._staff.reset(call.path("name"), call.signed.actor))

    @route("GET", "/api/staff/people", READERS)
    async def list(self, _call: Call[None]) -> dict[str, Any]:
        """Everyone on the staff, with positions, duties and sessions."""
        now = self._staff.now
        people = [
            {
                "name": person.name,
                "display_name": person.display_name,
                "position": person.position,
                "acting_as": person.acting_as,
                "lent": person.lent,
                "duties": person.duties,
                "is_demo": person.is_demo,
                "is_disabled": person.is_disabled,
                "is_locked": person.locked_until > now,
                "must_change": person.must_change,
                "has_factor": bool(person.factor),
                "signed_in": [session.since for session in self._staff.sessions.of(person.name)],
            }
            for person in self._staff.state.people.values()
        ]
        return {"people": people}

    async def administer(
        self, call: Call[None], command: Callable[[str], staff_commands.StaffCommand]
    ) -> AnswerView:
        """Send a command that needs only the name of a person."""
        name = call.path("name")
        return answer_view(await self._staff.administer(command(name), name, call.signed.actor))


ADMINISTRATION: tuple[tuple[str, str, Callable[[str], staff_commands.StaffCommand]], ...] = (
    ("disable", "Stop a person from signing in.", staff_commands.DisablePerson),
    ("enable", "Let a person sign in again.", staff_commands.EnablePerson),
    (
        "sign-out",
        "End all sessions of a person.",
        lambda name: staff_commands.SignOut(name, "by-another"),
    ),
    (
        "second-factor",
        "Remove the lost second factor of a person.",
        staff_commands.RemoveSecondFactor,
    ),
)
"""The commands that need only a name: the end of the path, a summary and the command."""


def _administration() -> Iterator[Endpoint]:
    for end, summary, command in ADMINISTRATION:
        yield route("POST", f"{PERSON}/{end}", NEEDS, summary=summary)(_administer(command))


def _administer(
    command: Callable[[str], staff_commands.StaffCommand],
) -> Callable[[_People, Call[None]], Awaitable[AnswerView]]:
    async def administer(people: _People, call: Call[None]) -> AnswerView:
        return await people.administer(call, command)

    return administer


def _code_view(code: str | Refusal) -> OneTimeCode | RefusalView:
    return refused_command(code) if isinstance(code, Refusal) else OneTimeCode(ok=True, code=code)
