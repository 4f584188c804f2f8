"""Compute the combined results of wagers on one round, and their covariances."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from punto.core.endings import paytable
from punto.core.rulebook import PayLine, Rulebook
from punto.odds.exact import EndingCounts


@dataclass(frozen=True, slots=True)
class SlipOdds:
    """The combined net results of a slip, which is a set of wagers on one round."""

    stakes: Mapping[str, int]
    deals: int
    by_result: Mapping[Fraction, int]
    """The number of deals by net result, in the unit of the stakes, the smallest result first."""

    @property
    def expected(self) -> Fraction:
        """The expected net result."""
        return self._mean_of_power(1)

    @property
    def house_edge(self) -> Fraction:
        """The average share of each unit staked that the house wins."""
        return -self.expected / sum(self.stakes.values())

    @property
    def variance(self) -> Fraction:
        """The variance of the net result."""
        return self._mean_of_power(2) - self.expected**2

    @property
    def third_moment(self) -> Fraction:
        """The third central moment of the net result."""
        mean, square = self.expected, self._mean_of_power(2)
        return self._mean_of_power(3) - 3 * mean * square + 2 * mean**3

    @property
    def ahead(self) -> Fraction:
        """The chance of a net result above zero."""
        ahead = sum(ways for result, ways in self.by_result.items() if result > 0)
        return Fraction(ahead, self.deals)

    def _mean_of_power(self, power: int) -> Fraction:
        total = sum((ways * result**power for result, ways in self.by_result.items()), Fraction())
        return total / self.deals


def slip_odds(book: Rulebook, counts: EndingCounts, stakes: Mapping[str, int]) -> SlipOdds:
    """Compute the combined results of wagers, with stakes in any unit by wager key."""
    for key, stake in stakes.items():
        if stake <= 0:
            raise ValueError(f"a stake of {stake} on {book.wager(key).key}; expected more than 0")
    if not stakes:
        raise ValueError("no wagers; expected at least one with its stake")
    keys = [book.wager(key).key for key in stakes]
    by_result = Counter[Fraction]()
    for results, ways in _by_results(book, counts, keys):
        staked = (stakes[key] * result for key, result in zip(keys, results, strict=True))
        by_result[sum(staked, Fraction())] += ways
    return SlipOdds(dict(stakes), counts.deals, dict(sorted(by_result.items())))


def covariances(book: Rulebook, counts: EndingCounts) -> Mapping[tuple[str, str], Fraction]:
    """Compute the covariance of one unit on each of two wagers, for all pairs of a game."""
    keys = [wager.key for wager in book.wagers]
    combinations = list(_by_results(book, counts, keys))

    def mean(values: Iterable[Fraction]) -> Fraction:
        weighted = (ways * value for value, (_, ways) in zip(values, combinations, strict=True))
        return sum(weighted, Fraction()) / counts.deals

    means = [mean(results[at] for results, _ in combinations) for at in range(len(keys))]
    return {
        (one, other): mean(results[first] * results[second] for results, _ in combinations)
        - means[first] * means[second]
        for first, one in enumerate(keys)
        for second, other in enumerate(keys)
    }


def _by_results(
    book: Rulebook, counts: EndingCounts, keys: list[str]
) -> Iterator[tuple[tuple[Fraction, ...], int]]:
    """Yield the results of one unit on each wager, and the number of deals that have them.

    Deals in which every wager holds the same line are counted together, because such combinations
    of lines are far fewer than endings.
    """
    table, deals = paytable(book), Counter[tuple[int, ...]]()
    combinations: dict[tuple[int, ...], list[PayLine | None]] = {}
    for ending, ways in counts.by_ending.items():
        lines = [table[ending][key] for key in keys]
        # Lines are compared by identity, because hashing a line is slow.
        combination = tuple(map(id, lines))
        combinations[combination] = lines
        deals[combination] += ways
    for combination, ways in deals.items():
        yield tuple(map(_result, combinations[combination])), ways


def _result(line: PayLine | None) -> Fraction:
    return Fraction(-1) if line is None else line.pays.ratio
