"""The application: pages, JSON and the WebSocket of a floor, with strict headers."""

import asyncio
import hashlib
import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from punto.floor import metrics
from punto.floor.broadcast import Connection
from punto.floor.floor import Floor
from punto.floor.lobby import lobby
from punto.floor.network.allowed_networks import OwnNetworks
from punto.floor.network.numbers import NotANumber, number_asked, whole_number
from punto.floor.network.tls import cookie_name, is_tls
from punto.floor.plan import TablePlan
from punto.floor.public_view.layout import Place, layout_of
from punto.floor.rate_limit import Budget
from punto.floor.tables.table_owner import LiveTable
from punto.floor.terminals.connection import Conversation, Ended
from punto.floor.terminals.recent_answers import Memory
from punto.floor.terminals.round_recall import one_round, some_rounds
from punto.floor.web import openapi, routes
from punto.floor.web.encoded_socket import sender_of
from punto.floor.web.routes import pages
from punto.floor.web.security_headers import StrictHeaders
from punto.floor.web.socket_errors import ended, started
from punto.floor.wire import terminal as wire
from punto.table.refusals import Refusal

COOKIE = "punto_terminal"
HELLO_SECONDS = 10.0
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
OWN_ADDRESSES = ("127.0.0.1", "::1")
PAIRING_BURST = 60
ROUNDS_ON_A_PAGE = 20
MOST_ROUNDS_ON_A_PAGE = 100


def app_of(floor: Floor, hosts: tuple[str, ...] = LOOPBACK) -> Starlette:
    """The application that serves a floor to these host names."""
    return _App(floor, hosts).starlette


