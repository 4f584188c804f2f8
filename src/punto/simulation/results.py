"""Compute the results of each wager and pay line with errors, and the exact figures."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np

from punto.core.facts import Winner
from punto.core.rulebook import PayLine, Rulebook, WagerRule
from punto.simulation.game_tables import compile_tables, deals_by_ending
from punto.simulation.shoe_dealing import ShoeDealing
from punto.simulation.totals import Totals

Z_OF_95_PERCENT = 1.959964


@dataclass(frozen=True, slots=True)
class Frequency:
    """A number of occurrences in a number of rounds, and the exact chance in a full shoe."""

    count: int
    rounds: int
    chance: Fraction

    @property
    def share(self) -> float:
        """The share of rounds with an occurrence."""
        return self.count / self.rounds if self.rounds else 0.0

    @property
    def error(self) -> float:
        """The standard error of the share."""
        return sqrt(self.chance * (1 - self.chance) / self.rounds) if self.rounds else 0.0

    @property
    def z(self) -> float:
        """The difference between the share and the exact chance, in standard errors."""
        return (self.share - float(self.chance)) / self.error if self.error else 0.0


@dataclass(frozen=True, slots=True)
class PayLineResult:
    """A pay line and how often it held."""

    line: PayLine
    frequency: Frequency


@dataclass(frozen=True, slots=True)
class WagerResult:
    """The average net result of one unit on a wager in every round, and the exact one."""

    wager: WagerRule
    lines: tuple[PayLineResult, ...]
    returned: float
    deviation: float
    rounds: int
    exact: Fraction

    @property
    def error(self) -> float:
        """The standard error of the return."""
        return self.deviation / sqrt(self.rounds) if self.rounds else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the return."""
        reach = Z_OF_95_PERCENT * self.error
        return self.returned - reach, self.returned + reach

    @property
    def z(self) -> float:
        """The difference between the return and the exact return, in standard errors."""
        return (self.returned - float(self.exact)) / self.error if self.error else 0.0


@dataclass(frozen=True, slots=True)
class Results:
    """All results of a simulation."""

    book: Rulebook
    dealing: ShoeDealing
    seed: int
    totals: Totals
    winners: tuple[tuple[Winner, Frequency], ...]
    wagers: tuple[WagerResult, ...]
    chi_square: float
    """The chi-square over all endings, where rare endings count as one."""

    degrees: int

    @property
    def rounds_per_shoe(self) -> float:
        """The average number of rounds per shoe."""
        return self.totals.rounds / self.totals.shoes if self.totals.shoes else 0.0

    @property
    def z_scores(self) -> tuple[float, ...]:
        """The z-score of every line."""
        return tuple(line.frequency.z for wager in self.wagers for line in wager.lines)


def compute_results(book: Rulebook, dealing: ShoeDealing, seed: int, totals: Totals) -> Results:
    """Compute the results of a game from its totals."""
    tables = compile_tables(book)
    counts = tables.by_ending(totals.by_outcome)
    deals = deals_by_ending(book, dealing.decks)
    winners = tuple((winner, _winner_frequency(book, dealing, counts, winner)) for winner in Winner)
    wagers = tuple(
        _wager_result(wager, tables.lines[at], tables.nets[at], tables.units[at], counts, deals)
        for at, wager in enumerate(book.wagers)
    )
    chi_square, degrees = chi_square_of(counts.tolist(), deals)
    return Results(book, dealing, seed, totals, winners, wagers, chi_square, degrees)


def chi_square_of(
    counts: list[int], deals: tuple[int, ...], minimum: int = 10
) -> tuple[float, int]:
    """Return the chi-square of the counts for exact deals, and its degrees of freedom.

    Endings with an expected count below `minimum` are counted as one.
    """
    rounds, whole = sum(counts), sum(deals)
    expected = [rounds * (ways / whole) for ways in deals]
    cells = [(s, e) for s, e in zip(counts, expected, strict=True) if e >= minimum]
    rare_count = rounds - sum(s for s, _ in cells)
    rare_expected = rounds - sum(e for _, e in cells)
    if rare_expected >= minimum:
        cells.append((rare_count, rare_expected))
    return sum((s - e) ** 2 / e for s, e in cells), max(len(cells) - 1, 0)


def _winner_frequency(
    book: Rulebook, dealing: ShoeDealing, counts: np.ndarray, winner: Winner
) -> Frequency:
    tables, deals = compile_tables(book), deals_by_ending(book, dealing.decks)
    won = np.array([int(end.winner) == winner for end in tables.endings])
    exact = Fraction(sum(deals[at] for at in np.flatnonzero(won)), sum(deals))
    return Frequency(int(counts[won].sum()), int(counts.sum()), exact)


def _wager_result(
    wager: WagerRule,
    line_at: np.ndarray,
    nets: np.ndarray,
    unit: int,
    counts: np.ndarray,
    deals: tuple[int, ...],
) -> WagerResult:
    rounds, whole = int(counts.sum()), sum(deals)
    lines = tuple(
        PayLineResult(
            line,
            Frequency(
                int(counts[line_at == at].sum()),
                rounds,
                Fraction(sum(deals[place] for place in np.flatnonzero(line_at == at)), whole),
            ),
        )
        for at, line in enumerate(wager.lines)
    )
    won = sum(int(net) * int(times) for net, times in zip(nets, counts, strict=True))
    squares = sum(int(net) ** 2 * int(times) for net, times in zip(nets, counts, strict=True))
    exact = sum(int(net) * ways for net, ways in zip(nets, deals, strict=True))
    mean = won / rounds / unit if rounds else 0.0
    spread = squares / rounds / unit**2 - mean**2 if rounds else 0.0
    return WagerResult(
        wager, lines, mean, sqrt(max(spread, 0.0)), rounds, Fraction(exact, whole * unit)
    )
