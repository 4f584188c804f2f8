import pytest

from punto.core.cards import card, rank
from punto.core.facts import Winner, point_total, point_value
from punto.core.irregularities import Circumstance, Irregularity, Remedy, RemedyStep, Trigger
from punto.core.rulebook import WagerGroup
from punto.core.rules import Rule
from punto.core.settlement import settle
from punto.core.shoe import Cut, Shoe, deal_round
from punto.core.staff_positions import Permission, StaffPosition
from punto.core.standings import Standing, standings
from punto.core.tableau import WrongCard, ending, lay_out
from punto.games.mbs_tiger_no_commission_2022 import DOCUMENT
from punto.games.mbs_tiger_no_commission_2022 import TIGER_NO_COMMISSION_LIVE as TIGER
from tests.clauses import clause
from tests.documents.mbs_tiger_no_commission_2022.authority import who_may
from tests.rounds import played, won_cents


@clause("mbs-tiger-no-commission-2022", "3.1")
def test_3_1_the_dealer_opens_a_round_by_calling_for_bets() -> None:
    assert DOCUMENT.opening == ("Place your bets, please",)
    assert who_may(Permission.OPEN_BETS) == {(StaffPosition.DEALER, "3.1")}


@clause("mbs-tiger-no-commission-2022", "3.2")
def test_3_2_the_dealer_closes_the_bets_by_calling_no_more_bets() -> None:
    assert DOCUMENT.closing == ("No more bets",)
    assert who_may(Permission.CLOSE_BETS) == {(StaffPosition.DEALER, "3.2")}


@clause("mbs-tiger-no-commission-2022", "3.3", "3.3.1")
@pytest.mark.parametrize(
    ("letter", "points"),
    [("A", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7), ("8", 8), ("9", 9)],
)
def test_3_3_1_two_to_nine_count_their_pips_and_an_ace_one(letter: str, points: int) -> None:
    assert point_value(rank(letter)) == points


@clause("mbs-tiger-no-commission-2022", "3.3", "3.3.2")
@pytest.mark.parametrize("letter", ["T", "J", "Q", "K"])
def test_3_3_2_tens_and_court_cards_count_nothing(letter: str) -> None:
    assert point_value(rank(letter)) == 0


@clause("mbs-tiger-no-commission-2022", "3.4", "3.4.1")
@pytest.mark.parametrize(
    ("hand", "total"), [("KQ", 0), ("A2", 3), ("45", 9), ("K9", 9), ("KQJ", 0), ("234", 9)]
)
def test_3_4_1_a_sum_below_ten_is_the_total(hand: str, total: int) -> None:
    assert point_total(*map(rank, hand)) == total


@clause("mbs-tiger-no-commission-2022", "3.4", "3.4.2")
@pytest.mark.parametrize(
    ("hand", "total"), [("46", 0), ("9A", 0), ("99", 8), ("929", 0), ("899", 6), ("55K", 0)]
)
def test_3_4_2_the_right_digit_of_a_sum_from_ten_upwards_is_the_total(
    hand: str, total: int
) -> None:
    assert point_total(*map(rank, hand)) == total


@clause("mbs-tiger-no-commission-2022", "3.5")
def test_3_5_there_are_eight_wagers_and_all_are_always_on_offer() -> None:
    assert {wager.name for wager in TIGER.wagers if not wager.optional} == {
        "Player",
        "Banker",
        "Tie",
        "Tiger",
        "Big Tiger",
        "Small Tiger",
        "Tiger Pair",
        "Tiger Tie",
    }
    assert len(TIGER.wagers) == 8


@clause("mbs-tiger-no-commission-2022", "3.5")
@pytest.mark.parametrize(
    ("wager", "line"),
    [
        ("tie", "7s Kd / 7c Qh"),
        ("tiger", "Ks 2d Kh / Kc 6h"),
        ("big_tiger", "Ks 2d Kh / Kc 2h 4d"),
        ("small_tiger", "Ks 2d Kh / Kc 6h"),
        ("tiger_pair", "9s 9d / Kc 7h"),
        ("tiger_tie", "6s Kd / Kc 6h"),
    ],
)
def test_3_5_a_side_wager_wins_without_a_wager_on_a_hand(wager: str, line: str) -> None:
    # No clause asks for a Player or Banker wager beside it (R28).
    (only,) = settle(TIGER, played(TIGER, line), {wager: 5_00})
    assert only.win_cents > 0


