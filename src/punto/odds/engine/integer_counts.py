"""Count the deals of every pay line for one shoe, with Python's integers only."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from punto.core.conditions import Condition, facts_used, holds
from punto.core.facts import Ending
from punto.odds.composition import Composition
from punto.odds.engine.factorised import count_totals
from punto.odds.engine.pairs import count_pairs
from punto.odds.engine.plan import CountMethod, CountPlan
from punto.odds.exact import count_endings

Counted: TypeAlias = Iterator[tuple[int, int]]
"""The number of each line in the plan, with the deals in which it holds."""


def count_pay_lines(
    plan: CountPlan,
    composition: Composition,
    by_multisets: Callable[[CountPlan, Composition], Counted] | None = None,
) -> tuple[int, tuple[int, ...]]:
    """Count all deals of a round, and those in which each line holds.

    Without `by_multisets`, which needs NumPy, the reference counts those lines.
    """
    by_line = [0] * len(plan.lines)
    cells = count_totals(composition.by_value, plan.layout)
    for at in plan.lines_by(CountMethod.FACTORISED):
        by_line[at] = plan.lines[at].deals(cells)
    if by_pairs := plan.lines_by(CountMethod.PAIRS):
        first_two = plan.known_cards
        ways = count_pairs(
            composition.counts, first_two.player, first_two.banker, plan.layout.open_places
        )
        for at in by_pairs:
            by_line[at] = plan.lines[at].deals(ways)
    joint = (
        [CountMethod.REFERENCE] if by_multisets else [CountMethod.REFERENCE, CountMethod.MULTISETS]
    )
    for at, deals in count_by_reference(plan, composition, *joint):
        by_line[at] = deals
    if by_multisets:
        for at, deals in by_multisets(plan, composition):
            by_line[at] = deals
    return sum(cells.values()), tuple(by_line)


def count_by_reference(plan: CountPlan, composition: Composition, *methods: CountMethod) -> Counted:
    """Count the lines that the plan assigns to some methods, from the count of all endings."""
    if lines := plan.lines_by(*methods):
        endings = count_endings(composition, plan.tableau).by_ending
        for at in lines:
            yield at, deals_of_line(endings, plan.lines[at].condition)


def deals_of_line(endings: Mapping[Ending, int], condition: Condition) -> int:
    """Return the deals in which a condition holds; each combination of its facts is tested once."""
    facts, answers, deals = sorted(facts_used(condition)), dict[tuple[int, ...], bool](), 0
    for ending, ways in endings.items():
        key = tuple([ending[fact] for fact in facts])
        if key not in answers:
            answers[key] = bool(holds(condition, ending))
        deals += ways * answers[key]
    return deals
