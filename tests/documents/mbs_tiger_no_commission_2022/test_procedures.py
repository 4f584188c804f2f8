"""Test methods, cards in hand, the device and the cutting card at the live Tiger table."""

import pytest

from punto.core.rulebook import DealingMethod
from punto.core.staff_positions import StaffPosition
from punto.table.actors import DEVICE
from punto.table.card_handling import drawer_of, method_in_use
from punto.table.commands import (
    AllowDrawing,
    AllowSqueezing,
    AnswerWithdrawal,
    ChooseFirstHand,
    ChooseHandler,
    ChooseMethod,
    CloseBets,
    ConfirmParticipants,
    DrawCard,
    EndShoe,
    ExposeCards,
    HandOverDevice,
    LoadShoe,
    OfferWithdrawal,
    OpenBets,
    PassCards,
    RefuseCards,
    RelinquishDevice,
    ReportCuttingCard,
    SettleRound,
)
from punto.table.events import (
    CardsExposed,
    CardsPassed,
    MethodChosen,
    RoundSettled,
    WithdrawalAnswered,
)
from tests.clauses import clause
from tests.live import (
    BANKER,
    BANKER_WINS,
    CASINO_MANAGER,
    DEALER,
    PIT_MANAGER,
    PLAYER,
    PLAYER_WINS,
    SHIFT_MANAGER,
    SUPERVISOR,
    TIE,
    by_method,
    dealt,
    lay,
    player_draws_unheld,
)
from tests.tables import LIVE, Play, cards_of, dealing, opened, patron, staff


def in_hand(*player_cents: int) -> Play:
    """Method A with stakes on Player at positions 1, 2 and so on, and the initial deal."""
    play = by_method(DealingMethod.A)
    for position, cents in enumerate(player_cents, start=1):
        lay(play, position, player=cents)
    return dealt(play, *PLAYER_WINS)


def given(play: Play, position: int) -> str:
    """The clause by which the Player hand is passed to a position."""
    (event,) = play.done(PassCards(PLAYER, position), DEALER)
    assert isinstance(event, CardsPassed)
    return event.source


@clause("mbs-tiger-no-commission-2022", "1.1.8")
def test_1_1_8_a_card_in_hand_is_hidden_until_it_is_turned_up() -> None:
    play = in_hand(100_00)
    assert cards_of(play.table) == "? ? / ? ?"


@clause("mbs-tiger-no-commission-2022", "3.8")
@pytest.mark.parametrize("method", DealingMethod)
def test_3_8_a_round_is_conducted_by_the_method_chosen_for_it(method: DealingMethod) -> None:
    play = by_method(method)
    conduct = method_in_use(play.table)
    assert conduct is not None
    assert conduct.method is method


@clause("mbs-tiger-no-commission-2022", "3.8.1")
@pytest.mark.parametrize("method", [DealingMethod.A, DealingMethod.B])
def test_3_8_1_no_patron_gets_the_device_under_a_and_b(method: DealingMethod) -> None:
    play = by_method(method)
    play.bet(1, banker=100_00)
    assert play.refused(HandOverDevice(1), DEALER) == "not-by-this-method"


@clause("mbs-tiger-no-commission-2022", "3.8.2")
def test_3_8_2_the_pit_manager_changes_between_a_and_b_before_a_round() -> None:
    play = opened(LIVE)
    assert play.refused(ChooseMethod(DealingMethod.A), DEALER) == "not-allowed"
    assert play.done(ChooseMethod(DealingMethod.A), PIT_MANAGER) == (
        MethodChosen(DealingMethod.A, "T 3.8.2"),
    )
    play.done(OpenBets(), DEALER)
    assert play.refused(ChooseMethod(DealingMethod.B), PIT_MANAGER) == "round-running"


@clause("mbs-tiger-no-commission-2022", "3.8.2", "1.1.3")
def test_3_8_2_an_assistant_casino_manager_allows_c_and_only_in_hlga() -> None:
    assert (
        opened(LIVE).refused(ChooseMethod(DealingMethod.C), SHIFT_MANAGER) == "method-only-in-hlga"
    )
    room = opened(LIVE, is_hlga=True)
    assert room.refused(ChooseMethod(DealingMethod.C), PIT_MANAGER) == "not-allowed"
    assert room.done(ChooseMethod(DealingMethod.C), CASINO_MANAGER)


