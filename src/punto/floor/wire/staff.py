"""Define the strictly typed messages between staff screens and the floor."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from punto.core.staff_positions import StaffPosition
from punto.floor.wire.terminal import Id, Name, Tables, Whole
from punto.house.staff.events import Duty
from punto.messages.message import Message

SUBPROTOCOL = "punto-staff.1"
MAX_BYTES = 65_536
"""The largest request of a staff screen."""

Password = Annotated[str, Meta(min_length=1, max_length=128)]
Code = Annotated[str, Meta(max_length=8)]
Reason = Annotated[str, Meta(min_length=1, max_length=200)]


class _InboundMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """A message from a staff screen."""


class SignIn(_InboundMessage, frozen=True):
    """A name and its password, with a code if the person has a second factor."""

    name: Name
    password: Password
    code: Code = ""


class ChangePassword(_InboundMessage, frozen=True):
    """The old password and the new one."""

    old: Password
    new: Annotated[str, Meta(max_length=128)]


class PasswordConfirmation(_InboundMessage, frozen=True):
    """The password again before an important change, with a code if there is a second factor."""

    password: Password
    code: Code = ""


class SecondFactorCode(_InboundMessage, frozen=True):
    """A code that proves that the person has set up the second factor."""

    code: Code


class EndSessions(_InboundMessage, frozen=True):
    """End the sender's session with this mark, or all the sender's other sessions without one."""

    password: Password
    mark: Annotated[str, Meta(max_length=12)] = ""


class ActingPosition(_InboundMessage, frozen=True):
    """A position to act in; null for the sender's own."""

    position: StaffPosition | None


class PersonDetails(_InboundMessage, frozen=True):
    """The details of a new person, or the new details of a known one."""

    name: Name
    display_name: Annotated[str, Meta(min_length=1, max_length=48)]
    position: StaffPosition | None
    duties: tuple[Duty, ...]


class ActionRequest(_InboundMessage, frozen=True, rename={"fields": "with"}):
    """An action at a table, perhaps with a second person at the same desk."""

    id: Id
    command: Name
    fields: dict[str, Any]
    second: SignIn | None = None
    propose: bool = False


class PreviewRequest(_InboundMessage, frozen=True, rename={"fields": "with"}):
    """An action to preview."""

    command: Name
    fields: dict[str, Any]


class DealerAssignmentRequest(_InboundMessage, frozen=True):
    """Whether the dealer takes a table over or gives it back."""

    attends: bool


class ApprovalAnswer(_InboundMessage, frozen=True):
    """The answer to a request for approval, perhaps by a second person at the same desk."""

    id: Id
    answer: Literal["approve", "decline"]
    digest: Annotated[str, Meta(max_length=64)] = ""
    """The digest of the details that the approver saw."""

    reason: Annotated[str, Meta(max_length=200)] = ""
    second: SignIn | None = None


class StopRequest(_InboundMessage, frozen=True):
    """The reason to disable or enable a table or a terminal."""

    reason: Reason


class PitCallRequest(_InboundMessage, frozen=True):
    """A dealer's call for a pit supervisor."""

    id: Id
    reason: Reason


class CallOutcome(_InboundMessage, frozen=True):
    """The outcome of a patron's call."""

    outcome: Reason


class Watch(_InboundMessage, tag_field="type", tag="watch", frozen=True):
    """Replace the watched tables, and watch the whole floor or not."""

    tables: Tables
    floor: bool = False


class Ping(_InboundMessage, tag_field="type", tag="ping", frozen=True):
    """Ask the server for a sign of life."""

    n: Whole


StaffInbound: TypeAlias = Watch | Ping


class SignedInView(Struct, frozen=True):
    """The person who is signed in."""

    name: str
    display_name: str
    position: StaffPosition | None
    acting_as: StaffPosition | None
    duties: tuple[Duty, ...]
    screens: tuple[str, ...]
    must_change: bool
    since: str
    is_demo: bool
    lent: StaffPosition | None
    has_factor: bool = False
    lacks_factor: bool = False


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    """The server's answer to a ping."""

    n: int


class SessionEnded(Struct, frozen=True, tag_field="type", tag="ended"):
    """The reason why the session ended."""

    code: str
    words: Message
