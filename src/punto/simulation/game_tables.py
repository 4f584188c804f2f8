"""Compile a rulebook into lookup tables, so that a kernel plays rounds without any rules.

A round is six ranks in the order drawn. Two lookups turn the first cards into the total and the
kind of each hand. A third lookup adds the third cards and returns two things:

- the *cell* of the round: totals, cards per hand, and sevens among the third cards if a wager
  depends on them;
- the number of cards that the round used.

The kinds select the *group* of the hands: their pairs, and again their sevens. Cell and group
together are the *outcome* that a kernel tallies. `ending_at` gives the ending of each outcome, as
an index into `endings`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import lcm
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from punto.core.cards import Rank
from punto.core.conditions import facts_used
from punto.core.endings import TwoCards, endings_from_two_cards, paytable, representative_hand
from punto.core.facts import Ending, Fact, point_total, point_value
from punto.core.rulebook import Rulebook
from punto.core.sides import Side
from punto.core.tableau import DealOrder, Tableau
from punto.odds.composition import full
from punto.odds.exact import count_endings

Integers: TypeAlias = NDArray[Any]

KIND_SHIFT = 16
"""A hand's entry holds its total in the low half and its kind above."""

USED_BITS = 3
"""An entry for third cards holds the cell above the number of cards the round took."""

MAX_KINDS = 32

RANK_OF_VALUE = (Rank.TEN, *tuple(Rank)[:9])
"""One rank stands for all of a value."""


@dataclass(frozen=True, slots=True, eq=False)
class GameTables:
    """Everything a kernel and its results need to know of a game; ranks are numbered from 0."""

    book: Rulebook
    places: Integers
    """Where a round's first cards lie: Player's two, Banker's two, then the first third card."""

    player_hand: Integers
    """By both ranks, the first in the low four bits: 1000 times the total, and the kind."""

    banker_hand: Integers
    """The same with 100 times the total."""

    values: Integers
    thirds: Integers
    """By totals and the values of the next two cards: the cell and the number of cards."""

    groups: Integers
    """By both kinds: what to add to a cell to get the outcome."""

    cells: int
    endings: tuple[Ending, ...]
    ending_at: Integers
    """The ending of each outcome, -1 where no round can end so."""

    lines: Integers
    """By wager and ending: the line held, -1 for a loss."""

    nets: Integers
    """By wager and ending: the net result of a stake of `units`."""

    units: tuple[int, ...]
    """By wager: the stake for which every net result is whole."""

    @property
    def outcomes(self) -> int:
        """How many outcomes a kernel tells apart."""
        return len(self.ending_at)

    @property
    def max_cards(self) -> int:
        """How many cards a round may take."""
        return self.book.order.max_cards

    def by_ending(self, by_outcome: Integers) -> Integers:
        """Tallies of outcomes added up to tallies of endings, along the last axis."""
        reached = self.ending_at >= 0
        assert not by_outcome[..., ~reached].any(), "a kernel reached an outcome that cannot be"
        found = np.zeros((*by_outcome.shape[:-1], len(self.endings)), by_outcome.dtype)
        np.add.at(found.T, self.ending_at[reached], by_outcome.T[reached])
        return found

    def wager_at(self, key: str) -> int:
        """The place of a wager in the rulebook."""
        return self.book.wagers.index(self.book.wager(key))


@cache
def compile_tables(book: Rulebook) -> GameTables:
    """The tables of a game."""
    counts_sevens = any(
        Fact.SEVENS in facts_used(line.when) for wager in book.wagers for line in wager.lines
    )
    hands = _Hands.of(book.order)
    thirds, cells = _thirds(book.order, counts_sevens)
    groups, group_keys = _groups(hands, counts_sevens)
    found, ending_at = _outcomes(hands, thirds, cells, groups, group_keys, counts_sevens)
    lines, nets, units = _pays(book, found)
    return GameTables(
        book=book,
        places=_places(book.order),
        player_hand=_hand_table(hands.player, 1000),
        banker_hand=_hand_table(hands.banker, 100),
        values=np.array([point_value(int(rank)) for rank in Rank] + [0] * 3, np.uint16),
        thirds=thirds,
        groups=(groups * cells).astype(np.uint16),
        cells=cells,
        endings=found,
        ending_at=ending_at,
        lines=lines,
        nets=nets,
        units=units,
    )


@cache
def deals_by_ending(book: Rulebook, decks: int) -> tuple[int, ...]:
    """In how many deals of a full shoe each ending of the tables comes about, exactly."""
    tables = compile_tables(book)
    place = {_key(ending, tables): at for at, ending in enumerate(tables.endings)}
    deals = [0] * len(place)
    for ending, ways in count_endings(full(decks), Tableau(book.order)).by_ending.items():
        deals[place[_key(ending, tables)]] += ways
    return tuple(deals)


def _key(ending: Ending, tables: GameTables) -> Ending:
    """An ending without the sevens that no wager of the game asks about."""
    counted = len({each.sevens for each in tables.endings}) > 1
    return ending if counted else ending._replace(sevens=0)


@dataclass(frozen=True, slots=True)
class _Hands:
    """The kind of each two-card hand, by both ranks, and one hand of each kind."""

    player: Mapping[tuple[int, int], int]
    banker: Mapping[tuple[int, int], int]
    kinds: tuple[TwoCards, ...]

    @staticmethod
    def of(order: DealOrder) -> "_Hands":
        pairs = {(a - 1, b - 1): representative_hand(a, b) for a, b in product(Rank, Rank)}
        kinds = tuple(sorted(set(pairs.values())))
        banker = {ranks: kinds.index(kind) for ranks, kind in pairs.items()}
        if order.permanent is None:
            return _Hands(banker, banker, kinds)
        # The printed card is no card of the shoe: a kernel names the one drawn card twice.
        printed = order.permanent - 1
        player = {(rank, rank): banker[printed, rank] for rank in range(len(Rank))}
        return _Hands(player, banker, kinds)