class _App:
    """The routes of a floor."""

    def __init__(self, floor: Floor, hosts: tuple[str, ...]) -> None:
        self._floor = floor
        self._memory = Memory(floor.plan.messages_per_second)
        self._pairings: dict[str, Budget] = {}
        self._layouts: dict[str, tuple[TablePlan, str, bytes]] = {}
        self.starlette = Starlette(
            routes=self._routes(),
            middleware=[
                Middleware(OwnNetworks, networks=floor.plan.networks),
                Middleware(StrictHeaders, hosts=hosts, staff_host=floor.plan.staff_host),
            ],
            exception_handlers={Exception: _unforeseen, NotANumber: _not_a_number},
            lifespan=self._lifespan,
        )

    def _routes(self) -> list[BaseRoute]:
        return [
            *routes.routes(self._floor, self._floor.staff),
            *pages.routes(),
            Route("/api/lobby", self._lobby),
            Route("/api/tables/{table}/layout", self._layout),
            Route("/api/tables/{table}/help", self._help),
            Route("/api/tables/{table}/odds", self._odds),
            Route("/api/tables/{table}/rounds", self._rounds),
            Route("/api/tables/{table}/rounds/{round}", self._round),
            Route("/api/terminals", self._pair, methods=["POST"]),
            Route("/api/wire.json", self._wire),
            Route("/api/openapi.json", self._openapi),
            Route("/health", self._health),
            Route("/ready", self._ready),
            Route("/metrics", self._metrics),
            WebSocketRoute("/ws", self._socket),
        ]

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        yield
        await self._floor.stop()

    # JSON

    async def _lobby(self, _request: Request) -> Response:
        return _json(lobby.lobby(self._floor))

    async def _layout(self, request: Request) -> Response:
        live = self._table(request)
        if live is None:
            return _missing()
        etag, body = self._layout_of(live)
        if request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers={"etag": etag})
        headers = {"etag": etag, "cache-control": "no-cache"}
        return Response(body, media_type="application/json", headers=headers)

    def _layout_of(self, live: LiveTable) -> tuple[str, bytes]:
        plan = live.as_run
        known = self._layouts.get(plan.key)
        if known is None or known[0] is not plan:
            place = Place(
                plan.key,
                plan.name,
                plan.number,
                self._floor.plan.currency,
                plan.denominations_cents,
                plan.cloth,
                plan.coming.at if plan.coming else None,
            )
            body = msgspec.json.encode(layout_of(plan.book, plan.settings, place))
            known = plan, f'"{hashlib.sha256(body).hexdigest()[:32]}"', body
            self._layouts[plan.key] = known
        return known[1:]

    async def _help(self, request: Request) -> Response:
        live = self._table(request)
        if live is None:
            return _missing()
        return _json(await asyncio.to_thread(lobby.help_of, live.as_run))

    async def _odds(self, request: Request) -> Response:
        live = self._table(request)
        if live is None:
            return _missing()
        return _json(await asyncio.to_thread(lobby.odds_shown, live.as_run))

    async def _rounds(self, request: Request) -> Response:
        live = self._table(request)
        if live is None:
            return _missing()
        before = number_asked(request.query_params, "before")
        limit = number_asked(request.query_params, "limit")
        limit = ROUNDS_ON_A_PAGE if limit is None else min(limit, MOST_ROUNDS_ON_A_PAGE)
        visit = self._visit(request)
        return _json({"rounds": await some_rounds(self._floor, live, visit, before, limit)})

    async def _round(self, request: Request) -> Response:
        live = self._table(request)
        number = whole_number(request.path_params["round"])
        found = None
        if live is not None and number is not None:
            found = await one_round(self._floor, live, self._visit(request), number)
        return _missing() if found is None else _json(found)

    async def _pair(self, request: Request) -> Response:
        address = request.client.host if request.client else ""
        now = asyncio.get_running_loop().time()
        rate = self._floor.plan.pairings_per_second
        budget = self._pairings.setdefault(address, Budget.full(rate, PAIRING_BURST * rate, now))
        if not budget.spend(now):
            return _json({"error": "too many terminals at once"}, 429)
        paired = await self._floor.enrolment.enrol()
        if isinstance(paired, Refusal):
            return _json({"error": paired.words}, 503)
        terminal, key = paired
        response = _json({"terminal": terminal, "key": key}, 201)
        response.set_cookie(
            cookie_name(COOKIE, request),
            f"{terminal}.{key}",
            httponly=True,
            samesite="strict",
            secure=is_tls(request),
        )
        return response

    async def _wire(self, _request: Request) -> Response:
        return _json(openapi.wire_schema())

    async def _openapi(self, _request: Request) -> Response:
        return _json(openapi.openapi())

    async def _health(self, _request: Request) -> Response:
        return _json({"status": "alive", "software": self._floor.software})

    async def _ready(self, _request: Request) -> Response:
        failure = self._floor.writer.failure
        if not self._floor.is_ready or failure is not None:
            return _json({"status": "not ready", "why": str(failure or "starting")}, 503)
        faults = [{"part": part, "why": why} for part, why in self._floor.faults().items()]
        return _json({"status": "ready", "tables": len(self._floor.tables), "faults": faults})

    async def _metrics(self, request: Request) -> Response:
        token = self._floor.plan.metrics_token
        address = request.client.host if request.client else ""
        shown = request.headers.get("authorization", "").encode(errors="replace")
        if address not in OWN_ADDRESSES and not (
            token and hmac.compare_digest(shown, f"Bearer {token}".encode())
        ):
            return _missing()
        body, kind = metrics.page(self._floor)
        return Response(body, media_type=kind)

    def _table(self, request: Request) -> LiveTable | None:
        return self._floor.tables.get(request.path_params["table"])

    def _visit(self, request: Request) -> str | None:
        """The visit of the terminal that asks, by its key."""
        terminal, key = request.headers.get("x-terminal", ""), request.headers.get("x-key", "")
        scheme, *words = request.headers.get("authorization", "").split()[:3] or [""]
        if scheme == "Terminal" and len(words) == 2:
            terminal, key = words
        if not terminal:
            terminal, _, key = request.cookies.get(cookie_name(COOKIE, request), "").partition(".")
        known = self._floor.enrolment.is_enrolled_key(terminal, key)
        return self._floor.visits.visit_at(terminal) if known else None

    # The WebSocket

    async def _socket(self, socket: WebSocket) -> None:
        if wire.SUBPROTOCOL not in socket.scope.get("subprotocols", ()):
            await socket.close(1002)
            return
        await socket.accept(wire.SUBPROTOCOL)
        connection = Connection()
        conversation = Conversation(self._floor, self._memory, connection)
        pumping = connection.pump(sender_of(socket), self._floor.picture)
        tasks = started(pumping, _listen(socket, conversation))
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            self._floor.detach(connection)
            for task in tasks:
                await ended(task, terminal=connection.terminal)
            await _say_bye(socket, connection)


async def _listen(socket: WebSocket, conversation: Conversation) -> None:
    """Hears one message after the other, until there are no more or one ends it all."""
    connection = conversation.connection
    timeout: float | None = HELLO_SECONDS
    while True:
        async with asyncio.timeout(timeout):
            message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        text = message.get("text")
        try:
            await conversation.hear(message["bytes"] if text is None else text)
        except Ended as end:
            metrics.ENDED.labels(end.code).inc()
            connection.part(end.code, end.words)
            return
        timeout = None
        # Whatever was answered goes out before more is heard.
        await asyncio.sleep(0)


async def _say_bye(socket: WebSocket, connection: Connection) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
        async with asyncio.timeout(2):
            if connection.bye is not None:
                await socket.send_text(wire.told(connection.bye).decode())
            await socket.close(1000 if connection.bye is None else 1008)


def _json(value: Any, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    body = msgspec.json.encode(value)
    return Response(body, status, media_type="application/json", headers=headers)


async def _unforeseen(_request: Request, _error: Exception) -> Response:
    """An error that nobody foresaw is counted here, and written down by the server."""
    metrics.UNFORESEEN.inc()
    return _json({"error": "something went wrong here; it is written down"}, 500)


async def _not_a_number(_request: Request, error: Exception) -> Response:
    return _json({"error": str(error)}, 400)


def _missing() -> Response:
    return _json({"error": "there is no such thing here"}, 404)
