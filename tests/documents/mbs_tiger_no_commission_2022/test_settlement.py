import pytest

from punto.core.settlement import check_stake
from punto.games.mbs_tiger_no_commission_2022 import TIGER_NO_COMMISSION_LIVE as TIGER
from tests.clauses import clause
from tests.rounds import settled, won_cents


@clause("mbs-tiger-no-commission-2022", "4.1")
@pytest.mark.parametrize("line", ["6s Kd / Kc Qh 5d", "7s Kd / Kc 6h", "9s Kd / Kc 8h"])
def test_4_1_player_is_paid_1_to_1_on_any_total(line: str) -> None:
    assert won_cents(TIGER, line, "player") == 100_00


@clause("mbs-tiger-no-commission-2022", "4.1")
def test_4_1_player_loses_when_the_banker_hand_wins() -> None:
    assert won_cents(TIGER, "Ks 2d Kh / Kc 6h", "player") == -100_00


@clause("mbs-tiger-no-commission-2022", "4.1")
@pytest.mark.parametrize("line", ["Ks 2d Kh / Kc 6h", "Ks 2d Kh / Kc 2h 4d"])
def test_4_1_banker_winning_on_six_is_paid_1_to_2(line: str) -> None:
    assert won_cents(TIGER, line, "banker") == 50_00


@clause("mbs-tiger-no-commission-2022", "4.1")
@pytest.mark.parametrize(
    "line", ["Ks 2d Kh / Kc 7h", "Ks 2d Kh / Kc 2h 3d", "6s Kd / Kc 9h", "Ks Qd Jh / Kc Qh Ad"]
)
def test_4_1_banker_winning_on_another_total_is_paid_1_to_1(line: str) -> None:
    assert won_cents(TIGER, line, "banker") == 100_00


@clause("mbs-tiger-no-commission-2022", "4.1")
@pytest.mark.parametrize("line", ["7s Kd / Kc 6h", "9s Kd / Kc 8h"])
def test_4_1_banker_loses_when_the_player_hand_wins(line: str) -> None:
    assert won_cents(TIGER, line, "banker") == -100_00


@clause("mbs-tiger-no-commission-2022", "4.1")
@pytest.mark.parametrize("line", ["7s Kd / 7c Qh", "6s Kd / Kc 6h", "Ks Qd Jh / Kc Qh Jd"])
def test_4_1_tie_is_paid_8_to_1_on_any_total(line: str) -> None:
    assert won_cents(TIGER, line, "tie") == 800_00


@clause("mbs-tiger-no-commission-2022", "4.1")
def test_4_1_tie_loses_when_a_hand_wins() -> None:
    assert won_cents(TIGER, "9s Kd / Kc 8h", "tie") == -100_00


@clause("mbs-tiger-no-commission-2022", "4.1")
def test_4_1_half_a_stake_is_paid_to_the_cent() -> None:
    assert won_cents(TIGER, "Ks 2d Kh / Kc 6h", "banker", 2) == 1


@clause("mbs-tiger-no-commission-2022", "4.1")
def test_4_1_a_stake_whose_half_needs_rounding_is_refused() -> None:
    # Nothing is ever rounded: stakes come in units of two cents (R9).
    with pytest.raises(ValueError, match=r"units of 0\.02"):
        check_stake(TIGER, 25_01)


@clause("mbs-tiger-no-commission-2022", "4.1")
def test_4_1_a_winning_stake_is_returned_with_its_pay() -> None:
    assert settled(TIGER, "Ks 2d Kh / Kc 6h", "banker", 25_00).return_cents == 37_50


@clause("mbs-tiger-no-commission-2022", "4.2")
@pytest.mark.parametrize("line", ["9s 9d / Kc 7h", "Ks 9d / 4c 4h"])
def test_4_2_a_single_tiger_pair_is_paid_4_to_1(line: str) -> None:
    assert won_cents(TIGER, line, "tiger_pair") == 400_00


@clause("mbs-tiger-no-commission-2022", "4.2")
@pytest.mark.parametrize("line", ["9s 9d / 4c 4h", "Ts Td 7h / Kc Kh 5d"])
def test_4_2_a_double_tiger_pair_is_paid_20_to_1_and_nothing_for_its_singles(line: str) -> None:
    # Two pairs are two singles as well: only the highest tier pays (R3).
    assert won_cents(TIGER, line, "tiger_pair") == 2_000_00


@clause("mbs-tiger-no-commission-2022", "4.2")
@pytest.mark.parametrize("line", ["9s 9d / 9c 9h", "Ks Kd 7h / Kc Kh 5d"])
def test_4_2_a_twin_tiger_pair_is_paid_100_to_1_and_nothing_for_its_double(line: str) -> None:
    # A twin is a double as well: only the highest tier pays (R3).
    assert won_cents(TIGER, line, "tiger_pair") == 10_000_00


@clause("mbs-tiger-no-commission-2022", "4.2")
def test_4_2_tiger_pair_loses_when_neither_hand_pairs() -> None:
    assert won_cents(TIGER, "9s Kd / 9c Kh", "tiger_pair") == -100_00


@clause("mbs-tiger-no-commission-2022", "4.3")
def test_4_3_tiger_on_a_two_card_six_is_paid_12_to_1() -> None:
    # The Banker hand's cards count: a Player hand that loses to six has always drawn a third.
    assert won_cents(TIGER, "Ks 2d Kh / Kc 6h", "tiger") == 1_200_00


@clause("mbs-tiger-no-commission-2022", "4.3")
def test_4_3_tiger_on_a_three_card_six_is_paid_20_to_1() -> None:
    assert won_cents(TIGER, "Ks 2d Kh / Kc 2h 4d", "tiger") == 2_000_00


@clause("mbs-tiger-no-commission-2022", "4.3")
def test_4_3_small_tiger_is_paid_22_to_1() -> None:
    assert won_cents(TIGER, "Ks 2d Kh / Kc 6h", "small_tiger") == 2_200_00


@clause("mbs-tiger-no-commission-2022", "4.3")
def test_4_3_big_tiger_is_paid_50_to_1() -> None:
    assert won_cents(TIGER, "Ks 2d Kh / Kc 2h 4d", "big_tiger") == 5_000_00


@clause("mbs-tiger-no-commission-2022", "4.3")
@pytest.mark.parametrize("line", ["6s Kd / Kc 6h", "6s Kd / Kc 2h 4d", "2s 3d Ah / Kc 6h"])
def test_4_3_tiger_tie_is_paid_35_to_1_however_many_cards_made_the_six(line: str) -> None:
    assert won_cents(TIGER, line, "tiger_tie") == 3_500_00


@clause("mbs-tiger-no-commission-2022", "4.3")
@pytest.mark.parametrize("wager", ["tiger", "small_tiger", "big_tiger", "tiger_tie"])
@pytest.mark.parametrize("line", ["7s Kd / Kc 6h", "Ks 2d Kh / Kc 7h", "7s Kd / 7c Qh"])
def test_4_3_every_wager_on_six_loses_when_no_six_wins_or_ties(line: str, wager: str) -> None:
    assert won_cents(TIGER, line, wager) == -100_00
