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
    """What a slip can come to in all, and in how many deals."""

    stakes: Mapping[str, int]
    deals: int
    by_result: Mapping[Fraction, int]
    """Deals by net result, in the unit of the stakes, the worst first."""

    @property
    def expected(self) -> Fraction:
        """The expected net result."""
        return self._mean_of_power(1)

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps on average of each unit staked."""
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
    def prize_counts(self) -> Fraction:
        """The chance to come out ahead."""
        ahead = sum(ways for result, ways in self.by_result.items() if result > 0)
        return Fraction(ahead, self.deals)

    def _mean_of_power(self, power: int) -> Fraction:
        total = sum((ways * result**power for result, ways in self.by_result.items()), Fraction())
        return total / self.deals


def slip_odds(book: Rulebook, counts: EndingCounts, stakes: Mapping[str, int]) -> SlipOdds:
    """What wagers come to together, with stakes in any unit by wager key."""
    for key, stake in stakes.items():
        if stake <= 0:
            raise ValueError(f"a stake of {stake} on {book.wager(key).key}; expected more than 0")
    if not stakes:
        raise ValueError("no wagers; expected at least one with its stake")
    keys = [book.wager(key).key for key in stakes]
    found = Counter[Fraction]()
    for results, ways in _by_results(book, counts, keys):
        staked = (stakes[key] * result for key, result in zip(keys, results, strict=True))
        found[sum(staked, Fraction())] += ways
    return SlipOdds(dict(stakes), counts.deals, dict(sorted(found.items())))


def covariances(book: Rulebook, counts: EndingCounts) -> Mapping[tuple[str, str], Fraction]:
    """The covariance of the results of one unit on each of two wagers, for every two of a game."""
    keys = [wager.key for wager in book.wagers]
    every = list(_by_results(book, counts, keys))

    def mean(of: Iterable[Fraction]) -> Fraction:
        weighted = (ways * result for result, (_, ways) in zip(of, every, strict=True))
        return sum(weighted, Fraction()) / counts.deals

    means = [mean(results[at] for results, _ in every) for at in range(len(keys))]
    return {
        (one, other): mean(results[first] * results[second] for results, _ in every)
        - means[first] * means[second]
        for first, one in enumerate(keys)
        for second, other in enumerate(keys)
    }


def _by_results(
    book: Rulebook, counts: EndingCounts, keys: list[str]
) -> Iterator[tuple[tuple[Fraction, ...], int]]:
    """What one unit on each of some wagers comes to, for deals in which they hold the same lines.

    There are few combinations of lines, far fewer than endings.
    """
    table, found = paytable(book), Counter[tuple[int, ...]]()
    lines: dict[tuple[int, ...], list[PayLine | None]] = {}
    for ending, ways in counts.by_ending.items():
        held = [table[ending][key] for key in keys]
        same = tuple(map(id, held))
        lines[same] = held
        found[same] += ways
    for same, ways in found.items():
        yield tuple(map(_result, lines[same])), ways


def _result(line: PayLine | None) -> Fraction:
    return Fraction(-1) if line is None else line.pays.ratio
