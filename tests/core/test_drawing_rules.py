"""The Table of Play against the same table said in words, and against what is known of it."""

import pytest

from punto.core.drawing_rules import STOOD, is_natural, rule_for_banker, rule_for_player
from punto.core.rules import Rule

VALUES = range(10)


def test_eight_and_nine_are_naturals() -> None:
    assert [total for total in VALUES if is_natural(total)] == [8, 9]


@pytest.mark.parametrize("player_total", VALUES)
@pytest.mark.parametrize("banker_total", VALUES)
def test_the_player_hand_draws_on_five_or_less_without_a_natural(
    player_total: int, banker_total: int
) -> None:
    draws = player_total <= 5 and banker_total <= 7
    assert rule_for_player(player_total, banker_total).draws is draws


@pytest.mark.parametrize(
    ("banker_total", "draws_against"),
    [
        (0, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
        (1, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
        (2, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
        (3, {0, 1, 2, 3, 4, 5, 6, 7, 9}),
        (4, {2, 3, 4, 5, 6, 7}),
        (5, {4, 5, 6, 7}),
        (6, {6, 7}),
        (7, set()),
        (8, set()),
        (9, set()),
    ],
)
def test_the_banker_hand_draws_against_the_player_hands_third_card(
    banker_total: int, draws_against: set[int]
) -> None:
    drawn = {third for third in VALUES if rule_for_banker(5, banker_total, third).draws}
    assert drawn == draws_against


@pytest.mark.parametrize("banker_total", VALUES)
def test_the_banker_hand_draws_on_five_or_less_when_the_player_hand_stands(
    banker_total: int,
) -> None:
    assert rule_for_banker(6, banker_total, STOOD).draws is (banker_total <= 5)


@pytest.mark.parametrize("third", [*VALUES, STOOD])
@pytest.mark.parametrize(("player_total", "banker_total"), [(8, 0), (9, 5), (0, 8), (5, 9)])
def test_neither_hand_draws_after_a_natural(
    player_total: int, banker_total: int, third: int
) -> None:
    player = rule_for_player(player_total, banker_total)
    banker = rule_for_banker(player_total, banker_total, third)
    assert (player.draws, player.rule) == (False, Rule.NATURAL)
    assert (banker.draws, banker.rule) == (False, Rule.NATURAL)


def test_a_ruling_names_its_rule() -> None:
    assert rule_for_player(3, 3).rule is Rule.PLAYER_THIRD_CARD
    assert rule_for_banker(3, 3, 8).rule is Rule.BANKER_THIRD_CARD
    assert rule_for_banker(6, 3, STOOD).rule is Rule.BANKER_WHEN_PLAYER_STANDS


def test_a_ruling_remembers_what_it_turned_on() -> None:
    ruling = rule_for_banker(5, 6, 7)
    assert (ruling.total, ruling.player_third, ruling.draws) == (6, 7, True)
