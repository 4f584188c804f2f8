"""Apply staff events to the state of people, positions, dealer assignments and approvals."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from punto.core.staff_positions import StaffPosition
from punto.games.policies import LADDER
from punto.house.staff import events
from punto.house.staff.events import ApprovalRequested, CommandDeferred, Duty, StaffEvent

K = TypeVar("K")
V = TypeVar("V")

FAILURES = 3
"""The number of wrong passwords that locks a name."""

FAILURES_SECONDS = 30 * 60
"""The period in which wrong passwords count, and the duration of the lock."""

CALLS_RETAINED = 200
"""How many answered calls the state retains, so that two people cannot answer the same call."""


class Person(msgspec.Struct, frozen=True):
    """A staff member."""

    name: str
    display_name: str
    position: StaffPosition | None
    duties: tuple[Duty, ...]
    password: str
    is_demo: bool = False
    must_change: bool = True
    """Whether the password is a one-time code."""

    is_disabled: bool = False
    failures: tuple[int, ...] = ()
    """The times of recent wrong passwords."""

    locked_until: int = 0
    lent: StaffPosition | None = None
    acting_as: StaffPosition | None = None
    factor: str = ""
    """The salt of the second factor; empty without one."""

    factor_step: int = 0
    """The time step of the last code used."""

    @property
    def holds(self) -> StaffPosition | None:
        """The position in which the person acts."""
        return self.acting_as or self.position


class DealerAssignment(msgspec.Struct, frozen=True):
    """The dealer of a table, and the start of the assignment."""

    by: str
    since: str


class Staff(msgspec.Struct, frozen=True):
    """All people, with their assignments, requests and disabled components."""

    people: Mapping[str, Person] = msgspec.field(default_factory=dict)
    attended: Mapping[str, DealerAssignment] = msgspec.field(default_factory=dict)
    waiting: Mapping[str, ApprovalRequested] = msgspec.field(default_factory=dict)
    disabled: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Each disabled component with the reason: a table, terminal, visit or game, or the floor."""

    calls: Mapping[int, str] = msgspec.field(default_factory=dict)
    """The outcomes of the calls answered last, by the entry number of the call."""

    entries: int = 0
    events: int = 0
    changes: Mapping[str, CommandDeferred] = msgspec.field(default_factory=dict)
    """The deferred commands, in order."""

    def is_locked(self, name: str, at: int) -> bool:
        """Whether a name is locked at a time."""
        person = self.people.get(name)
        return person is not None and person.locked_until > at


def position_rank(position: StaffPosition | None) -> int:
    """The rank of a position; -1 without one."""
    return -1 if position is None else LADDER.index(position)


def evolve(staff: Staff, event: StaffEvent) -> Staff:
    """The staff after an event."""
    if after := _AFTER.get(type(event)):
        staff = after(staff, event)
    elif isinstance(event, events.Named) and (person := staff.people.get(event.name)):
        # A wrong name has no person whose failures count.
        changed = _PERSON_AFTER[type(event)](person, event)
        staff = replace(staff, people={**staff.people, event.name: changed})
    return replace(staff, events=staff.events + 1)


def _enrolled(staff: Staff, event: events.PersonEnrolled) -> Staff:
    # Demo passwords are public, and cannot be changed.
    person = Person(**asdict(event), must_change=not event.is_demo)
    return replace(staff, people={**staff.people, event.name: person})


def _assigned(staff: Staff, event: events.DealerAssigned) -> Staff:
    assignment = DealerAssignment(event.by, event.at)
    return replace(staff, attended={**staff.attended, event.table: assignment})


def _requested(staff: Staff, event: events.ApprovalRequested) -> Staff:
    waiting = {**staff.waiting, event.approval: event}
    return replace(staff, waiting=waiting, entries=staff.entries + 1)


def _call_answered(staff: Staff, event: events.CallAnswered) -> Staff:
    calls = {**staff.calls, event.call: event.outcome}
    if len(calls) > CALLS_RETAINED:
        del calls[next(iter(calls))]
    return replace(staff, calls=calls)


def _without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    return {each: value for each, value in mapping.items() if each != key}


_AFTER: Mapping[type[StaffEvent], Callable[[Staff, Any], Staff]] = {
    events.PersonEnrolled: _enrolled,
    events.DealerAssigned: _assigned,
    events.DealerReleased: lambda staff, event: replace(
        staff, attended=_without(staff.attended, event.table)
    ),
    events.ApprovalRequested: _requested,
    events.ApprovalAnswered: lambda staff, event: replace(
        staff, waiting=_without(staff.waiting, event.approval)
    ),
    events.ComponentDisabled: lambda staff, event: replace(
        staff, disabled={**staff.disabled, event.component: event.reason}
    ),
    events.ComponentEnabled: lambda staff, event: replace(
        staff, disabled=_without(staff.disabled, event.component)
    ),
    events.CommandDeferred: lambda staff, event: replace(
        staff, changes={**staff.changes, event.change: event}
    ),
    events.DeferredCommandApplied: lambda staff, event: replace(
        staff, changes=_without(staff.changes, event.change)
    ),
    events.CallAnswered: _call_answered,
}
"""The events that change more than one person; the other two only record something."""


def _data_changed(person: Person, event: events.PersonChanged) -> Person:
    return replace(
        person,
        display_name=event.display_name,
        position=event.position,
        duties=event.duties,
        lent=None,
        acting_as=None,
    )


def _password_set(person: Person, event: events.PasswordSet) -> Person:
    return replace(
        person,
        password=event.password,
        must_change=event.is_code,
        failures=(),
        locked_until=0,
    )


def _delegated(person: Person, event: events.PositionDelegated) -> Person:
    # Acting in a delegated position ends with the delegation.
    highest = max(position_rank(person.position), position_rank(event.position))
    ends = position_rank(person.acting_as) > highest
    return replace(person, lent=event.position, acting_as=None if ends else person.acting_as)


_PERSON_AFTER: Mapping[type[StaffEvent], Callable[[Person, Any], Person]] = {
    events.PersonChanged: _data_changed,
    events.PersonDisabled: lambda person, _: replace(person, is_disabled=True),
    events.PersonEnabled: lambda person, _: replace(person, is_disabled=False),
    events.PasswordSet: _password_set,
    events.SecondFactorSet: lambda person, event: replace(person, factor=event.salt, factor_step=0),
    events.SecondFactorRemoved: lambda person, _: replace(person, factor="", factor_step=0),
    events.SecondFactorUsed: lambda person, event: replace(person, factor_step=event.step),
    events.SignedIn: lambda person, _: replace(person, failures=()),
    events.SignInFailed: lambda person, event: replace(
        person, failures=(*person.failures, event.at)[-FAILURES:]
    ),
    events.SignInLocked: lambda person, event: replace(
        person, failures=(), locked_until=event.until
    ),
    events.SignedOut: lambda person, _: replace(person, lent=None, acting_as=None),
    events.PositionDelegated: _delegated,
    events.ActingPositionChanged: lambda person, event: replace(person, acting_as=event.position),
}
"""The events that change one person."""
