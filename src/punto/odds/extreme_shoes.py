"""Search for the best and the worst shoe for each wager, at a given number of cards left."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, cycle, islice, permutations
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from punto.core.cards import Rank
from punto.core.rulebook import Rulebook, WagerRule
from punto.core.tableau import Tableau
from punto.odds.batch import batch_odds
from punto.odds.composition import COPIES_IN_DECK, Composition, full
from punto.odds.engine import count_pay_lines
from punto.odds.measures import odds_of_counts

Numbers: TypeAlias = npt.NDArray[np.int64]

STARTS = 3
"""The number of shoes from which a climb begins, in each direction."""


@dataclass(frozen=True, slots=True)
class ExtremeShoes:
    """The shoes in which a wager has its minimum and its maximum return."""

    wager: WagerRule
    worst: Composition
    worst_return: Fraction
    best: Composition
    best_return: Fraction


def extreme_shoes(
    book: Rulebook, decks: int, cards: int, progress: Callable[[], None] = lambda: None
) -> tuple[ExtremeShoes, ...]:
    """Search for the best and the worst shoe of `cards` cards from `decks` decks, for every wager.

    The search starts from the most extreme of many shoes that consist mostly of a few ranks. It
    exchanges cards of one rank for as many of another until no exchange improves the result. So
    the result is a local optimum. `progress` is called after each wager.
    """
    whole, places = full(decks), book.order.max_cards
    if not places <= cards <= whole.cards:
        raise ValueError(f"{cards} cards left; expected {places} to {whole.cards}")
    copies = COPIES_IN_DECK * decks
    starts = np.array(list(_starts(copies, cards)))
    returns = _returns(book, starts)
    extremes = []
    for at, wager in enumerate(book.wagers):
        rising = starts[np.argsort(returns[:, at], kind="stable")]
        worst = min((_climbed(book, at, -1, shoe, copies) for shoe in rising[:STARTS]), key=_value)
        best = max((_climbed(book, at, 1, shoe, copies) for shoe in rising[-STARTS:]), key=_value)
        exact = (*_with_return(book, at, worst[0]), *_with_return(book, at, best[0]))
        extremes.append(ExtremeShoes(wager, *exact))
        progress()
    return tuple(extremes)


def _value(climbed: tuple[Numbers, float]) -> float:
    return climbed[1]


def _starts(copies: int, cards: int) -> Iterator[Numbers]:
    """Yield the most even shoe of all ranks, and shoes mostly of one, two or three ranks."""
    all_ranks = range(len(Rank))
    for size in (len(Rank), 1, 2, 3):
        for chosen in combinations(all_ranks, size):
            shoe = np.zeros(len(Rank), dtype=np.int64)
            for ranks in (chosen, [rank for rank in all_ranks if rank not in chosen]):
                for rank in islice(cycle(ranks), copies * len(ranks)):
                    shoe[rank] += int(shoe.sum() < cards)
            yield shoe


def _climbed(
    book: Rulebook, wager: int, sign: int, shoe: Numbers, copies: int
) -> tuple[Numbers, float]:
    """Return the end of a climb from a shoe, up or down, by ever smaller exchanges."""
    value, step = float(_returns(book, shoe[None])[0, wager]), copies
    while step:
        others = list(_exchanged(shoe, copies, step))
        values = _returns(book, np.array([shoe, *others]))[1:, wager]
        at = int(np.argmax(sign * values)) if others else -1
        if others and sign * values[at] > sign * value:
            shoe, value = others[at], float(values[at])
        else:
            step //= 2
    return shoe, value


def _exchanged(shoe: Numbers, copies: int, step: int) -> Iterator[Numbers]:
    """Yield the shoes with `step` cards of one rank exchanged for as many of another."""
    for less, more in permutations(range(len(Rank)), 2):
        if shoe[less] >= step and shoe[more] + step <= copies:
            other = shoe.copy()
            other[less] -= step
            other[more] += step
            yield other


def _returns(book: Rulebook, shoes: Numbers) -> npt.NDArray[np.float64]:
    return batch_odds(book, shoes, Tableau(book.order)).returns


def _with_return(book: Rulebook, wager: int, shoe: Numbers) -> tuple[Composition, Fraction]:
    """Return a shoe with the exact return of a wager."""
    composition = Composition(tuple(shoe.tolist()))
    counts = count_pay_lines(book, composition, Tableau(book.order))
    return composition, odds_of_counts(book, counts)[wager].expected
