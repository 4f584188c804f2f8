"""Choose the fastest exact counting method for each pay line of a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

from punto.core.conditions import Condition, holds
from punto.core.facts import ending_of
from punto.core.rulebook import Rulebook
from punto.core.sides import BySide
from punto.core.tableau import Ranks, Tableau
from punto.odds.engine import line_facts
from punto.odds.engine.known_cards import PLACES, KnownCards, known_cards
from punto.odds.engine.line_facts import RequiredFacts
from punto.odds.engine.pairs import PairPattern
from punto.odds.engine.third_cards import TotalsCell, all_totals_cells


class CountMethod(Enum):
    """A way to count the deals in which a line holds."""

    FACTORISED = "factorised"
    """By totals and numbers of cards, the third cards taken out first."""

    PAIRS = "pairs"
    """By pairs of ranks, in closed form."""

    MULTISETS = "multisets"
    """By the cards that a round is dealt from, whatever their order."""

    REFERENCE = "reference"
    """By every pair of hands, one after another."""


@dataclass(frozen=True, slots=True)
class PayLinePlan:
    """How one line is counted: by its condition, or by the cells or pairs that make it up."""

    method: CountMethod
    condition: Condition
    parts: frozenset[TotalsCell] | frozenset[PairPattern] = frozenset()

    def deals(self, ways: Mapping[Any, Any]) -> Any:
        """The deals of all its parts, from the ways of each cell or of each way to pair."""
        return sum(ways.get(part, 0) for part in self.parts)


@dataclass(frozen=True, slots=True)
class CountPlan:
    """How all lines of a game are counted, in the order of its paytable, for a layout."""

    tableau: Tableau
    layout: KnownCards
    lines: tuple[PayLinePlan, ...]

    def lines_by(self, *methods: CountMethod) -> tuple[int, ...]:
        """The places of the lines that are counted by some methods."""
        return tuple(at for at, line in enumerate(self.lines) if line.method in methods)

    @property
    def known_cards(self) -> BySide[Ranks]:
        """The ranks of each hand's first two cards, as far as they are seen."""
        return first_cards(self.tableau)


@lru_cache(maxsize=4096)
def plan_count(book: Rulebook, tableau: Tableau) -> CountPlan:
    """The plan for a game and what lies on the layout."""
    conditions = [line.when for wager in book.wagers for line in wager.lines]
    return CountPlan(
        tableau, known_cards(tableau), tuple(_planned(each, tableau) for each in conditions)
    )


def first_cards(tableau: Tableau) -> BySide[Ranks]:
    """The ranks of each hand's first two cards, as far as they have come."""
    ranks = tableau.ranks
    return BySide(ranks.player[:PLACES], ranks.banker[:PLACES])


def _planned(condition: Condition, tableau: Tableau) -> PayLinePlan:
    matter, on_layout = line_facts.required_facts(condition), known_cards(tableau)
    if matter is RequiredFacts.TOTALS:
        return PayLinePlan(CountMethod.FACTORISED, condition, line_facts.totals_cells(condition))
    if matter is RequiredFacts.PAIRS and not on_layout.has_third_card:
        return PayLinePlan(CountMethod.PAIRS, condition, line_facts.pair_patterns(condition))
    if matter is RequiredFacts.PAIRS and len(on_layout.player) == len(on_layout.banker) == PLACES:
        first_two = first_cards(tableau)
        is_held = holds(condition, ending_of((*first_two.player, 0), (*first_two.banker, 0)))
        return PayLinePlan(
            CountMethod.FACTORISED, condition, frozenset(all_totals_cells() if is_held else ())
        )
    if tableau.cards_drawn == 0:
        return PayLinePlan(CountMethod.MULTISETS, condition)
    return PayLinePlan(CountMethod.REFERENCE, condition)
