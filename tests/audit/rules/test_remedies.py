"""Compare the auditor's rows with those of the product in all circumstances."""

from itertools import combinations

import pytest

from punto.audit.rules.remedies import (
    ROWS,
    ExpectedRemedy,
    RemedyStep,
    expected_remedy,
    outranks,
    rank,
)
from punto.core.irregularities import Remedy, Trigger
from punto.core.irregularities import RemedyStep as ProductStep
from punto.core.rulebook import Rulebook
from punto.games.library import game
from punto.games.policies import LADDER
from punto.table.decide.irregularities.remedies import trigger_rank as rank_of_product
from punto.table.irregularity_rules import applicable_row, rows_for_trigger

ONE_OF_EACH = [
    game(key)
    for key in (
        "tiger",
        "seven-up",
        "tiger-no-commission-live",
        "fortune-six-live",
        "super-six-plus",
    )
]

BY_THEMSELVES = {
    Trigger.UNDER_MINIMUM,
    Trigger.OVER_MAXIMUM,
    Trigger.TOO_MANY_WAGERS,
    Trigger.DIFFERENTIAL,
    Trigger.TERMINAL_CUT_OFF,
    Trigger.AFTER_VOID,
    Trigger.CUTTING_CARD,
}
"""Triggers that are never raised, because the table handles them by other events."""


def steps(of: tuple[ProductStep, ...]) -> tuple[RemedyStep, ...]:
    return tuple(RemedyStep(each.remedy, each.detail, each.position) for each in of)


@pytest.mark.parametrize("book", ONE_OF_EACH, ids=lambda book: book.document.letter)
@pytest.mark.parametrize("trigger", sorted(set(Trigger) - BY_THEMSELVES))
def test_every_situation_has_the_same_answer(book: Rulebook, trigger: Trigger) -> None:
    circumstances = sorted(
        {each for row in rows_for_trigger(book, trigger) for each in row.irregularity.when}
    )
    for many in range(len(circumstances) + 1):
        for reported in combinations(circumstances, many):
            row = applicable_row(book, trigger, reported)
            found = expected_remedy(book.document.letter, trigger, list(reported))
            product = ExpectedRemedy(steps(row.irregularity.steps), row.source, steps(row.proposes))
            assert found == product, (trigger, reported)


def test_precedence_and_ladder_are_those_of_the_house() -> None:
    assert [rank(each) for each in Trigger] == [rank_of_product(each) for each in Trigger]
    for place, position in enumerate(LADDER):
        assert [outranks(position, other) for other in LADDER] == [
            place >= other for other in range(len(LADDER))
        ]


def test_no_row_has_an_unknown_word() -> None:
    for row in ROWS:
        assert row.trigger in set(Trigger)
        assert {step.remedy for step in (*row.steps, *row.proposed)} <= set(Remedy)
        assert row.documents <= set("EUTFR")
