"""Define the strictly typed messages between staff screens and the floor."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from punto.core.rulebook import Words
from punto.core.staff_positions import StaffPosition
from punto.floor.wire.terminal import Id, Name, Tables, Whole
from punto.house.staff.events import Duty

SUBPROTOCOL = "punto-staff.1"
MAX_BYTES = 65_536
"""The largest thing that a staff screen may ask."""

Password = Annotated[str, Meta(min_length=1, max_length=128)]
Code = Annotated[str, Meta(max_length=8)]
Reason = Annotated[str, Meta(min_length=1, max_length=200)]


class _InboundMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """A message from a staff screen."""


class SignIn(_InboundMessage, frozen=True):
    """A name and its password, and a code where its owner has a second factor."""

    name: Name
    password: Password
    code: Code = ""


class ChangePassword(_InboundMessage, frozen=True):
    """The password that was, and the one that is to be."""

    old: Password
    new: Annotated[str, Meta(max_length=128)]


class PasswordConfirmation(_InboundMessage, frozen=True):
    """The password again, and a code where there is a second factor, before something of weight."""

    password: Password
    code: Code = ""


class SecondFactorCode(_InboundMessage, frozen=True):
    """A code that proves that a second factor was taken down."""

    code: Code


class EndSessions(_InboundMessage, frozen=True):
    """Ends one session of one's own by its mark, or all others without one."""

    password: Password
    mark: Annotated[str, Meta(max_length=12)] = ""


class ActingPosition(_InboundMessage, frozen=True):
    """A position to act in, null for one's own."""

    position: StaffPosition | None


class PersonDetails(_InboundMessage, frozen=True):
    """Somebody new, or what somebody is from now on."""

    name: Name
    display_name: Annotated[str, Meta(min_length=1, max_length=48)]
    position: StaffPosition | None
    duties: tuple[Duty, ...]


class ActionRequest(_InboundMessage, frozen=True, rename={"fields": "with"}):
    """Something asked of a table by name, perhaps with a second person at the same desk."""

    id: Id
    command: Name
    fields: dict[str, Any]
    second: SignIn | None = None
    propose: bool = False


class PreviewRequest(_InboundMessage, frozen=True, rename={"fields": "with"}):
    """Something that is only looked at."""

    command: Name
    fields: dict[str, Any]


class DealerAssignmentRequest(_InboundMessage, frozen=True):
    """Whether somebody takes a table over or gives it back."""

    attends: bool


class ApprovalAnswer(_InboundMessage, frozen=True):
    """The answer to an entry, perhaps by somebody at the same desk."""

    id: Id
    answer: Literal["approve", "decline"]
    reason: Annotated[str, Meta(max_length=200)] = ""
    second: SignIn | None = None


class StopRequest(_InboundMessage, frozen=True):
    """Why a table or a terminal is disabled or enabled."""

    reason: Reason


class PitCallRequest(_InboundMessage, frozen=True):
    """A dealer calls whoever looks after the tables."""

    id: Id
    reason: Reason


class CallOutcome(_InboundMessage, frozen=True):
    """What came of a patron's call."""

    outcome: Reason


class Watch(_InboundMessage, tag_field="type", tag="watch", frozen=True):
    """Replaces the tables that are watched, and says whether the whole floor is."""

    tables: Tables
    floor: bool = False


class Ping(_InboundMessage, tag_field="type", tag="ping", frozen=True):
    """Asks whether anybody is there."""

    n: Whole


StaffInbound: TypeAlias = Watch | Ping


class SignedInView(Struct, frozen=True):
    """Whoever is signed in."""

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
    """Somebody is there."""

    n: int


class SessionEnded(Struct, frozen=True, tag_field="type", tag="ended"):
    """The session is over, and why."""

    code: str
    words: Words
