import pytest

from punto.core.cards import card
from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Irregularity, Remedy, RemedyDetail, RemedyStep, Trigger
from punto.core.rules import Rule
from punto.core.shoe import Cut, Shoe, deal_round
from punto.core.staff_positions import Permission, StaffPosition
from punto.core.standings import Standing, is_conclusive, standings
from punto.core.tableau import lay_out
from punto.games.clauses.mbs_tiger_no_commission_2022 import REGISTER
from punto.games.mbs_tiger_no_commission_2022 import DOCUMENT
from punto.games.mbs_tiger_no_commission_2022 import TIGER_NO_COMMISSION_LIVE as TIGER
from tests.clauses import clause
from tests.documents.mbs_tiger_no_commission_2022.authority import who_may
from tests.rounds import played

ON_OFFER = [wager.key for wager in TIGER.wagers]
DECK_FAULTS = [Trigger.FOREIGN_CARD, Trigger.CARD_COUNT, Trigger.UNSHUFFLED]


def row(number: str, trigger: Trigger, *when: When) -> Irregularity:
    """The one row of a clause for a trigger in these circumstances."""
    (only,) = [
        each
        for each in DOCUMENT.irregularities
        if number in each.clauses and each.trigger is trigger and set(each.when) == set(when)
    ]
    return only


def steps(number: str, trigger: Trigger, *when: When) -> tuple[RemedyStep, ...]:
    """The remedies of that row, in order."""
    return row(number, trigger, *when).steps


def rows_citing(number: str) -> list[Irregularity]:
    """Every row of a clause."""
    return [each for each in DOCUMENT.irregularities if number in each.clauses]


def test_every_clause_of_section_5_has_a_row() -> None:
    section = {each.number for each in REGISTER if each.number.startswith("5.")}
    cited = {number for each in DOCUMENT.irregularities for number in each.clauses}
    assert len(section) == 38
    assert section <= cited


def test_each_row_has_one_trigger_and_one_set_of_circumstances() -> None:
    situations = [(each.trigger, frozenset(each.when)) for each in DOCUMENT.irregularities]
    assert len(situations) == len(set(situations))


@clause("mbs-tiger-no-commission-2022", "5.1")
def test_5_1_foreign_extra_missing_and_unshuffled_cards_are_faults_of_the_deck() -> None:
    assert [each.trigger for each in rows_citing("5.1")] == DECK_FAULTS


@clause("mbs-tiger-no-commission-2022", "5.1.1")
@pytest.mark.parametrize("trigger", DECK_FAULTS)
def test_5_1_1_a_fault_of_the_deck_voids_the_round_at_any_time(trigger: Trigger) -> None:
    assert steps("5.1.1", trigger, When.IN_ROUND) == (RemedyStep(Remedy.VOID),)


@clause("mbs-tiger-no-commission-2022", "5.1.2")
def test_5_1_2_earlier_rounds_remain_settled_after_a_fault_of_the_deck() -> None:
    assert [each.trigger for each in rows_citing("5.1.2")] == DECK_FAULTS
    # No row of this document affects a round that was settled before.
    assert not any(When.BEFORE_NEXT_ROUND in each.when for each in DOCUMENT.irregularities)


@clause("mbs-tiger-no-commission-2022", "5.2")
def test_5_2_an_order_that_cannot_be_reconstructed_voids_the_round() -> None:
    circumstances = (When.IN_ROUND, When.CANNOT_BE_RECONSTRUCTED)
    assert steps("5.2", Trigger.ORDER_LOST, *circumstances) == (RemedyStep(Remedy.VOID),)


@clause("mbs-tiger-no-commission-2022", "5.3")
def test_5_3_too_few_cards_to_complete_the_round_void_it() -> None:
    assert steps("5.3", Trigger.SHOE_SHORT) == (RemedyStep(Remedy.VOID),)


