"""Serve sign-in and sign-out, and each person's password, second factor and sessions."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.floor.access import second_factor
from punto.floor.access.authorisation import STAFF_SCREENS
from punto.floor.access.staff_access import (
    NOBODY,
    NOT_FROM_HERE,
    SignedInPerson,
    StaffAccess,
    has_duty,
)
from punto.floor.rate_limit import TokenBuckets
from punto.floor.web.json_responses import (
    COOKIE,
    HEADER,
    address_of,
    answer_response,
    json_response,
    parse_body,
    refusal_response,
    staff_request,
)
from punto.floor.web.security_headers import cookie_name, is_tls
from punto.floor.wire import staff as wire
from punto.reports.formats.barcodes import qr_squares
from punto.table.refusals import Refusal

T = TypeVar("T")

TRIES_PER_SECOND = 2.0
TRIES_AT_ONCE = 40
"""How often passwords may be tried from one address, by all who are there together."""

TOO_FAST = Refusal("too-fast", "POLICY", "Too many tries. Please wait a moment.")


def routes(staff: StaffAccess) -> list[BaseRoute]:
    """Everything that somebody asks for themselves."""
    door = _Door(staff)
    posts: dict[str, Callable[[Request], Awaitable[Response]]] = {
        "sign-in": door.sign_in,
        "sign-out": door.sign_out,
        "password": door.password,
        "second-factor": door.new_factor,
        "second-factor/confirm": door.confirm_factor,
        "sessions/end": door.end_sessions,
    }
    return [
        Route("/api/staff/me", door.me),
        Route("/api/staff/sessions", door.sessions, methods=["GET"]),
        *(
            Route(f"/api/staff/{path}", endpoint, methods=["POST"])
            for path, endpoint in posts.items()
        ),
    ]


class _Door:
    """The handlers, with the staff they are for."""

    def __init__(self, staff: StaffAccess) -> None:
        self._staff = staff
        self._tries = TokenBuckets(TRIES_PER_SECOND, TRIES_AT_ONCE)

    async def sign_in(self, request: Request) -> Response:
        """A session in a cookie that no script reads, for a name, its password and its code."""
        if request.headers.get(HEADER) != "staff":
            return refusal_response(NOT_FROM_HERE)
        address = address_of(request)
        now = asyncio.get_running_loop().time()
        if not self._tries.of(address, now).spend(now):
            return refusal_response(TOO_FAST)
        body = await parse_body(request, wire.SignIn)
        if isinstance(body, Response):
            return body
        found = await self._staff.sign_in(body.name, body.password, address, body.code)
        if isinstance(found, Refusal):
            return refusal_response(found)
        before = self._staff.session(staff_request(request))
        if before is not None:
            await self._staff.sign_out(before)
        token, signed = found
        response = json_response({"me": self._me_of(signed)})
        response.set_cookie(
            cookie_name(COOKIE, request),
            token,
            httponly=True,
            samesite="strict",
            secure=is_tls(request),
            path="/",
        )
        return response

    async def sign_out(self, request: Request) -> Response:
        """Ends this session."""
        signed = self._staff.authenticate(staff_request(request), may_be_new=True)
        if isinstance(signed, Refusal):
            return refusal_response(signed)
        await self._staff.sign_out(signed.session)
        response = json_response({"ok": True})
        response.delete_cookie(
            cookie_name(COOKIE, request),
            path="/",
            httponly=True,
            samesite="strict",
            secure=is_tls(request),
        )
        return response

    async def me(self, request: Request) -> Response:
        """Whoever is signed in, and the demo staff where there are any."""
        signed = self._staff.authenticate(staff_request(request), may_be_new=True)
        me = None if isinstance(signed, Refusal) else self._me_of(signed)
        return json_response({"me": me, "demo": self._staff.demo()})

    async def password(self, request: Request) -> Response:
        """Another password of one's own."""
        signed, body = await self._signed_request(request, wire.ChangePassword)
        if isinstance(body, Response):
            return body
        return answer_response(await self._staff.change_password(signed, body.old, body.new))

    async def new_factor(self, request: Request) -> Response:
        """The secret of a second factor, which is shown here and never again."""
        signed, body = await self._signed_request(request, wire.PasswordConfirmation)
        if isinstance(body, Response):
            return body
        secret = await self._staff.begin_second_factor(signed, body.password, body.code)
        if isinstance(secret, Refusal):
            return answer_response(secret)
        address = second_factor.otpauth_uri(secret, signed.name)
        size, path = qr_squares(address)
        drawing = {"size": size, "path": path}
        return json_response(
            {
                "ok": True,
                "secret": second_factor.base32_text(secret),
                "address": address,
                "drawing": drawing,
            }
        )

    async def confirm_factor(self, request: Request) -> Response:
        """The first code of a second factor, from which on it is asked for."""
        signed, body = await self._signed_request(request, wire.SecondFactorCode)
        if isinstance(body, Response):
            return body
        return answer_response(await self._staff.confirm_factor(signed, body.code))

    async def sessions(self, request: Request) -> Response:
        """Where one is signed in oneself."""
        signed = self._staff.authenticate(staff_request(request), may_be_new=True)
        if isinstance(signed, Refusal):
            return refusal_response(signed)
        own = [
            {
                "mark": each.short_id,
                "since": each.since,
                "address": each.address,
                "is_this": each is signed.session,
            }
            for each in self._staff.sessions.of(signed.name)
        ]
        return json_response({"sessions": own})

    async def end_sessions(self, request: Request) -> Response:
        """Ends one of them, or all others, for whoever shows the password again."""
        signed, body = await self._signed_request(request, wire.EndSessions)
        if isinstance(body, Response):
            return body
        return answer_response(await self._staff.end_sessions(signed, body.password, body.mark))

    async def _signed_request(
        self, request: Request, kind: type[T]
    ) -> tuple[SignedInPerson, T | Response]:
        """Who asks and what; somebody new may ask all of this."""
        signed = self._staff.authenticate(staff_request(request), may_be_new=True)
        if isinstance(signed, Refusal):
            return NOBODY, refusal_response(signed)
        return signed, await parse_body(request, kind)

    def _me_of(self, signed: SignedInPerson) -> wire.SignedInView:
        """Whoever is signed in, as their screen shows them."""
        person = signed.person
        screens = (
            screen
            for screen, needs in STAFF_SCREENS.items()
            if any(has_duty(person, need) for need in needs)
        )
        return wire.SignedInView(
            person.name,
            person.display_name,
            person.position,
            person.acting_as,
            person.duties,
            tuple(screens),
            person.must_change,
            signed.session.since,
            person.is_demo,
            person.lent,
            has_factor=bool(person.factor),
            lacks_factor=self._staff.needs_second_factor(person),
        )
