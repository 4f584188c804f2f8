"""Define how a shoe is dealt, from the burn to the last round."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from punto.core.cards import Rank
from punto.core.facts import point_value
from punto.core.rulebook import Rulebook
from punto.core.rules import Rule
from punto.odds.composition import COPIES_IN_DECK

if TYPE_CHECKING:
    # The command line imports this module for its options, and its help must not import NumPy.
    from punto.simulation.game_tables import Integers

TEN_BURNS = 10
"""The number of cards that a Ten or a court card burns; others burn their point value."""


class CutRule(StrEnum):
    """When the cutting card stops new rounds."""

    TABLE = "table"
    """A round can still begin when the cutting card is next to be drawn; it is the last (R17)."""

    PUBLISHED = "published"
    """A round begins only while more cards are left than behind the cut, as in published counts."""


class CountDivisor(StrEnum):
    """The number of cards that a true count is divided by."""

    UNSEEN = "unseen"
    """The unseen cards, including burned ones; this reproduces published figures."""

    LEFT = "left"
    """The cards left in the shoe."""


@dataclass(frozen=True, slots=True)
class ShoeDealing:
    """The rules for dealing a shoe; if `rounds` is set, it ends after so many rounds."""

    decks: int = 8
    cut_cards: int = 14
    ends: CutRule = CutRule.TABLE
    further_rounds: int = 0
    burn: bool = False
    rounds: int | None = None

    @property
    def cards(self) -> int:
        """The number of cards in a full shoe."""
        return 13 * COPIES_IN_DECK * self.decks

    @property
    def last_start(self) -> int:
        """The maximum number of cards dealt before a round begins, without further rounds."""
        return self.cards - self.cut_cards - (self.ends is CutRule.PUBLISHED)

    def max_rounds(self, fewest_cards: int) -> int:
        """Return an upper bound of the rounds of a shoe, given the fewest cards of a round."""
        return self.rounds or self.last_start // fewest_cards + 1 + self.further_rounds

    def fresh(self) -> "Integers":
        """Return the ranks of the shoe before the shuffle, an Ace as 0."""
        import numpy as np

        return np.tile(np.arange(13, dtype=np.uint8), COPIES_IN_DECK * self.decks)

    def begins(self) -> "Integers":
        """Return the number of cards removed before play, by the rank of the first card."""
        import numpy as np

        if not self.burn:
            return np.zeros(16, np.int64)
        burned = [1 + (point_value(int(rank)) or TEN_BURNS) for rank in Rank]
        return np.array([*burned, 0, 0, 0], np.int64)


def check(dealing: ShoeDealing, book: Rulebook) -> None:
    """Raise `ValueError` unless every round that begins can be finished."""
    allowed, needs = book.document.decks, book.order.max_cards
    if dealing.decks not in allowed:
        raise ValueError(
            f"{dealing.decks} decks; {book.key} is played with {allowed} ({book.cite(Rule.DECKS)})"
        )
    begin = int(dealing.begins().max())
    if dealing.rounds is not None:
        maximum = (dealing.cards - begin) // needs
        if not 1 <= dealing.rounds <= maximum:
            raise ValueError(
                f"{dealing.rounds} rounds per shoe; expected 1 to {maximum}, "
                f"for which {dealing.cards} cards always suffice"
            )
        return
    if dealing.further_rounds < 0:
        raise ValueError(f"{dealing.further_rounds} further rounds; expected 0 or more")
    spare = int(dealing.ends is CutRule.PUBLISHED)
    minimum, maximum = needs * (1 + dealing.further_rounds) - spare, dealing.cards - begin - 1
    if minimum > maximum:
        raise ValueError(
            f"{dealing.further_rounds} further rounds do not fit into {dealing.cards} cards; "
            f"expected at most {(maximum + spare) // needs - 1}"
        )
    if not minimum <= dealing.cut_cards <= maximum:
        raise ValueError(
            f"{dealing.cut_cards} cards behind the cutting card; expected {minimum} to "
            f"{maximum} of {dealing.cards} cards"
        )


def unbiased_rounds(book: Rulebook, decks: int) -> int:
    """Return the maximum number of rounds for which every shoe has enough cards.

    With it, frequencies approach the exact chances. If the cutting card ends a shoe instead, a
    shoe with short rounds has more rounds, which biases the frequencies.
    """
    return ShoeDealing(decks).cards // book.order.max_cards
