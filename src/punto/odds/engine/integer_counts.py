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
"""Places of lines, each with the deals in which it holds."""


def count_pay_lines(
    plan: CountPlan,
    composition: Composition,
    by_multisets: Callable[[CountPlan, Composition], Counted] | None = None,
) -> tuple[int, tuple[int, ...]]:
    """All deals of a round, and those in which each line holds.

    Without somebody to count by multisets, the reference counts in their place.
    """
    found = [0] * len(plan.lines)
    cells = count_totals(composition.by_value, plan.layout)
    for at in plan.lines_by(CountMethod.FACTORISED):
        found[at] = plan.lines[at].deals(cells)
    if by_pairs := plan.lines_by(CountMethod.PAIRS):
        first_two = plan.known_cards
        ways = count_pairs(
            composition.counts, first_two.player, first_two.banker, plan.layout.open_places
        )
        for at in by_pairs:
            found[at] = plan.lines[at].deals(ways)
    joint = (
        [CountMethod.REFERENCE] if by_multisets else [CountMethod.REFERENCE, CountMethod.MULTISETS]
    )
    for at, deals in count_by_reference(plan, composition, *joint):
        found[at] = deals
    if by_multisets:
        for at, deals in by_multisets(plan, composition):
            found[at] = deals
    return sum(cells.values()), tuple(found)


def count_by_reference(plan: CountPlan, composition: Composition, *methods: CountMethod) -> Counted:
    """Counts the lines planned by some methods, from the count of all endings."""
    if lines := plan.lines_by(*methods):
        endings = count_endings(composition, plan.tableau).by_ending
        for at in lines:
            yield at, deals_of_line(endings, plan.lines[at].condition)


def deals_of_line(endings: Mapping[Ending, int], condition: Condition) -> int:
    """The deals in which a condition holds, asked once for each combination of its facts."""
    facts, answers, deals = sorted(facts_used(condition)), dict[tuple[int, ...], bool](), 0
    for ending, ways in endings.items():
        key = tuple([ending[fact] for fact in facts])
        if key not in answers:
            answers[key] = bool(holds(condition, ending))
        deals += ways * answers[key]
    return deals
