"""The plan of a count: for each line of a game, the quickest exact way to count its deals."""

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
from punto.odds.engine.known_cards import PLACES, Shown, shown
from punto.odds.engine.line_facts import Matter
from punto.odds.engine.pairs import Paired
from punto.odds.engine.third_cards import Cell, every_cell


class Method(Enum):
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
class PlannedLine:
    """How one line is counted: by its condition, or by the cells or pairs that make it up."""

    method: Method
    condition: Condition
    parts: frozenset[Cell] | frozenset[Paired] = frozenset()

    def deals(self, ways: Mapping[Any, Any]) -> Any:
        """The deals of all its parts, from the ways of each cell or of each way to pair."""
        return sum(ways.get(part, 0) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Plan:
    """How all lines of a game are counted, in the order of its paytable, for a layout."""

    tableau: Tableau
    shown: Shown
    lines: tuple[PlannedLine, ...]

    def lines_by(self, *methods: Method) -> tuple[int, ...]:
        """The places of the lines that are counted by some methods."""
        return tuple(at for at, line in enumerate(self.lines) if line.method in methods)

    @property
    def seen(self) -> BySide[Ranks]:
        """The ranks of each hand's first two cards, as far as they are seen."""
        return first_cards(self.tableau)


@lru_cache(maxsize=4096)
def plan(book: Rulebook, tableau: Tableau) -> Plan:
    """The plan for a game and what lies on the layout."""
    conditions = [line.when for wager in book.wagers for line in wager.lines]
    return Plan(tableau, shown(tableau), tuple(_planned(each, tableau) for each in conditions))


def first_cards(tableau: Tableau) -> BySide[Ranks]:
    """The ranks of each hand's first two cards, as far as they have come."""
    ranks = tableau.ranks
    return BySide(ranks.player[:PLACES], ranks.banker[:PLACES])


def _planned(condition: Condition, tableau: Tableau) -> PlannedLine:
    matter, on_layout = line_facts.matter(condition), shown(tableau)
    if matter is Matter.TOTALS:
        return PlannedLine(Method.FACTORISED, condition, line_facts.cells(condition))
    if matter is Matter.PAIRS and not on_layout.has_third_card:
        return PlannedLine(Method.PAIRS, condition, line_facts.paired(condition))
    if matter is Matter.PAIRS and len(on_layout.player) == len(on_layout.banker) == PLACES:
        seen = first_cards(tableau)
        is_held = holds(condition, ending_of((*seen.player, 0), (*seen.banker, 0)))
        return PlannedLine(Method.FACTORISED, condition, frozenset(every_cell() if is_held else ()))
    if tableau.cards_drawn == 0:
        return PlannedLine(Method.MULTISETS, condition)
    return PlannedLine(Method.REFERENCE, condition)
