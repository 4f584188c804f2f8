"""Serve terminals, public displays and the lobby, with the WebSocket of terminals."""

import asyncio
import hashlib
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket

from punto.floor import metrics
from punto.floor.broadcast import Subscriber
from punto.floor.lobby import lobby
from punto.floor.lobby.help import TableHelp
from punto.floor.network.numbers import query_number, whole_number
from punto.floor.plan import TablePlan
from punto.floor.public_view.layout import Layout, table_layout
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.rate_limit import TokenBuckets
from punto.floor.terminals.connection import ConnectionClosed, TerminalConnection
from punto.floor.terminals.recent_answers import RecentAnswers
from punto.floor.terminals.round_recall import recall_round, recall_rounds
from punto.floor.web.endpoints import Call, api_routes, route
from punto.floor.web.json_responses import (
    error_response,
    json_response,
    not_found_response,
    refusal_response,
)
from punto.floor.web.security_headers import cookie_name, is_tls
from punto.floor.web.sockets import close_socket, run_connection, sender_of
from punto.floor.web_parts import WebParts
from punto.floor.wire import terminal as wire
from punto.floor.wire.terminal import Whole
from punto.table.refusals import Refusal

TABLE = "/api/tables/{table}"
COOKIE = "punto_terminal"
HELLO_SECONDS = 10.0
PAIRING_BURST = 60
ROUNDS_ON_A_PAGE = 20
MAX_ROUNDS_ON_A_PAGE = 100


def routes(parts: WebParts) -> list[BaseRoute]:
    """The routes that terminals, displays and the lobby use."""
    terminals = _Terminals(parts)
    return [*api_routes(terminals), WebSocketRoute("/ws", terminals.serve)]


class EnrolledTerminal(Struct, frozen=True):
    """A new terminal, with the key that proves its connections."""

    terminal: str
    key: str


