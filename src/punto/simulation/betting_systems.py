"""Define betting systems, which choose the next stake in units for many patrons at once.

A system stores arrays with one number per patron. Like a patron, it knows only the bankroll and the
result of the last round. For a card counter it also knows the edge that the count estimates.
"""

import traceback
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from punto.games.library import module_names
from punto.simulation.game_tables import Integers


@dataclass(frozen=True, slots=True)
class BettingContext:
    """The information of patrons before a round."""

    bankroll_units: Integers
    edges: Integers
    """The edge that a count estimates, 0 without a count."""


class BettingSystem(Protocol):
    """A rule that chooses the next stake from past results."""

    def stakes(self, now: BettingContext) -> Integers:
        """Return the stake of every patron in units, 0 to skip the round."""

    def update(self, won_units: Integers) -> None:
        """Record the win of every patron in units; it is 0 for a push or a skipped round."""


class Flat:
    """Stakes one unit in every round."""

    def __init__(self, patrons: int) -> None:
        self._units = np.ones(patrons, np.int64)

    def stakes(self, now: BettingContext) -> Integers:  # noqa: ARG002  the stake is constant
        """Return one unit."""
        return self._units

    def update(self, won_units: Integers) -> None:
        """Do nothing, because the stake is constant."""


class Percentage:
    """Stakes a share of the bankroll, but at least one unit."""

    def __init__(self, percent: float) -> None:
        self._percent = percent

    def stakes(self, now: BettingContext) -> Integers:
        """Return this percentage of the bankroll."""
        return np.maximum((now.bankroll_units * (self._percent / 100)).astype(np.int64), 1)

    def update(self, won_units: Integers) -> None:
        """Do nothing, because only the bankroll matters."""


class Ladder:
    """Moves up and down a row of stakes after wins and losses.

    Martingale, Fibonacci, d'Alembert and 1-3-2-6 differ only in the row and the steps.
    """

    def __init__(self, patrons: int, row: list[int], on_win: int, on_loss: int) -> None:
        self._row = np.array(row, np.int64)
        self._at = np.zeros(patrons, np.int64)
        self._on_win, self._on_loss = on_win, on_loss

    def stakes(self, now: BettingContext) -> Integers:  # noqa: ARG002  the step decides
        """Return the stake at the current step of every patron."""
        return self._row[self._at]

    def update(self, won_units: Integers) -> None:
        """Move up or down; at the end of the row, 1-3-2-6 starts again and other systems stay."""
        step = np.where(won_units > 0, self._on_win, np.where(won_units < 0, self._on_loss, 0))
        moved = np.maximum(self._at + step, 0)
        past = moved >= len(self._row)
        self._at = np.where(past, 0 if self._on_win == 1 else len(self._row) - 1, moved)


BACK_TO_START = -(10**6)
TOP = 60
"""The length of a row of stakes; no bankroll reaches its end."""


def martingale(patrons: int) -> BettingSystem:
    """Return the system that doubles after a loss and starts again after a win."""
    return Ladder(patrons, [2 ** min(step, 40) for step in range(TOP)], BACK_TO_START, 1)


def fibonacci(patrons: int) -> BettingSystem:
    """Return the system that moves one Fibonacci number up after a loss, two down after a win."""
    row = [1, 1]
    while len(row) < TOP:
        row.append(row[-1] + row[-2])
    return Ladder(patrons, row, -2, 1)


def dalembert(patrons: int) -> BettingSystem:
    """Return the system that stakes a unit more after a loss and a unit less after a win."""
    return Ladder(patrons, list(range(1, 10_001)), -1, 1)


def one_three_two_six(patrons: int) -> BettingSystem:
    """Return the system that stakes 1, 3, 2 and 6 units while it wins, then 1 again."""
    return Ladder(patrons, [1, 3, 2, 6], 1, BACK_TO_START)


class Labouchere:
    """Stakes the sum of both ends of a line of numbers.

    A win removes both ends; a loss adds the lost stake at the end.
    """

    LINE = (1, 2, 3, 4)
    LONGEST = 400

    def __init__(self, patrons: int) -> None:
        self._line = np.zeros((patrons, self.LONGEST), np.int64)
        self._row = np.arange(patrons)
        self._first = np.zeros(patrons, np.int64)
        self._last = np.zeros(patrons, np.int64)
        self._begin(self._row)

    def _begin(self, patrons: Integers) -> None:
        self._line[patrons, : len(self.LINE)] = self.LINE
        self._first[patrons], self._last[patrons] = 0, len(self.LINE) - 1

    def stakes(self, now: BettingContext) -> Integers:  # noqa: ARG002  the line decides
        """Return the sum of both ends, or the only number left."""
        ends = self._line[self._row, self._first] + self._line[self._row, self._last]
        return np.where(self._first == self._last, self._line[self._row, self._first], ends)

    def update(self, won_units: Integers) -> None:
        """Shorten the line after a win, lengthen it after a loss, and restart an empty one."""
        staked = self.stakes(BettingContext(won_units, won_units))
        won, lost = won_units > 0, won_units < 0
        self._first[won] += 1
        self._last[won] -= 1
        self._last[lost] += 1
        full = self._last >= self.LONGEST - 1
        self._line[self._row[lost & ~full], self._last[lost & ~full]] = staked[lost & ~full]
        self._begin(np.flatnonzero((self._first > self._last) | full))


