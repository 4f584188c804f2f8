from punto.core.irregularities import (
    Circumstance,
    Irregularity,
    Remedy,
    RemedyDetail,
    RemedyStep,
    Trigger,
)
from punto.core.rules import Rule
from punto.core.staff_positions import Permission, StaffPosition
from punto.games.mbs_tiger_no_commission_2022 import DOCUMENT
from punto.games.mbs_tiger_no_commission_2022 import TIGER_NO_COMMISSION_LIVE as TIGER
from tests.clauses import clause


def rows(trigger: Trigger) -> list[Irregularity]:
    """Every row of the document for a trigger."""
    return [each for each in DOCUMENT.irregularities if each.trigger is trigger]


@clause("mbs-tiger-no-commission-2022", "6.1")
def test_6_1_the_gaming_shift_manager_decides_uncovered_cases() -> None:
    (row,) = rows(Trigger.UNCOVERED)
    assert row.clauses == ("6.1",)
    assert row.when == ()
    assert row.steps == (
        RemedyStep(
            Remedy.RULING, RemedyDetail.WHATEVER_IS_NEEDED, StaffPosition.GAMING_SHIFT_MANAGER
        ),
    )


@clause("mbs-tiger-no-commission-2022", "6.1")
def test_6_1_only_the_gaming_shift_manager_rules_on_uncovered_cases() -> None:
    may_rule = {
        (each.position, each.clause)
        for each in DOCUMENT.authorities
        if each.act is Permission.RULE_ON_UNCOVERED
    }
    assert may_rule == {(StaffPosition.GAMING_SHIFT_MANAGER, "6.1")}


@clause("mbs-tiger-no-commission-2022", "6.1")
def test_6_1_an_interruption_by_another_cause_than_power_is_not_covered() -> None:
    assert all(Circumstance.POWER_FAILURE in row.when for row in rows(Trigger.INTERRUPTED))


@clause("mbs-tiger-no-commission-2022", "6.1")
def test_6_1_a_wrong_number_of_cards_is_not_covered() -> None:
    assert rows(Trigger.WRONG_NUMBER) == []


@clause("mbs-tiger-no-commission-2022", "6.2")
def test_6_2_the_document_names_five_positions_and_states_that_higher_ones_may_act() -> None:
    assert {each.position for each in DOCUMENT.authorities} == {
        StaffPosition.DEALER,
        StaffPosition.PIT_SUPERVISOR,
        StaffPosition.PIT_MANAGER,
        StaffPosition.ASSISTANT_CASINO_MANAGER,
        StaffPosition.GAMING_SHIFT_MANAGER,
    }
    assert TIGER.cite(Rule.HIGHER_POSITION) == "T 6.2"


@clause("mbs-tiger-no-commission-2022", "6.2")
def test_6_2_positions_are_listed_from_the_lowest_to_the_highest() -> None:
    # The document speaks of higher positions and gives no ladder (R13).
    assert [each.value for each in StaffPosition] == [
        "dealer",
        "pit-supervisor",
        "pit-manager",
        "assistant-casino-manager",
        "gaming-shift-manager",
    ]


@clause("mbs-tiger-no-commission-2022", "6.3")
def test_6_3_a_wrong_display_leaves_the_outcome_to_the_cards() -> None:
    assert rows(Trigger.WRONG_DISPLAY) == [
        Irregularity(Trigger.WRONG_DISPLAY, ("6.3",), (RemedyStep(Remedy.PLAY_ON),))
    ]
    assert TIGER.cite(Rule.DISPLAY) == "T 6.3"
