import pytest

from punto.core.irregularities import Circumstance, Remedy, RemedyDetail, RemedyStep, Trigger
from punto.core.rules import Rule
from punto.core.staff_positions import Permission, PositionAuthority, StaffPosition
from punto.core.standings import is_conclusive
from punto.games.mbs_electronic_7_up_2023 import DOCUMENT, SEVEN_UP
from tests.clauses import clause
from tests.rounds import played
from tests.rows import the_row

VOID = RemedyStep(Remedy.VOID)
PLAY_ON = RemedyStep(Remedy.PLAY_ON)
RECONSTRUCT = RemedyStep(Remedy.RECONSTRUCT)
OFFERED = [wager.key for wager in SEVEN_UP.wagers]


@clause("mbs-electronic-7-up-2023", "5.1", "5.1.1")
@pytest.mark.parametrize("trigger", [Trigger.FOREIGN_CARD, Trigger.CARD_COUNT, Trigger.UNSHUFFLED])
def test_5_1_1_foreign_extra_missing_or_unshuffled_cards_void_the_round(trigger: Trigger) -> None:
    row = the_row(DOCUMENT, trigger, Circumstance.IN_ROUND)
    assert row.clauses == ("5.1", "5.1.1", "5.1.2")
    assert row.steps == (VOID,)


@clause("mbs-electronic-7-up-2023", "5.2")
def test_5_2_an_order_that_cannot_be_restored_voids_the_round() -> None:
    row = the_row(
        DOCUMENT, Trigger.ORDER_LOST, Circumstance.IN_ROUND, Circumstance.CANNOT_BE_RECONSTRUCTED
    )
    assert row.clauses == ("5.2",)
    assert row.steps == (VOID,)


@clause("mbs-electronic-7-up-2023", "5.3")
def test_5_3_too_few_cards_void_the_round() -> None:
    row = the_row(DOCUMENT, Trigger.SHOE_SHORT)
    assert row.clauses == ("5.3",)
    assert row.steps == (VOID,)


@clause("mbs-electronic-7-up-2023", "5.4")
def test_5_4_no_row_allows_a_withdrawal() -> None:
    # The clause leaves room for exceptions, and the document makes none.
    assert SEVEN_UP.cite(Rule.NO_LATE_WITHDRAWAL) == "U 5.4"
    assert Remedy.OFFER_WITHDRAWAL not in remedies()


@clause("mbs-electronic-7-up-2023", "5.5")
def test_5_5_no_row_reopens_bets() -> None:
    assert SEVEN_UP.cite(Rule.NO_LATE_WAGER) == "U 5.5"
    assert Remedy.REOPEN_BETS not in remedies()


@clause("mbs-electronic-7-up-2023", "5.6")
def test_5_6_a_card_face_up_in_the_device_is_played_once_the_first_is_dealt() -> None:
    row = the_row(DOCUMENT, Trigger.FACE_UP, Circumstance.AFTER_FIRST_CARD)
    assert row.clauses == ("5.6",)
    assert row.steps == (PLAY_ON,)


@clause("mbs-electronic-7-up-2023", "5.7")
def test_5_7_a_wrong_order_is_reconstructed() -> None:
    row = the_row(DOCUMENT, Trigger.WRONG_ORDER)
    assert row.clauses == ("5.7",)
    assert row.steps == (RECONSTRUCT,)


@clause("mbs-electronic-7-up-2023", "5.8")
def test_5_8_cards_drawn_together_in_a_known_order_are_reconstructed() -> None:
    row = the_row(DOCUMENT, Trigger.DRAWN_TOGETHER, Circumstance.ORDER_KNOWN)
    assert row.clauses == ("5.8",)
    assert row.steps == (RECONSTRUCT,)


@clause("mbs-electronic-7-up-2023", "5.8.1")
def test_5_8_1_cards_drawn_together_in_an_unknown_order_void_the_round() -> None:
    # At any point of the deal: the row asks for nothing else.
    row = the_row(DOCUMENT, Trigger.DRAWN_TOGETHER, Circumstance.ORDER_UNKNOWN)
    assert row.clauses == ("5.8.1",)
    assert row.steps == (VOID,)


@clause("mbs-electronic-7-up-2023", "5.9", "5.9.1")
def test_5_9_1_an_interruption_before_any_wager_is_decided_voids_the_round() -> None:
    row = the_row(DOCUMENT, Trigger.INTERRUPTED, Circumstance.NOT_ESTABLISHED)
    assert row.clauses == ("5.9", "5.9.1")
    assert row.steps == (VOID,)


