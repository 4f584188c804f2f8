import pytest

from punto.core.cards import card, rank
from punto.core.facts import Winner, point_total, point_value
from punto.core.rules import Rule
from punto.core.settlement import settle
from punto.core.sides import Side
from punto.core.staff_positions import Permission, PositionAuthority, StaffPosition
from punto.core.standings import Standing, standings
from punto.core.tableau import WrongCard, ending, lay_out, next_side
from punto.games.mbs_fortune_six_2019 import DOCUMENT, FORTUNE_SIX_LIVE
from tests.clauses import clause
from tests.rounds import played, refused_by, won_cents

RANKS = "A 2 3 4 5 6 7 8 9 T J Q K"


@clause("mbs-fortune-six-2019", "3.1")
def test_3_1_the_dealer_opens_the_betting_with_a_call() -> None:
    assert DOCUMENT.opening == ("Place your bets, please",)
    assert FORTUNE_SIX_LIVE.cite(Rule.BETS_OPEN) == "F 3.1"
    assert (
        PositionAuthority(StaffPosition.DEALER, Permission.OPEN_BETS, "3.1") in DOCUMENT.authorities
    )


@clause("mbs-fortune-six-2019", "3.2")
def test_3_2_the_dealer_closes_the_betting_with_a_call() -> None:
    assert DOCUMENT.closing == ("No more bets",)
    assert FORTUNE_SIX_LIVE.cite(Rule.BETS_CLOSED) == "F 3.2"
    assert (
        PositionAuthority(StaffPosition.DEALER, Permission.CLOSE_BETS, "3.2")
        in DOCUMENT.authorities
    )


@clause("mbs-fortune-six-2019", "3.3", "3.3.1")
@pytest.mark.parametrize(
    ("letter", "value"),
    [("A", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7), ("8", 8), ("9", 9)],
)
def test_3_3_1_an_ace_counts_one_and_two_to_nine_their_pips(letter: str, value: int) -> None:
    assert point_value(rank(letter)) == value


@clause("mbs-fortune-six-2019", "3.3", "3.3.2")
@pytest.mark.parametrize("letter", ["T", "J", "Q", "K"])
def test_3_3_2_tens_and_court_cards_count_nothing(letter: str) -> None:
    assert point_value(rank(letter)) == 0


@clause("mbs-fortune-six-2019", "3.4", "3.4.1")
@pytest.mark.parametrize(
    ("hand", "total"), [("K Q J", 0), ("A K", 1), ("2 3", 5), ("A 2 4", 7), ("4 5", 9)]
)
def test_3_4_1_a_sum_up_to_nine_is_the_total(hand: str, total: int) -> None:
    assert point_total(*(rank(each) for each in hand.split())) == total


@clause("mbs-fortune-six-2019", "3.4", "3.4.2")
@pytest.mark.parametrize(
    ("hand", "total"), [("4 6", 0), ("7 6", 3), ("9 9", 8), ("5 6 9", 0), ("9 9 9", 7)]
)
def test_3_4_2_only_the_right_digit_counts_from_ten_upwards(hand: str, total: int) -> None:
    assert point_total(*(rank(each) for each in hand.split())) == total


@clause("mbs-fortune-six-2019", "3.5")
@pytest.mark.parametrize(
    ("wager", "cents"),
    [
        ("player", -100_00),
        ("banker", 95_00),
        ("tie", -100_00),
        ("player_pair", 1100_00),
        ("banker_pair", -100_00),
        ("fortune_six", 2000_00),
    ],
)
def test_3_5_a_wager_may_be_placed_alone(wager: str, cents: int) -> None:
    assert won_cents(FORTUNE_SIX_LIVE, "Ks Kh 4d / Kc 2d 4h", wager) == cents


@clause("mbs-fortune-six-2019", "3.5")
def test_3_5_wagers_placed_together_are_settled_separately() -> None:
    stakes = {"player": 40_00, "banker": 20_00, "player_pair": 10_00, "fortune_six": 5_00}
    settled = settle(FORTUNE_SIX_LIVE, played(FORTUNE_SIX_LIVE, "Ks Kh 4d / Kc 2d 4h"), stakes)
    assert [each.win_cents for each in settled] == [-40_00, 19_00, 110_00, 100_00]


@clause("mbs-fortune-six-2019", "3.6")
def test_3_6_every_card_goes_to_the_player_or_the_banker_hand() -> None:
    drawn = played(FORTUNE_SIX_LIVE, "Ks Qh 4d / Kc 2d 4h").cards_in_order()
    assert {side for side, _ in drawn} == {Side.PLAYER, Side.BANKER}


@clause("mbs-fortune-six-2019", "3.6")
@pytest.mark.parametrize("line", ["Ks 6h", "Ks 6h / Kc 7d / 9s 9h"])
def test_3_6_a_round_has_exactly_two_hands(line: str) -> None:
    with pytest.raises(ValueError, match="is not a round"):
        played(FORTUNE_SIX_LIVE, line)