@clause("mbs-tiger-no-commission-2022", "5.3")
def test_5_3_a_shoe_is_short_only_when_the_table_of_play_requires_a_card() -> None:
    natural = Shoe(tuple(map(card, ["9s", "Kc", "Kd", "Qh"])), Cut(cards_behind=6))
    tableau, after = deal_round(TIGER.order, natural)
    assert tableau == played(TIGER, "9s Kd / Kc Qh")
    assert after.cards_left == 0
    no_natural = Shoe(tuple(map(card, ["2s", "Kc", "Kd", "Qh"])), Cut(cards_behind=6))
    with pytest.raises(ValueError, match="the shoe is empty"):
        deal_round(TIGER.order, no_natural)


@clause("mbs-tiger-no-commission-2022", "5.4")
def test_5_4_the_late_part_of_a_wager_does_not_count_and_the_rest_remains() -> None:
    assert steps("5.4", Trigger.LATE_WAGER) == (
        RemedyStep(Remedy.PLAY_ON, RemedyDetail.WITHOUT_LATE_PART),
    )
    assert TIGER.cite(Rule.NO_LATE_WAGER) == "T 5.4"


@clause("mbs-tiger-no-commission-2022", "5.5")
def test_5_5_a_wager_lifted_after_the_close_is_settled_as_if_present() -> None:
    assert steps("5.5", Trigger.LATE_WITHDRAWAL) == (
        RemedyStep(Remedy.PLAY_ON, RemedyDetail.AS_IF_STILL_THERE),
    )
    assert TIGER.cite(Rule.NO_LATE_WITHDRAWAL) == "T 5.5"


@clause("mbs-tiger-no-commission-2022", "5.6")
def test_5_6_a_card_found_face_up_after_the_first_card_is_played() -> None:
    assert steps("5.6", Trigger.FACE_UP, When.AFTER_FIRST_CARD) == (RemedyStep(Remedy.PLAY_ON),)


@clause("mbs-tiger-no-commission-2022", "5.7")
def test_5_7_a_wrong_order_is_reconstructed_and_the_round_continues() -> None:
    assert [step.remedy for step in steps("5.7", Trigger.WRONG_ORDER)] == [
        Remedy.RECONSTRUCT,
        Remedy.PLAY_ON,
    ]


@clause("mbs-tiger-no-commission-2022", "5.7")
def test_5_7_cards_passed_to_the_wrong_patron_leave_the_round_unchanged() -> None:
    assert steps("5.7", Trigger.WRONG_PATRON) == (RemedyStep(Remedy.PLAY_ON),)


@clause("mbs-tiger-no-commission-2022", "5.7.1")
def test_5_7_1_cards_not_passed_or_shown_in_error_need_no_reconstruction() -> None:
    assert steps("5.7.1", Trigger.NOT_PASSED) == (RemedyStep(Remedy.PLAY_ON),)
    assert "5.7" not in row("5.7.1", Trigger.NOT_PASSED).clauses


@clause("mbs-tiger-no-commission-2022", "5.8")
def test_5_8_cards_drawn_at_once_in_a_known_order_are_reconstructed() -> None:
    known = steps("5.8", Trigger.DRAWN_TOGETHER, When.ORDER_KNOWN)
    assert known[-1] == RemedyStep(Remedy.RECONSTRUCT)
    assert Remedy.VOID not in [step.remedy for step in known]


@clause("mbs-tiger-no-commission-2022", "5.8")
def test_5_8_a_card_beyond_the_round_is_left_for_the_next_one() -> None:
    # Hands follow the order drawn; the last card was an excess card (R25).
    tableau, left_over = lay_out(TIGER.order, map(card, ["6s", "Kc", "Kd", "7h", "9h"]))
    assert tableau == played(TIGER, "6s Kd / Kc 7h")
    assert left_over == (card("9h"),)


@clause("mbs-tiger-no-commission-2022", "5.8.1")
def test_5_8_1_patrons_may_withdraw_before_the_cards_are_reconstructed() -> None:
    known = steps("5.8.1", Trigger.DRAWN_TOGETHER, When.ORDER_KNOWN)
    assert [step.remedy for step in known] == [Remedy.OFFER_WITHDRAWAL, Remedy.RECONSTRUCT]


