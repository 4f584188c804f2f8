"""Incidents: what staff tell a table when something went wrong, and what then happens to cards."""

from dataclasses import dataclass
from typing import TypeAlias

NumberedCard: TypeAlias = tuple[int, str]
"""A card with its number in the shoe; a card that nothing has read is a question mark."""


# What happens


@dataclass(frozen=True, slots=True)
class CardIdentified:
    """A card that nothing had read is known."""

    round: int
    number: int
    card: str


@dataclass(frozen=True, slots=True)
class CardsMisplaced:
    """Cards lie beside the hands, in this order if it is known, until it is settled."""

    round: int
    cards: tuple[NumberedCard, ...]
    is_ordered: bool


@dataclass(frozen=True, slots=True)
class CardsReconstructed:
    """The hands are read afresh from the true order; what no rule called for is left over."""

    round: int
    cards: tuple[NumberedCard, ...]
    left_over: tuple[NumberedCard, ...]
    source: str


@dataclass(frozen=True, slots=True)
class BetsReopened:
    """The device was reset: wagers may be placed and changed until the second close."""

    round: int
    source: str


@dataclass(frozen=True, slots=True)
class CardReplacementRequired:
    """No round begins before new cards are in the device."""

    shoe: str
    source: str


@dataclass(frozen=True, slots=True)
class CardsSetAside:
    """Cards left the device and are kept in order, unseen where nothing has read them."""

    round: int
    cards: tuple[NumberedCard, ...]


@dataclass(frozen=True, slots=True)
class DecksSorted:
    """What is short of complete decks, and which cards can be the missing ones."""

    round: int
    short: tuple[str, ...]
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetAsideCardsInspected:
    """The cards set aside are known."""

    round: int
    cards: tuple[NumberedCard, ...]


@dataclass(frozen=True, slots=True)
class MissingCardsReplaced:
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
