"""Define the commands that report an irregularity and carry out its remedies."""

from typing import TypeAlias

import msgspec

from punto.core.irregularities import Circumstance, Trigger


class ReportIrregularity(msgspec.Struct, frozen=True):
    """Report an irregularity. The table finds the row that applies and the remedy."""

    trigger: Trigger
    saw: tuple[Circumstance, ...] = ()
    """Circumstances that the table cannot know by itself, such as a power failure."""

    cards: tuple[str, ...] = ()
    """The cards concerned, in their true order if it is known."""

    numbers: tuple[int, ...] = ()
    """Their numbers in the shoe, if the table has recorded the cards before."""

    round: int = 0
    """The round concerned; 0 for the running or the last round."""

    evidence: str = ""
    """The evidence: a card, a count, or the device's record."""


class ReopenBets(msgspec.Struct, frozen=True):
    """Reopen bets after a reset of the device, until a second close."""


class ReplaceCards(msgspec.Struct, frozen=True):
    """Require new cards before the next round."""


class SetCardsAside(msgspec.Struct, frozen=True):
    """Set the next cards aside in order, as the device read them or unread."""

    cards: tuple[str, ...]


class ReportSortedDecks(msgspec.Struct, frozen=True):
    """Report which cards the sorted decks are short of."""

    short: tuple[str, ...]


class InspectSetAsideCards(msgspec.Struct, frozen=True):
    """Report the cards set aside, which the device did not read."""

    cards: tuple[str, ...]


class ReplaceMissingCards(msgspec.Struct, frozen=True):
    """Replace the missing cards, in the order of their places, with cards of a complete deck."""

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
