"""Send whole views of tables and of the floor to staff screens while their session lives."""

import asyncio
from collections.abc import Callable

import msgspec
from starlette.websockets import WebSocket

from punto.floor.access.staff_access import SignedInPerson
from punto.floor.pit import overview
from punto.floor.rate_limit import TokenBucket
from punto.floor.staff_views import pit_view, table_view
from punto.floor.web.json_responses import staff_request
from punto.floor.web.sockets import close_socket, run_connection
from punto.floor.web_parts import WebParts
from punto.floor.wire import staff as wire
from punto.house.staff.state import Person
from punto.messages.message import Message
from punto.table.refusals import Refusal

INBOUND = msgspec.json.Decoder(wire.StaffInbound)
ENCODE = msgspec.json.Encoder().encode
TICK_SECONDS = 1.0
"""How often a view with a countdown is sent without a change."""

CLOSE_CODE, ERROR_CODE = 1008, 1011
PER_SECOND, AT_ONCE = 20.0, 60.0


class StaffSocketEndpoint:
    """Accept the WebSockets of staff screens."""

    def __init__(self, parts: WebParts) -> None:
        self._parts = parts
        self._prepared: asyncio.Future[None] | None = None

    def prepare(self) -> "asyncio.Future[None]":
        """A future that is done once the odds for the view of the floor are counted."""
        if self._prepared is None:
            plans = [plan for table in self._parts.plan.tables for plan in table.all_in_turn()]
            replicas = self._parts.replicas.values()
            played = [laid for replica in replicas for laid in replica.history.takings.laid]
            # If this fails, the view of the pit counts them itself, and reports its own error.
            self._prepared = self._parts.tasks.spawn(
                "count the odds for the pit",
                asyncio.to_thread(overview.prepare, plans, played),
                failed=lambda _error: None,
            )
        return self._prepared

    async def serve(self, socket: WebSocket) -> None:
        """Send views until the session or the connection ends."""
        signed = self._parts.staff.authenticate(staff_request(socket))
        if isinstance(signed, Refusal) or wire.SUBPROTOCOL not in socket.scope["subprotocols"]:
            await socket.close(CLOSE_CODE)
            return
        await socket.accept(wire.SUBPROTOCOL)
        screen = StaffScreenConnection(self._parts, signed, socket, self.prepare)
        await screen.run()


class StaffScreenConnection:
    """One staff screen, with the tables that it watches and the views that wait for it."""

    def __init__(
        self,
        parts: WebParts,
        signed: SignedInPerson,
        socket: WebSocket,
        prepared: "Callable[[], asyncio.Future[None]]",
    ) -> None:
        self._parts, self._signed, self._socket = parts, signed, socket
        self._prepared = prepared
        self._tables: tuple[str, ...] = ()
        self._due: dict[str, None] = {}
        self._watches_floor = self._is_floor_due = False
        self._pongs: list[int] = []
        self._ready = asyncio.Event()
        self._ended: str | None = None

    async def run(self) -> None:
        """Receive and send until one of them ends."""
        self._signed.session.ends.add(self._end)
        self._parts.screens.join(self)
        code = ERROR_CODE
        try:
            tasks = self._receive(), self._send_views(), self._tick()
            if await run_connection(tasks, self._leave, lambda: {"staff": self._signed.name}):
                code = 1000
        finally:
            last = None
            if self._ended is not None:
                code = CLOSE_CODE
                text = Message(f"session-end.{self._ended}")
                last = ENCODE(wire.SessionEnded(self._ended, text))
            await close_socket(self._socket, code, last)

    def _leave(self) -> None:
        self._signed.session.ends.discard(self._end)
        self._parts.screens.leave(self)

    def on_change(self, table: str | None) -> None:
        """Send the view of a table that changed, or all views after a change of the floor."""
        if table in self._tables:
            self._due[table] = None
        if table is None:
            self._due.update(dict.fromkeys(self._tables))
        self._is_floor_due = self._watches_floor
        self._ready.set()

    def _end(self, code: str) -> None:
        self._ended = self._ended or code
        self._ready.set()

    def stop(self) -> None:
        """Close the connection because the floor closes."""
        self._end("stopping")

    async def _receive(self) -> None:
        loop = asyncio.get_running_loop()
        budget = TokenBucket.full(PER_SECOND, AT_ONCE, loop.time())
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            await asyncio.sleep(budget.wait(loop.time()))
            text = message.get("text")
            try:
                inbound = INBOUND.decode(message["bytes"] if text is None else text)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                self._end("not-understood")
                return
            self._handle(inbound)

    def _handle(self, inbound: wire.StaffInbound) -> None:
        if isinstance(inbound, wire.Ping):
            self._pongs = [*self._pongs[-8:], inbound.n]
        else:
            known = self._parts.replicas
            self._tables = tuple(dict.fromkeys(table for table in inbound.tables if table in known))
            self._due = dict.fromkeys(self._tables)
            self._watches_floor = self._is_floor_due = inbound.floor
            if inbound.floor:
                self._prepared().add_done_callback(lambda _: self._ready.set())
        self._ready.set()

    async def _tick(self) -> None:
        """Send views with a countdown every second, and end an expired session."""
        while self._ended is None:
            await asyncio.sleep(TICK_SECONDS)
            if not self._parts.staff.sessions.is_alive(self._signed.session):
                self._end("expired")
            for table in self._tables:
                if self._parts.replicas[table].is_timed:
                    self._due[table] = None
            self._is_floor_due = self._is_floor_due or self._watches_floor
            self._ready.set()

    async def _send_views(self) -> None:
        while self._ended is None:
            await self._ready.wait()
            self._ready.clear()
            while (text := self._next()) is not None:
                await self._socket.send_text(text)
                # A person who signs out or is revoked meanwhile receives nothing more.
                await asyncio.sleep(0)

    def _next(self) -> str | None:
        if self._ended is not None:
            return None
        if self._pongs:
            return ENCODE(wire.Pong(self._pongs.pop(0))).decode()
        person = self._person()
        if person is None:
            self._end("revoked")
            return None
        if self._due:
            table = next(iter(self._due))
            del self._due[table]
            replica = self._parts.replicas[table]
            return table_view(self._parts.views, replica, person).decode()
        if self._is_floor_due and self._prepared().done():
            self._is_floor_due = False
            return pit_view(self._parts.views, person).decode()
        return None

    def _person(self) -> Person | None:
        """The person at the screen, with their current position; None once they are disabled."""
        person = self._parts.staff.state.people.get(self._signed.name)
        return None if person is None or person.is_disabled else person
