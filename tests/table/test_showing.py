"""What is done next with cards face down: passed by stake, an order of hands, turned up."""

import pytest

from punto.core.rulebook import Method
from punto.core.staff_positions import Position
from punto.table.decide import decide
from punto.table.procedures import AllowSqueezing, ChooseFirstHand, ExposeCards, PassCards
from punto.table.refusals import Refusal
from punto.table.showing import is_order_open, next_shown
from tests.live import BANKER, BANKER_WINS, DEALER, PLAYER, by_method, dealt
from tests.tables import Play, staff


def down(method: Method = Method.A, *cards: str) -> Play:
    play = by_method(method)
    play.bet(1, banker=100_00)
    play.bet(3, player=100_00)
    return dealt(play, *(cards or BANKER_WINS))


def test_both_hands_are_passed_one_is_chosen_then_they_are_shown() -> None:
    play = down()
    seen = []
    for _ in range(5):
        step = next_shown(play.table)
        seen.append(step)
        play.done(step or ChooseFirstHand(BANKER), DEALER)
    assert seen == [
        PassCards(PLAYER, 3),
        PassCards(BANKER, 1),
        None,
        ExposeCards(BANKER, 1),
        ExposeCards(PLAYER, 3),
    ]


def test_a_hand_that_nobody_backs_is_turned_by_the_dealer() -> None:
    play = by_method(Method.A)
    play.bet(1, banker=100_00)
    dealt(play, *BANKER_WINS)
    play.done(PassCards(BANKER, 1), DEALER)
    play.done(ChooseFirstHand(PLAYER), DEALER)
    assert next_shown(play.table) == ExposeCards(PLAYER, 0)


def test_a_card_that_somebody_else_squeezes_is_shown_by_them() -> None:
    play = down()
    play.done(PassCards(BANKER, 1), DEALER)
    play.done(PassCards(PLAYER, 3), DEALER)
    play.done(AllowSqueezing(BANKER, 1, 2), staff(Position.PIT_MANAGER))
    play.done(ChooseFirstHand(BANKER), DEALER)
    assert next_shown(play.table) == ExposeCards(BANKER, 2)
    play.done(ExposeCards(BANKER, 2), DEALER)
    assert next_shown(play.table) == ExposeCards(BANKER, 1)


def test_a_third_card_goes_to_whoever_had_the_hand() -> None:
    play = down(Method.A, "2s", "Kc", "3d", "5h")
    for command in (
        PassCards(PLAYER, 3),
        PassCards(BANKER, 1),
        ChooseFirstHand(PLAYER),
        ExposeCards(PLAYER, 3),
        ExposeCards(BANKER, 1),
    ):
        play.done(command, DEALER)
    play.draw("6s")
    assert not is_order_open(play.table)
    assert next_shown(play.table) == ExposeCards(PLAYER, 3)
    play.draw("9h")
    assert not is_order_open(play.table), "only the initial deal has an order"


def test_under_method_c_whoever_draws_shows_and_there_is_no_order() -> None:
    play = down(Method.C)
    assert not is_order_open(play.table)
    assert next_shown(play.table) == ExposeCards(PLAYER, 1)


@pytest.mark.parametrize("method", [Method.A, Method.C])
def test_whatever_is_next_is_accepted(method: Method) -> None:
    play = down(method)
    for _ in range(6):
        step = next_shown(play.table) or ChooseFirstHand(PLAYER)
        assert not isinstance(decide(play.table, step, DEALER), Refusal)
        play.done(step, DEALER)
        if not play.table.current.conduct.face_down:
            break
