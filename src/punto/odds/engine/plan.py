"""Choose the fastest exact counting method for each pay line of a game, by the facts it needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from typing import Any

from punto.core.conditions import Condition, facts_used, holds
from punto.core.facts import Ending, Fact, ending_of
from punto.core.rulebook import Rulebook
from punto.core.sides import BySide
from punto.core.tableau import Ranks, Tableau
from punto.odds.engine.known_cards import PLACES, KnownCards, known_cards
from punto.odds.engine.pairs import PAIR_PATTERNS, PairPattern
from punto.odds.engine.third_cards import TotalsCell, all_totals_cells


class CountMethod(Enum):
    """A way to count the deals in which a line holds."""

    FACTORISED = "factorised"
    """By totals and numbers of cards, after the third cards are drawn first."""

    PAIRS = "pairs"
    """By pairs of ranks, in closed form."""

    MULTISETS = "multisets"
    """By the set of cards that a round is dealt from, in any order."""

    REFERENCE = "reference"
    """By every pair of two-card hands, one after another."""


@dataclass(frozen=True, slots=True)
class PayLinePlan:
    """The method for one line, and the cells or pair patterns in which it holds, if needed."""

    method: CountMethod
    condition: Condition
    parts: frozenset[TotalsCell] | frozenset[PairPattern] = frozenset()

    def deals(self, ways: Mapping[Any, Any]) -> Any:
        """Add up the deals of all parts, from the deals of each cell or pair pattern."""
        return sum(ways.get(part, 0) for part in self.parts)


@dataclass(frozen=True, slots=True)
class CountPlan:
    """The methods for all lines of a game in the order of its paytable, for one layout."""

    tableau: Tableau
    layout: KnownCards
    lines: tuple[PayLinePlan, ...]

    def lines_by(self, *methods: CountMethod) -> tuple[int, ...]:
        """Return the numbers of the lines that use one of these methods."""
        return tuple(at for at, line in enumerate(self.lines) if line.method in methods)

    @property
    def known_cards(self) -> BySide[Ranks]:
        """The ranks of each hand's first two cards, None for a card face down."""
        return first_cards(self.tableau)


@lru_cache(maxsize=4096)
def plan_count(book: Rulebook, tableau: Tableau) -> CountPlan:
    """Return the plan for a game, with these cards on the layout."""
    conditions = [line.when for wager in book.wagers for line in wager.lines]
    lines = tuple(_planned(condition, tableau) for condition in conditions)
    return CountPlan(tableau, known_cards(tableau), lines)


def first_cards(tableau: Tableau) -> BySide[Ranks]:
    """Return the ranks of each hand's first two cards that are on the layout."""
    ranks = tableau.ranks
    return BySide(ranks.player[:PLACES], ranks.banker[:PLACES])


def _planned(condition: Condition, tableau: Tableau) -> PayLinePlan:
    required, on_layout = required_facts(condition), known_cards(tableau)
    if required is RequiredFacts.TOTALS:
        return PayLinePlan(CountMethod.FACTORISED, condition, totals_cells(condition))
    if required is RequiredFacts.PAIRS and not on_layout.has_third_card:
        return PayLinePlan(CountMethod.PAIRS, condition, pair_patterns(condition))
    both_known = len(on_layout.player) == len(on_layout.banker) == PLACES
    if required is RequiredFacts.PAIRS and both_known:
        # The cards on the layout already decide the line, so it holds in all deals or in none.
        first_two = first_cards(tableau)
        is_certain = holds(condition, ending_of((*first_two.player, 0), (*first_two.banker, 0)))
        cells = all_totals_cells() if is_certain else ()
        return PayLinePlan(CountMethod.FACTORISED, condition, frozenset(cells))
    if tableau.cards_drawn == 0:
        return PayLinePlan(CountMethod.MULTISETS, condition)
    return PayLinePlan(CountMethod.REFERENCE, condition)


class RequiredFacts(Enum):
    """The facts that a count must distinguish to know in which deals a line holds."""

    TOTALS = "totals"
    """Totals and numbers of cards, and the facts that follow from them."""

    PAIRS = "pairs"
    """Pairs among the first two cards, for any result of the round."""

    JOINT = "joint"
    """Anything else: sevens, or pairs together with totals."""


FACTS = {
    RequiredFacts.TOTALS: frozenset(
        {
            Fact.WINNER,
            Fact.PLAYER_TOTAL,
            Fact.BANKER_TOTAL,
            Fact.PLAYER_CARDS,
            Fact.BANKER_CARDS,
            Fact.MARGIN,
            Fact.PLAYER_NATURAL,
            Fact.BANKER_NATURAL,
        }
    ),
    RequiredFacts.PAIRS: frozenset({Fact.PLAYER_PAIR, Fact.BANKER_PAIR, Fact.SAME_PAIR}),
}


def required_facts(condition: Condition) -> RequiredFacts:
    """Return the smallest set of facts that decides a condition, by the facts that it names.

    A condition may name a fact that does not matter. Its count is then more detailed than
    necessary, which is slower but still correct.
    """
    used = facts_used(condition)
    fitting = (required for required, facts in FACTS.items() if used <= facts)
    return next(fitting, RequiredFacts.JOINT)


@cache
def totals_cells(condition: Condition) -> frozenset[TotalsCell]:
    """Return the cells in which a condition on totals holds."""
    return frozenset(cell for cell in all_totals_cells() if holds(condition, _ending_in(cell)))


@cache
def pair_patterns(condition: Condition) -> frozenset[PairPattern]:
    """Return the pair patterns in which a condition on pairs holds."""
    return frozenset(
        pattern for pattern in PAIR_PATTERNS if holds(condition, _ending_of_pairs(pattern))
    )


@cache
def _ending_in(cell: TotalsCell) -> Ending:
    """Return an ending with the totals and cards of a cell; its pairs and sevens do not matter."""
    player, banker = (
        (10, total or 10, 0) if cards == 2 else (10, 10, total or 10)
        for total, cards in (
            (cell.player_total, cell.player_cards),
            (cell.banker_total, cell.banker_cards),
        )
    )
    return ending_of(player, banker)


@cache
def _ending_of_pairs(pair: PairPattern) -> Ending:
    """Return an ending with a pair pattern; its totals do not matter."""
    banker_first = 2 if pair.same else 3
    player, banker = (
        (2, 2 if pair.player else 4),
        (banker_first, banker_first if pair.banker else 5),
    )
    return ending_of((*player, 0), (*banker, 0))
