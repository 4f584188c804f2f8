"""Apply staff events to the state of people, positions, dealer assignments and approvals."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias, TypeVar, assert_never

from punto.core.staff_positions import StaffPosition
from punto.games.policies import LADDER
from punto.house.staff import events as staff_events
from punto.house.staff.events import CommandDeferred, Duty, StaffEvent

V = TypeVar("V")

FAILURES = 3
"""The number of wrong passwords that locks a name."""

FAILURES_SECONDS = 30 * 60
"""The period in which wrong passwords count, and the duration of the lock."""

CALLS_RETAINED = 200
"""How many answered calls the state retains, so that two people cannot answer the same call."""

LAPSE_SECONDS = 5 * 60
"""The seconds for which a request waits for approval."""


@dataclass(frozen=True, slots=True)
class Person:
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


@dataclass(frozen=True, slots=True)
class DealerAssignment:
    """The dealer of a table, and the start of the assignment."""

    by: str
    since: str


@dataclass(frozen=True, slots=True)
class PendingApproval:
    """A request that waits for a second person."""

    approval: str
    table: str
    command: str
    body: str
    by: str
    position: StaffPosition | None
    acting_as: StaffPosition | None
    at: int

    @property
    def lapses_at(self) -> int:
        """The time when the request lapses."""
        return self.at + LAPSE_SECONDS


@dataclass(frozen=True, slots=True)
class Staff:
    """All people, with their assignments, requests and disabled components."""

    people: Mapping[str, Person] = field(default_factory=dict)
    attended: Mapping[str, DealerAssignment] = field(default_factory=dict)
    waiting: Mapping[str, PendingApproval] = field(default_factory=dict)
    disabled: Mapping[str, str] = field(default_factory=dict)
    """Each disabled component with the reason: a table, terminal, visit or game, or the floor."""

    calls: Mapping[int, str] = field(default_factory=dict)
    """The outcomes of the calls answered last, by the entry number of the call."""

    entries: int = 0
    events: int = 0
    changes: Mapping[str, CommandDeferred] = field(default_factory=dict)
    """The deferred commands, in order."""

    def is_locked(self, name: str, at: int) -> bool:
        """Whether a name is locked at a time."""
        person = self.people.get(name)
        return person is not None and person.locked_until > at


def position_rank(position: StaffPosition | None) -> int:
    """The rank of a position; -1 without one."""
    return -1 if position is None else LADDER.index(position)


def evolve(staff: Staff, event: StaffEvent) -> Staff:  # noqa: C901  one match
    """The staff after an event."""
    match event:
        case staff_events.DealerAssigned():
            attended = {**staff.attended, event.table: DealerAssignment(event.by, event.at)}
            staff = replace(staff, attended=attended)
        case staff_events.DealerReleased():
            staff = replace(staff, attended=_without(staff.attended, event.table))
        case staff_events.ApprovalRequested():
            waiting = PendingApproval(
                event.approval,
                event.table,
                event.command,
                event.body,
                event.by,
                event.position,
                event.acting_as,
                event.at,
            )
            all_ = {**staff.waiting, event.approval: waiting}
            staff = replace(staff, waiting=all_, entries=staff.entries + 1)
        case staff_events.ApprovalAnswered():
            staff = replace(staff, waiting=_without(staff.waiting, event.approval))
        case staff_events.ComponentDisabled():
            disabled = {**staff.disabled, event.component: event.reason}
            staff = replace(staff, disabled=disabled)
        case staff_events.ComponentEnabled():
            staff = replace(staff, disabled=_without(staff.disabled, event.component))
        case staff_events.CommandDeferred():
            staff = replace(staff, changes={**staff.changes, event.change: event})
        case staff_events.DeferredCommandApplied():
            staff = replace(staff, changes=_without(staff.changes, event.change))
        case staff_events.CallAnswered():
            calls = {**staff.calls, event.call: event.outcome}
            if len(calls) > CALLS_RETAINED:
                del calls[next(iter(calls))]
            staff = replace(staff, calls=calls)
        case staff_events.SignificantEventRecorded() | staff_events.ActionRefused():
            pass
        case _:
            staff = _of_person(staff, event)
    return replace(staff, events=staff.events + 1)


Change: TypeAlias = (
    staff_events.PersonChanged
    | staff_events.PersonDisabled
    | staff_events.PersonEnabled
    | staff_events.PasswordSet
    | staff_events.SecondFactorSet
    | staff_events.SecondFactorRemoved
    | staff_events.SecondFactorUsed
    | staff_events.SignedIn
    | staff_events.SignInFailed
    | staff_events.SignInLocked
    | staff_events.SignedOut
    | staff_events.PositionDelegated
    | staff_events.ActingPositionChanged
)
PersonEvent: TypeAlias = staff_events.PersonEnrolled | Change


def _of_person(staff: Staff, event: PersonEvent) -> Staff:
    if isinstance(event, staff_events.PersonEnrolled):
        person = Person(
            event.name,
            event.display_name,
            event.position,
            event.duties,
            event.password,
            event.is_demo,
        )
        if event.is_demo:
            # Demo passwords are public, and cannot be changed.
            person = replace(person, must_change=False)
        return replace(staff, people={**staff.people, event.name: person})
    found = staff.people.get(event.name)
    if found is None:
        # A wrong name has no person whose failures count.
        return staff
    return replace(staff, people={**staff.people, event.name: _changed(found, event)})


def _changed(person: Person, event: Change) -> Person:  # noqa: C901  one match
    match event:
        case staff_events.PersonChanged():
            return replace(
                person,
                display_name=event.display_name,
                position=event.position,
                duties=event.duties,
                lent=None,
                acting_as=None,
            )
        case staff_events.PersonDisabled():
            return replace(person, is_disabled=True)
        case staff_events.PersonEnabled():
            return replace(person, is_disabled=False)
        case staff_events.PasswordSet():
            return replace(
                person,
                password=event.password,
                must_change=event.is_code,
                failures=(),
                locked_until=0,
            )
        case staff_events.SecondFactorSet():
            return replace(person, factor=event.salt, factor_step=0)
        case staff_events.SecondFactorRemoved():
            return replace(person, factor="", factor_step=0)
        case staff_events.SecondFactorUsed():
            return replace(person, factor_step=event.step)
        case staff_events.SignedIn():
            return replace(person, failures=())
        case staff_events.SignInFailed():
            return replace(person, failures=(*person.failures, event.at)[-FAILURES:])
        case staff_events.SignInLocked():
            return replace(person, failures=(), locked_until=event.until)
        case staff_events.SignedOut():
            return replace(person, lent=None, acting_as=None)
        case staff_events.PositionDelegated():
            # Acting in a delegated position ends with the delegation.
            acting = person.acting_as
            ends = acting is not None and position_rank(acting) > max(
                position_rank(person.position), position_rank(event.position)
            )
            return replace(person, lent=event.position, acting_as=None if ends else acting)
        case staff_events.ActingPositionChanged():
            return replace(person, acting_as=event.position)
        case unreachable:
            assert_never(unreachable)


def _without(held: Mapping[str, V], name: str) -> Mapping[str, V]:
    rest = dict(held)
    rest.pop(name, None)
    return rest
