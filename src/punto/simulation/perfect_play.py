"""Bet on every wager whose exact odds before a round favour the patron.

No count can earn more, because a count only estimates the odds that this module computes.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.odds.engine import count_pay_lines_batch
from punto.simulation.card_counting import (
    CountingSystem,
    CountResults,
    bets_of,
    empty_results,
    sums_of_bets,
    tags_before_rounds,
)
from punto.simulation.game_tables import Integers
from punto.simulation.shoe_dealing import CountDivisor, ShoeDealing
from punto.simulation.shoe_play import RoundRecords, ShoeTask, play_records

PERFECT = "perfect play"
WORTH = 10**6
"""Returns are added up in millionths, whole numbers that add up alike in any order."""

SHOES_AT_ONCE = 64
RANKS = 13


def perfect_counts(keys: Sequence[str]) -> tuple[CountingSystem, ...]:
    """For each wager the count that needs no tags: it goes by the exact odds."""
    return tuple(CountingSystem(key, (0,) * RANKS, 0, 0, -1, name=PERFECT) for key in keys)


def play_perfectly(
    task: ShoeTask, counts: tuple[CountingSystem, ...], first: int, shoes: int
) -> CountResults:
    """Plays a range of shoes by exact odds, and beside them with whatever counts are given.

    A bet is counted as what it was worth, its exact return, rather than what it happened to win:
    almost all luck leaves the figures, and a thousand shoes say as much as a million.
    """
    found = empty_results(counts)
    for start in range(first, first + shoes, SHOES_AT_ONCE):
        records = play_records(task, start, min(SHOES_AT_ONCE, first + shoes - start))
        worth = value_before_rounds(task.book, task.dealing, records)
        found += CountResults(
            tuple(
                sums_of_bets(
                    worth[each.wager] > 0
                    if each.name == PERFECT
                    else bets_of(each, task.dealing, records),
                    worth[each.wager],
                    records,
                )
                for each in counts
            )
        )
    return found


def value_before_rounds(
    book: Rulebook, dealing: ShoeDealing, records: RoundRecords
) -> dict[str, Integers]:
    """By wager: its exact return before every round, in millionths; 0 behind the last round."""
    played = records.outcomes >= 0
    found = returns_of(book, unseen_before(dealing, records)[played])
    worth = {}
    for at, wager in enumerate(book.wagers):
        worth[wager.key] = np.zeros(played.shape, np.int64)
        # Rounded away from zero, so that the least advantage is still one.
        millionths = found[:, at] * WORTH
        worth[wager.key][played] = np.where(
            found[:, at] > 0, np.ceil(millionths), np.floor(millionths)
        )
    return worth


def unseen_before(dealing: ShoeDealing, records: RoundRecords) -> Integers:
    """Return the unseen cards of each rank before every round."""
    copies = dealing.cards // RANKS
    left = np.empty((*records.outcomes.shape, RANKS), np.int64)
    for rank in range(RANKS):
        tags = tuple(int(each == rank) for each in range(RANKS))
        left[..., rank] = (
            copies - tags_before_rounds(tags, CountDivisor.UNSEEN, dealing, records)[0]
        )
    return left


def returns_of(book: Rulebook, compositions: Integers) -> Integers:
    """The return of every wager for every composition: a row a composition, a column a wager."""
    counts = count_pay_lines_batch(
        book, np.ascontiguousarray(compositions), Tableau(book.order), threads=1
    )
    deals = counts.astype(np.float64)
    returns: Integers = deals[:, 1:] @ gains(book) / deals[:, :1] - 1
    return returns


@cache
def gains(book: Rulebook) -> Integers:
    """By line and wager: what a line gives back of one unit staked on its wager."""
    lines = [(at, line) for at, wager in enumerate(book.wagers) for line in wager.lines]
    gains = np.zeros((len(lines), len(book.wagers)))
    for row, (at, line) in enumerate(lines):
        gains[row, at] = 1 + line.pays.win / line.pays.per
    return gains
