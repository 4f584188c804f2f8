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
    """The state of a shoe after the cards seen so far."""

    book: Rulebook
    unseen: Composition
    tableau: Tableau
    rounds: int = 1
    """The number of the round on the layout; the first round is 1."""

    @property
    def odds(self) -> tuple[WagerOdds, ...]:
        """The exact odds of every wager for the round on the layout."""
        return odds_of_composition(self.book, self.unseen, self.tableau)

    @property
    def is_between_rounds(self) -> bool:
        """Whether the round on the layout is finished, so that the next card begins a new one."""
        return self.tableau.is_finished

    def with_card(self, card: Card) -> "ShoeTracker":
        """Return the state after the next card, which goes to the hand that the rules name."""
        before = self.after_round() if self.is_between_rounds else self
        side = next_side(before.tableau)
        assert side is not None, "an unfinished round needs another card"
        tableau = before.tableau.with_card(side, card)
        return replace(before, unseen=before.unseen.less(card.rank), tableau=tableau)

    def without_card(self, card: Card) -> "ShoeTracker":
        """Return the state after a card that goes to neither hand, such as one burned face up."""
        before = self.after_round() if self.is_between_rounds else self
        return replace(before, unseen=before.unseen.less(card.rank))

    def after_round(self) -> "ShoeTracker":
        """Return the state with an empty layout for the next round."""
        return replace(self, tableau=Tableau(self.book.order), rounds=self.rounds + 1)


def track_shoe(book: Rulebook, decks: int) -> ShoeTracker:
    """Return the state of a full shoe before its first card."""
    return ShoeTracker(book, full(decks), Tableau(book.order))


@dataclass(frozen=True, slots=True)
class PartialOdds:
    """The layout at one moment of a round, with the unseen cards and the odds."""

    tableau: Tableau
    unseen: Composition
    odds: tuple[WagerOdds, ...]


def odds_after_each_card(
    book: Rulebook, before: Composition, tableau: Tableau
) -> tuple[PartialOdds, ...]:
    """Compute the odds before a round and after each of its cards.

    `before` is the composition of unseen cards before the round.
    """
    unseen, layouts = before, [Tableau(tableau.order)]
    compositions = [unseen]
    for side, card in tableau.cards_in_order():
        layouts.append(layouts[-1].with_card(side, card))
        unseen = unseen if card is None else unseen.less(card.rank)
        compositions.append(unseen)
    return tuple(
        PartialOdds(layout, composition, odds_of_composition(book, composition, layout))
        for layout, composition in zip(layouts, compositions, strict=True)
    )
