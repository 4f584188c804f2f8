import pytest

from punto.core.cards import card, rank
from punto.core.facts import Winner, point_value
from punto.core.rules import Rule
from punto.core.settlement import settle
from punto.core.sides import Side
from punto.core.standings import Standing, standings
from punto.core.tableau import ending, lay_out, next_side
from punto.games.rws_super_six_plus_2019 import DOCUMENT, SUPER_SIX_PLUS
from tests.clauses import clause
from tests.rounds import played, refused_by, won_cents

RANKS = "A 2 3 4 5 6 7 8 9 T J Q K"


@clause("rws-super-six-plus-2019", "3.1")
def test_3_1_a_phrase_on_the_terminal_opens_the_betting() -> None:
    assert DOCUMENT.opening == ("Place Your Bets",)
    assert SUPER_SIX_PLUS.cite(Rule.BETS_OPEN) == "R 3.1"


@clause("rws-super-six-plus-2019", "3.2")
def test_3_2_a_phrase_on_the_terminal_closes_the_betting() -> None:
    assert DOCUMENT.closing == ("No More Bets",)
    assert SUPER_SIX_PLUS.cite(Rule.BETS_CLOSED) == "R 3.2"
    assert SUPER_SIX_PLUS.cite(Rule.NO_LATE_WAGER) == "R 3.2"


@clause("rws-super-six-plus-2019", "3.2")
def test_3_2_covers_placing_and_no_clause_covers_withdrawing() -> None:
    # Both are refused, the second by the house's own rule.
    assert SUPER_SIX_PLUS.cite(Rule.NO_LATE_WITHDRAWAL) == "POLICY"


@clause("rws-super-six-plus-2019", "3.3")
@pytest.mark.parametrize(
    ("wager", "cents"),
    [
        ("player", -100_00),
        ("banker", 50_00),
        ("tie", -100_00),
        ("super_six_plus", 2000_00),
        ("player_pair", 1100_00),
        ("banker_pair", -100_00),
    ],
)
def test_3_3_a_wager_may_be_placed_alone(wager: str, cents: int) -> None:
    # A side wager needs no wager on a hand (R28).
    assert won_cents(SUPER_SIX_PLUS, "Ks Kh 4d / Kc 2d 4h", wager) == cents


@clause("rws-super-six-plus-2019", "3.3")
def test_3_3_wagers_placed_together_are_settled_separately() -> None:
    stakes = {"player": 40_00, "banker": 20_00, "player_pair": 10_00, "super_six_plus": 5_00}
    settled = settle(SUPER_SIX_PLUS, played(SUPER_SIX_PLUS, "Ks Kh 4d / Kc 2d 4h"), stakes)
    assert [each.win_cents for each in settled] == [-40_00, 10_00, 110_00, 100_00]


@clause("rws-super-six-plus-2019", "3.4")
def test_3_4_the_first_four_cards_go_to_player_and_banker_in_turn() -> None:
    drawn = map(card, ["Ks", "2c", "6h", "5d"])
    tableau, _ = lay_out(SUPER_SIX_PLUS.order, drawn)
    assert tableau.player == (card("Ks"), card("6h"))
    assert tableau.banker == (card("2c"), card("5d"))


@clause("rws-super-six-plus-2019", "3.4")
@pytest.mark.parametrize("line", ["Ks 6h / ", " / Kc", "Ks 6h 2d / Kc"])
def test_3_4_a_card_out_of_turn_is_refused(line: str) -> None:
    assert refused_by(SUPER_SIX_PLUS, line) == "R 3.4"


@clause("rws-super-six-plus-2019", "3.4")
def test_3_4_pairs_are_decided_by_the_first_two_cards_of_each_hand() -> None:
    by_wager = standings(SUPER_SIX_PLUS, played(SUPER_SIX_PLUS, "2s 2h / Kc Qd"))
    assert by_wager["player_pair"] is Standing.WON
    assert by_wager["banker_pair"] is Standing.LOST
    assert by_wager["player"] is Standing.OPEN


@clause("rws-super-six-plus-2019", "3.5")
@pytest.mark.parametrize("player", ["Ks 6h", "Ks 7h"])
@pytest.mark.parametrize("banker", ["Kc Qd", "Kc Ad", "Kc 2d", "8c 5d", "Kc 4d", "9c 6d"])
def test_3_5_banker_draws_on_0_to_5_when_player_stands(player: str, banker: str) -> None:
    assert next_side(played(SUPER_SIX_PLUS, f"{player} / {banker}")) is Side.BANKER


