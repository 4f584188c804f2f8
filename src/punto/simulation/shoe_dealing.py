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
    # The options of verbs are read off this module, and help comes without NumPy.
    from punto.simulation.game_tables import Integers

TEN_BURNS = 10
"""How many cards a ten or a court card burns, which count nothing in a hand."""


class CutRule(StrEnum):
    """What the cutting card means for the round that meets it."""

    TABLE = "table"
    """A round may begin with the cutting card as its first card, and is then the last (R17)."""

    PUBLISHED = "published"
    """A round begins while more cards are left than lie behind the cut, as counters publish it."""


class CountDivisor(StrEnum):
    """What a true count divides by."""

    UNSEEN = "unseen"
    """Cards not seen, burned ones among them: this reproduces what is published."""

    LEFT = "left"
    """Cards left in the shoe."""


@dataclass(frozen=True, slots=True)
class ShoeDealing:
    """How a shoe is dealt. With `rounds` it ends after so many, wherever the cut lies."""

    decks: int = 8
    cut_cards: int = 14
    ends: CutRule = CutRule.TABLE
    further_rounds: int = 0
    burn: bool = False
    rounds: int | None = None

    @property
    def cards(self) -> int:
        """How many cards the shoe holds."""
        return 13 * COPIES_IN_DECK * self.decks

    @property
    def last_start(self) -> int:
        """The most cards that may be dealt when a round begins, further rounds apart."""
        return self.cards - self.cut_cards - (self.ends is CutRule.PUBLISHED)

    def max_rounds(self, fewest_cards: int) -> int:
        """More rounds than any shoe can have whose rounds take so many cards at least."""
        return self.rounds or self.last_start // fewest_cards + 1 + self.further_rounds

    def fresh(self) -> "Integers":
        """The ranks of the shoe before it is shuffled, an Ace as 0."""
        import numpy as np

        return np.tile(np.arange(13, dtype=np.uint8), COPIES_IN_DECK * self.decks)

    def begins(self) -> "Integers":
        """By the rank of a shoe's first card: how many cards are gone when play begins."""
        import numpy as np

        if not self.burn:
            return np.zeros(16, np.int64)
        burned = [1 + (point_value(int(rank)) or TEN_BURNS) for rank in Rank]
        return np.array([*burned, 0, 0, 0], np.int64)


def check(dealing: ShoeDealing, book: Rulebook) -> None:
    """Raise ValueError unless every round that begins can be finished."""
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
                f"{dealing.rounds} rounds a shoe; expected 1 to {maximum}, "
                f"which {dealing.cards} cards always suffice for"
            )
        return
    if dealing.further_rounds < 0:
        raise ValueError(f"{dealing.further_rounds} further rounds; expected none or more")
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
    """The most rounds that every shoe has cards for: frequencies then equal the exact chances.

    Where the cut ends a shoe, shoes of short rounds have more of them, and frequencies lean.
    """
    return ShoeDealing(decks).cards // book.order.max_cards