@clause("mbs-tiger-no-commission-2022", "5.8.2")
def test_5_8_2_the_remedy_for_an_unknown_order_depends_on_the_initial_deal() -> None:
    assert {each.when for each in rows_citing("5.8.2")} == {
        (When.ORDER_UNKNOWN, When.IN_INITIAL_DEAL),
        (When.ORDER_UNKNOWN, When.AFTER_INITIAL_DEAL),
    }


@clause("mbs-tiger-no-commission-2022", "5.8.2.1")
def test_5_8_2_1_an_unknown_order_in_the_initial_deal_voids_the_round() -> None:
    circumstances = (When.ORDER_UNKNOWN, When.IN_INITIAL_DEAL)
    assert steps("5.8.2.1", Trigger.DRAWN_TOGETHER, *circumstances) == (RemedyStep(Remedy.VOID),)


@clause("mbs-tiger-no-commission-2022", "5.8.2.2")
def test_5_8_2_2_later_the_pit_manager_fixes_the_order_and_then_patrons_choose() -> None:
    circumstances = (When.ORDER_UNKNOWN, When.AFTER_INITIAL_DEAL)
    # A patron withdraws all open wagers or none; decided ones stay decided (R18).
    assert steps("5.8.2.2", Trigger.DRAWN_TOGETHER, *circumstances) == (
        RemedyStep(Remedy.RULING, RemedyDetail.ORDER_OF_CARDS, StaffPosition.PIT_MANAGER),
        RemedyStep(Remedy.OFFER_WITHDRAWAL, RemedyDetail.ALL_REMAINING_WAGERS),
        RemedyStep(Remedy.PLAY_ON),
    )
    assert who_may(Permission.FIX_ORDER_OF_CARDS) == {(StaffPosition.PIT_MANAGER, "5.8.2.2")}


@clause("mbs-tiger-no-commission-2022", "5.8.2.2")
def test_5_8_2_2_wagers_that_the_initial_deal_decided_no_longer_remain() -> None:
    by_wager = standings(TIGER, played(TIGER, "2s 2d / Kc 3h"))
    assert [key for key in ON_OFFER if by_wager[key] is not Standing.OPEN] == [
        "small_tiger",
        "tiger_pair",
    ]


@clause("mbs-tiger-no-commission-2022", "5.9")
def test_5_9_a_reset_device_lets_patrons_withdraw_and_then_wager_again() -> None:
    assert [step.remedy for step in steps("5.9", Trigger.DEVICE_RESET)] == [
        Remedy.OFFER_WITHDRAWAL,
        Remedy.REOPEN_BETS,
    ]
    assert who_may(Permission.REOPEN_AFTER_RESET) == {(StaffPosition.DEALER, "5.9")}


@clause("mbs-tiger-no-commission-2022", "5.10")
def test_5_10_the_dealer_turns_up_the_cards_of_an_absent_patron() -> None:
    assert steps("5.10", Trigger.HANDLER_ABSENT) == (RemedyStep(Remedy.PLAY_ON),)
    assert who_may(Permission.EXPOSE_FOR_ABSENT_PATRON) == {(StaffPosition.DEALER, "5.10")}


@clause("mbs-tiger-no-commission-2022", "5.11")
def test_5_11_the_procedure_is_for_cards_of_unknown_value() -> None:
    assert {each.when for each in rows_citing("5.11")} == {(When.VALUE_UNKNOWN,)}
    assert {each.trigger for each in rows_citing("5.11")} == {Trigger.LEFT_WITH_CARDS}


@clause("mbs-tiger-no-commission-2022", "5.11.1")
def test_5_11_1_a_gaming_shift_manager_is_present_when_the_missing_card_is_replaced() -> None:
    first, *_ = steps("5.11.1", Trigger.LEFT_WITH_CARDS, When.VALUE_UNKNOWN)
    assert first.position is StaffPosition.GAMING_SHIFT_MANAGER
    assert who_may(Permission.WITNESS_MISSING_CARD) == {
        (StaffPosition.GAMING_SHIFT_MANAGER, "5.11.1")
    }