@clause("rws-super-six-plus-2019", "3.5")
@pytest.mark.parametrize("player", ["Ks 6h", "Ks 7h"])
@pytest.mark.parametrize("banker", ["Kc 6d", "9c 8d", "Kc 8d", "4c 5d"])
def test_3_5_banker_stands_on_6_to_9_when_player_stands(player: str, banker: str) -> None:
    assert next_side(played(SUPER_SIX_PLUS, f"{player} / {banker}")) is None


@clause("rws-super-six-plus-2019", "3.5")
@pytest.mark.parametrize("line", ["Ks 7h / Kc 6d 2d", "Ks 6h / Kc 7d 2d"])
def test_3_5_a_card_to_banker_on_six_or_seven_is_refused_when_player_stands(line: str) -> None:
    assert refused_by(SUPER_SIX_PLUS, line) == "R 3.5"


@clause("rws-super-six-plus-2019", "3.5", "3.6")
@pytest.mark.parametrize("player", ["Ks 8h", "Ks 9h"])
@pytest.mark.parametrize("banker", ["Kc Qd", "Kc Ad", "Kc 2d", "Kc 3d", "Kc 4d", "Kc 5d"])
def test_3_5_banker_does_not_draw_against_a_natural_of_player(player: str, banker: str) -> None:
    # A Player hand with a natural draws no third card either; the natural decides.
    assert next_side(played(SUPER_SIX_PLUS, f"{player} / {banker}")) is None


@clause("rws-super-six-plus-2019", "3.6")
@pytest.mark.parametrize("banker", ["Kc Qd", "Kc 7d"])
@pytest.mark.parametrize("player", ["Ks Qh", "Ks Ah", "As Ah", "7s 6h", "9s 5h", "2s 3h"])
def test_3_6_player_draws_on_0_to_5(player: str, banker: str) -> None:
    assert next_side(played(SUPER_SIX_PLUS, f"{player} / {banker}")) is Side.PLAYER


@clause("rws-super-six-plus-2019", "3.6")
@pytest.mark.parametrize("player", ["9s 7h", "Ks 6h", "9s 8h", "Ks 7h"])
def test_3_6_player_stands_on_6_and_7(player: str) -> None:
    assert next_side(played(SUPER_SIX_PLUS, f"{player} / Kc Qd")) is Side.BANKER
    assert next_side(played(SUPER_SIX_PLUS, f"{player} / Kc 7d")) is None


@clause("rws-super-six-plus-2019", "3.6")
@pytest.mark.parametrize(
    "line",
    [
        "Ks 8h / Kc 7d",
        "5s 4h / Kc 6d",
        "Ks Qh / Kc 8d",
        "2s 3h / 4c 5d",
        "Ks 6h / Kc 9d",
        "Ks 8h / Kc 9d",
        "Ks 9h / Kc 9d",
    ],
)
def test_3_6_a_natural_on_either_hand_ends_the_deal(line: str) -> None:
    assert next_side(played(SUPER_SIX_PLUS, line)) is None


@clause("rws-super-six-plus-2019", "3.6")
@pytest.mark.parametrize(
    ("banker", "drawn_on", "stood_on"),
    [
        ("Kc Qd", "A 2 3 4 5 6 7 8 9 T J Q K", ""),
        ("5c 6d", "A 2 3 4 5 6 7 8 9 T J Q K", ""),
        ("Kc 2d", "A 2 3 4 5 6 7 8 9 T J Q K", ""),
        ("Kc 3d", "A 2 3 4 5 6 7 9 T J Q K", "8"),
        ("9c 5d", "2 3 4 5 6 7", "A 8 9 T J Q K"),
        ("Kc 5d", "4 5 6 7", "A 2 3 8 9 T J Q K"),
        ("9c 7d", "6 7", "A 2 3 4 5 8 9 T J Q K"),
        ("Kc 7d", "", "A 2 3 4 5 6 7 8 9 T J Q K"),
    ],
    ids=["on-0", "on-1", "on-2", "on-3", "on-4", "on-5", "on-6", "on-7"],
)
def test_3_6_the_third_card_of_player_decides_whether_banker_draws(
    banker: str, drawn_on: str, stood_on: str
) -> None:
    following = {
        each: next_side(played(SUPER_SIX_PLUS, f"2s 3h {each}d / {banker}"))
        for each in RANKS.split()
    }
    assert [each for each, side in following.items() if side is Side.BANKER] == drawn_on.split()
    assert [each for each, side in following.items() if side is None] == stood_on.split()


