"""Define betting systems, which choose the next stake in units for many patrons at once.

A system stores an array of numbers per patron. It knows only what a patron knows: the bankroll and
the result of the last round. For a card counter it also knows the edge that the remaining cards
promise.
"""

import traceback
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from punto.games.library import module_names
from punto.simulation.game_tables import Integers


@dataclass(frozen=True, slots=True)
class BettingContext:
    """What patrons know before a round."""

    bankroll_units: Integers
    edges: Integers
    """The edge that a count promises, 0 where nobody counts."""


class BettingSystem(Protocol):
    """A way of staking."""

    def stakes(self, now: BettingContext) -> Integers:
        """The units every patron wants to stake, 0 to sit the round out."""

    def update(self, won_units: Integers) -> None:
        """Takes in what every patron won in units; 0 for a push or a round sat out."""


class Flat:
    """One unit, always."""

    def __init__(self, patrons: int) -> None:
        self._units = np.ones(patrons, np.int64)

    def stakes(self, now: BettingContext) -> Integers:  # noqa: ARG002  it looks at nothing
        """One unit."""
        return self._units

    def update(self, won_units: Integers) -> None:
        """Learns nothing."""


class Percentage:
    """A share of the bankroll, one unit at least."""

    def __init__(self, percent: float) -> None:
        self._percent = percent

    def stakes(self, now: BettingContext) -> Integers:
        """So many per cent of what there is."""
        return np.maximum((now.bankroll_units * (self._percent / 100)).astype(np.int64), 1)

    def update(self, won_units: Integers) -> None:
        """Learns nothing; the bankroll says it all."""


class Ladder:
    """A row of stakes on which wins and losses move a patron up and down.

    Martingale, Fibonacci, d'Alembert and 1-3-2-6 differ in the row and the steps only.
    """

    def __init__(self, patrons: int, row: list[int], on_win: int, on_loss: int) -> None:
        self._row = np.array(row, np.int64)
        self._at = np.zeros(patrons, np.int64)
        self._on_win, self._on_loss = on_win, on_loss

    def stakes(self, now: BettingContext) -> Integers:  # noqa: ARG002  the step says it all
        """What stands on the step."""
        return self._row[self._at]

    def update(self, won_units: Integers) -> None:
        """Moves up or down; beyond the top the 1-3-2-6 starts again, and others stay."""
        step = np.where(won_units > 0, self._on_win, np.where(won_units < 0, self._on_loss, 0))
        moved = np.maximum(self._at + step, 0)
        past = moved >= len(self._row)
        self._at = np.where(past, 0 if self._on_win == 1 else len(self._row) - 1, moved)


BACK_TO_START = -(10**6)
TOP = 60
"""A ladder is longer than any bankroll reaches."""


def martingale(patrons: int) -> BettingSystem:
    """Doubles after a loss, starts again after a win."""
    return Ladder(patrons, [2 ** min(step, 40) for step in range(TOP)], BACK_TO_START, 1)


def fibonacci(patrons: int) -> BettingSystem:
    """A step up the Fibonacci numbers after a loss, two down after a win."""
    row = [1, 1]
    while len(row) < TOP:
        row.append(row[-1] + row[-2])
    return Ladder(patrons, row, -2, 1)


def dalembert(patrons: int) -> BettingSystem:
    """A unit more after a loss, a unit less after a win."""
    return Ladder(patrons, list(range(1, 10_001)), -1, 1)


def one_three_two_six(patrons: int) -> BettingSystem:
    """One, three, two and six units while wins last; one again after a loss or the six."""
    return Ladder(patrons, [1, 3, 2, 6], 1, BACK_TO_START)


class Labouchere:
    """Stakes both ends of a line of numbers; a win strikes them off, a loss writes one more."""

    LINE = (1, 2, 3, 4)
    LONGEST = 400

    def __init__(self, patrons: int) -> None:
        self._line = np.zeros((patrons, self.LONGEST), np.int64)
        self._row = np.arange(patrons)
        self._first = np.zeros(patrons, np.int64)
        self._last = np.zeros(patrons, np.int64)
        self._begin(self._row)

    def _begin(self, who: Integers) -> None:
        self._line[who, : len(self.LINE)] = self.LINE
        self._first[who], self._last[who] = 0, len(self.LINE) - 1

    def stakes(self, now: BettingContext) -> Integers:  # noqa: ARG002  the line says it all
        """The sum of both ends, or the one number left."""
        ends = self._line[self._row, self._first] + self._line[self._row, self._last]
        return np.where(self._first == self._last, self._line[self._row, self._first], ends)

    def update(self, won_units: Integers) -> None:
        """Strikes off after a win, writes the stake down after a loss, begins anew when done."""
        staked = self.stakes(BettingContext(won_units, won_units))
        won, lost = won_units > 0, won_units < 0
        self._first[won] += 1
        self._last[won] -= 1
        self._last[lost] += 1
        full = self._last >= self.LONGEST - 1
        self._line[self._row[lost & ~full], self._last[lost & ~full]] = staked[lost & ~full]
        self._begin(np.flatnonzero((self._first > self._last) | full))


