"""List the commands for the stream of the staff."""

from typing import TypeAlias

import msgspec

from punto.house.staff.events import (
    ApprovalOutcome,
    ComponentReason,
    Named,
    NamedAt,
    NamedPosition,
    PersonalData,
    SignificantEventKind,
)


class EnrolPerson(PersonalData, frozen=True):
    """Enrol a person, with the digest of a password."""

    password: str
    is_demo: bool = False


class ChangePerson(PersonalData, frozen=True):
    """Change a person's position, duties or display name."""


class DisablePerson(Named, frozen=True):
    """Prevent a person from signing in."""


class EnablePerson(Named, frozen=True):
    """Allow a person to sign in again."""


class SetPassword(Named, frozen=True):
    """Set the sender's password, or a one-time code for another person."""

    password: str
    is_code: bool
    instead_of: str = ""
    """The digest that the new one replaces; empty to replace any digest."""


class SetSecondFactor(Named, frozen=True):
    """Set up the sender's second factor, by its salt."""

    salt: str


class RemoveSecondFactor(Named, frozen=True):
    """Remove a person's second factor after its device was lost."""


class UseSecondFactor(Named, frozen=True):
    """Record that a person entered the right code for a time step."""

    step: int


class SignIn(NamedAt, frozen=True):
    """Sign a person in after the right password, at a time in seconds."""


class RecordFailedSignIn(NamedAt, frozen=True):
    """Record a wrong password for a name; the name is empty if it is unknown."""


class SignOut(Named, frozen=True):
    """Sign a person out, by request of that person or another, or at the end of the session."""

    reason: str


class DelegatePosition(NamedPosition, frozen=True):
    """Let a person act in a position above their own; None ends it."""


class ActInPosition(NamedPosition, frozen=True):
    """Act in a position; None returns to the sender's own position."""


class AssignDealer(msgspec.Struct, frozen=True):
    """Take a table over from the house dealer, or return it."""

    table: str
    attends: bool
    at: str


class RequestApproval(msgspec.Struct, frozen=True):
    """Request the approval of a second person."""

    table: str
    command: str
    body: str
    at: int


class AnswerApproval(msgspec.Struct, frozen=True):
    """Answer a request for approval, as a second person or by the clock."""

    approval: str
    outcome: ApprovalOutcome
    reason: str = ""


class DisableComponent(ComponentReason, frozen=True):
    """Disable a component: it accepts no new bets, and its running round ends normally."""


class EnableComponent(ComponentReason, frozen=True):
    """Enable a component again."""


class DeferCommand(msgspec.Struct, frozen=True):
    """Defer a command until the running round has ended."""

    change: str
    table: str
    command: str
    body: str


class ApplyDeferredCommand(msgspec.Struct, frozen=True):
    """Record the answer of the table to a deferred command."""

    change: str
    outcome: ApprovalOutcome
    reason: str = ""


class AnswerCall(msgspec.Struct, frozen=True):
    """Answer a patron's call, with the outcome."""

    call: int
    outcome: str


class RecordRefusal(msgspec.Struct, frozen=True):
    """Record that a staff member lacked the authority for an action."""

    action: str
    code: str
    unrecorded: int = 0


class RecordSignificantEvent(msgspec.Struct, frozen=True):
    """Record a significant event of another stream."""

    kind: SignificantEventKind
    component: str
    entry: int
    reason: str = ""
    before: str = ""
    after: str = ""


StaffCommand: TypeAlias = (
    EnrolPerson
    | ChangePerson
    | DisablePerson
    | EnablePerson
    | SetPassword
    | SetSecondFactor
    | RemoveSecondFactor
    | UseSecondFactor
    | SignIn
    | RecordFailedSignIn
    | SignOut
    | DelegatePosition
    | ActInPosition
    | AssignDealer
    | RequestApproval
    | AnswerApproval
    | DisableComponent
    | EnableComponent
    | DeferCommand
    | ApplyDeferredCommand
    | AnswerCall
    | RecordRefusal
    | RecordSignificantEvent
)