class OscarsGrind:
    """Plays series that each win one unit; the stake grows by one after a win."""

    def __init__(self, patrons: int) -> None:
        self._units = np.ones(patrons, np.int64)
        self._series = np.zeros(patrons)

    def stakes(self, now: BettingContext) -> Integers:  # noqa: ARG002  the series decides
        """Return the current stake of every patron."""
        return self._units

    def update(self, won_units: Integers) -> None:
        """End a series that is a unit ahead; else raise the stake after a win, if needed."""
        self._series += won_units
        ended = self._series >= 1
        needed = np.ceil(1 - self._series).astype(np.int64)
        grown = np.maximum(np.minimum(self._units + 1, needed), 1)
        self._units = np.where(won_units > 0, grown, self._units)
        self._units[ended], self._series[ended] = 1, 0


class Kelly:
    """Stakes the share of the bankroll that grows it fastest at the estimated edge, or a part."""

    def __init__(self, variance: float, share: float) -> None:
        self._share_of_edge = share / variance

    def stakes(self, now: BettingContext) -> Integers:
        """Return the Kelly stake, 0 without an edge."""
        units = now.bankroll_units * now.edges * self._share_of_edge
        return np.where(now.edges > 0, np.maximum(units, 1), 0).astype(np.int64)

    def update(self, won_units: Integers) -> None:
        """Do nothing, because only the bankroll and the edge matter."""


class CustomSystem:
    """A betting system from a user's file, with one generator per patron."""

    def __init__(self, patrons: int, path: Path, source: str) -> None:
        """Start one generator per patron, and raise `ValueError` for a mistake in the file."""
        stakes = module_names(path, source).get("stakes")
        if not callable(stakes):
            raise ValueError(f"{path} has no function stakes(); expected one that yields units")
        self._path = path
        self._generators: list[Generator[Any, float, None]] = [
            self._result_of(stakes) for _ in range(patrons)
        ]
        self._yielded = [self._result_of(next, generator) for generator in self._generators]

    def stakes(self, now: BettingContext) -> Integers:  # noqa: ARG002  a generator has its own state
        """Return the stakes that the generators have yielded."""
        for yielded in self._yielded:
            if (
                isinstance(yielded, bool)
                or not isinstance(yielded, int | float)
                or not yielded >= 0
            ):
                raise ValueError(
                    f"{self._path}: stakes() yields {yielded!r:.40}; expected a number of units"
                )
        return np.array([int(min(yielded, 1e12)) for yielded in self._yielded], np.int64)

    def update(self, won_units: Integers) -> None:
        """Send every generator the win of its patron."""
        self._yielded = [
            self._result_of(generator.send, won)
            for generator, won in zip(self._generators, won_units.tolist(), strict=True)
        ]

    def _result_of(self, call: Callable[..., Any], *arguments: Any) -> Any:
        """Call the user's code; raise `ValueError` with the line if it fails."""
        try:
            return call(*arguments)
        except StopIteration:
            raise ValueError(
                f"{self._path}: stakes() ended; expected it to yield after every round"
            ) from None
        except Exception as error:  # A user's code may raise any exception.
            steps = traceback.extract_tb(error.__traceback__)
            lines = [step.lineno for step in steps if step.filename == str(self._path)]
            where = f", line {lines[-1]}" if lines else ""
            raise ValueError(f"{self._path}{where}: {type(error).__name__}: {error}") from None


PLANS = (
    "flat",
    "percentage",
    "martingale",
    "fibonacci",
    "dalembert",
    "labouchere",
    "oscars-grind",
    "1-3-2-6",
    "kelly",
)
"""The names of the betting systems, as the command line accepts them."""


@dataclass(frozen=True, slots=True)
class SystemChoice:
    """A betting system by its name or by the text of a user's file, with its options."""

    name: str
    percent: float = 1.0
    kelly_share: float = 1.0
    source: str = ""

    def __post_init__(self) -> None:
        if not self.source and self.name not in PLANS:
            raise ValueError(
                f"there is no plan {self.name!r:.40}; expected {', '.join(PLANS)} or a .py file"
            )
        if not 0 < self.percent <= 100:
            raise ValueError(f"{self.percent} per cent; expected more than 0 and at most 100")
        if not 0 < self.kelly_share <= 10:
            raise ValueError(f"a Kelly share of {self.kelly_share}; expected more than 0, up to 10")


def betting_system(chosen: SystemChoice, patrons: int, variance: float) -> BettingSystem:
    """Return a betting system for a number of patrons.

    `variance` is that of one unit's result, which only Kelly needs.
    """
    if chosen.source:
        return CustomSystem(patrons, Path(chosen.name), chosen.source)
    makers: dict[str, Callable[[], BettingSystem]] = {
        "flat": lambda: Flat(patrons),
        "percentage": lambda: Percentage(chosen.percent),
        "martingale": lambda: martingale(patrons),
        "fibonacci": lambda: fibonacci(patrons),
        "dalembert": lambda: dalembert(patrons),
        "labouchere": lambda: Labouchere(patrons),
        "oscars-grind": lambda: OscarsGrind(patrons),
        "1-3-2-6": lambda: one_three_two_six(patrons),
        "kelly": lambda: Kelly(variance, chosen.kelly_share),
    }
    return makers[chosen.name]()
