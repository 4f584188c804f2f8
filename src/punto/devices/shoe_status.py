"""Derive the status of a card-reading shoe from its events."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from punto.devices.shoe_events import (
    CardRead,
    CardsReturned,
    ErrorCancelled,
    ErrorCode,
    ErrorRaised,
    LockChanged,
    PresetChanged,
    ShoeEvent,
    ShoeReady,
)

FREEZES = frozenset(ErrorCode) - {ErrorCode.TIME_OUT}
"""The errors after which no card counts until they are cleared; a time-out only reminds."""


@dataclass(frozen=True, slots=True)
class ShoeStatus:
    """A device as its host knows it."""

    is_locked: bool = False
    errors: frozenset[ErrorCode] = frozenset()
    preset: PresetChanged | None = None
    cards_out: int | None = None
    """How many cards of its shoe have left it, None while it has not said so."""

    cards: Mapping[int, str] = field(default_factory=dict)
    """The cards of this shoe by their numbers, as far as they were read."""

    revoked: CardsReturned | None = None
    """Cards that went back, while nobody of the staff has confirmed it."""

    redrawn: frozenset[int] = frozenset()
    """Numbers of cards that went back with leave and will come again."""

    @property
    def hold(self) -> str:
        """Why no card is taken from the device now; empty when it is."""
        if self.is_locked:
            return "the device is locked"
        if frozen := sorted(self.errors & FREEZES):
            return f"error {frozen[0]} has not been cleared"
        if self.revoked is not None:
            return "it is not confirmed that cards went back"
        return ""

    @property
    def back(self) -> frozenset[int]:
        """Numbers of cards that went back, confirmed or not, and may come again."""
        gone = self.revoked
        return self.redrawn | set(range(gone.first, gone.first + gone.many) if gone else ())

    def with_cards_returned(self) -> "ShoeStatus":
        """The condition once staff have seen the cards go back."""
        if self.revoked is None:
            raise ValueError("no card went back; there is nothing to confirm")
        return replace(self, revoked=None, redrawn=self.back)

    def with_new_line(self) -> "ShoeStatus":
        """What a new line to the device begins with: what people saw of its cards.

        How it is set, locked or at fault, and how many cards are out, it says again itself.
        """
        return ShoeStatus(cards=self.cards, revoked=self.revoked, redrawn=self.redrawn)


def evolve(condition: ShoeStatus, event: ShoeEvent) -> ShoeStatus:
    """The condition of a device once it has said something."""
    match event:
        case LockChanged(is_locked):
            return replace(condition, is_locked=is_locked)
        case ErrorRaised(code, number, cards):
            errors = condition.errors | {code}
            return replace(_with_cards(condition, number, cards), errors=errors)
        case ErrorCancelled(code):
            return replace(condition, errors=condition.errors - {code})
        case PresetChanged():
            return replace(condition, preset=event)
        case CardRead(number, text):
            came = replace(condition, redrawn=condition.redrawn - {number})
            return _with_cards(came, number, (text,))
        case CardsReturned():
            return replace(condition, revoked=_with_earlier(event, condition.revoked))
        case ShoeReady(0):
            # A new shoe: what is known of the last one's cards is no longer of use.
            return replace(condition, cards={}, redrawn=frozenset(), cards_out=0)
        case ShoeReady(out):
            return replace(condition, cards_out=out)
        case _:
            return condition


def _with_earlier(gone: CardsReturned, earlier: CardsReturned | None) -> CardsReturned:
    """All cards that went back, those among them that nobody has confirmed yet."""
    if earlier is None:
        return gone
    first = min(gone.first, earlier.first)
    return CardsReturned(first, max(gone.first + gone.many, earlier.first + earlier.many) - first)


def _with_cards(condition: ShoeStatus, number: int, cards: tuple[str, ...]) -> ShoeStatus:
    """The first reading of a number stays: a second is compared with it."""
    read = {number + at: text for at, text in enumerate(cards)}
    out = max((condition.cards_out or 0, *read))
    return replace(condition, cards={**read, **condition.cards}, cards_out=out)
