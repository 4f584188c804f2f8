"""Track the unseen cards and the layout of a shoe, card by card."""

from dataclasses import dataclass, replace

from punto.core.cards import Card
from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau, next_side
from punto.odds.composition import Composition, full
from punto.odds.engine import odds_of_composition
from punto.odds.measures import WagerOdds


@dataclass(frozen=True, slots=True)
class ShoeTracker:
    """A shoe as far as it has been followed."""

    book: Rulebook
    unseen: Composition
    tableau: Tableau
    rounds: int = 1
    """The number of the round on the layout, from 1."""

    @property
    def odds(self) -> tuple[WagerOdds, ...]:
        """The exact odds of every wager on the round on the layout."""
        return odds_of_composition(self.book, self.unseen, self.tableau)

    @property
    def is_between_rounds(self) -> bool:
        """Whether the round on the layout is finished, so that the next card begins another."""
        return self.tableau.is_finished

    def with_card(self, card: Card) -> "ShoeTracker":
        """The shoe after its next card, laid where the rules call for it."""
        before = self.after_round() if self.is_between_rounds else self
        side = next_side(before.tableau)
        assert side is not None, "a layout just cleared or not finished takes a card"
        tableau = before.tableau.with_card(side, card)
        return replace(before, unseen=before.unseen.less(card.rank), tableau=tableau)

    def without_card(self, card: Card) -> "ShoeTracker":
        """The shoe after a card was seen that belongs to no hand, such as one burned face up."""
        before = self.after_round() if self.is_between_rounds else self
        return replace(before, unseen=before.unseen.less(card.rank))

    def after_round(self) -> "ShoeTracker":
        """The shoe with an empty layout, for the round after a finished one."""
        return replace(self, tableau=Tableau(self.book.order), rounds=self.rounds + 1)


def track_shoe(book: Rulebook, decks: int) -> ShoeTracker:
    """A full shoe before its first card."""
    return ShoeTracker(book, full(decks), Tableau(book.order))


@dataclass(frozen=True, slots=True)
class PartialOdds:
    """A layout on the way to another, the cards then not seen, and the odds on them."""

    tableau: Tableau
    unseen: Composition
    odds: tuple[WagerOdds, ...]


def odds_after_each_card(
    book: Rulebook, before: Composition, tableau: Tableau
) -> tuple[PartialOdds, ...]:
    """The odds before a round and after each of its cards; `before` are the cards not seen then."""
    unseen, layouts = before, [Tableau(tableau.order)]
    compositions = [unseen]
    for side, card in tableau.cards_in_order():
        layouts.append(layouts[-1].with_card(side, card))
        unseen = unseen if card is None else unseen.less(card.rank)
        compositions.append(unseen)
    return tuple(
        PartialOdds(layout, left, odds_of_composition(book, left, layout))
        for layout, left in zip(layouts, compositions, strict=True)
    )
