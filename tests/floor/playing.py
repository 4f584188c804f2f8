"""Serve a floor on a real socket in tests, and connect terminals to it."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from httpx2 import AsyncClient
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from punto.floor.floor import Floor, utc_now
from punto.floor.network.tls import CertificatePair
from punto.floor.plan import FloorPlan, Pace, default_plan
from punto.floor.web.server import FloorServer, bind_socket, make_server
from punto.floor.wire.terminal import SUBPROTOCOL
from punto.journal.entry import StoredEntry
from punto.journal.reader import JournalReader

FAST = Pace(
    betting_ms=250,
    confirm_ms=200,
    card_gap_ms=5,
    settle_ms=5,
    result_pause_ms=60,
    shoe_ms=1,
    ruling_ms=50,
)

ODD_NUMBERS = ("-1", "word", "1.5", "²", "٣", "9007199254740993", "9" * 5_000)
"""Text that no route accepts as a number."""


def plan_of(*games: str, pace: Pace = FAST, **changes: Any) -> FloorPlan:
    """A plan of a quick floor with some games, by default all ten."""
    usual = default_plan(pace)
    tables = tuple(each for each in usual.tables if not games or each.book.key in games)
    return replace(usual, tables=tables, pairings_per_second=1_000, **changes)


def entries_of(floor: Floor, stream: str) -> list[StoredEntry]:
    """The entries of a stream in the journal of a floor."""
    with closing(JournalReader(floor.journal.path)) as reader:
        return list(reader.read(stream))


async def until(holds: Callable[[], object]) -> None:
    """Wait until a condition is true."""
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.005)


class Served:
    """A floor served on a real socket."""

    def __init__(self, floor: Floor, port: int, server: FloorServer) -> None:
        self.floor, self.port, self.server = floor, port, server

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def http(self, **headers: str) -> AsyncClient:
        return AsyncClient(base_url=self.address, headers=headers, timeout=30)

    async def get(self, path: str, **headers: str) -> Any:
        async with self.http(**headers) as client:
            answer = await client.get(path)
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        return answer.json()

    async def over(self, table: str, round_: int) -> None:
        """Wait until a round has ended."""
        past = self.floor.replicas[table].history
        while round_ not in past.rounds or not past.rounds[round_].is_over:
            await asyncio.sleep(0.01)

    async def paired(self) -> tuple[str, str]:
        async with self.http() as client:
            answer = await client.post("/api/terminals")
        assert answer.status_code == 201, answer.text
        said = answer.json()
        return said["terminal"], said["key"]

    @asynccontextmanager
    async def terminal(
        self,
        *tables: str,
        key: tuple[str, str] | None = None,
        cents: int = 0,
        is_display: bool = False,
    ) -> AsyncIterator["Terminal"]:
        """A terminal that watches tables, with a seat at each if it has credit."""
        known = key or await self.paired()
        async with connected(self.port) as line:
            terminal = Terminal(self, line, *known)
            hello = {"type": "hello", "protocol": 1, "terminal": known[0], "key": known[1]}
            await terminal.say(**hello, tables=tables, is_display=is_display)
            terminal.welcome = await terminal.heard("welcome")
            if cents:
                await terminal.done(type="buy", cents=cents)
                for table in tables:
                    await terminal.done(type="sit", table=table)
            yield terminal


@asynccontextmanager
async def connected(port: int, **options: Any) -> AsyncIterator[ClientConnection]:
    """Connect to the floor without a terminal."""
    address, spoken = f"ws://127.0.0.1:{port}/ws", [Subprotocol(SUBPROTOCOL)]
    async with connect(
        address, subprotocols=spoken, compression=None, proxy=None, **options
    ) as line:
        yield line


class Terminal:
    """A client that behaves like a browser: it draws the last view of each table."""

    def __init__(self, served: Served, line: ClientConnection, name: str, key: str) -> None:
        self.served, self.line, self.name, self.key = served, line, name, key
        self.views: dict[str, dict[str, Any]] = {}
        self.roads: dict[str, Any] = {}
        self.money: dict[str, Any] = {}
        self.welcome: dict[str, Any] = {}
        self.heard_all: list[dict[str, Any]] = []
        self.acknowledges = True

    async def say(self, **message: Any) -> None:
        await self.line.send(json.dumps(message))

    async def next(self) -> dict[str, Any]:
        """Return the next message. A view is drawn and acknowledged."""
        async with asyncio.timeout(20):
            message: dict[str, Any] = json.loads(await self.line.recv())
        self.heard_all.append(message)
        if message["type"] == "balance":
            self.money = message
        if message["type"] == "view":
            await self._draw(message)
        return message

    async def recalled(self, table: str, round_: int) -> dict[str, Any]:
        """Return a finished round with the wagers of this terminal."""
        headers = {"x-terminal": self.name, "x-key": self.key}
        path = f"/api/tables/{table}/rounds/{round_}"
        shown: dict[str, Any] = await self.served.get(path, **headers)
        return shown

    async def _draw(self, view: dict[str, Any]) -> None:
        table = view["table"]
        self.roads[table] = view["roads"] or self.roads[table]
        self.views[table] = view
        own, phase = view["own"], view["phase"]
        if self.acknowledges and own and own["set"] and phase in ("bets-open", "bets-closed"):
            # After its goodbye the floor reads nothing more, but its last messages can be read.
            with suppress(ConnectionClosed):
                await self.say(
                    type="acknowledge",
                    table=table,
                    round=view["round"],
                    accepted=own["set"],
                    closed=phase == "bets-closed",
                )

    async def heard(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Wait for the next message of a kind with these values."""
        while True:
            message = await self.next()
            if message["type"] == kind and all(
                message.get(name) == value for name, value in fields.items()
            ):
                return message

    async def seen(self, table: str, *phases: str, after: int = 0) -> dict[str, Any]:
        """Wait for the view of a table in one of the phases, in a later round than `after`."""

        def there(view: dict[str, Any] | None) -> bool:
            return view is not None and view["phase"] in phases and view["round"] > after

        while not there(self.views.get(table)):
            await self.next()
        return self.views[table]

    async def until(self, holds: Callable[["Terminal"], bool]) -> None:
        """Read messages until a condition is true."""
        while not holds(self):
            await self.next()

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Send a request under a new id, and return the answer."""
        message.setdefault("id", secrets.token_hex(16))
        await self.say(**message)
        while True:
            answer = await self.next()
            ends = answer["type"] in ("command-done", "command-refused")
            if ends and answer["id"] == message["id"]:
                return answer

    async def done(self, **message: Any) -> dict[str, Any]:
        answer = await self.ask(**message)
        assert answer["ok"], answer
        return answer

    async def refused(self, **message: Any) -> str:
        answer = await self.ask(**message)
        assert not answer["ok"], answer
        return str(answer["code"])

    async def place(self, table: str, **cents: int) -> dict[str, Any]:
        """Place stakes in the first round with enough betting time left."""
        stakes = [{"wager": wager, "cents": amount} for wager, amount in cents.items()]
        while True:
            view = await self.seen(table, "bets-open")
            if view["own"] is None:
                await self.next()
                continue
            answer = await self.ask(
                type="place-wagers",
                table=table,
                round=view["round"],
                after=view["own"]["set"],
                stakes=stakes,
            )
            if answer["ok"] or answer["code"] not in LATE:
                return answer
            await self.seen(table, "bets-open", after=view["round"])


LATE = ("bets-closed", "taken-back-late", "bets-not-open", "other-round", "held")
"""The refusals that a slow client may get on a busy machine."""


@asynccontextmanager
async def served(
    folder: Path,
    plan: FloorPlan,
    pair: CertificatePair | None = None,
    clock: Callable[[], datetime] = utc_now,
) -> AsyncIterator[Served]:
    """Serve a floor while the block runs, and stop it gracefully afterwards."""
    listening = bind_socket("127.0.0.1", 0)
    floor = Floor(plan, folder, clock)
    server = make_server(floor, pair=pair)
    running = asyncio.ensure_future(server.serve(sockets=[listening]))
    while not server.started:
        assert not running.done(), running
        await asyncio.sleep(0.01)
    try:
        yield Served(floor, listening.getsockname()[1], server)
    finally:
        server.should_exit = True
        await running
