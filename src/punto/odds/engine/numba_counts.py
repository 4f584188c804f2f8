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
from punto.odds.engine.pairs import PAIR_PATTERNS
from punto.odds.engine.plan import CountMethod, CountPlan, plan_count
from punto.odds.engine.program import KernelProgram, kernel_program
from punto.odds.engine.third_cards import all_totals_cells

Numbers: TypeAlias = npt.NDArray[np.int64]
Word: TypeAlias = type[np.float64] | type[np.int64]
"""The number type that the kernels calculate with."""

MAX_CARDS_IN_DOUBLES = 458
"""The largest shoe whose number of deals of six cards is at most 2**53.

No number in a kernel is larger than the number of deals. Doubles hold every whole number up to
2**53, so nothing is rounded.
"""

SECONDS_OF_SILENCE = 1.0
ANNOUNCEMENT = "punto: preparing the exact count; the first run compiles it and takes longer"

_log = logging.getLogger("punto.odds")
_loaded: set[tuple[Any, Word]] = set()
_unannounced = Lock()
"""The first announcement acquires this lock and never releases it, so that there is only one."""


@dataclass(frozen=True, slots=True, eq=False)
class CompiledGame:
    """A game and a layout, translated for the kernels."""

    plan: CountPlan
    program: KernelProgram
    basis: MultisetBasis | None
    by_multisets: Numbers
    """The columns of the result that the basis counts; the program counts the others."""


@lru_cache(maxsize=1024)
def compile_game(book: Rulebook, tableau: Tableau) -> CompiledGame:
    """Translate a game for the kernels, with these cards on the layout."""
    planned = plan_count(book, tableau)
    joint = planned.lines_by(CountMethod.MULTISETS)
    lines = (frozenset(all_totals_cells()), *(line.parts for line in planned.lines))
    return CompiledGame(
        planned,
        kernel_program(planned.layout, planned.known_cards, lines),
        numpy_counts.joint_basis(planned) if joint else None,
        1 + np.array(joint, dtype=np.int64),
    )


def count_shoe(game: CompiledGame, counts: Sequence[int]) -> list[int]:
    """Count all deals of a round, then those in which each line holds, for one shoe."""
    program, word = game.program, _word(sum(counts))
    shoe, out = np.array(counts, dtype=np.int64), np.empty(len(program.lines) - 1, dtype=np.int64)
    work = np.empty(numba_kernels.ROWS * numba_kernels.TAKES_AT_ONCE, dtype=word)
    slots = np.empty(program.ends + len(PAIR_PATTERNS), dtype=word)
    _run(numba_kernels.price_one, word, shoe, program, work, slots, out)
    if game.basis is not None:
        left = np.empty(len(counts), dtype=word)
        ways = np.empty(len(game.basis.parents), dtype=word)
        columns = game.by_multisets
        _run(numba_kernels.weigh_one, word, shoe, game.basis, left, ways, columns, out)
    numpy_counts.reference_counts(game.plan, shoe[None], out[None])
    return out.tolist()


def count_shoes(game: CompiledGame, shoes: Numbers, threads: int) -> Numbers:
    """Count all deals of a round, then those in which each line holds: one row per shoe."""
    out = np.empty((len(shoes), len(game.program.lines) - 1), dtype=np.int64)
    word = _word(int(shoes.sum(axis=1).max(initial=0)))

    def count(some: slice) -> None:
        _count_share(game, word, shoes[some], out[some])

    # One shoe runs first, because threads that start together would all wait for the compiler.
    count(slice(0, 1))
    # A share fills whole sets of lanes. Each thread gets several shares, so all end together.
    sets = -(-len(shoes) // numba_kernels.SHOES_AT_ONCE)
    share = numba_kernels.SHOES_AT_ONCE * max(1, -(-sets // (8 * threads)))
    parts = [slice(start, start + share) for start in range(0, len(shoes), share)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(count, parts))
    numpy_counts.reference_counts(game.plan, shoes, out)
    return out


def _count_share(game: CompiledGame, word: Word, shoes: Numbers, out: Numbers) -> None:
    program, lanes = game.program, numba_kernels.SHOES_AT_ONCE
    work = np.empty(numba_kernels.ROWS * lanes, dtype=word)
    slots = np.empty((program.ends + len(PAIR_PATTERNS)) * lanes, dtype=word)
    _run(numba_kernels.price, word, shoes, program, work, slots, out)
    if game.basis is not None:
        lanes = numba_kernels.WEIGHED_AT_ONCE
        left = np.empty(shoes.shape[1] * lanes, dtype=word)
        ways = np.empty(len(game.basis.parents) * lanes, dtype=word)
        columns = game.by_multisets
        _run(numba_kernels.weigh, word, shoes, game.basis, left, ways, columns, out)


def _word(cards: int) -> Word:
    return np.float64 if cards <= MAX_CARDS_IN_DOUBLES else np.int64


def _run(kernel: Any, word: Word, *arguments: Any) -> None:
    """Run a kernel; announce the wait if the compiler takes longer than a second."""
    if (kernel, word) in _loaded:
        kernel(*arguments)
        return
    timer = Timer(SECONDS_OF_SILENCE, _announce)
    timer.daemon = True
    timer.start()
    try:
        kernel(*arguments)
    finally:
        timer.cancel()
        # If the announcement has begun, it must appear before the result.
        timer.join()
    _loaded.add((kernel, word))


def _announce() -> None:
    """Log once per process that the compiler is at work."""
    if _unannounced.acquire(blocking=False):
        _log.warning(ANNOUNCEMENT)
