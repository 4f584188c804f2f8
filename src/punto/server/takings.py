"""Takings: what a table has won in a day, beside what the wagers placed should have brought."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import sqrt

from punto.core.rulebook import Rulebook
from punto.core.tableau import DealOrder, Tableau
from punto.odds.composition import full
from punto.odds.exact import Counts, count
from punto.odds.measures import wager_odds
from punto.odds.slip import covariances
from punto.table import events as told
from punto.table.incidents import CardIdentified

DAY = len("2026-01-31")


@dataclass(slots=True)
class Takings:
    """The rounds of one table in one day; another day begins them anew."""

    day: str = ""
    rounds: int = 0
    rounds_staked: int = 0
    """How many of them had a wager."""

    voids: int = 0
    by_hand: int = 0
    won_cents: int = 0
    """What the table has won, or lost where it is below zero."""

    staked: dict[str, int] = field(default_factory=dict)
    """What was staked on each wager in all rounds that were settled."""

    together: dict[tuple[str, str], int] = field(default_factory=dict)
    """For every two wagers the sum, over rounds, of the products of what lay on them."""

    first_round: int = 0

    def take(self, event: object, at: str) -> None:
        """Adds what happened."""
        if at[:DAY] != self.day:
            self._begin(at[:DAY])
        match event:
            case told.BetsOpened():
                self.first_round = self.first_round or event.round
            case told.CardDrawn(by_hand=True) | CardIdentified():
                self.by_hand += 1
            case told.RoundVoided():
                self.voids += 1
            case told.RoundSettled():
                self.rounds += 1
                self.won_cents += _won(event.wagers)
                self._lay(event.wagers, 1)
            case told.RoundReversed():
                self.won_cents -= _won(event.wagers)
                self.voids += 1
                if event.round >= self.first_round > 0:
                    self.rounds -= 1
                    self._lay(event.wagers, -1)
            case told.RoundCorrected():
                self.won_cents += _won(event.wagers) - _won(event.before)
            case _:
                pass

    def _begin(self, day: str) -> None:
        self.day, self.first_round = day, 0
        self.rounds = self.rounds_staked = self.voids = self.by_hand = self.won_cents = 0
        self.staked, self.together = {}, {}

    def _lay(self, wagers: tuple[told.WagerSettled, ...], sign: int) -> None:
        laid: dict[str, int] = {}
        self.rounds_staked += sign * bool(wagers)
        for each in wagers:
            counted = each.stake.cents - each.uncounted_cents
            laid[each.stake.wager] = laid.get(each.stake.wager, 0) + counted
        for one, cents in laid.items():
            self.staked[one] = self.staked.get(one, 0) + sign * cents
            for other, more in laid.items():
                both = one, other
                self.together[both] = self.together.get(both, 0) + sign * cents * more


def _won(wagers: tuple[told.WagerSettled, ...]) -> int:
    return sum(each.stake.cents - each.returned_cents for each in wagers)


@dataclass(frozen=True, slots=True)
class Moments:
    """What one unit on each wager returns on average, and how the wagers vary together."""

    expected: Mapping[str, float]
    covariance: Mapping[tuple[str, str], float]


@cache
def moments(book: Rulebook, decks: int) -> Moments:
    """The exact moments of a game from a full shoe; it takes a second the first time."""
    counts = _counts(book.order, decks)
    expected = {each.wager.key: float(each.expected) for each in wager_odds(book, counts)}
    both = {key: float(value) for key, value in covariances(book, counts).items()}
    return Moments(expected, both)


@cache
def _counts(order: DealOrder, decks: int) -> Counts:
    return count(full(decks), Tableau(order))


@dataclass(frozen=True, slots=True)
class Against:
    """What a table should have won by the wagers placed, and how far from that it is."""

    expected_cents: int
    deviation_cents: int
    z: float


def against(takings: Takings, known: Moments) -> Against:
    """The win beside theory: expectation and deviation of the wagers that were really placed."""
    expected = -sum(cents * known.expected[key] for key, cents in takings.staked.items())
    variance = sum(many * known.covariance[both] for both, many in takings.together.items())
    deviation = sqrt(max(variance, 0.0))
    z = (takings.won_cents - expected) / deviation if deviation >= 1 else 0.0
    return Against(round(expected), round(deviation), z)
