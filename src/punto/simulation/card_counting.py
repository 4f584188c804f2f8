"""Simulate a patron who counts cards and stakes one unit when the count advises a bet.

A count adds a tag for every exposed card. In a shoe with a burn it includes the first card, but not
the cards that this card burns. All sums are whole numbers, so the total of all shares does not
depend on their size.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm, sqrt

import numpy as np

from punto.core.cards import Rank
from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.odds.composition import Composition, full
from punto.odds.engine import count_pay_lines
from punto.odds.measures import odds_of_counts
from punto.simulation.game_tables import Integers, compile_tables
from punto.simulation.kernels.numba_compat import HAS_NUMBA, kernel
from punto.simulation.shoe_dealing import CountDivisor, ShoeDealing
from punto.simulation.shoe_play import SHOES_AT_ONCE, RoundRecords, ShoeTask, play_records

CARDS_IN_DECK = 52
MAX_CARDS = 10 * CARDS_IN_DECK
LARGEST_SUM = (1 << 63) - 1
"""What is counted fits 64 bits, and so must the largest sum of a count."""


@dataclass(frozen=True, slots=True)
class CountingSystem:
    """A way to count for one wager: bet when `times` tags + `a_card` cards + `always` reach 0."""

    wager: str
    tags: tuple[int, ...]
    times: int
    a_card: int
    always: int = 0
    over: CountDivisor = CountDivisor.UNSEEN
    name: str = ""
    part: int = 0
    """For a count whose sum is an edge: how many of it make the whole, a card unseen."""

    def __post_init__(self) -> None:
        if len(self.tags) != len(Rank):
            raise ValueError(f"{len(self.tags)} tags; expected 13, one a rank")
        a_card = abs(self.times) * max(map(abs, self.tags)) + abs(self.a_card)
        if a_card * MAX_CARDS + abs(self.always) > LARGEST_SUM:
            raise ValueError("the count is too large or too fine; expected fewer digits in it")


def true_count(
    wager: str, tags: tuple[int, ...], target: Fraction, over: CountDivisor = CountDivisor.UNSEEN
) -> CountingSystem:
    """Bets when the tags seen, by 52 cards and over the cards not seen, reach a target."""
    return CountingSystem(
        wager,
        tags,
        CARDS_IN_DECK * target.denominator,
        -target.numerator,
        over=over,
        name=f"true count at least {target}",
    )


def running_count(wager: str, tags: tuple[int, ...], target: int, start: int = 0) -> CountingSystem:
    """Bets when the tags seen, counted from a start, reach a target."""
    return CountingSystem(
        wager, tags, 1, 0, start - target, name=f"running count at least {target}"
    )


@cache
def effects_of_removal(book: Rulebook, decks: int) -> tuple[tuple[Fraction, ...], ...]:
    """By wager: how much each rank's leaving the full shoe changes the return, exactly."""
    whole, without = (
        _returns(book, full(decks)),
        [_returns(book, full(decks).less(rank)) for rank in Rank],
    )
    return tuple(
        tuple(less[at] - expected for less in without) for at, expected in enumerate(whole)
    )


def _returns(book: Rulebook, composition: Composition) -> tuple[Fraction, ...]:
    counts = count_pay_lines(book, composition, Tableau(book.order))
    return tuple(odds.expected for odds in odds_of_counts(book, counts))


def best_linear_count(book: Rulebook, key: str, decks: int) -> CountingSystem:
    """Bets when the effects of all cards seen, spread over those unseen, lift the return above 0.

    No other tags foresee the return better while the shoe is near full.
    """
    at = book.wagers.index(book.wager(key))
    effects = effects_of_removal(book, decks)[at]
    base = _returns(book, full(decks))[at]
    # In whole numbers of a common part, so small that rounding to it changes no bet.
    part = 10**12
    return CountingSystem(
        key,
        tuple(round(effect * part) for effect in effects),
        CARDS_IN_DECK * decks - 1,
        round(base * part),
        always=-1,
        name="best linear count",
        part=part,
    )


