import pytest

from punto.games.mbs_electronic_7_up_2023 import SEVEN_UP
from tests.clauses import clause
from tests.rounds import line_held, settled, won_cents


@clause("mbs-electronic-7-up-2023", "4.1")
@pytest.mark.parametrize("line", ["Kh / Kc 6d", "3h 7d / Kc 2d 3d"])
def test_4_1_player_winning_with_seven_is_paid_1_to_2(line: str) -> None:
    assert won_cents(SEVEN_UP, line, "player") == 50_00


@clause("mbs-electronic-7-up-2023", "4.1")
@pytest.mark.parametrize("line", ["Ah / Kc 6d", "2h / Kc 8d", "9h / Kc 5d Kd", "3h 9d / Kc 7d"])
def test_4_1_player_winning_with_any_other_total_is_paid_1_to_1(line: str) -> None:
    assert won_cents(SEVEN_UP, line, "player") == 100_00


@clause("mbs-electronic-7-up-2023", "4.1")
@pytest.mark.parametrize("line", ["9h / Kc 7d", "3h Kd / Kc 2d 5d"])
def test_4_1_banker_winning_with_seven_is_paid_9_to_5(line: str) -> None:
    # The picture of the layout reads 187 %; the clause decides (R7).
    assert won_cents(SEVEN_UP, line, "banker") == 180_00


@clause("mbs-electronic-7-up-2023", "4.1")
@pytest.mark.parametrize("line", ["Kh / Kc 8d", "Ah / 4c 5d", "8h Kd / Kc 6d"])
def test_4_1_banker_winning_with_any_other_total_is_paid_1_to_1(line: str) -> None:
    assert won_cents(SEVEN_UP, line, "banker") == 100_00


@clause("mbs-electronic-7-up-2023", "4.1")
@pytest.mark.parametrize("line", ["Kh / Kc 7d", "3h 7d / Kc 2d 5d"])
def test_4_1_a_tie_on_seven_is_paid_9_to_1(line: str) -> None:
    assert won_cents(SEVEN_UP, line, "tie") == 900_00


@clause("mbs-electronic-7-up-2023", "4.1")
@pytest.mark.parametrize("line", ["9h / Kc 6d", "Ah / Kc 8d", "3h 5d / Kc 2d 3d"])
def test_4_1_a_tie_on_any_other_total_is_paid_7_to_1(line: str) -> None:
    assert won_cents(SEVEN_UP, line, "tie") == 700_00


@clause("mbs-electronic-7-up-2023", "4.1")
@pytest.mark.parametrize("wager", ["player", "banker"])
@pytest.mark.parametrize("line", ["Kh / Kc 7d", "9h / Kc 6d"])
def test_4_1_a_tie_returns_wagers_on_the_hands_with_seven_or_without(wager: str, line: str) -> None:
    assert settled(SEVEN_UP, line, wager, 30_00).return_cents == 30_00


@clause("mbs-electronic-7-up-2023", "4.1")
@pytest.mark.parametrize(
    ("line", "wager"),
    [
        ("9h / Kc 7d", "player"),  # Banker wins with seven
        ("Kh / Kc 8d", "player"),  # Player has seven and loses
        ("Kh / Kc 6d", "banker"),  # Player wins with seven
        ("Ah / Kc 7d", "banker"),  # Banker has seven and loses
        ("Kh / Kc 6d", "tie"),
        ("9h / Kc 7d", "tie"),
    ],
)
def test_4_1_a_losing_wager_loses_its_stake(line: str, wager: str) -> None:
    assert line_held(SEVEN_UP, line, wager) is None
    assert won_cents(SEVEN_UP, line, wager) == -100_00


@clause("mbs-electronic-7-up-2023", "4.1")
def test_4_1_stakes_are_taken_in_units_of_ten_cents() -> None:
    # 1 to 2 and 9 to 5 are then paid in whole cents, and nothing is rounded (R9).
    assert won_cents(SEVEN_UP, "Kh / Kc 6d", "player", 10) == 5
    assert won_cents(SEVEN_UP, "9h / Kc 7d", "banker", 10) == 18
    with pytest.raises(ValueError, match=r"units of 0\.10"):
        won_cents(SEVEN_UP, "9h / Kc 7d", "banker", 5)


@clause("mbs-electronic-7-up-2023", "4.2")
@pytest.mark.parametrize(
    ("line", "cents"),
    [
        ("7h Ks / Kc 2d 5d", 200_00),
        ("7h 7d / Kc 2d 5d", 500_00),
        ("7h 7d / 7c 5d Kd", 1_700_00),
        ("7h 7d / 7c 7s Kd", 7_000_00),
        ("7h 7d / 7c 7s 7d", 70_000_00),
    ],
    ids=["two", "three", "four", "five", "six"],
)
def test_4_2_super_sevens_is_paid_by_the_number_of_sevens(line: str, cents: int) -> None:
    # The printed seven is one of them.
    assert won_cents(SEVEN_UP, line, "super_sevens") == cents


@clause("mbs-electronic-7-up-2023", "4.2")
@pytest.mark.parametrize(
    "line",
    [
        "Kh / 7c 9d",  # Player wins
        "9h / 7c Kd",  # Banker wins
        "Kh / 7c Qd",  # a tie
    ],
)
def test_4_2_super_sevens_is_paid_if_either_hand_wins(line: str) -> None:
    assert won_cents(SEVEN_UP, line, "super_sevens") == 200_00


@clause("mbs-electronic-7-up-2023", "4.2")
@pytest.mark.parametrize("line", ["Kh / Kc 6d", "3h Ks / Kc 2d 5d", "Kh / 3c 4d"])
def test_4_2_super_sevens_loses_without_a_second_seven(line: str) -> None:
    assert line_held(SEVEN_UP, line, "super_sevens") is None
    assert won_cents(SEVEN_UP, line, "super_sevens") == -100_00
