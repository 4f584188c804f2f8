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
"""The card of each code; 0 is a card that was not read."""

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
    """The device is ready; how many cards of its shoe have left it."""

    cards_out: int


@dataclass(frozen=True, slots=True)
class CardRead:
    """A card has left the device, for a hand of a game or outside any."""

    number: int
    card: str
    side: Side | None = None
    in_game: bool = True


@dataclass(frozen=True, slots=True)
class ErrorRaised:
    """Something went wrong; the cards that left the device with it, and whether in known order."""

    code: ErrorCode
    number: int = 0
    """Of the first card concerned, 0 where none is."""

    cards: tuple[str, ...] = ()
    is_order_known: bool = True


@dataclass(frozen=True, slots=True)
class ErrorCancelled:
    """Somebody has cleared an error at the device."""

    code: ErrorCode


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the device itself reads the round, to be compared and never copied."""

    winner: Winner
    player_total: int
    banker_total: int


@dataclass(frozen=True, slots=True)
class CardsTurnedUp:
    """The cards of a hand are face up."""

    side: Side


@dataclass(frozen=True, slots=True)
class CardsReturned:
    """Cards drawn too many went back into the device."""

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
        """Whether the device deals what a table plays."""
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
"""Comes before the letter and the body of something said before, under its number."""

RESEND = "Q"
"""The host's word that everything from a counter on is wanted again."""

CARDS_BEHIND = "N"
"""The host's word that the cards behind a number are wanted: those of an earlier session."""

LAMP = "W"
"""The host's word for the lamp at the device: what its table waits for."""


class Lamp(IntEnum):
    """What the table of a device waits for, as its lamp shows."""

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
    """An event as its letter and body."""
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
    """The event of a letter and body; raises where they make none."""
    event = None
    with suppress(KeyError, IndexError, OverflowError, ValueError, struct.error):
        read = _READERS[letter](body)
        # One event, one spelling: what reads alike and is written otherwise is not understood.
        event = read if encode(read) == (letter, body) else None
    if event is None:
        raise ValueError(f"{letter!r} with the body {body.hex()!r} is nothing a shoe says")
    return event


def _card_read(body: bytes, in_game: bool) -> CardRead:
    number, side, code = _CARD.unpack(body)
    return CardRead(number, CARDS[code], SIDES[side], in_game)


def _error_raised(body: bytes) -> ErrorRaised:
    code, number, unknown = _ERROR.unpack_from(body)
    cards = tuple(CARDS[each] for each in body[_ERROR.size :])
    return ErrorRaised(ErrorCode(code), number, cards, not unknown)


def _cards_turned_up(body: bytes) -> CardsTurnedUp:
    side = SIDES[body[0]]
    if side is None:
        raise ValueError("no hand")
    return CardsTurnedUp(side)


def _preset(body: bytes) -> PresetChanged:
    initial = tuple(side for each in body[1:] if (side := SIDES[each]) is not None)
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
