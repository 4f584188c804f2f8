"""The floor under load: how soon every terminal sees what the server has decided.

`scripts/bench floor [TERMINALS TABLES]` runs, one after the other and on the same two cores, a bare
WebSocket fan-out, a floor whose terminals wager in every round, and the same floor with a tenth of
the terminals flooding it. The bare server sends the floor's own pictures to as many readers at the
same moments; the ratios count, since machines differ and are shared.
"""

import asyncio
import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from statistics import quantiles
from typing import Any

import uvicorn
import uvloop
from rich.console import Console
from rich.table import Table as Printed
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from punto.journal.sqlite import SqliteJournal
from punto.library import GAMES
from punto.server.app import app_of
from punto.server.config import FloorPlan, Pace, TablePlan
from punto.server.floor import Floor
from punto.server.live_table import LiveTable
from punto.server.serving import listening_on
from punto.server.wire import MOST_BYTES, SUBPROTOCOL
from punto.table.events import WagersPlaced
from punto.table.settings import usual_settings

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
BARE_EVERY = 1.25
"""How many seconds lie between two pictures of one table, as on the floor."""

PICTURE_BYTES = 2_400
CONNECT_EVERY = 0.002
HEARTBEAT_SECONDS = 5

ELECTRONIC = [book for book in GAMES if book.document.letter in "EUR"]
Stamp = tuple[str, int, int]


