"""Count the deals of any pay line from the multisets of cards that a round is dealt from.

A shoe can deal six given cards in as many ways in any order. So the deals of a pay line are a sum
over all multisets of six cards. Each term is the number of orders in which the line holds, times
the ways to take that multiset from the shoe.

The orders are counted once per line. The ways to take a multiset are those of the same multiset
without its last card, times the cards of that kind that are left. Kinds of cards are the ten
values, or the thirteen ranks if a line depends on pairs.
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
from punto.odds.engine.plan import FACTS, RequiredFacts

Numbers: TypeAlias = npt.NDArray[np.int64]
Truths: TypeAlias = npt.NDArray[np.bool_]

MAX_COPIES = 7
"""The base in which a multiset is a number; a multiset of six has fewer copies of each kind."""


class MultisetBasis(NamedTuple):
    """The multisets that some lines depend on, each after its parent.

    The parent of a multiset is the same multiset without its last card.
    """

    parents: Numbers
    """The parent of each multiset; the first multiset is empty and its own parent."""
    kinds: Numbers
    """The kind of the last card."""
    copies: Numbers
    """The number of copies of that kind in the parent."""
    levels: Numbers
    """Where the multisets of each size start, then where the last size ends."""
    lines: Numbers
    """Where the members of each line start, then where those of the last line end."""
    members: Numbers
    """The multisets in which each line can hold, line by line."""
    orders: Numbers
    """The number of orders of each member in which the line holds."""
    by_rank: int
    """1 if the kinds are ranks, Ace first; 0 if they are values from 0."""


@lru_cache(maxsize=64)
def multiset_basis(conditions: tuple[Condition, ...], order: DealOrder) -> MultisetBasis:
    """Return the basis for lines with these conditions, in whole rounds dealt in this order."""
    by_rank = any(facts_used(condition) & FACTS[RequiredFacts.PAIRS] for condition in conditions)
    deals = _deals(order, by_rank)
    multisets, which = np.unique(deals.numbers, return_inverse=True)
    orders = [
        np.bincount(which[holding], weights=deals.ways[holding], minlength=len(multisets)).astype(
            np.int64
        )
        for holding in (_holding(condition, deals) for condition in conditions)
    ]
    # Multisets in which no line holds are left out.
    needed = np.logical_or.reduce([of_line > 0 for of_line in orders])
    parents, last_kinds, copies, levels = _with_parents(multisets[needed])
    members = [np.flatnonzero(of_line[needed]) for of_line in orders]
    return MultisetBasis(
        parents,
        last_kinds,
        copies,
        levels,
        lines=np.cumsum([0, *map(len, members)], dtype=np.int64),
        members=np.concatenate(members) + levels[-2],
        orders=np.concatenate(
            [of_line[needed][some] for of_line, some in zip(orders, members, strict=True)]
        ),
        by_rank=int(by_rank),
    )


def counts_by_kind(shoes: Numbers, by_rank: int) -> Numbers:
    """Return the counts of each shoe by rank or by value, from thirteen counts per shoe."""
    if by_rank:
        return shoes
    return np.concatenate([shoes[..., 9:].sum(-1, keepdims=True), shoes[..., :9]], axis=-1)


def count_by_multisets(basis: MultisetBasis, shoes: Numbers) -> Numbers:
    """Count the deals in which each line holds, one row per shoe of thirteen counts."""
    left = counts_by_kind(shoes, basis.by_rank).T
    ways = np.ones((len(basis.parents), len(shoes)), dtype=np.int64)
    for start, stop in pairwise(basis.levels[1:]):
        last = left[basis.kinds[start:stop]] - basis.copies[start:stop, None]
        ways[start:stop] = ways[basis.parents[start:stop]] * last
    weighted = basis.orders[:, None] * ways[basis.members]
    lines = [weighted[start:stop].sum(0) for start, stop in pairwise(basis.lines)]
    return np.stack(lines, axis=-1)


class _Deals(NamedTuple):
    """All deals of a round, where the two orders of a hand's first two cards are one deal."""

    numbers: Numbers
    """The multiset of each deal as a number, with one digit per kind: its copies."""
    ways: Numbers
    """The number of orders of cards that the deal represents."""
    ending: Ending
    shape: tuple[int, ...]


def _deals(order: DealOrder, by_rank: bool) -> _Deals:
    # If only values count, one rank of each value is enough.
    cards = np.array(tuple(Rank)[: 13 if by_rank else 10], dtype=np.int16)
    digit = MAX_COPIES ** ((cards - 1) if by_rank else cards % 10).astype(np.int64)
    first, second = np.triu_indices(len(cards))
    both, in_two_orders = digit[first] + digit[second], 1 + (first != second).astype(np.int64)
    player = cards[first], cards[second], both, in_two_orders
    if order.permanent is not None:
        player = np.full_like(cards, order.permanent), cards, digit, np.ones_like(digit)
    p1, p2, p_digits, p_ways = (column[:, None, None, None] for column in player)
    banker = cards[first], cards[second], both, in_two_orders
    b1, b2, b_digits, b_ways = (column[None, :, None, None] for column in banker)
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
    """Return the Table of Play as arrays, by two-card totals and the Player hand's third card."""
    player = [[rule_for_player(i, j).draws for j in range(10)] for i in range(10)]
    banker = [
        [[rule_for_banker(i, j, third).draws for third in range(10)] for j in range(10)]
        for i in range(10)
    ]
    stood = [[rule_for_banker(i, j, STOOD).draws for j in range(10)] for i in range(10)]
    columns = np.zeros((10, 10, STOOD + 1), dtype=np.bool_)
    columns[..., :10], columns[..., STOOD] = banker, stood
    return np.array(player), columns


def _holding(condition: Condition, deals: _Deals) -> Truths:
    return np.broadcast_to(holds(condition, deals.ending), deals.shape).ravel()


def _with_parents(numbers: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Return these multisets and all their ancestors as parents, last kinds, copies, levels."""
    digits = MAX_COPIES ** np.arange(len(Rank), dtype=np.int64)
    grown = []
    while numbers.any():
        last = np.searchsorted(digits, numbers, side="right") - 1
        smaller, parents = np.unique(numbers - digits[last], return_inverse=True)
        grown.append((parents, last, numbers // digits[last] - 1))
        numbers = smaller
    # The result starts with the empty multiset.
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
