"""List the commands for the stream of the staff."""

from dataclasses import dataclass
from typing import TypeAlias

from punto.core.staff_positions import StaffPosition
from punto.house.staff.events import ApprovalOutcome, Duty, SignificantEventKind


@dataclass(frozen=True, slots=True)
class EnrolPerson:
    """Enrol a person, with the digest of a password."""

    name: str
    display_name: str
    position: StaffPosition | None
    duties: tuple[Duty, ...]
    password: str
    is_demo: bool = False


@dataclass(frozen=True, slots=True)
class ChangePerson:
    """Change a person's position, duties or display name."""

    name: str
    display_name: str
    position: StaffPosition | None
    duties: tuple[Duty, ...]


@dataclass(frozen=True, slots=True)
class DisablePerson:
    """Prevent a person from signing in."""

    name: str


@dataclass(frozen=True, slots=True)
class EnablePerson:
    """Allow a person to sign in again."""

    name: str


@dataclass(frozen=True, slots=True)
class SetPassword:
    """Set the sender's password, or a one-time code for another person."""

    name: str
    password: str
    is_code: bool
    instead_of: str = ""
    """The digest that the new one replaces; empty to replace any digest."""


@dataclass(frozen=True, slots=True)
class SetSecondFactor:
    """Set up the sender's second factor, by its salt."""

    name: str
    salt: str


@dataclass(frozen=True, slots=True)
class RemoveSecondFactor:
    """Remove a person's second factor after its device was lost."""

    name: str


@dataclass(frozen=True, slots=True)
class UseSecondFactor:
    """Record that a person entered the right code for a time step."""

    name: str
    step: int


@dataclass(frozen=True, slots=True)
class SignIn:
    """Sign a person in after the right password, at a time in seconds."""

    name: str
    at: int


@dataclass(frozen=True, slots=True)
class RecordFailedSignIn:
    """Record a wrong password for a name; the name is empty if it is unknown."""

    name: str
    at: int


@dataclass(frozen=True, slots=True)
class SignOut:
    """Sign a person out, by request of that person or another, or at the end of the session."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class DelegatePosition:
    """Let a person act in a position above their own; None ends it."""

    name: str
    position: StaffPosition | None


@dataclass(frozen=True, slots=True)
class ActInPosition:
    """Act in a position; None returns to the sender's own position."""

    name: str
    position: StaffPosition | None


@dataclass(frozen=True, slots=True)
class AssignDealer:
    """Take a table over from the house dealer, or return it."""

    table: str
    attends: bool
    at: str


@dataclass(frozen=True, slots=True)
class RequestApproval:
    """Request the approval of a second person."""

    table: str
    command: str
    body: str
    at: int


@dataclass(frozen=True, slots=True)
class AnswerApproval:
    """Answer a request for approval, as a second person or by the clock."""

    approval: str
    outcome: ApprovalOutcome
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DisableComponent:
    """Disable a component: it accepts no new bets, and its running round ends normally."""

    component: str
    reason: str


@dataclass(frozen=True, slots=True)
class EnableComponent:
    """Enable a component again."""

    component: str
    reason: str


@dataclass(frozen=True, slots=True)
class DeferCommand:
    """Defer a command until the running round has ended."""

    change: str
    table: str
    command: str
    body: str


@dataclass(frozen=True, slots=True)
class ApplyDeferredCommand:
    """Record the answer of the table to a deferred command."""

    change: str
    outcome: ApprovalOutcome
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AnswerCall:
    """Answer a patron's call, with the outcome."""

    call: int
    outcome: str


@dataclass(frozen=True, slots=True)
class RecordRefusal:
    """Record that a staff member lacked the authority for an action."""

    action: str
    code: str
    unrecorded: int = 0


@dataclass(frozen=True, slots=True)
class RecordSignificantEvent:
    """Record a significant event of another stream."""

    kind: SignificantEventKind
    component: str
    entry: int
    reason: str = ""
    before: str = ""
    after: str = ""


PersonCommand: TypeAlias = EnrolPerson | ChangePerson | DisablePerson | EnablePerson
SignInCommand: TypeAlias = SetPassword | SignIn | RecordFailedSignIn | SignOut
SecondFactorCommand: TypeAlias = SetSecondFactor | RemoveSecondFactor | UseSecondFactor
PositionCommand: TypeAlias = DelegatePosition | ActInPosition
ApprovalCommand: TypeAlias = RequestApproval | AnswerApproval
DeferralCommand: TypeAlias = DeferCommand | ApplyDeferredCommand
ComponentCommand: TypeAlias = DisableComponent | EnableComponent | AnswerCall

StaffCommand: TypeAlias = (
    PersonCommand
    | SignInCommand
    | SecondFactorCommand
    | PositionCommand
    | AssignDealer
    | ApprovalCommand
    | DeferralCommand
    | ComponentCommand
    | RecordRefusal
    | RecordSignificantEvent
)
