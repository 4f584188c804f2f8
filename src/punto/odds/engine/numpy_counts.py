"""Count the deals of every pay line for many shoes, with NumPy only."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from punto.core.cards import Rank
from punto.odds.composition import Composition
from punto.odds.engine import integer_counts, multisets
from punto.odds.engine.factorised import count_totals
from punto.odds.engine.pairs import count_pairs
from punto.odds.engine.plan import CountMethod, CountPlan

Numbers: TypeAlias = npt.NDArray[np.int64]

SHOES_AT_ONCE = 2048
"""Enough shoes to outweigh the cost of each call, and few enough for the processor's cache."""

SHOES_AT_ONCE_BY_MULTISETS = 32


def count_pay_lines(plan: CountPlan, shoes: Numbers) -> Numbers:
    """Count all deals of a round, then those in which each line holds: one row per shoe."""
    out = np.empty((len(shoes), 1 + len(plan.lines)), dtype=np.int64)
    for some in _slices(len(shoes), SHOES_AT_ONCE):
        _count_totals_and_pairs(plan, shoes[some], out[some])
    if by_multisets := plan.lines_by(CountMethod.MULTISETS):
        basis, columns = joint_basis(plan), [1 + at for at in by_multisets]
        for some in _slices(len(shoes), SHOES_AT_ONCE_BY_MULTISETS):
            out[some, columns] = multisets.count_by_multisets(basis, shoes[some])
    reference_counts(plan, shoes, out)
    return out


def rows(counts: Iterable[Sequence[int]]) -> Numbers:
    """Return shoes as rows of an array."""
    return np.array(list(counts), dtype=np.int64).reshape(-1, len(Rank))


def joint_basis(plan: CountPlan) -> multisets.MultisetBasis:
    """Return the basis for the lines that the plan counts by multisets."""
    lines = plan.lines_by(CountMethod.MULTISETS)
    conditions = tuple(plan.lines[at].condition for at in lines)
    return multisets.multiset_basis(conditions, plan.tableau.order)


def multiset_counts(plan: CountPlan, composition: Composition) -> integer_counts.Counted:
    """Count for one shoe the lines that the plan counts by multisets."""
    if lines := plan.lines_by(CountMethod.MULTISETS):
        shoe = np.array([composition.counts], dtype=np.int64)
        (deals,) = multisets.count_by_multisets(joint_basis(plan), shoe).tolist()
        yield from zip(lines, deals, strict=True)


def reference_counts(plan: CountPlan, shoes: Numbers, out: Numbers) -> None:
    """Fill in the lines that only the reference can count, shoe by shoe."""
    if not plan.lines_by(CountMethod.REFERENCE):
        return
    for row, shoe in zip(out, shoes.tolist(), strict=True):
        composition = Composition(tuple(shoe))
        for at, deals in integer_counts.count_by_reference(
            plan, composition, CountMethod.REFERENCE
        ):
            row[1 + at] = deals


def _count_totals_and_pairs(plan: CountPlan, shoes: Numbers, out: Numbers) -> None:
    left = list(shoes.T)
    cells = count_totals([sum(left[9:]), *left[:9]], plan.layout)
    out[:, 0] = sum(cells.values())
    for at in plan.lines_by(CountMethod.FACTORISED):
        out[:, 1 + at] = plan.lines[at].deals(cells)
    if by_pairs := plan.lines_by(CountMethod.PAIRS):
        ways = count_pairs(
            left, plan.known_cards.player, plan.known_cards.banker, plan.layout.open_places
        )
        for at in by_pairs:
            out[:, 1 + at] = plan.lines[at].deals(ways)


def _slices(length: int, at_once: int) -> Iterator[slice]:
    for start in range(0, length, at_once):
        yield slice(start, min(start + at_once, length))
