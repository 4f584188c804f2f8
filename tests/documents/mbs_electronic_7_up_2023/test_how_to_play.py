import pytest

from punto.core.cards import rank
from punto.core.facts import Winner, point_total, point_value
from punto.core.irregularities import Irregularity, Remedy, RemedyStep, Trigger
from punto.core.rules import Rule
from punto.core.shoe import Cut, Shoe, deal_round
from punto.core.sides import Side
from punto.core.tableau import ending, lay_out, next_side
from punto.games.mbs_electronic_7_up_2023 import DOCUMENT, SEVEN_UP
from tests.clauses import clause
from tests.rounds import cards, played, refused_by, won_cents

RANKS = "A 2 3 4 5 6 7 8 9 T J Q K"


@clause("mbs-electronic-7-up-2023", "3.1")
def test_3_1_either_of_two_phrases_opens_the_betting() -> None:
    assert DOCUMENT.opening == ("Place your bets, please", "Bets are open")
    assert SEVEN_UP.cite(Rule.BETS_OPEN) == "U 3.1"


@clause("mbs-electronic-7-up-2023", "3.2")
def test_3_2_either_of_two_phrases_closes_the_betting() -> None:
    assert DOCUMENT.closing == ("No more bets", "Bets are closed")
    assert SEVEN_UP.cite(Rule.BETS_CLOSED) == "U 3.2"


@clause("mbs-electronic-7-up-2023", "3.3", "3.3.1")
@pytest.mark.parametrize(
    ("letter", "value"),
    [("A", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7), ("8", 8), ("9", 9)],
)
def test_3_3_1_an_ace_counts_one_and_two_to_nine_their_pips(letter: str, value: int) -> None:
    assert point_value(rank(letter)) == value


@clause("mbs-electronic-7-up-2023", "3.3", "3.3.2")
@pytest.mark.parametrize("letter", ["T", "J", "Q", "K"])
def test_3_3_2_tens_and_court_cards_count_nothing(letter: str) -> None:
    assert point_value(rank(letter)) == 0


@clause("mbs-electronic-7-up-2023", "3.4", "3.4.1")
@pytest.mark.parametrize(("dealt", "total"), [("K", 7), ("A", 8), ("2", 9)])
def test_3_4_1_a_sum_up_to_nine_is_the_total(dealt: str, total: int) -> None:
    assert point_total(*played(SEVEN_UP, f"{dealt}h / Kc 7d").ranks.player) == total


@clause("mbs-electronic-7-up-2023", "3.4", "3.4.2")
@pytest.mark.parametrize(
    ("dealt", "total"), [("3h Kd", 0), ("7h 6d", 0), ("8h 2d", 7), ("9h", 6), ("7h 9d", 3)]
)
def test_3_4_2_only_the_right_digit_counts_from_ten_upwards(dealt: str, total: int) -> None:
    assert ending(played(SEVEN_UP, f"{dealt} / Kc 7d")).player_total == total


@clause("mbs-electronic-7-up-2023", "3.5")
def test_3_5_a_wager_selected_by_mistake_stays_in_play() -> None:
    assert [row for row in DOCUMENT.irregularities if "3.5" in row.clauses] == [
        Irregularity(Trigger.WRONG_SELECTION, ("3.5",), (RemedyStep(Remedy.PLAY_ON),))
    ]
    assert SEVEN_UP.cite(Rule.OWN_SELECTION) == "U 3.5"


@clause("mbs-electronic-7-up-2023", "3.5.1")
def test_3_5_1_four_wagers_are_on_offer() -> None:
    assert [wager.name for wager in SEVEN_UP.wagers] == ["Player", "Banker", "Tie", "Super 7's"]


@clause("mbs-electronic-7-up-2023", "3.5.1")
def test_3_5_1_no_wager_is_left_to_the_house_to_offer() -> None:
    assert not any(wager.optional for wager in SEVEN_UP.wagers)


@clause("mbs-electronic-7-up-2023", "3.5.1")
@pytest.mark.parametrize(
    ("wager", "cents"),
    [("player", -100_00), ("banker", 180_00), ("tie", -100_00), ("super_sevens", 200_00)],
)
def test_3_5_1_a_wager_may_be_placed_alone(wager: str, cents: int) -> None:
    # A side wager needs no wager on a hand (R28).
    assert won_cents(SEVEN_UP, "7h Ks / Kc 2d 5d", wager) == cents


