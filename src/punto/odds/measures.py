"""Compute chances, return, house edge and moments of each wager from exact counts."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from punto.core.endings import paytable
from punto.core.rulebook import PayLine, Rulebook, WagerRule
from punto.odds.exact import EndingCounts

FLAT_ROUNDS = 80
"""The default number of rounds for flat betting: about as many as eight decks allow."""

MAX_FLAT_ROUNDS = 1_000
"""The limit for flat betting, because a float cannot hold larger binomial coefficients."""


@dataclass(frozen=True, slots=True)
class PayLineOdds:
    """A pay line, the number of deals in which it holds, and its chance."""

    line: PayLine
    deals: int
    chance: Fraction


@dataclass(frozen=True, slots=True)
class WagerOdds:
    """The exact odds of a wager, for a stake of one unit."""

    wager: WagerRule
    lines: tuple[PayLineOdds, ...]

    @property
    def win(self) -> Fraction:
        """The chance that some line pays."""
        return sum((odds.chance for odds in self.lines if not odds.line.pays.is_push), Fraction())

    @property
    def push(self) -> Fraction:
        """The chance that the patron only gets the stake back."""
        return sum((odds.chance for odds in self.lines if odds.line.pays.is_push), Fraction())

    @property
    def lose(self) -> Fraction:
        """The chance that no line holds."""
        return 1 - self.win - self.push

    @property
    def expected(self) -> Fraction:
        """The expected net result of one unit staked."""
        paid = sum((odds.chance * odds.line.pays.ratio for odds in self.lines), Fraction())
        return paid - self.lose

    @property
    def house_edge(self) -> Fraction:
        """The average share of one unit that the house wins, counting rounds that push."""
        return -self.expected

    @property
    def variance(self) -> Fraction:
        """The variance of the net result of one unit staked."""
        return self._mean_of_power(2) - self.expected**2

    @property
    def third_moment(self) -> Fraction:
        """The third central moment; divided by the cubed standard deviation, it is the skewness."""
        mean, square = self.expected, self._mean_of_power(2)
        return self._mean_of_power(3) - 3 * mean * square + 2 * mean**3

    @property
    def results(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The possible net results of one unit, each with its chance, the loss first."""
        chances: dict[Fraction, Fraction] = {Fraction(-1): self.lose}
        for odds in self.lines:
            chances[odds.line.pays.ratio] = chances.get(odds.line.pays.ratio, 0) + odds.chance
        return tuple(sorted(chances.items()))

    def _mean_of_power(self, power: int) -> Fraction:
        return sum((chance * result**power for result, chance in self.results), Fraction())


@dataclass(frozen=True, slots=True)
class PayLineCounts:
    """The number of deals, and of those in which each line holds, in the order of the paytable."""

    deals: int
    by_line: tuple[int, ...]


def wager_odds(book: Rulebook, counts: EndingCounts) -> tuple[WagerOdds, ...]:
    """Return the odds of every wager of a game, in the order of its rulebook."""
    table = paytable(book)
    deals = {wager.key: [0] * len(wager.lines) for wager in book.wagers}
    places = {wager.key: {line: at for at, line in enumerate(wager.lines)} for wager in book.wagers}
    for ending, ways in counts.by_ending.items():
        for key, line in table[ending].items():
            if line is not None:
                deals[key][places[key][line]] += ways
    by_line = tuple(ways for wager in book.wagers for ways in deals[wager.key])
    return odds_of_counts(book, PayLineCounts(counts.deals, by_line))


def odds_of_counts(book: Rulebook, counts: PayLineCounts) -> tuple[WagerOdds, ...]:
    """Return the odds of every wager, from the number of deals in which each line holds."""
    ways = iter(counts.by_line)
    return tuple(
        WagerOdds(
            wager,
            tuple(
                PayLineOdds(line, deals, Fraction(deals, counts.deals))
                for line, deals in zip(wager.lines, islice(ways, len(wager.lines)), strict=True)
            ),
        )
        for wager in book.wagers
    )
