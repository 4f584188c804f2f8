"""Define the commands that report an irregularity and carry out its remedies."""

from typing import TypeAlias

import msgspec

from punto.core.irregularities import Circumstance, Trigger

# What may be asked


class ReportIrregularity(msgspec.Struct, frozen=True):
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


class ReopenBets(msgspec.Struct, frozen=True):
    """The device is reset: patrons may wager again before the second close."""


class ReplaceCards(msgspec.Struct, frozen=True):
    """New cards are wanted before the next round."""


class SetCardsAside(msgspec.Struct, frozen=True):
    """The next cards leave the device and are kept in order, as the device read them or unseen."""

    cards: tuple[str, ...]


class ReportSortedDecks(msgspec.Struct, frozen=True):
    """All other cards lie sorted into decks; these are short of complete decks."""

    short: tuple[str, ...]


class InspectSetAsideCards(msgspec.Struct, frozen=True):
    """The cards set aside are looked at, for nothing else tells them from the missing ones."""

    cards: tuple[str, ...]


class ReplaceMissingCards(msgspec.Struct, frozen=True):
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
