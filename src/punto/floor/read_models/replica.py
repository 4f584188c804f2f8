"""What a floor remembers of its journal: its history, calls, and what is to be noted."""

from collections import deque

from punto.floor.read_models.event_notes import Noticed, note_id, notes_of, noticed
from punto.floor.read_models.history import History
from punto.floor.streams.aggregates import STAFF
from punto.floor.streams.owner import Asked
from punto.floor.streams.writer import KeptEntry
from punto.house.staff.events import CallAnswered
from punto.house.terminals import AttendantCalled
from punto.reports.floor.period import Calendar
from punto.table.state import Table

SIGNIFICANT_KEPT = 400


class Remembered:
    """Everything that follows from the journal's entries in their order, and from them alone."""

    def __init__(self, large_cents: int, calendar: Calendar) -> None:
        self.large_cents, self.calendar = large_cents, calendar
        self.history = History(large_cents, calendar)
        self.entries = 0
        self.calls: dict[int, tuple[str, AttendantCalled]] = {}
        """Whoever called and is not answered, by the number of the entry, with when."""

        self.significant: deque[Noticed] = deque(maxlen=SIGNIFICANT_KEPT)
        """The significant events of late, the newest last; the staff's stream has all."""

        self.unnoted: dict[str, Asked] = {}
        """What is to be noted for the staff and is not yet, by the ids it is noted under."""

    def take(self, kept: KeptEntry) -> list[Asked]:
        """Remembers an entry; what of it is to be noted for the staff."""
        before = self.history.tables.get(kept.stream)
        notes = notes_of(kept, before.state if before else Table(), self.large_cents)
        asked = [
            Asked(note_id(note, place), kept.entry.by, note) for place, note in enumerate(notes)
        ]
        self.history.take(kept)
        self.entries += 1
        for each in asked:
            self.unnoted[each.id] = each
        if kept.stream == STAFF:
            self.unnoted.pop(kept.entry.id, None)
            self.significant.extend(noticed(kept))
        for event in kept.entry.events:
            if isinstance(event, AttendantCalled):
                self.calls[kept.number] = kept.entry.at, event
            elif isinstance(event, CallAnswered):
                self.calls.pop(event.call, None)
        return asked
