"""Compare the daily win of a table with the win that theory expects from its wagers."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import sqrt

from msgspec import Struct

from punto.core.rulebook import Rulebook
from punto.core.tableau import DealOrder, Tableau
from punto.floor.read_models.rulebooks import reference, rulebook
from punto.odds.composition import full
from punto.odds.exact import EndingCounts, count_endings
from punto.odds.measures import wager_odds
from punto.odds.slip import covariances
from punto.table import events
from punto.table.events import CardIdentified
from punto.table.state import Table


class StakedAmounts(Struct):
    """The stakes from a round on, under one rulebook and one number of decks."""

    rulebook: str
    """The digest of the rulebook."""

    decks: int
    first_round: int
    staked: dict[str, int] = {}
    """The stakes on each wager in all rounds that were settled."""

    stake_products: dict[str, dict[str, int]] = {}
    """For every two wagers, the sum over the rounds of the product of their stakes."""

    @property
    def book(self) -> Rulebook:
        """The rulebook."""
        return rulebook(self.rulebook)

    def add_stake(self, wagers: tuple[events.WagerSettled, ...], sign: int) -> None:
        """Add the stakes of a round, or subtract them."""
        laid: dict[str, int] = {}
        for each in wagers:
            counted = each.stake.cents - each.uncounted_cents
            laid[each.stake.wager] = laid.get(each.stake.wager, 0) + counted
        for one, cents in laid.items():
            self.staked[one] = self.staked.get(one, 0) + sign * cents
            products = self.stake_products.setdefault(one, {})
            for other, more in laid.items():
                products[other] = products.get(other, 0) + sign * cents * more


class DailyWin(Struct):
    """The rounds of one table in one gaming day. The first event of another day resets it."""

    day: str = ""
    rounds: int = 0
    rounds_staked: int = 0
    """The number of rounds with a wager."""

    voids: int = 0
    by_hand: int = 0
    won_cents: int = 0
    """The win of the table, below zero if it lost."""

    laid: list[StakedAmounts] = []
    """The stakes of that day, for every game in the order played."""

    def add_round(self, event: object, day: str, table: Table) -> None:
        """Add an event of a day; `table` is the state before it."""
        if day != self.day:
            self._begin(day)
        match event:
            case events.BetsOpened():
                self._now_played(table, event.round)
            case events.CardDrawn(by_hand=True) | CardIdentified():
                self.by_hand += 1
            case events.RoundVoided():
                self.voids += 1
            case events.RoundSettled():
                self.won_cents += _won(event.wagers)
                self._count(self._now_played(table, event.round), event.wagers, 1)
            case events.RoundReversed():
                self.won_cents -= _won(event.wagers)
                self.voids += 1
                begun = [each for each in self.laid if each.first_round <= event.round]
                if begun:
                    self._count(begun[-1], event.wagers, -1)
            case events.RoundCorrected():
                self.won_cents += _won(event.wagers) - _won(event.before)
            case _:
                pass

    def on(self, day: str) -> "DailyWin":
        """Return the win of a day so far, zero if the last event was of another day."""
        return self if day == self.day else DailyWin(day)

    def _begin(self, day: str) -> None:
        self.day, self.laid = day, []
        self.rounds = self.rounds_staked = self.voids = self.by_hand = self.won_cents = 0

    def _now_played(self, table: Table, number: int) -> StakedAmounts:
        """Return the stakes of the game of a round; begin new ones if the game has changed."""
        assert table.book is not None, "a round has rules"
        decks = table.settings_in_force.decks if table.shoe is None else table.shoe.decks
        last = self.laid[-1] if self.laid else None
        digest = reference(table.book)
        if last is None or (last.rulebook, last.decks) != (digest, decks):
            last = StakedAmounts(digest, decks, number)
            self.laid.append(last)
        return last

    def _count(
        self, laid: StakedAmounts, wagers: tuple[events.WagerSettled, ...], sign: int
    ) -> None:
        self.rounds += sign
        self.rounds_staked += sign * bool(wagers)
        laid.add_stake(wagers, sign)


def _won(wagers: tuple[events.WagerSettled, ...]) -> int:
    return sum(each.stake.cents - each.returned_cents for each in wagers)


@dataclass(frozen=True, slots=True)
class WagerMoments:
    """The average return of one unit on each wager, and the covariances of the wagers."""

    expected: Mapping[str, float]
    covariance: Mapping[tuple[str, str], float]


@cache
def wager_moments(book: Rulebook, decks: int) -> WagerMoments:
    """Compute the exact moments of a game from a full shoe, which takes about a second once."""
    counts = _counts(book.order, decks)
    expected = {each.wager.key: float(each.expected) for each in wager_odds(book, counts)}
    both = {key: float(value) for key, value in covariances(book, counts).items()}
    return WagerMoments(expected, both)


@cache
def _counts(order: DealOrder, decks: int) -> EndingCounts:
    return count_endings(full(decks), Tableau(order))


@dataclass(frozen=True, slots=True)
class TheoryComparison:
    """The expected win of a table, its standard deviation, and the actual win in deviations."""

    expected_cents: int
    deviation_cents: int
    z: float


def compare_with_theory(takings: DailyWin) -> TheoryComparison:
    """Compare the win with the expectation and the standard deviation of the wagers placed."""
    expected = variance = 0.0
    for each in takings.laid:
        # Games share the names of wagers but not their pays, so each game has its own odds.
        known = wager_moments(each.book, each.decks)
        expected -= sum(cents * known.expected[key] for key, cents in each.staked.items())
        variance += sum(
            many * known.covariance[one, other]
            for one, products in each.stake_products.items()
            for other, many in products.items()
        )
    deviation = sqrt(max(variance, 0.0))
    z = (takings.won_cents - expected) / deviation if deviation >= 1 else 0.0
    return TheoryComparison(round(expected), round(deviation), z)
