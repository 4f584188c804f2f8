"""Presence: which seats have a terminal that can speak, and what tables hear when one is gone."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

from punto.server.desk import Asked
from punto.server.hub import Connection, Hub
from punto.server.live_table import LiveTable
from punto.server.sessions import patron
from punto.table.commands import LeaveSeat, LoseTerminal, RegainTerminal
from punto.table.roles import DEVICE
from punto.table.state import IN_ROUND


@dataclass(slots=True)
class Presence:
    """Who of those seated at the tables is there."""

    hub: Hub
    tables: Callable[[], Mapping[str, LiveTable]]
    keep: Callable[[Coroutine[Any, Any, None]], None]
    """Has something done beside the rest."""

    changed: Callable[[LiveTable], None]
    """Told of a table of which other seats can speak than before."""

    hold_seconds: float
    """How long a seat waits for somebody who is gone."""

    _gone: dict[tuple[str, int], float] = field(default_factory=dict)

    def attach(self, connection: Connection, visit: str) -> None:
        """A terminal is there: its seats are no longer cut off."""
        self.hub.visits(connection, visit)
        for table in self.tables().values():
            seat = table.seat_of(visit)
            if seat is not None:
                self._gone.pop((table.plan.key, seat), None)
                # Whether it is marked or not: that it was lost may still be on its way to be.
                self._tell(table, RegainTerminal(seat))
        self.reseat()

    def detach(self, connection: Connection) -> None:
        """A connection is gone; unless another one took over, its seats are cut off."""
        visit = connection.visit
        is_gone = self.hub.leave(connection)
        if not is_gone or visit is None:
            return
        for table in self.tables().values():
            seat = table.seat_of(visit)
            if seat is not None and _is_in_round(table, seat):
                self._tell(table, LoseTerminal(seat))
        self.reseat()

    def reseat(self, *tables: LiveTable) -> None:
        """Tells tables which of their seats can speak."""
        for table in tables or self.tables().values():
            seats = table.state.seats.items()
            here = frozenset(seat for seat, each in seats if each.visit in self.hub.by_visit)
            if here != table.connected:
                table.screens_changed(here)
                self.changed(table)

    async def free_seats(self) -> None:
        """Gives up the seats that nobody came back to."""
        now = asyncio.get_running_loop().time()
        for table in self.tables().values():
            await self._free(table, now)

    async def _free(self, table: LiveTable, now: float) -> None:
        for seat, each in list(table.state.seats.items()):
            key = (table.plan.key, seat)
            if each.visit in self.hub.by_visit:
                self._gone.pop(key, None)
                continue
            since = self._gone.setdefault(key, now)
            if now - since > self.hold_seconds and not _is_in_round(table, seat):
                asked = Asked(f"idle-{secrets.token_hex(8)}", patron(each.visit), LeaveSeat(seat))
                await table.inbox.ask(asked, is_bounded=False)
                self._gone.pop(key, None)

    def _tell(self, table: LiveTable, command: LoseTerminal | RegainTerminal) -> None:
        asked = Asked(f"line-{secrets.token_hex(8)}", DEVICE, command)
        self.keep(_asked(table, asked))


async def _asked(table: LiveTable, asked: Asked) -> None:
    await table.inbox.ask(asked, is_bounded=False)


def _is_in_round(table: LiveTable, seat: int) -> bool:
    """Whether a seat has something at stake, so that it matters if it is cut off."""
    return table.state.phase in IN_ROUND and seat in table.state.current.sets
