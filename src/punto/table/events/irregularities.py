"""Define the events of irregularity remedies, such as cards replaced or bets reopened."""

from typing import TypeAlias

import msgspec

NumberedCard: TypeAlias = tuple[int, str]
"""A card with its number in the shoe; a card that nothing has read is a question mark."""


# What happens


class CardIdentified(msgspec.Struct, frozen=True):
    """A card that nothing had read is known."""

    round: int
    number: int
    card: str


class CardsMisplaced(msgspec.Struct, frozen=True):
    """Cards lie beside the hands, in this order if it is known, until it is settled."""

    round: int
    cards: tuple[NumberedCard, ...]
    is_ordered: bool


class CardsReconstructed(msgspec.Struct, frozen=True):
    """The hands are read afresh from the true order; what no rule called for is left over."""

    round: int
    cards: tuple[NumberedCard, ...]
    left_over: tuple[NumberedCard, ...]
    source: str


class BetsReopened(msgspec.Struct, frozen=True):
    """The device was reset: wagers may be placed and changed until the second close."""

    round: int
    source: str


class CardReplacementRequired(msgspec.Struct, frozen=True):
    """No round begins before new cards are in the device."""

    shoe: str
    source: str


class CardsSetAside(msgspec.Struct, frozen=True):
    """Cards left the device and are kept in order, unseen where nothing has read them."""

    round: int
    cards: tuple[NumberedCard, ...]


class DecksSorted(msgspec.Struct, frozen=True):
    """What is short of complete decks, and which cards can be the missing ones."""

    round: int
    short: tuple[str, ...]
    candidates: tuple[str, ...]


class SetAsideCardsInspected(msgspec.Struct, frozen=True):
    """The cards set aside are known."""

    round: int
    cards: tuple[NumberedCard, ...]


class MissingCardsReplaced(msgspec.Struct, frozen=True):
    """The missing cards' places are filled with cards like them."""

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
