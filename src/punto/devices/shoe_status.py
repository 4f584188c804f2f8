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
"""The errors after which cards are ignored until staff clear them. A time-out is a reminder."""


@dataclass(frozen=True, slots=True)
class ShoeStatus:
    """The status of a device, as far as it has reported it."""

    is_locked: bool = False
    errors: frozenset[ErrorCode] = frozenset()
    preset: PresetChanged | None = None
    cards_out: int | None = None
    """The number of cards that have left the shoe, None until the device reports it."""

    cards: Mapping[int, str] = field(default_factory=dict)
    """The cards that the device has read from this shoe, by their numbers."""

    revoked: CardsReturned | None = None
    """Cards that returned into the device, until staff confirm it."""

    redrawn: frozenset[int] = frozenset()
    """Numbers of returned cards that staff have confirmed, and that will come again."""

    @property
    def hold(self) -> str:
        """The reason why cards of the device are ignored now, or an empty text."""
        if self.is_locked:
            return "the device is locked"
        if frozen := sorted(self.errors & FREEZES):
            return f"error {frozen[0]} has not been cleared"
        if self.revoked is not None:
            return "staff have not confirmed the cards that went back"
        return ""

    @property
    def back(self) -> frozenset[int]:
        """Numbers of returned cards, confirmed or not, that may come again."""
        cards = self.revoked
        return self.redrawn | set(range(cards.first, cards.first + cards.many) if cards else ())

    def with_cards_returned(self) -> "ShoeStatus":
        """The status after staff have confirmed the returned cards."""
        if self.revoked is None:
            raise ValueError("no card went back into the device; there is nothing to confirm")
        return replace(self, revoked=None, redrawn=self.back)

    def with_new_line(self) -> "ShoeStatus":
        """The status at the start of a new connection, with only the cards and their returns.

        The device reports its preset, lock, errors and number of cards again by itself.
        """
        return ShoeStatus(cards=self.cards, revoked=self.revoked, redrawn=self.redrawn)


def evolve(condition: ShoeStatus, event: ShoeEvent) -> ShoeStatus:
    """The status of a device after an event."""
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
            drawn = replace(condition, redrawn=condition.redrawn - {number})
            return _with_cards(drawn, number, (text,))
        case CardsReturned():
            return replace(condition, revoked=_with_earlier(event, condition.revoked))
        case ShoeReady(0):
            # The cards of the last shoe no longer matter in a new one.
            return replace(condition, cards={}, redrawn=frozenset(), cards_out=0)
        case ShoeReady(out):
            return replace(condition, cards_out=out)
        case _:
            return condition


def _with_earlier(cards: CardsReturned, earlier: CardsReturned | None) -> CardsReturned:
    """All returned cards, including earlier ones that staff have not confirmed yet."""
    if earlier is None:
        return cards
    first = min(cards.first, earlier.first)
    end = max(cards.first + cards.many, earlier.first + earlier.many)
    return CardsReturned(first, end - first)


def _with_cards(condition: ShoeStatus, number: int, cards: tuple[str, ...]) -> ShoeStatus:
    """Add cards; the first reading of a number stays, and later readings are compared with it."""
    read = {number + at: text for at, text in enumerate(cards)}
    out = max((condition.cards_out or 0, *read))
    return replace(condition, cards={**read, **condition.cards}, cards_out=out)
