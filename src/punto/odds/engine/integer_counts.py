"""Plain counts: the deals of every line of one shoe, with Python's integers and nothing else."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from punto.core.conditions import Condition, facts_asked, holds
from punto.core.facts import Ending
from punto.odds.composition import Composition
from punto.odds.engine.factorised import totals
from punto.odds.engine.pairs import pairs
from punto.odds.engine.plan import Method, Plan
from punto.odds.exact import count

Counted: TypeAlias = Iterator[tuple[int, int]]
"""Places of lines, each with the deals in which it holds."""


def count_lines(
    plan: Plan,
    composition: Composition,
    by_multisets: Callable[[Plan, Composition], Counted] | None = None,
) -> tuple[int, tuple[int, ...]]:
    """All deals of a round, and those in which each line holds.

    Without somebody to count by multisets, the reference counts in their place.
    """
    found = [0] * len(plan.lines)
    cells = totals(composition.by_value, plan.shown)
    for at in plan.lines_by(Method.FACTORISED):
        found[at] = plan.lines[at].deals(cells)
    if by_pairs := plan.lines_by(Method.PAIRS):
        seen = plan.seen
        ways = pairs(composition.counts, seen.player, seen.banker, plan.shown.places)
        for at in by_pairs:
            found[at] = plan.lines[at].deals(ways)
    joint = [Method.REFERENCE] if by_multisets else [Method.REFERENCE, Method.MULTISETS]
    for at, deals in count_by_reference(plan, composition, *joint):
        found[at] = deals
    if by_multisets:
        for at, deals in by_multisets(plan, composition):
            found[at] = deals
    return sum(cells.values()), tuple(found)


def count_by_reference(plan: Plan, composition: Composition, *methods: Method) -> Counted:
    """Counts the lines planned by some methods, from the count of all endings."""
    if lines := plan.lines_by(*methods):
        endings = count(composition, plan.tableau).by_ending
        for at in lines:
            yield at, deals_held(endings, plan.lines[at].condition)


def deals_held(endings: Mapping[Ending, int], condition: Condition) -> int:
    """The deals in which a condition holds, asked once for each combination of its facts."""
    asked, answers, deals = sorted(facts_asked(condition)), dict[tuple[int, ...], bool](), 0
    for ending, ways in endings.items():
        key = tuple([ending[fact] for fact in asked])
        if key not in answers:
            answers[key] = bool(holds(condition, ending))
        deals += ways * answers[key]
    return deals