@clause("mbs-fortune-six-2019", "3.7", "3.7.1")
def test_3_7_1_cards_one_and_three_go_to_the_player_hand() -> None:
    tableau, _ = lay_out(FORTUNE_SIX_LIVE.order, map(card, ["Ks", "2c", "6h", "5d"]))
    assert tableau.player == (card("Ks"), card("6h"))


@clause("mbs-fortune-six-2019", "3.7", "3.7.2")
def test_3_7_2_cards_two_and_four_go_to_the_banker_hand() -> None:
    tableau, _ = lay_out(FORTUNE_SIX_LIVE.order, map(card, ["Ks", "2c", "6h", "5d"]))
    assert tableau.banker == (card("2c"), card("5d"))


@clause("mbs-fortune-six-2019", "3.7")
@pytest.mark.parametrize("line", ["Ks 6h / ", " / Kc", "Ks 6h 2d / Kc"])
def test_3_7_a_card_out_of_turn_is_refused(line: str) -> None:
    with pytest.raises(WrongCard) as refused:
        played(FORTUNE_SIX_LIVE, line)
    assert FORTUNE_SIX_LIVE.cite(refused.value.rule) == "F 3.7"


@clause("mbs-fortune-six-2019", "3.8")
def test_3_8_pair_wagers_are_decided_before_any_third_card() -> None:
    by_wager = standings(FORTUNE_SIX_LIVE, played(FORTUNE_SIX_LIVE, "2s 2h / Kc Qd"))
    assert by_wager["player_pair"] is Standing.WON
    assert by_wager["banker_pair"] is Standing.LOST
    assert by_wager["player"] is Standing.OPEN


@clause("mbs-fortune-six-2019", "3.8.1")
def test_3_8_1_player_pair_wins_though_its_hand_loses() -> None:
    assert won_cents(FORTUNE_SIX_LIVE, "3s 3h / Kc 9d", "player_pair") == 1100_00
    assert won_cents(FORTUNE_SIX_LIVE, "3s 3h / Kc 9d", "banker_pair") == -100_00


@clause("mbs-fortune-six-2019", "3.8.2")
def test_3_8_2_banker_pair_wins_though_its_hand_loses() -> None:
    assert won_cents(FORTUNE_SIX_LIVE, "Ks 9h / 3c 3d", "banker_pair") == 1100_00
    assert won_cents(FORTUNE_SIX_LIVE, "Ks 9h / 3c 3d", "player_pair") == -100_00


@clause("mbs-fortune-six-2019", "3.8.2")
def test_3_8_2_court_cards_of_different_ranks_are_not_a_banker_pair() -> None:
    assert won_cents(FORTUNE_SIX_LIVE, "Ks 9h / Kc Qd", "banker_pair") == -100_00


@clause("mbs-fortune-six-2019", "3.9")
def test_3_9_a_hand_gets_one_third_card_at_most() -> None:
    with pytest.raises(WrongCard, match="three are the maximum"):
        played(FORTUNE_SIX_LIVE, "Ks 2h Ad Ah / Kc 7d")


@clause("mbs-fortune-six-2019", "3.9")
def test_3_9_the_player_hand_draws_before_the_banker_hand() -> None:
    with pytest.raises(WrongCard, match="the Player hand draws first"):
        played(FORTUNE_SIX_LIVE, "Ks 2h / Kc 3d 4d")


@clause("mbs-fortune-six-2019", "3.9.1")
@pytest.mark.parametrize(
    "line",
    [
        "Ks 8h / Kc Qd",
        "Ks 9h / Kc 5d",
        "4s 4h / Kc 7d",
        "Ks Qh / Kc 8d",
        "2s 3h / 4c 5d",
        "Ks 6h / Kc 9d",
        "Ks 8h / Kc 9d",
        "Ks 9h / Kc 9d",
    ],
)
def test_3_9_1_a_natural_on_either_hand_ends_the_deal(line: str) -> None:
    assert next_side(played(FORTUNE_SIX_LIVE, line)) is None


@clause("mbs-fortune-six-2019", "3.9.1")
@pytest.mark.parametrize("line", ["Ks 2h 5d / Kc 9d", "Ks 8h / Kc 2d 5d", "Ks 9h 2d / Kc 9d"])
def test_3_9_1_a_card_after_a_natural_is_refused(line: str) -> None:
    assert refused_by(FORTUNE_SIX_LIVE, line) == "F 3.9.1"


@clause("mbs-fortune-six-2019", "3.9.1")
def test_3_9_1_eight_on_three_cards_does_not_end_the_deal() -> None:
    assert next_side(played(FORTUNE_SIX_LIVE, "2s 3h 3d / Kc 3d")) is Side.BANKER


@clause("mbs-fortune-six-2019", "3.9.2")
@pytest.mark.parametrize("banker", ["Kc Qd", "Kc 7d"])
@pytest.mark.parametrize("player", ["Ks Qh", "Ks Ah", "As Ah", "7s 6h", "9s 5h", "2s 3h"])
def test_3_9_2_player_draws_on_0_to_5(player: str, banker: str) -> None:
    assert next_side(played(FORTUNE_SIX_LIVE, f"{player} / {banker}")) is Side.PLAYER