@clause("mbs-tiger-no-commission-2022", "3.5.1")
def test_3_5_1_a_stake_outside_the_limits_is_refused_by_this_clause() -> None:
    assert TIGER.cite(Rule.LIMITS) == "T 3.5.1"


@clause("mbs-tiger-no-commission-2022", "3.6")
def test_3_6_three_wagers_may_lie_at_one_playing_area() -> None:
    assert DOCUMENT.wagers_per_area == 3
    assert TIGER.cite(Rule.WAGERS_PER_AREA) == "T 3.6"


@clause("mbs-tiger-no-commission-2022", "3.6.1")
def test_3_6_1_the_pit_manager_may_allow_fewer_wagers_at_an_area() -> None:
    assert who_may(Permission.RESTRICT_WAGERS_PER_AREA) == {(StaffPosition.PIT_MANAGER, "3.6.1")}


@clause("mbs-tiger-no-commission-2022", "3.7")
def test_3_7_dealer_pit_supervisor_and_pit_manager_may_place_for_a_patron() -> None:
    assert who_may(Permission.PLACE_FOR_PATRON) == {
        (StaffPosition.DEALER, "3.7"),
        (StaffPosition.PIT_SUPERVISOR, "3.7"),
        (StaffPosition.PIT_MANAGER, "3.7"),
    }


@clause("mbs-tiger-no-commission-2022", "3.7")
def test_3_7_a_wager_placed_by_mistake_remains_in_play() -> None:
    (row,) = [each for each in DOCUMENT.irregularities if each.trigger is Trigger.WRONG_SELECTION]
    assert row == Irregularity(Trigger.WRONG_SELECTION, ("3.7",), (RemedyStep(Remedy.PLAY_ON),))


@clause("mbs-tiger-no-commission-2022", "3.12", "3.12.1", "3.12.2")
def test_3_12_the_first_four_cards_go_to_player_banker_player_banker() -> None:
    tableau, left_over = lay_out(TIGER.order, map(card, ["9s", "Kc", "9d", "6h"]))
    assert tableau == played(TIGER, "9s 9d / Kc 6h")
    assert left_over == ()


@clause("mbs-tiger-no-commission-2022", "3.12", "3.12.1")
def test_3_12_1_the_first_and_third_cards_are_the_player_hand() -> None:
    tableau, _ = lay_out(TIGER.order, map(card, ["As", "2s", "3s", "4s"]))
    assert tableau.player == (card("As"), card("3s"))


@clause("mbs-tiger-no-commission-2022", "3.12", "3.12.2")
def test_3_12_2_the_second_and_fourth_cards_are_the_banker_hand() -> None:
    tableau, _ = lay_out(TIGER.order, map(card, ["As", "2s", "3s", "4s"]))
    assert tableau.banker == (card("2s"), card("4s"))


@clause("mbs-tiger-no-commission-2022", "3.12")
@pytest.mark.parametrize("line", ["As 3s /", "/ 2s", "As / 2s 4s"])
def test_3_12_a_hand_that_gets_its_cards_out_of_turn_is_refused(line: str) -> None:
    with pytest.raises(WrongCard) as refused:
        played(TIGER, line)
    assert TIGER.cite(refused.value.rule) == "T 3.12"


@clause("mbs-tiger-no-commission-2022", "3.13")
@pytest.mark.parametrize(
    ("line", "standing"),
    [
        ("2s 2d / Kc 3h", Standing.WON),
        ("2s 3d / Kc Kh", Standing.WON),
        ("2s 3d / Kc 3h", Standing.LOST),
        ("2s 3d / Kc", Standing.OPEN),
    ],
)
def test_3_13_the_first_four_cards_decide_tiger_pair(line: str, standing: Standing) -> None:
    assert standings(TIGER, played(TIGER, line))["tiger_pair"] is standing


@clause("mbs-tiger-no-commission-2022", "3.13")
def test_3_13_third_cards_change_nothing_about_tiger_pair() -> None:
    # Both third cards match a card of their hand.
    assert won_cents(TIGER, "2s 3d 3h / Kc 2h Kd", "tiger_pair") == -100_00


@clause("mbs-tiger-no-commission-2022", "3.15")
@pytest.mark.parametrize(
    ("line", "winner"),
    [
        ("9s Kd / Kc 8h", Winner.PLAYER),
        ("8s Kd / Kc 9h", Winner.BANKER),
        ("7s Kd / Kc 6h", Winner.PLAYER),
        ("6s Kd / Kc 2h 5d", Winner.BANKER),
        # The Banker hand's cards sum to more; its total is less.
        ("2s Ad Kh / 9c 3h Kd", Winner.PLAYER),
        # Two cards that make six against three that make seven.
        ("2s 3d 2h / Kc 6h", Winner.PLAYER),
    ],
)
def test_3_15_the_hand_with_the_higher_total_wins(line: str, winner: Winner) -> None:
    assert ending(played(TIGER, line)).winner == winner


