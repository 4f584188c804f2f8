"""Every kind of event is significant, or the list gives a reason why it is not."""

import ast
import inspect
from collections.abc import Callable
from typing import cast

from punto.floor.read_models.significant_events import _change, staff_event_view
from punto.house.staff.events import StaffEvent
from punto.journal.event_tags import TAGS_BY_KIND
from punto.journal.significant_events import (
    SIGNIFICANT,
    is_for_pit,
    is_for_report,
    is_recorded,
)
from punto.messages.render import has_text
from punto.reports.descriptions import significant_events
from punto.reports.descriptions.significant_events import class_name, event_name
from punto.table.actors import DEVICE, Actor, ActorKind
from punto.table.events import CardBurned
from tests.reports.descriptions.sample_events import SAMPLES


def test_every_event_is_significant_or_has_a_reason_why_not() -> None:
    assert all(stored.significance != "" for stored in TAGS_BY_KIND.values())


def test_every_event_of_the_report_has_a_name_and_no_other() -> None:
    named = {kind for kind in SAMPLES if has_text(class_name(kind).key)}
    assert named == {kind for kind, found in SIGNIFICANT.items() if not found.not_in_report}
    assert all(event_name(event) for kind in named for event in SAMPLES[kind])


def test_every_event_of_the_pit_has_a_view() -> None:
    for kind, found in SIGNIFICANT.items():
        if found.not_at_pit or not issubclass(kind, StaffEvent):
            continue
        events = cast("tuple[StaffEvent, ...]", SAMPLES[kind])
        views = [staff_event_view(event, "at", DEVICE) for event in events]
        assert any(views), kind


def test_every_recorded_event_has_the_values_before_and_after() -> None:
    functions = _change, significant_events.event_change
    cases = {name for function in functions for name in cases_of(function)}
    cases |= {kind.__name__ for kind in significant_events._CHANGES}
    assert cases >= {kind.__name__ for kind, found in SIGNIFICANT.items() if found.noted}


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
