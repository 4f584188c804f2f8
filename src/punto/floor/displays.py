"""Compare the views that public displays painted with the journal.

Rule: DISPLAY
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import or_

from punto.core.rules import Rule
from punto.floor.broadcast import Subscriber
from punto.floor.dealer_console.table_view import FaultView
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.public_view.table_view import game_number, hands_view
from punto.floor.wire import terminal as wire
from punto.house.staff.commands import RecordSignificantEvent
from punto.house.staff.events import SignificantEventKind
from punto.messages.message import message
from punto.table.state import Phase

LAG_SECONDS = 4.0
"""How long a display may take over a change before staff should look at it."""

CHANGES_RETAINED = 32


@dataclass(slots=True)
class DisplayScreen:
    """One display of one table."""

    version: int = 0
    """The newest version that it reported."""

    is_wrong: bool = False
    repainted: int = -1
    """The version of its last wrong view, after which it was sent a complete view."""


@dataclass(slots=True)
class DisplayMonitor:
    """All public displays of a floor, and when each table last changed for everybody."""

    replicas: Mapping[str, TableReplica]
    now: Callable[[], float]
    note: Callable[[str, RecordSignificantEvent], None]
    """Records a significant event for staff, once under an id."""

    _screens: dict[Subscriber, dict[str, DisplayScreen]] = field(default_factory=dict)
    _changes: dict[str, deque[tuple[int, float]]] = field(default_factory=dict)

    def join(self, connection: Subscriber) -> None:
        """Add a display, which has not painted its tables yet."""
        self._screens[connection] = {table: DisplayScreen() for table in connection.watched}
        for table in connection.watched:
            self._changes.setdefault(table, deque(maxlen=CHANGES_RETAINED))
            self.on_table_changed(self.replicas[table])

    def leave(self, connection: Subscriber) -> None:
        """Remove a display."""
        self._screens.pop(connection, None)

    def on_table_changed(self, replica: TableReplica, seats: frozenset[int] | None = None) -> None:
        """Record a change that every screen of a table shows, if a display watches the table."""
        changes = self._changes.get(replica.key)
        if changes is not None and seats is None:
            changes.append((replica.state.events, self.now()))

    def on_report(self, connection: Subscriber, report: wire.DisplayReport) -> None:
        """Compare a painted view with the journal; send a wrong one again, and record it once."""
        screen = self._screens.get(connection, {}).get(report.table)
        if screen is None:
            return
        replica = self.replicas[report.table]
        screen.version = max(screen.version, report.version)
        if self._owed_since(screen, report.table) is not None:
            # The report describes an old view. The next view is already on its way.
            return
        screen.is_wrong = not matches_journal(replica, report)
        if screen.is_wrong and screen.repainted != report.version:
            screen.repainted = report.version
            connection.roads_sent.pop(report.table, None)
            connection.send_view(report.table)
            source = replica.effective_plan.book.cite(Rule.DISPLAY)
            why = f"{game_number(report.table, report.round)} {source}"
            painted = f"{' '.join(report.player)} / {' '.join(report.banker)} {report.result or ''}"
            note = RecordSignificantEvent(
                SignificantEventKind.DISPLAY,
                report.table,
                replica.state.events,
                why,
                painted.rstrip(),
            )
            self.note(f"display/{report.table}/{report.round}", note)

    def count(self, replica: TableReplica) -> tuple[int, int]:
        """The number of displays of a table, and of those with an old or wrong view."""
        screens = self._of(replica)
        late = [self._late(each, replica.key) > LAG_SECONDS for each in screens]
        return len(screens), sum(map(or_, late, (each.is_wrong for each in screens)))

    def faults(self, replica: TableReplica) -> Iterator[FaultView]:
        """The faults of the displays of a table, for the pit and the dealer."""
        screens = self._of(replica)
        if any(each.is_wrong for each in screens):
            source = replica.effective_plan.book.cite(Rule.DISPLAY)
            yield FaultView(2, message("display-fault.wrong", source=source))
        late = max((self._late(each, replica.key) for each in screens), default=0.0)
        if late > LAG_SECONDS:
            yield FaultView(1, message("display-fault.behind", seconds=int(late)))

    def _of(self, replica: TableReplica) -> list[DisplayScreen]:
        """The displays of one table."""
        return [each[replica.key] for each in self._screens.values() if replica.key in each]

    def _late(self, screen: DisplayScreen, table: str) -> float:
        """The seconds since which a display has not painted the newest view."""
        since = self._owed_since(screen, table)
        return 0.0 if since is None else self.now() - since

    def _owed_since(self, screen: DisplayScreen, table: str) -> float | None:
        """The moment of the first change that a display has not painted."""
        later = (at for version, at in self._changes[table] if version > screen.version)
        return next(later, None)


def matches_journal(replica: TableReplica, report: wire.DisplayReport) -> bool:
    """Whether a display shows the cards, the result and the roads that the journal has."""
    if replica.state.phase is Phase.CLOSED:
        return True
    record = replica.history.rounds.get(report.round)
    painted = report.player, report.banker
    if record is not None and record.is_over:
        player, _, banker = record.cards.partition("/")
        result = record.winner if record.void is None else "void"
        # The cards of a void round may never have been turned up.
        is_dealt = result == "void" or painted == (tuple(player.split()), tuple(banker.split()))
    elif report.round == replica.state.rounds:
        hands, result = hands_view(replica.state), None
        is_dealt = painted == (hands.player.cards, hands.banker.cards)
    else:
        return False
    return is_dealt and report.result == result and report.roads == replica.history.revision
