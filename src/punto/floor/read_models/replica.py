"""What a floor remembers of its journal: its history, calls, and what is to be noted."""

from collections import deque

from punto.floor.read_models.event_notes import (
    StaffEventNote,
    note_id,
    significant_event_notes,
    staff_event_notes,
)
from punto.floor.read_models.history import History
from punto.floor.streams.aggregates import STAFF
from punto.floor.streams.owner import CommandRequest
from punto.floor.streams.writer import CommittedEntry
from punto.house.staff.events import CallAnswered
from punto.house.terminals import AttendantCalled
from punto.reports.floor.period import Calendar
from punto.table.state import Table

SIGNIFICANT_EVENTS_KEPT = 400


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
        for event in kept.entry.events:
            if isinstance(event, AttendantCalled):
                self.calls[kept.number] = kept.entry.at, event
            elif isinstance(event, CallAnswered):
                self.calls.pop(event.call, None)
        return asked
