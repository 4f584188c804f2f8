"""List the staff events, such as changes to people, dealer assignments and approvals."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from punto.core.staff_positions import StaffPosition
from punto.table.actors import Actor

CAGE = "cage"
"""The place of approvals that belong to the cage and not to a table."""


class Duty(StrEnum):
    """A job that a person has beside a position at the tables, or instead of one."""

    CASHIER = "cashier"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


class ApprovalOutcome(StrEnum):
    """The outcomes of a request for approval."""

    APPROVED = "approved"
    DECLINED = "declined"
    LAPSED = "lapsed"
    REFUSED = "refused"
    """Approved, but the table no longer allowed the command."""


class SignificantEventKind(StrEnum):
    """The kinds of significant events, which staff must read."""

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
    """A person joined the staff."""

    name: str
    display_name: str
    position: StaffPosition | None
    duties: tuple[Duty, ...]
    password: str
    is_demo: bool


@dataclass(frozen=True, slots=True)
class PersonChanged:
    """A person has another position, other duties or another display name."""

    name: str
    display_name: str
    position: StaffPosition | None
    duties: tuple[Duty, ...]
    before: str
    """The previous name, position and duties."""


@dataclass(frozen=True, slots=True)
class PersonDisabled:
    """A person may no longer sign in."""

    name: str


@dataclass(frozen=True, slots=True)
class PersonEnabled:
    """A person may sign in again."""

    name: str


@dataclass(frozen=True, slots=True)
class PasswordSet:
    """A person has a new password or one-time code."""

    name: str
    password: str
    is_code: bool


@dataclass(frozen=True, slots=True)
class SecondFactorSet:
    """A person must enter a code beside the password. The salt alone reveals nothing."""

    name: str
    salt: str


@dataclass(frozen=True, slots=True)
class SecondFactorRemoved:
    """A person needs only the password until a second factor is set up again."""

    name: str


@dataclass(frozen=True, slots=True)
class SecondFactorUsed:
    """A person used the code of a time step. Codes of that step and earlier ones no longer work."""

    name: str
    step: int


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A person signed in."""

    name: str
    at: int


@dataclass(frozen=True, slots=True)
class SignInFailed:
    """A sign-in failed by a wrong password; the name is empty if it is unknown."""

    name: str
    at: int


@dataclass(frozen=True, slots=True)
class SignInLocked:
    """After too many wrong passwords the name is locked until this time."""

    name: str
    until: int


@dataclass(frozen=True, slots=True)
class SignedOut:
    """A person signed out. Delegated positions end."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class PositionDelegated:
    """A person may act in a position above their own; None ends it."""

    name: str
    position: StaffPosition | None


@dataclass(frozen=True, slots=True)
class ActingPositionChanged:
    """A person acts in a position; None is their own."""

    name: str
    position: StaffPosition | None


@dataclass(frozen=True, slots=True)
class DealerAssigned:
    """A dealer takes a table."""

    table: str
    by: str
    at: str


@dataclass(frozen=True, slots=True)
class DealerReleased:
    """A dealer left a table."""

    table: str
    by: str


@dataclass(frozen=True, slots=True)
class ApprovalRequested:
    """A command waits for the approval of a second person."""

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
    """A request for approval was answered or lapsed."""

    approval: str
    outcome: ApprovalOutcome
    reason: str


@dataclass(frozen=True, slots=True)
class ComponentDisabled:
    """A component accepts no new bets."""

    component: str
    reason: str


@dataclass(frozen=True, slots=True)
class ComponentEnabled:
    """A component is in use again."""

    component: str
    reason: str


@dataclass(frozen=True, slots=True)
class CommandDeferred:
    """A command waits until the running round has ended. Then it runs under its sender."""

    change: str
    table: str
    command: str
    body: str
    by: Actor


@dataclass(frozen=True, slots=True)
class DeferredCommandApplied:
    """The table answered a deferred command."""

    change: str
    outcome: ApprovalOutcome
    reason: str


@dataclass(frozen=True, slots=True)
class CallAnswered:
    """A staff member answered a call."""

    call: int
    outcome: str


@dataclass(frozen=True, slots=True)
class ActionRefused:
    """A staff member lacked the authority for an action. The entry names that person."""

    action: str
    code: str
    unrecorded: int
    """The number of refusals since the last recorded one."""


@dataclass(frozen=True, slots=True)
class SignificantEventRecorded:
    """A significant event of another stream, with the values before and after."""

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
