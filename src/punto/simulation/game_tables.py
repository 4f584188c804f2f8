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
"""The entry of a hand holds the total in its low 16 bits and the kind above them."""

USED_BITS = 3
"""An entry for third cards holds the number of cards used in these low bits, the cell above."""

MAX_KINDS = 32

RANK_OF_VALUE = (Rank.TEN, *tuple(Rank)[:9])
"""One rank of each value, from 0 to 9."""


@dataclass(frozen=True, slots=True, eq=False)
class GameTables:
    """The tables of a game that kernels and results need; ranks are numbered from 0."""

    book: Rulebook
    places: Integers
    """The places of a round's cards: two of Player, two of Banker, then the first third card."""

    player_hand: Integers
    """1000 times the total, and the kind, by both ranks (the first in the low four bits)."""

    banker_hand: Integers
    """100 times the total, and the kind, by both ranks."""

    values: Integers
    thirds: Integers
    """The cell and the number of cards used, by totals and the values of the next two cards."""

    groups: Integers
    """The number to add to a cell to get the outcome, by both kinds."""

    cells: int
    endings: tuple[Ending, ...]
    ending_at: Integers
    """The ending of each outcome, -1 for an impossible outcome."""

    lines: Integers
    """The line that holds, by wager and ending, -1 for a loss."""

    nets: Integers
    """The net result of a stake of `units`, by wager and ending."""

    units: tuple[int, ...]
    """The smallest stake with whole net results, by wager."""

    @property
    def outcomes(self) -> int:
        """The number of outcomes that a kernel distinguishes."""
        return len(self.ending_at)

    @property
    def max_cards(self) -> int:
        """The maximum number of cards of a round."""
        return self.book.order.max_cards

    def by_ending(self, by_outcome: Integers) -> Integers:
        """Add up tallies of outcomes to tallies of endings, along the last axis."""
        possible = self.ending_at >= 0
        assert not by_outcome[..., ~possible].any(), "a kernel counted an impossible outcome"
        tallies = np.zeros((*by_outcome.shape[:-1], len(self.endings)), by_outcome.dtype)
        np.add.at(tallies.T, self.ending_at[possible], by_outcome.T[possible])
        return tallies

    def wager_at(self, key: str) -> int:
        """Return the index of a wager in the rulebook."""
        return self.book.wagers.index(self.book.wager(key))


@cache
def compile_tables(book: Rulebook) -> GameTables:
    """Compile the tables of a game."""
    counts_sevens = any(
        Fact.SEVENS in facts_used(line.when) for wager in book.wagers for line in wager.lines
    )
    hands = _Hands.of(book.order)
    thirds, cells = _thirds(book.order, counts_sevens)
    groups, group_keys = _groups(hands, counts_sevens)
    endings, ending_at = _outcomes(hands, thirds, cells, groups, group_keys, counts_sevens)
    lines, nets, units = _pays(book, endings)
    return GameTables(
        book=book,
        places=_places(book.order),
        player_hand=_hand_table(hands.player, 1000),
        banker_hand=_hand_table(hands.banker, 100),
        values=np.array([point_value(int(rank)) for rank in Rank] + [0] * 3, np.uint16),
        thirds=thirds,
        groups=(groups * cells).astype(np.uint16),
        cells=cells,
        endings=endings,
        ending_at=ending_at,
        lines=lines,
        nets=nets,
        units=units,
    )


@cache
def deals_by_ending(book: Rulebook, decks: int) -> tuple[int, ...]:
    """Count the deals of each ending of the tables in a full shoe, exactly."""
    tables = compile_tables(book)
    place = {_key(ending, tables): at for at, ending in enumerate(tables.endings)}
    deals = [0] * len(place)
    for ending, ways in count_endings(full(decks), Tableau(book.order)).by_ending.items():
        deals[place[_key(ending, tables)]] += ways
    return tuple(deals)


def _key(ending: Ending, tables: GameTables) -> Ending:
    """Return an ending without its sevens if no wager of the game depends on them."""
    counts_sevens = len({reached.sevens for reached in tables.endings}) > 1
    return ending if counts_sevens else ending._replace(sevens=0)


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
        # The printed card is not in the shoe, so a kernel uses the drawn card for both places.
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
    """Return the places of the first cards in a round; with a printed card, Player's are equal."""
    player = [at for at, side in enumerate(order.initial) if side is Side.PLAYER]
    banker = [at for at, side in enumerate(order.initial) if side is Side.BANKER]
    return np.array([player[0], player[-1], *banker, len(order.initial)], np.int64)


def _thirds(order: DealOrder, counts_sevens: bool) -> tuple[Integers, int]:
    """Return the table of third cards, with cells numbered in order of appearance."""
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
    """Return both hands' third cards if the next cards are x and y; 0 for a hand that stands."""
    return next(way for way in ((x, y), (x, 0), (0, x), (0, 0)) if way in ways)


def _plain_hand(total: int) -> TwoCards:
    """Return two cards of this total without a pair and without a seven."""
    return next(
        (a, b)
        for a, b in product(Rank, Rank)
        if point_total(a, b) == total and a != b and Rank.SEVEN not in (a, b)
    )


def _groups(hands: _Hands, counts_sevens: bool) -> tuple[Integers, list[tuple[int, ...]]]:
    """Return the group of each pair of kinds, by the pairs and sevens of their hands."""
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
    """Return all endings, and the ending of each outcome, from all hands and third cards."""
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
            assert ending_at[outcome] in (-1, place), "an outcome has exactly one ending"
            ending_at[outcome] = place
    return tuple(places), ending_at


def _pays(
    book: Rulebook, endings: tuple[Ending, ...]
) -> tuple[Integers, Integers, tuple[int, ...]]:
    """Return the line of each wager in each ending, its net result, and the units of the result."""
    counts_sevens = any(end.sevens for end in endings)
    by_ending = {
        end if counts_sevens else end._replace(sevens=0): row for end, row in paytable(book).items()
    }
    units = tuple(lcm(*(line.pays.per for line in wager.lines)) for wager in book.wagers)
    lines = np.full((len(book.wagers), len(endings)), -1, np.int8)
    nets = np.empty((len(book.wagers), len(endings)), np.int64)
    for at, wager in enumerate(book.wagers):
        for place, end in enumerate(endings):
            line = by_ending[end][wager.key]
            nets[at, place] = -units[at] if line is None else int(line.pays.ratio * units[at])
            if line is not None:
                lines[at, place] = wager.lines.index(line)
    return lines, nets, units
