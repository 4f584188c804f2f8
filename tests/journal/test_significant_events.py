"""Every kind of event is significant, or the list gives a reason why it is not."""

import ast
import inspect
from collections.abc import Callable
from types import ModuleType

import pytest

from punto.floor.read_models import event_notes, significant_events
from punto.house.staff.events import StaffEvent
from punto.journal.event_tags import TAGS_BY_KIND
from punto.journal.significant_events import (
    NOT_SIGNIFICANT,
    SIGNIFICANT,
    EventSignificance,
    is_for_pit,
    is_for_report,
    is_recorded,
)
from punto.reports.descriptions import events
from punto.reports.floor import event_list
from punto.table.actors import DEVICE, Actor, ActorKind
from punto.table.events.play import CardBurned


def test_every_event_is_in_exactly_one_of_the_two_lists() -> None:
    assert SIGNIFICANT.keys() | NOT_SIGNIFICANT.keys() == TAGS_BY_KIND.keys()
    assert not SIGNIFICANT.keys() & NOT_SIGNIFICANT.keys()
    assert all(NOT_SIGNIFICANT.values())


def test_the_report_describes_exactly_the_events_that_it_lists() -> None:
    described = event_list._TELLERS.keys() | event_list.OF_HOUSE.keys()
    assert described == {kind for kind, found in SIGNIFICANT.items() if not found.not_in_report}
    assert not event_list._TELLERS.keys() & event_list.OF_HOUSE.keys()


NOTES = (event_notes, "_note_texts", "_round_note_texts"), lambda _, found: found.noted
PIT = (
    (significant_events, "_event_texts"),
    lambda kind, found: not found.not_at_pit and not issubclass(kind, StaffEvent),
)
STAFF = (
    (events, "describe_staff_event"),
    lambda kind, found: not found.not_at_pit and issubclass(kind, StaffEvent),
)


@pytest.mark.parametrize(
    ("where", "is_described"), [NOTES, PIT, STAFF], ids=["notes", "pit", "staff"]
)
def test_each_description_has_a_case_for_exactly_its_events(
    where: tuple[ModuleType, str], is_described: Callable[[type, EventSignificance], bool]
) -> None:
    module, *names = where
    cases = {case for name in names for case in cases_of(getattr(module, name))}
    assert cases == {
        kind.__name__ for kind, found in SIGNIFICANT.items() if is_described(kind, found)
    }


def cases_of(function: Callable[..., object]) -> set[str]:
    """The classes that the `case` lines of a function match."""
    patterns = ast.walk(ast.parse(inspect.getsource(function)))
    classes = [pattern.cls for pattern in patterns if isinstance(pattern, ast.MatchClass)]
    return {name.attr if isinstance(name, ast.Attribute) else ast.unparse(name) for name in classes}


def test_a_burned_card_is_significant_if_staff_report_it_but_not_if_the_device_does() -> None:
    burned = CardBurned(2, "9s")
    for by, expected in ((Actor(ActorKind.STAFF, "D-214"), True), (DEVICE, False)):
        assert is_recorded(burned, by, 1) is is_for_report(burned, by, 1) is expected
        assert not is_for_pit(burned, by, 1)
