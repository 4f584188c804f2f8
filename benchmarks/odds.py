"""Compare our exact counts with plain ways to count, for one shoe and many, in one run.

`scripts/bench odds` prints one table. Only ratios count, because machines differ and are shared.
The same compiler compiles the plain loop, the symmetric method and ours, so a ratio compares
methods and not languages. Before the benchmark times a method, it checks that all methods give the
same counts.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit
from rich.console import Console
from rich.table import Table as Printed

from punto.core.tableau import Tableau
from punto.games.library import game
from punto.odds import engine
from punto.odds.composition import Composition, full
from punto.odds.engine import integer_counts, numba_counts, numpy_counts
from punto.odds.engine.plan import plan_count
from punto.odds.exact import count_endings

GAME = "tiger"
MANY = 1 << 13
TIMES = 7
AIM_ONE_MICROSECONDS, AIM_MANY_MICROSECONDS, AIM_TWO_CORES = 20.0, 3.0, 1.8

PROTOTYPES = {
    "numba": (16.8, 3.0),
    "C++ with AVX-512, called from Python": (3.25, 1.39),
}
"""Microseconds of the prototypes for one shoe and for many, on an idle machine."""

THRESHOLDS = np.array([3, 3, 4, 4, 5, 5, 6, 6, 2, 3])
"""The highest total on which the Banker hand draws, by the value of the Player hand's third
card."""


@njit(cache=True)
def _tally(i: int, j: int, ways: float, left: Any, n: float, out: Any) -> None:
    """Add the ways to finish two hands with these totals to Player, Banker and Tie."""
    if i >= 8 or j >= 8 or (i >= 6 and j >= 6):
        out[_winner(i, j)] += ways * (n - 4) * (n - 5)
    elif i >= 6:
        for d in range(10):
            out[_winner(i, _total(j, d))] += ways * left[d] * (n - 5)
    else:
        for c in range(10):
            player, third = _total(i, c), ways * left[c]
            if j > THRESHOLDS[c]:
                out[_winner(player, j)] += third * (n - 5)
                continue
            left[c] -= 1
            for d in range(10):
                out[_winner(player, _total(j, d))] += third * left[d]
            left[c] += 1


@njit(cache=True, inline="always")
def _total(points: int, more: int) -> int:
    total = points + more
    return total - 10 if total > 9 else total


@njit(cache=True, inline="always")
def _winner(player: int, banker: int) -> int:
    return (player <= banker) + (player == banker)


@njit(cache=True)
def nested_loop(shoe: Any, out: Any) -> None:
    """Count Player, Banker and Tie by four nested loops over values, then both third cards."""
    left, n = shoe.copy(), shoe.sum()
    out[:] = 0
    for a in range(10):
        first = left[a]
        left[a] -= 1
        for b in range(10):
            second = first * left[b]
            left[b] -= 1
            for c in range(10):
                third = second * left[c]
                left[c] -= 1
                for d in range(10):
                    ways = third * left[d]
                    left[d] -= 1
                    if ways > 0:
                        _tally((a + c) % 10, (b + d) % 10, ways, left, n, out)
                    left[d] += 1
                left[c] += 1
            left[b] += 1
        left[a] += 1


@njit(cache=True)
def symmetric(shoe: Any, out: Any) -> None:
    """Count the same by the 55 unordered pairs of each hand, 55 times 55 in total."""
    left, n = shoe.copy(), shoe.sum()
    out[:] = 0
    for a in range(10):
        for b in range(a, 10):
            player = left[a] * (left[b] - (a == b)) * (1 if a == b else 2)
            left[a] -= 1
            left[b] -= 1
            for c in range(10):
                for d in range(c, 10):
                    ways = player * left[c] * (left[d] - (c == d)) * (1 if c == d else 2)
                    left[c] -= 1
                    left[d] -= 1
                    if ways > 0:
                        _tally((a + b) % 10, (c + d) % 10, ways, left, n, out)
                    left[c] += 1
                    left[d] += 1
            left[a] += 1
            left[b] += 1


def microseconds(work: Callable[[], object], calls: int = 1, times: int = TIMES) -> float:
    """The minimum time of one call over several runs."""
    fastest = float("inf")
    for _ in range(times):
        begun = time.perf_counter()
        for _ in range(calls):
            work()
        fastest = min(fastest, time.perf_counter() - begun)
    return 1e6 * fastest / calls


def main() -> None:
    """Measure everything and print it."""
    book = game(GAME)
    tableau = Tableau(book.order)
    planned = plan_count(book, tableau)
    assert engine.kernels() is numba_counts, "numba is installed"
    ready = numba_counts.compile_game(book, tableau)
    shoe = full(8)
    by_value, out = np.array(shoe.by_value, dtype=np.float64), np.zeros(3)
    check(ready, shoe, by_value, out)
    many = _shoes(MANY)
    one = microseconds(lambda: numba_counts.count_shoe(ready, shoe.counts), 100, 40)
    whole = microseconds(lambda: engine.count_pay_lines(book, shoe, tableau), 100, 40)
    nested = microseconds(lambda: nested_loop(by_value, out), 2, 40)
    pairs = microseconds(lambda: symmetric(by_value, out), 4, 40)
    reference = microseconds(lambda: count_endings(shoe, tableau), times=2)
    integers = microseconds(lambda: integer_counts.count_pay_lines(planned, shoe), times=3)
    with_numpy = microseconds(lambda: numpy_counts.count_pay_lines(planned, many), times=2) / MANY
    # Use many short runs in turn, because other programs leave both cores idle at times.
    batch, two = float("inf"), float("inf")
    for _ in range(60):
        batch = min(
            batch, microseconds(lambda: numba_counts.count_shoes(ready, many, 1), 1, 1) / MANY
        )
        two = min(two, microseconds(lambda: numba_counts.count_shoes(ready, many, 2), 1, 1) / MANY)
    cpu_one = processor_seconds(lambda: numba_counts.count_shoes(ready, many, 1))
    cpu_two = processor_seconds(lambda: numba_counts.count_shoes(ready, many, 2))
    lines = len(planned.lines)
    printed = Printed(title=f"Exact odds: {GAME}, {lines} lines, 8 decks")
    for head in ("what", "µs a shoe", "against", "µs a shoe", "ratio"):
        printed.add_column(head, justify="left" if head in ("what", "against") else "right")
    for what, ours, against, other in (
        ("one shoe from Python", one, "plain nested loop, Player Banker Tie", nested),
        ("one shoe from Python", one, "symmetric 55 x 55, Player Banker Tie", pairs),
        ("one shoe from Python", one, "reference, all facts, plain Python", reference),
        ("one shoe from Python", one, "factorised, plain Python integers", integers),
        ("many shoes, one core", batch, "plain nested loop", nested),
        ("many shoes, one core", batch, "symmetric 55 x 55", pairs),
        ("many shoes, one core", batch, "NumPy, one core", with_numpy),
        ("many shoes, two cores", two, "many shoes, one core", batch),
    ):
        printed.add_row(what, f"{ours:,.2f}", against, f"{other:,.2f}", f"{other / ours:,.1f} x")
    console = Console()
    console.print(printed)
    console.print(
        f"aims: one shoe {one:.1f} of at most {AIM_ONE_MICROSECONDS:.0f} µs "
        f"({whole:.1f} as exact LineCounts), many {batch:.2f} of at most "
        f"{AIM_MANY_MICROSECONDS:.0f} µs, two cores {batch / two:.2f} of at least "
        f"{AIM_TWO_CORES} x; two threads use {cpu_two / cpu_one:.2f} times as much processor time"
    )
    for name, (for_one, for_many) in PROTOTYPES.items():
        console.print(
            f"speed as a share of the prototypes in {name}, on a machine of their own: one shoe "
            f"{for_one / one:.0%}, many {for_many / batch:.0%}"
        )


def processor_seconds(work: Callable[[], object]) -> float:
    """The processor time of all threads together, which other programs do not change."""
    begun = time.process_time()
    for _ in range(TIMES):
        work()
    return time.process_time() - begun


def check(ready: numba_counts.CompiledGame, shoe: Composition, by_value: Any, out: Any) -> None:
    """Check that every method gives the same Player, Banker and Tie."""
    _, player, _, banker, _, tie, *_ = numba_counts.count_shoe(ready, shoe.counts)
    for method in (nested_loop, symmetric):
        method(by_value, out)
        assert out.tolist() == [player, banker, tie], method


def _shoes(number: int) -> Any:
    rng = np.random.default_rng(7)
    depths = np.array_split(np.arange(number), 128)
    shoes = [
        rng.multivariate_hypergeometric([32] * 13, int(left), size=len(part))
        for part, left in zip(depths, rng.integers(6, 417, len(depths)), strict=True)
    ]
    return np.concatenate(shoes)


if __name__ == "__main__":
    main()