def main() -> None:
    """Runs everything and prints one table."""
    words = [word for word in sys.argv[1:] if word.isdigit()]
    terminals, tables = (int(word) for word in words) if len(words) == 2 else (2_000, 50)
    uvloop.install()
    bare = _bare(terminals, tables)
    quiet = _floor(terminals, tables, flooding=0)
    flooded = _floor(terminals, tables, flooding=terminals // 10)
    printed = Printed(title=f"{terminals} terminals at {tables} tables, {SECONDS} s each")
    for head in (
        "",
        "pictures",
        "p50 ms",
        "p99 ms",
        "p99 to bare",
        "CPU us",
        "wagers",
        "lost",
        "kB",
    ):
        printed.add_column(head, justify="right")
    for name, run in (("bare fan-out", bare), ("floor", quiet), ("floor, 10 % flooding", flooded)):
        cells = (
            f"{len(run.latencies):,}",
            f"{run.part(50):.2f}",
            f"{run.part(99):.2f}",
            f"{run.part(99) / bare.part(99):.2f}",
            f"{run.cpu_each * 1e6:.0f}",
            f"{run.accepted:,}",
            str(run.lost),
            f"{run.bytes_each / 1_000:.0f}",
        )
        printed.add_row(name, *cells)
    Console().print(printed)
    Console().print(f"flooded p99 to quiet p99: {flooded.part(99) / quiet.part(99):.2f}")


@dataclass
class Run:
    """What was measured."""

    latencies: list[float] = field(default_factory=list)
    accepted: int = 0
    lost: int = 0
    bytes_each: float = 0.0
    cpu_each: float = 0.0
    rss: int = 0

    def part(self, percent: int) -> float:
        """The latency, in milliseconds, that so many per cent do not exceed."""
        return quantiles(self.latencies, n=100)[percent - 1]


# The floor


def plan_of(terminals: int, tables: int) -> FloorPlan:
    """A floor with room for all terminals."""
    rows = []
    for number in range(1, tables + 1):
        book = ELECTRONIC[number % len(ELECTRONIC)]
        settings = replace(usual_settings(book), positions=-(-terminals // tables))
        rows.append(TablePlan(f"t-{number}", f"T-{number}", number, book, settings))
    return FloorPlan(tuple(rows), PACE, pairings_per_second=100_000)


def serve_floor(folder: Path, terminals: int, tables: int) -> None:
    """Serves a floor and writes down when each change was decided."""
    floor = Floor(plan_of(terminals, tables), folder)
    stamps: list[Stamp] = []
    changed = floor._changed

    def stamped(table: LiveTable, seats: frozenset[int] | None) -> None:
        stamps.append((table.plan.key, table.state.events, time.monotonic_ns()))
        changed(table, seats)

    stop = floor.stop

    async def stopped() -> None:
        (folder / "stamps.json").write_text(json.dumps(stamps))
        await stop()

    floor._changed = stamped  # type: ignore[method-assign]
    floor.stop = stopped  # type: ignore[method-assign]
    _serve(app_of(floor), folder)


def _floor(terminals: int, tables: int, flooding: int) -> Run:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run = Run()
        with _child("floor", folder, terminals, tables) as port:
            before = _rss(folder)
            crowd = Crowd(port, terminals, tables, flooding)
            asyncio.run(crowd.play(lambda: _rss(folder), lambda: _cpu(folder)))
            run.bytes_each = (crowd.rss - before) / terminals
            run.cpu_each = crowd.cpu_seconds / max(1, crowd.pictures)
        stamps = {
            (table, version): at
            for table, version, at in json.loads((folder / "stamps.json").read_text())
        }
        run.latencies = [
            (at - stamps[table, version]) / 1e6
            for table, version, at in crowd.seen
            if (table, version) in stamps
        ]
        run.accepted = len(crowd.accepted)
        run.lost = len(crowd.accepted - _placed(folder))
        return run


def _placed(folder: Path) -> set[str]:
    """The ids of all wagers that the journal has."""
    journal = SqliteJournal(folder / "floor.db", read_only=True)
    placed = {
        kept.entry.id.partition("/")[2]
        for kept in journal.in_order()
        if any(isinstance(event, WagersPlaced) for event in kept.entry.events)
    }
    journal.close()
    return placed


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
        with self._floods(keys[: self._flooding]):
            await asyncio.sleep(WARM_SECONDS)
            before, self._measures = cpu(), True
            await asyncio.sleep(SECONDS)
            self._measures = False
            self.cpu_seconds = cpu() - before
        self._ends = True
        self.rss = rss()
        for task in (*playing, *self._sending):
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    @contextmanager
    def _floods(self, keys: list[tuple[str, str]]) -> Iterator[None]:
        """Has another process flood the floor, so that it does not keep ours from reading."""
        if not keys:
            yield
            return
        words = [sys.executable, "-m", "benchmarks.floor", "flood", str(self._port)]
        with subprocess.Popen([*words, json.dumps(keys)]) as process:
            yield
            process.terminate()

    async def _pair(self) -> list[tuple[str, str]]:
        keys: list[tuple[str, str]] = []
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        for _ in range(self._terminals):
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
        async with _connected(self._port) as line:

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
                view = json.loads(text)
                if self._measures and is_quiet:
                    self.seen.append((table, view["version"], now))
                self.pictures += self._measures
                own, round_ = view["own"], view["round"]
                if own is not None and not is_seated:
                    is_seated = True
                    self._seated += 1
                if own is None or (not is_quiet and self._measures):
                    continue
                if view["phase"] == "bets-open" and placed != round_:
                    placed = round_
                    late = self._random.random() * PACE.betting_ms / 2_000  # type: ignore[operator]
                    asyncio.get_running_loop().call_later(
                        late, self._place, line, table, round_, own["set"]
                    )
                if view["phase"] == "bets-closed" and closed != round_ and own["set"]:
                    closed = round_
                    await say(
                        type="acknowledge",
                        table=table,
                        round=round_,
                        accepted=own["set"],
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
                async with _connected(port) as line:
                    await line.send(json.dumps(hello))
                    for n in count():
                        await line.send(json.dumps({"type": "ping", "n": n}))
            except (ConnectionClosed, OSError):
                await asyncio.sleep(0.5)

    await asyncio.gather(*(shout(key) for key in keys))


# The bare fan-out


def serve_bare(folder: Path, tables: int) -> None:
    """Sends each group of readers a picture of the usual size at the usual moments, and echoes."""
    groups: list[set[asyncio.Queue[str]]] = [set() for _ in range(tables)]
    filler = "x" * PICTURE_BYTES

    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert scope["type"] == "websocket"
        await receive()
        await send({"type": "websocket.accept", "subprotocol": SUBPROTOCOL})
        queue: asyncio.Queue[str] = asyncio.Queue()
        groups[int((await receive())["text"])].add(queue)
        pumping = asyncio.ensure_future(_pump(queue, send))
        while (message := await receive())["type"] == "websocket.receive":
            queue.put_nowait(message["text"])
        pumping.cancel()

    async def beat(group: set[asyncio.Queue[str]], late: float) -> None:
        await asyncio.sleep(late)
        while True:
            await asyncio.sleep(BARE_EVERY)
            text = f"{time.monotonic_ns()} {filler}"
            for queue in group:
                queue.put_nowait(text)

    beats: set[asyncio.Future[None]] = set()

    def start() -> None:
        for place, group in enumerate(groups):
            beats.add(asyncio.ensure_future(beat(group, place * BARE_EVERY / tables)))

    _serve(app, folder, lifespan="off", start=start)


async def _pump(queue: "asyncio.Queue[str]", send: Any) -> None:
    while True:
        await send({"type": "websocket.send", "text": await queue.get()})


def _bare(terminals: int, tables: int) -> Run:
    with tempfile.TemporaryDirectory() as name:
        folder, run = Path(name), Run()
        with _child("bare", folder, terminals, tables) as port:
            before = _rss(folder)
            asyncio.run(_read_bare(port, terminals, tables, run, folder))
            run.bytes_each = (run.rss - before) / terminals
        return run


async def _read_bare(port: int, terminals: int, tables: int, run: Run, folder: Path) -> None:
    measures, connected_ = False, 0

    async def read(place: int) -> None:
        nonlocal connected_
        await asyncio.sleep(place * CONNECT_EVERY)
        async with _connected(port) as line:
            await line.send(str(place % tables))
            connected_ += 1
            async for text in line:
                now = time.monotonic_ns()
                assert isinstance(text, str)
                if measures:
                    run.latencies.append((now - int(text.partition(" ")[0])) / 1e6)

    reading = [asyncio.ensure_future(read(place)) for place in range(terminals)]
    while connected_ < terminals:
        await asyncio.sleep(0.1)
    await asyncio.sleep(WARM_SECONDS)
    before, measures = _cpu(folder), True
    await asyncio.sleep(SECONDS)
    measures = False
    run.cpu_each = (_cpu(folder) - before) / max(1, len(run.latencies))
    run.rss = _rss(folder)
    for task in reading:
        task.cancel()
    await asyncio.gather(*reading, return_exceptions=True)


# Processes


def _connected(port: int) -> Any:
    spoken = [Subprotocol(SUBPROTOCOL)]
    address = f"ws://127.0.0.1:{port}/ws"
    return connect(address, subprotocols=spoken, compression=None, proxy=None, ping_interval=None)


def _serve(app: Any, folder: Path, lifespan: str = "on", start: Any = None) -> None:
    listening = listening_on("127.0.0.1", 0)
    listening.listen(4_096)
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        log_config=None,
        access_log=False,
        lifespan=lifespan,  # type: ignore[arg-type]
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)

    async def run() -> None:
        if start is not None:
            start()
        (folder / "port").write_text(str(listening.getsockname()[1]))
        serving = asyncio.ensure_future(server.serve(sockets=[listening]))
        await serving

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run())


@contextmanager
def _child(kind: str, folder: Path, terminals: int, tables: int) -> Iterator[int]:
    words = [sys.executable, "-m", "benchmarks.floor", kind, str(folder)]
    with subprocess.Popen([*words, str(terminals), str(tables)]) as process:
        while not (folder / "port").exists():
            assert process.poll() is None, "the server ended"
            time.sleep(0.1)
        time.sleep(2)
        (folder / "pid").write_text(str(process.pid))
        try:
            yield int((folder / "port").read_text())
        finally:
            (folder / "rss").write_text(str(_rss(folder)))
            process.terminate()
            process.wait(60)


def _cpu(folder: Path) -> float:
    """The seconds of processor that the server has used."""
    fields = Path(f"/proc/{(folder / 'pid').read_text()}/stat").read_text().rpartition(")")[2]
    user, system = (int(each) for each in fields.split()[11:13])
    return (user + system) / os.sysconf("SC_CLK_TCK")


def _rss(folder: Path) -> int:
    status = Path(f"/proc/{(folder / 'pid').read_text()}/statm").read_text().split()
    return int(status[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    if sys.argv[1:2] == ["flood"]:
        asyncio.run(flood(int(sys.argv[2]), json.loads(sys.argv[3])))
    elif sys.argv[1:2] in (["floor"], ["bare"]):
        folder_, terminals_, tables_ = Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
        if sys.argv[1] == "floor":
            serve_floor(folder_, terminals_, tables_)
        else:
            serve_bare(folder_, tables_)
    else:
        main()
