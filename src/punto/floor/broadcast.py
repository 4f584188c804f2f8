"""Send views and messages to every connection, through a bounded outbox for each."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from punto.core.rulebook import Words
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.wire import terminal as wire

MAX_QUEUED = 64
"""How many messages may wait for a slow reader; views do not count, for only the last matters."""

STALLED_SECONDS = 10.0


@dataclass(eq=False, slots=True)
class Subscriber:
    """One browser: what it is to be told, in order, and which tables it is to be shown."""

    terminal: str = ""
    visit: str | None = None
    watched: tuple[str, ...] = ()
    heard_at: float = 0.0
    roads_seen: dict[str, int] = field(default_factory=dict)
    bye: wire.Goodbye | None = None
    _told: deque[bytes] = field(default_factory=deque)
    _shown: dict[str, None] = field(default_factory=dict)
    _ready: asyncio.Event = field(default_factory=asyncio.Event)
    _sending_since: float | None = None

    def send(self, message: wire.Outbound) -> None:
        """Queues a message; a reader that is too slow for it is let go."""
        if len(self._told) >= MAX_QUEUED:
            self.close("slow", SLOW)
            return
        self._told.append(wire.encode(message))
        self._ready.set()

    def send_view(self, table: str) -> None:
        """Queues a fresh picture of a table; one that still waits is the same picture."""
        self._shown[table] = None
        self._ready.set()

    def close(self, code: str, words: Words) -> None:
        """Ends the connection, saying why, before anything else that waits."""
        if self.bye is None:
            self.bye = wire.Goodbye(code, words)
            self._ready.set()

    def is_stalled(self, now: float) -> bool:
        """Whether the reader has not taken what was sent for too long."""
        return self._sending_since is not None and now - self._sending_since > STALLED_SECONDS

    async def write_loop(
        self,
        send: Callable[[bytes], Awaitable[None]],
        tables: Mapping[str, TableReplica],
    ) -> None:
        """Send messages and views as fast as the reader takes them, until the connection ends."""
        loop = asyncio.get_running_loop()
        while self.bye is None:
            await self._ready.wait()
            self._ready.clear()
            while (self._told or self._shown) and self.bye is None:
                if self._told:
                    text = self._told.popleft()
                else:
                    table = next(iter(self._shown))
                    del self._shown[table]
                    text = self._view_of(tables[table])
                self._sending_since = loop.time()
                await send(text)
                self._sending_since = None

    def _view_of(self, table: TableReplica) -> bytes:
        """The view of a table, without the roads if this connection has them."""
        revision, view = table.terminal_view(self.visit, self.roads_seen.get(table.key))
        self.roads_seen[table.key] = revision
        return view


class Broadcaster:
    """All connections; a terminal has one."""

    def __init__(self) -> None:
        self.connections: set[Subscriber] = set()
        self.by_terminal: dict[str, Subscriber] = {}
        self.by_visit: dict[str, Subscriber] = {}
        self._watchers: dict[str, set[Subscriber]] = {}

    def join(self, connection: Subscriber) -> None:
        """Takes a connection in; an older one of the same terminal has to go."""
        self.connections.add(connection)
        if connection.terminal:
            older = self.by_terminal.get(connection.terminal)
            if older is not None:
                older.close("taken-over", TAKEN_OVER)
            self.by_terminal[connection.terminal] = connection

    def set_visit(self, connection: Subscriber, visit: str | None) -> None:
        """Takes down which visit a connection speaks for."""
        if connection.visit and self.by_visit.get(connection.visit) is connection:
            del self.by_visit[connection.visit]
        connection.visit = visit
        if visit:
            self.by_visit[visit] = connection

    def leave(self, connection: Subscriber) -> bool:
        """Lets a connection go; whether its terminal is then gone."""
        self.watch(connection, ())
        self.connections.discard(connection)
        if connection.visit and self.by_visit.get(connection.visit) is connection:
            del self.by_visit[connection.visit]
        if self.by_terminal.get(connection.terminal) is connection:
            del self.by_terminal[connection.terminal]
            return True
        return False

    def watch(self, connection: Subscriber, tables: Iterable[str]) -> None:
        """Replaces the tables that a connection watches, and shows it each."""
        for table in connection.watched:
            self._watchers.get(table, set()).discard(connection)
        connection.watched = tuple(dict.fromkeys(tables))
        connection.roads_seen.clear()
        for table in connection.watched:
            self._watchers.setdefault(table, set()).add(connection)
            connection.send_view(table)

    def on_table_changed(self, table: TableReplica, seats: frozenset[int] | None) -> None:
        """Send the view of a table to all who watch it, or to the visits at some seats."""
        if seats is None:
            self.send_view(table.key)
            return
        taken = table.state.seats
        self.send_view(table.key, [taken[seat].visit for seat in seats if seat in taken])

    def send_view(self, table: str, visits: Iterable[str] | None = None) -> None:
        """Send the view of a table to all who watch it, or to some visits."""
        watchers = self._watchers.get(table, ())
        if visits is None:
            for connection in watchers:
                connection.send_view(table)
            return
        for visit in visits:
            connection_ = self.by_visit.get(visit)
            if connection_ is not None and connection_ in watchers:
                connection_.send_view(table)

    def send_to_watchers(self, table: str, message: wire.Outbound) -> None:
        """Tells everybody who watches a table something."""
        for connection in self._watchers.get(table, ()):
            connection.send(message)

    def send_to_all(self, message: wire.Outbound) -> None:
        """Tells everybody something."""
        for connection in self.connections:
            connection.send(message)


TAKEN_OVER = Words("This terminal was opened somewhere else.", "此终端已在别处打开。")
SLOW = Words("This screen takes too long to draw.", "此屏幕接收过慢。")


class StaffScreen(Protocol):
    """A screen on which a member of staff watches tables or the floor."""

    def on_change(self, table: str | None) -> None:
        """A table is no longer as it was, or something of the floor where none is named."""
        ...

    def stop(self) -> None:
        """The floor is closing."""
        ...


class StaffScreens:
    """All connected staff screens."""

    def __init__(self) -> None:
        self._screens: set[StaffScreen] = set()

    def join(self, screen: StaffScreen) -> None:
        """Add a screen."""
        self._screens.add(screen)

    def leave(self, screen: StaffScreen) -> None:
        """Remove a screen."""
        self._screens.discard(screen)

    def on_table_changed(self, table: TableReplica, _seats: frozenset[int] | None) -> None:
        """Have the screens that watch a table draw it again."""
        self.refresh(table.key)

    def refresh(self, table: str | None = None) -> None:
        """Have the screens draw a table again, or everything."""
        for screen in self._screens:
            screen.on_change(table)

    def stop(self) -> None:
        """Close every screen, because the floor is closing."""
        for screen in list(self._screens):
            screen.stop()
