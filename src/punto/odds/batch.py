"""Compute exact odds for many shoes at once, with NumPy arrays as input and output."""

from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from punto.core.cards import Rank
from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.odds.composition import check_enough
from punto.odds.engine import MAX_CARDS_IN_WORDS, count_pay_lines_batch
from punto.odds.engine.known_cards import known_cards
from punto.odds.measures import PayLineCounts, WagerOdds, odds_of_counts

Numbers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class BatchOdds:
    """The exact counts of many shoes. `odds` of one shoe are fractions; arrays are floats."""

    book: Rulebook
    deals: Numbers
    """The number of deals of each shoe."""
    by_line: Numbers
    """The number of deals in which each line holds: one row per shoe, one column per line."""

    def __len__(self) -> int:
        return len(self.deals)

    def odds(self, shoe: int) -> tuple[WagerOdds, ...]:
        """Return the exact odds of every wager for one shoe, by its row."""
        counts = PayLineCounts(int(self.deals[shoe]), tuple(self.by_line[shoe].tolist()))
        return odds_of_counts(self.book, counts)

    @property
    def chances(self) -> Floats:
        """The chance of each line: one row per shoe, one column per line."""
        return self.by_line / self.deals[:, None]

    @property
    def returns(self) -> Floats:
        """The expected net result of one unit: one row per shoe, one column per wager."""
        # A line that holds returns the stake, which is lost otherwise, and pays on top of it.
        gains = [float(line.pays.ratio + 1) for wager in self.book.wagers for line in wager.lines]
        bounds = accumulate((len(wager.lines) for wager in self.book.wagers), initial=0)
        paid = self.chances * np.array(gains)
        return np.stack([paid[:, start:stop].sum(1) for start, stop in pairwise(bounds)], 1) - 1


def batch_odds(
    book: Rulebook,
    shoes: npt.ArrayLike,
    tableau: Tableau | None = None,
    threads: int | None = None,
    on: Literal["cpu", "gpu"] = "cpu",
) -> BatchOdds:
    """Compute exact odds for shoes, each a row of thirteen counts of unseen cards, Ace first.

    All shoes have the same cards on the layout; the default is an empty layout. The work runs on
    all cores, on as many as `threads`, or on a GPU.
    """
    tableau = tableau or Tableau(book.order)
    rows = _checked(shoes, known_cards(tableau).open_places)
    if on not in ("cpu", "gpu"):
        raise ValueError(f"on={on!r}; expected cpu or gpu")
    if on == "gpu":
        from punto.odds.engine.gpu_counts import gpu_counter

        counts = gpu_counter(book, tableau).count(rows)
    else:
        counts = count_pay_lines_batch(book, rows, tableau, threads)
    for shoe in np.flatnonzero(counts[:, 0] == 0)[:1]:
        raise ValueError(f"shoes[{shoe}] allows no round with these cards on the layout")
    return BatchOdds(book, counts[:, 0], counts[:, 1:])


def _checked(shoes: npt.ArrayLike, places: int) -> Numbers:
    rows = np.asarray(shoes)
    if rows.ndim != 2 or rows.shape[1] != len(Rank) or rows.dtype.kind not in "iu":
        raise ValueError(
            f"shoes: {rows.dtype} of shape {rows.shape}; expected whole numbers, "
            "one row of thirteen counts per shoe"
        )
    rows = np.ascontiguousarray(rows, dtype=np.int64)
    cards = rows.sum(axis=1)
    for shoe in np.flatnonzero((rows < 0).any(axis=1))[:1]:
        raise ValueError(f"shoes[{shoe}]: {rows[shoe].tolist()}; expected no count below zero")
    for shoe in np.flatnonzero((cards < places) | (cards > MAX_CARDS_IN_WORDS))[:1]:
        if cards[shoe] > MAX_CARDS_IN_WORDS:
            raise ValueError(
                f"shoes[{shoe}] has {cards[shoe]} cards; expected at most {MAX_CARDS_IN_WORDS} "
                "in an array (a single shoe may have any number)"
            )
        try:
            check_enough(int(cards[shoe]), places)
        except ValueError as error:
            raise ValueError(f"shoes[{shoe}]: {error}") from None
    return rows