@clause("mbs-tiger-no-commission-2022", "3.15.1")
@pytest.mark.parametrize("line", ["7s Kd / 7c Qh", "6s Kd / Kc 6h", "9s Kd / 4c 5h"])
@pytest.mark.parametrize("wager", ["player", "banker"])
def test_3_15_1_a_tie_returns_the_stakes_on_the_hands(wager: str, line: str) -> None:
    (only,) = settle(TIGER, played(TIGER, line), {wager: 100_00})
    assert (only.win_cents, only.return_cents) == (0, 100_00)
    assert only.line is not None
    assert only.line.clause == "3.15.1"


@clause("mbs-tiger-no-commission-2022", "3.15.1")
@pytest.mark.parametrize("line", ["7s Kd / 7c Qh", "6s Kd / Kc 6h"])
def test_3_15_1_the_tie_wager_wins_on_a_tie(line: str) -> None:
    assert won_cents(TIGER, line, "tie") == 800_00


@clause("mbs-tiger-no-commission-2022", "3.15.1")
def test_3_15_1_tiger_tie_wins_on_a_tie_of_six_only() -> None:
    assert won_cents(TIGER, "6s Kd / Kc 6h", "tiger_tie") == 3_500_00
    assert won_cents(TIGER, "7s Kd / 7c Qh", "tiger_tie") == -100_00


@clause("mbs-tiger-no-commission-2022", "3.15.1")
def test_3_15_1_only_the_wagers_on_the_hands_are_returned_on_a_tie() -> None:
    returned = {wager.group for wager in TIGER.wagers for line in wager.lines if line.pays.is_push}
    assert returned == {WagerGroup.PLAYER, WagerGroup.BANKER}


@clause("mbs-tiger-no-commission-2022", "3.16")
def test_3_16_the_pit_manager_may_allow_squeezing() -> None:
    assert who_may(Permission.ALLOW_SQUEEZING) == {(StaffPosition.PIT_MANAGER, "3.16")}


@clause("mbs-tiger-no-commission-2022", "3.17")
def test_3_17_a_round_in_which_the_cutting_card_appears_is_dealt_to_its_end() -> None:
    cards = tuple(map(card, ["2s", "Kc", "3d", "Qh", "9h", "5d", "7c", "8c"]))
    shoe = Shoe(cards, Cut(cards_behind=6))
    tableau, after = deal_round(TIGER.order, shoe)
    assert not shoe.is_cutting_card_out
    assert tableau == played(TIGER, "2s 3d 9h / Kc Qh 5d")
    # With it the shoe ends (R17).
    assert after.is_cutting_card_out


@clause("mbs-tiger-no-commission-2022", "3.17")
def test_3_17_the_cutting_card_affects_no_wager() -> None:
    (row,) = [each for each in DOCUMENT.irregularities if each.clauses == ("3.17",)]
    assert row == Irregularity(Trigger.CUTTING_CARD, ("3.17",), (RemedyStep(Remedy.PLAY_ON),))


@clause("mbs-tiger-no-commission-2022", "3.17.1")
def test_3_17_1_the_dealer_may_allow_withdrawal_when_the_cutting_card_comes_first_in_hlga() -> None:
    (row,) = [each for each in DOCUMENT.irregularities if each.clauses == ("3.17.1",)]
    assert row.trigger is Trigger.CUTTING_CARD
    assert row.when == (Circumstance.FIRST_CARD_IN_HLGA,)
    assert [(step.remedy, step.position) for step in row.steps] == [
        (Remedy.OFFER_WITHDRAWAL, StaffPosition.DEALER),
        (Remedy.PLAY_ON, None),
    ]
    assert who_may(Permission.ALLOW_WITHDRAWAL_AT_CUTTING_CARD) == {
        (StaffPosition.DEALER, "3.17.1")
    }


@clause("mbs-tiger-no-commission-2022", "3.17.1")
def test_3_17_1_the_house_decides_how_much_a_patron_may_withdraw() -> None:
    (row,) = [each for each in DOCUMENT.irregularities if each.clauses == ("3.17.1",)]
    assert {step.detail for step in row.steps} == {None}
