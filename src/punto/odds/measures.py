"""Compute chances, return, house edge and moments of each wager from exact counts."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from punto.core.endings import paytable
from punto.core.rulebook import PayLine, Rulebook, WagerRule
from punto.odds.exact import EndingCounts


@dataclass(frozen=True, slots=True)
class PayLineOdds:
    """How often a line of a paytable holds."""

    line: PayLine
    deals: int
    chance: Fraction


@dataclass(frozen=True, slots=True)
class WagerOdds:
    """What a wager is worth; chances are exact, and the stake is one unit."""

    wager: WagerRule
    lines: tuple[PayLineOdds, ...]

    @property
    def win(self) -> Fraction:
        """The chance that some line pays."""
        return sum((each.chance for each in self.lines if not each.line.pays.is_push), Fraction())

    @property
    def push(self) -> Fraction:
        """The chance that the stake comes back and nothing more."""
        return sum((each.chance for each in self.lines if each.line.pays.is_push), Fraction())

    @property
    def lose(self) -> Fraction:
        """The chance that no line holds."""
        return 1 - self.win - self.push

    @property
    def expected(self) -> Fraction:
        """The expected net result of one unit staked."""
        paid = sum((each.chance * each.line.pays.ratio for each in self.lines), Fraction())
        return paid - self.lose

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of one unit on average, rounds that push included."""
        return -self.expected

    @property
    def variance(self) -> Fraction:
        """The variance of the net result of one unit staked."""
        return self._mean_of_power(2) - self.expected**2

    @property
    def third_moment(self) -> Fraction:
        """The third central moment, which skewness divides by the cube of the deviation."""
        mean, square = self.expected, self._mean_of_power(2)
        return self._mean_of_power(3) - 3 * mean * square + 2 * mean**3

    @property
    def results(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """What one unit staked can come to, with the chance of each, the loss first."""
        chances: dict[Fraction, Fraction] = {Fraction(-1): self.lose}
        for each in self.lines:
            chances[each.line.pays.ratio] = chances.get(each.line.pays.ratio, 0) + each.chance
        return tuple(sorted(chances.items()))

    def _mean_of_power(self, power: int) -> Fraction:
        return sum((chance * result**power for result, chance in self.results), Fraction())


@dataclass(frozen=True, slots=True)
class PayLineCounts:
    """How many deals there are, and in how many each line of a game holds, as they are printed."""

    deals: int
    by_line: tuple[int, ...]


def wager_odds(book: Rulebook, counts: EndingCounts) -> tuple[WagerOdds, ...]:
    """The odds of every wager of a game, in the order of its rulebook."""
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
    """The odds of every wager, from the deals in which each line holds."""
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
