"""Sign staff in and out, check duties and positions, and send commands to the staff stream."""

import asyncio
import hmac
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias

from punto.core.staff_positions import StaffPosition
from punto.floor.access.common_passwords import CommonPasswords
from punto.floor.access.demo_staff import DEMO_STAFF, demo_password, demo_staff_list
from punto.floor.access.passwords import (
    MIN_CHARACTERS,
    Passwords,
    is_long_enough,
    one_time_code,
)
from punto.floor.access.refusal_log import RefusalLog
from punto.floor.access.second_factor import SecondFactors
from punto.floor.access.sessions import StaffSession, StaffSessions
from punto.floor.read_models.table_operations import FAILURE, RESTARTED, WHOLE_FLOOR
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.command_queue import CommandQueue
from punto.floor.streams.owner import CommandAnswer, CommandRequest, Committed
from punto.floor.wire.staff import SignIn
from punto.house.staff import commands as staff_commands
from punto.house.staff.decide import MAX_REASON_CHARACTERS, StaffRefusal
from punto.house.staff.events import Duty
from punto.house.staff.state import Person, Staff, position_rank
from punto.journal.entry import format_time
from punto.journal.keys import Key
from punto.table.actors import CLOCK, Actor, ActorKind
from punto.table.refusals import No, Refusal

ADMINISTRATOR = "admin"
HOUSE = Actor(ActorKind.HOUSE, "the house")

Needs: TypeAlias = Literal["nobody", "administrators", "everybody"]
"""The people who must have a second factor. Every person may have one."""

NOT_SIGNED_IN = FloorRefusal.NOT_SIGNED_IN.at()
WRONG = FloorRefusal.WRONG_PASSWORD.at()
CODE_DUE = FloorRefusal.CODE_DUE.at()
WRONG_CODE = FloorRefusal.WRONG_CODE.at()
SECOND_FACTOR_REQUIRED = FloorRefusal.FACTOR_DUE.at()
COMMON_PASSWORD = FloorRefusal.COMMON_PASSWORD.at()
LOCKED_OUT = StaffRefusal.LOCKED_OUT.at()
NOT_ALLOWED = No.NOT_ALLOWED.at(None)
NOT_FROM_HERE = FloorRefusal.NOT_FROM_HERE.at()
MUST_CHANGE = FloorRefusal.MUST_CHANGE.at()
TOO_SHORT = FloorRefusal.TOO_SHORT.at(minimum=MIN_CHARACTERS)
NOT_ANOTHER = FloorRefusal.NOT_ANOTHER.at()


@dataclass(frozen=True, slots=True)
class SignedInPerson:
    """A person with a session."""

    person: Person
    session: StaffSession

    @property
    def name(self) -> str:
        """The name for sign-in."""
        return self.person.name

    @property
    def actor(self) -> Actor:
        """The actor that the tables see."""
        return person_actor(self.person)


@dataclass(frozen=True, slots=True)
class StaffRequest:
    """A request as plain values: the parts that show who sent it, and from which screen."""

    token: str | None
    """The token of the session that the browser holds."""

    address: str
    method: str
    path: str
    """The path after `/api/staff/`."""

    is_from_staff_screen: bool
    """Whether it has the header of staff screens, which a page of another site cannot send."""


NOBODY = SignedInPerson(
    Person("", "", None, (), "", is_disabled=True), StaffSession("", "", "", "", 0, 0)
)
"""A placeholder without a session and without authority."""


def person_actor(person: Person, second: Actor | None = None) -> Actor:
    """The actor of a person, with the approver if there is one."""
    return Actor(ActorKind.STAFF, person.name, person.position, person.acting_as, second)


