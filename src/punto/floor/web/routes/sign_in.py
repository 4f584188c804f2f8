"""Serve sign-in and sign-out, and each person's password, second factor and sessions."""

import asyncio
from typing import Any, Literal

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from punto.floor.access import second_factor
from punto.floor.access.authorisation import STAFF_SCREENS
from punto.floor.access.staff_access import (
    NOT_FROM_HERE,
    SignedInPerson,
    StaffAccess,
    has_duty,
)
from punto.floor.rate_limit import TokenBuckets
from punto.floor.refusals import FloorRefusal
from punto.floor.web.endpoints import Call, api_routes, route
from punto.floor.web.json_responses import (
    COOKIE,
    HEADER,
    AnswerView,
    RefusalView,
    address_of,
    answer_view,
    json_response,
    refused_command,
    staff_request,
)
from punto.floor.web.security_headers import cookie_name, is_tls
from punto.floor.wire import staff as wire
from punto.reports.formats.barcodes import qr_squares
from punto.table.refusals import Refusal

TRIES_PER_SECOND = 2.0
TRIES_AT_ONCE = 40
"""How many attempts to sign in one address may make, for all people there together."""

TOO_FAST = FloorRefusal.TOO_FAST.at()


def routes(staff: StaffAccess) -> list[BaseRoute]:
    """The routes with which people sign in and manage their own access."""
    return api_routes(_SignIn(staff), staff)


class Me(Struct, frozen=True):
    """The person who is signed in."""

    me: wire.SignedInView


class Visitor(Struct, frozen=True):
    """The person who is signed in, if any, and the demo staff of a demo floor."""

    me: wire.SignedInView | None
    demo: list[dict[str, str]] | None


class SecondFactorSecret(Struct, frozen=True):
    """The secret of a second factor, also as an address and as a QR code."""

    ok: Literal[True]
    secret: str
    address: str
    drawing: "Drawing"


class Drawing(Struct, frozen=True):
    """A QR code as an SVG path in a square of this size."""

    size: int
    path: str


class _SignIn:
    """The handlers."""

    def __init__(self, staff: StaffAccess) -> None:
        self._staff = staff
        self._tries = TokenBuckets(TRIES_PER_SECOND, TRIES_AT_ONCE)

    def refuse_too_many_tries(self, request: Request) -> Refusal | None:
        """Refuse a request of another site, and one too many from the same address."""
        if request.headers.get(HEADER) != "staff":
            return NOT_FROM_HERE
        now = asyncio.get_running_loop().time()
        return None if self._tries.of(address_of(request), now).spend(now) else TOO_FAST

    @route(
        "POST",
        "/api/staff/sign-in",
        body=wire.SignIn,
        check=refuse_too_many_tries,
        statuses=(401, 403, 429),
    )
    async def sign_in(self, call: Call[wire.SignIn]) -> Me | Response | Refusal:
        """Begin a session, in a cookie that scripts cannot read."""
        request, body = call.request, call.body
        address = address_of(request)
        found = await self._staff.sign_in(body.name, body.password, address, body.code)
        if isinstance(found, Refusal):
            return found
        before = self._staff.session(staff_request(request))
        if before is not None:
            await self._staff.sign_out(before)
        token, signed = found
        response = json_response(Me(self._me_of(signed)))
        response.set_cookie(
            cookie_name(COOKIE, request),
            token,
            httponly=True,
            samesite="strict",
            secure=is_tls(request),
            path="/",
        )
        return response

    @route("POST", "/api/staff/sign-out", (), may_be_new=True)
    async def sign_out(self, call: Call[None]) -> Response:
        """End this session."""
        await self._staff.sign_out(call.signed.session)
        response = json_response({"ok": True})
        response.delete_cookie(
            cookie_name(COOKIE, call.request),
            path="/",
            httponly=True,
            samesite="strict",
            secure=is_tls(call.request),
        )
        return response

    @route("GET", "/api/staff/me")
    async def me(self, call: Call[None]) -> Visitor:
        """The person who is signed in, and the demo staff."""
        signed = self._staff.authenticate(staff_request(call.request), may_be_new=True)
        me = None if isinstance(signed, Refusal) else self._me_of(signed)
        return Visitor(me, self._staff.demo())

    @route("POST", "/api/staff/password", (), wire.ChangePassword, may_be_new=True)
    async def password(self, call: Call[wire.ChangePassword]) -> AnswerView:
        """Change your own password."""
        return answer_view(
            await self._staff.change_password(call.signed, call.body.old, call.body.new)
        )

    @route("POST", "/api/staff/second-factor", (), wire.PasswordConfirmation, may_be_new=True)
    async def begin_second_factor(
        self, call: Call[wire.PasswordConfirmation]
    ) -> SecondFactorSecret | RefusalView:
        """The secret of a new second factor, displayed only once."""
        signed, body = call.signed, call.body
        secret = await self._staff.begin_second_factor(signed, body.password, body.code)
        if isinstance(secret, Refusal):
            return refused_command(secret)
        address = second_factor.otpauth_uri(secret, signed.name)
        return SecondFactorSecret(
            ok=True,
            secret=second_factor.base32_text(secret),
            address=address,
            drawing=Drawing(*qr_squares(address)),
        )

    @route("POST", "/api/staff/second-factor/confirm", (), wire.SecondFactorCode, may_be_new=True)
    async def confirm_second_factor(self, call: Call[wire.SecondFactorCode]) -> AnswerView:
        """Confirm a new second factor with its first code; from then on it is required."""
        return answer_view(await self._staff.confirm_factor(call.signed, call.body.code))

    @route("GET", "/api/staff/sessions", (), may_be_new=True)
    async def sessions(self, call: Call[None]) -> dict[str, Any]:
        """Your own sessions."""
        own = [
            {
                "mark": session.short_id,
                "since": session.since,
                "address": session.address,
                "is_this": session is call.signed.session,
            }
            for session in self._staff.sessions.of(call.signed.name)
        ]
        return {"sessions": own}

    @route("POST", "/api/staff/sessions/end", (), wire.EndSessions, may_be_new=True)
    async def end_sessions(self, call: Call[wire.EndSessions]) -> AnswerView:
        """End one of your sessions, or all others; the password is required again."""
        body = call.body
        return answer_view(await self._staff.end_sessions(call.signed, body.password, body.mark))

    def _me_of(self, signed: SignedInPerson) -> wire.SignedInView:
        """The person who is signed in, for their own screen."""
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
