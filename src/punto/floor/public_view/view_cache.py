"""Cache the encoded view of a table, in parts.

The public part is encoded once per change, for any number of screens and wagers. Its version and
the time that is left are inserted when it is sent.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from msgspec import structs

from punto.floor.plan import TablePlan
from punto.floor.public_view import table_view
from punto.floor.public_view.views import CountdownView
from punto.floor.read_models.table_history import TableHistory
from punto.table import events as table_events
from punto.table.card_handling import patrons_handle_cards
from punto.table.state import IN_ROUND, Table

MARK = -1
"""The placeholder of a number that is inserted later. Versions and times are never negative."""

UNSEEN = (
    table_events.ScreenAcknowledged,
    table_events.TerminalDisconnected,
    table_events.TerminalReconnected,
)
"""The events that change no view."""

VERSION, LEFT = b'"version":%d', b'"left_ms":%d'


class ViewCache:
    """The encoded parts of one table's view."""

    def __init__(self, plan: TablePlan, history: TableHistory) -> None:
        self._plan, self._history = plan, history
        self._heads: dict[tuple[Any, ...], bytes] = {}
        self._owns: dict[int, tuple[tuple[Any, ...], bytes]] = {}
        self._roads: tuple[int, bytes] | None = None

    def invalidate(self) -> None:
        """Discard the cached public part."""
        self._heads.clear()

    def public_part(
        self, table: Table, timing: table_view.Countdown, *, may_answer: bool = False
    ) -> bytes:
        """The public part without the roads."""
        timer = timing.timer
        key = (may_answer, timing.rounds_to_come, timer and timer.of_ms)
        if key not in self._heads:
            marked = replace(timing, timer=timer and CountdownView(MARK, timer.of_ms))
            view = table_view.public_view(
                self._plan, table, self._history, marked, may_answer=may_answer
            )
            self._heads[key] = table_view.ENCODE(structs.replace(view, version=MARK))
        head = self._heads[key].replace(VERSION % MARK, VERSION % table.events, 1)
        return head if timer is None else head.replace(LEFT % MARK, LEFT % timer.left_ms)

    def roads(self) -> tuple[int, bytes]:
        """The roads with their revision, encoded once a round."""
        if self._roads is None or self._roads[0] != self._history.revision:
            encoded = table_view.ENCODE(
                table_view.roads_view(
                    self._history.book or self._plan.book, self._history, self._plan.road_tail
                )
            )
            self._roads = self._history.revision, encoded
        return self._roads

    def seat_part(self, table: Table, seat: int) -> bytes:
        """A seat's own part, encoded once until its wagers change."""
        if patrons_handle_cards(table):
            # A patron with cards in hand sees them, and the actions that they allow.
            return table_view.ENCODE(table_view.seat_view(table, self._history, seat))
        visit = table.seats[seat].visit
        placed = table.round.sets.get(seat) if table.round else None
        last = self._history.last
        offered = table_view.offered_cents(table, seat)
        key: tuple[Any, ...] = (visit, placed, table.phase in IN_ROUND, offered)
        if last is not None:
            # A later entry may add wagers to a round, or settle them again.
            settled = len(last.wagers.get(visit, ()))
            key += (last.number, last.last_entry, settled, last.credit.get(visit))
        known = self._owns.get(seat)
        if known is None or known[0] != key:
            own = table_view.ENCODE(table_view.seat_view(table, self._history, seat))
            known = self._owns[seat] = key, own
        return known[1]


def affected_seats(events: Iterable[object]) -> frozenset[int] | None:
    """The seats that alone see a change; None if every screen does."""
    visible = [event for event in events if not isinstance(event, UNSEEN)]
    # Only the patron who placed a wager sees it.
    placed = [event.seat for event in visible if isinstance(event, table_events.WagersPlaced)]
    return frozenset(placed) if len(placed) == len(visible) else None
