"""Every event that is kept is significant, or there is a reason why it is not."""

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


def test_every_event_of_tables_cage_and_staff_is_in_one_list_or_the_other() -> None:
    assert SIGNIFICANT.keys() | NOT_SIGNIFICANT.keys() == TAGS_BY_KIND.keys()
    assert not SIGNIFICANT.keys() & NOT_SIGNIFICANT.keys()
    assert all(NOT_SIGNIFICANT.values())


def test_the_report_has_words_for_what_it_tells_and_for_nothing_else() -> None:
    told = event_list._TELLERS.keys() | event_list.OF_HOUSE.keys()
    assert told == {kind for kind, found in SIGNIFICANT.items() if not found.not_in_report}
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


@pytest.mark.parametrize(("where", "is_told"), [NOTES, PIT, STAFF], ids=["notes", "pit", "staff"])
def test_whoever_tells_by_cases_has_a_case_for_each_and_for_nothing_else(
    where: tuple[ModuleType, str], is_told: Callable[[type, EventSignificance], bool]
) -> None:
    module, *names = where
    told = {name for each in names for name in cases_of(getattr(module, each))}
    assert told == {kind.__name__ for kind, found in SIGNIFICANT.items() if is_told(kind, found)}


def cases_of(function: Callable[..., object]) -> set[str]:
    """The classes that the cases of a function ask for."""
    patterns = ast.walk(ast.parse(inspect.getsource(function)))
    asked = [each.cls for each in patterns if isinstance(each, ast.MatchClass)]
    return {each.attr if isinstance(each, ast.Attribute) else ast.unparse(each) for each in asked}


def test_a_card_told_by_hand_is_for_notes_and_report_and_a_devices_for_neither() -> None:
    burned = CardBurned(2, "9s")
    for by, is_told in ((Actor(ActorKind.STAFF, "D-214"), True), (DEVICE, False)):
        assert is_recorded(burned, by, 1) is is_for_report(burned, by, 1) is is_told
        assert not is_for_pit(burned, by, 1)