class OscarsGrind:
    """Aims at one unit a series: the stake grows by one after a win and stays after a loss."""

    def __init__(self, patrons: int) -> None:
        self._units = np.ones(patrons, np.int64)
        self._series = np.zeros(patrons)

    def stakes(self, now: BettingContext) -> Integers:  # noqa: ARG002  the series says it all
        """No more than the series still needs."""
        return self._units

    def update(self, won_units: Integers) -> None:
        """Ends a series that is a unit ahead."""
        self._series += won_units
        ended = self._series >= 1
        needed = np.ceil(1 - self._series).astype(np.int64)
        grown = np.maximum(np.minimum(self._units + 1, needed), 1)
        self._units = np.where(won_units > 0, grown, self._units)
        self._units[ended], self._series[ended] = 1, 0


class Kelly:
    """The share of the bankroll that grows it fastest at the edge a count promises, or a part."""

    def __init__(self, variance: float, share: float) -> None:
        self._share_of_edge = share / variance

    def stakes(self, now: BettingContext) -> Integers:
        """Nothing without an edge."""
        units = now.bankroll_units * now.edges * self._share_of_edge
        return np.where(now.edges > 0, np.maximum(units, 1), 0).astype(np.int64)

    def update(self, won_units: Integers) -> None:
        """Learns nothing; bankroll and edge say it all."""


class CustomSystem:
    """A plan from somebody's own file: a generator a patron that is sent what it won."""

    def __init__(self, patrons: int, path: Path, source: str) -> None:
        """Starts a generator a patron; whatever is wrong with the file is said at once."""
        make = module_names(path, source).get("stakes")
        if not callable(make):
            raise ValueError(f"{path} has no function stakes(); expected one that yields units")
        self._path = path
        self._running: list[Generator[Any, float, None]] = [
            self._result_of(make) for _ in range(patrons)
        ]
        self._yielded = [self._result_of(next, each) for each in self._running]

    def stakes(self, now: BettingContext) -> Integers:  # noqa: ARG002  a generator keeps its own books
        """What every generator has yielded."""
        for yielded in self._yielded:
            if (
                isinstance(yielded, bool)
                or not isinstance(yielded, int | float)
                or not yielded >= 0
            ):
                raise ValueError(f"{self._path}: stakes() yields {yielded!r:.40}; expected units")
        return np.array([int(min(yielded, 1e12)) for yielded in self._yielded], np.int64)

    def update(self, won_units: Integers) -> None:
        """Sends every generator what it won."""
        self._yielded = [
            self._result_of(each.send, won)
            for each, won in zip(self._running, won_units.tolist(), strict=True)
        ]

    def _result_of(self, call: Callable[..., Any], *words: Any) -> Any:
        """Call the user's code. An error in it names its line."""
        try:
            return call(*words)
        except StopIteration:
            raise ValueError(
                f"{self._path}: stakes() ended; expected it to yield for ever"
            ) from None
        except Exception as error:  # Another's code may fail in any way.
            steps = traceback.extract_tb(error.__traceback__)
            lines = [step.lineno for step in steps if step.filename == str(self._path)]
            where = f", line {lines[-1]}" if lines else ""
            raise ValueError(f"{self._path}{where}: {type(error).__name__}: {error}") from None


PLANS: Mapping[str, str] = {
    "flat": "one unit, always",
    "percentage": "a share of the bankroll",
    "martingale": "double after a loss",
    "fibonacci": "up the Fibonacci numbers after a loss, two down after a win",
    "dalembert": "a unit more after a loss, a unit less after a win",
    "labouchere": "both ends of a line of numbers",
    "oscars-grind": "a unit more after a win, until a unit is won",
    "1-3-2-6": "one, three, two, six units while wins last",
    "kelly": "as much of the bankroll as the count's edge warrants",
}


@dataclass(frozen=True, slots=True)
class SystemChoice:
    """A plan by its name, or by the text of somebody's own file, with what it may be told."""

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
    """The plan for a number of patrons; the variance of one unit's result is Kelly's to know."""
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