@clause("mbs-electronic-7-up-2023", "5.9.1")
@pytest.mark.parametrize("line", [" / ", " / Kc", "3h / Kc", "3h / Kc 2d", "3h Kd / Kc 2d"])
def test_5_9_1_no_outcome_is_established_while_every_wager_is_open(line: str) -> None:
    assert not is_conclusive(SEVEN_UP, played(SEVEN_UP, line), OFFERED)


@clause("mbs-electronic-7-up-2023", "5.9", "5.9.2")
def test_5_9_2_an_interruption_once_some_wager_is_decided_does_not_end_the_round() -> None:
    row = the_row(DOCUMENT, Trigger.INTERRUPTED, Circumstance.ESTABLISHED)
    assert row.clauses == ("5.9", "5.9.2")
    assert row.steps == (PLAY_ON,)


@clause("mbs-electronic-7-up-2023", "5.9.2")
@pytest.mark.parametrize(
    "line",
    [
        " / 7c",  # Super 7's has won, though it may win more
        "7h / Kc",
        "3h 7d / Kc 2d",
        "Kh / Kc 9d",  # the round needs no further card
    ],
)
def test_5_9_2_a_seven_or_the_last_card_decides_some_wager(line: str) -> None:
    assert is_conclusive(SEVEN_UP, played(SEVEN_UP, line), OFFERED)


@clause("mbs-electronic-7-up-2023", "5.9.2")
def test_5_9_2_a_wager_that_is_not_on_offer_decides_nothing() -> None:
    # Available wagers are those on the layout (R11).
    assert not is_conclusive(SEVEN_UP, played(SEVEN_UP, " / 7c"), ["player", "banker", "tie"])


@clause("mbs-electronic-7-up-2023", "5.10", "5.10.1")
def test_5_10_1_a_terminal_cut_off_after_close_and_acceptance_sees_the_round_concluded() -> None:
    row = the_row(
        DOCUMENT,
        Trigger.TERMINAL_CUT_OFF,
        Circumstance.CLOSED_AND_ACCEPTED,
        Circumstance.ESTABLISHED,
    )
    assert row.clauses == ("5.10", "5.10.1")
    assert row.steps == (PLAY_ON,)


@clause("mbs-electronic-7-up-2023", "5.10", "5.10.2")
def test_5_10_2_a_terminal_cut_off_before_close_and_acceptance_takes_no_part() -> None:
    row = the_row(DOCUMENT, Trigger.TERMINAL_CUT_OFF, Circumstance.NEITHER_CLOSED_NOR_ACCEPTED)
    assert row.clauses == ("5.10", "5.10.2")
    assert row.steps == (RemedyStep(Remedy.PLAY_ON, RemedyDetail.WITHOUT_SEAT),)


@clause("mbs-electronic-7-up-2023", "6.1")
def test_6_1_the_gaming_shift_manager_rules_on_uncovered_cases() -> None:
    row = the_row(DOCUMENT, Trigger.UNCOVERED)
    manager = StaffPosition.GAMING_SHIFT_MANAGER
    assert row.clauses == ("6.1",)
    assert SEVEN_UP.cite(Rule.UNCOVERED) == "U 6.1"
    assert row.steps == (RemedyStep(Remedy.RULING, RemedyDetail.WHATEVER_IS_NEEDED, manager),)
    assert DOCUMENT.authorities == (
        PositionAuthority(manager, Permission.RULE_ON_UNCOVERED, "6.1"),
    )


@clause("mbs-electronic-7-up-2023", "6.2")
def test_6_2_a_higher_position_may_act_by_this_clause() -> None:
    assert SEVEN_UP.cite(Rule.HIGHER_POSITION) == "U 6.2"


@clause("mbs-electronic-7-up-2023", "6.3")
def test_6_3_a_wrong_display_changes_nothing_about_the_round() -> None:
    row = the_row(DOCUMENT, Trigger.WRONG_DISPLAY)
    assert row.clauses == ("6.3",)
    assert row.steps == (PLAY_ON,)
    assert SEVEN_UP.cite(Rule.DISPLAY) == "U 6.3"


def remedies() -> set[Remedy]:
    """Every remedy in the document's rows."""
    return {step.remedy for row in DOCUMENT.irregularities for step in row.steps}
