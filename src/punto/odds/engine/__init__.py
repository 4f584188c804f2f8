"""Choose the exact counting method for one shoe or many; no other module makes this choice.

For one shoe, plain integers take milliseconds and need no further import. If the process has
already imported a faster module, the engine uses it. The compiled kernels need microseconds.
For batches of shoes, the kernels count if numba is installed (`pip install punto[fast]`), else
NumPy does. All methods give the same integers.
"""

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.odds.composition import Composition, check_enough
from punto.odds.engine import integer_counts
from punto.odds.engine.plan import plan_count
from punto.odds.measures import PayLineCounts, WagerOdds, odds_of_counts

MAX_CARDS_IN_WORDS = 1450
"""The largest shoe whose number of deals of six cards fits a 64-bit integer."""


def count_pay_lines(book: Rulebook, composition: Composition, tableau: Tableau) -> PayLineCounts:
    """Count all deals of a game, and those in which each pay line holds.

    `composition` is the unseen cards, without the cards on the layout.
    """
    planned = plan_count(book, tableau)
    check_enough(composition.cards, planned.layout.open_places)
    fits = composition.cards <= MAX_CARDS_IN_WORDS
    if fits and (numba_counts := sys.modules.get("punto.odds.engine.numba_counts")):
        deals, *by_line = numba_counts.count_shoe(
            numba_counts.compile_game(book, tableau), composition.counts
        )
    else:
        numpy_counts = sys.modules.get("punto.odds.engine.numpy_counts") if fits else None
        by_multisets = numpy_counts.multiset_counts if numpy_counts else None
        deals, by_line = integer_counts.count_pay_lines(planned, composition, by_multisets)
    if not deals:
        raise ValueError("the cards left allow no round with these cards on the layout")
    return PayLineCounts(deals, tuple(by_line))


def odds_of_composition(
    book: Rulebook, composition: Composition, tableau: Tableau | None = None
) -> tuple[WagerOdds, ...]:
    """Compute the exact odds of every wager; the default is an empty layout."""
    return odds_of_counts(book, count_pay_lines(book, composition, tableau or Tableau(book.order)))


def count_pay_lines_each(
    book: Rulebook, compositions: Sequence[Composition], tableau: Tableau
) -> list[PayLineCounts]:
    """Count the pay lines for several shoes, all at once if NumPy is installed.

    This never uses numba, because compiling its kernels takes longer than counting a few shoes.
    """
    max_cards = max((composition.cards for composition in compositions), default=0)
    if find_spec("numpy") is None or max_cards > MAX_CARDS_IN_WORDS:
        return [count_pay_lines(book, composition, tableau) for composition in compositions]
    from punto.odds.engine import numpy_counts

    planned = plan_count(book, tableau)
    for composition in compositions:
        check_enough(composition.cards, planned.layout.open_places)
    rows = numpy_counts.count_pay_lines(
        planned, numpy_counts.rows(composition.counts for composition in compositions)
    ).tolist()
    if not all(deals for deals, *_ in rows):
        raise ValueError("the cards left allow no round with these cards on the layout")
    return [PayLineCounts(deals, tuple(by_line)) for deals, *by_line in rows]


def count_pay_lines_batch(
    book: Rulebook, shoes: Any, tableau: Tableau, threads: int | None = None
) -> Any:
    """Count the pay lines for an array of shoes, one row of thirteen counts per shoe.

    The result has one row per shoe: all deals, then one column per line.
    """
    from punto.odds.engine import numpy_counts

    if (numba_counts := kernels()) is None:
        return numpy_counts.count_pay_lines(plan_count(book, tableau), shoes)
    cores = threads or len(os.sched_getaffinity(0))
    return numba_counts.count_shoes(numba_counts.compile_game(book, tableau), shoes, cores)


def kernels() -> ModuleType | None:
    """Import the compiled kernels if numba is installed; they then count single shoes too."""
    if find_spec("numba") is None:
        return None
    from punto.odds.engine import numba_counts

    return numba_counts
