"""Compute the results of each wager and pay line with errors, beside the exact figures."""

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
    """How often something happened in so many rounds, and its exact chance from a full shoe."""

    count: int
    rounds: int
    chance: Fraction

    @property
    def share(self) -> float:
        """The share of the rounds."""
        return self.count / self.rounds if self.rounds else 0.0

    @property
    def error(self) -> float:
        """The standard error of the share."""
        return sqrt(self.chance * (1 - self.chance) / self.rounds) if self.rounds else 0.0

    @property
    def z(self) -> float:
        """How many standard errors the share lies above the exact chance."""
        return (self.share - float(self.chance)) / self.error if self.error else 0.0


@dataclass(frozen=True, slots=True)
class PayLineResult:
    """How often a line of a paytable held."""

    line: PayLine
    frequency: Frequency


@dataclass(frozen=True, slots=True)
class WagerResult:
    """What a wager returned a unit staked in every round, beside what it should."""

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
        """Where the true return lies, 19 times of 20."""
        reach = Z_OF_95_PERCENT * self.error
        return self.returned - reach, self.returned + reach

    @property
    def z(self) -> float:
        """How many standard errors the return lies above the exact one."""
        return (self.returned - float(self.exact)) / self.error if self.error else 0.0


@dataclass(frozen=True, slots=True)
class Results:
    """Everything a simulation has to say."""

    book: Rulebook
    dealing: ShoeDealing
    seed: int
    totals: Totals
    winners: tuple[tuple[Winner, Frequency], ...]
    wagers: tuple[WagerResult, ...]
    chi_square: float
    """Over all endings at once, those too rare to judge taken together."""

    degrees: int

    @property
    def rounds_per_shoe(self) -> float:
        """How many rounds a shoe had on average."""
        return self.totals.rounds / self.totals.shoes if self.totals.shoes else 0.0

    @property
    def z_scores(self) -> tuple[float, ...]:
        """The z-score of every line."""
        return tuple(line.frequency.z for each in self.wagers for line in each.lines)


def compute_results(book: Rulebook, dealing: ShoeDealing, seed: int, totals: Totals) -> Results:
    """The results of a game's totals."""
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
    """Return the chi-square of the counts against exact deals, and its degrees of freedom.

    Endings expected fewer times than `minimum` are judged as one.
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
    won = [int(end.winner) == winner for end in tables.endings]
    exact = Fraction(sum(ways for ways, is_so in zip(deals, won, strict=True) if is_so), sum(deals))
    return Frequency(int(counts[np.array(won)].sum()), int(counts.sum()), exact)


def _wager_result(
    wager: WagerRule,
    held: np.ndarray,
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
                int(counts[held == at].sum()),
                rounds,
                Fraction(sum(deals[place] for place in np.flatnonzero(held == at)), whole),
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
