"""Test who receives the cards of a hand, and the order in which they are exposed."""

from collections.abc import Callable

import pytest

from punto.core.rulebook import DealingMethod
from punto.core.sides import Side
from punto.table.card_handling import drawer_of, holder_of
from punto.table.commands import (
    AllowSqueezing,
    ChooseFirstHand,
    ChooseHandler,
    ExposeCards,
    PassCards,
    RefuseCards,
    SettleRound,
)
from punto.table.events import (
    CardsExposed,
    CardsPassed,
    CardsRefused,
    FirstHandChosen,
    RoundSettled,
    SqueezingAllowed,
)
from punto.table.next_step import NextStep, next_step
from punto.table.state import Phase
from punto.table.views import public_phase, public_winner
from tests.live import (
    BANKER,
    DEALER,
    PIT_MANAGER,
    PLAYER,
    PLAYER_WINS,
    SUPERVISOR,
    by_method,
    dealt,
    lay,
    player_draws_unheld,
)
from tests.tables import LIVE, TIGER, Play, cards_of, dealing, patron


def in_hand(*cards: str) -> Play:
    """Method A: seat 1 has Banker, seat 2 more on Player than the chips at 5; cards dealt."""
    play = by_method(DealingMethod.A)
    play.bet(1, banker=100_00)
    play.bet(2, player=200_00)
    lay(play, 5, player=150_00)
    return dealt(play, *(cards or PLAYER_WINS))


def passed(*cards: str) -> Play:
    """The same with both hands passed, the Player hand to be shown first."""
    play = in_hand(*cards)
    play.done(PassCards(PLAYER, 2), DEALER)
    play.done(PassCards(BANKER, 1), DEALER)
    play.done(ChooseFirstHand(PLAYER), DEALER)
    return play


def test_no_card_is_passed_before_the_initial_deal_is_complete() -> None:
    play = in_hand("9s", "Kc", "Kd")
    assert play.refused(PassCards(PLAYER, 2), DEALER) == "no-cards"
    assert play.refused(RefuseCards(PLAYER, 2), DEALER) == "no-cards"


@pytest.mark.parametrize("play", [dealing(LIVE, *PLAYER_WINS), dealing(TIGER, *PLAYER_WINS)])
def test_under_method_b_and_at_terminals_patrons_handle_no_cards(play: Play) -> None:
    code = "not-by-this-method" if play.table.game == LIVE else "not-allowed"
    for asked in (PassCards(PLAYER, 2), ChooseFirstHand(PLAYER)):
        assert play.refused(asked, DEALER) == code
    assert play.refused(ExposeCards(PLAYER), DEALER) == "not-by-this-method"
    assert cards_of(play.table) == "9s Kd / Kc 6h"


def test_the_wagers_choose_who_receives_the_cards() -> None:
    play = in_hand()
    assert play.refused(PassCards(PLAYER, 5), DEALER) == "other-handler"
    assert play.refused(PassCards(PLAYER, 9), DEALER) == "no-such-seat"
    assert play.refused(PassCards(PLAYER, 2), patron(2)) == "not-allowed"
    assert play.done(PassCards(PLAYER, 2), DEALER) == (CardsPassed(1, PLAYER, 2, "T 3.9.2"),)
    assert play.done(PassCards(PLAYER, 2), DEALER) == ()


def test_refused_cards_go_to_the_next_patron_and_then_to_the_supervisors_choice() -> None:
    play = in_hand()
    choice = ChooseHandler(PLAYER, 3)
    assert play.refused(choice, SUPERVISOR) == "handler-by-stake"
    play.done(PassCards(PLAYER, 2), DEALER)
    assert play.refused(RefuseCards(PLAYER, 5), DEALER) == "other-handler"
    assert play.refused(RefuseCards(PLAYER, 2), patron(1)) == "not-your-seat"
    assert play.done(RefuseCards(PLAYER, 2), patron(2)) == (CardsRefused(1, PLAYER, 2),)
    assert play.done(PassCards(PLAYER, 5), DEALER) == (CardsPassed(1, PLAYER, 5, "T 3.9.3"),)
    play.done(RefuseCards(PLAYER, 5), DEALER)
    assert play.refused(PassCards(PLAYER, 3), DEALER) == "other-handler"
    assert play.refused(choice, DEALER) == "not-allowed"
    assert play.refused(ChooseHandler(PLAYER, 9), SUPERVISOR) == "no-such-seat"
    assert play.done(choice, SUPERVISOR) == (CardsPassed(1, PLAYER, 3, "T 3.9.4.1"),)


