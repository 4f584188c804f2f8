"""Partial rounds: what every wager is worth after each card of a round."""

from dataclasses import dataclass

from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.odds.composition import Composition
from punto.odds.engine import odds_in
from punto.odds.measures import WagerOdds


@dataclass(frozen=True, slots=True)
class Step:
    """A layout on the way to another, the cards then not seen, and the odds on them."""

    tableau: Tableau
    unseen: Composition
    odds: tuple[WagerOdds, ...]


def through_round(book: Rulebook, before: Composition, tableau: Tableau) -> tuple[Step, ...]:
    """The odds before a round and after each of its cards; `before` are the cards not seen then."""
    unseen, layouts = before, [Tableau(tableau.order)]
    compositions = [unseen]
    for side, card in tableau.drawn():
        layouts.append(layouts[-1].with_card(side, card))
        unseen = unseen if card is None else unseen.less(card.rank)
        compositions.append(unseen)
    return tuple(
        Step(layout, left, odds_in(book, left, layout))
        for layout, left in zip(layouts, compositions, strict=True)
    )
