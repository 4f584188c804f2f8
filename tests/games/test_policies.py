"""The house's own rules are complete, marked as its own, and silent where a document speaks."""

from dataclasses import replace

import pytest

from punto.core.irregularities import Remedy, RemedyDetail, RemedyStep, Trigger
from punto.core.policies import Policy, PolicyRemedyStep, PolicyRule
from punto.core.rulebook import DealingMethod
from punto.core.staff_positions import StaffPosition
from punto.games.library import DOCUMENTS
from punto.games.policies import LADDER, METHODS, POLICIES, PRECEDENCE, ROWS, RULES, STEPS
from punto.games.readings import READINGS

BY_LETTER = {document.letter: document for document in DOCUMENTS}
LETTERS = tuple(BY_LETTER)
NUMBERS = [policy.number for policy in POLICIES]
OWN_READINGS = {reading.number for reading in READINGS if reading.is_policy}

OUTSIDE_PRECEDENCE = {
    Trigger.FACE_UP: "the card is played as if face down",
    Trigger.EXPOSED_BY_MOVE: "the card is played as if face down",
    Trigger.CUTTING_CARD: "the round is completed whatever else happens",
    Trigger.DEVICE_RESET: "not ranked; comes before the first card",
    Trigger.WRONG_PATRON: "the cards are known and the round continues",
    Trigger.NOT_PASSED: "the cards are known and the round continues",
    Trigger.HANDLER_ABSENT: "the cards are known and the round continues",
    Trigger.LEFT_WITH_CARDS: "not ranked; a procedure that restores the card",
    Trigger.AFTER_VOID: "follows a round that is over",
}


def test_the_ladder_has_every_position_once_from_dealer_to_shift_manager() -> None:
    assert sorted(LADDER) == sorted(StaffPosition)
    assert LADDER[0] is StaffPosition.DEALER
    assert LADDER[-1] is StaffPosition.GAMING_SHIFT_MANAGER
    assert LADDER.index(StaffPosition.PIT_SUPERVISOR) < LADDER.index(StaffPosition.PIT_MANAGER)
    assert LADDER.index(StaffPosition.PIT_MANAGER) < LADDER.index(
        StaffPosition.ASSISTANT_CASINO_MANAGER
    )


def test_the_policies_are_31_and_in_order() -> None:
    assert [f"P{place}" for place in range(1, 32)] == NUMBERS


@pytest.mark.parametrize("policy", POLICIES, ids=lambda each: each.number)
def test_a_policy_names_the_unclear_clause_and_its_own_rule(policy: Policy) -> None:
    assert policy.documents
    assert list(policy.documents) == [each for each in LETTERS if each in policy.documents]
    assert policy.subject.endswith(".")
    assert policy.default.endswith(".")
    assert "player" not in f"{policy.subject} {policy.default}"
    assert set(policy.readings) <= {reading.number for reading in READINGS}


@pytest.mark.parametrize("number", sorted(OWN_READINGS))
def test_a_reading_of_the_houses_own_has_its_data_or_its_policy(number: str) -> None:
    cited = {each for policy in POLICIES for each in policy.readings}
    assert number in cited | {each.policy for each in (*ROWS, *RULES, *METHODS)}


@pytest.mark.parametrize("each", STEPS, ids=lambda each: f"{each.document} {each.clause}")
def test_a_completed_step_changes_nothing_that_the_document_says(each: PolicyRemedyStep) -> None:
    assert each.policy in NUMBERS
    (open_step,) = (
        step
        for row in BY_LETTER[each.document].irregularities
        if row.trigger is each.trigger and each.clause in row.clauses
        for step in row.steps
        if step.remedy is each.step.remedy
    )
    assert open_step != each.step
    assert open_step.detail in (None, each.step.detail)
    assert open_step.position in (None, each.step.position)


def test_every_step_that_a_document_leaves_open_is_completed() -> None:
    left_open = {
        (document.letter, row.trigger, step.remedy)
        for document in DOCUMENTS
        for row in document.irregularities
        for step in row.steps
        if replace(step, position=None) == RemedyStep(Remedy.OFFER_WITHDRAWAL)
        or step == RemedyStep(Remedy.REPLACE_CARDS, RemedyDetail.MAY)
    }
    assert left_open == {(each.document, each.trigger, each.step.remedy) for each in STEPS}


def test_part_of_the_wagers_may_be_withdrawn_only_while_no_card_is_known() -> None:
    scopes = {each.clause: each.step.detail for each in STEPS if each.policy == "P15"}
    assert scopes == {
        "3.17.1": RemedyDetail.ANY_WAGER,
        "5.8.1": RemedyDetail.ALL_REMAINING_WAGERS,
        "5.9": RemedyDetail.ANY_WAGER,
    }


@pytest.mark.parametrize("each", RULES, ids=lambda each: f"{each.policy} {each.rule}")
def test_the_house_adds_a_rule_only_where_the_document_is_silent(each: PolicyRule) -> None:
    assert each.policy in {*NUMBERS, *OWN_READINGS}
    for letter in each.documents:
        assert BY_LETTER[letter].clause_of(each.rule) is None


def test_fortune_six_is_dealt_without_cards_in_patrons_hands() -> None:
    assert [(each.documents, each.method) for each in METHODS] == [(("F",), DealingMethod.B)]
    assert BY_LETTER["F"].methods == ()


def test_every_trigger_is_ranked_once_or_stands_outside_with_a_reason() -> None:
    ranked = [trigger for group in PRECEDENCE for trigger in group]
    assert len(ranked) == len(set(ranked))
    assert not set(ranked) & set(OUTSIDE_PRECEDENCE)
    assert {*ranked, *OUTSIDE_PRECEDENCE} == set(Trigger)


def test_the_cards_go_before_the_interruption_and_the_shift_manager_comes_last() -> None:
    rank = {trigger: place for place, group in enumerate(PRECEDENCE) for trigger in group}
    assert rank[Trigger.FOREIGN_CARD] == 0
    assert rank[Trigger.ORDER_LOST] < rank[Trigger.SHOE_SHORT] < rank[Trigger.INTERRUPTED]
    assert rank[Trigger.INTERRUPTED] < rank[Trigger.TERMINAL_CUT_OFF] < rank[Trigger.LATE_WAGER]
    assert PRECEDENCE[-2:] == ((Trigger.WRONG_DISPLAY,), (Trigger.UNCOVERED,))
