"""Enrol and change people of the staff, and let them act in other positions."""

from typing import Any, Literal

from msgspec import Struct
from starlette.routing import BaseRoute

from punto.core.staff_positions import StaffPosition
from punto.floor.access.staff_access import StaffAccess
from punto.floor.web.endpoints import Call, api_routes, route
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
    return api_routes(_People(staff), staff)


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
        return await self._administer(call, command)

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

    @route("POST", f"{PERSON}/disable", NEEDS)
    async def disable(self, call: Call[None]) -> AnswerView:
        """Stop a person from signing in."""
        return await self._administer(call, staff_commands.DisablePerson(call.path("name")))

    @route("POST", f"{PERSON}/enable", NEEDS)
    async def enable(self, call: Call[None]) -> AnswerView:
        """Let a person sign in again."""
        return await self._administer(call, staff_commands.EnablePerson(call.path("name")))

    @route("POST", f"{PERSON}/sign-out", NEEDS)
    async def sign_out(self, call: Call[None]) -> AnswerView:
        """End all sessions of a person."""
        return await self._administer(call, staff_commands.SignOut(call.path("name"), "by-another"))

    @route("POST", f"{PERSON}/second-factor", NEEDS)
    async def remove_second_factor(self, call: Call[None]) -> AnswerView:
        """Remove the lost second factor of a person."""
        return await self._administer(call, staff_commands.RemoveSecondFactor(call.path("name")))

    async def _administer(
        self, call: Call[Any], command: staff_commands.StaffCommand
    ) -> AnswerView:
        signed = call.signed
        return answer_view(await self._staff.administer(command, call.path("name"), signed.actor))


def _code_view(code: str | Refusal) -> OneTimeCode | RefusalView:
    return refused_command(code) if isinstance(code, Refusal) else OneTimeCode(ok=True, code=code)
