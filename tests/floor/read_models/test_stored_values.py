"""Test that stored tables and events are decoded without a loss."""

from typing import cast

import msgspec
import pytest

from punto.certification.days.day import FAULTS, Day
from punto.floor.read_models.stored_values import (
    StoredEvent,
    StoredTable,
    decode_value,
    encode_value,
)
from punto.games.library import game
from punto.journal.stores.memory import MemoryJournal
from punto.table.actors import DEVICE
from punto.table.events import Event
from punto.table.evolve import evolve
from punto.table.state import Table

TABLE = msgspec.json.Decoder(StoredTable, dec_hook=decode_value)
EVENT = msgspec.json.Decoder(StoredEvent, dec_hook=decode_value)


def test_every_table_and_event_of_a_day_with_faults_is_decoded_unchanged() -> None:
    journal, table, text = MemoryJournal(), Table(), b""
    Day(5, journal, FAULTS, game("tiger-no-commission-live")).play(25)
    for kept in journal.read("table"):
        for event in kept.entry.events:
            table = evolve(table, cast("Event", event))
            stored = StoredEvent(kept.number, kept.entry.at, kept.entry.by, event)
            text = msgspec.json.encode(stored, enc_hook=encode_value)
            assert EVENT.decode(text) == stored
        text = msgspec.json.encode(StoredTable(table), enc_hook=encode_value)
        assert TABLE.decode(text) == StoredTable(table)
    assert table.game.digest.encode() in text
    assert len(text) < len(table.game.text)


def test_values_compare_and_print_by_their_parts() -> None:
    one = StoredTable(Table())
    assert one != StoredTable(Table(rounds=1))
    assert one != Table()
    assert repr(one) == f"StoredTable(table={Table()!r})"
    with pytest.raises(NotImplementedError, match="object is not a stored value"):
        msgspec.json.encode(object(), enc_hook=encode_value)
    assert DEVICE.name in repr(StoredEvent(1, "noon", DEVICE, None))  # type: ignore[arg-type]
