"""Every kind of event has one tag, and a tag never changes."""

from pathlib import Path
from typing import get_args

from punto.house.access_log import JournalAccessed
from punto.house.staff.events import StaffEvent
from punto.house.terminals import TerminalEvent
from punto.journal.event_tags import EVENT_TAGS, TAGS_BY_KIND
from punto.ledger.cage import CageEvent
from punto.table.events import Event

GOLDEN = Path(__file__).with_name("event_tags.txt")
"""The tags in stored journals. Without one of these lines such a journal cannot be read."""


def test_stored_tags_match_the_golden_file() -> None:
    rows = [
        f"{stored.tag} {stored.version} {stored.kind.__module__}.{stored.kind.__name__}"
        for stored in EVENT_TAGS.values()
    ]
    assert sorted(rows) == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_every_event_has_one_tag() -> None:
    assert TAGS_BY_KIND.keys() == {
        *get_args(Event),
        *get_args(CageEvent),
        *get_args(TerminalEvent),
        *get_args(StaffEvent),
        JournalAccessed,
    }
    assert len(EVENT_TAGS) == len(TAGS_BY_KIND)
