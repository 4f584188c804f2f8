"""Compute the test statistics of card orders, with exact chances or means for each test.

The sums of separate shoes can be added, so a million shoes can be tested a thousand at a time.
Tests with exact chances use chi-square. The other tests compare an average with an exact mean,
relative to the spread of the shoes themselves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations
from math import comb, perm, sqrt

import numpy as np

from punto.core.cards import Rank
from punto.core.rulebook import Rulebook
from punto.simulation.game_tables import Integers, compile_tables, deals_by_ending
from punto.simulation.randomness.p_values import chi_square_tail, normal_tail
from punto.simulation.shoe_play import rounds_at_offsets

KINDS = len(Rank)
MIN_EXPECTED = 10
"""A cell with a smaller expected count is merged with its neighbour."""


@dataclass(frozen=True, slots=True)
class TestStatistic:
    """Sums over shoes: counts with their exact chances, or values with their exact mean."""

    counts: Integers | None = None
    chances: tuple[float, ...] = ()
    mean: float = 0.0
    values: float = 0.0
    squares: float = 0.0
    shoes: int = 0

    def __add__(self, other: "TestStatistic") -> "TestStatistic":
        if self.counts is not None:
            return TestStatistic(self.counts + other.counts, self.chances)
        return TestStatistic(
            mean=self.mean,
            values=self.values + other.values,
            squares=self.squares + other.squares,
            shoes=self.shoes + other.shoes,
        )

    @property
    def p(self) -> float:
        """The chance that a random source gives sums at least as extreme as these."""
        if self.counts is not None:
            return _chi_square(self.counts.tolist(), self.chances)
        average = self.values / self.shoes
        spread = self.squares / self.shoes - average**2
        if spread <= 0:
            return 1.0 if abs(average - self.mean) < 1e-9 else 0.0
        return normal_tail((average - self.mean) / sqrt(spread / self.shoes))


def _chi_square(counts: Sequence[int], chances: Sequence[float]) -> float:
    whole = sum(counts)
    cells: list[list[float]] = []
    for count, chance in zip(counts, chances, strict=True):
        if cells and cells[-1][1] < MIN_EXPECTED:
            cells[-1][0] += count
            cells[-1][1] += whole * chance
        else:
            cells.append([count, whole * chance])
    if len(cells) > 1 and cells[-1][1] < MIN_EXPECTED:
        last = cells.pop()
        cells[-1][0] += last[0]
        cells[-1][1] += last[1]
    return chi_square_tail(sum((s - e) ** 2 / e for s, e in cells if e), len(cells) - 1)


def _counted(cells: Integers, chances: Sequence[float]) -> TestStatistic:
    return TestStatistic(np.bincount(cells, minlength=len(chances)), tuple(chances))


def _averaged(values: Integers, mean: float) -> TestStatistic:
    values = values.astype(np.float64)
    return TestStatistic(
        mean=mean,
        values=float(values.sum()),
        squares=float((values**2).sum()),
        shoes=len(values),
    )


def statistics(
    orders: Integers, book: Rulebook, started_from: Integers | None
) -> Iterator[tuple[str, TestStatistic]]:
    """Yield the sums of every test over some shoes, with the name of the test."""
    for test in (
        _equidistribution,
        _serial_pairs,
        _serial_correlation,
        _runs,
        _gaps,
        _poker,
        _coupons,
        _permutations,
        _spectrum,
        _subsequences,
        _shoe_to_shoe,
    ):
        yield from test(orders)
    yield from _outcomes(orders, book)
    if started_from is not None:
        yield from _old_places(orders, started_from)


def _places(cards: int, apart: int) -> range:
    """Return places spread over a shoe, far enough from its end for a test."""
    return range(0, cards - 2 * apart, max(cards // 8, 1))


def _equidistribution(orders: Integers) -> Iterator[tuple[str, TestStatistic]]:
    """Test that every rank is equally likely in every place."""
    cards = orders.shape[1]
    for place in (*_places(cards, 4), cards - 1):
        yield f"equidistribution at {place}", _counted(orders[:, place], [1 / KINDS] * KINDS)


def _serial_pairs(orders: Integers) -> Iterator[tuple[str, TestStatistic]]:
    """Test that two neighbours have the chances of two cards of a full shoe."""
    cards = orders.shape[1]
    copies = cards // KINDS
    like, unlike = copies * (copies - 1), copies**2
    chances = np.full((KINDS, KINDS), unlike / cards / (cards - 1))
    np.fill_diagonal(chances, like / cards / (cards - 1))
    for place in _places(cards, 4):
        pairs = orders[:, place].astype(np.int64) * KINDS + orders[:, place + 1]
        yield f"chi-square of pairs at {place}", _counted(pairs, chances.ravel().tolist())


def _serial_correlation(orders: Integers) -> Iterator[tuple[str, TestStatistic]]:
    """Test that the sum of products of cards some places apart has the mean of a random order."""
    for lag in (1, 2, 3, 13):
        yield f"serial correlation, lag {lag}", _lagged(orders, lag)


def _lagged(orders: Integers, lag: int) -> TestStatistic:
    values = orders.astype(np.int32)
    cards = orders.shape[1]
    row = values[0].astype(np.int64)
    mean = (row.sum() ** 2 - (row**2).sum()) / (cards - 1)
    return _averaged((values * np.roll(values, -lag, axis=1)).sum(1), float(mean))


def _runs(orders: Integers) -> Iterator[tuple[str, TestStatistic]]:
    """Test that steps up, equal neighbours and peaks are as frequent as in a random order."""
    cards = orders.shape[1]
    copies = cards // KINDS
    unlike = 1 - (copies - 1) / (cards - 1)
    steps = np.sign(np.diff(orders.astype(np.int16), axis=1))
    yield "runs: steps up", _averaged((steps > 0).sum(1), (cards - 1) * unlike / 2)
    yield "runs: steps level", _averaged((steps == 0).sum(1), (cards - 1) * (1 - unlike))
    three = perm(KINDS, 3) * copies**3 / perm(cards, 3)
    edge = perm(KINDS, 2) * copies**2 * (copies - 1) / perm(cards, 3)
    # If three cards differ, the middle one is the highest in a third of all orders. If the outer
    # two are equal, it is the highest in half of all cases.
    peaks = (steps[:, :-1] > 0) & (steps[:, 1:] < 0)
    yield "runs: peaks", _averaged(peaks.sum(1), (cards - 2) * (three / 3 + edge / 2))


def _gaps(orders: Integers) -> Iterator[tuple[str, TestStatistic]]:
    """Test the place of the first card of a rank."""
    cards = orders.shape[1]
    for rank in (0, 6, 12):
        first = np.argmax(orders == rank, axis=1)
        yield f"gap before rank {rank}", _counted(first, _first_chances(cards))


@cache
def _first_chances(cards: int) -> tuple[float, ...]:
    copies = cards // KINDS
    whole = comb(cards, copies)
    return tuple(
        comb(cards - 1 - at, copies - 1) / whole if cards - 1 - at >= copies - 1 else 0.0
        for at in range(cards)
    )


def _poker(orders: Integers) -> Iterator[tuple[str, TestStatistic]]:
    """Test the number of different ranks among five cards."""
    cards = orders.shape[1]
    for place in _places(cards, 5):
        hands = np.sort(orders[:, place : place + 5], axis=1)
        ranks = 1 + (np.diff(hands, axis=1) > 0).sum(1)
        yield f"poker at {place}", _counted(ranks, _poker_chances(cards))


@cache
def _poker_chances(cards: int) -> tuple[float, ...]:
    """Return the chance of each number of ranks among five cards, by adding rank after rank."""
    copies = cards // KINDS
    ways = [[0] * 6 for _ in range(6)]
    ways[0][0] = 1
    for _ in range(KINDS):
        grown = [row[:] for row in ways]
        for ranks in range(5):
            for cards_so_far in range(5):
                for more in range(1, 6 - cards_so_far):
                    added = ways[ranks][cards_so_far] * comb(copies, more)
                    grown[ranks + 1][cards_so_far + more] += added
        ways = grown
    return tuple(ways[ranks][5] / comb(cards, 5) for ranks in range(6))


def _coupons(orders: Integers) -> Iterator[tuple[str, TestStatistic]]:
    """Test the number of cards until all ranks have appeared."""
    cards = orders.shape[1]
    firsts = np.stack([np.argmax(orders == rank, axis=1) for rank in range(KINDS)])
    yield "coupon collector", _counted(firsts.max(0) + 1, _coupon_chances(cards))


@cache
def _coupon_chances(cards: int) -> tuple[float, ...]:
    copies = cards // KINDS

    def missing_after(drawn: int) -> float:
        """Return the chance that a rank is still missing, by inclusion and exclusion."""
        ways = sum(
            (-1) ** (out + 1) * comb(KINDS, out) * comb(cards - out * copies, drawn)
            for out in range(1, KINDS + 1)
        )
        return float(Fraction(ways, comb(cards, drawn)))

    missing = [1.0, *(missing_after(drawn) for drawn in range(1, cards + 1))]
    return (0.0, *(max(a - b, 0.0) for a, b in pairwise(missing)))


def _permutations(orders: Integers) -> Iterator[tuple[str, TestStatistic]]:
    """Test that four different neighbours are equally often in each of 24 orders."""
    for place in _places(orders.shape[1], 4):
        four = orders[:, place : place + 4]
        unlike = (np.diff(np.sort(four, axis=1), axis=1) > 0).all(1)
        ranks = np.argsort(np.argsort(four[unlike], axis=1), axis=1)
        number = ranks[:, 0] * 64 + ranks[:, 1] * 16 + ranks[:, 2] * 4 + ranks[:, 3]
        order_at = np.searchsorted(_ORDERS_OF_FOUR, number)
        yield f"permutation at {place}", _counted(order_at, [1 / 24] * 24)


_ORDERS_OF_FOUR = np.array([a * 64 + b * 16 + c * 4 + d for a, b, c, d in permutations(range(4))])


def _spectrum(orders: Integers) -> Iterator[tuple[str, TestStatistic]]:
    """Test that all frequencies have the same average power."""
    cards = orders.shape[1]
    row = orders[0].astype(np.float64)
    flat = cards / (cards - 1) * ((row**2).sum() - row.sum() ** 2 / cards)
    power = np.abs(np.fft.rfft(orders.astype(np.float32), axis=1)) ** 2
    bands = {
        "low": (1, 9),
        "middle": (cards // 8, cards // 8 + 16),
        "high": (cards // 2 - 16, cards // 2),
    }
    for name, (start, stop) in bands.items():
        yield f"spectral, {name}", _averaged(power[:, start:stop].mean(1), flat)
    for period in (13, 52, 4):
        yield f"spectral, period {period}", _averaged(power[:, cards // period], flat)


def _subsequences(orders: Integers) -> Iterator[tuple[str, TestStatistic]]:
    """Test the ranks in parts of the shoe, and in every second, eighth and thirteenth card."""
    cards = orders.shape[1]
    mean = (KINDS - 1) / 2
    parts = {
        "first half": orders[:, : cards // 2],
        "last quarter": orders[:, -(cards // 4) :],
        "every second": orders[:, ::2],
        "every eighth": orders[:, ::8],
        "every thirteenth": orders[:, ::13],
    }
    for name, part in parts.items():
        total = part.astype(np.int32).sum(1)
        yield f"subsequence, {name}", _averaged(total, mean * part.shape[1])
        high = (part >= 9).sum(1)
        yield f"subsequence, tens in {name}", _averaged(high, 4 / KINDS * part.shape[1])


def _shoe_to_shoe(orders: Integers) -> Iterator[tuple[str, TestStatistic]]:
    """Test that a shoe is independent of the last: in its places and in runs of six cards."""
    shoes, cards = orders.shape
    if shoes < 3:
        return
    alike = (orders[1:] == orders[:-1]).sum(1)
    yield "shoe to shoe, same places", _averaged(alike, cards / KINDS)
    backwards = (orders[1:] == orders[:-1, ::-1]).sum(1)
    yield "shoe to shoe, turned round", _averaged(backwards, cards / KINDS)
    first = orders[:-1, 0].astype(np.int64) * KINDS + orders[1:, 0]
    yield "shoe to shoe, first cards", _counted(first, [1 / KINDS**2] * KINDS**2)
    slugs = _slugs(orders)
    # The number of common slugs by chance has no simple formula, so shoes further apart give it.
    near = _common(slugs[2:], slugs[1:-1]) - _common(slugs[2:], slugs[:-2])
    yield "shoe to shoe, slugs", _averaged(near, 0.0)


def _slugs(orders: Integers) -> Integers:
    """Return all slugs (six neighbours) of a shoe as numbers, sorted."""
    wide = orders.astype(np.int64)
    number = np.zeros((len(orders), orders.shape[1] - 5), np.int64)
    for at in range(6):
        number = number * KINDS + wide[:, at : orders.shape[1] - 5 + at]
    return np.sort(number, axis=1)


def _common(some: Integers, others: Integers) -> Integers:
    """Return how many numbers of each row also occur in the same row of the other array."""
    shift = (np.arange(len(some)) * KINDS**6)[:, None]
    common: Integers = np.isin(some + shift, others + shift).sum(1)
    return common


def _old_places(orders: Integers, started_from: Integers) -> Iterator[tuple[str, TestStatistic]]:
    """Test that places have their rank from before the shuffle only as often as by chance."""
    cards = orders.shape[1]
    unmoved = orders == started_from
    yield "old places", _averaged(unmoved.sum(1), cards / KINDS)
    half = cards // 2
    yield "old places, first half", _averaged(unmoved[:, :half].sum(1), half / KINDS)
    near = orders[:, :-1] == started_from[1:]
    yield "old places, one further", _averaged(near.sum(1), (cards - 1) / KINDS)


def _outcomes(orders: Integers, book: Rulebook) -> Iterator[tuple[str, TestStatistic]]:
    """Test that rounds dealt from the shoes have the exact chances of each ending."""
    tables = compile_tables(book)
    shoes, cards = orders.shape
    deals = deals_by_ending(book, cards // 52)
    at = np.zeros(shoes, np.int64)
    winners = np.array([int(end.winner) for end in tables.endings])
    chances = np.bincount(winners, np.array(deals, float)) / sum(deals)
    counts = np.zeros(len(deals), np.int64)
    for number in range(cards // book.order.max_cards):
        outcome, used = rounds_at_offsets(tables, orders, at)
        at += used
        ending = tables.ending_at[outcome]
        counts += np.bincount(ending, minlength=len(deals))
        if number in (0, 20, 40, 60):
            yield f"outcomes of round {number + 1}", _counted(winners[ending], chances.tolist())
    yield (
        "outcomes of all rounds",
        TestStatistic(counts, tuple(float(d) / sum(deals) for d in deals)),
    )
