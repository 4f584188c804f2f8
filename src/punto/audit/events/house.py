"""Events of the house beside tables and cage: they move nothing and are only read."""

from typing import Literal, TypeAlias

from punto.audit.events.records import Strict
from punto.audit.store.entry import Actor, Position


class PatronLimits(Strict, frozen=True, gc=False):
    """The most a patron wants to lose, and to play."""

    loss_cents: int | None
    minutes: int | None


class ChosenLimits(Strict, frozen=True, gc=False):
    """Limits now, and those that take their place."""

    now: PatronLimits
    later: PatronLimits
    later_at: int


class TerminalPaired(Strict, frozen=True, gc=False):
    """A terminal is known."""

    terminal: str
    key_digest: str


class LimitsSet(Strict, frozen=True, gc=False):
    """A patron has limits."""

    visit: str
    chosen: ChosenLimits


class AttendantCalled(Strict, frozen=True, gc=False):
    """Somebody was called."""

    terminal: str
    table: str
    reason: Literal["attendant", "dispute", "pit"]
    round: int | None
    words: str = ""


class LookTaken(Strict, frozen=True, gc=False):
    """Somebody looked into the journal, and what they took with them."""

    look: Literal["replay", "chain", "bundle"]
    table: str
    first_round: int
    last_round: int
    digest: str


# The staff


class PersonEnrolled(Strict, frozen=True, gc=False):
    """The house has one person more."""

    name: str
    shown: str
    position: Position | None
    duties: tuple[str, ...]
    password: str
    is_demo: bool


class PersonChanged(Strict, frozen=True, gc=False):
    """A person has another position or other duties."""

    name: str
    shown: str
    position: Position | None
    duties: tuple[str, ...]
    before: str


class PersonDisabled(Strict, frozen=True, gc=False):
    """A person may not sign in."""

    name: str


class PersonEnabled(Strict, frozen=True, gc=False):
    """A person may sign in again."""

    name: str


class PasswordSet(Strict, frozen=True, gc=False):
    """A person has another password."""

    name: str
    password: str
    is_code: bool


class FactorSet(Strict, frozen=True, gc=False):
    """A person has a second factor."""

    name: str
    salt: str


class FactorRemoved(Strict, frozen=True, gc=False):
    """A person has none any longer."""

    name: str


class FactorUsed(Strict, frozen=True, gc=False):
    """A code was shown."""

    name: str
    step: int


class SignedIn(Strict, frozen=True, gc=False):
    """A person has begun to work."""

    name: str
    at: int


class SignInFailed(Strict, frozen=True, gc=False):
    """A wrong password."""

    name: str
    at: int


class LockedOut(Strict, frozen=True, gc=False):
    """Too many wrong passwords."""

    name: str
    until: int


class SignedOut(Strict, frozen=True, gc=False):
    """A person has ended their work."""

    name: str
    why: str


class PositionLent(Strict, frozen=True, gc=False):
    """A person may act in a higher position."""

    name: str
    position: Position | None


class ActingChanged(Strict, frozen=True, gc=False):
    """A person acts in a position."""

    name: str
    position: Position | None


class TableAttended(Strict, frozen=True, gc=False):
    """A person deals at a table."""

    table: str
    by: str
    at: str


class TableGivenBack(Strict, frozen=True, gc=False):
    """Nobody of the staff deals at a table."""

    table: str
    by: str


class EntryProposed(Strict, frozen=True, gc=False):
    """Something waits for a second person."""

    entry: str
    table: str
    command: str
    body: str
    by: str
    position: Position | None
    acting_as: Position | None
    at: int


class EntryAnswered(Strict, frozen=True, gc=False):
    """What became of it."""

    entry: str
    outcome: str
    reason: str


class ComponentDisabled(Strict, frozen=True, gc=False):
    """A table or a terminal takes no bets."""

    component: str
    reason: str


class ComponentEnabled(Strict, frozen=True, gc=False):
    """It is in use again."""

    component: str
    reason: str


class ChangeKept(Strict, frozen=True, gc=False):
    """Something waits for the gap between two rounds."""

    change: str
    table: str
    command: str
    body: str
    by: Actor


class ChangeTaken(Strict, frozen=True, gc=False):
    """What became of it."""

    change: str
    outcome: str
    reason: str


class CallAnswered(Strict, frozen=True, gc=False):
    """A patron's call is answered."""

    call: int
    outcome: str


class ActRefused(Strict, frozen=True, gc=False):
    """Somebody asked for what they may not do."""

    what: str
    code: str
    unwritten: int


class SignificantNoted(Strict, frozen=True, gc=False):
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
    | FactorSet
    | FactorRemoved
    | FactorUsed
    | SignedIn
    | SignInFailed
    | LockedOut
    | SignedOut
    | PositionLent
    | ActingChanged
    | TableAttended
    | TableGivenBack
    | EntryProposed
    | EntryAnswered
    | ComponentDisabled
    | ComponentEnabled
    | ChangeKept
    | ChangeTaken
    | CallAnswered
    | ActRefused
    | SignificantNoted
)
HouseEvent: TypeAlias = TerminalPaired | LimitsSet | AttendantCalled | LookTaken | StaffEvent
