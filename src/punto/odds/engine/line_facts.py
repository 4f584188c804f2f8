"""Find the few facts that a pay line needs, so that the engine counts only these."""

from enum import Enum
from functools import cache

from punto.core.conditions import Condition, facts_used, holds
from punto.core.facts import Ending, Fact, ending_of
from punto.odds.engine.pairs import PairPattern
from punto.odds.engine.third_cards import TotalsCell, all_totals_cells


class RequiredFacts(Enum):
    """What has to be counted to know how often a line holds."""

    TOTALS = "totals"
    """Totals and numbers of cards, and what follows from them."""

    PAIRS = "pairs"
    """Pairs among the first two cards, whatever the round then comes to."""

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

EVERY_PAIRED = (
    PairPattern(0, 0, 0),
    PairPattern(1, 0, 0),
    PairPattern(0, 1, 0),
    PairPattern(1, 1, 0),
    PairPattern(1, 1, 1),
)


def required_facts(condition: Condition) -> RequiredFacts:
    """The narrowest matter that decides a condition, judged by the facts it names.

    A condition may name a fact on which nothing turns. It is then counted in more detail than it
    needs, never in less.
    """
    used = facts_used(condition)
    return next((matter for matter, facts in FACTS.items() if used <= facts), RequiredFacts.JOINT)


@cache
def totals_cells(condition: Condition) -> frozenset[TotalsCell]:
    """The cells in which a condition on totals holds."""
    return frozenset(cell for cell in all_totals_cells() if holds(condition, _ending_in(cell)))


@cache
def pair_patterns(condition: Condition) -> frozenset[PairPattern]:
    """The ways to pair in which a condition on pairs holds."""
    return frozenset(each for each in EVERY_PAIRED if holds(condition, _ending_of_pairs(each)))


@cache
def _ending_in(cell: TotalsCell) -> Ending:
    """An ending with the totals and cards of a cell; its pairs and sevens are any."""
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
    """An ending whose hands pair like this; its totals are any."""
    banker_first = 2 if pair.same else 3
    player, banker = (
        (2, 2 if pair.player else 4),
        (banker_first, banker_first if pair.banker else 5),
    )
    return ending_of((*player, 0), (*banker, 0))
