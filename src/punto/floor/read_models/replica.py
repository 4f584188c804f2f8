"""What a floor remembers of its journal: its history, calls, and what is to be noted."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import TypeAlias

from punto.floor.read_models.event_notes import (
    StaffEventNote,
    note_id,
    significant_event_notes,
    staff_event_notes,
)
from punto.floor.read_models.history import History
from punto.floor.read_models.table_operations import TableOperations
from punto.floor.streams.aggregates import STAFF
from punto.floor.streams.owner import CommandRequest
from punto.floor.streams.writer import CommittedEntry
from punto.house.staff.events import CallAnswered
from punto.house.terminals import AttendantCalled
from punto.reports.floor.period import Calendar
from punto.table.state import Table

SIGNIFICANT_EVENTS_KEPT = 400

Follower: TypeAlias = Callable[[Sequence[CommittedEntry]], None]
"""Called with the entries of one commit, once the replica has applied all of them."""


class Replica:
    """Everything that follows from the journal's entries in their order, and from them alone."""

    def __init__(self, large_cents: int, calendar: Calendar) -> None:
        self.large_cents, self.calendar = large_cents, calendar
        self.history = History(large_cents, calendar)
        self.entries = 0
        self.calls: dict[int, tuple[str, AttendantCalled]] = {}
        """Whoever called and is not answered, by the number of the entry, with when."""

        self.significant: deque[StaffEventNote] = deque(maxlen=SIGNIFICANT_EVENTS_KEPT)
        """The significant events of late, the newest last; the staff's stream has all."""

        self.unrecorded: dict[str, CommandRequest] = {}
        """What is to be noted for the staff and is not yet, by the ids it is noted under."""

        self.operations = TableOperations()
        self._followers: dict[str, list[Follower]] = {}
        self._followers_of_all: list[Follower] = []
        self.note: Callable[[CommandRequest], object] = lambda _: None
        """Called with each command that records a significant event in the staff's stream."""

        self.failed: Callable[[str, Exception], object] = _raise
        """Called if a follower of a stream fails; the others are still called."""

    def follow(self, stream: str, follower: Follower) -> None:
        """Call a function after every commit with the new entries of one stream."""
        self._followers.setdefault(stream, []).append(follower)

    def follow_all(self, follower: Follower) -> None:
        """Call a function after every commit with all new entries."""
        self._followers_of_all.append(follower)

    def take(self, entries: Sequence[CommittedEntry]) -> None:
        """Apply the entries of one commit, then call the followers of each stream once."""
        by_stream: dict[str, list[CommittedEntry]] = {}
        requests: list[CommandRequest] = []
        for each in entries:
            requests += self.apply(each)
            by_stream.setdefault(each.stream, []).append(each)
        for stream, own in by_stream.items():
            for follower in self._followers.get(stream, ()):
                try:
                    follower(own)
                except Exception as error:
                    self.failed(stream, error)
        for request in requests:
            self.note(request)
        for follower in self._followers_of_all:
            follower(entries)

    def apply(self, kept: CommittedEntry) -> list[CommandRequest]:
        """Remembers an entry; what of it is to be noted for the staff."""
        before = self.history.tables.get(kept.stream)
        notes = significant_event_notes(kept, before.state if before else Table(), self.large_cents)
        asked = [
            CommandRequest(note_id(note, place), kept.entry.by, note)
            for place, note in enumerate(notes)
        ]
        self.history.apply(kept)
        self.entries += 1
        for each in asked:
            self.unrecorded[each.id] = each
        if kept.stream == STAFF:
            self.unrecorded.pop(kept.entry.id, None)
            self.significant.extend(staff_event_notes(kept))
            self.operations.apply(kept)
        for event in kept.entry.events:
            if isinstance(event, AttendantCalled):
                self.calls[kept.number] = kept.entry.at, event
            elif isinstance(event, CallAnswered):
                self.calls.pop(event.call, None)
        return asked


def _raise(_stream: str, error: Exception) -> None:
    raise error
