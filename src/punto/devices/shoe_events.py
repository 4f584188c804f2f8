"""Define the events of a card-reading shoe, and encode them as letters and bodies."""

import struct
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from punto.core.cards import deck
from punto.core.facts import Winner
from punto.core.notation import FACE_DOWN
from punto.core.sides import Side
from punto.core.tableau import DealOrder

CARDS = (FACE_DOWN, *map(str, deck()))
"""The card of each code; code 0 is a card that the device did not read."""

CODES = {text: code for code, text in enumerate(CARDS)}
SIDES: tuple[Side | None, ...] = (None, Side.PLAYER, Side.BANKER)


class ErrorCode(IntEnum):
    """The seven errors of a card-reading shoe."""

    CANNOT_READ = 1
    OVERDRAW = 2
    BUTTON_MISHANDLED = 3
    REVERSE_AT_EXIT = 4
    REVERSE_ON_THE_WAY = 5
    CARD_CODE = 6
    TIME_OUT = 7


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The device begins a game."""


@dataclass(frozen=True, slots=True)
class ShoeReady:
    """The device is ready, after `cards_out` cards have left its shoe."""

    cards_out: int


@dataclass(frozen=True, slots=True)
class CardRead:
    """A card has left the device, for a hand of a game or outside a game."""

    number: int
    card: str
    side: Side | None = None
    in_game: bool = True


@dataclass(frozen=True, slots=True)
class ErrorRaised:
    """The device reports an error, with the cards that left it and whether their order is known."""

    code: ErrorCode
    number: int = 0
    """The number of the first card concerned, 0 if there is none."""

    cards: tuple[str, ...] = ()
    is_order_known: bool = True


@dataclass(frozen=True, slots=True)
class ErrorCancelled:
    """Staff have cleared an error at the device."""

    code: ErrorCode


@dataclass(frozen=True, slots=True)
class Verdict:
    """The device's own result of the round, only for comparison with the table's result."""

    winner: Winner
    player_total: int
    banker_total: int


@dataclass(frozen=True, slots=True)
class CardsTurnedUp:
    """The cards of a hand are face up."""

    side: Side


@dataclass(frozen=True, slots=True)
class CardsReturned:
    """Excess cards went back into the device."""

    first: int
    many: int


@dataclass(frozen=True, slots=True)
class LockChanged:
    """The device was locked or unlocked."""

    is_locked: bool


@dataclass(frozen=True, slots=True)
class PresetChanged:
    """The device was set to a number of decks and an order of dealing."""

    decks: int
    initial: tuple[Side, ...]

    def fits(self, decks: int, order: DealOrder) -> bool:
        """Whether the device deals the decks and the order of a table."""
        return self.decks == decks and self.initial == order.initial


ShoeEvent: TypeAlias = (
    GameStarted
    | ShoeReady
    | CardRead
    | ErrorRaised
    | ErrorCancelled
    | Verdict
    | CardsTurnedUp
    | CardsReturned
    | LockChanged
    | PresetChanged
)

RETRANSMISSION = "R"
"""The letter of a retransmission; the letter and the body of the first frame follow."""

RESEND = "Q"
"""The host's request to send all frames again from a counter on."""

CARDS_BEHIND = "N"
"""The host's request for the cards after a number, from an earlier session."""

LAMP = "W"
"""The host's request to set the lamp of the device."""


class Lamp(IntEnum):
    """The thing that a table waits for, as the lamp of its device shows."""

    OFF = 0
    CARD = 1
    """A card of a round."""

    BURN = 2
    """The first card of a shoe, and those it burns."""

    SHOE = 3


_CARD = struct.Struct(">HBB")
_ERROR = struct.Struct(">BHB")
_REVOKED = struct.Struct(">HB")


def encode(event: ShoeEvent) -> tuple[str, bytes]:  # noqa: C901  one match
    """Encode an event as its letter and body."""
    match event:
        case GameStarted():
            return "S", b""
        case ShoeReady(out):
            return "P", out.to_bytes(2, "big")
        case CardRead(number, text, side, in_game):
            body = _CARD.pack(number, SIDES.index(side), CODES[text])
            return ("D" if in_game else "d"), body
        case ErrorRaised(code, number, cards, known):
            head = _ERROR.pack(code, number, not known)
            return "E", head + bytes(CODES[text] for text in cards)
        case ErrorCancelled(code):
            return "e", bytes([code])
        case Verdict(winner, player, banker):
            return "G", bytes([winner, player, banker])
        case CardsTurnedUp(side):
            return "I", bytes([SIDES.index(side)])
        case CardsReturned(first, many):
            return "i", _REVOKED.pack(first, many)
        case LockChanged(is_locked):
            return "L", bytes([is_locked])
        case PresetChanged(decks, initial):
            return "M", bytes([decks, *(SIDES.index(side) for side in initial)])


def decode(letter: str, body: bytes) -> ShoeEvent:
    """Decode an event; raise `ValueError` unless `encode` writes the same letter and body."""
    event = None
    with suppress(KeyError, IndexError, OverflowError, ValueError, struct.error):
        read = _READERS[letter](body)
        # Each event has one encoding, so that a repeated frame can be compared byte by byte.
        event = read if encode(read) == (letter, body) else None
    if event is None:
        raise ValueError(f"{letter!r} with the body {body.hex()!r} is not an event of a shoe")
    return event


def _card_read(body: bytes, in_game: bool) -> CardRead:
    number, side, code = _CARD.unpack(body)
    return CardRead(number, CARDS[code], SIDES[side], in_game)


def _error_raised(body: bytes) -> ErrorRaised:
    code, number, unknown = _ERROR.unpack_from(body)
    cards = tuple(CARDS[code] for code in body[_ERROR.size :])
    return ErrorRaised(ErrorCode(code), number, cards, not unknown)


def _cards_turned_up(body: bytes) -> CardsTurnedUp:
    side = SIDES[body[0]]
    if side is None:
        raise ValueError("the body names no hand")
    return CardsTurnedUp(side)


def _preset(body: bytes) -> PresetChanged:
    initial = tuple(side for code in body[1:] if (side := SIDES[code]) is not None)
    return PresetChanged(body[0], initial)


_READERS: dict[str, Callable[[bytes], ShoeEvent]] = {
    "S": lambda _: GameStarted(),
    "P": lambda body: ShoeReady(int.from_bytes(body, "big")),
    "D": lambda body: _card_read(body, in_game=True),
    "d": lambda body: _card_read(body, in_game=False),
    "E": _error_raised,
    "e": lambda body: ErrorCancelled(ErrorCode(body[0])),
    "G": lambda body: Verdict(Winner(body[0]), body[1], body[2]),
    "I": _cards_turned_up,
    "i": lambda body: CardsReturned(*_REVOKED.unpack(body)),
    "L": lambda body: LockChanged(bool(body[0])),
    "M": _preset,
}
