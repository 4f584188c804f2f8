"""List the commands for the stream of the staff."""

from dataclasses import dataclass
from typing import TypeAlias

from punto.core.staff_positions import StaffPosition
from punto.house.staff.events import ApprovalOutcome, Duty, SignificantEventKind


@dataclass(frozen=True, slots=True)
class EnrolPerson:
    """A new person with a password that is known only as a digest."""

    name: str
    display_name: str
    position: StaffPosition | None
    duties: tuple[Duty, ...]
    password: str
    is_demo: bool = False


@dataclass(frozen=True, slots=True)
class ChangePerson:
    """Another position, other duties, another name on screens."""

    name: str
    display_name: str
    position: StaffPosition | None
    duties: tuple[Duty, ...]


@dataclass(frozen=True, slots=True)
class DisablePerson:
    """Somebody may no longer sign in."""

    name: str


@dataclass(frozen=True, slots=True)
class EnablePerson:
    """Somebody may sign in again."""

    name: str


@dataclass(frozen=True, slots=True)
class SetPassword:
    """A password: one's own, or a code for one use where somebody else sets it."""

    name: str
    password: str
    is_code: bool
    instead_of: str = ""
    """Where something is named: only if that is what is kept still."""


@dataclass(frozen=True, slots=True)
class SetSecondFactor:
    """A second factor of one's own, of which only a salt is kept."""

    name: str
    salt: str


@dataclass(frozen=True, slots=True)
class RemoveSecondFactor:
    """Somebody has lost what shows their codes."""

    name: str


@dataclass(frozen=True, slots=True)
class UseSecondFactor:
    """Somebody showed the right code of a step of time."""

    name: str
    step: int


@dataclass(frozen=True, slots=True)
class SignIn:
    """Somebody showed the right password, at a time in seconds."""

    name: str
    at: int


@dataclass(frozen=True, slots=True)
class RecordFailedSignIn:
    """Somebody showed a wrong password for a name, or a name that nobody has where it is empty."""

    name: str
    at: int


@dataclass(frozen=True, slots=True)
class SignOut:
    """Somebody is signed out: by themselves, by another, or for their time was up."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class DelegatePosition:
    """Lets somebody act in a position above their own, None to end it."""

    name: str
    position: StaffPosition | None


@dataclass(frozen=True, slots=True)
class ActInPosition:
    """Somebody acts in a position, None for their own."""

    name: str
    position: StaffPosition | None


@dataclass(frozen=True, slots=True)
class AssignDealer:
    """A person takes a table over from the house's own dealer, or gives it back."""

    table: str
    attends: bool
    at: str


@dataclass(frozen=True, slots=True)
class RequestApproval:
    """Something is entered that waits for a second person."""

    table: str
    command: str
    body: str
    at: int


@dataclass(frozen=True, slots=True)
class AnswerApproval:
    """What became of an entry, by a second person or by the clock."""

    approval: str
    outcome: ApprovalOutcome
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DisableComponent:
    """A table, a terminal or a patron's visit takes no new bets; what runs is concluded."""

    component: str
    reason: str


@dataclass(frozen=True, slots=True)
class EnableComponent:
    """A table or a terminal is in use again."""

    component: str
    reason: str


@dataclass(frozen=True, slots=True)
class DeferCommand:
    """Something is to be asked of a table in its next gap."""

    change: str
    table: str
    command: str
    body: str


@dataclass(frozen=True, slots=True)
class ApplyDeferredCommand:
    """The gap came, and the table answered."""

    change: str
    outcome: ApprovalOutcome
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AnswerCall:
    """Somebody went to a patron who had called; what came of it."""

    call: int
    outcome: str


@dataclass(frozen=True, slots=True)
class RecordRefusal:
    """Somebody asked for what they may not do."""

    action: str
    code: str
    unrecorded: int = 0


@dataclass(frozen=True, slots=True)
class RecordSignificantEvent:
    """Something significant that an entry of another stream brought about."""

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