@clause("mbs-tiger-no-commission-2022", "5.11.2", "5.11.2.1", "5.11.3")
@pytest.mark.parametrize("number", ["5.11.2", "5.11.2.1", "5.11.3"])
def test_5_11_2_to_5_11_3_the_missing_card_is_found_and_replaced_first(number: str) -> None:
    first, *_ = steps(number, Trigger.LEFT_WITH_CARDS, When.VALUE_UNKNOWN)
    assert (first.remedy, first.detail) == (Remedy.REPLACE_CARDS, RemedyDetail.MISSING_CARD)


@clause("mbs-tiger-no-commission-2022", "5.11.4")
def test_5_11_4_the_round_is_then_completed() -> None:
    _, second, _ = steps("5.11.4", Trigger.LEFT_WITH_CARDS, When.VALUE_UNKNOWN)
    assert second == RemedyStep(Remedy.PLAY_ON)


@clause("mbs-tiger-no-commission-2022", "5.11.5")
def test_5_11_5_all_cards_must_be_replaced_before_play_resumes() -> None:
    *_, last = steps("5.11.5", Trigger.LEFT_WITH_CARDS, When.VALUE_UNKNOWN)
    assert last == RemedyStep(Remedy.REPLACE_CARDS, RemedyDetail.MUST)


@clause("mbs-tiger-no-commission-2022", "5.12")
def test_5_12_both_rows_for_a_moved_device_belong_to_method_c() -> None:
    assert {each.trigger for each in rows_citing("5.12")} == {
        Trigger.EXPOSED_BY_MOVE,
        Trigger.ORDER_LOST,
    }
    assert all(When.METHOD_C in each.when for each in rows_citing("5.12"))


@clause("mbs-tiger-no-commission-2022", "5.12.1")
def test_5_12_1_a_card_exposed_by_moving_the_device_is_played() -> None:
    assert steps("5.12.1", Trigger.EXPOSED_BY_MOVE, When.METHOD_C) == (RemedyStep(Remedy.PLAY_ON),)


@clause("mbs-tiger-no-commission-2022", "5.12.2")
def test_5_12_2_an_order_lost_under_method_c_voids_the_round_and_the_cards_must_be_new() -> None:
    circumstances = (When.IN_ROUND, When.METHOD_C, When.CANNOT_BE_RECONSTRUCTED)
    assert steps("5.12.2", Trigger.ORDER_LOST, *circumstances) == (
        RemedyStep(Remedy.VOID),
        RemedyStep(Remedy.REPLACE_CARDS, RemedyDetail.MUST),
    )


@clause("mbs-tiger-no-commission-2022", "5.13")
def test_5_13_after_a_void_the_cards_may_be_replaced() -> None:
    assert steps("5.13", Trigger.AFTER_VOID) == (
        RemedyStep(Remedy.REPLACE_CARDS, RemedyDetail.MAY),
    )


@clause("mbs-tiger-no-commission-2022", "5.14")
def test_5_14_a_wager_under_the_minimum_is_settled_one_time_only() -> None:
    assert steps("5.14", Trigger.UNDER_MINIMUM) == (
        RemedyStep(Remedy.SETTLE_TO_LIMIT, RemedyDetail.ONE_TIME_ONLY),
    )


@clause("mbs-tiger-no-commission-2022", "5.15")
def test_5_15_a_wager_over_the_maximum_is_settled_up_to_it() -> None:
    assert steps("5.15", Trigger.OVER_MAXIMUM) == (
        RemedyStep(Remedy.SETTLE_TO_LIMIT, RemedyDetail.TO_MAXIMUM),
    )


@clause("mbs-tiger-no-commission-2022", "5.16")
def test_5_16_no_past_round_is_voided_for_a_wager_outside_the_limits() -> None:
    assert {each.trigger for each in rows_citing("5.16")} == {
        Trigger.UNDER_MINIMUM,
        Trigger.OVER_MAXIMUM,
    }
    remedies = {step.remedy for each in rows_citing("5.16") for step in each.steps}
    assert remedies == {Remedy.SETTLE_TO_LIMIT}


