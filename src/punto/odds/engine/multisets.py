"""Count the deals of any pay line from the multisets of cards that a round is dealt from.

A shoe can deal six given cards in as many ways in any order. So the deals of a pay line are a sum
over all multisets of six cards. Each term is the number of orders in which the line holds, times
the ways to take that multiset from the shoe.

The orders are counted once per line. The ways of a multiset are those of the same multiset
without its last card, times the cards of that kind then left. Kinds of cards are the ten values,
or the thirteen ranks where a line depends on pairs.
"""

from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from punto.core.cards import Rank
from punto.core.conditions import Condition, facts_used, holds
from punto.core.drawing_rules import STOOD, rule_for_banker, rule_for_player
from punto.core.facts import Ending, ending_of, point_total, point_value
from punto.core.tableau import DealOrder
from punto.odds.engine.line_facts import FACTS, RequiredFacts

Numbers: TypeAlias = npt.NDArray[np.int64]
Truths: TypeAlias = npt.NDArray[np.bool_]

MAX_COPIES = 7
"""More than a multiset of six can hold of one kind: a multiset is a number in this base."""


class MultisetBasis(NamedTuple):
    """The multisets that some lines turn on, each after the one it grows from."""

    parents: Numbers
    """The multiset without its last card; the first of all is empty and its own parent."""
    kinds: Numbers
    """The kind of its last card."""
    copies: Numbers
    """How many of that kind it has before its last card."""
    levels: Numbers
    """Where multisets of each size begin, and where the last end."""
    lines: Numbers
    """Where the multisets of each line begin, and where those of the last end."""
    members: Numbers
    """The multisets in which each line can hold, one line after another."""
    orders: Numbers
    """In how many orders of these cards it does."""
    by_rank: int
    """Whether kinds are ranks, Ace first; else values from 0."""


@lru_cache(maxsize=64)
def multiset_basis(conditions: tuple[Condition, ...], order: DealOrder) -> MultisetBasis:
    """The basis for lines with these conditions, in whole rounds dealt in an order."""
    by_rank = any(facts_used(each) & FACTS[RequiredFacts.PAIRS] for each in conditions)
    deals = _deals(order, by_rank)
    every, which = np.unique(deals.numbers, return_inverse=True)
    orders = [
        np.bincount(which[held], weights=deals.ways[held], minlength=len(every)).astype(np.int64)
        for held in (_held(condition, deals) for condition in conditions)
    ]
    # Multisets in which no line holds need not be grown.
    needed = np.logical_or.reduce([each > 0 for each in orders])
    parents, last_kinds, copies, levels = _grown(every[needed])
    members = [np.flatnonzero(each[needed]) for each in orders]
    return MultisetBasis(
        parents,
        last_kinds,
        copies,
        levels,
        lines=np.cumsum([0, *map(len, members)], dtype=np.int64),
        members=np.concatenate(members) + levels[-2],
        orders=np.concatenate(
            [each[needed][some] for each, some in zip(orders, members, strict=True)]
        ),
        by_rank=int(by_rank),
    )


def counts_by_kind(shoes: Numbers, by_rank: int) -> Numbers:
    """Shoes of thirteen counts a shoe, by the kinds of a basis."""
    if by_rank:
        return shoes
    return np.concatenate([shoes[..., 9:].sum(-1, keepdims=True), shoes[..., :9]], axis=-1)


def count_by_multisets(found: MultisetBasis, shoes: Numbers) -> Numbers:
    """The deals in which each line holds, a row a shoe of thirteen counts."""
    left = counts_by_kind(shoes, found.by_rank).T
    ways = np.ones((len(found.parents), len(shoes)), dtype=np.int64)
    for start, stop in pairwise(found.levels[1:]):
        last = left[found.kinds[start:stop]] - found.copies[start:stop, None]
        ways[start:stop] = ways[found.parents[start:stop]] * last
    weighted = found.orders[:, None] * ways[found.members]
    lines = [weighted[start:stop].sum(0) for start, stop in pairwise(found.lines)]
    return np.stack(lines, axis=-1)


class _Deals(NamedTuple):
    """Every order of cards that a round may be dealt from, both of an unlike pair as one."""

    numbers: Numbers
    """The multiset of each as a number: a digit for each kind, so many as there are copies."""
    ways: Numbers
    """How many orders it stands for."""
    ending: Ending
    shape: tuple[int, ...]


def _deals(order: DealOrder, by_rank: bool) -> _Deals:
    # One rank stands for all of a value where only values count.
    cards = np.array(tuple(Rank)[: 13 if by_rank else 10], dtype=np.int16)
    digit = MAX_COPIES ** ((cards - 1) if by_rank else cards % 10).astype(np.int64)
    first, second = np.triu_indices(len(cards))
    both, in_two_orders = digit[first] + digit[second], 1 + (first != second).astype(np.int64)
    player = cards[first], cards[second], both, in_two_orders
    if order.permanent is not None:
        player = np.full_like(cards, order.permanent), cards, digit, np.ones_like(digit)
    p1, p2, p_digits, p_ways = (each[:, None, None, None] for each in player)
    banker = cards[first], cards[second], both, in_two_orders
    b1, b2, b_digits, b_ways = (each[None, :, None, None] for each in banker)
    c, d = cards[:, None], cards
    i, j = point_total(p1, p2), point_total(b1, b2)
    player_draws, banker_draws = _table_of_play()
    c_drawn = np.where(player_draws[i, j], c, 0)
    d_drawn = np.where(banker_draws[i, j, np.where(c_drawn > 0, point_value(c), STOOD)], d, 0)
    numbers = p_digits + b_digits + digit[:, None] + digit
    ways = np.broadcast_to(p_ways * b_ways, numbers.shape)
    ending = ending_of((p1, p2, c_drawn), (b1, b2, d_drawn))
    return _Deals(numbers.ravel(), ways.ravel(), ending, numbers.shape)


@cache
def _table_of_play() -> tuple[Truths, Truths]:
    """Whether a hand draws, by both two-card totals and the value of the Player hand's third."""
    player = [[rule_for_player(i, j).draws for j in range(10)] for i in range(10)]
    banker = [
        [[rule_for_banker(i, j, third).draws for third in range(10)] for j in range(10)]
        for i in range(10)
    ]
    stood = [[rule_for_banker(i, j, STOOD).draws for j in range(10)] for i in range(10)]
    columns = np.zeros((10, 10, STOOD + 1), dtype=np.bool_)
    columns[..., :10], columns[..., STOOD] = banker, stood
    return np.array(player), columns


def _held(condition: Condition, deals: _Deals) -> Truths:
    return np.broadcast_to(holds(condition, deals.ending), deals.shape).ravel()


def _grown(numbers: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """All that these multisets grow from, card by card: parents, last kinds, copies, levels."""
    digits = MAX_COPIES ** np.arange(len(Rank), dtype=np.int64)
    grown = []
    while numbers.any():
        last = np.searchsorted(digits, numbers, side="right") - 1
        smaller, parents = np.unique(numbers - digits[last], return_inverse=True)
        grown.append((parents, last, numbers // digits[last] - 1))
        numbers = smaller
    # From the empty multiset upwards.
    grown.append((np.array([0]), np.array([0]), np.array([0])))
    grown.reverse()
    levels = np.cumsum([0, *(len(parents) for parents, _, _ in grown)])
    below = [0, *levels[:-2]]
    return (
        np.concatenate(
            [parents + start for (parents, _, _), start in zip(grown, below, strict=True)]
        ),
        np.concatenate([last for _, last, _ in grown]),
        np.concatenate([copies for _, _, copies in grown]),
        levels,
    )
