"""Incidents: what staff tell a table when something went wrong, and what then happens to cards."""

from dataclasses import dataclass
from typing import TypeAlias

from punto.core.irregularities import Circumstance, Trigger

Numbered: TypeAlias = tuple[int, str]
"""A card with its number in the shoe; a card that nothing has read is a question mark."""


# What may be asked


@dataclass(frozen=True, slots=True)
class Report:
    """Tells the table what was seen; which row answers, and what follows, is the table's part."""

    trigger: Trigger
    saw: tuple[Circumstance, ...] = ()
    """What the table cannot know by itself: whether an order is known, whether it was the power."""

    cards: tuple[str, ...] = ()
    """The cards concerned, in their true order where that is known."""

    numbers: tuple[int, ...] = ()
    """Their numbers in the shoe, where they have been taken down before."""

    round: int = 0
    """The round it is about; 0 for the one that runs, or the last."""

    evidence: str = ""
    """What proves it: the card, the count, the device's record."""


@dataclass(frozen=True, slots=True)
class ReopenBets:
    """The device is reset: patrons may wager again before the second close."""


@dataclass(frozen=True, slots=True)
class ReplaceCards:
    """New cards are wanted before the next round."""


@dataclass(frozen=True, slots=True)
class SetCardsAside:
    """The next cards leave the device and are kept in order, as the device read them or unseen."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TellSortedDecks:
    """All other cards lie sorted into decks; these are short of complete decks."""

    short: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LookAtCardsAside:
    """The cards set aside are looked at, for nothing else tells them from the missing ones."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReplaceMissingCards:
    """Cards like the missing ones come from a complete deck, in the order of their places."""

    cards: tuple[str, ...]


IncidentCommand: TypeAlias = (
    Report
    | ReopenBets
    | ReplaceCards
    | SetCardsAside
    | TellSortedDecks
    | LookAtCardsAside
    | ReplaceMissingCards
)


# What happens


@dataclass(frozen=True, slots=True)
class CardIdentified:
    """A card that nothing had read is known."""

    round: int
    number: int
    card: str


@dataclass(frozen=True, slots=True)
class CardsLoose:
    """Cards lie beside the hands, in this order if it is known, until it is settled."""

    round: int
    cards: tuple[Numbered, ...]
    is_ordered: bool


@dataclass(frozen=True, slots=True)
class CardsReconstructed:
    """The hands are read afresh from the true order; what no rule called for is left over."""

    round: int
    cards: tuple[Numbered, ...]
    left_over: tuple[Numbered, ...]
    source: str


@dataclass(frozen=True, slots=True)
class BetsReopened:
    """The device was reset: wagers may be placed and changed until the second close."""

    round: int
    source: str


@dataclass(frozen=True, slots=True)
class CardsToBeReplaced:
    """No round begins before new cards are in the device."""

    shoe: str
    source: str


@dataclass(frozen=True, slots=True)
class CardsSetAside:
    """Cards left the device and are kept in order, unseen where nothing has read them."""

    round: int
    cards: tuple[Numbered, ...]


@dataclass(frozen=True, slots=True)
class DecksSorted:
    """What is short of complete decks, and which cards can be the missing ones."""

    round: int
    short: tuple[str, ...]
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardsAsideSeen:
    """The cards set aside are known."""

    round: int
    cards: tuple[Numbered, ...]


@dataclass(frozen=True, slots=True)
class MissingCardsReplaced:
    """The missing cards' places are filled with cards like them."""

    round: int
    cards: tuple[Numbered, ...]


IncidentEvent: TypeAlias = (
    CardIdentified
    | CardsLoose
    | CardsReconstructed
    | BetsReopened
    | CardsToBeReplaced
    | CardsSetAside
    | DecksSorted
    | CardsAsideSeen
    | MissingCardsReplaced
)