@clause("mbs-tiger-no-commission-2022", "5.17")
def test_5_17_a_power_failure_never_voids_the_round() -> None:
    assert {each.when for each in rows_citing("5.17")} == {
        (When.POWER_FAILURE, When.NOT_ESTABLISHED),
        (When.POWER_FAILURE, When.ESTABLISHED),
    }
    assert all(each.steps[-1] == RemedyStep(Remedy.PLAY_ON) for each in rows_citing("5.17"))


@clause("mbs-tiger-no-commission-2022", "5.17.1")
def test_5_17_1_without_an_established_outcome_a_patron_may_withdraw_all_wagers() -> None:
    circumstances = (When.POWER_FAILURE, When.NOT_ESTABLISHED)
    assert steps("5.17.1", Trigger.INTERRUPTED, *circumstances) == (
        RemedyStep(Remedy.OFFER_WITHDRAWAL, RemedyDetail.ALL_WAGERS),
        RemedyStep(Remedy.PLAY_ON),
    )


@clause("mbs-tiger-no-commission-2022", "5.17.1")
@pytest.mark.parametrize("line", ["/", "2s /", "2s / Kc", "2s 3d / Kc", "Ks 5d / 6c"])
def test_5_17_1_three_cards_decide_nothing_without_a_pair_or_a_six(line: str) -> None:
    assert not is_conclusive(TIGER, played(TIGER, line), ON_OFFER)


@clause("mbs-tiger-no-commission-2022", "5.17.2")
def test_5_17_2_with_an_outcome_established_no_patron_may_withdraw() -> None:
    circumstances = (When.POWER_FAILURE, When.ESTABLISHED)
    assert steps("5.17.2", Trigger.INTERRUPTED, *circumstances) == (RemedyStep(Remedy.PLAY_ON),)


@clause("mbs-tiger-no-commission-2022", "5.17.2")
@pytest.mark.parametrize(
    "line",
    [
        # A pair wins Tiger Pair, though a second one may still raise what it pays (R11).
        "2s 2d / Kc",
        # No Banker six can win against a six, a seven or a natural.
        "6s Kd / Kc",
        "7s Kd / Kc",
        "8s Kd / Kc",
        "9s Kd / Kc",
        # Four cards always decide Tiger Pair.
        "2s 3d / Kc 4h",
    ],
)
def test_5_17_2_an_outcome_is_established_once_any_wager_on_offer_is_decided(line: str) -> None:
    assert is_conclusive(TIGER, played(TIGER, line), ON_OFFER)


@clause("mbs-tiger-no-commission-2022", "5.17.2")
def test_5_17_2_a_stake_returned_on_a_tie_is_neither_won_nor_lost() -> None:
    tie = played(TIGER, "9s Kd / Kc 9h")
    assert standings(TIGER, tie)["banker"] is Standing.PUSHED
    assert not is_conclusive(TIGER, tie, ["player", "banker"])


@clause("mbs-tiger-no-commission-2022", "5.18")
def test_5_18_only_the_differential_has_wagers_removed() -> None:
    removing = {
        each.trigger
        for each in DOCUMENT.irregularities
        for step in each.steps
        if step.detail is RemedyDetail.WAGERS_TO_REMOVE
    }
    assert removing == {Trigger.DIFFERENTIAL}
    assert {each.trigger for each in rows_citing("5.18")} == removing


@clause("mbs-tiger-no-commission-2022", "5.18.1")
def test_5_18_1_the_dealer_requests_lower_wagers() -> None:
    assert who_may(Permission.ASK_FOR_LOWER_WAGERS) == {(StaffPosition.DEALER, "5.18.1")}


@clause("mbs-tiger-no-commission-2022", "5.18.3")
def test_5_18_3_the_pit_manager_then_chooses_the_wagers_to_remove() -> None:
    assert steps("5.18.3", Trigger.DIFFERENTIAL) == (
        RemedyStep(Remedy.RULING, RemedyDetail.WAGERS_TO_REMOVE, StaffPosition.PIT_MANAGER),
    )
    assert who_may(Permission.REMOVE_WAGERS) == {(StaffPosition.PIT_MANAGER, "5.18.3")}
