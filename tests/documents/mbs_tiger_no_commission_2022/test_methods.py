import pytest

from punto.core import notation
from punto.core.cards import card
from punto.core.rulebook import DealingMethod, DealingMethodRule
from punto.core.sides import Side
from punto.core.staff_positions import Permission, StaffPosition
from punto.core.tableau import lay_out, next_sides
from punto.games.mbs_tiger_no_commission_2022 import DOCUMENT
from punto.games.mbs_tiger_no_commission_2022 import TIGER_NO_COMMISSION_LIVE as TIGER
from tests.clauses import clause
from tests.documents.mbs_tiger_no_commission_2022.authority import who_may
from tests.rounds import played


def method(name: DealingMethod) -> DealingMethodRule:
    """The rule of the document on a method."""
    (only,) = [each for each in DOCUMENT.methods if each.method is name]
    return only


@clause("mbs-tiger-no-commission-2022", "3.8")
def test_3_8_a_round_is_conducted_by_one_of_three_methods() -> None:
    assert [each.method for each in DOCUMENT.methods] == [
        DealingMethod.A,
        DealingMethod.B,
        DealingMethod.C,
    ]


@clause("mbs-tiger-no-commission-2022", "3.8.1")
@pytest.mark.parametrize("name", [DealingMethod.A, DealingMethod.B])
def test_3_8_1_no_patron_draws_cards_under_a_and_b(name: DealingMethod) -> None:
    assert not method(name).patron_draws
    assert who_may(Permission.DRAW_CARDS) == {(StaffPosition.DEALER, "3.8.1")}


@clause("mbs-tiger-no-commission-2022", "3.8.2")
@pytest.mark.parametrize("name", [DealingMethod.A, DealingMethod.B])
def test_3_8_2_the_pit_manager_chooses_between_a_and_b_anywhere(name: DealingMethod) -> None:
    assert method(name).allowed_by is StaffPosition.PIT_MANAGER
    assert not method(name).only_in_hlga
    assert who_may(Permission.CHOOSE_METHOD_A_OR_B) == {(StaffPosition.PIT_MANAGER, "3.8.2")}


@clause("mbs-tiger-no-commission-2022", "3.8.2")
def test_3_8_2_an_assistant_casino_manager_may_allow_c_in_hlga_only() -> None:
    assert method(DealingMethod.C).allowed_by is StaffPosition.ASSISTANT_CASINO_MANAGER
    assert method(DealingMethod.C).only_in_hlga
    assert who_may(Permission.ALLOW_METHOD_C) == {(StaffPosition.ASSISTANT_CASINO_MANAGER, "3.8.2")}


@clause("mbs-tiger-no-commission-2022", "3.9")
def test_3_9_under_method_a_the_dealer_draws_and_patrons_handle_the_cards() -> None:
    rule = method(DealingMethod.A)
    assert rule.clause == "3.9"
    assert (rule.patron_draws, rule.patrons_handle_cards) == (False, True)


@clause("mbs-tiger-no-commission-2022", "3.9.1")
def test_3_9_1_the_dealer_announces() -> None:
    assert who_may(Permission.ANNOUNCE) == {(StaffPosition.DEALER, "3.9.1")}


@clause("mbs-tiger-no-commission-2022", "3.9.2")
def test_3_9_2_the_dealer_passes_the_cards() -> None:
    assert who_may(Permission.PASS_CARDS) == {(StaffPosition.DEALER, "3.9.2")}


@clause("mbs-tiger-no-commission-2022", "3.9.2")
def test_3_9_2_both_hands_may_lie_face_down_while_patrons_hold_them() -> None:
    in_hand = played(TIGER, "? ? / ? ?")
    assert in_hand.is_initial_deal_complete
    assert next_sides(in_hand) == {Side.PLAYER, Side.BANKER, None}


@clause("mbs-tiger-no-commission-2022", "3.9.4.1")
def test_3_9_4_1_the_pit_supervisor_chooses_the_handler_if_the_stakes_do_not() -> None:
    assert who_may(Permission.CHOOSE_CARD_HANDLER) == {(StaffPosition.PIT_SUPERVISOR, "3.9.4.1")}


