"""Shuffle and deal a shoe, which holds its cards in order and a cutting card."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from punto.core.cards import Card, deck
from punto.core.tableau import DealOrder, Tableau, next_side


@dataclass(frozen=True, slots=True)
class Cut:
    """The position of the cutting card, counted from the end of the shoe."""

    cards_behind: int

    def __post_init__(self) -> None:
        if self.cards_behind < 6:
            raise ValueError(f"a round may need six cards; the cut leaves {self.cards_behind}")


@dataclass(frozen=True, slots=True)
class Shoe:
    """The cards of some decks in the order in which they will be drawn."""

    cards: tuple[Card, ...]
    cut: Cut
    cards_dealt: int = 0

    @property
    def cards_left(self) -> int:
        """The number of cards not yet drawn."""
        return len(self.cards) - self.cards_dealt

    @property
    def is_cutting_card_out(self) -> bool:
        """Whether the cutting card has appeared, so that no further round begins (R17).

        Rule: CUTTING_CARD
        """
        return self.cards_left < self.cut.cards_behind

    def draw(self) -> tuple[Card, "Shoe"]:
        """Return the next card, and the shoe without it."""
        if not self.cards_left:
            raise ValueError("the shoe is empty")
        return self.cards[self.cards_dealt], replace(self, cards_dealt=self.cards_dealt + 1)


def deal_round(order: DealOrder, shoe: Shoe) -> tuple[Tableau, Shoe]:
    """Deal one whole round from a shoe, and return it with the shoe after it."""
    tableau = Tableau(order)
    while (side := next_side(tableau)) is not None:
        card, shoe = shoe.draw()
        tableau = tableau.with_card(side, card)
    return tableau, shoe


def shuffle(cards: Iterable[Card], below: Callable[[int], int]) -> tuple[Card, ...]:
    """Return the cards in random order; `below(n)` picks a random number from 0 to n - 1.

    Exactly one sequence of random numbers produces each order, so every order is equally likely.
    """
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        picked = below(last + 1)
        order[last], order[picked] = order[picked], order[last]
    return tuple(order)


def cards_of_decks(decks: int) -> tuple[Card, ...]:
    """Return all cards of a number of new decks."""
    return tuple(deck()) * decks


def check_copies(cards: Iterable[Card], decks: int) -> None:
    """Raise `ValueError` if a card occurs more often than the number of decks."""
    for card, copies in Counter(cards).items():
        if copies > decks:
            raise ValueError(f"{copies} copies of {card}; {decks} decks hold {decks}")
