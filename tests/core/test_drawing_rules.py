"""Compare the Table of Play with the rules that its rows and columns express."""

import pytest

from punto.core.drawing_rules import STOOD, is_natural, rule_for_banker, rule_for_player
from punto.core.rules import Rule

VALUES = range(10)


def test_eight_and_nine_are_naturals() -> None:
    assert [total for total in VALUES if is_natural(total)] == [8, 9]


def test_the_player_hand_draws_on_five_or_less_without_a_natural() -> None:
    totals = [(player, banker) for player in VALUES for banker in VALUES]
    drawing = [pair for pair in totals if rule_for_player(*pair).draws]
    assert drawing == [(player, banker) for player, banker in totals if player < 6 and banker < 8]


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


def test_the_banker_hand_draws_on_five_or_less_when_the_player_hand_stands() -> None:
    drawing = [total for total in VALUES if rule_for_banker(6, total, STOOD).draws]
    assert drawing == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("third", [*VALUES, STOOD])
@pytest.mark.parametrize(("player_total", "banker_total"), [(8, 0), (9, 5), (0, 8), (5, 9)])
def test_neither_hand_draws_after_a_natural(
    player_total: int, banker_total: int, third: int
) -> None:
    player = rule_for_player(player_total, banker_total)
    banker = rule_for_banker(player_total, banker_total, third)
    assert (player.draws, player.rule) == (False, Rule.NATURAL)
    assert (banker.draws, banker.rule) == (False, Rule.NATURAL)


def test_a_draw_decision_names_its_rule() -> None:
    assert rule_for_player(3, 3).rule is Rule.PLAYER_THIRD_CARD
    assert rule_for_banker(3, 3, 8).rule is Rule.BANKER_THIRD_CARD
    assert rule_for_banker(6, 3, STOOD).rule is Rule.BANKER_WHEN_PLAYER_STANDS


def test_a_draw_decision_records_the_total_and_the_third_card() -> None:
    decision = rule_for_banker(5, 6, 7)
    assert (decision.total, decision.player_third, decision.draws) == (6, 7, True)