@clause("mbs-electronic-7-up-2023", "3.6")
def test_3_6_three_cards_are_dealt_to_two_hands() -> None:
    tableau, left = lay_out(SEVEN_UP.order, cards("Kc 9h 6d 5s"))
    assert [side for side, _ in tableau.cards_in_order()] == [Side.BANKER, Side.PLAYER, Side.BANKER]
    assert left == cards("5s")


@clause("mbs-electronic-7-up-2023", "3.6")
def test_3_6_the_printed_seven_never_comes_from_the_shoe() -> None:
    # R8: a round that needs no third card takes three cards.
    shoe = Shoe(cards("Kc 9h 6d 5s 4s 3s 2s"), Cut(6))
    tableau, after = deal_round(SEVEN_UP.order, shoe)
    assert (ending(tableau).player_cards, len(tableau.player)) == (2, 1)
    assert after.cards_dealt == 3


@clause("mbs-electronic-7-up-2023", "3.6", "3.6.1")
def test_3_6_1_cards_one_and_three_go_to_the_banker_hand() -> None:
    tableau, _ = lay_out(SEVEN_UP.order, cards("Kc 9h 6d"))
    assert tableau.banker == cards("Kc 6d")


@clause("mbs-electronic-7-up-2023", "3.6", "3.6.2")
def test_3_6_2_card_two_goes_to_the_player_hand() -> None:
    tableau, _ = lay_out(SEVEN_UP.order, cards("Kc 9h 6d"))
    assert tableau.player == cards("9h")


@clause("mbs-electronic-7-up-2023", "3.6")
@pytest.mark.parametrize("line", ["9h / ", " / Kc 6d", "9h 2h / Kc"])
def test_3_6_a_card_out_of_turn_is_refused(line: str) -> None:
    assert refused_by(SEVEN_UP, line) == "U 3.6"


@clause("mbs-electronic-7-up-2023", "3.7")
@pytest.mark.parametrize(
    "line",
    [
        "Ah / Kc Qd",
        "2h / Kc 5d",
        "Ah / Kc 7d",
        "3h / Kc 8d",
        "8h / 4c 5d",
        "9h / Kc 9d",
        "Ah / Kc 9d",
        "2h / Kc 9d",
    ],
)
def test_3_7_a_natural_on_either_hand_ends_the_deal(line: str) -> None:
    # R8: an Ace beside the printed seven makes eight, a two makes nine.
    assert next_side(played(SEVEN_UP, line)) is None


@clause("mbs-electronic-7-up-2023", "3.7")
def test_3_7_eight_on_three_cards_does_not_end_the_deal() -> None:
    assert next_side(played(SEVEN_UP, "8h 3d / Kc 3h")) is Side.BANKER


@clause("mbs-electronic-7-up-2023", "3.7")
@pytest.mark.parametrize("banker", ["Kc Qd", "Kc 7d"])
@pytest.mark.parametrize(
    "dealt", ["3h", "4h", "5h", "6h", "7h", "8h"], ids=["0", "1", "2", "3", "4", "5"]
)
def test_3_7_player_draws_on_0_to_5(dealt: str, banker: str) -> None:
    assert next_side(played(SEVEN_UP, f"{dealt} / {banker}")) is Side.PLAYER


@clause("mbs-electronic-7-up-2023", "3.7")
@pytest.mark.parametrize("dealt", ["9h", "Th", "Jh", "Qh", "Kh"])
def test_3_7_player_stands_on_6_and_7(dealt: str) -> None:
    assert next_side(played(SEVEN_UP, f"{dealt} / Kc Qd")) is Side.BANKER
    assert next_side(played(SEVEN_UP, f"{dealt} / Kc 7d")) is None


@clause("mbs-electronic-7-up-2023", "3.7")
@pytest.mark.parametrize("dealt", ["9h", "Kh"])
@pytest.mark.parametrize("banker", ["Kc Qd", "Kc Ad", "Kc 2d", "8c 5d", "Kc 4d", "9c 6d"])
def test_3_7_banker_draws_on_0_to_5_when_player_stands(dealt: str, banker: str) -> None:
    assert next_side(played(SEVEN_UP, f"{dealt} / {banker}")) is Side.BANKER


@clause("mbs-electronic-7-up-2023", "3.7")
@pytest.mark.parametrize("dealt", ["9h", "Kh"])
@pytest.mark.parametrize("banker", ["Kc 6d", "9c 8d"])
def test_3_7_banker_stands_on_6_and_7_when_player_stands(dealt: str, banker: str) -> None:
    assert next_side(played(SEVEN_UP, f"{dealt} / {banker}")) is None


