"""The floor under load: how soon every terminal sees what the server has decided.

`scripts/bench floor [TERMINALS TABLES]` runs, one after the other and on the same two cores, a bare
WebSocket fan-out, a floor whose terminals wager in every round, and the same floor with a tenth of
the terminals flooding it. The bare server sends the floor's own pictures to as many readers at the
same moments; the ratios count, since machines differ and are shared.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import quantiles
from typing import Any

import uvicorn
import uvloop
from rich.console import Console
from rich.table import Table as Printed

from benchmarks.crowd import (
    CONNECT_EVERY,
    PACE,
    SECONDS,
    WARM_SECONDS,
    Crowd,
    Stamp,
    connected,
)
from punto.journal.sqlite import SqliteJournal
from punto.library import GAMES
from punto.server.config import FloorPlan, TablePlan
from punto.server.floor import Floor
from punto.server.live_table import LiveTable
from punto.server.serving import listening_on, server_of
from punto.server.wire import MOST_BYTES, SUBPROTOCOL
from punto.table.events import WagersPlaced
from punto.table.settings import usual_settings

BARE_EVERY = 1.25
"""How many seconds lie between two pictures of one table, as on the floor."""

PICTURE_BYTES = 2_400

ELECTRONIC = [book for book in GAMES if book.document.letter in "EUR"]


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
    _serve(server_of(floor, ping_seconds=None), folder)


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

    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=2,
    )
    _serve(uvicorn.Server(config), folder, start)


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
        async with connected(port) as line:
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


def _serve(server: uvicorn.Server, folder: Path, start: Any = None) -> None:
    listening = listening_on("127.0.0.1", 0)
    listening.listen(4_096)

    async def run() -> None:
        if start is not None:
            start()
        (folder / "port").write_text(str(listening.getsockname()[1]))
        await server.serve(sockets=[listening])

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
    if sys.argv[1:2] in (["floor"], ["bare"]):
        folder_, terminals_, tables_ = Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
        if sys.argv[1] == "floor":
            serve_floor(folder_, terminals_, tables_)
        else:
            serve_bare(folder_, tables_)
    else:
        main()