@clause("mbs-tiger-no-commission-2022", "3.9", "3.9.1")
def test_3_9_1_by_method_a_the_dealer_draws_and_the_calls_are_the_dealers() -> None:
    play = in_hand(100_00)
    assert drawer_of(play.table) == 0
    assert play.refused(SettleRound(), patron(1)) == "not-allowed"


@clause("mbs-tiger-no-commission-2022", "3.9.2")
def test_3_9_2_each_hand_goes_face_down_to_its_highest_stake() -> None:
    play = by_method(DealingMethod.A)
    lay(play, 1, player=100_00)
    lay(play, 2, player=200_00)
    lay(play, 3, banker=60_00)
    lay(play, 4, banker=50_00)
    dealt(play, *PLAYER_WINS)
    assert play.refused(PassCards(PLAYER, 1), DEALER) == "other-handler"
    assert given(play, 2) == "T 3.9.2"
    assert play.done(PassCards(BANKER, 3), DEALER) == (CardsPassed(1, BANKER, 3, "T 3.9.2"),)


@clause("mbs-tiger-no-commission-2022", "3.9.3")
def test_3_9_3_refused_cards_go_to_the_next_highest_stake() -> None:
    play = in_hand(100_00, 200_00, 150_00)
    play.done(RefuseCards(PLAYER, 2), DEALER)
    assert play.refused(PassCards(PLAYER, 2), DEALER) == "other-handler"
    assert given(play, 3) == "T 3.9.3"


@clause("mbs-tiger-no-commission-2022", "3.9.4")
def test_3_9_4_the_first_placed_of_equal_highest_stakes_gets_the_cards() -> None:
    play = by_method(DealingMethod.A)
    for position in (5, 2, 7):
        lay(play, position, player=100_00)
    dealt(play, *PLAYER_WINS)
    assert play.refused(PassCards(PLAYER, 2), DEALER) == "other-handler"
    assert given(play, 5) == "T 3.9.4"


@clause("mbs-tiger-no-commission-2022", "3.9.4.1")
def test_3_9_4_1_the_pit_supervisor_chooses_the_handler_of_a_hand_without_stakes() -> None:
    play = in_hand(100_00)
    assert play.refused(PassCards(BANKER, 1), DEALER) == "other-handler"
    assert play.refused(ChooseHandler(BANKER, 1), DEALER) == "not-allowed"
    assert play.refused(ChooseHandler(PLAYER, 2), SUPERVISOR) == "handler-by-stake"
    chosen = play.done(ChooseHandler(BANKER, 1), SUPERVISOR)
    assert chosen == (CardsPassed(1, BANKER, 1, "T 3.9.4.1"),)


@clause("mbs-tiger-no-commission-2022", "3.9.5")
def test_3_9_5_refused_cards_go_counter_clockwise_among_equal_stakes() -> None:
    play = by_method(DealingMethod.A)
    for position in (5, 2, 7, 1):
        lay(play, position, player=100_00)
    dealt(play, *PLAYER_WINS)
    for position in (5, 7, 1):
        play.done(RefuseCards(PLAYER, position), DEALER)
    assert given(play, 2) == "T 3.9.5"


@clause("mbs-tiger-no-commission-2022", "3.9.6")
@pytest.mark.parametrize(("first", "other"), [(PLAYER, BANKER), (BANKER, PLAYER)])
def test_3_9_6_the_dealer_chooses_the_hand_revealed_first(first: str, other: str) -> None:
    play = by_method(DealingMethod.A)
    lay(play, 1, player=100_00)
    lay(play, 2, banker=100_00)
    dealt(play, *PLAYER_WINS)
    position = {PLAYER: 1, BANKER: 2}
    for side in (PLAYER, BANKER):
        play.done(PassCards(side, position[side]), DEALER)
    sides = {str(side): side for side in (PLAYER, BANKER)}
    play.done(ChooseFirstHand(sides[first]), DEALER)
    shown_first, shown_then = (
        ExposeCards(sides[each], position[sides[each]]) for each in (first, other)
    )
    assert play.refused(shown_then, DEALER) == "other-hand-first"
    play.done(shown_first, DEALER)
    play.done(shown_then, DEALER)


