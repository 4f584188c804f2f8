import pytest

from punto.core.notation import parse_round
from punto.core.standings import Standing, is_conclusive, standings
from punto.games.mbs_electronic_7_up_2023 import SEVEN_UP
from punto.games.mbs_electronic_2021 import NO_COMMISSION, TIGER

WON, LOST, OPEN = Standing.WON, Standing.LOST, Standing.OPEN


def test_every_wager_is_open_before_the_first_card() -> None:
    assert set(standings(TIGER, parse_round("/", TIGER.order)).values()) == {OPEN}


def test_a_pair_of_nines_has_won_tiger_pair_and_lost_three_tigers() -> None:
    by_wager = standings(TIGER, parse_round("9s 9d / Kc", TIGER.order))
    assert by_wager == {
        "player": OPEN,
        "banker": OPEN,
        "tie": OPEN,
        "tiger": LOST,
        "small_tiger": LOST,
        "big_tiger": LOST,
        "tiger_tie": LOST,
        "tiger_pair": WON,
    }


def test_a_wager_is_won_even_if_its_pay_may_still_grow() -> None:
    # One pair wins; a pair of the Banker hand, or a pair of nines there, would only pay more.
    assert standings(TIGER, parse_round("9s 9d / 9c", TIGER.order))["tiger_pair"] is WON


def test_a_push_is_neither_won_nor_lost() -> None:
    tie = parse_round("9s Kd / 5c 4h", NO_COMMISSION.order)
    assert standings(NO_COMMISSION, tie)["player"] is Standing.PUSHED
    assert not is_conclusive(NO_COMMISSION, tie, ["player", "banker"])
    assert is_conclusive(NO_COMMISSION, tie, ["player", "banker", "tie"])


@pytest.mark.parametrize(("line", "expected"), [("/ 7h", True), ("/ 8h", False), ("7h / 8h", True)])
def test_a_second_seven_has_won_super_sevens(line: str, expected: bool) -> None:
    tableau = parse_round(line, SEVEN_UP.order)
    assert is_conclusive(SEVEN_UP, tableau, [wager.key for wager in SEVEN_UP.wagers]) is expected


def test_only_offered_wagers_establish_an_outcome() -> None:
    tableau = parse_round("9s 4d / Kc", NO_COMMISSION.order)
    assert is_conclusive(NO_COMMISSION, tableau, ["player", "banker", "tie", "player_pair"])
    assert not is_conclusive(NO_COMMISSION, tableau, ["player", "banker", "tie"])


def test_a_card_face_down_decides_nothing() -> None:
    tableau = parse_round("9s ? / Kc", NO_COMMISSION.order)
    assert not is_conclusive(NO_COMMISSION, tableau, ["player_pair"])
