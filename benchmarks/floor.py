"""Measure how soon every terminal displays a decision of a floor under load.

`scripts/bench floor [TERMINALS TABLES]` runs three servers one after the other, each in its own
process, with the same crowd of terminals in another process:

- a floor whose terminals wager in every round
- a bare WebSocket server
- a floor that a tenth of the terminals flood from a third process

The latency of a decision starts at its commit, which the writer's thread stamps before the event
loop knows of it. It ends when each terminal that the decision concerns has a view of that version
or a later one. The report lists a view that never came as missed. A terminal may skip a view
because a newer one is ready. Its latency still starts at the older decision.

The bare server sends what the floor sent in the first run: at the same moments, to the same number
of readers, in the same sizes. Fan-outs that coincided on the floor coincide there. The same crowd
reads, wagers, acknowledges and gets echoes. The bare server decides, stores and draws nothing, and
stamps a view when it puts it into the queues.

All three run under the same `uvicorn`. The crowd reads with little work (`load.line`), because on
two cores a slow reader would hide a slow server. Only ratios count, because machines differ and are
shared: `others` is the share of the processors that unrelated programs used.
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
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import quantiles
from typing import Any

import uvicorn
import uvloop
from msgspec.structs import replace
from rich.console import Console
from rich.table import Table as Printed

from benchmarks.load.bare import FanOut, bare_server
from benchmarks.load.crowd import BARE, LATE_SECONDS, PACE, SECONDS, WARM_SECONDS, Crowd, paired
from punto.floor.floor import Floor
from punto.floor.plan import FloorPlan, TablePlan
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.streams.owner import StreamOwner
from punto.floor.streams.writer import CommittedEntry
from punto.floor.web.server import bind_socket, make_server
from punto.games.library import GAMES
from punto.journal.stores.sqlite import SqliteJournal
from punto.table.events import WagersPlaced
from punto.table.settings import default_settings

ELECTRONIC = [book for book in GAMES if book.document.letter in "EUR"]


def main() -> None:
    """Run everything and print one table."""
    words = [word for word in sys.argv[1:] if word.isdigit()]
    terminals, tables = (int(word) for word in words) if len(words) == 2 else (2_000, 50)
    uvloop.install()
    quiet = _floor(terminals, tables, flooding=0)
    bare = _bare(terminals, tables, quiet.fan_outs)
    flooded = _floor(terminals, tables, flooding=terminals // 10)
    printed = Printed(title=f"{terminals} terminals at {tables} tables, {SECONDS} s each")
    for head in ("", "pictures", "missed", "p50 ms", "p99 ms", "to bare", "CPU us", "wagers"):
        printed.add_column(head, justify="right")
    for head in ("lost", "kB", "others"):
        printed.add_column(head, justify="right")
    for name, run in (("floor", quiet), ("bare", bare), ("floor, 10 % flooding", flooded)):
        cells = (
            f"{len(run.latencies):,}",
            str(run.missed),
            f"{run.part(50):.2f}",
            f"{run.part(99):.2f}",
            f"{run.part(99) / bare.part(99):.2f}",
            f"{run.cpu_each * 1e6:.0f}",
            f"{run.accepted:,}",
            str(run.lost),
            f"{run.bytes_each / 1_000:.0f}",
            f"{run.others:.0%}",
        )
        printed.add_row(name, *cells)
    Console(width=112).print(printed)
    Console().print(f"flooded p99 to quiet p99: {flooded.part(99) / quiet.part(99):.2f}")


@dataclass
class Run:
    """The measurements of one server."""

    latencies: list[float] = field(default_factory=list)
    missed: int = 0
    accepted: int = 0
    lost: int = 0
    bytes_each: float = 0.0
    cpu_each: float = 0.0
    others: float = 0.0
    fan_outs: list[FanOut] = field(default_factory=list)

    def part(self, percent: int) -> float:
        """The latency in milliseconds that this percentage does not exceed."""
        return quantiles(self.latencies, n=100)[percent - 1]


# The floor


def plan_of(terminals: int, tables: int) -> FloorPlan:
    """A floor with room for all terminals."""
    rows = []
    for number in range(1, tables + 1):
        book = ELECTRONIC[number % len(ELECTRONIC)]
        settings = replace(default_settings(book), positions=-(-terminals // tables))
        rows.append(TablePlan(f"t-{number}", f"T-{number}", number, book, settings))
    return FloorPlan(tuple(rows), PACE, pairings_per_second=100_000)


@dataclass
class Decision:
    """A change of a table: the time of its commit, the terminals concerned, and the sent view."""

    table: str
    version: int
    at: int
    phase: str = ""
    round: int = 0
    is_sent: bool = False
    seats: list[int] | None = None
    sent: int = 0
    bytes: int = 0


class Stamped(Floor):
    """A floor that records the time of each decision and the size of each view."""

    def __init__(self, plan: FloorPlan, folder: Path) -> None:
        super().__init__(plan, folder)
        self._events: dict[str, int] = {}
        self._decisions: dict[tuple[str, int], Decision] = {}

    def _own_streams(self, cage: StreamOwner[Any]) -> None:
        super()._own_streams(cage)
        deliver = self.writer._deliver

        def stamped(entries: list[CommittedEntry], answers: Any) -> None:
            self._stamp(entries)
            deliver(entries, answers)

        self.writer._deliver = stamped  # type: ignore[method-assign]

    def _add_table(self, place: int, plan: TablePlan) -> None:
        super()._add_table(place, plan)
        replica = self.replicas[plan.key]
        replica.follow(self._changed)
        replica.terminal_view = partial(  # type: ignore[method-assign]
            self._counted, replica, replica.terminal_view
        )

    def _stamp(self, entries: list[CommittedEntry]) -> None:
        now = time.monotonic_ns()
        for each in entries:
            total = self._events.get(each.stream, 0) + len(each.entry.events)
            self._events[each.stream] = total
        for table in {each.stream for each in entries} & self.replicas.keys():
            version = self._events[table]
            self._decisions[table, version] = Decision(table, version, now)

    def _changed(self, table: TableReplica, seats: frozenset[int] | None) -> None:
        if decision := self._decisions.get((table.key, table.state.events)):
            decision.is_sent, decision.seats = True, None if seats is None else list(seats)
            decision.phase = str(table.state.phase)
            decision.round = table.state.round.number if table.state.round else 0

    def _counted(
        self, table: TableReplica, view_of: Any, visit: str | None, roads_sent: int | None
    ) -> tuple[int, bytes]:
        """Count a view and return it."""
        revision, view = view_of(visit, roads_sent)
        if decision := self._decisions.get((table.key, table.state.events)):
            decision.sent += 1
            decision.bytes += len(view)
        return revision, view

    async def stop(self) -> None:
        """Write the records to a file and stop."""
        rows = [vars(each) for each in self._decisions.values()]
        (self.folder / "decisions.json").write_text(json.dumps(rows))
        await super().stop()


def _floor(terminals: int, tables: int, flooding: int) -> Run:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with _child("floor", folder, terminals, tables) as child:
            crowd = Crowd(child.port, terminals, tables, flooding)
            keys = asyncio.run(paired(child.port, terminals))
            asyncio.run(crowd.play(keys, child.begin, child.end))
        run = child.run(crowd)
        rows = json.loads((folder / "decisions.json").read_text())
        decisions = [Decision(**row) for row in rows]
        _reckon(run, crowd, decisions, child.window)
        started = child.window[0] - WARM_SECONDS * 10**9
        run.fan_outs = [
            FanOut(
                (each.at - started) / 1e9,
                each.table,
                each.sent,
                each.bytes // each.sent,
                each.phase,
                each.round,
            )
            for each in decisions
            if each.sent and each.at > started
        ]
        run.accepted = len(crowd.accepted)
        run.lost = len(crowd.accepted - _placed(folder))
        return run


def _reckon(run: Run, crowd: Crowd, decisions: list[Decision], window: tuple[int, int]) -> None:
    """The latency of every decision in the window for every terminal that it concerns."""
    at_table: dict[str, list[Decision]] = {}
    for each in sorted(decisions, key=lambda each: each.version):
        if each.is_sent and window[0] <= each.at < window[1]:
            at_table.setdefault(each.table, []).append(each)
    by_place: dict[int, list[tuple[int, int]]] = {}
    for place, version, at in crowd.received:
        by_place.setdefault(place, []).append((version, at))
    for place in range(crowd.flooding, crowd.terminals):
        seat, views = crowd.seats[place], iter(by_place.get(place, ()))
        view = next(views, None)
        for decision in at_table.get(crowd.table(place), ()):
            if decision.seats is not None and seat not in decision.seats:
                continue
            while view is not None and view[0] < decision.version:
                view = next(views, None)
            if view is None:
                run.missed += 1
            else:
                run.latencies.append((view[1] - decision.at) / 1e6)


def _placed(folder: Path) -> set[str]:
    """The ids of all wagers in the journal."""
    journal = SqliteJournal(folder / "floor.db", read_only=True)
    placed = {
        stored.entry.id.partition("/")[2]
        for stored in journal.in_order()
        if any(isinstance(event, WagersPlaced) for event in stored.entry.events)
    }
    journal.close()
    return placed


# The bare server


def _bare(terminals: int, tables: int, fan_outs: list[FanOut]) -> Run:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "fan-outs.json").write_text(json.dumps(fan_outs))
        with _child("bare", folder, terminals, tables) as child:
            crowd = Crowd(child.port, terminals, tables)
            asyncio.run(crowd.play([BARE] * terminals, child.begin, child.end))
        run = child.run(crowd)
        first, last = child.window
        run.latencies = [
            (at - version) / 1e6 for _, version, at in crowd.received if first <= version < last
        ]
        run.accepted = len(crowd.accepted)
        return run


# Processes


class Child:
    """A server in its own process, and its resource use during the measurement."""

    def __init__(self, port: int, pid: int) -> None:
        self.port, self._pid = port, pid
        self._rss_before = self._rss()
        self.window = (0, 0)

    def begin(self) -> None:
        """Start the measurement."""
        self._cpu_before, self._ours_before = self._cpu(), sum(os.times()[:4])
        self._all_before, self.window = _busy(), (time.monotonic_ns(), 0)

    def end(self) -> None:
        """End the measurement."""
        self.window = (self.window[0], time.monotonic_ns())
        self._cpu_used = self._cpu() - self._cpu_before
        ours = self._cpu_used + sum(os.times()[:4]) - self._ours_before
        seconds = (self.window[1] - self.window[0]) / 1e9 * (os.cpu_count() or 1)
        self._others = max(0.0, _busy() - self._all_before - ours) / seconds
        self._rss_after = self._rss()

    def run(self, crowd: Crowd) -> Run:
        """The measurements that are the same for all servers."""
        views_late = crowd.views * SECONDS / (SECONDS + LATE_SECONDS)
        return Run(
            bytes_each=(self._rss_after - self._rss_before) / crowd.terminals,
            cpu_each=self._cpu_used / max(1.0, views_late),
            others=self._others,
        )

    def _cpu(self) -> float:
        fields = Path(f"/proc/{self._pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def _rss(self) -> int:
        pages = int(Path(f"/proc/{self._pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


TICKS = os.sysconf("SC_CLK_TCK")


def _busy() -> float:
    """The busy seconds of all processors together."""
    user, nice, system, _idle, _waited, irq, soft, *_ = (
        int(each) for each in Path("/proc/stat").read_text().split("\n")[0].split()[1:]
    )
    return (user + nice + system + irq + soft) / TICKS


@contextmanager
def _child(kind: str, folder: Path, terminals: int, tables: int) -> Iterator[Child]:
    words = [sys.executable, "-m", "benchmarks.floor", kind, str(folder)]
    with subprocess.Popen([*words, str(terminals), str(tables)]) as process:
        while not (folder / "port").exists():
            assert process.poll() is None, "the server ended"
            time.sleep(0.1)
        time.sleep(2)
        try:
            yield Child(int((folder / "port").read_text()), process.pid)
        finally:
            process.terminate()
            process.wait(60)


def _serve(server: uvicorn.Server, folder: Path) -> None:
    listening = bind_socket("127.0.0.1", 0)
    listening.listen(4_096)

    async def run() -> None:
        (folder / "port").write_text(str(listening.getsockname()[1]))
        await server.serve(sockets=[listening])

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run())


if __name__ == "__main__":
    if sys.argv[1:2] in (["floor"], ["bare"]):
        folder_, terminals_, tables_ = Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
        if sys.argv[1] == "floor":
            floor_ = Stamped(plan_of(terminals_, tables_), folder_)
            _serve(make_server(floor_, ping_seconds=None), folder_)
        else:
            _serve(bare_server(folder_), folder_)
    else:
        main()