@clause("mbs-tiger-no-commission-2022", "3.9.7")
def test_3_9_7_a_further_card_is_exposed_at_once_unless_a_patron_squeezes_it() -> None:
    play = by_method(DealingMethod.A)
    lay(play, 1, player=100_00)
    dealt(play, "2s", "Kc", "3d", "Kh")
    play.done(PassCards(PLAYER, 1), DEALER)
    play.done(ChooseFirstHand(PLAYER), DEALER)
    play.done(ExposeCards(PLAYER, 1), DEALER)
    play.done(ExposeCards(BANKER), DEALER)
    play.draw("9c")
    assert cards_of(play.table) == "2s 3d ? / Kc Kh"
    play.done(ExposeCards(PLAYER, 1), DEALER)
    assert play.draw("5d")[-1] == CardsExposed(1, BANKER, (3,), 0, "T 3.9.7")


@clause("mbs-tiger-no-commission-2022", "3.10", "3.10.1")
def test_3_10_1_by_method_b_cards_lie_open_as_the_dealer_draws_them() -> None:
    play = dealing(LIVE, "9s", "Kc")
    assert cards_of(play.table) == "9s / Kc"


@clause("mbs-tiger-no-commission-2022", "3.10.2", "3.16")
def test_3_10_2_by_method_b_no_patron_may_handle_cards() -> None:
    play = dealing(LIVE, *PLAYER_WINS)
    assert play.refused(PassCards(PLAYER, 2), DEALER) == "not-by-this-method"
    assert play.refused(ChooseHandler(PLAYER, 2), SUPERVISOR) == "not-by-this-method"
    assert play.refused(AllowSqueezing(PLAYER, 1, 2), PIT_MANAGER) == "not-by-this-method"


def drawing(**stakes: int) -> Play:
    """Method C with seat 1 in control of the device and a dealt round."""
    play = by_method(DealingMethod.C)
    play.bet(1, **stakes)
    return dealt(play, *PLAYER_WINS)


@clause("mbs-tiger-no-commission-2022", "3.11", "3.11.1")
def test_3_11_1_by_method_c_a_patron_draws_and_the_calls_are_the_dealers() -> None:
    play = by_method(DealingMethod.C)
    play.bet(1, banker=100_00)
    play.done(CloseBets(), DEALER)
    assert play.refused(ConfirmParticipants(), DEALER) == "device-not-held"
    play.done(HandOverDevice(1), DEALER)
    play.done(ConfirmParticipants(), DEALER)
    play.draw(*PLAYER_WINS)
    assert drawer_of(play.table) == 1
    assert play.refused(SettleRound(), patron(1)) == "not-allowed"


@clause("mbs-tiger-no-commission-2022", "3.11.2")
def test_3_11_2_the_assistant_casino_manager_may_let_a_patron_draw_without_a_wager() -> None:
    play = by_method(DealingMethod.C)
    assert play.refused(HandOverDevice(2), DEALER) == "no-leave"
    assert play.refused(AllowDrawing(2), PIT_MANAGER) == "not-allowed"
    play.done(AllowDrawing(2), CASINO_MANAGER)
    play.done(HandOverDevice(2), DEALER)
    play.done(CloseBets(), DEALER)
    play.done(ConfirmParticipants(), DEALER)


@clause("mbs-tiger-no-commission-2022", "3.11.3")
def test_3_11_3_a_hand_for_another_patron_goes_through_a_dealer() -> None:
    play = drawing(banker=100_00)
    assert play.refused(PassCards(PLAYER, 2), patron(1)) == "not-allowed"
    assert play.done(PassCards(PLAYER, 2), DEALER) == (CardsPassed(1, PLAYER, 2, "T 3.11.3"),)
    assert play.refused(ExposeCards(PLAYER, 1), patron(1)) == "other-handler"
    play.done(ExposeCards(PLAYER, 2), patron(2))