def test_the_dealer_chooses_the_hand_shown_first() -> None:
    play = in_hand()
    play.done(PassCards(PLAYER, 2), DEALER)
    play.done(PassCards(BANKER, 1), DEALER)
    assert play.refused(ExposeCards(PLAYER, 2), patron(2)) == "first-hand-open"
    chosen = play.done(ChooseFirstHand(BANKER), DEALER)
    assert chosen == (FirstHandChosen(1, BANKER, "T 3.9.6"),)
    assert play.refused(ExposeCards(PLAYER, 2), patron(2)) == "other-hand-first"
    shown = play.done(ExposeCards(BANKER, 1), patron(1))
    assert shown == (CardsExposed(1, BANKER, (1, 2), 1, "T 3.9.6"),)
    assert play.refused(ChooseFirstHand(PLAYER), DEALER) == "all-shown"
    play.done(ExposeCards(PLAYER, 2), patron(2))
    assert play.refused(ExposeCards(PLAYER, 2), patron(2)) == "all-shown"


def test_face_down_cards_are_hidden_and_delay_the_outcome() -> None:
    play = passed()
    assert play.table.phase is Phase.COMPLETE
    assert cards_of(play.table) == "? ? / ? ?"
    assert (public_phase(play.table), public_winner(play.table)) == (Phase.DEALING, None)
    assert next_step(play.table) is NextStep.EXPOSE
    assert play.refused(SettleRound(), DEALER) == "face-down"
    play.done(ExposeCards(PLAYER, 2), patron(2))
    assert cards_of(play.table) == "9s Kd / ? ?"
    play.done(ExposeCards(BANKER, 1), patron(1))
    assert public_phase(play.table) is Phase.COMPLETE
    assert isinstance(play.done(SettleRound(), DEALER)[0], RoundSettled)


def test_a_patron_cannot_expose_another_patrons_cards() -> None:
    play = passed()
    assert play.refused(ExposeCards(PLAYER, 2), patron(1)) == "not-your-seat"
    assert play.refused(ExposeCards(PLAYER, 1), patron(1)) == "other-handler"
    assert play.refused(ExposeCards(PLAYER), patron(2)) == "not-allowed"


def test_the_dealer_exposes_cards_for_an_absent_patron() -> None:
    play = passed()
    shown = play.done(ExposeCards(PLAYER), DEALER)
    assert shown == (CardsExposed(1, PLAYER, (1, 2), 0, "T 5.10"),)


def test_the_dealer_passes_cards_before_exposing_them_unless_in_error() -> None:
    play = in_hand()
    assert play.refused(ExposeCards(BANKER), DEALER) == "other-handler"
    shown = play.done(ExposeCards(BANKER, in_error=True), DEALER)
    assert shown == (CardsExposed(1, BANKER, (1, 2), 0, "T 5.7.1"),)
    play.done(PassCards(PLAYER, 2), DEALER)
    play.done(ExposeCards(PLAYER, 2), patron(2))


def test_the_dealer_exposes_a_hand_without_stakes() -> None:
    play = by_method(DealingMethod.A)
    play.bet(2, player=200_00)
    dealt(play, *PLAYER_WINS)
    play.done(ChooseFirstHand(BANKER), DEALER)
    shown = play.done(ExposeCards(BANKER), DEALER)
    assert shown == (CardsExposed(1, BANKER, (1, 2), 0, "T 3.9.6"),)


def test_a_third_card_waits_for_the_patron_who_squeezes_that_hand() -> None:
    play = passed("2s", "Kc", "3d", "6h")
    play.done(ExposeCards(PLAYER, 2), patron(2))
    play.done(ExposeCards(BANKER, 1), patron(1))
    assert next_step(play.table) is NextStep.DRAW
    play.draw("6c")
    assert cards_of(play.table) == "2s 3d ? / Kc 6h"
    assert next_step(play.table) is NextStep.EXPOSE
    shown = play.done(ExposeCards(PLAYER, 2), patron(2))
    assert shown == (CardsExposed(1, PLAYER, (3,), 2, "T 3.9.6"),)
    assert next_step(play.table) is NextStep.DRAW


