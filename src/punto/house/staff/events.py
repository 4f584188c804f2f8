"""List the staff events, such as changes to people, dealer assignments and approvals."""

from enum import StrEnum
from typing import TypeAlias

import msgspec

from punto.core.staff_positions import StaffPosition
from punto.table.actors import Actor

CAGE = "cage"
"""The place of approvals that belong to the cage and not to a table."""

LAPSE_SECONDS = 5 * 60
"""The seconds for which a request waits for approval."""


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


# Fields that a command shares with its event


class Named(msgspec.Struct, frozen=True):
    """The name of a person."""

    name: str


class NamedAt(Named, frozen=True):
    """The name of a person, and a time in seconds."""

    at: int


class NamedPosition(Named, frozen=True):
    """The name of a person, and a position; None for no other than their own."""

    position: StaffPosition | None


class PersonalData(Named, frozen=True):
    """The name, the position and the duties of a person."""

    display_name: str
    position: StaffPosition | None
    duties: tuple[Duty, ...]


class ComponentReason(msgspec.Struct, frozen=True):
    """A component, and the reason why it is disabled or enabled."""

    component: str
    reason: str


# Events


class PersonEnrolled(PersonalData, frozen=True):
    """A person joined the staff."""

    password: str
    is_demo: bool


class PersonChanged(PersonalData, frozen=True):
    """A person has another position, other duties or another display name."""

    before: str
    """The previous name, position and duties."""


class PersonDisabled(Named, frozen=True):
    """A person may no longer sign in."""


class PersonEnabled(Named, frozen=True):
    """A person may sign in again."""


class PasswordSet(Named, frozen=True):
    """A person has a new password or one-time code."""

    password: str
    is_code: bool


class SecondFactorSet(Named, frozen=True):
    """A person must enter a code beside the password. The salt alone reveals nothing."""

    salt: str


class SecondFactorRemoved(Named, frozen=True):
    """A person needs only the password until a second factor is set up again."""


class SecondFactorUsed(Named, frozen=True):
    """A person used the code of a time step. Codes of that step and earlier ones no longer work."""

    step: int


class SignedIn(NamedAt, frozen=True):
    """A person signed in."""


class SignInFailed(NamedAt, frozen=True):
    """A sign-in failed by a wrong password; the name is empty if it is unknown."""


class SignInLocked(Named, frozen=True):
    """After too many wrong passwords the name is locked until this time."""

    until: int


class SignedOut(Named, frozen=True):
    """A person signed out. Delegated positions end."""

    reason: str


class PositionDelegated(NamedPosition, frozen=True):
    """A person may act in a position above their own; None ends it."""


class ActingPositionChanged(NamedPosition, frozen=True):
    """A person acts in a position; None is their own."""


class DealerAssigned(msgspec.Struct, frozen=True):
    """A dealer takes a table."""

    table: str
    by: str
    at: str


class DealerReleased(msgspec.Struct, frozen=True):
    """A dealer left a table."""

    table: str
    by: str


class ApprovalRequested(msgspec.Struct, frozen=True):
    """A command waits for the approval of a second person."""

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


class ApprovalAnswered(msgspec.Struct, frozen=True):
    """A request for approval was answered or lapsed."""

    approval: str
    outcome: ApprovalOutcome
    reason: str


class ComponentDisabled(ComponentReason, frozen=True):
    """A component accepts no new bets."""


class ComponentEnabled(ComponentReason, frozen=True):
    """A component is in use again."""


class CommandDeferred(msgspec.Struct, frozen=True):
    """A command waits until the running round has ended. Then it runs under its sender."""

    change: str
    table: str
    command: str
    body: str
    by: Actor


class DeferredCommandApplied(msgspec.Struct, frozen=True):
    """The table answered a deferred command."""

    change: str
    outcome: ApprovalOutcome
    reason: str


class CallAnswered(msgspec.Struct, frozen=True):
    """A staff member answered a call."""

    call: int
    outcome: str


class ActionRefused(msgspec.Struct, frozen=True):
    """A staff member lacked the authority for an action. The entry names that person."""

    action: str
    code: str
    unrecorded: int
    """The number of refusals since the last recorded one."""


class SignificantEventRecorded(msgspec.Struct, frozen=True):
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
