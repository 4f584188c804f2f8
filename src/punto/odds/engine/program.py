"""Translate rules and pay lines into arrays of small integers for the counting kernels.

A kernel can count hands but does not know the rules of baccarat. This module takes the rules from
`third_cards` and from the pay lines of a rulebook. The arrays define which third cards are
possible, which hands draw them, where a round then ends, and which ends make up a line.
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
from punto.odds.engine.pairs import PairPattern, pairing_ranks
from punto.odds.engine.third_cards import ThirdCards, TotalsCell, TotalsEnding, third_card_cases

Numbers: TypeAlias = npt.NDArray[np.int64]
Parts: TypeAlias = frozenset[TotalsCell] | frozenset[PairPattern]
"""What makes up a line."""

NO_CARD = 10
"""In the place of a value where a take has fewer than two cards."""

LOW, SEVEN, HIGH = 6, 8, 10
"""How far the totals go that a take asks about: below 6 and 7, below 8, or all."""

PAIRED = (
    PairPattern(1, 1, 1),
    PairPattern(1, 1, 0),
    PairPattern(1, 0, 0),
    PairPattern(0, 1, 0),
    PairPattern(0, 0, 0),
)
"""The order in which a kernel counts pairs, after all ends."""

ANY_RANK, NO_RANK = 13, 14
"""In the place of the rank in which a hand may pair, Ace 0."""


class KernelProgram(NamedTuple):
    """What a kernel follows; a compiled function reads these fields as they are named here."""

    takes: Numbers
    """A row a take: two values, places left, totals asked about, its first run, the next take's."""
    runs: Numbers
    """A row a run: its first hands (ten times one total plus the other), first slot, length."""
    lines: Numbers
    """Where the slots of each line begin, and where those of the last end."""
    slots: Numbers
    """The slots of every line, one line after another."""
    ends: int
    """How many slots hold ends; those for pairs come after them."""
    places: int
    player_known: int
    banker_known: int
    player_total: int
    """The total of the cards seen."""
    banker_total: int
    asks_pairs: int
    player_rank: int
    """The rank in which the hand may pair."""
    banker_rank: int


class SumSlot(NamedTuple):
    """Where ends are added up, in such an order that neighbouring hands have neighbouring slots.

    The points of the Banker hand run on past 9 instead of starting again at 0, so that a cell may
    have two slots.
    """

    player_cards: int
    banker_cards: int
    player_total: int
    banker_points: int

    @property
    def cell(self) -> TotalsCell:
        """The cell that the slot is a part of."""
        return TotalsCell(
            self.player_total, self.banker_points % 10, self.player_cards, self.banker_cards
        )


def kernel_program(
    layout: KnownCards, first_two: BySide[Ranks], lines: tuple[Parts, ...]
) -> KernelProgram:
    """Return the program that counts lines, each of cells or of pairs, for a layout."""
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
    """The part of a program that depends on third cards alone."""

    takes: Numbers
    runs: Numbers
    slots: tuple[SumSlot, ...]


@cache
def _script(player_third: Third, banker_third: Third) -> _Script:
    # Takes of two cards ask about fewest hands; together they fill lanes that need the same.
    every = sorted(third_card_cases(player_third, banker_third), key=lambda take: -len(take.values))
    slots = sorted({_slot(end) for take in every for end in take.ends})
    place = {slot: at for at, slot in enumerate(slots)}
    take_rows: list[tuple[int, ...]] = []
    runs: list[tuple[int, int, int]] = []
    for take in every:
        own = _runs((10 * end.player + end.banker, place[_slot(end)]) for end in take.ends)
        values = (*take.values, NO_CARD, NO_CARD)[:2]
        take_rows.append((*values, take.places_left, _reach(take), len(runs), len(runs) + len(own)))
        runs += own
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
    """Hands and slots that rise together, as first hands, first slot and length."""
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
    """How far the totals go that a take asks about."""
    if all(end.player < LOW and end.banker <= LOW for end in take.ends):
        return LOW
    return SEVEN if all(max(end[:2]) < SEVEN for end in take.ends) else HIGH


@lru_cache(maxsize=256)
def _slots_of(lines: tuple[Parts, ...], script: _Script) -> tuple[Numbers, Numbers]:
    """Where the slots of each line begin, and the slots."""
    pairs = list(enumerate(PAIRED, start=len(script.slots)))
    slots = [
        [at for at, slot in enumerate(script.slots) if slot.cell in line]
        + [at for at, paired in pairs if paired in line]
        for line in lines
    ]
    starts = np.cumsum([0, *map(len, slots)], dtype=np.int64)
    return starts, np.array([at for line in slots for at in line], dtype=np.int64)


def rank_to_pair(known: Ranks) -> int:
    """The rank in which a hand may pair, as a kernel reads it."""
    ranks = pairing_ranks(tuple(rank for rank in known if rank is not None))
    if len(ranks) == 1:
        return ranks[0] - 1
    return ANY_RANK if ranks else NO_RANK
