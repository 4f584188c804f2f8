"""Derive the data that the screens of a floor need from its journal."""

import msgspec
from msgspec import Struct

from punto.floor.read_models.history import History
from punto.floor.read_models.significant_events import significant_event_notes
from punto.floor.read_models.stored_values import StoredEvent
from punto.floor.read_models.table_operations import TableOperations
from punto.floor.streams.aggregates import STAFF
from punto.floor.streams.owner import CommandRequest
from punto.floor.streams.writer import CommittedEntry
from punto.house.staff.commands import RecordSignificantEvent
from punto.house.staff.events import CallAnswered
from punto.house.terminals import AttendantCalled
from punto.journal.significant_events import LARGE_CENTS, is_for_pit
from punto.table.actors import Actor
from punto.table.state import Table

MAX_SIGNIFICANT_EVENTS = 400


class Replica(Struct):
    """The state of all read models, derived from the journal's entries and no other source."""

    history: History = msgspec.field(default_factory=History)
    entries: int = 0
    calls: dict[int, tuple[str, AttendantCalled]] = {}
    """The unanswered calls for an attendant, with their times, by the number of the entry."""

    significant: list[StoredEvent] = []
    """The latest significant events of the staff's stream, the newest at the end."""

    notes: dict[str, tuple[Actor, RecordSignificantEvent]] = {}
    """The notes that the staff's stream does not have yet, by the ids of their requests."""

    operations: TableOperations = msgspec.field(default_factory=TableOperations)

    @property
    def unrecorded(self) -> dict[str, CommandRequest]:
        """The requests for the notes that the staff's stream does not have yet."""
        return {id_: CommandRequest(id_, *note) for id_, note in self.notes.items()}

    def apply(self, committed: CommittedEntry) -> list[CommandRequest]:
        """Apply an entry, and return the requests for notes about it."""
        before = self._table(committed.stream)
        self.history.apply(committed)
        found = significant_event_notes(
            committed, before, self._table(committed.stream), self.history.large_cents
        )
        # The staff's stream accepts each id once, so a restart does not repeat a note.
        notes = {
            f"noted/{committed.stream}/{committed.number}/{place}": (committed.entry.by, note)
            for place, note in enumerate(found)
        }
        self.entries += 1
        self.notes |= notes
        if committed.stream == STAFF:
            self.notes.pop(committed.entry.id, None)
            number, at, by = committed.number, committed.entry.at, committed.entry.by
            self.significant.extend(
                StoredEvent(number, at, by, event)
                for event in committed.entry.events
                if is_for_pit(event, by, LARGE_CENTS)
            )
            del self.significant[:-MAX_SIGNIFICANT_EVENTS]
            self.operations.apply(committed)
        for event in committed.entry.events:
            if isinstance(event, AttendantCalled):
                self.calls[committed.number] = committed.entry.at, event
            elif isinstance(event, CallAnswered):
                self.calls.pop(event.call, None)
        return [CommandRequest(id_, *note) for id_, note in notes.items()]

    def _table(self, stream: str) -> Table:
        """The state of a table; an empty one for other streams."""
        past = self.history.tables.get(stream)
        return past.state if past else Table()
