"""Define, decode and encode the strictly typed messages between a browser and the floor."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from punto.core.money import MAX_CENTS
from punto.core.sides import Side
from punto.floor.public_view.views import StakeView
from punto.messages.message import Message
from punto.table.refusals import RefusalValue
from punto.table.stakes import Stake

PROTOCOL = 1
SUBPROTOCOL = "punto.1"
MAX_BYTES = 4_096
"""The largest message that a browser may send."""

Id = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
"""The browser's id for a command. The floor answers a repeat without running it again."""

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Whole = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Cents = Annotated[int, Meta(ge=1, le=MAX_CENTS)]
Key = Annotated[str, Meta(max_length=64)]
Faces = Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=2)], ...], Meta(max_length=3)]
Tables = Annotated[tuple[Name, ...], Meta(max_length=16)]


class _InboundMessage(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A message from a browser."""


class _Command(_InboundMessage, frozen=True):
    """A command, which the floor carries out once under its id."""

    id: Id


class _TableCommand(_Command, frozen=True):
    """A command to a table."""

    table: Name


class Hello(_InboundMessage, tag="hello", frozen=True):
    """The first message, with the terminal and the tables that it watches."""

    protocol: Whole
    terminal: Annotated[str, Meta(max_length=40)]
    key: Key
    tables: Tables = ()
    is_display: bool = False


class Watch(_InboundMessage, tag="watch", frozen=True):
    """Replace the watched tables."""

    tables: Tables


class Sit(_TableCommand, tag="sit", frozen=True):
    """Take the first free seat."""


class Leave(_TableCommand, tag="leave", frozen=True):
    """Leave the seat."""


class StakeFields(Struct, frozen=True, forbid_unknown_fields=True):
    """Cents on a wager, with the area and the stack if there are several."""

    wager: Name
    cents: Cents
    position: Annotated[int, Meta(ge=0, le=16)] = 0
    stack: Annotated[int, Meta(ge=1, le=3)] = 1


def stakes_of(fields: tuple[StakeFields, ...]) -> tuple[Stake, ...]:
    """Stakes as a table has them."""
    return tuple(Stake(each.wager, each.cents, each.position, each.stack) for each in fields)


class PlaceWagers(_TableCommand, tag="place-wagers", frozen=True):
    """Replace the set of stakes that the seat knows of with this one."""

    round: Whole
    after: Whole
    stakes: Annotated[tuple[StakeFields, ...], Meta(max_length=32)]


class AcknowledgeScreen(_InboundMessage, tag="acknowledge", frozen=True):
    """The screen has shown an accepted set, or the close of bets."""

    table: Name
    round: Whole
    accepted: Whole = 0
    closed: bool = False


class DisplayReport(_InboundMessage, tag="display-report", frozen=True):
    """The view that a public display shows, with the cards and the result of the round."""

    table: Name
    version: Whole
    round: Whole
    player: Faces = ()
    banker: Faces = ()
    result: Literal["B", "P", "T", "void"] | None = None
    roads: Whole = 0


class AnswerWithdrawal(_TableCommand, tag="answer-withdrawal", frozen=True):
    """Whether the patron withdraws the offered stakes, and which of them if single ones may go."""

    withdraws: bool
    stakes: Annotated[tuple[StakeFields, ...], Meta(max_length=64)] = ()


class ExposeCards(_TableCommand, tag="expose-cards", frozen=True):
    """Turn up the cards in hand."""

    side: Side


class RefuseCards(_TableCommand, tag="refuse-cards", frozen=True):
    """Pass the cards of a hand on to another patron."""

    side: Side


class BuyCredit(_Command, tag="buy", frozen=True):
    """Buy demo credit on a demo floor."""

    cents: Cents


class RedeemVoucher(_Command, tag="redeem", frozen=True):
    """Redeem a voucher for credit."""

    voucher: Annotated[str, Meta(max_length=80)]


class CollectCredit(_Command, tag="collect", frozen=True):
    """Turn all credit into a voucher. The sum is the one that the patron saw."""

    cents: Whole


class SetLimits(_Command, tag="limits", frozen=True):
    """Set the patron's own limits."""

    loss_cents: Cents | None = None
    minutes: Annotated[int, Meta(ge=1, le=1_440)] | None = None


class CallAttendant(_TableCommand, tag="call-attendant", frozen=True):
    """Call an attendant to the terminal."""

    reason: Literal["attendant", "dispute"]
    round: Whole | None = None


class Ping(_InboundMessage, tag="ping", frozen=True):
    """Ask the server for a sign of life."""

    n: Whole


Inbound: TypeAlias = (
    Hello
    | Watch
    | Sit
    | Leave
    | PlaceWagers
    | AcknowledgeScreen
    | DisplayReport
    | AnswerWithdrawal
    | ExposeCards
    | RefuseCards
    | BuyCredit
    | RedeemVoucher
    | CollectCredit
    | SetLimits
    | CallAttendant
    | Ping
)


# Values that answers are made of


class Voucher(Struct, frozen=True):
    """The text of a printed voucher."""

    number: str
    cents: int
    issued: str
    expires: str
    terminal: str
    game_number: str | None
    barcode_svg: str
    is_demo: bool = False


class WagerReceipt(Struct, frozen=True):
    """The proof that the table accepted a set of stakes."""

    number: int
    terminal: str
    table: str
    round: int
    set: int
    stakes: tuple[StakeView, ...]
    at: str
    digest: str
    signature: str


class VisitSummary(Struct, frozen=True):
    """A visit so far."""

    since: str
    """The time of its first credit; empty before."""

    net_cents: int
    rounds: int
    loss_limit_cents: int | None
    minutes_limit: int | None
    commission_cents: int = 0


class Welcome(Struct, frozen=True, tag_field="type", tag="welcome"):
    """The answer to hello."""

    terminal: str
    visit: str | None
    credit_cents: int | None
    software: str
    currency: str
    tables: tuple[str, ...]
    heartbeat_ms: int
    session: VisitSummary | None
    protocol: int = PROTOCOL
    is_demo: bool = False
    """Whether this terminal sells demo credit."""


class CommandCompleted(Struct, frozen=True, tag_field="type", tag="command-done"):
    """A command was carried out."""

    id: str
    number: int
    ok: bool = True
    voucher: Voucher | None = None
    receipt: WagerReceipt | None = None


class CommandRefused(Struct, frozen=True, tag_field="type", tag="command-refused"):
    """A command was refused. The browser has a text for the code with its values."""

    id: str
    code: str
    clause: str
    values: Mapping[str, RefusalValue]
    ok: bool = False


class BalanceChanged(Struct, frozen=True, tag_field="type", tag="balance"):
    """The credit has changed."""

    credit_cents: int
    net_cents: int
    rounds: int
    commission_cents: int = 0
    since: str = ""


class Notice(Struct, frozen=True, tag_field="type", tag="notice"):
    """A notice to patrons."""

    words: Message
    level: Literal["info", "warn"] = "info"


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    """The server's answer to a ping."""

    n: int


class Goodbye(Struct, frozen=True, tag_field="type", tag="goodbye"):
    """The reason why the connection ends."""

    code: str
    words: Message


Outbound: TypeAlias = (
    Welcome | CommandCompleted | CommandRefused | BalanceChanged | Notice | Pong | Goodbye
)


class DecodeError(ValueError):
    """The text is not a message of the protocol."""


_INBOUND: "msgspec.json.Decoder[Inbound]" = msgspec.json.Decoder(Inbound)
_ENCODER = msgspec.json.Encoder()


def decode(text: str | bytes) -> Inbound:
    """The message that a browser sent."""
    try:
        return _INBOUND.decode(text)
    # Bytes that are not UTF-8 raise another error.
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise DecodeError(str(error)) from None


def encode(message: Outbound) -> bytes:
    """The text of a message to a browser."""
    return _ENCODER.encode(message)
