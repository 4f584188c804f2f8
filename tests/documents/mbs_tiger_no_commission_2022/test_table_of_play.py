import pytest

from punto.core.rules import Rule
from punto.core.sides import Side
from punto.core.tableau import WrongCard, draw_decisions, next_side
from punto.games.mbs_tiger_no_commission_2022 import TIGER_NO_COMMISSION_LIVE as TIGER
from tests.clauses import clause
from tests.rounds import played

NO_NATURAL = ["Kc Qh", "Kc Ah", "Kc 2h", "Kc 3h", "Kc 4h", "Kc 5h", "Kc 6h", "Kc 7h"]


@clause("mbs-tiger-no-commission-2022", "3.14")
@pytest.mark.parametrize(
    "line",
    [
        "8s Kd / Kc Qh",
        "9s Kd / Kc Qh",
        "8s Kd / Kc 7h",
        "Ks Qd / Kc 8h",
        "Ks Qd / Kc 9h",
        "7s Kd / Kc 8h",
        "8s Kd / Kc 9h",
        "9s Kd / Kc 9h",
        # Eight and nine by the right digit.
        "9s 9d / Kc Qh",
        "Ks Qd / Jc 9h",
    ],
)
def test_3_14_a_natural_in_either_hand_ends_the_deal(line: str) -> None:
    tableau = played(TIGER, line)
    assert tableau.is_finished
    assert [each.rule for each in draw_decisions(tableau)] == [Rule.NATURAL, Rule.NATURAL]


@clause("mbs-tiger-no-commission-2022", "3.14")
@pytest.mark.parametrize("line", ["2s Kd 6h / Kc 2h", "2s Kd 7h / Kc Qh"])
def test_3_14_eight_or_nine_on_three_cards_does_not_end_the_deal(line: str) -> None:
    assert next_side(played(TIGER, line)) is Side.BANKER


@clause("mbs-tiger-no-commission-2022", "3.14")
@pytest.mark.parametrize("banker", NO_NATURAL)
@pytest.mark.parametrize("player", ["Ks Qd", "As Kd", "2s Kd", "3s Kd", "4s Kd", "5s Kd", "7s 8d"])
def test_3_14_the_player_hand_draws_on_zero_to_five(player: str, banker: str) -> None:
    assert next_side(played(TIGER, f"{player} / {banker}")) is Side.PLAYER


@clause("mbs-tiger-no-commission-2022", "3.14")
@pytest.mark.parametrize("banker", NO_NATURAL)
@pytest.mark.parametrize("player", ["6s Kd", "7s Kd", "8s 8d", "8s 9d"])
def test_3_14_the_player_hand_stands_on_six_and_seven(player: str, banker: str) -> None:
    tableau = played(TIGER, f"{player} / {banker}")
    assert next_side(tableau) is not Side.PLAYER
    assert not draw_decisions(tableau)[0].draws


@clause("mbs-tiger-no-commission-2022", "3.14")
@pytest.mark.parametrize(
    ("banker", "third_cards"),
    [
        ("Kc Qh", "A23456789TJQK"),
        ("Kc Ah", "A23456789TJQK"),
        ("Kc 2h", "A23456789TJQK"),
        ("Kc 3h", "A2345679TJQK"),
        ("Kc 4h", "234567"),
        ("Kc 5h", "4567"),
        ("Kc 6h", "67"),
    ],
)
def test_3_14_the_banker_hand_draws_on_its_total_and_the_third_card_of_the_player_hand(
    banker: str, third_cards: str
) -> None:
    for third in third_cards:
        assert next_side(played(TIGER, f"2s 3d {third}s / {banker}")) is Side.BANKER, third


