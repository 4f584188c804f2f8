"""Define the events of irregularity remedies, such as cards replaced or bets reopened."""

from typing import TypeAlias

import msgspec

NumberedCard: TypeAlias = tuple[int, str]
"""A card with its number in the shoe. A question mark stands for an unread card."""


class CardIdentified(msgspec.Struct, frozen=True):
    """A card that the device had not read is identified."""

    round: int
    number: int
    card: str


class CardsMisplaced(msgspec.Struct, frozen=True):
    """Cards are loose beside the hands, in this order if it is known."""

    round: int
    cards: tuple[NumberedCard, ...]
    is_ordered: bool


class CardsReconstructed(msgspec.Struct, frozen=True):
    """The hands follow the true order of the cards. The other cards are left over."""

    round: int
    cards: tuple[NumberedCard, ...]
    left_over: tuple[NumberedCard, ...]
    source: str


class BetsReopened(msgspec.Struct, frozen=True):
    """The device was reset, and patrons may wager until the second close."""

    round: int
    source: str


class CardReplacementRequired(msgspec.Struct, frozen=True):
    """The next round needs new cards in the device."""

    shoe: str
    source: str


class CardsSetAside(msgspec.Struct, frozen=True):
    """Cards from the device are set aside in order, as read or unread."""

    round: int
    cards: tuple[NumberedCard, ...]


class DecksSorted(msgspec.Struct, frozen=True):
    """The cards that the decks are short of, and those that can be the missing ones."""

    round: int
    short: tuple[str, ...]
    candidates: tuple[str, ...]


class SetAsideCardsInspected(msgspec.Struct, frozen=True):
    """Staff have identified the cards set aside."""

    round: int
    cards: tuple[NumberedCard, ...]


class MissingCardsReplaced(msgspec.Struct, frozen=True):
    """Equal cards fill the places of the missing cards."""

    round: int
    cards: tuple[NumberedCard, ...]


IrregularityEvent: TypeAlias = (
    CardIdentified
    | CardsMisplaced
    | CardsReconstructed
    | BetsReopened
    | CardReplacementRequired
    | CardsSetAside
    | DecksSorted
    | SetAsideCardsInspected
    | MissingCardsReplaced
)