def test_a_third_card_without_a_squeezer_is_exposed_at_once() -> None:
    play = player_draws_unheld()
    assert play.draw("9c")[-1] == CardsExposed(1, PLAYER, (3,), 0, "T 3.9.7")
    assert cards_of(play.table) == "2s 3d 9c / Kc 6h"


def test_the_pit_manager_may_let_any_patron_squeeze_a_card() -> None:
    play = passed()
    asked = AllowSqueezing(BANKER, 2, 3, "a friend")
    assert play.refused(asked, DEALER) == "not-allowed"
    assert play.refused(AllowSqueezing(BANKER, 4, 3), PIT_MANAGER) == "all-shown"
    assert play.refused(AllowSqueezing(BANKER, 2, 9), PIT_MANAGER) == "no-such-seat"
    allowed = play.done(asked, PIT_MANAGER)
    assert allowed == (SqueezingAllowed(1, BANKER, 2, 3, "a friend", "T 3.16"),)
    play.done(ExposeCards(PLAYER, 2), patron(2))
    assert play.done(ExposeCards(BANKER, 1), patron(1)) == (
        CardsExposed(1, BANKER, (1,), 1, "T 3.9.6"),
    )
    assert play.done(ExposeCards(BANKER, 3), patron(3)) == (
        CardsExposed(1, BANKER, (2,), 3, "T 3.9.6"),
    )


def test_permission_to_squeeze_may_pass_to_another_patron() -> None:
    play = passed()
    play.done(AllowSqueezing(PLAYER, 1, 3), PIT_MANAGER)
    play.done(AllowSqueezing(PLAYER, 1, 1), PIT_MANAGER)
    assert play.refused(ExposeCards(PLAYER, 3), patron(3)) == "other-handler"
    assert play.done(ExposeCards(PLAYER, 1), patron(1))
    assert play.done(ExposeCards(PLAYER, 2), patron(2))


def test_under_method_b_permission_to_squeeze_is_refused() -> None:
    play = dealing(LIVE, *PLAYER_WINS)
    assert play.refused(AllowSqueezing(PLAYER, 1, 1), PIT_MANAGER) == "not-by-this-method"


def test_under_method_c_the_drawer_has_the_cards_until_the_dealer_passes_a_hand() -> None:
    play = by_method(DealingMethod.C)
    play.bet(1, banker=100_00)
    dealt(play, *PLAYER_WINS)
    assert (drawer_of(play.table), holder_of(play.table, PLAYER, 1)) == (1, 1)
    passed_on = play.done(PassCards(PLAYER, 3), DEALER)
    assert passed_on == (CardsPassed(1, PLAYER, 3, "T 3.11.3"),)
    for asked in (ChooseFirstHand(PLAYER), ChooseHandler(PLAYER, 2)):
        assert play.refused(asked, SUPERVISOR) == "not-by-this-method"
    shown = play.done(ExposeCards(BANKER, 1), patron(1))
    assert shown == (CardsExposed(1, BANKER, (1, 2), 1, "T 3.11.6"),)
    play.done(ExposeCards(PLAYER, 3), patron(3))
    play.done(SettleRound(), DEALER)


@pytest.mark.parametrize(
    "ask", [PassCards, ChooseHandler, lambda side, position: AllowSqueezing(side, 1, position)]
)
def test_the_last_position_may_receive_cards(
    ask: Callable[[Side, int], PassCards | ChooseHandler | AllowSqueezing],
) -> None:
    play = by_method(DealingMethod.A, positions=7)
    lay(play, 7, banker=100_00)
    dealt(play, *PLAYER_WINS)
    side = PLAYER if ask is ChooseHandler else BANKER
    assert play.refused(ask(side, 8), PIT_MANAGER) == "no-such-seat"
    assert play.done(ask(side, 7), PIT_MANAGER)


def test_a_partly_exposed_hand_counts_as_face_down() -> None:
    play = passed()
    play.done(AllowSqueezing(PLAYER, 2, 3), PIT_MANAGER)
    play.done(ExposeCards(PLAYER, 2), patron(2))
    assert play.refused(ExposeCards(BANKER, 1), patron(1)) == "other-hand-first"
    assert play.done(ChooseFirstHand(BANKER), DEALER)


def test_refusing_a_hand_leaves_the_other_hand_unchanged() -> None:
    play = passed()
    play.done(RefuseCards(PLAYER, 2), patron(2))
    assert play.table.current.live.holders == {BANKER: 1}
