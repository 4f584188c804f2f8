from punto.games.mbs_electronic_7_up_2023 import SEVEN_UP
from tests.clauses import clause
from tests.rounds import won_cents


@clause("mbs-electronic-7-up-2023", "4.1")
def test_4_1_player_winning_with_seven_is_paid_1_to_2() -> None:
    # The printed seven and a ten make seven, on which the Player hand stands.
    assert won_cents(SEVEN_UP, "Kh / 4s 2d", "player") == 50_00


@clause("mbs-electronic-7-up-2023", "4.2")
def test_4_2_the_printed_seven_counts_towards_super_sevens() -> None:
    assert won_cents(SEVEN_UP, "7h Ks / Kc 2d 5d", "super_sevens", 5_00) == 10_00
