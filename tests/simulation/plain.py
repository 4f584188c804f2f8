"""Shoes played card by card with `core` alone: what the kernels must agree with."""

from punto.core.cards import Card, Rank, Suit
from punto.core.facts import Ending
from punto.core.rulebook import Rulebook
from punto.core.shoe import Cut, Shoe, deal_round
from punto.core.tableau import ending
from punto.simulation.game_tables import Integers
from punto.simulation.shoe_procedure import CutRule, ShoeProcedure


def endings_of(book: Rulebook, procedure: ShoeProcedure, order: Integers) -> list[Ending]:
    """How every round of a shoe ends, by the rules themselves."""
    cards = tuple(Card(Rank(int(rank) + 1), Suit.SPADES) for rank in order)
    shoe = Shoe(cards, Cut(max(procedure.cut_cards, 6)))
    if procedure.burn:
        first, shoe = shoe.draw()
        for _ in range(min(first.rank, 10)):
            _, shoe = shoe.draw()
    found: list[Ending] = []

    def play() -> None:
        nonlocal shoe
        tableau, shoe = deal_round(book.order, shoe)
        found.append(ending(tableau))

    if procedure.rounds is not None:
        for _ in range(procedure.rounds):
            play()
        return found
    least = procedure.cut_cards + (procedure.ends is CutRule.PUBLISHED)
    while shoe.cards_left >= least:
        play()
    for _ in range(procedure.further_rounds):
        play()
    return found
