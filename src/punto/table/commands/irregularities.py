"""Incidents: what staff tell a table when something went wrong, and what then happens to cards."""

from dataclasses import dataclass
from typing import TypeAlias

from punto.core.irregularities import Circumstance, Trigger

# What may be asked


@dataclass(frozen=True, slots=True)
class ReportIrregularity:
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
class ReportSortedDecks:
    """All other cards lie sorted into decks; these are short of complete decks."""

    short: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InspectSetAsideCards:
    """The cards set aside are looked at, for nothing else tells them from the missing ones."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReplaceMissingCards:
    """Cards like the missing ones come from a complete deck, in the order of their places."""

    cards: tuple[str, ...]


IrregularityCommand: TypeAlias = (
    ReportIrregularity
    | ReopenBets
    | ReplaceCards
    | SetCardsAside
    | ReportSortedDecks
    | InspectSetAsideCards
    | ReplaceMissingCards
)