@clause("mbs-electronic-7-up-2023", "3.7")
@pytest.mark.parametrize(
    ("banker", "thirds"),
    [
        ("Kc Qd", "A 2 3 4 5 6 7 8 9 T J Q K"),
        ("5c 6d", "A 2 3 4 5 6 7 8 9 T J Q K"),
        ("Kc 2d", "A 2 3 4 5 6 7 8 9 T J Q K"),
        ("Kc 3d", "A 2 3 4 5 6 7 9 T J Q K"),
        ("9c 5d", "2 3 4 5 6 7"),
        ("Kc 5d", "4 5 6 7"),
        ("9c 7d", "6 7"),
        ("Kc 7d", ""),
    ],
    ids=["on-0", "on-1", "on-2", "on-3", "on-4", "on-5", "on-6", "on-7"],
)
def test_3_7_banker_draws_on_these_third_cards_of_player_and_stands_on_the_rest(
    banker: str, thirds: str
) -> None:
    drawn_on = [
        each
        for each in RANKS.split()
        if next_side(played(SEVEN_UP, f"8h {each}d / {banker}")) is Side.BANKER
    ]
    assert drawn_on == thirds.split()


@clause("mbs-electronic-7-up-2023", "3.7")
@pytest.mark.parametrize(
    "line",
    [
        "Ah 2d / Kc 7d",  # after a natural of the Player hand
        "3h 2d / Kc 8d",  # after a natural of the Banker hand
        "9h 2d / Kc 7d",  # Player stands on six
        "Kh 2d / Kc 7d",  # Player stands on seven
        "Kh / Kc 6d 2d",  # Banker stands on six, Player having stood
        "3h / Kc 2d 5d",  # Player draws first
        "8h 8d / Kc 3d 4d",
        "8h Ad / Kc 4d 4h",
        "8h 3d / Kc 5d 4d",
        "8h 5d / Kc 6d 4d",
        "8h 6d / Kc 7d 4d",
        "3h 2d 2s / Kc 7d",  # a fourth card, the printed seven counted
    ],
)
def test_3_7_a_card_the_table_of_play_does_not_call_for_is_refused(line: str) -> None:
    assert refused_by(SEVEN_UP, line) == "U 3.7"


@clause("mbs-electronic-7-up-2023", "3.8")
@pytest.mark.parametrize(
    ("line", "winner"),
    [
        ("Kh / Kc 6d", Winner.PLAYER),
        ("9h / Kc 7d", Winner.BANKER),
        ("2h / Kc 8d", Winner.PLAYER),  # both natural: the higher one
        ("8h Kd / Kc 7d", Winner.BANKER),  # the Player hand's fifteen counts five
    ],
)
def test_3_8_the_higher_total_wins(line: str, winner: Winner) -> None:
    assert ending(played(SEVEN_UP, line)).winner == winner


@clause("mbs-electronic-7-up-2023", "3.8.1")
@pytest.mark.parametrize(
    ("line", "tie_cents"),
    [("Kh / Kc 7d", 900_00), ("9h / Kc 6d", 700_00), ("3h 5d / Kc 2d 3d", 700_00)],
)
def test_3_8_1_a_tie_returns_player_and_banker_wagers_and_tie_wins(
    line: str, tie_cents: int
) -> None:
    assert won_cents(SEVEN_UP, line, "player") == 0
    assert won_cents(SEVEN_UP, line, "banker") == 0
    assert won_cents(SEVEN_UP, line, "tie") == tie_cents


@clause("mbs-electronic-7-up-2023", "3.9")
def test_3_9_the_round_in_which_the_cutting_card_appears_is_completed() -> None:
    # Six cards lie behind the cutting card, so it comes before the fourth of nine.
    shoe = Shoe(cards("Kc 3h 2d 4s 5s 9s 8s 7s 6s"), Cut(6))
    tableau, after = deal_round(SEVEN_UP.order, shoe)
    assert not shoe.is_cutting_card_out
    assert after.is_cutting_card_out
    assert tableau == played(SEVEN_UP, "3h 4s / Kc 2d 5s")


@clause("mbs-electronic-7-up-2023", "3.9")
def test_3_9_the_cutting_card_does_not_stop_the_round() -> None:
    assert [row for row in DOCUMENT.irregularities if "3.9" in row.clauses] == [
        Irregularity(Trigger.CUTTING_CARD, ("3.9",), (RemedyStep(Remedy.PLAY_ON),))
    ]
