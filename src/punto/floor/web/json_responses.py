"""Parse the bodies of requests strictly, and build every JSON response of the floor."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType, structs
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from punto.floor.access.staff_access import StaffRequest
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.owner import CommandAnswer
from punto.floor.web.security_headers import cookie_name
from punto.floor.wire.staff import MAX_BYTES
from punto.table.refusals import Refusal, RefusalValue

T = TypeVar("T")

COOKIE = "punto_staff"
HEADER = "x-punto"

STATUS = {
    **dict.fromkeys(("not-signed-in", "wrong-password", "code-due", "wrong-code"), 401),
    **dict.fromkeys(("locked-out", "too-fast", "reports-busy"), 429),
    **dict.fromkeys(("no-such-table", "no-such-call", "no-terminal", "no-such-report"), 404),
    **dict.fromkeys(("not-here", "not-over"), 404),
    **dict.fromkeys(("not-understood", "not-a-number", "too-many", "not-a-period"), 400),
    **dict.fromkeys(("unknown-parameter", "report-failed"), 400),
    "journal": 500,
    "no-pdf": 501,
    "report-too-long": 503,
}
"""The HTTP status of a refusal by its code; 403 for every other code."""

NOT_UNDERSTOOD = FloorRefusal.NOT_UNDERSTOOD.at()


class RefusalView(Struct, frozen=True):
    """Why a request was not carried out."""

    ok: Literal[False]
    code: str
    clause: str
    values: Mapping[str, RefusalValue]
    needs_second: bool | UnsetType = UNSET
    """Whether the command only lacks a second person; not set if no stream decided it."""


class CommandResult(Struct, frozen=True):
    """The entry that carried out a command."""

    ok: Literal[True]
    number: int
    version: int | UnsetType = UNSET
    """The first view of the table that has the result."""


AnswerView: TypeAlias = CommandResult | RefusalView
"""The answer to a command."""


class RequestedApproval(Struct, frozen=True):
    """The request that waits for a second person."""

    ok: Literal[True]
    entry: str


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
    """The response to a path that does not exist."""
    return error_response("there is no such thing here", 404)


def refusal_response(refusal: Refusal, status: int | None = None) -> Response:
    """The response to a request that no stream has decided."""
    return json_response(refusal_view(refusal), status or STATUS.get(refusal.code, 403))


def refusal_view(refusal: Refusal) -> RefusalView:
    """A refusal that no stream has decided."""
    return RefusalView(ok=False, code=refusal.code, clause=refusal.clause, values=refusal.values)


def refused_command(refusal: Refusal) -> RefusalView:
    """The refusal of a command, and whether it only lacks a second person."""
    view = refusal_view(refusal)
    return structs.replace(view, needs_second=refusal.code == "needs-second")


def answer_view(answer: CommandAnswer, version: int | None = None) -> AnswerView:
    """The answer of a stream; it has status 200 even if it is a refusal.

    `version` is the first view of the table that has the result.
    """
    if isinstance(answer, Refusal):
        return refused_command(answer)
    return CommandResult(
        ok=True, number=answer.number, version=UNSET if version is None else version
    )


def staff_request(connection: HTTPConnection) -> StaffRequest:
    """The values of a request, or of a socket, that identify its sender."""
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