@dataclass(frozen=True, slots=True)
class CountResult:
    """What came of a count; stakes and wins are in the wager's whole units."""

    shoes: int = 0
    rounds: int = 0
    bets: int = 0
    won: int = 0
    squares: int = 0
    """The squares of every bet's result."""

    shoe_bets_squared: int = 0
    shoe_won_squared: int = 0
    shoe_bets_won: int = 0

    def __add__(self, other: "CountResult") -> "CountResult":
        return CountResult(
            *(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__)
        )


@dataclass(frozen=True, slots=True)
class CountResults:
    """What came of several counts over the same shoes."""

    each: tuple[CountResult, ...]

    @property
    def played(self) -> int:
        """How many shoes were played."""
        return self.each[0].shoes

    def __add__(self, other: "CountResults") -> "CountResults":
        return CountResults(tuple(a + b for a, b in zip(self.each, other.each, strict=True)))


def empty_results(counts: tuple[CountingSystem, ...]) -> CountResults:
    """What came of no shoes."""
    return CountResults((CountResult(),) * len(counts))


def run_counts(
    task: ShoeTask, counts: tuple[CountingSystem, ...], first: int, shoes: int
) -> CountResults:
    """Plays a range of shoes with every count."""
    found = empty_results(counts)
    for start in range(first, first + shoes, SHOES_AT_ONCE):
        records = play_records(task, start, min(SHOES_AT_ONCE, first + shoes - start))
        bets = (bets_of(each, task.dealing, records) for each in counts)
        found += CountResults(
            tuple(
                sums_of_bets(bet, wins_of(task, each.wager, records), records)
                for each, bet in zip(counts, bets, strict=True)
            )
        )
    return found


def bets_of(count: CountingSystem, dealing: ShoeDealing, records: RoundRecords) -> Integers:
    """Return whether the count advises a bet, for every round of every shoe."""
    running_counts, unseen = tags_before_rounds(count.tags, count.over, dealing, records)
    says_so: Integers = count.times * running_counts + count.a_card * unseen + count.always >= 0
    return says_so & (records.outcomes >= 0)


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
        # A shoe that begins behind its first card has shown that card and burned the rest.
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
    """Sum up the results or the values of the rounds with a bet."""
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
    """What a count earned, a unit staked at a time."""

    count: CountingSystem
    counted: CountResult
    unit: int

    @property
    def frequency(self) -> float:
        """The share of rounds that were bet on."""
        return self.counted.bets / self.counted.rounds if self.counted.rounds else 0.0

    @property
    def edge(self) -> float:
        """What a unit staked won on average."""
        return self.counted.won / self.unit / self.counted.bets if self.counted.bets else 0.0

    @property
    def edge_error(self) -> float:
        """The standard error of the edge, bets of one shoe taken together."""
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
        """Units won a shoe."""
        return self.counted.won / self.unit / self.counted.shoes

    @property
    def units_per_shoe_error(self) -> float:
        """The standard error of the units won a shoe."""
        result = self.counted
        spread = result.shoe_won_squared / result.shoes - (result.won / result.shoes) ** 2
        return sqrt(max(spread, 0.0) / result.shoes) / self.unit

    @property
    def units_per_100_rounds(self) -> float:
        """Units won in a hundred rounds."""
        return 100 * self.counted.won / self.unit / self.counted.rounds

    @property
    def bets_per_shoe(self) -> float:
        """Bets made a shoe."""
        return self.counted.bets / self.counted.shoes


def earnings(
    book: Rulebook,
    counts: tuple[CountingSystem, ...],
    totals: CountResults,
    unit: int | None = None,
) -> tuple[Earnings, ...]:
    """What every count earned; sums are of each wager's own units unless told otherwise."""
    tables = compile_tables(book)
    return tuple(
        Earnings(each, result, unit or tables.units[tables.wager_at(each.wager)])
        for each, result in zip(counts, totals.each, strict=True)
    )


def tags_by_value(values: tuple[Fraction, ...]) -> tuple[tuple[int, ...], int]:
    """Thirteen whole tags from ten, given in the order A 2 3 ... 9 T, and what they are times."""
    if len(values) not in (10, 13):
        raise ValueError(
            f"{len(values)} tags; expected ten, A 2 3 4 5 6 7 8 9 T, or thirteen with J Q K"
        )
    scale = lcm(*(each.denominator for each in values))
    whole = tuple(int(each * scale) for each in values)
    return (*whole, *whole[9:10] * (13 - len(values))), scale
