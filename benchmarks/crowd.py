"""The crowd of a loaded floor: terminals that wager in every round, some of which flood it."""

import asyncio
import json
import random
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from punto.server.config import Pace
from punto.server.wire import SUBPROTOCOL

PACE = Pace(
    betting_ms=6_000,
    confirm_ms=1_500,
    card_gap_ms=600,
    settle_ms=600,
    result_pause_ms=3_000,
    shoe_ms=200,
)
SECONDS = 20
WARM_SECONDS = 4
CONNECT_EVERY = 0.008
HEARTBEAT_SECONDS = 5
PAIRING_LINES = 32
Stamp = tuple[str, int, int]


class Glance:
    """What a reader needs of a picture, found without reading all of it.

    All readers are one process: each picture taken apart would keep the next ones waiting, and the
    wait would be counted as the server's.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self.version = self._number('"version":')
        self.round = self._number('"round":')
        self.phase = self._after('"phase":"').partition('"')[0]
        own = text.rfind('"own":')
        self.is_seated = not text.startswith("null", own + len('"own":'))
        self.set = self._number('"set":', own) if self.is_seated else 0

    def _after(self, word: str, start: int = 0) -> str:
        at = self._text.index(word, start) + len(word)
        return self._text[at : at + 24]

    def _number(self, word: str, start: int = 0) -> int:
        found = self._after(word, start)
        return int(found[: len(found) - len(found.lstrip("0123456789"))])


class Crowd:
    """Terminals that wager in every round, some of which flood the floor."""

    def __init__(self, port: int, terminals: int, tables: int, flooding: int) -> None:
        self._port, self._terminals, self._tables = port, terminals, tables
        self._flooding = flooding
        self._random = random.Random(7)
        self.seen: list[Stamp] = []
        self.accepted: set[str] = set()
        self.rss = 0
        self.cpu_seconds = 0.0
        self.pictures = 0
        self._seated = 0
        self._measures = False
        self._ends = False
        self._sending: set[asyncio.Future[None]] = set()

    async def play(self, rss: Any, cpu: Any) -> None:
        """Plays for as long as is measured."""
        keys = await self._pair()
        playing = [
            asyncio.ensure_future(self._terminal(place, key)) for place, key in enumerate(keys)
        ]
        while self._seated < self._terminals:
            await asyncio.sleep(0.1)
            for task in playing:
                # One that ended early says why; the others would be waited for in vain.
                if task.done():
                    task.result()
                    raise SystemExit("floor: a terminal was cut off before all were seated")
        with self._floods(keys[: self._flooding]):
            await asyncio.sleep(WARM_SECONDS)
            before, self._measures = cpu(), True
            await asyncio.sleep(SECONDS)
            self._measures = False
            self.cpu_seconds = cpu() - before
        self._ends = True
        self.rss = rss()
        for ending in (*playing, *self._sending):
            ending.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    @contextmanager
    def _floods(self, keys: list[tuple[str, str]]) -> Iterator[None]:
        """Has another process flood the floor, so that it does not keep ours from reading."""
        if not keys:
            yield
            return
        words = [sys.executable, "-m", "benchmarks.crowd", str(self._port)]
        with subprocess.Popen([*words, json.dumps(keys)]) as process:
            yield
            process.terminate()

    async def _pair(self) -> list[tuple[str, str]]:
        """Pairs all terminals, over several lines so that they share commits."""
        share = -(-self._terminals // PAIRING_LINES)
        pairing = [
            self._pair_some(min(share, self._terminals - at))
            for at in range(0, self._terminals, share)
        ]
        return [key for keys in await asyncio.gather(*pairing) for key in keys]

    async def _pair_some(self, terminals: int) -> list[tuple[str, str]]:
        keys: list[tuple[str, str]] = []
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        for _ in range(terminals):
            writer.write(
                b"POST /api/terminals HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n"
            )
            head = await reader.readuntil(b"\r\n\r\n")
            size = int(head.lower().partition(b"content-length:")[2].split()[0])
            said = json.loads(await reader.readexactly(size))
            keys.append((said["terminal"], said["key"]))
        writer.close()
        return keys

    async def _terminal(self, place: int, key: tuple[str, str]) -> None:
        table = f"t-{place % self._tables + 1}"
        is_quiet = place >= self._flooding
        await asyncio.sleep(place * CONNECT_EVERY)
        async with connected(self._port) as line:

            async def say(**message: Any) -> None:
                await line.send(json.dumps(message))

            await say(type="hello", protocol=1, terminal=key[0], key=key[1], tables=[table])
            await say(type="buy", id=secrets.token_hex(16), cents=100_000_00)
            await say(type="sit", id=secrets.token_hex(16), table=table)
            placed = closed = 0
            is_seated = False
            pinging = asyncio.ensure_future(_ping(line))
            self._sending.add(pinging)
            async for text in line:
                now = time.monotonic_ns()
                assert isinstance(text, str)
                if not text.startswith('{"type":"view"'):
                    if text.startswith('{"type":"answered"') and '"receipt":{' in text:
                        self.accepted.add(json.loads(text)["id"])
                    continue
                view = Glance(text)
                if self._measures and is_quiet:
                    self.seen.append((table, view.version, now))
                self.pictures += self._measures
                round_ = view.round
                if view.is_seated and not is_seated:
                    is_seated = True
                    self._seated += 1
                if not view.is_seated or (not is_quiet and self._measures):
                    continue
                if view.phase == "bets-open" and placed != round_:
                    placed = round_
                    late = self._random.random() * PACE.betting_ms / 2_000  # type: ignore[operator]
                    asyncio.get_running_loop().call_later(
                        late, self._place, line, table, round_, view.set
                    )
                if view.phase == "bets-closed" and closed != round_ and view.set:
                    closed = round_
                    await say(
                        type="acknowledge",
                        table=table,
                        round=round_,
                        accepted=view.set,
                        closed=True,
                    )

    def _place(self, line: Any, table: str, round_: int, after: int) -> None:
        if self._ends:
            return
        stakes = [{"wager": "banker", "cents": 10_00}, {"wager": "tie", "cents": 2_00}]
        message = {
            "type": "place",
            "id": secrets.token_hex(16),
            "table": table,
            "round": round_,
            "after": after,
            "stakes": stakes,
        }
        self._sending.add(asyncio.ensure_future(line.send(json.dumps(message))))


async def _ping(line: Any) -> None:
    """What a browser says every few seconds, so that both sides know of each other."""
    with suppress(ConnectionClosed):
        for n in count():
            await asyncio.sleep(HEARTBEAT_SECONDS)
            await line.send(json.dumps({"type": "ping", "n": n}))


async def flood(port: int, keys: list[tuple[str, str]]) -> None:
    """Terminals that say as much as they can, and come back whenever they are cut off."""

    async def shout(key: tuple[str, str]) -> None:
        hello = {"type": "hello", "protocol": 1, "terminal": key[0], "key": key[1], "tables": []}
        while True:
            try:
                async with connected(port) as line:
                    await line.send(json.dumps(hello))
                    for n in count():
                        await line.send(json.dumps({"type": "ping", "n": n}))
            except (ConnectionClosed, OSError):
                await asyncio.sleep(0.5)

    await asyncio.gather(*(shout(key) for key in keys))


def connected(port: int) -> Any:
    spoken = [Subprotocol(SUBPROTOCOL)]
    address = f"ws://127.0.0.1:{port}/ws"
    return connect(
        address,
        subprotocols=spoken,
        compression=None,
        proxy=None,
        ping_interval=None,
        open_timeout=120,
    )


if __name__ == "__main__":
    asyncio.run(flood(int(sys.argv[1]), json.loads(sys.argv[2])))