@clause("mbs-tiger-no-commission-2022", "3.11.6")
def test_3_11_6_further_cards_are_exposed_by_their_patron_or_the_dealer() -> None:
    play = by_method(DealingMethod.C)
    play.bet(1, banker=100_00)
    dealt(play, "2s", "Kc", "3d", "Kh")
    play.done(ExposeCards(PLAYER, 1), patron(1))
    play.done(ExposeCards(BANKER, 1), patron(1))
    play.draw("9c")
    shown = play.done(ExposeCards(PLAYER, 1), patron(1))
    assert shown == (CardsExposed(1, PLAYER, (3,), 1, "T 3.11.6"),)
    play.draw("5d")
    assert play.done(ExposeCards(BANKER), DEALER)


@clause("mbs-tiger-no-commission-2022", "3.11.6", "3.11.8.1")
def test_3_11_6_further_cards_wait_for_a_new_drawer_after_the_device_was_returned() -> None:
    play = by_method(DealingMethod.C)
    play.bet(1, banker=100_00)
    play.bet(2, player=100_00)
    dealt(play, "2s", "Kc", "3d", "Kh")
    play.done(RelinquishDevice(1), patron(1))
    play.done(ExposeCards(PLAYER), DEALER)
    play.done(ExposeCards(BANKER), DEALER)
    assert play.refused(DrawCard(5, "9c"), DEVICE) == "device-not-held"
    play.done(HandOverDevice(2), DEALER)
    play.draw("9c")
    shown = play.done(ExposeCards(PLAYER, 2), patron(2))
    assert shown == (CardsExposed(1, PLAYER, (3,), 2, "T 3.11.6"),)


@clause("mbs-tiger-no-commission-2022", "3.11.8", "3.11.8.1")
def test_3_11_8_1_a_patron_keeps_the_device_until_returning_it() -> None:
    play = by_method(DealingMethod.C)
    play.bet(1, banker=100_00)
    play.bet(2, banker=200_00)
    play.done(HandOverDevice(1), DEALER)
    assert play.refused(HandOverDevice(2), DEALER) == "device-held"
    play.done(RelinquishDevice(1), patron(1))
    play.done(HandOverDevice(2), DEALER)


@clause("mbs-tiger-no-commission-2022", "3.11.8", "3.11.8.2")
@pytest.mark.parametrize(("cards", "keeps"), [(BANKER_WINS, 1), (TIE, 1), (PLAYER_WINS, 0)])
def test_3_11_8_2_a_patron_keeps_the_device_until_the_wager_loses(
    cards: tuple[str, ...], keeps: int
) -> None:
    play = by_method(DealingMethod.C)
    play.bet(1, banker=100_00)
    dealt(play, *cards)
    for side in (PLAYER, BANKER):
        play.done(ExposeCards(side, 1), patron(1))
    play.done(SettleRound(), DEALER)
    assert play.table.live.device == keeps


@clause("mbs-tiger-no-commission-2022", "3.16")
def test_3_16_the_pit_manager_may_let_any_patron_squeeze_any_card() -> None:
    play = in_hand(100_00)
    play.done(PassCards(PLAYER, 1), DEALER)
    assert play.refused(AllowSqueezing(PLAYER, 2, 3), SUPERVISOR) == "not-allowed"
    play.done(AllowSqueezing(PLAYER, 2, 3, "a designee"), PIT_MANAGER)
    play.done(ChooseFirstHand(PLAYER), DEALER)
    shown = play.done(ExposeCards(PLAYER, 3), DEALER)
    assert shown == (CardsExposed(1, PLAYER, (2,), 3, "T 3.9.6"),)


@clause("mbs-tiger-no-commission-2022", "3.16", "3.9.7")
def test_3_16_a_third_card_of_an_unheld_hand_may_be_squeezed() -> None:
    play = player_draws_unheld()
    assert play.refused(AllowSqueezing(BANKER, 3, 2), PIT_MANAGER) == "all-shown"
    play.done(AllowSqueezing(PLAYER, 3, 2), PIT_MANAGER)
    play.draw("9c")
    assert cards_of(play.table) == "2s 3d ? / Kc 6h"
    play.done(ExposeCards(PLAYER, 2), patron(2))
    assert cards_of(play.table) == "2s 3d 9c / Kc 6h"