@clause("mbs-tiger-no-commission-2022", "3.14")
@pytest.mark.parametrize(
    ("banker", "third_cards"),
    [
        ("Kc 3h", "8"),
        ("Kc 4h", "A89TJQK"),
        ("Kc 5h", "A2389TJQK"),
        ("Kc 6h", "A234589TJQK"),
        ("Kc 7h", "A23456789TJQK"),
    ],
)
def test_3_14_the_banker_hand_stands_after_any_other_third_card_of_the_player_hand(
    banker: str, third_cards: str
) -> None:
    for third in third_cards:
        assert played(TIGER, f"2s 3d {third}s / {banker}").is_finished, third


@clause("mbs-tiger-no-commission-2022", "3.14")
def test_3_14_the_player_hands_third_card_counts_and_not_its_total() -> None:
    # Both Player hands end on two; only one of them drew a two.
    assert next_side(played(TIGER, "Ks Qd 2h / Kc 4h")) is Side.BANKER
    assert next_side(played(TIGER, "Ks 2d Kh / Kc 4h")) is None


@clause("mbs-tiger-no-commission-2022", "3.14")
@pytest.mark.parametrize("banker", ["Kc Qh", "Kc Ah", "Kc 2h", "Kc 3h", "Kc 4h", "Kc 5h"])
@pytest.mark.parametrize("player", ["6s Kd", "7s Kd"])
def test_3_14_the_banker_hand_draws_on_zero_to_five_when_the_player_hand_stands(
    player: str, banker: str
) -> None:
    assert next_side(played(TIGER, f"{player} / {banker}")) is Side.BANKER


@clause("mbs-tiger-no-commission-2022", "3.14")
@pytest.mark.parametrize("banker", ["Kc 6h", "Kc 7h"])
@pytest.mark.parametrize("player", ["6s Kd", "7s Kd"])
def test_3_14_the_banker_hand_stands_on_six_and_seven_when_the_player_hand_stands(
    player: str, banker: str
) -> None:
    assert played(TIGER, f"{player} / {banker}").is_finished


@clause("mbs-tiger-no-commission-2022", "3.14")
@pytest.mark.parametrize("line", ["2s 3d 9h / Kc Qh 5d", "6s Kd / Kc 5h 2d", "2s 3d 6h / Kc 6h 4d"])
def test_3_14_no_hand_draws_a_fourth_card(line: str) -> None:
    assert played(TIGER, line).is_finished


@clause("mbs-tiger-no-commission-2022", "3.14")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("8s Kd 2h / Kc Qh", Rule.NATURAL),
        ("Ks Qd 2h / Kc 9h", Rule.NATURAL),
        ("8s Kd / Kc Qh 5d", Rule.NATURAL),
        ("6s Kd 2h / Kc 5h", Rule.PLAYER_THIRD_CARD),
        ("7s Kd 2h / Kc 7h", Rule.PLAYER_THIRD_CARD),
        # The Banker hand may not draw before the Player hand has.
        ("5s Kd / Kc 5h 2d", Rule.PLAYER_THIRD_CARD),
        ("2s 3d 8h / Kc 3h 5d", Rule.BANKER_THIRD_CARD),
        ("2s 3d Kh / Kc 4h 5d", Rule.BANKER_THIRD_CARD),
        ("2s 3d 3h / Kc 5h 5d", Rule.BANKER_THIRD_CARD),
        ("2s 3d 5h / Kc 6h 5d", Rule.BANKER_THIRD_CARD),
        ("2s 3d 6h / Kc 7h 5d", Rule.BANKER_THIRD_CARD),
        ("6s Kd / Kc 6h 5d", Rule.BANKER_WHEN_PLAYER_STANDS),
        ("2s 3d 9h Ac / Kc Qh", Rule.PLAYER_THIRD_CARD),
        ("2s 3d 9h / Kc Qh 5d Ac", Rule.BANKER_THIRD_CARD),
    ],
)
def test_3_14_a_card_the_table_of_play_does_not_call_for_is_refused(line: str, rule: Rule) -> None:
    with pytest.raises(WrongCard) as refused:
        played(TIGER, line)
    assert refused.value.rule is rule
    assert TIGER.cite(rule) == "T 3.14"
