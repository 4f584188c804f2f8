"""Simulate a patron who counts cards and stakes one unit when the count advises a bet.

A count adds a tag for every exposed card. If cards are burned, it includes the first card, but not
the cards that this card burns. All sums are whole numbers, so the total of all shares does not
depend on their size.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt

import numpy as np

from punto.core.cards import Rank
from punto.core.rulebook import Rulebook
from punto.odds.card_removal import effects_of_removal
from punto.odds.composition import full
from punto.odds.engine import odds_of_composition
from punto.simulation.game_tables import Integers, compile_tables
from punto.simulation.kernels.numba_compat import HAS_NUMBA, kernel
from punto.simulation.shoe_dealing import CountDivisor, ShoeDealing
from punto.simulation.shoe_play import SHOES_AT_ONCE, RoundRecords, ShoeTask, play_records

CARDS_IN_DECK = 52
MAX_CARDS = 10 * CARDS_IN_DECK
LARGEST_SUM = (1 << 63) - 1
"""The largest sum of a count that a 64-bit integer can hold."""


@dataclass(frozen=True, slots=True)
class CountingSystem:
    """A way to count cards for one wager.

    It advises a bet when `times` the running count, plus `per_card` times the cards left, plus
    `always`, is 0 or more.
    """

    wager: str
    tags: tuple[int, ...]
    times: int
    per_card: int
    always: int = 0
    over: CountDivisor = CountDivisor.UNSEEN
    name: str = ""
    part: int = 0
    """For a count that estimates an edge: the sum per card left that equals an edge of 1."""

    def __post_init__(self) -> None:
        if len(self.tags) != len(Rank):
            raise ValueError(f"{len(self.tags)} tags; expected 13, one per rank")
        per_card = abs(self.times) * max(map(abs, self.tags)) + abs(self.per_card)
        if per_card * MAX_CARDS + abs(self.always) > LARGEST_SUM:
            raise ValueError("the count needs more than 64 bits; expected tags with fewer digits")


def true_count(
    wager: str, tags: tuple[int, ...], target: Fraction, over: CountDivisor = CountDivisor.UNSEEN
) -> CountingSystem:
    """Return a count that bets when the running count per 52 cards reaches a target."""
    return CountingSystem(
        wager,
        tags,
        CARDS_IN_DECK * target.denominator,
        -target.numerator,
        over=over,
        name=f"true count at least {target}",
    )


def running_count(wager: str, tags: tuple[int, ...], target: int, start: int = 0) -> CountingSystem:
    """Return a count that bets when the running count, from a start, reaches a target."""
    return CountingSystem(
        wager, tags, 1, 0, start - target, name=f"running count at least {target}"
    )


def best_linear_count(book: Rulebook, key: str, decks: int) -> CountingSystem:
    """Return a count whose tags are the exact effects of removal on a wager.

    It bets when the effects of all exposed cards raise the return above 0. No other tags estimate
    the return better in a nearly full shoe.
    """
    at = book.wagers.index(book.wager(key))
    effects = effects_of_removal(book, full(decks))[at].by_rank
    full_shoe = odds_of_composition(book, full(decks))[at]
    # The tags are whole numbers of a part so small that rounding to it changes no bet.
    part = 10**12
    return CountingSystem(
        key,
        tuple(round(effects[rank] * part) for rank in Rank),
        CARDS_IN_DECK * decks - 1,
        round(full_shoe.expected * part),
        always=-1,
        name="best linear count",
        part=part,
    )


@dataclass(frozen=True, slots=True)
class CountResult:
    """The result of a count; stakes and wins are in whole units of the wager."""

    shoes: int = 0
    rounds: int = 0
    bets: int = 0
    won: int = 0
    squares: int = 0
    """The sum of the squared results of all bets."""

    shoe_bets_squared: int = 0
    shoe_won_squared: int = 0
    shoe_bets_won: int = 0

    def __add__(self, other: "CountResult") -> "CountResult":
        return CountResult(
            *(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__)
        )


@dataclass(frozen=True, slots=True)
class CountResults:
    """The results of several counts over the same shoes."""

    each: tuple[CountResult, ...]

    @property
    def played(self) -> int:
        """The number of shoes played."""
        return self.each[0].shoes

    def __add__(self, other: "CountResults") -> "CountResults":
        return CountResults(tuple(a + b for a, b in zip(self.each, other.each, strict=True)))


def empty_results(counts: tuple[CountingSystem, ...]) -> CountResults:
    """Return the results of no shoes."""
    return CountResults((CountResult(),) * len(counts))


def run_counts(
    task: ShoeTask, counts: tuple[CountingSystem, ...], first: int, shoes: int
) -> CountResults:
    """Play a range of shoes with every count."""
    results = empty_results(counts)
    for start in range(first, first + shoes, SHOES_AT_ONCE):
        records = play_records(task, start, min(SHOES_AT_ONCE, first + shoes - start))
        results += CountResults(
            tuple(
                sums_of_bets(
                    bets_of(count, task.dealing, records),
                    wins_of(task, count.wager, records),
                    records,
                )
                for count in counts
            )
        )
    return results


def bets_of(count: CountingSystem, dealing: ShoeDealing, records: RoundRecords) -> Integers:
    """Return whether the count advises a bet, for every round of every shoe."""
    running_counts, unseen = tags_before_rounds(count.tags, count.over, dealing, records)
    advised: Integers = count.times * running_counts + count.per_card * unseen + count.always >= 0
    return advised & (records.outcomes >= 0)


def tags_before_rounds(
    tags: tuple[int, ...], over: CountDivisor, dealing: ShoeDealing, records: RoundRecords
) -> tuple[Integers, Integers]:
    """Return the running count and the number of unseen or remaining cards before each round."""
    shoes, cards = records.orders.shape
    table = np.array([*tags, 0, 0, 0])
    begins = dealing.begins()[records.orders[:, 0]]
    running_counts = np.zeros(records.outcomes.shape, np.int64)
    if HAS_NUMBA:
        add_tags(table, records.orders, records.places, begins, running_counts)
    else:
        sums = np.zeros((shoes, cards + 1), np.int64)
        np.cumsum(table[records.orders], axis=1, out=sums[:, 1:])
        running_counts += np.take_along_axis(sums, records.places[:, :-1].astype(np.int64), 1)
        if dealing.burn:
            running_counts -= (sums[np.arange(shoes), begins] - sums[:, 1])[:, None]
    left = cards - records.places[:, :-1].astype(np.int64)
    if over is CountDivisor.UNSEEN and dealing.burn:
        left += begins[:, None] - 1
    return running_counts, left


@kernel
def add_tags(
    tags: Integers, orders: Integers, places: Integers, begins: Integers, running_counts: Integers
) -> None:
    """Add up the running count before every round, without the burned cards."""
    for shoe in range(orders.shape[0]):
        # If play begins after the first card, that card was exposed and the next were burned.
        running = tags[orders[shoe, 0]] if begins[shoe] > 0 else 0
        at = begins[shoe]
        for number in range(running_counts.shape[1]):
            place = places[shoe, number]
            while at < place:
                running += tags[orders[shoe, at]]
                at += 1
            running_counts[shoe, number] = running


def wins_of(task: ShoeTask, key: str, records: RoundRecords) -> Integers:
    """Return the net result of a wager in every round; the values after the last are undefined."""
    tables = compile_tables(task.book)
    results: Integers = tables.nets[tables.wager_at(key)][tables.ending_at][records.outcomes]
    return results


def sums_of_bets(bet: Integers, won: Integers, records: RoundRecords) -> CountResult:
    """Add up the results or the values of the rounds with a bet."""
    results = won * bet
    bets, won = bet.sum(1), results.sum(1)
    return CountResult(
        len(records.orders),
        int((records.outcomes >= 0).sum()),
        int(bets.sum()),
        int(won.sum()),
        int((results**2).sum()),
        int((bets**2).sum()),
        int((won**2).sum()),
        int((bets * won).sum()),
    )


@dataclass(frozen=True, slots=True)
class Earnings:
    """The earnings of a count with stakes of one unit."""

    count: CountingSystem
    counted: CountResult
    unit: int

    @property
    def frequency(self) -> float:
        """The share of rounds with a bet."""
        return self.counted.bets / self.counted.rounds if self.counted.rounds else 0.0

    @property
    def edge(self) -> float:
        """The average win of one unit staked."""
        return self.counted.won / self.unit / self.counted.bets if self.counted.bets else 0.0

    @property
    def edge_error(self) -> float:
        """The standard error of the edge; bets in the same shoe are not independent."""
        result, edge = self.counted, self.edge * self.unit
        if not result.bets:
            return 0.0
        spread = result.shoe_won_squared - 2 * edge * result.shoe_bets_won
        return sqrt(max(spread + edge**2 * result.shoe_bets_squared, 0.0)) / result.bets / self.unit

    @property
    def deviation(self) -> float:
        """The standard deviation of one bet's result."""
        result = self.counted
        return (
            sqrt(result.squares / result.bets / self.unit**2 - self.edge**2) if result.bets else 0.0
        )

    @property
    def units_per_shoe(self) -> float:
        """The average number of units won per shoe."""
        return self.counted.won / self.unit / self.counted.shoes

    @property
    def units_per_shoe_error(self) -> float:
        """The standard error of the units won per shoe."""
        result = self.counted
        spread = result.shoe_won_squared / result.shoes - (result.won / result.shoes) ** 2
        return sqrt(max(spread, 0.0) / result.shoes) / self.unit

    @property
    def units_per_100_rounds(self) -> float:
        """The average number of units won in a hundred rounds."""
        return 100 * self.counted.won / self.unit / self.counted.rounds

    @property
    def bets_per_shoe(self) -> float:
        """The average number of bets per shoe."""
        return self.counted.bets / self.counted.shoes


def earnings(
    book: Rulebook,
    counts: tuple[CountingSystem, ...],
    totals: CountResults,
    unit: int | None = None,
) -> tuple[Earnings, ...]:
    """Return the earnings of every count; the default `unit` is that of each wager."""
    tables = compile_tables(book)
    return tuple(
        Earnings(count, result, unit or tables.units[tables.wager_at(count.wager)])
        for count, result in zip(counts, totals.each, strict=True)
    )


def tags_by_value(values: tuple[Fraction, ...]) -> tuple[tuple[int, ...], int]:
    """Return thirteen whole tags from ten or thirteen fractions, and the factor between them.

    Ten tags are in the order A 2 3 4 5 6 7 8 9 T.
    """
    if len(values) not in (10, 13):
        raise ValueError(
            f"{len(values)} tags; expected ten, A 2 3 4 5 6 7 8 9 T, or thirteen with J Q K"
        )
    scale = lcm(*(tag.denominator for tag in values))
    whole = tuple(int(tag * scale) for tag in values)
    return (*whole, *whole[9:10] * (13 - len(values))), scale
