"""Test the order in which patrons are offered the cards of a hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from punto.core.rulebook import DealingMethod
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.core.staff_positions import StaffPosition
from punto.table.card_handling import (
    backers,
    handler_by_stakes,
    handler_rule,
    is_exposure_order_open,
    method_in_use,
    next_exposure,
)
from punto.table.commands import (
    AllowSqueezing,
    ChooseFirstHand,
    ExposeCards,
    PassCards,
    PlaceWagers,
)
from punto.table.decide import decide
from punto.table.refusals import Refusal
from punto.table.stakes import Stake
from tests.live import BANKER, BANKER_WINS, DEALER, PLAYER, by_method, dealt, lay
from tests.tables import TIGER, Play, betting, patron, staff


def staked(*stakes: tuple[int, int]) -> Play:
    """Method A with chips placed on Player in this order: position and cents."""
    play = by_method(DealingMethod.A)
    for position, cents in stakes:
        lay(play, position, player=cents)
    return play


def order(play: Play, side: Side = PLAYER) -> list[int]:
    return [each.position for each in backers(play.table, side)]


def test_the_highest_stake_goes_first() -> None:
    assert order(staked((1, 20_00), (2, 80_00), (3, 50_00))) == [2, 3, 1]


def test_the_first_placed_of_equal_stakes_is_first() -> None:
    """A similar program had the tie-break inverted."""
    assert order(staked((6, 50_00), (2, 50_00)))[0] == 6
    assert order(staked((2, 50_00), (6, 50_00)))[0] == 2


def test_equal_stakes_follow_counter_clockwise_after_the_first() -> None:
    play = staked((4, 50_00), (2, 50_00), (7, 50_00), (1, 50_00), (5, 50_00))
    assert order(play) == [4, 5, 7, 1, 2]


def test_a_stake_counts_from_when_it_reached_its_amount() -> None:
    play = staked((1, 40_00), (2, 50_00))
    lay(play, 1, player=50_00)
    assert order(play) == [2, 1]
    lay(play, 2, player=50_00, tie=5_00)
    assert order(play) == [2, 1]


def test_all_that_a_patron_has_on_a_hand_counts_together() -> None:
    play = staked((2, 50_00), (5, 60_00))
    stakes = (Stake("player", 20_00), Stake("player", 20_00, 5, 2))
    play.done(PlaceWagers(1, 2, stakes, 0), patron(2))
    assert [(each.position, each.cents) for each in backers(play.table, PLAYER)] == [
        (2, 90_00),
        (5, 60_00),
    ]


def test_only_stakes_on_the_hand_itself_count() -> None:
    play = by_method(DealingMethod.A)
    lay(play, 1, banker=50_00, tie=400_00)
    assert order(play, PLAYER) == []
    assert handler_by_stakes(play.table, PLAYER) is None
    assert order(play, BANKER) == [1]


@pytest.mark.parametrize(
    ("position", "rule"),
    [
        (3, Rule.FIRST_PLACED_HANDLES),
        (4, Rule.NEXT_EQUAL_HANDLES),
        (1, Rule.NEXT_HIGHEST_HANDLES),
        (2, Rule.NEXT_EQUAL_HANDLES),
    ],
)
def test_each_handler_has_a_rule(position: int, rule: Rule) -> None:
    play = staked((3, 80_00), (4, 80_00), (1, 50_00), (2, 50_00))
    assert handler_rule(play.table, PLAYER, position) is rule
    assert handler_rule(staked((3, 80_00)).table, PLAYER, 3) is Rule.HIGHEST_STAKE_HANDLES


@settings(deadline=None)
@given(
    stakes=some.lists(
        some.tuples(some.integers(1, 8), some.sampled_from([10_00, 20_00, 30_00])),
        max_size=8,
        unique_by=lambda each: each[0],
    )
)
def test_each_patron_is_offered_the_cards_once_after_all_higher_stakes(
    stakes: list[tuple[int, int]],
) -> None:
    play = staked(*stakes)
    asked = backers(play.table, PLAYER)
    assert sorted(each.position for each in asked) == sorted(position for position, _ in stakes)
    assert [each.cents for each in asked] == sorted((cents for _, cents in stakes), reverse=True)
    for cents in {each.cents for each in asked}:
        equals = [each.position for each in asked if each.cents == cents]
        assert equals[0] == next(position for position, each in stakes if each == cents)
        assert equals == [each for each in equals if each >= equals[0]] + [
            each for each in equals if each < equals[0]
        ]


def test_terminals_have_no_method() -> None:
    assert method_in_use(betting(TIGER).table) is None


def down(method: DealingMethod = DealingMethod.A, *cards: str) -> Play:
    play = by_method(method)
    play.bet(1, banker=100_00)
    play.bet(3, player=100_00)
    return dealt(play, *(cards or BANKER_WINS))


def test_both_hands_are_passed_before_one_is_chosen_and_exposed() -> None:
    play = down()
    seen = []
    for _ in range(5):
        step = next_exposure(play.table)
        seen.append(step)
        play.done(step or ChooseFirstHand(BANKER), DEALER)
    assert seen == [
        PassCards(PLAYER, 3),
        PassCards(BANKER, 1),
        None,
        ExposeCards(BANKER, 1),
        ExposeCards(PLAYER, 3),
    ]


def test_the_dealer_turns_up_a_hand_without_stakes() -> None:
    play = by_method(DealingMethod.A)
    play.bet(1, banker=100_00)
    dealt(play, *BANKER_WINS)
    play.done(PassCards(BANKER, 1), DEALER)
    play.done(ChooseFirstHand(PLAYER), DEALER)
    assert next_exposure(play.table) == ExposeCards(PLAYER, 0)


def test_a_card_is_exposed_by_the_patron_who_squeezes_it() -> None:
    play = down()
    play.done(PassCards(BANKER, 1), DEALER)
    play.done(PassCards(PLAYER, 3), DEALER)
    play.done(AllowSqueezing(BANKER, 1, 2), staff(StaffPosition.PIT_MANAGER))
    play.done(ChooseFirstHand(BANKER), DEALER)
    assert next_exposure(play.table) == ExposeCards(BANKER, 2)
    play.done(ExposeCards(BANKER, 2), DEALER)
    assert next_exposure(play.table) == ExposeCards(BANKER, 1)


def test_a_third_card_goes_to_the_patron_who_held_the_hand() -> None:
    play = down(DealingMethod.A, "2s", "Kc", "3d", "5h")
    for command in (
        PassCards(PLAYER, 3),
        PassCards(BANKER, 1),
        ChooseFirstHand(PLAYER),
        ExposeCards(PLAYER, 3),
        ExposeCards(BANKER, 1),
    ):
        play.done(command, DEALER)
    play.draw("6s")
    assert not is_exposure_order_open(play.table)
    assert next_exposure(play.table) == ExposeCards(PLAYER, 3)
    play.draw("9h")
    assert not is_exposure_order_open(play.table), "only the initial deal has an order"


def test_under_method_c_the_drawer_exposes_without_an_order() -> None:
    play = down(DealingMethod.C)
    assert not is_exposure_order_open(play.table)
    assert next_exposure(play.table) == ExposeCards(PLAYER, 1)


@pytest.mark.parametrize("method", [DealingMethod.A, DealingMethod.C])
def test_the_next_exposure_is_always_accepted(method: DealingMethod) -> None:
    play = down(method)
    for _ in range(6):
        step = next_exposure(play.table) or ChooseFirstHand(PLAYER)
        assert not isinstance(decide(play.table, step, DEALER), Refusal)
        play.done(step, DEALER)
        if not play.table.current.live.face_down:
            break
