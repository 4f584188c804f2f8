"""Events of the house beside tables and cage: they move nothing and are only read."""

from typing import Literal, TypeAlias

from punto.audit.events.records import StrictRecord
from punto.audit.store.entry import Actor, Position


class PatronLimits(StrictRecord, frozen=True, gc=False):
    """The most a patron wants to lose, and to play."""

    loss_cents: int | None
    minutes: int | None


class LimitSchedule(StrictRecord, frozen=True, gc=False):
    """Limits now, and those that take their place."""

    now: PatronLimits
    later: PatronLimits
    later_at: int


class TerminalEnrolled(StrictRecord, frozen=True, gc=False):
    """A terminal is known."""

    terminal: str
    key_digest: str


class PatronLimitsSet(StrictRecord, frozen=True, gc=False):
    """A patron has limits."""

    visit: str
    schedule: LimitSchedule


class AttendantCalled(StrictRecord, frozen=True, gc=False):
    """Somebody was called."""

    terminal: str
    table: str
    reason: Literal["attendant", "dispute", "pit"]
    round: int | None
    text: str = ""


class JournalAccessed(StrictRecord, frozen=True, gc=False):
    """Somebody looked into the journal, and what they took with them."""

    access: Literal["replay", "chain", "bundle"]
    table: str
    first_round: int
    last_round: int
    digest: str


# The staff


class PersonEnrolled(StrictRecord, frozen=True, gc=False):
    """The house has one person more."""

    name: str
    display_name: str
    position: Position | None
    duties: tuple[str, ...]
    password: str
    is_demo: bool


class PersonChanged(StrictRecord, frozen=True, gc=False):
    """A person has another position or other duties."""

    name: str
    display_name: str
    position: Position | None
    duties: tuple[str, ...]
    before: str


class PersonDisabled(StrictRecord, frozen=True, gc=False):
    """A person may not sign in."""

    name: str


class PersonEnabled(StrictRecord, frozen=True, gc=False):
    """A person may sign in again."""

    name: str


class PasswordSet(StrictRecord, frozen=True, gc=False):
    """A person has another password."""

    name: str
    password: str
    is_code: bool


class SecondFactorSet(StrictRecord, frozen=True, gc=False):
    """A person has a second factor."""

    name: str
    salt: str


class SecondFactorRemoved(StrictRecord, frozen=True, gc=False):
    """A person has none any longer."""

    name: str


class SecondFactorUsed(StrictRecord, frozen=True, gc=False):
    """A code was shown."""

    name: str
    step: int


class SignedIn(StrictRecord, frozen=True, gc=False):
    """A person has begun to work."""

    name: str
    at: int


class SignInFailed(StrictRecord, frozen=True, gc=False):
    """A wrong password."""

    name: str
    at: int


class SignInLocked(StrictRecord, frozen=True, gc=False):
    """Too many wrong passwords."""

    name: str
    until: int


class SignedOut(StrictRecord, frozen=True, gc=False):
    """A person has ended their work."""

    name: str
    reason: str


class PositionDelegated(StrictRecord, frozen=True, gc=False):
    """A person may act in a higher position."""

    name: str
    position: Position | None


class ActingPositionChanged(StrictRecord, frozen=True, gc=False):
    """A person acts in a position."""

    name: str
    position: Position | None


class DealerAssigned(StrictRecord, frozen=True, gc=False):
    """A person deals at a table."""

    table: str
    by: str
    at: str


class DealerReleased(StrictRecord, frozen=True, gc=False):
    """Nobody of the staff deals at a table."""

    table: str
    by: str


class ApprovalRequested(StrictRecord, frozen=True, gc=False):
    """Something waits for a second person."""

    approval: str
    table: str
    command: str
    body: str
    by: str
    position: Position | None
    acting_as: Position | None
    at: int


class ApprovalAnswered(StrictRecord, frozen=True, gc=False):
    """What became of it."""

    approval: str
    outcome: str
    reason: str


class ComponentDisabled(StrictRecord, frozen=True, gc=False):
    """A table or a terminal takes no bets."""

    component: str
    reason: str


class ComponentEnabled(StrictRecord, frozen=True, gc=False):
    """It is in use again."""

    component: str
    reason: str


class CommandDeferred(StrictRecord, frozen=True, gc=False):
    """Something waits for the gap between two rounds."""

    change: str
    table: str
    command: str
    body: str
    by: Actor


class DeferredCommandApplied(StrictRecord, frozen=True, gc=False):
    """What became of it."""

    change: str
    outcome: str
    reason: str


class CallAnswered(StrictRecord, frozen=True, gc=False):
    """A patron's call is answered."""

    call: int
    outcome: str


class ActionRefused(StrictRecord, frozen=True, gc=False):
    """Somebody asked for what they may not do."""

    action: str
    code: str
    unrecorded: int


class SignificantEventRecorded(StrictRecord, frozen=True, gc=False):
    """Something significant happened in another stream."""

    kind: str
    component: str
    entry: int
    reason: str
    before: str
    after: str


StaffEvent: TypeAlias = (
    PersonEnrolled
    | PersonChanged
    | PersonDisabled
    | PersonEnabled
    | PasswordSet
    | SecondFactorSet
    | SecondFactorRemoved
    | SecondFactorUsed
    | SignedIn
    | SignInFailed
    | SignInLocked
    | SignedOut
    | PositionDelegated
    | ActingPositionChanged
    | DealerAssigned
    | DealerReleased
    | ApprovalRequested
    | ApprovalAnswered
    | ComponentDisabled
    | ComponentEnabled
    | CommandDeferred
    | DeferredCommandApplied
    | CallAnswered
    | ActionRefused
    | SignificantEventRecorded
)
HouseEvent: TypeAlias = (
    TerminalEnrolled | PatronLimitsSet | AttendantCalled | JournalAccessed | StaffEvent
)