def _hand_table(hands: Mapping[tuple[int, int], int], weight: int) -> Integers:
    table = np.zeros(256, np.uint32)
    kinds = _Hands.of(DealOrder("", (Side.PLAYER, Side.PLAYER, Side.BANKER, Side.BANKER))).kinds
    for (a, b), kind in hands.items():
        table[a | b << 4] = weight * point_total(*kinds[kind]) | kind << KIND_SHIFT
    return table


def _places(order: DealOrder) -> Integers:
    """Where the first cards lie among those of a round; a printed card gives its place away."""
    player = [at for at, side in enumerate(order.initial) if side is Side.PLAYER]
    banker = [at for at, side in enumerate(order.initial) if side is Side.BANKER]
    return np.array([player[0], player[-1], *banker, len(order.initial)], np.int64)


def _thirds(order: DealOrder, counts_sevens: bool) -> tuple[Integers, int]:
    """The table of third cards, with cells numbered in the order in which they are met."""
    cells: dict[tuple[int, ...], int] = {}
    table = np.zeros((10, 10, 10, 10), np.uint16)
    for i, j in product(range(10), range(10)):
        ways = {
            (c, d): end
            for c, d, end in endings_from_two_cards(_plain_hand(i), _plain_hand(j), (), ())
        }
        for x, y in product(range(10), range(10)):
            c, d = _drawn(ways, RANK_OF_VALUE[x], RANK_OF_VALUE[y])
            end = ways[c, d]
            key = (end.player_total, end.banker_total, end.player_cards, end.banker_cards)
            sevens = end.sevens if counts_sevens else 0
            cell = cells.setdefault((*key, sevens), len(cells))
            used = len(order.initial) + (c > 0) + (d > 0)
            table[i, j, x, y] = cell << USED_BITS | used
    return table.ravel(), len(cells)


def _drawn(ways: Mapping[tuple[int, int], Ending], x: Rank, y: Rank) -> tuple[int, int]:
    """The third cards of both hands when the next cards are x and y; 0 for a hand that stands."""
    return next(way for way in ((x, y), (x, 0), (0, x), (0, 0)) if way in ways)


def _plain_hand(total: int) -> TwoCards:
    """Two cards of this total that make no pair and hold no seven."""
    return next(
        (a, b)
        for a, b in product(Rank, Rank)
        if point_total(a, b) == total and a != b and Rank.SEVEN not in (a, b)
    )


def _groups(hands: _Hands, counts_sevens: bool) -> tuple[Integers, list[tuple[int, ...]]]:
    """The group of each pair of kinds, by what their hands have in common."""
    keys: dict[tuple[int, ...], int] = {(0, 0, 0, 0): 0}
    table = np.zeros((MAX_KINDS, MAX_KINDS), np.int64)
    reached = set(hands.player.values())
    for (at, player), (to, banker) in product(enumerate(hands.kinds), enumerate(hands.kinds)):
        if at not in reached:
            continue
        _, _, end = endings_from_two_cards(player, banker, (), ())[0]
        sevens = (*player, *banker).count(Rank.SEVEN) if counts_sevens else 0
        key = (int(end.player_pair), int(end.banker_pair), int(end.same_pair), sevens)
        table[at, to] = keys.setdefault(key, len(keys))
    return table.ravel(), list(keys)


def _outcomes(
    hands: _Hands,
    thirds: Integers,
    cells: int,
    groups: Integers,
    group_keys: list[tuple[int, ...]],
    counts_sevens: bool,
) -> tuple[tuple[Ending, ...], Integers]:
    """Every ending, and the ending of each outcome, from all pairs of hands and third cards."""
    places: dict[Ending, int] = {}
    ending_at = np.full(cells * len(group_keys), -1, np.int32)
    reached = set(hands.player.values())
    for (at, player), (to, banker) in product(enumerate(hands.kinds), enumerate(hands.kinds)):
        if at not in reached:
            continue
        start = 1000 * point_total(*player) + 100 * point_total(*banker)
        for c, d, end in endings_from_two_cards(player, banker, (), ()):
            first, second = (c, d) if c else (d, 0)
            cell = thirds[start + 10 * point_value(first) + point_value(second)] >> USED_BITS
            outcome = cell + cells * groups[at * MAX_KINDS + to]
            tallied = end if counts_sevens else end._replace(sevens=0)
            place = places.setdefault(tallied, len(places))
            assert ending_at[outcome] in (-1, place), "an outcome has one ending"
            ending_at[outcome] = place
    return tuple(places), ending_at


def _pays(
    book: Rulebook, endings: tuple[Ending, ...]
) -> tuple[Integers, Integers, tuple[int, ...]]:
    """The line each wager holds in each ending, and its net result in whole units."""
    table = paytable(book)
    counted = any(end.sevens for end in endings)
    whole = {end if counted else end._replace(sevens=0): held for end, held in table.items()}
    units = tuple(lcm(*(line.pays.per for line in wager.lines)) for wager in book.wagers)
    lines = np.full((len(book.wagers), len(endings)), -1, np.int8)
    nets = np.empty((len(book.wagers), len(endings)), np.int64)
    for at, wager in enumerate(book.wagers):
        for place, end in enumerate(endings):
            line = whole[end][wager.key]
            nets[at, place] = -units[at] if line is None else int(line.pays.ratio * units[at])
            if line is not None:
                lines[at, place] = wager.lines.index(line)
    return lines, nets, units
