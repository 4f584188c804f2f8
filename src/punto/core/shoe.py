"""Shuffle and deal a shoe, which holds its cards in order and the place of the cutting card."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from punto.core.cards import Card, deck
from punto.core.tableau import DealOrder, Tableau, next_side


@dataclass(frozen=True, slots=True)
class Cut:
    """Where the cutting card lies, counted from the end of the shoe."""

    cards_behind: int

    def __post_init__(self) -> None:
        if self.cards_behind < 6:
            raise ValueError(f"a round may need six cards; the cut leaves {self.cards_behind}")


@dataclass(frozen=True, slots=True)
class Shoe:
    """The cards of some decks in the order in which they will come."""

    cards: tuple[Card, ...]
    cut: Cut
    cards_dealt: int = 0

    @property
    def cards_left(self) -> int:
        """How many cards are still to come."""
        return len(self.cards) - self.cards_dealt

    @property
    def is_cutting_card_out(self) -> bool:
        """Whether the cutting card has appeared, so that no further round begins (R17).

        Rule: CUTTING_CARD
        """
        return self.cards_left < self.cut.cards_behind

    def draw(self) -> tuple[Card, "Shoe"]:
        """The next card, and the shoe without it."""
        if not self.cards_left:
            raise ValueError("the shoe is empty")
        return self.cards[self.cards_dealt], replace(self, cards_dealt=self.cards_dealt + 1)


def deal_round(order: DealOrder, shoe: Shoe) -> tuple[Tableau, Shoe]:
    """A round from the shoe, dealt to its end, and the shoe after it."""
    tableau = Tableau(order)
    while (side := next_side(tableau)) is not None:
        card, shoe = shoe.draw()
        tableau = tableau.with_card(side, card)
    return tableau, shoe


def shuffle(cards: Iterable[Card], below: Callable[[int], int]) -> tuple[Card, ...]:
    """The cards in an order as random as `below(n)`, which picks a number from 0 to n - 1.

    Every order has one way to come about, so that none is favoured.
    """
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        picked = below(last + 1)
        order[last], order[picked] = order[picked], order[last]
    return tuple(order)


def cards_of_decks(decks: int) -> tuple[Card, ...]:
    """All cards of a number of new decks."""
    return tuple(deck()) * decks


def check_copies(cards: Iterable[Card], decks: int) -> None:
    """Raises if some card occurs more often than the decks hold it."""
    for card, copies in Counter(cards).items():
        if copies > decks:
            raise ValueError(f"{copies} copies of {card}; {decks} decks hold {decks}")
