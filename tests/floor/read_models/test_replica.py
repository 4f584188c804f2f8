"""Test that the size of the replica does not grow with the age of the journal."""

from typing import Any
from unittest.mock import patch

import msgspec

from punto.certification.days.sample_floor import SampleFloor
from punto.floor.read_models.history import History
from punto.floor.read_models.replica import Replica
from punto.floor.read_models.snapshot_file import decode, encode
from punto.floor.streams.writer import CommittedEntry
from punto.journal.stores.memory import MemoryJournal
from punto.table.state import Table


def size(value: Any) -> int:
    """Count the values inside a value."""
    match value:
        case dict():
            return sum(map(size, value.values()))
        case list():
            return sum(map(size, value))
        case _:
            return 1


@patch("punto.floor.read_models.history.MAX_ROUNDS", 2)
@patch("punto.floor.read_models.history.MAX_EVENTS", 2)
@patch("punto.floor.read_models.replica.MAX_SIGNIFICANT_EVENTS", 2)
@patch("punto.floor.read_models.cage.MAX_SPENT_VOUCHERS", 1)
@patch("punto.floor.read_models.cage.MAX_LINES", 1)
@patch("punto.floor.read_models.cage.MAX_CLOSED_SHIFTS", 1)
def test_the_replica_does_not_grow_with_age() -> None:
    """The replica once contained every round and every voucher of the journal."""
    floor, replica = SampleFloor(MemoryJournal()), Replica(History())
    floor.play(48)
    sizes: list[int] = []
    entries = list(floor.entries())
    for number, kept in enumerate(entries, start=1):
        replica.apply(CommittedEntry(kept.stream, kept.number, kept.entry))
        # A served floor records every note at once.
        replica.notes.clear()
        if number in (len(entries) // 4, len(entries)):
            copy = decode(encode(replica))
            for table in copy.history.tables.values():
                # These end with the shoe and with the round.
                table.results.clear()
                table.dealer_calls.clear()
                table.state = Table()
            sizes.append(size(msgspec.json.decode(encode(copy))))
    rounds = sum(max(table.rounds, default=0) for table in replica.history.tables.values())
    assert rounds > 140
    young, old = sizes
    assert old < young + rounds
