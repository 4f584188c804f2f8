"""Translate rules and pay lines into arrays of small integers for the counting kernels.

A kernel can count hands but does not know the rules of baccarat. This module takes the rules from
`third_cards` and from the pay lines of a rulebook. The arrays define which third cards are
possible, which hands draw them, where a round then ends, and which ends make up a line. A "take"
is one choice of third cards, that is one `ThirdCards`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from punto.core.sides import BySide
from punto.core.tableau import Ranks
from punto.odds.engine.known_cards import KnownCards, Third
from punto.odds.engine.pairs import PAIR_PATTERNS, PairPattern, pairing_ranks
from punto.odds.engine.third_cards import ThirdCards, TotalsCell, TotalsEnding, third_card_cases

Numbers: TypeAlias = npt.NDArray[np.int64]
Parts: TypeAlias = frozenset[TotalsCell] | frozenset[PairPattern]
"""The cells or the pair patterns in which a line holds."""

NO_CARD = 10
"""Stands for a value if a take has fewer than two cards."""

LOW, SEVEN, HIGH = 6, 8, 10
"""The bounds of the totals that a take needs: below 6 and below 7, below 8, or all."""

ANY_RANK, NO_RANK = 13, 14
"""Stand for the rank of which a hand can have a pair; a known rank is 0 (Ace) to 12 (King)."""


class KernelProgram(NamedTuple):
    """The arrays that control a kernel; compiled functions read these fields by name."""

    takes: Numbers
    """One row per take: two values, empty places, bound of totals, first run, end of its runs."""
    runs: Numbers
    """One row per run: first hands (ten times one total plus the other), first slot, length."""
    lines: Numbers
    """Where the slots of each line start, then where those of the last line end."""
    slots: Numbers
    """The slots of every line, line by line."""
    ends: int
    """The number of slots for ends; the slots for pair patterns follow them."""
    places: int
    player_known: int
    banker_known: int
    player_total: int
    """The total of the known cards of the Player hand."""
    banker_total: int
    asks_pairs: int
    player_rank: int
    """The rank of which the Player hand can have a pair, or `ANY_RANK` or `NO_RANK`."""
    banker_rank: int


class SumSlot(NamedTuple):
    """A place that adds up ends; neighbouring hands have neighbouring slots.

    For this, the points of the Banker hand continue past 9 instead of starting again at 0, so a
    cell can have two slots.
    """

    player_cards: int
    banker_cards: int
    player_total: int
    banker_points: int

    @property
    def cell(self) -> TotalsCell:
        """The cell that contains the slot."""
        return TotalsCell(
            self.player_total, self.banker_points % 10, self.player_cards, self.banker_cards
        )


def kernel_program(
    layout: KnownCards, first_two: BySide[Ranks], lines: tuple[Parts, ...]
) -> KernelProgram:
    """Return the program that counts lines of cells or of pair patterns, for a layout."""
    script = _script(layout.player_third, layout.banker_third)
    starts, slots = _slots_of(lines, script)
    return KernelProgram(
        takes=script.takes,
        runs=script.runs,
        lines=starts,
        slots=slots,
        ends=len(script.slots),
        places=layout.open_places,
        player_known=len(layout.player),
        banker_known=len(layout.banker),
        player_total=sum(layout.player) % 10,
        banker_total=sum(layout.banker) % 10,
        asks_pairs=int(any(isinstance(part, PairPattern) for line in lines for part in line)),
        player_rank=rank_to_pair(first_two.player),
        banker_rank=rank_to_pair(first_two.banker),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Script:
    """The part of a program that depends only on third cards."""

    takes: Numbers
    runs: Numbers
    slots: tuple[SumSlot, ...]


@cache
def _script(player_third: Third, banker_third: Third) -> _Script:
    # Takes of two cards need the fewest hands. Sorting puts takes with the same need in one set
    # of lanes.
    takes = sorted(third_card_cases(player_third, banker_third), key=lambda take: -len(take.values))
    slots = sorted({_slot(end) for take in takes for end in take.ends})
    place = {slot: at for at, slot in enumerate(slots)}
    take_rows: list[tuple[int, ...]] = []
    runs: list[tuple[int, int, int]] = []
    for take in takes:
        added = _runs((10 * end.player + end.banker, place[_slot(end)]) for end in take.ends)
        values = (*take.values, NO_CARD, NO_CARD)[:2]
        last = len(runs) + len(added)
        take_rows.append((*values, take.places_left, _reach(take), len(runs), last))
        runs += added
    return _Script(
        np.array(take_rows, dtype=np.int64).reshape(-1, 6),
        np.array(runs, dtype=np.int64).reshape(-1, 3),
        tuple(slots),
    )


def _slot(end: TotalsEnding) -> SumSlot:
    cell = end.cell
    points = cell.banker_total + (10 if cell.banker_total < end.banker else 0)
    return SumSlot(cell.player_cards, cell.banker_cards, cell.player_total, points)


def _runs(ends: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Return runs of neighbouring hands and slots, as first hands, first slot and length."""
    runs: list[tuple[int, int, int]] = []
    for hands, slot in sorted(ends, key=lambda end: (end[1] - end[0], end[0])):
        if runs:
            first, start, length = runs[-1]
            if (hands, slot) == (first + length, start + length) and hands % 10:
                runs[-1] = (first, start, length + 1)
                continue
        runs.append((hands, slot, 1))
    return runs


def _reach(take: ThirdCards) -> int:
    """Return the bound of the totals that a take needs."""
    if all(end.player < LOW and end.banker <= LOW for end in take.ends):
        return LOW
    return SEVEN if all(max(end[:2]) < SEVEN for end in take.ends) else HIGH


@lru_cache(maxsize=256)
def _slots_of(lines: tuple[Parts, ...], script: _Script) -> tuple[Numbers, Numbers]:
    """Return where the slots of each line start, and the slots."""
    pairs = list(enumerate(PAIR_PATTERNS, start=len(script.slots)))
    slots = [
        [at for at, slot in enumerate(script.slots) if slot.cell in line]
        + [at for at, pattern in pairs if pattern in line]
        for line in lines
    ]
    starts = np.cumsum([0, *map(len, slots)], dtype=np.int64)
    return starts, np.array([at for line in slots for at in line], dtype=np.int64)


def rank_to_pair(known: Ranks) -> int:
    """Return the rank of which a hand can have a pair, as a number for the kernels."""
    ranks = pairing_ranks(tuple(rank for rank in known if rank is not None))
    if len(ranks) == 1:
        return ranks[0] - 1
    return ANY_RANK if ranks else NO_RANK
