"""Track which seats have a connected terminal, and record each change that lasts."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from punto.floor.broadcast import Broadcaster, Subscriber
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.streams.owner import CommandRequest
from punto.floor.tables.table_owner import TableOwner
from punto.table.actors import DEVICE, patron_actor
from punto.table.commands import (
    CloseBets,
    DisconnectTerminal,
    DrawCard,
    LeaveSeat,
    ReconnectTerminal,
    ReportIrregularity,
)
from punto.table.state import IN_ROUND, Phase, Table

LASTING_SECONDS = 1.0
"""How long a terminal must be gone, or back, before the journal records it.

A patron may disconnect and reconnect hundreds of times per second, and every entry is permanent.
"""

MAY_CLOSE_BETS = (CloseBets, DrawCard, ReportIrregularity)
"""The commands that may close bets: which seats then take part depends on their terminals."""


@dataclass(slots=True)
class SeatPresence:
    """The terminals of the seated patrons, by the connections of the broadcaster."""

    broadcaster: Broadcaster
    owners: Mapping[str, TableOwner]
    replicas: Mapping[str, TableReplica]
    changed: Callable[[str], None]
    """Called with the name of a table when other seats than before have a connected terminal."""

    hold_seconds: float
    """How long a seat stays reserved for a patron whose terminal is gone."""

    _connected: dict[str, frozenset[int]] = field(default_factory=dict)
    _gone: dict[tuple[str, int], float] = field(default_factory=dict)
    _timers: dict[tuple[str, int], asyncio.TimerHandle] = field(default_factory=dict)
    """By table and seat, the timer that records a change."""

    def connected_seats(self, table: str) -> frozenset[int]:
        """The seats of a table with a connected terminal."""
        return self._connected.get(table, frozenset())

    def on_table_changed(self, table: TableReplica, seats: frozenset[int] | None) -> None:
        """Follow who sits at a table; a change of some seats alone is a wager."""
        if seats is None:
            self.update_seats(table)

    def guard(self, table: TableOwner) -> None:
        """Record the seats whose terminals are gone, or back, before any command closes bets."""
        table.queue.ahead = dict.fromkeys(MAY_CLOSE_BETS, partial(self._before_close, table))

    def attach(self, connection: Subscriber, visit: str) -> None:
        """Take over the seats of a visit for a connection."""
        self.broadcaster.set_visit(connection, visit)
        for table, seat in self._seats_of(visit):
            self._gone.pop((table.plan.key, seat), None)
            self._wait(table, seat)
        self.update_seats()

    def detach(self, connection: Subscriber) -> None:
        """Give up the seats of a connection, unless another one of its terminal took over."""
        visit = connection.visit
        is_gone = self.broadcaster.leave(connection)
        if not is_gone or visit is None:
            return
        for table, seat in self._seats_of(visit):
            self._wait(table, seat)
        self.update_seats()

    def update_seats(self, *tables: TableReplica) -> None:
        """Report to the owners of tables which of their seats have a connected terminal."""
        for table in tables or self.replicas.values():
            seats = table.state.seats.items()
            by_visit = self.broadcaster.by_visit
            here = frozenset(seat for seat, each in seats if each.visit in by_visit)
            if here != self.connected_seats(table.key):
                self._connected[table.key] = here
                if (owner := self.owners.get(table.key)) is not None:
                    owner.set_connected_seats(here)
                self.changed(table.key)

    async def free_seats(self) -> None:
        """Free the seats whose patrons stay away for longer than the hold."""
        now = asyncio.get_running_loop().time()
        for table in self.owners.values():
            await self._free(table, now)

    async def _free(self, table: TableOwner, now: float) -> None:
        for seat, each in list(table.state.seats.items()):
            key = (table.plan.key, seat)
            if each.visit in self.broadcaster.by_visit:
                self._gone.pop(key, None)
                continue
            since = self._gone.setdefault(key, now)
            if now - since > self.hold_seconds and not _has_stake(table.state, seat):
                request = CommandRequest(
                    f"idle-{secrets.token_hex(8)}", patron_actor(each.visit), LeaveSeat(seat)
                )
                await table.queue.submit(request, is_bounded=False)
                self._gone.pop(key, None)

    # The journal

    def _seats_of(self, visit: str) -> list[tuple[TableOwner, int]]:
        found = ((owner, self.replicas[key].seat_of(visit)) for key, owner in self.owners.items())
        return [(owner, seat) for owner, seat in found if seat is not None]

    def _wait(self, table: TableOwner, seat: int) -> None:
        """Record the change of a seat once it has lasted; an earlier one has not."""
        key, loop = (table.plan.key, seat), asyncio.get_running_loop()
        if (earlier := self._timers.get(key)) is not None:
            earlier.cancel()
        self._timers[key] = loop.call_later(LASTING_SECONDS, self._record, table, seat)

    def _record(self, table: TableOwner, seat: int) -> None:
        """Queue the change of a seat; like a patron's command it waits while the queue is full."""
        if table.queue.is_full:
            self._wait(table, seat)
            return
        del self._timers[table.plan.key, seat]
        table.queue.submit_when_due(lambda: self._change(table, seat))

    def _before_close(self, table: TableOwner) -> list[CommandRequest]:
        """The changes that the close of bets depends on, however short they are."""
        state: Table = table.queue.owner.state
        if state.phase is not Phase.BETS_OPEN:
            return []
        changes = (self._change(table, seat) for seat in state.seats)
        return [change for change in changes if change is not None]

    def _change(self, table: TableOwner, seat: int) -> CommandRequest | None:
        """The command that corrects the mark of a seat, or None if it is right."""
        state: Table = table.queue.owner.state
        occupant = state.seats.get(seat)
        if occupant is None:
            return None
        is_here = occupant.visit in self.broadcaster.by_visit
        if is_here is not occupant.is_cut_off or not (is_here or _has_stake(state, seat)):
            return None
        command = ReconnectTerminal(seat) if is_here else DisconnectTerminal(seat)
        return CommandRequest(f"line-{secrets.token_hex(8)}", DEVICE, command)


def _has_stake(table: Table, seat: int) -> bool:
    """Whether a seat has a wager in the round, so that its terminal matters."""
    return table.phase in IN_ROUND and seat in table.current.sets
