"""Find the rule for an irregularity and the remedy steps that it requires."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import msgspec

from punto.core.irregularities import Circumstance, Irregularity, RemedyStep, Trigger
from punto.core.rulebook import Rulebook
from punto.games.policies import ROWS, STEPS
from punto.games.shared_terms import SHIFT_MANAGER_RULES


class ApplicableRow(msgspec.Struct, frozen=True):
    """A row that applies, with its source: a clause of the document or a policy."""

    source: str
    irregularity: Irregularity
    proposes: tuple[RemedyStep, ...] = ()


def applicable_row(
    book: Rulebook, trigger: Trigger, circumstances: Iterable[Circumstance]
) -> ApplicableRow:
    """The most specific row for the circumstances. A document's row wins a tie.

    If no row applies, the Gaming Shift Manager decides.

    Rule: UNCOVERED
    """
    known = frozenset(circumstances)
    answering = [
        row for row in rows_for_trigger(book, trigger) if known.issuperset(row.irregularity.when)
    ]
    if not answering:
        uncovered = Irregularity(Trigger.UNCOVERED, (), (SHIFT_MANAGER_RULES,))
        rows = rows_for_trigger(book, Trigger.UNCOVERED)[:1]
        answering = list(rows) or [ApplicableRow("POLICY", uncovered)]
    return max(answering, key=lambda row: len(row.irregularity.when))


@cache
def rows_for_trigger(book: Rulebook, trigger: Trigger) -> tuple[ApplicableRow, ...]:
    """Return every row for a trigger, beginning with those of the document."""
    own = [_completed(book, row) for row in book.document.irregularities if row.trigger is trigger]
    house = [
        ApplicableRow(f"POLICY {row.policy}", row.irregularity, row.proposes)
        for row in ROWS
        if row.irregularity.trigger is trigger and book.document.letter in row.documents
    ]
    return (*own, *house)


def _completed(book: Rulebook, row: Irregularity) -> ApplicableRow:
    """The document's row, with the steps that it leaves open filled in by house policy."""
    source, steps = book.cite_clause(", ".join(row.clauses)), row.steps
    for each in STEPS:
        in_place = each.document == book.document.letter and each.trigger is row.trigger
        if in_place and each.clause in row.clauses:
            steps = tuple(each.step if step.remedy is each.step.remedy else step for step in steps)
            source = f"{source}; POLICY {each.policy}"
    return ApplicableRow(source, replace(row, steps=steps))


def depends_on(book: Rulebook, trigger: Trigger, circumstance: Circumstance) -> bool:
    """Whether a row for a trigger depends on a circumstance."""
    return any(circumstance in row.irregularity.when for row in rows_for_trigger(book, trigger))