@clause("mbs-fortune-six-2019", "3.9.2")
@pytest.mark.parametrize("player", ["9s 7h", "Ks 6h", "9s 8h", "Ks 7h"])
def test_3_9_2_player_stands_on_6_and_7(player: str) -> None:
    assert next_side(played(FORTUNE_SIX_LIVE, f"{player} / Kc Qd")) is Side.BANKER
    assert next_side(played(FORTUNE_SIX_LIVE, f"{player} / Kc 7d")) is None


@clause("mbs-fortune-six-2019", "3.9.2")
@pytest.mark.parametrize("line", ["Ks 6h 2d / Kc 7d", "Ks 7h Ad / Kc 2d"])
def test_3_9_2_a_card_to_a_player_hand_that_stands_is_refused(line: str) -> None:
    assert refused_by(FORTUNE_SIX_LIVE, line) == "F 3.9.2"


@clause("mbs-fortune-six-2019", "3.9.3")
@pytest.mark.parametrize("player", ["Ks 6h", "Ks 7h"])
@pytest.mark.parametrize("banker", ["Kc Qd", "Kc Ad", "Kc 2d", "8c 5d", "Kc 4d", "9c 6d"])
def test_3_9_3_banker_draws_on_0_to_5_when_player_stands(player: str, banker: str) -> None:
    assert next_side(played(FORTUNE_SIX_LIVE, f"{player} / {banker}")) is Side.BANKER


@clause("mbs-fortune-six-2019", "3.9.3")
@pytest.mark.parametrize("player", ["Ks 6h", "Ks 7h"])
@pytest.mark.parametrize("banker", ["Kc 6d", "9c 8d"])
def test_3_9_3_banker_stands_on_6_and_7_when_player_stands(player: str, banker: str) -> None:
    assert next_side(played(FORTUNE_SIX_LIVE, f"{player} / {banker}")) is None


@clause("mbs-fortune-six-2019", "3.9.3")
def test_3_9_3_a_card_to_banker_on_six_is_refused_when_player_stands() -> None:
    assert refused_by(FORTUNE_SIX_LIVE, "Ks 7h / Kc 6d 2d") == "F 3.9.3"


@clause("mbs-fortune-six-2019", "3.9.4")
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
def test_3_9_4_banker_draws_on_these_third_cards_of_player_and_stands_on_the_rest(
    banker: str, thirds: str
) -> None:
    drawn_on = [
        each
        for each in RANKS.split()
        if next_side(played(FORTUNE_SIX_LIVE, f"2s 3h {each}d / {banker}")) is Side.BANKER
    ]
    assert drawn_on == thirds.split()


@clause("mbs-fortune-six-2019", "3.9.4")
@pytest.mark.parametrize(
    "line",
    [
        "2s 3h 8d / Kc 3d 4d",
        "2s 3h Ad / Kc 4d 4h",
        "2s 3h 3d / Kc 5d 4d",
        "2s 3h 5d / Kc 6d 4d",
        "2s 3h 6d / Kc 7d 4d",
    ],
)
def test_3_9_4_a_card_to_a_banker_hand_that_stands_is_refused(line: str) -> None:
    assert refused_by(FORTUNE_SIX_LIVE, line) == "F 3.9.4"


@clause("mbs-fortune-six-2019", "3.10")
@pytest.mark.parametrize(
    ("line", "winner"),
    [
        ("Ks 7h / Kc 6d", Winner.PLAYER),
        ("Ks 6h / Kc 7d", Winner.BANKER),
        ("Ks 9h / Kc 8d", Winner.PLAYER),  # both natural: the higher one
        ("9s 9h / Kc 9d", Winner.BANKER),  # eighteen counts eight
        ("2s 3h Ad / Kc 7d", Winner.BANKER),  # the number of cards does not matter
    ],
)
def test_3_10_the_higher_total_wins(line: str, winner: Winner) -> None:
    assert ending(played(FORTUNE_SIX_LIVE, line)).winner == winner


@clause("mbs-fortune-six-2019", "3.10.1")
@pytest.mark.parametrize("line", ["Ks 6h / Kc 6d", "2s 3h Kd / Kc 5d", "Ks 9h / 4c 5d"])
def test_3_10_1_a_tie_returns_player_and_banker_wagers_and_tie_wins(line: str) -> None:
    assert won_cents(FORTUNE_SIX_LIVE, line, "player") == 0
    assert won_cents(FORTUNE_SIX_LIVE, line, "banker") == 0
    assert won_cents(FORTUNE_SIX_LIVE, line, "tie") == 800_00


@clause("mbs-fortune-six-2019", "3.11")
@pytest.mark.parametrize("line", ["Ks Qh 5d / 9c 7d", "Ks Qh 4d / Kc 2d 4h"])
def test_3_11_fortune_six_wins_on_two_cards_and_on_three(line: str) -> None:
    assert won_cents(FORTUNE_SIX_LIVE, line, "fortune_six") > 0
