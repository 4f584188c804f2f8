"""The auditor knows every kind of event that a floor can keep, with all its fields."""

import dataclasses
from typing import get_args

import msgspec
import pytest

from punto.audit import house
from punto.audit.kinds import KINDS
from punto.journal import encoding
from punto.ledger.looks import LookTaken
from punto.ledger.staff_events import StaffEvent
from punto.ledger.terminals import AttendantCalled, Call, TerminalEvent

OF_HOUSE = (*get_args(TerminalEvent), *get_args(StaffEvent), LookTaken)


def test_every_kind_that_is_kept_is_known_to_the_auditor() -> None:
    kept = {(name, encoding.VERSIONS.get(name, 1)) for name in encoding.KINDS}
    assert kept - KINDS.keys() == set()


@pytest.mark.parametrize("kind", OF_HOUSE, ids=lambda kind: kind.__name__)
def test_every_event_of_the_house_is_known_with_all_its_fields(kind: type) -> None:
    mirror = {each.__name__: each for each in get_args(house.HouseEvent)}[kind.__name__]
    fields = [each.name for each in dataclasses.fields(kind)]
    assert [each.name for each in msgspec.structs.fields(mirror)] == fields


def test_a_dealer_who_calls_the_pit_is_read_as_a_patron_is() -> None:
    """The auditor knew two reasons to call and no words, and called such a journal unreadable."""
    for reason in Call:
        called = AttendantCalled("D-214", "tiger-5", reason, 7, "please come")
        body = msgspec.json.encode(called)
        assert msgspec.json.decode(body, type=house.AttendantCalled).reason == reason
