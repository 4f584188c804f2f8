"""Count the deals of every pay line of one shoe or many, with compiled kernels on all cores."""

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock, Timer
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.odds.engine import numba_kernels, numpy_counts
from punto.odds.engine.multisets import MultisetBasis
from punto.odds.engine.plan import CountMethod, CountPlan, plan_count
from punto.odds.engine.program import PAIRED, KernelProgram, kernel_program
from punto.odds.engine.third_cards import all_totals_cells

Numbers: TypeAlias = npt.NDArray[np.int64]
Word: TypeAlias = type[np.float64] | type[np.int64]
"""What the kernels calculate with."""

MAX_CARDS_IN_DOUBLES = 458
"""The most cards of which there are no more than 2**53 orders of six.

No number in a kernel is larger than the number of deals, and up to 2**53 doubles hold every whole
number, so that nothing is rounded. A test holds this figure to its definition.
"""

SECONDS_OF_SILENCE = 1.0
ANNOUNCEMENT = (
    "punto: preparing the exact count; only the first time, which compiles it, takes long"
)

_log = logging.getLogger("punto.odds")
_loaded: set[tuple[Any, Word]] = set()
_unannounced = Lock()
"""Acquired by the first announcement and never released."""


@dataclass(frozen=True, slots=True, eq=False)
class CompiledGame:
    """A game and a layout in the kernels' own terms."""

    plan: CountPlan
    program: KernelProgram
    basis: MultisetBasis | None
    by_multisets: Numbers
    """The columns that the basis counts; the program counts the others, all deals first."""


@lru_cache(maxsize=1024)
def compile_game(book: Rulebook, tableau: Tableau) -> CompiledGame:
    """What the kernels need to count the lines of a game for what lies on the layout."""
    planned = plan_count(book, tableau)
    joint = planned.lines_by(CountMethod.MULTISETS)
    lines = (frozenset(all_totals_cells()), *(line.parts for line in planned.lines))
    return CompiledGame(
        planned,
        kernel_program(planned.layout, planned.known_cards, lines),
        numpy_counts.joint_basis(planned) if joint else None,
        1 + np.array(joint, dtype=np.int64),
    )


def count_shoe(ready: CompiledGame, counts: Sequence[int]) -> list[int]:
    """All deals of a round, then those in which each line holds, for one shoe."""
    steps, word = ready.program, _word(sum(counts))
    shoe, out = np.array(counts, dtype=np.int64), np.empty(len(steps.lines) - 1, dtype=np.int64)
    work = np.empty(numba_kernels.ROWS * numba_kernels.TAKES_AT_ONCE, dtype=word)
    slots = np.empty(steps.ends + len(PAIRED), dtype=word)
    _run(numba_kernels.price_one, word, shoe, steps, work, slots, out)
    if ready.basis is not None:
        left = np.empty(len(counts), dtype=word)
        ways = np.empty(len(ready.basis.parents), dtype=word)
        columns = ready.by_multisets
        _run(numba_kernels.weigh_one, word, shoe, ready.basis, left, ways, columns, out)
    numpy_counts.reference_counts(ready.plan, shoe[None], out[None])
    return out.tolist()


def count_shoes(ready: CompiledGame, shoes: Numbers, threads: int) -> Numbers:
    """All deals of a round, then those in which each line holds: a row a shoe."""
    out = np.empty((len(shoes), len(ready.program.lines) - 1), dtype=np.int64)
    word = _word(int(shoes.sum(axis=1).max(initial=0)))

    def count(some: slice) -> None:
        _count_share(ready, word, shoes[some], out[some])

    # One shoe first: threads that start together would all wait for the same compiler.
    count(slice(0, 1))
    # Shares are whole sets of lanes, several a thread so that none waits long for the last.
    sets = -(-len(shoes) // numba_kernels.SHOES_AT_ONCE)
    share = numba_kernels.SHOES_AT_ONCE * max(1, -(-sets // (8 * threads)))
    parts = [slice(start, start + share) for start in range(0, len(shoes), share)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(count, parts))
    numpy_counts.reference_counts(ready.plan, shoes, out)
    return out


def _count_share(ready: CompiledGame, word: Word, shoes: Numbers, out: Numbers) -> None:
    steps, lanes = ready.program, numba_kernels.SHOES_AT_ONCE
    work = np.empty(numba_kernels.ROWS * lanes, dtype=word)
    slots = np.empty((steps.ends + len(PAIRED)) * lanes, dtype=word)
    _run(numba_kernels.price, word, shoes, steps, work, slots, out)
    if ready.basis is not None:
        lanes = numba_kernels.WEIGHED_AT_ONCE
        left = np.empty(shoes.shape[1] * lanes, dtype=word)
        ways = np.empty(len(ready.basis.parents) * lanes, dtype=word)
        columns = ready.by_multisets
        _run(numba_kernels.weigh, word, shoes, ready.basis, left, ways, columns, out)


def _word(cards: int) -> Word:
    return np.float64 if cards <= MAX_CARDS_IN_DOUBLES else np.int64


def _run(kernel: Any, word: Word, *arguments: Any) -> None:
    """Runs a kernel; if it has to be compiled first, says so instead of pausing in silence."""
    if (kernel, word) in _loaded:
        kernel(*arguments)
        return
    patience = Timer(SECONDS_OF_SILENCE, _announce)
    patience.daemon = True
    patience.start()
    try:
        kernel(*arguments)
    finally:
        patience.cancel()
        # An announcement that has begun appears before the result.
        patience.join()
    _loaded.add((kernel, word))


def _announce() -> None:
    """Log that a compiler is at work, once, however many kernels wait for it at a time."""
    if _unannounced.acquire(blocking=False):
        _log.warning(ANNOUNCEMENT)
