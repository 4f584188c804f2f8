"""Asked: what a line of a paytable asks about, and so how few things have to be counted for it."""

from enum import Enum
from functools import cache

from punto.core.conditions import Condition, facts_asked, holds
from punto.core.facts import Ending, Fact, ending_of
from punto.odds.engine.pairs import Paired
from punto.odds.engine.third_cards import Cell, every_cell


class Matter(Enum):
    """What has to be counted to know how often a line holds."""

    TOTALS = "totals"
    """Totals and numbers of cards, and what follows from them."""

    PAIRS = "pairs"
    """Pairs among the first two cards, whatever the round then comes to."""

    JOINT = "joint"
    """Anything else: sevens, or pairs together with totals."""


FACTS = {
    Matter.TOTALS: frozenset(
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
    Matter.PAIRS: frozenset({Fact.PLAYER_PAIR, Fact.BANKER_PAIR, Fact.SAME_PAIR}),
}

EVERY_PAIRED = (Paired(0, 0, 0), Paired(1, 0, 0), Paired(0, 1, 0), Paired(1, 1, 0), Paired(1, 1, 1))


def matter(condition: Condition) -> Matter:
    """The narrowest matter that decides a condition, judged by the facts it names.

    A condition may name a fact on which nothing turns. It is then counted in more detail than it
    needs, never in less.
    """
    asked = facts_asked(condition)
    return next((matter for matter, facts in FACTS.items() if asked <= facts), Matter.JOINT)


@cache
def cells(condition: Condition) -> frozenset[Cell]:
    """The cells in which a condition on totals holds."""
    return frozenset(cell for cell in every_cell() if holds(condition, _ending_in(cell)))


@cache
def paired(condition: Condition) -> frozenset[Paired]:
    """The ways to pair in which a condition on pairs holds."""
    return frozenset(each for each in EVERY_PAIRED if holds(condition, _ending_of_pairs(each)))


@cache
def _ending_in(cell: Cell) -> Ending:
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
def _ending_of_pairs(pair: Paired) -> Ending:
    """An ending whose hands pair like this; its totals are any."""
    banker_first = 2 if pair.same else 3
    player, banker = (
        (2, 2 if pair.player else 4),
        (banker_first, banker_first if pair.banker else 5),
    )
    return ending_of((*player, 0), (*banker, 0))
