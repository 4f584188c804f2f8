"""Play shoes card by card with `core` only, for comparison with the kernels."""

from punto.core.cards import Card, Rank, Suit
from punto.core.facts import Ending
from punto.core.rulebook import Rulebook
from punto.core.shoe import Cut, Shoe, deal_round
from punto.core.tableau import ending
from punto.simulation.game_tables import Integers
from punto.simulation.shoe_dealing import CutRule, ShoeDealing


def endings_of(book: Rulebook, dealing: ShoeDealing, order: Integers) -> list[Ending]:
    """Return the ending of every round of a shoe."""
    cards = tuple(Card(Rank(int(rank) + 1), Suit.SPADES) for rank in order)
    shoe = Shoe(cards, Cut(max(dealing.cut_cards, 6)))
    if dealing.burn:
        first, shoe = shoe.draw()
        for _ in range(min(first.rank, 10)):
            _, shoe = shoe.draw()
    endings: list[Ending] = []

    def play() -> None:
        nonlocal shoe
        tableau, shoe = deal_round(book.order, shoe)
        endings.append(ending(tableau))

    if dealing.rounds is not None:
        for _ in range(dealing.rounds):
            play()
        return endings
    minimum = dealing.cut_cards + (dealing.ends is CutRule.PUBLISHED)
    while shoe.cards_left >= minimum:
        play()
    for _ in range(dealing.further_rounds):
        play()
    return endings