def cut_first(*, is_hlga: bool) -> Play:
    """A round whose cutting card came before its first card."""
    play = opened(LIVE, is_hlga=is_hlga)
    play.done(EndShoe(), DEALER)
    play.done(LoadShoe("cards"), DEALER)
    play.done(OpenBets(), DEALER)
    play.bet(1, banker=100_00, tie=10_00)
    play.bet(2, player=50_00)
    play.done(CloseBets(), DEALER)
    play.done(ReportCuttingCard(), DEVICE)
    return play


@clause("mbs-tiger-no-commission-2022", "3.17.1", "1.1.3")
def test_3_17_1_in_hlga_the_dealer_may_let_patrons_withdraw_before_the_first_card() -> None:
    assert cut_first(is_hlga=False).refused(OfferWithdrawal(), DEALER) == "cut-not-first"
    play = cut_first(is_hlga=True)
    assert play.refused(AnswerWithdrawal(1, withdraws=True), patron(1)) == "nothing-held"
    play.done(OfferWithdrawal(), DEALER)
    answer = play.done(AnswerWithdrawal(1, withdraws=True), patron(1))[0]
    assert isinstance(answer, WithdrawalAnswered)
    assert answer.cents == 110_00
    play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    play.finish(*PLAYER_WINS)
    done = play.events[-1]
    assert isinstance(done, RoundSettled)
    assert [each.seat for each in done.wagers] == [2]


@clause("mbs-tiger-no-commission-2022", "3.17.1")
def test_3_17_1_a_virtual_shoe_shows_its_cutting_card_before_the_first_card_too() -> None:
    play = opened(LIVE, is_hlga=True, cards_behind_cut=52 * 8 - len(PLAYER_WINS))
    for _ in range(2):
        play.done(OpenBets(), DEALER)
        play.bet(1, banker=100_00)
        play.close()
        if play.table.rounds == 1:
            assert play.refused(ReportCuttingCard(), DEVICE) == "cut-known"
            play.finish(*PLAYER_WINS)
    play.done(ReportCuttingCard(), DEVICE)
    play.done(OfferWithdrawal(), DEALER)
    play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    assert play.table.current.sets == {}


@clause("mbs-tiger-no-commission-2022", "5.10")
def test_5_10_the_dealer_exposes_the_cards_of_an_absent_patron() -> None:
    play = in_hand(100_00)
    play.done(PassCards(PLAYER, 1), DEALER)
    play.done(ChooseFirstHand(PLAYER), DEALER)
    shown = play.done(ExposeCards(PLAYER), DEALER)
    assert shown == (CardsExposed(1, PLAYER, (1, 2), 0, "T 5.10"),)


@clause("mbs-tiger-no-commission-2022", "5.7.1")
def test_5_7_1_cards_shown_in_error_leave_the_round_unchanged() -> None:
    play = in_hand(100_00)
    shown = play.done(ExposeCards(PLAYER, in_error=True), DEALER)
    assert shown == (CardsExposed(1, PLAYER, (1, 2), 0, "T 5.7.1"),)
    play.done(ExposeCards(BANKER), DEALER)
    assert play.done(SettleRound(), DEALER)


@clause("mbs-tiger-no-commission-2022", "6.2")
@pytest.mark.parametrize(
    ("asked", "least"),
    [
        (ChooseMethod(DealingMethod.A), StaffPosition.PIT_MANAGER),
        (ChooseMethod(DealingMethod.C), StaffPosition.ASSISTANT_CASINO_MANAGER),
        (AllowDrawing(1), StaffPosition.ASSISTANT_CASINO_MANAGER),
    ],
)
def test_6_2_every_higher_position_has_the_permissions_of_a_lower_one(
    asked: object, least: StaffPosition
) -> None:
    ladder = list(StaffPosition)
    for position in ladder:
        play = opened(LIVE, is_hlga=True)
        if isinstance(asked, AllowDrawing):
            play.done(ChooseMethod(DealingMethod.C), CASINO_MANAGER)
        answer = play.ask(asked, staff(position))  # type: ignore[arg-type]
        allowed = ladder.index(position) >= ladder.index(least)
        assert (getattr(answer, "code", "") != "not-allowed") is allowed, position
