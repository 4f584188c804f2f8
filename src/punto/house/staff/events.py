"""List the staff events, such as changes to people, dealer assignments and approvals."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from punto.core.staff_positions import StaffPosition
from punto.table.actors import Actor

CAGE = "cage"
"""Where an entry waits that is not of a table."""


class Duty(StrEnum):
    """Something a person does besides, or in the place of, a position at the tables."""

    CASHIER = "cashier"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


class ApprovalOutcome(StrEnum):
    """What became of something that needed a second person."""

    APPROVED = "approved"
    DECLINED = "declined"
    LAPSED = "lapsed"
    REFUSED = "refused"
    """Approved, but the table no longer allowed it."""


class SignificantEventKind(StrEnum):
    """What is written down apart, so that nobody has to look for it."""

    VOID = "void"
    REVERSAL = "reversal"
    MANUAL_CARD = "manual-card"
    SETTINGS = "settings"
    METHOD = "method"
    OVERRIDE = "override"
    RULING = "ruling"
    IRREGULARITY = "irregularity"
    TABLE_OPENED = "table-opened"
    TABLE_CLOSED = "table-closed"
    LARGE_WAGER = "large-wager"
    LARGE_WIN = "large-win"
    SEAT_RULED = "seat-ruled"
    DEVICE = "device"
    DISPLAY = "display"


@dataclass(frozen=True, slots=True)
class PersonEnrolled:
    """The house has one person of staff more."""

    name: str
    display_name: str
    position: StaffPosition | None
    duties: tuple[Duty, ...]
    password: str
    is_demo: bool


@dataclass(frozen=True, slots=True)
class PersonChanged:
    """A person has another position, other duties or another name on screens."""

    name: str
    display_name: str
    position: StaffPosition | None
    duties: tuple[Duty, ...]
    before: str
    """What they were, in words."""


@dataclass(frozen=True, slots=True)
class PersonDisabled:
    """A person may not sign in."""

    name: str


@dataclass(frozen=True, slots=True)
class PersonEnabled:
    """A person may sign in again."""

    name: str


@dataclass(frozen=True, slots=True)
class PasswordSet:
    """A person has another password."""

    name: str
    password: str
    is_code: bool


@dataclass(frozen=True, slots=True)
class SecondFactorSet:
    """A person shows a code beside the password from now on; the salt is worth nothing alone."""

    name: str
    salt: str


@dataclass(frozen=True, slots=True)
class SecondFactorRemoved:
    """A person shows the password alone, until they have a second factor again."""

    name: str


@dataclass(frozen=True, slots=True)
class SecondFactorUsed:
    """A code was shown, of a step of time; none of that step or before works again."""

    name: str
    step: int


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A person has begun to work."""

    name: str
    at: int


@dataclass(frozen=True, slots=True)
class SignInFailed:
    """A wrong password, or a name that nobody has where it is empty."""

    name: str
    at: int


@dataclass(frozen=True, slots=True)
class SignInLocked:
    """Too many wrong passwords: nobody signs in under this name until a time."""

    name: str
    until: int


@dataclass(frozen=True, slots=True)
class SignedOut:
    """A person has ended their work; what they were lent is over."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class PositionDelegated:
    """A person may act in a position above their own, None for no longer."""

    name: str
    position: StaffPosition | None


@dataclass(frozen=True, slots=True)
class ActingPositionChanged:
    """A person acts in a position, None for their own."""

    name: str
    position: StaffPosition | None


@dataclass(frozen=True, slots=True)
class DealerAssigned:
    """A person deals at a table from now on."""

    table: str
    by: str
    at: str


@dataclass(frozen=True, slots=True)
class DealerReleased:
    """Nobody of the staff deals at a table any longer."""

    table: str
    by: str


@dataclass(frozen=True, slots=True)
class ApprovalRequested:
    """Something waits for a second person."""

    approval: str
    table: str
    command: str
    body: str
    by: str
    position: StaffPosition | None
    acting_as: StaffPosition | None
    at: int


@dataclass(frozen=True, slots=True)
class ApprovalAnswered:
    """What became of an entry."""

    approval: str
    outcome: ApprovalOutcome
    reason: str


@dataclass(frozen=True, slots=True)
class ComponentDisabled:
    """A table or a terminal takes no new bets."""

    component: str
    reason: str


@dataclass(frozen=True, slots=True)
class ComponentEnabled:
    """A table or a terminal is in use again."""

    component: str
    reason: str


@dataclass(frozen=True, slots=True)
class CommandDeferred:
    """Something waits for the gap between two rounds, in whose name it is then asked."""

    change: str
    table: str
    command: str
    body: str
    by: Actor


@dataclass(frozen=True, slots=True)
class DeferredCommandApplied:
    """What became of it when the gap came."""

    change: str
    outcome: ApprovalOutcome
    reason: str


@dataclass(frozen=True, slots=True)
class CallAnswered:
    """A patron's call is answered."""

    call: int
    outcome: str


@dataclass(frozen=True, slots=True)
class ActionRefused:
    """Somebody asked for what they may not do; by whom, the entry says."""

    action: str
    code: str
    unrecorded: int
    """How many more were refused since the last that was written down."""


@dataclass(frozen=True, slots=True)
class SignificantEventRecorded:
    """Something significant happened in another stream, with what was before and after."""

    kind: SignificantEventKind
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