@clause("mbs-tiger-no-commission-2022", "3.9.6")
def test_3_9_6_the_dealer_chooses_the_hand_shown_first() -> None:
    assert who_may(Permission.CHOOSE_FIRST_HAND_SHOWN) == {(StaffPosition.DEALER, "3.9.6")}


@clause("mbs-tiger-no-commission-2022", "3.9.6")
@pytest.mark.parametrize("line", ["2s 3d / ? ?", "? ? / Kc 6h"])
def test_3_9_6_either_hand_may_be_shown_first(line: str) -> None:
    assert notation.format_round(played(TIGER, line)) == line


@clause("mbs-tiger-no-commission-2022", "3.9.7")
def test_3_9_7_a_third_card_face_down_leaves_open_whether_the_banker_hand_draws() -> None:
    # A Banker hand on six draws only after a six or a seven.
    assert next_sides(played(TIGER, "2s 3d ? / Kc 6h")) == {Side.BANKER, None}


@clause("mbs-tiger-no-commission-2022", "3.9.7")
def test_3_9_7_a_face_down_third_card_that_cannot_matter_delays_nothing() -> None:
    assert next_sides(played(TIGER, "2s 3d ? / Kc 2h")) == {Side.BANKER}
    assert next_sides(played(TIGER, "2s 3d ? / Kc 7h")) == {None}


@clause("mbs-tiger-no-commission-2022", "3.10", "3.10.1")
def test_3_10_under_method_b_the_dealer_draws_and_keeps_the_cards() -> None:
    rule = method(DealingMethod.B)
    assert rule.clause == "3.10"
    assert (rule.patron_draws, rule.patrons_handle_cards) == (False, False)


@clause("mbs-tiger-no-commission-2022", "3.10.2")
def test_3_10_2_method_b_is_the_only_one_that_keeps_cards_from_patrons() -> None:
    # Under this method no patron squeezes, although 3.16 allows it elsewhere (R30).
    kept = [each.method for each in DOCUMENT.methods if not each.patrons_handle_cards]
    assert kept == [DealingMethod.B]


@clause("mbs-tiger-no-commission-2022", "3.11", "3.11.1")
def test_3_11_under_method_c_a_patron_draws_and_patrons_handle_the_cards() -> None:
    rule = method(DealingMethod.C)
    assert rule.clause == "3.11"
    assert (rule.patron_draws, rule.patrons_handle_cards) == (True, True)


@clause("mbs-tiger-no-commission-2022", "3.11.2")
def test_3_11_2_an_assistant_casino_manager_may_let_a_patron_draw_without_a_wager() -> None:
    assert who_may(Permission.ALLOW_DRAWING_WITHOUT_WAGER) == {
        (StaffPosition.ASSISTANT_CASINO_MANAGER, "3.11.2")
    }


@clause("mbs-tiger-no-commission-2022", "3.11.4")
def test_3_11_4_staff_have_a_patron_to_watch_drawing_under_method_c_alone() -> None:
    assert [each.method for each in DOCUMENT.methods if each.patron_draws] == [DealingMethod.C]


@clause("mbs-tiger-no-commission-2022", "3.11.5")
def test_3_11_5_each_hand_once_turned_up_lies_in_its_own_area() -> None:
    tableau = played(TIGER, "9s 4d / ? ?")
    assert tableau.player == (card("9s"), card("4d"))
    assert tableau.banker == (None, None)


@clause("mbs-tiger-no-commission-2022", "3.11.7")
def test_3_11_7_third_cards_once_turned_up_lie_with_the_hands_that_drew_them() -> None:
    tableau, _ = lay_out(TIGER.order, map(card, ["2s", "Kc", "3d", "Qh", "9h", "5d"]))
    assert tableau.player[2:] == (card("9h"),)
    assert tableau.banker[2:] == (card("5d"),)


@clause("mbs-tiger-no-commission-2022", "3.11.7")
def test_3_11_7_a_fifth_card_lies_with_the_banker_hand_where_the_player_hand_stood() -> None:
    tableau, _ = lay_out(TIGER.order, map(card, ["6s", "Kc", "Kd", "Qh", "9h"]))
    assert tableau.player[2:] == ()
    assert tableau.banker[2:] == (card("9h"),)