class StaffAccess:
    """The staff, their sessions, and the requests that need a session."""

    def __init__(
        self,
        house_key: Key,
        clock: Callable[[], datetime],
        has_demo: bool,
        ticks: Callable[[], float] = time.monotonic,
        needs_factor: Needs = "nobody",
        common_passwords: CommonPasswords | None = None,
    ) -> None:
        self.clock, self._has_demo = clock, has_demo
        self.sessions = StaffSessions(ticks)
        self._passwords, self.factors = Passwords(house_key), SecondFactors(house_key)
        self._needs_factor = needs_factor
        self._common_passwords = common_passwords or CommonPasswords()
        self._salts: dict[str, str] = {}
        """The salts of second factors that wait for their first code."""

        self.refusing = RefusalLog(lambda request: self.queue.submit_when_due(request))
        self._trying: dict[str, asyncio.Lock] = {}
        self.first_code: str | None = None
        """The administrator's code for one use, until the first sign-in."""

    @property
    def state(self) -> Staff:
        """The current state of the staff."""
        staff: Staff = self.queue.owner.state
        return staff

    @property
    def now(self) -> int:
        """The time in seconds, for commands of the staff stream."""
        return int(self.clock().timestamp())

    async def start(self, queue: CommandQueue, *, recovers: bool = False) -> None:
        """Enrol the administrator with a code, and enable or disable the demo staff."""
        self.queue = queue
        admin = self.state.people.get(ADMINISTRATOR)
        if recovers and admin is not None:
            await self.ask(staff_commands.RemoveSecondFactor(ADMINISTRATOR), HOUSE)
            await self.ask(staff_commands.EnablePerson(ADMINISTRATOR), HOUSE)
        if admin is None or admin.must_change or recovers:
            # Only the screen has shown the code, so make a new one if it was never used.
            code = one_time_code()
            digest = await self._passwords.digest(code)
            duties = (Duty.ADMINISTRATOR,)
            await self.ask(
                staff_commands.EnrolPerson(ADMINISTRATOR, "Administrator", None, duties, digest)
                if admin is None
                else staff_commands.SetPassword(ADMINISTRATOR, digest, is_code=True),
                HOUSE,
            )
            self.first_code = code
        for each in DEMO_STAFF:
            known = self.state.people.get(each.name)
            if known is None and self._has_demo:
                await self.ask(each, HOUSE)
            elif known is not None and known.is_demo and known.is_disabled is self._has_demo:
                change = (
                    staff_commands.EnablePerson if self._has_demo else staff_commands.DisablePerson
                )
                await self.ask(change(each.name), HOUSE)
        for name, person in self.state.people.items():
            if person.lent or person.acting_as:
                await self.ask(staff_commands.SignOut(name, "restart"), CLOCK)

    async def ask(
        self, command: staff_commands.StaffCommand, by: Actor, id_: str = ""
    ) -> CommandAnswer:
        """Submit a command to the staff stream."""
        request = CommandRequest(id_ or secrets.token_hex(16), by, command)
        answer = await self.queue.submit(request, is_bounded=False)
        self.refusing.record(by, type(command).__name__, answer)
        return answer

    async def stop_floor(self, reason: str) -> None:
        """Stop the floor in the name of the house. A person must enable it again."""
        if WHOLE_FLOOR not in self.state.disabled:
            await self.ask(
                staff_commands.DisableComponent(WHOLE_FLOOR, reason[:MAX_REASON_CHARACTERS]), HOUSE
            )

    def disable_failed_table(self, table: str, failure: str) -> None:
        """Disable a table that is out of service. After a restart, staff enable it."""
        self._disable(table, f"{FAILURE}{failure}")

    def mark_restarted(self, failures: Mapping[str, str]) -> None:
        """Record after a restart that tables are no longer out of service."""
        for table, failure in failures.items():
            self._disable(table, f"{RESTARTED}{FAILURE}{failure}")

    def _disable(self, table: str, reason: str) -> None:
        command = staff_commands.DisableComponent(table, reason[:MAX_REASON_CHARACTERS])
        self.queue.submit_when_due(CommandRequest(secrets.token_hex(16), HOUSE, command))

    # Requests and their senders

    def demo(self) -> list[dict[str, str]] | None:
        """The demo staff with their passwords; None if there is no demo staff."""
        return demo_staff_list() if self._has_demo else None

    def session(self, request: StaffRequest) -> StaffSession | None:
        """The session of a request."""
        return None if request.token is None else self.sessions.find(request.token, request.address)

    def authenticate(
        self, request: StaffRequest, *needs: Duty | StaffPosition, may_be_new: bool = False
    ) -> SignedInPerson | Refusal:
        """The sender of a request with one of these duties or positions, or the refusal."""
        if request.method not in ("GET", "HEAD") and not request.is_from_staff_screen:
            return NOT_FROM_HERE
        session = self.session(request)
        person = None if session is None else self.state.people.get(session.name)
        if session is None or person is None or person.is_disabled:
            return NOT_SIGNED_IN
        if person.must_change and not may_be_new:
            return MUST_CHANGE
        if self.needs_second_factor(person) and not may_be_new:
            return SECOND_FACTOR_REQUIRED
        if needs and not any(has_duty(person, need) for need in needs):
            what = f"{request.method} {request.path}"
            self.refusing.record(person_actor(person), what, NOT_ALLOWED)
            return NOT_ALLOWED
        return SignedInPerson(person, session)

    def needs_second_factor(self, person: Person) -> bool:
        """Whether a person must have a second factor and has none."""
        if person.factor or person.is_demo or self._needs_factor == "nobody":
            return False
        return self._needs_factor == "everybody" or Duty.ADMINISTRATOR in person.duties

    async def verify_credentials(
        self, name: str, password: str, code: str = "", *, without_code: bool = False
    ) -> Person | Refusal:
        """The person with this name, password and code. Every failure is recorded."""
        # One attempt at a time per name, so that parallel attempts cannot bypass the lock-out.
        known = name if name in self.state.people else ""
        async with self._trying.setdefault(known, asyncio.Lock()):
            if self.state.is_locked(name, self.now):
                return LOCKED_OUT
            person = self.state.people.get(name)
            no = WRONG
            if await self._agrees(person, password) and person is not None:
                if person.is_disabled:
                    return WRONG
                if not person.factor or without_code:
                    return person
                if not code:
                    return CODE_DUE
                if await self._is_fresh(person, code):
                    return person
                no = WRONG_CODE
            await self.ask(
                staff_commands.RecordFailedSignIn(name if person else "", self.now), HOUSE
            )
            return LOCKED_OUT if self.state.is_locked(name, self.now) else no

    async def verify_person(self, credentials: SignIn) -> Person | Refusal:
        """The person with these credentials, once they have chosen their own password."""
        person = await self.verify_credentials(
            credentials.name, credentials.password, credentials.code
        )
        return MUST_CHANGE if isinstance(person, Person) and person.must_change else person

    async def actor_with(
        self, signed: SignedInPerson, second: SignIn | None, *needs: Duty | StaffPosition
    ) -> Actor | Refusal:
        """The sender of a request, with the second person who approves it at the same screen."""
        if second is None:
            return signed.actor
        if second.name == signed.name:
            return NOT_ANOTHER
        person = await self.verify_person(second)
        if isinstance(person, Refusal):
            return person
        if not any(has_duty(person, need) for need in needs):
            return NOT_ALLOWED
        # The check of a password takes a moment, in which the session may end.
        if not self.sessions.is_alive(signed.session):
            return NOT_SIGNED_IN
        return person_actor(signed.person, person_actor(person))

    async def _is_fresh(self, person: Person, code: str) -> bool:
        """Whether a code is right and unused."""
        step = self.factors.matching_step(person.name, person.factor, code, self.now)
        if step is None:
            return False
        answer = await self.ask(staff_commands.UseSecondFactor(person.name, step), HOUSE)
        return not isinstance(answer, Refusal)

    async def _agrees(self, person: Person | None, password: str) -> bool:
        if person is not None and person.is_demo:
            return hmac.compare_digest(
                demo_password(person.name).encode(), password.encode(errors="surrogatepass")
            )
        return await self._passwords.agrees("" if person is None else person.password, password)

    # Signing in and out

    async def sign_in(
        self, name: str, password: str, address: str, code: str = ""
    ) -> tuple[str, SignedInPerson] | Refusal:
        """Begin a session after the right password, and the right code if there is a factor."""
        person = await self.verify_credentials(name, password, code)
        if isinstance(person, Refusal):
            return person
        answer = await self.ask(staff_commands.SignIn(name, self.now), HOUSE)
        if isinstance(answer, Refusal):
            return answer
        await self._rehash_password(person, password)
        token, session = self.sessions.begin(name, format_time(self.clock()), address)
        if name == ADMINISTRATOR:
            self.first_code = None
        return token, SignedInPerson(self.state.people[name], session)

    async def _rehash_password(self, person: Person, password: str) -> None:
        """Hash the password again with the newest key; this is possible only at sign-in."""
        known = person.password
        if person.is_demo or person.must_change or self._passwords.is_current(known):
            return
        digest = await self._passwords.digest(password)
        command = staff_commands.SetPassword(person.name, digest, is_code=False, instead_of=known)
        await self.ask(command, person_actor(person))

    async def sign_out(self, session: StaffSession) -> None:
        """End the session of a token."""
        self.sessions.end(session, "signed-out")
        await self._see_out()

    async def expire(self) -> None:
        """Sign out the people whose sessions have expired."""
        self.sessions.expire()
        await self._see_out()

    async def _see_out(self) -> None:
        """Record the people without a session. Their acting positions end."""
        for name, code in self.sessions.take_expired().items():
            by = person_actor(self.state.people[name]) if code == "signed-out" else CLOCK
            await self.ask(staff_commands.SignOut(name, code), by)

    async def change_password(self, signed: SignedInPerson, old: str, new: str) -> CommandAnswer:
        """Change your own password. Every other session of the person ends."""
        person = await self.verify_credentials(signed.name, old, without_code=True)
        if isinstance(person, Refusal):
            return person
        if not is_long_enough(new):
            return TOO_SHORT
        if self._common_passwords.refuse(new, person.name, person.display_name):
            return COMMON_PASSWORD
        digest = await self._passwords.digest(new)
        answer = await self.ask(
            staff_commands.SetPassword(signed.name, digest, is_code=False), signed.actor
        )
        if not isinstance(answer, Refusal):
            for session in self.sessions.of(signed.name):
                if session is not signed.session:
                    self.sessions.end(session, "revoked")
        return answer

    async def begin_second_factor(
        self, signed: SignedInPerson, password: str, code: str
    ) -> bytes | Refusal:
        """The secret of a new factor, shown once. It takes effect with its first code."""
        person = await self.verify_credentials(signed.name, password, code)
        if isinstance(person, Refusal):
            return person
        if person.is_demo:
            return StaffRefusal.DEMO.at()
        salt = self._salts[signed.name] = self.factors.new_salt()
        return self.factors.secret(signed.name, salt)

    async def confirm_factor(self, signed: SignedInPerson, code: str) -> CommandAnswer:
        """Store the new factor after its first right code."""
        salt = self._salts.get(signed.name, "")
        if not salt or self.factors.matching_step(signed.name, salt, code, self.now) is None:
            return WRONG_CODE
        answer = await self.ask(staff_commands.SetSecondFactor(signed.name, salt), signed.actor)
        if not isinstance(answer, Refusal):
            del self._salts[signed.name]
        return answer

    async def end_sessions(
        self, signed: SignedInPerson, password: str, which: str
    ) -> CommandAnswer:
        """End one of your own sessions by its mark, or all other sessions without a mark."""
        person = await self.verify_credentials(signed.name, password, without_code=True)
        if isinstance(person, Refusal):
            return person
        for session in self.sessions.of(signed.name):
            if session.short_id == which or (not which and session is not signed.session):
                self.sessions.end(session, "revoked")
        await self._see_out()
        return Committed(0, ())

    # People

    async def enrol(
        self,
        name: str,
        display_name: str,
        position: StaffPosition | None,
        duties: tuple[Duty, ...],
        by: Actor,
    ) -> str | Refusal:
        """Enrol a person, and return the code for the first sign-in."""
        code = one_time_code()
        digest = await self._passwords.digest(code)
        answer = await self.ask(
            staff_commands.EnrolPerson(name, display_name, position, duties, digest), by
        )
        return answer if isinstance(answer, Refusal) else code

    async def reset(self, name: str, by: Actor) -> str | Refusal:
        """Set a new code for one use, and sign the person out."""
        code = one_time_code()
        digest = await self._passwords.digest(code)
        answer = await self.ask(staff_commands.SetPassword(name, digest, is_code=True), by)
        if isinstance(answer, Refusal):
            return answer
        self.sessions.end_all(name, "revoked")
        await self._see_out()
        return code

    async def administer(self, command: Any, name: str, by: Actor) -> CommandAnswer:
        """Change, disable or sign out a person. The person's sessions end at once."""
        answer = await self.ask(command, by)
        if not isinstance(answer, Refusal) and not isinstance(command, staff_commands.EnablePerson):
            is_recorded = isinstance(command, staff_commands.SignOut | staff_commands.DisablePerson)
            self.sessions.end_all(name, "revoked", is_recorded=is_recorded)
            await self._see_out()
        return answer


def has_duty(person: Person, need: Duty | StaffPosition) -> bool:
    """Whether a person has a duty, or a position of at least this rank."""
    if isinstance(need, Duty):
        return need in person.duties
    return position_rank(person.holds) >= position_rank(need)