class _Terminals:
    """The handlers, and the state that they share between requests."""

    def __init__(self, parts: WebParts) -> None:
        self._parts, self._replicas = parts, parts.replicas
        self._enrolment = parts.terminals.enrolment
        self._recent_answers = RecentAnswers(parts.plan.messages_per_second)
        rate = parts.plan.pairings_per_second
        self._pairings = TokenBuckets(rate, PAIRING_BURST * rate)
        self._layouts: dict[str, tuple[TablePlan, str, bytes]] = {}

    @route("GET", "/api/lobby")
    async def lobby(self, _call: Call[None]) -> dict[str, Any]:
        """Every table of the floor."""
        return lobby.lobby(self._replicas.values())

    @route("GET", f"{TABLE}/layout", statuses=(304,))
    async def layout(self, call: Call[None]) -> Layout | Response:
        """The layout of a table, sent only if the browser does not have it yet."""
        replica = self._table(call.request)
        if replica is None:
            return not_found_response()
        etag, body = self._layout_of(replica)
        if call.request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers={"etag": etag})
        headers = {"etag": etag, "cache-control": "no-cache"}
        return Response(body, media_type="application/json", headers=headers)

    def _layout_of(self, replica: TableReplica) -> tuple[str, bytes]:
        plan = replica.effective_plan
        known = self._layouts.get(plan.key)
        if known is None or known[0] is not plan:
            body = msgspec.json.encode(table_layout(plan, self._parts.plan.currency))
            known = plan, f'"{hashlib.sha256(body).hexdigest()[:32]}"', body
            self._layouts[plan.key] = known
        return known[1:]

    @route("GET", f"{TABLE}/help")
    async def help(self, call: Call[None]) -> TableHelp | Response:
        """The help of a table."""
        replica = self._table(call.request)
        if replica is None:
            return not_found_response()
        return await asyncio.to_thread(lobby.plan_help, replica.effective_plan)

    @route("GET", f"{TABLE}/odds")
    async def odds(self, call: Call[None]) -> dict[str, Any] | Response:
        """The odds of every wager on offer."""
        replica = self._table(call.request)
        if replica is None:
            return not_found_response()
        return await asyncio.to_thread(lobby.odds_view, replica.effective_plan)

    @route(
        "GET",
        f"{TABLE}/rounds",
        query={"before": Whole, "limit": Annotated[int, Meta(ge=0, le=MAX_ROUNDS_ON_A_PAGE)]},
        statuses=(400,),
    )
    async def rounds(self, call: Call[None]) -> dict[str, Any] | Response:
        """A page of concluded rounds, with the wagers of the visit that requests it."""
        request, replica = call.request, self._table(call.request)
        if replica is None:
            return not_found_response()
        before = query_number(request.query_params, "before")
        limit = query_number(request.query_params, "limit")
        limit = ROUNDS_ON_A_PAGE if limit is None else min(limit, MAX_ROUNDS_ON_A_PAGE)
        visit = self._visit(request)
        return {"rounds": await recall_rounds(self._parts.recall, replica, visit, before, limit)}

    @route("GET", f"{TABLE}/rounds/{{round}}")
    async def round(self, call: Call[None]) -> dict[str, Any] | Response:
        """One concluded round, with the wagers of the visit that requests it."""
        replica = self._table(call.request)
        number = whole_number(call.path("round"))
        found = None
        if replica is not None and number is not None:
            visit = self._visit(call.request)
            found = await recall_round(self._parts.recall, replica, visit, number)
        return not_found_response() if found is None else found

    @route("POST", "/api/terminals", status=201, statuses=(429, 503))
    async def pair(self, call: Call[None]) -> EnrolledTerminal | Response:
        """Enrol a terminal; its key is also in a cookie that scripts cannot read."""
        request = call.request
        address = request.client.host if request.client else ""
        now = asyncio.get_running_loop().time()
        if not self._pairings.of(address, now).spend(now):
            return error_response("too many terminals at once", 429)
        paired = await self._enrolment.enrol()
        if isinstance(paired, Refusal):
            return refusal_response(paired, 503)
        terminal, key = paired
        response = json_response(EnrolledTerminal(terminal, key), 201)
        response.set_cookie(
            cookie_name(COOKIE, request),
            f"{terminal}.{key}",
            httponly=True,
            samesite="strict",
            secure=is_tls(request),
        )
        return response

    def _table(self, request: Request) -> TableReplica | None:
        return self._replicas.get(request.path_params["table"])

    def _visit(self, request: Request) -> str | None:
        """The visit at the terminal that sent a request, if it sent its key too."""
        terminal, key = request.headers.get("x-terminal", ""), request.headers.get("x-key", "")
        scheme, *words = request.headers.get("authorization", "").split()[:3] or [""]
        if scheme == "Terminal" and len(words) == 2:
            terminal, key = words
        if not terminal:
            terminal, _, key = request.cookies.get(cookie_name(COOKIE, request), "").partition(".")
        known = self._enrolment.is_enrolled_key(terminal, key)
        return self._parts.terminals.visits.visit_at(terminal) if known else None

    # The WebSocket

    async def serve(self, socket: WebSocket) -> None:
        """Serve the WebSocket of a terminal or a display until either side closes it."""
        if wire.SUBPROTOCOL not in socket.scope.get("subprotocols", ()):
            await socket.close(1002)
            return
        await socket.accept(wire.SUBPROTOCOL)
        connection = Subscriber()
        terminal = TerminalConnection(self._parts.terminals, self._recent_answers, connection)
        writing = connection.write_loop(sender_of(socket), self._replicas)
        try:
            await run_connection(
                (writing, _listen(socket, terminal)),
                terminal.end,
                lambda: {"terminal": connection.terminal},
            )
        finally:
            bye = connection.bye
            code, last = (1000, None) if bye is None else (1008, wire.encode(bye))
            await close_socket(socket, code, last)


async def _listen(socket: WebSocket, terminal: TerminalConnection) -> None:
    """Handle one message after the other, until the browser leaves or a message ends it."""
    connection = terminal.connection
    timeout: float | None = HELLO_SECONDS
    while True:
        async with asyncio.timeout(timeout):
            message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        text = message.get("text")
        try:
            await terminal.receive(message["bytes"] if text is None else text)
        except ConnectionClosed as end:
            metrics.ENDED.labels(end.code).inc()
            connection.close(end.code, end.words)
            return
        timeout = None
        # Send the answers before the next message is read.
        await asyncio.sleep(0)
