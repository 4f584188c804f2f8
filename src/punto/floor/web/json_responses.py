"""These helpers parse staff requests strictly and build every JSON response of the floor."""

from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from punto.core.staff_positions import StaffPosition
from punto.floor.access.staff_access import NOBODY, SignedInPerson, StaffAccess, StaffRequest
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.owner import CommandAnswer
from punto.floor.web.security_headers import cookie_name
from punto.floor.wire.staff import MAX_BYTES
from punto.house.staff.events import Duty
from punto.reports.descriptions.refusals import refusal_message
from punto.table.refusals import Refusal

T = TypeVar("T")

COOKIE = "punto_staff"
HEADER = "x-punto"

STATUS = {
    "not-signed-in": 401,
    "wrong-password": 401,
    "code-due": 401,
    "wrong-code": 401,
    "locked-out": 429,
    "too-fast": 429,
    "reports-busy": 429,
    "no-such-table": 404,
}
"""How HTTP says some refusals; the others are 403."""

NOT_UNDERSTOOD = FloorRefusal.NOT_UNDERSTOOD.at()


def json_response(value: Any, status: int = 200) -> Response:
    """A value as JSON that caches must not store."""
    headers = {"cache-control": "no-store"}
    return Response(
        msgspec.json.encode(value), status, media_type="application/json", headers=headers
    )


def error_response(text: str, status: int) -> Response:
    """An error of the request or the server, as one English sentence."""
    return json_response({"error": text}, status)


def not_found_response() -> Response:
    """The response to a path that names nothing here."""
    return error_response("there is no such thing here", 404)


def refusal_response(refusal: Refusal, status: int | None = None) -> Response:
    """The response to a request that no stream has decided."""
    body = {
        "ok": False,
        "code": refusal.code,
        "clause": refusal.clause,
        "words": refusal_message(refusal),
    }
    return json_response(body, status or STATUS.get(refusal.code, 403))


def answer_response(answer: CommandAnswer, version: int | None = None) -> Response:
    """The answer of a stream, with status 200 even if it is a refusal.

    `version` is the first view of the table that has the result.
    """
    if isinstance(answer, Refusal):
        return json_response(
            {
                "ok": False,
                "code": answer.code,
                "clause": answer.clause,
                "words": refusal_message(answer),
                "needs_second": answer.code == "needs-second",
            }
        )
    result = {"ok": True, "number": answer.number}
    return json_response(result if version is None else result | {"version": version})


def staff_request(connection: HTTPConnection) -> StaffRequest:
    """The values of a request, or of a socket, that show who of the staff sent it."""
    return StaffRequest(
        token=connection.cookies.get(cookie_name(COOKIE, connection)),
        address=address_of(connection),
        method=connection.scope.get("method", "GET"),
        path=connection.url.path.removeprefix("/api/staff/"),
        is_from_staff_screen=connection.headers.get(HEADER) == "staff",
    )


def address_of(connection: HTTPConnection) -> str:
    """The address that a request comes from, empty if it is unknown."""
    return connection.client.host if connection.client else ""


async def parse_body(request: Request, kind: type[T]) -> T | Response:
    """Parse the body of a request; a response if it is too long or not of this type."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MAX_BYTES:
            return refusal_response(NOT_UNDERSTOOD, 413)
    try:
        return msgspec.json.decode(bytes(body), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return refusal_response(NOT_UNDERSTOOD, 400)


async def signed_request(
    staff: StaffAccess, request: Request, kind: type[T], *needs: Duty | StaffPosition
) -> tuple[SignedInPerson, T | Response]:
    """Authenticate the sender of a request and parse its body; a response if either fails."""
    signed = staff.authenticate(staff_request(request), *needs)
    if isinstance(signed, Refusal):
        return NOBODY, refusal_response(signed)
    return signed, await parse_body(request, kind)