@clause("rws-super-six-plus-2019", "3.6")
@pytest.mark.parametrize(
    "line",
    [
        "Ks 8h 2d / Kc 7d",  # after a natural of the Player hand
        "Ks 8h / Kc 2d 5d",
        "Ks 2h 5d / Kc 9d",  # after a natural of the Banker hand
        "Ks 6h 2d / Kc 7d",  # Player stands on six
        "Ks 7h Ad / Kc 2d",  # Player stands on seven
        "Ks 2h / Kc 3d 4d",  # Player draws first
        "2s 3h 8d / Kc 3d 4d",
        "2s 3h Ad / Kc 4d 4h",
        "2s 3h 3d / Kc 5d 4d",
        "2s 3h 5d / Kc 6d 4d",
        "2s 3h 6d / Kc 7d 4d",
        "Ks 2h Ad Ah / Kc 7d",  # a fourth card
    ],
)
def test_3_6_a_card_the_table_of_play_does_not_call_for_is_refused(line: str) -> None:
    assert refused_by(SUPER_SIX_PLUS, line) == "R 3.6"


@clause("rws-super-six-plus-2019", "3.7")
@pytest.mark.parametrize(
    ("line", "winner"),
    [
        ("2s 2h 5d / Kc 7d", Winner.PLAYER),  # nine on three cards
        ("Ks 8h / Kc 9d", Winner.BANKER),
        ("9s 9h / Kc 9d", Winner.BANKER),  # eighteen is not beyond nine, it is eight
    ],
)
def test_3_7_nine_is_the_total_to_reach(line: str, winner: Winner) -> None:
    assert ending(played(SUPER_SIX_PLUS, line)).winner == winner


@clause("rws-super-six-plus-2019", "3.8")
@pytest.mark.parametrize(
    ("letter", "value"),
    [("A", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7), ("8", 8), ("9", 9)],
)
def test_3_8_an_ace_counts_one_and_two_to_nine_their_pips(letter: str, value: int) -> None:
    assert point_value(rank(letter)) == value


@clause("rws-super-six-plus-2019", "3.8")
@pytest.mark.parametrize("letter", ["T", "J", "Q", "K"])
def test_3_8_tens_and_court_cards_count_nothing(letter: str) -> None:
    assert point_value(rank(letter)) == 0


@clause("rws-super-six-plus-2019", "3.9")
@pytest.mark.parametrize(
    "line",
    [
        "Ks 9h / Kc 8d",
        "Ks 8h / Kc 7d",
        "Ks 7h / Kc 6d",
        "Ks 6h / Kc 5d Kh",
        "2s 3h Kd / Kc 4d",
        "Ks 4h Kd / Kc 3d Qd",
        "Ks 3h Kd / Kc 2d Qd",
        "Ks 2h Kd / Kc Ad Qd",
        "Ks Ah Kd / Kc Qd Qh",
    ],
    ids=["9-8", "8-7", "7-6", "6-5", "5-4", "4-3", "3-2", "2-1", "1-0"],
)
def test_3_9_each_total_beats_the_one_below_it(line: str) -> None:
    outcome = ending(played(SUPER_SIX_PLUS, line))
    assert (outcome.winner, outcome.margin) == (Winner.PLAYER, 1)


@clause("rws-super-six-plus-2019", "3.9")
@pytest.mark.parametrize("line", ["Ks 6h / Kc 7d", "Ks Qh Kd / Kc Ad Qh"])
def test_3_9_banker_wins_with_the_higher_total(line: str) -> None:
    assert ending(played(SUPER_SIX_PLUS, line)).winner == Winner.BANKER


@clause("rws-super-six-plus-2019", "3.10")
@pytest.mark.parametrize("line", ["Ks 6h / Kc 6d", "2s 3h Kd / Kc 5d", "Ks 9h / 4c 5d"])
def test_3_10_a_tie_returns_player_and_banker_wagers(line: str) -> None:
    assert won_cents(SUPER_SIX_PLUS, line, "player") == 0
    assert won_cents(SUPER_SIX_PLUS, line, "banker") == 0
