"""Send views and messages to every connection, through a bounded outbox for each."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from punto.floor.public_view.table_replica import TableReplica
from punto.floor.wire import terminal as wire
from punto.messages.message import Message, message

MAX_QUEUED = 64
"""How many messages may wait for a slow reader. Only the newest view of a table waits."""

STALLED_SECONDS = 10.0


@dataclass(eq=False, slots=True)
class Subscriber:
    """One browser, with the messages and the views that wait for it."""

    terminal: str = ""
    visit: str | None = None
    watched: tuple[str, ...] = ()
    received_at: float = 0.0
    roads_sent: dict[str, int] = field(default_factory=dict)
    bye: wire.Goodbye | None = None
    _messages: deque[bytes] = field(default_factory=deque)
    _due_tables: dict[str, None] = field(default_factory=dict)
    _ready: asyncio.Event = field(default_factory=asyncio.Event)
    _sending_since: float | None = None

    def send(self, outbound: wire.Outbound) -> None:
        """Queue a message, or close the connection of a reader that is too slow."""
        if len(self._messages) >= MAX_QUEUED:
            self.close("slow", message("goodbye.slow"))
            return
        self._messages.append(wire.encode(outbound))
        self._ready.set()

    def send_view(self, table: str) -> None:
        """Queue the view of a table, unless one waits; it is drawn when it is sent."""
        self._due_tables[table] = None
        self._ready.set()

    def close(self, code: str, words: Message) -> None:
        """Close the connection with a reason, before anything else that waits."""
        if self.bye is None:
            self.bye = wire.Goodbye(code, words)
            self._ready.set()

    def is_stalled(self, now: float) -> bool:
        """Whether the reader has been taking the last message for too long."""
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
            while (self._messages or self._due_tables) and self.bye is None:
                if self._messages:
                    text = self._messages.popleft()
                else:
                    table = next(iter(self._due_tables))
                    del self._due_tables[table]
                    text = self._view_of(tables[table])
                self._sending_since = loop.time()
                await send(text)
                self._sending_since = None

    def _view_of(self, table: TableReplica) -> bytes:
        """The view of a table, without the roads if this connection has them."""
        revision, view = table.terminal_view(self.visit, self.roads_sent.get(table.key))
        self.roads_sent[table.key] = revision
        return view


class Broadcaster:
    """All connections; a terminal has one."""

    def __init__(self) -> None:
        self.connections: set[Subscriber] = set()
        self.by_terminal: dict[str, Subscriber] = {}
        self.by_visit: dict[str, Subscriber] = {}
        self._watchers: dict[str, set[Subscriber]] = {}

    def join(self, connection: Subscriber) -> None:
        """Add a connection, and close an older one of the same terminal."""
        self.connections.add(connection)
        if connection.terminal:
            older = self.by_terminal.get(connection.terminal)
            if older is not None:
                older.close("taken-over", message("goodbye.taken-over"))
            self.by_terminal[connection.terminal] = connection

    def set_visit(self, connection: Subscriber, visit: str | None) -> None:
        """Record the visit of a connection."""
        if connection.visit and self.by_visit.get(connection.visit) is connection:
            del self.by_visit[connection.visit]
        connection.visit = visit
        if visit:
            self.by_visit[visit] = connection

    def leave(self, connection: Subscriber) -> bool:
        """Remove a connection; return whether its terminal is then gone."""
        self.watch(connection, ())
        self.connections.discard(connection)
        if connection.visit and self.by_visit.get(connection.visit) is connection:
            del self.by_visit[connection.visit]
        if self.by_terminal.get(connection.terminal) is connection:
            del self.by_terminal[connection.terminal]
            return True
        return False

    def watch(self, connection: Subscriber, tables: Iterable[str]) -> None:
        """Replace the tables that a connection watches, and send the view of each."""
        for table in connection.watched:
            self._watchers.get(table, set()).discard(connection)
        connection.watched = tuple(dict.fromkeys(tables))
        connection.roads_sent.clear()
        for table in connection.watched:
            self._watchers.setdefault(table, set()).add(connection)
            connection.send_view(table)

    def on_table_changed(self, table: TableReplica, seats: frozenset[int] | None) -> None:
        """Send the view of a table to all who watch it, or to the visits at some seats."""
        if seats is None:
            self.send_view(table.key)
            return
        occupied = table.state.seats
        self.send_view(table.key, [occupied[seat].visit for seat in seats if seat in occupied])

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
        """Send a message to every screen that watches a table."""
        for connection in self._watchers.get(table, ()):
            connection.send(message)

    def send_to_all(self, message: wire.Outbound) -> None:
        """Send a message to every screen."""
        for connection in self.connections:
            connection.send(message)


class StaffScreen(Protocol):
    """A screen on which a member of staff watches tables or the floor."""

    def on_change(self, table: str | None) -> None:
        """Draw a table again, or the whole floor if no table is named."""
        ...

    def stop(self) -> None:
        """Close, because the floor is closing."""
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
