"""Run the crowd of a loaded floor. Its terminals wager in every round, and some flood the floor."""

import asyncio
import json
import random
import secrets
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any, NamedTuple

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from benchmarks.load.line import Line, dialled
from punto.floor.plan import Pace
from punto.floor.wire.terminal import SUBPROTOCOL

BETTING_SECONDS = 6
SENT_AHEAD_BYTES = 8_192
"""The size of a flood that waits to be sent, always more than the server reads."""

PACE = Pace(
    betting_ms=BETTING_SECONDS * 1_000,
    confirm_ms=1_500,
    card_gap_ms=600,
    settle_ms=600,
    result_pause_ms=3_000,
    shoe_ms=200,
)
SECONDS = 20
WARM_SECONDS = 4
LATE_SECONDS = 2
"""The time that the last decision has to arrive."""

CONNECT_EVERY = 0.008
HEARTBEAT_SECONDS = 5
PAIRING_LINES = 32
Keys = list[tuple[str, str]]


class ReceivedView(NamedTuple):
    """A received view: its terminal, its version and its time."""

    place: int
    version: int
    at: int


class Glance:
    """The parts of a view that a reader needs, found without parsing all of it."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self.version = self._number(b'"version":')
        self.round = self._number(b'"round":')
        at = text.index(b'"phase":"') + 9
        self.phase = text[at : text.index(b'"', at)]
        own = text.rfind(b'"own":')
        self.seat = self.set = 0
        if not text.startswith(b"null", own + 6):
            self.seat = self._number(b'"seat":', own)
            self.set = self._number(b'"set":', own)

    def _number(self, word: bytes, start: int = 0) -> int:
        at = self._text.index(word, start) + len(word)
        end = at
        while self._text[end] in b"0123456789":
            end += 1
        return int(self._text[at:end])


class Crowd:
    """Terminals that wager in every round. Some of them flood the floor."""

    def __init__(self, port: int, terminals: int, tables: int, flooding: int = 0) -> None:
        self.port, self.terminals, self._tables = port, terminals, tables
        self.flooding = flooding
        self.random = random.Random(7)
        self.received: list[ReceivedView] = []
        self.seats: dict[int, int] = {}
        """The seat of each place, once it has one."""

        self.accepted: set[str] = set()
        self.views = 0
        self.measures = False
        self.ends = False

    def table(self, place: int) -> str:
        """The table at which a terminal sits."""
        return f"t-{place % self._tables + 1}"

    async def play(self, keys: Keys, begin: Callable[[], None], end: Callable[[], None]) -> None:
        """Take all seats, warm up, and measure between `begin` and `end`."""
        playing: list[asyncio.Task[Terminal]] = []
        for place, key in enumerate(keys):
            playing.append(asyncio.create_task(Terminal(self, place, key).sit()))
            await asyncio.sleep(CONNECT_EVERY)
        there = await asyncio.gather(*playing)
        while len(self.seats) < self.terminals:
            await asyncio.sleep(0.1)
            if any(each.line.ended.done() for each in there):
                raise SystemExit("floor: a terminal was cut off before all were seated")
        there[0].line.say(type="begin") if keys[0] == BARE else None
        with self._floods(keys[: self.flooding]):
            await asyncio.sleep(WARM_SECONDS)
            begin()
            self.measures = True
            await asyncio.sleep(SECONDS)
            end()
            await asyncio.sleep(LATE_SECONDS)
            self.measures = False
        self.ends = True
        for each in there:
            each.line.close()

    @contextmanager
    def _floods(self, keys: Keys) -> Iterator[None]:
        """Flood the floor from another process, so that the flood does not slow our readers."""
        if not keys:
            yield
            return
        words = [sys.executable, "-m", "benchmarks.load.crowd", str(self.port)]
        with subprocess.Popen([*words, json.dumps(keys)]) as process:
            yield
            process.terminate()


BARE = ("bare", "bare")
"""The key of a terminal on a server without keys."""


class Terminal:
    """One terminal: it sits, wagers once per round, acknowledges the close and sends pings."""

    def __init__(self, crowd: Crowd, place: int, key: tuple[str, str]) -> None:
        self._crowd, self._place, self._key = crowd, place, key
        self._table = crowd.table(place)
        self._is_quiet = place >= crowd.flooding
        self._placed = self._closed = self._pings = 0
        self.line: Line

    async def sit(self) -> "Terminal":
        """Connect, buy credit and take a seat."""
        line = self.line = await dialled(self._crowd.port, self._on_message)
        terminal, key = self._key
        line.say(type="hello", protocol=1, terminal=terminal, key=key, tables=[self._table])
        line.say(type="buy", id=secrets.token_hex(16), cents=100_000_00)
        line.say(type="sit", id=secrets.token_hex(16), table=self._table)
        asyncio.get_running_loop().call_later(HEARTBEAT_SECONDS, self._ping)
        return self

    def _ping(self) -> None:
        """Ping like a browser, so that both sides notice a lost connection."""
        if not self._crowd.ends and not self.line.ended.done():
            self._pings += 1
            self.line.say(type="ping", n=self._pings)
            asyncio.get_running_loop().call_later(HEARTBEAT_SECONDS, self._ping)

    def _on_message(self, text: bytes, now: int) -> None:
        if not text.startswith(b'{"type":"view"'):
            if text.startswith(b'{"type":"command-done"') and b'"receipt":{' in text:
                self._crowd.accepted.add(json.loads(text)["id"])
            return
        view = Glance(text)
        crowd = self._crowd
        if crowd.measures:
            crowd.views += 1
            if self._is_quiet:
                crowd.received.append(ReceivedView(self._place, view.version, now))
        if not view.seat:
            return
        crowd.seats[self._place] = view.seat
        if crowd.measures and not self._is_quiet:
            return
        if view.phase == b"bets-open" and self._placed != view.round:
            self._placed = view.round
            late = crowd.random.random() * BETTING_SECONDS / 2
            asyncio.get_running_loop().call_later(late, self._place_set, view.round, view.set)
        if view.phase == b"bets-closed" and self._closed != view.round and view.set:
            self._closed = view.round
            self.line.say(
                type="acknowledge",
                table=self._table,
                round=view.round,
                accepted=view.set,
                closed=True,
            )

    def _place_set(self, round_: int, after: int) -> None:
        if not self._crowd.ends and not self.line.ended.done():
            self.line.say(
                type="place-wagers",
                id=secrets.token_hex(16),
                table=self._table,
                round=round_,
                after=after,
                stakes=[{"wager": "banker", "cents": 10_00}, {"wager": "tie", "cents": 2_00}],
            )


async def paired(port: int, terminals: int) -> Keys:
    """Pair terminals with a floor, over several connections so that they share commits."""
    share = -(-terminals // PAIRING_LINES)
    pairing = [_some_paired(port, min(share, terminals - at)) for at in range(0, terminals, share)]
    return [key for keys in await asyncio.gather(*pairing) for key in keys]


async def _some_paired(port: int, terminals: int) -> Keys:
    keys: Keys = []
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _ in range(terminals):
        writer.write(
            b"POST /api/terminals HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n"
        )
        head = await reader.readuntil(b"\r\n\r\n")
        size = int(head.lower().partition(b"content-length:")[2].split()[0])
        answer = json.loads(await reader.readexactly(size))
        keys.append((answer["terminal"], answer["key"]))
    writer.close()
    return keys


async def flood(port: int, keys: Keys) -> None:
    """Send as much as possible from some terminals, and reconnect after each disconnection."""

    async def shout(key: tuple[str, str]) -> None:
        hello = {"type": "hello", "protocol": 1, "terminal": key[0], "key": key[1], "tables": []}
        while True:
            try:
                async with await _connected(port) as line:
                    await line.send(json.dumps(hello))
                    for n in count():
                        await line.send(json.dumps({"type": "ping", "n": n}))
            except (ConnectionClosed, OSError):
                await asyncio.sleep(0.5)

    await asyncio.gather(*(shout(key) for key in keys))


async def _connected(port: int) -> Any:
    """A connection with a small send buffer.

    On one machine a larger buffer would only take processor time from the server, which reads no
    more because of it.
    """
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT_AHEAD_BYTES)
    found.setblocking(False)  # noqa: FBT003
    await asyncio.get_running_loop().sock_connect(found, ("127.0.0.1", port))
    return connect(
        f"ws://127.0.0.1:{port}/ws",
        sock=found,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        compression=None,
        proxy=None,
        ping_interval=None,
        open_timeout=120,
    )


if __name__ == "__main__":
    asyncio.run(flood(int(sys.argv[1]), json.loads(sys.argv[2])))
