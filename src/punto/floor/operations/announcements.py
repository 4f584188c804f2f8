"""Announce entries of the cage, the terminals and the staff to the screens that they concern."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from punto.floor.access.authorisation import PATRON_DISABLED
from punto.floor.broadcast import Broadcaster, StaffScreens
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.read_models.commit_feed import CommitFeed
from punto.floor.read_models.table_operations import components_of_table
from punto.floor.streams.aggregates import STAFF, TERMINALS
from punto.floor.streams.command_queue import UNAVAILABLE
from punto.floor.streams.writer import CommittedEntry
from punto.floor.terminals.visits import Visits
from punto.floor.wire import terminal as wire
from punto.house.terminals import AttendantCalled
from punto.messages.message import Message, message

TERMINAL_CLOSES = message("notice.terminal-closes")
TERMINAL_CONTINUES = message("notice.terminal-continues")
PATRON_ENABLED = message("notice.patron-enabled")


@dataclass(slots=True)
class Announcements:
    """Messages to terminals, displays and staff screens that follow from entries."""

    broadcaster: Broadcaster
    screens: StaffScreens
    feed: CommitFeed
    tables: Mapping[str, TableReplica]
    visits: Visits
    _disabled: frozenset[str] = field(default_factory=frozenset)

    def begin(self) -> None:
        """Follow the entries from now on."""
        self._disabled = frozenset(self.feed.replica.operations.disabled)
        self.feed.follow(STAFF, self._on_staff)
        self.feed.follow(TERMINALS, self._on_terminals)
        self.feed.follow_all("balances on terminals", self._on_money)

    def announce_stop(self) -> None:
        """Announce that the floor records nothing any more."""
        notice = wire.Notice(UNAVAILABLE.message, "warn")
        self.broadcaster.send_to_all(notice)

    def _on_staff(self, _entries: Sequence[CommittedEntry]) -> None:
        disabled = frozenset(self.feed.replica.operations.disabled)
        for component in self._disabled ^ disabled:
            self._notify(component, is_disabled=component in disabled)
        self._disabled = disabled
        self.screens.refresh()

    def _on_terminals(self, entries: Sequence[CommittedEntry]) -> None:
        events = (event for each in entries for event in each.entry.events)
        if any(isinstance(event, AttendantCalled) for event in events):
            self.screens.refresh()

    def _on_money(self, entries: Sequence[CommittedEntry]) -> None:
        """Send its balance to each visit whose money moved."""
        for visit in dict.fromkeys(visit for each in entries for visit in _paid_visits(each)):
            connection = self.broadcaster.by_visit.get(visit)
            if connection is not None and not self.visits.is_over(visit):
                connection.send(self.visits.balance(visit))

    def _notify(self, component: str, *, is_disabled: bool) -> None:
        """Send a notice to every screen that a component concerns."""
        for key, table in self.tables.items():
            if component in components_of_table(key, table.effective_plan.book):
                notice = wire.Notice(_notice_of_table(table, is_disabled), "warn")
                self.broadcaster.send_to_watchers(key, notice)
        by_terminal, by_visit = self.broadcaster.by_terminal, self.broadcaster.by_visit
        if component in by_terminal:
            words = TERMINAL_CLOSES if is_disabled else TERMINAL_CONTINUES
            by_terminal[component].send(wire.Notice(words, "warn"))
        elif component in by_visit:
            words = PATRON_DISABLED.message if is_disabled else PATRON_ENABLED
            by_visit[component].send(wire.Notice(words, "warn"))


def _notice_of_table(table: TableReplica, is_disabled: bool) -> Message:
    if table.failure:
        return message("notice.table-stopped")
    return message("notice.table-closes") if is_disabled else message("notice.table-continues")


def _paid_visits(committed: CommittedEntry) -> Iterator[str]:
    """The visits whose money an entry moves. A lost wager moves no credit."""
    for transfer in committed.entry.transfers:
        for account in (transfer.source, transfer.target):
            kind, _, rest = account.partition("/")
            if kind in ("credit", "stakes", "claim"):
                yield rest.partition("/")[0]
