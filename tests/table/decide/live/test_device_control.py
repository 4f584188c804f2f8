"""Test the choice of the method and the control of the dealing device."""

import pytest
from msgspec.structs import replace

from punto.core.rulebook import DealingMethod, Rulebook
from punto.core.staff_positions import StaffPosition
from punto.games.library import game
from punto.table.actors import DEVICE
from punto.table.card_handling import drawer_of, holder_of
from punto.table.commands import (
    AllowDrawing,
    ChangeSettings,
    ChooseMethod,
    CloseBets,
    ConfirmParticipants,
    DrawCard,
    EnterCard,
    ExposeCards,
    HandOverDevice,
    LeaveSeat,
    OpenBets,
    OpenTable,
    RelinquishDevice,
    SettleRound,
)
from punto.table.events import (
    DeviceControlEnded,
    DeviceHandedOver,
    DrawingAllowed,
    MethodChosen,
)
from punto.table.next_step import NextStep, next_step
from punto.table.settings import check_settings, default_settings
from tests.live import (
    BANKER,
    BANKER_WINS,
    CASINO_MANAGER,
    DEALER,
    PIT_MANAGER,
    PLAYER,
    PLAYER_WINS,
    SUPERVISOR,
    TIE,
    by_method,
    dealt,
    lay,
)
from tests.tables import LIVE, TIGER, Play, betting, opened, patron, staff


def holding(*cards: str) -> Play:
    """Method C: seat 1 has the device and a stake on Banker; some cards dealt and shown."""
    play = by_method(DealingMethod.C)
    play.bet(1, banker=100_00, tie=10_00)
    play.done(HandOverDevice(1), DEALER)
    if cards:
        dealt(play, *cards)
        play.done(ExposeCards(PLAYER), DEALER)
        play.done(ExposeCards(BANKER), DEALER)
    return play


def test_a_permitted_position_chooses_the_method_between_rounds() -> None:
    play = opened(LIVE, is_hlga=True)
    assert play.refused(ChooseMethod(DealingMethod.A), SUPERVISOR) == "not-allowed"
    assert play.refused(ChooseMethod(DealingMethod.C), PIT_MANAGER) == "not-allowed"
    assert play.done(ChooseMethod(DealingMethod.A), PIT_MANAGER) == (
        MethodChosen(DealingMethod.A, "T 3.8.2"),
    )
    assert play.done(ChooseMethod(DealingMethod.A), PIT_MANAGER) == ()
    assert play.done(ChooseMethod(DealingMethod.C), CASINO_MANAGER)
    assert play.table.settings_in_force.method is DealingMethod.C
    play.done(OpenBets(), DEALER)
    assert play.refused(ChooseMethod(DealingMethod.B), PIT_MANAGER) == "round-running"


def test_method_c_is_refused_outside_the_hlga() -> None:
    assert (
        opened(LIVE).refused(ChooseMethod(DealingMethod.C), CASINO_MANAGER) == "method-only-in-hlga"
    )


@pytest.mark.parametrize("book", [TIGER, game("fortune-six-live")], ids=lambda book: book.key)
def test_a_document_without_methods_allows_no_choice(book: Rulebook) -> None:
    assert (
        opened(book).refused(ChooseMethod(DealingMethod.A), CASINO_MANAGER) == "method-not-allowed"
    )


def test_a_table_opens_by_a_method_only_if_its_opener_may_choose_it() -> None:
    by_c = replace(default_settings(LIVE), method=DealingMethod.C, is_hlga=True)
    assert Play().refused(OpenTable(LIVE.text, by_c), PIT_MANAGER) == "not-allowed"
    assert Play().done(OpenTable(LIVE.text, by_c), CASINO_MANAGER)


def test_a_change_of_settings_cannot_change_the_method() -> None:
    play = opened(LIVE)
    by_a = ChangeSettings(replace(play.table.settings_in_force, method=DealingMethod.A))
    assert (
        play.refused(by_a, staff(StaffPosition.PIT_MANAGER, second="Bob"))
        == "method-chosen-separately"
    )


@pytest.mark.parametrize(
    ("book", "changed", "words"),
    [
        (LIVE, {"method": DealingMethod.C}, "HLGA only"),
        (TIGER, {"method": DealingMethod.A}, "is dealt by B"),
        (TIGER, {"differential_cents": 100}, "has no table differential"),
        (LIVE, {"differential_cents": -1}, "expected 0 or more"),
    ],
)
def test_live_settings_that_contradict_the_document_are_refused(
    book: Rulebook, changed: dict[str, object], words: str
) -> None:
    settings = replace(default_settings(book), **changed)
    with pytest.raises(ValueError, match=words):
        check_settings(book, settings)


def test_the_device_goes_to_a_patron_with_a_wager() -> None:
    play = by_method(DealingMethod.C)
    play.bet(1, banker=100_00)
    assert play.refused(HandOverDevice(2), DEALER) == "no-leave"
    handed = play.done(HandOverDevice(1), DEALER)
    assert handed == (DeviceHandedOver(1, "T 3.11.1"),)
    assert play.done(HandOverDevice(1), DEALER) == ()
    play.bet(2, player=100_00)
    assert play.refused(HandOverDevice(2), DEALER) == "device-held"


def test_chips_are_a_wager_too() -> None:
    play = by_method(DealingMethod.C)
    lay(play, 6, tie=10_00)
    assert play.done(HandOverDevice(6), DEALER)


def test_the_casino_manager_may_let_a_patron_draw_without_a_wager() -> None:
    play = by_method(DealingMethod.C)
    assert play.refused(AllowDrawing(2), PIT_MANAGER) == "not-allowed"
    assert play.refused(AllowDrawing(0), CASINO_MANAGER) == "no-such-seat"
    assert play.refused(AllowDrawing(9), CASINO_MANAGER) == "no-such-seat"
    for edge in (1, 8):
        assert play.done(AllowDrawing(edge), CASINO_MANAGER) == (DrawingAllowed(edge, "T 3.11.2"),)
    assert play.done(AllowDrawing(2), CASINO_MANAGER) == (DrawingAllowed(2, "T 3.11.2"),)
    assert play.done(AllowDrawing(2), CASINO_MANAGER) == ()
    assert play.done(HandOverDevice(2), DEALER)


def test_permission_to_draw_may_be_given_between_rounds() -> None:
    play = opened(LIVE, is_hlga=True)
    assert play.refused(AllowDrawing(2), CASINO_MANAGER) == "not-by-this-method"
    play.done(ChooseMethod(DealingMethod.C), CASINO_MANAGER)
    assert play.done(AllowDrawing(2), CASINO_MANAGER)


def test_under_methods_a_and_b_the_dealer_keeps_the_device() -> None:
    for play in (betting(LIVE), by_method(DealingMethod.A)):
        play.bet(1, banker=100_00)
        assert play.refused(HandOverDevice(1), DEALER) == "not-by-this-method"


def test_no_card_is_drawn_before_a_permitted_patron_has_the_device() -> None:
    play = by_method(DealingMethod.C)
    play.bet(1, banker=100_00)
    play.done(CloseBets(), DEALER)
    assert next_step(play.table) is NextStep.HAND_OVER_DEVICE
    assert play.refused(ConfirmParticipants(), DEALER) == "device-not-held"
    assert play.refused(DrawCard(1, "9s"), DEVICE) == "device-not-held"
    play.done(HandOverDevice(1), DEALER)
    assert next_step(play.table) is NextStep.CONFIRM_SEATS
    play.done(ConfirmParticipants(), DEALER)


def test_a_patron_keeps_the_device_but_draws_only_with_a_wager_or_permission() -> None:
    play = holding(*BANKER_WINS)
    play.done(SettleRound(), DEALER)
    play.done(OpenBets(), DEALER)
    play.done(CloseBets(), DEALER)
    assert play.table.live.device == 1
    assert play.refused(ConfirmParticipants(), DEALER) == "device-not-held"


def test_a_patron_may_return_the_device() -> None:
    play = holding()
    assert play.refused(RelinquishDevice(2), DEALER) == "device-not-held"
    assert play.refused(RelinquishDevice(1), patron(2)) == "not-your-seat"
    ended = play.done(RelinquishDevice(1), patron(1))
    assert ended == (DeviceControlEnded(1, "T 3.11.8.1"),)
    assert play.refused(RelinquishDevice(0), DEALER) == "device-not-held"


def given_up_at(*cards: str) -> Play:
    """Let seat 1 draw some cards and return the device; seat 2 has a wager too."""
    play = by_method(DealingMethod.C)
    play.bet(1, banker=100_00)
    play.bet(2, player=100_00)
    dealt(play, *cards)
    play.done(RelinquishDevice(1), patron(1))
    return play


@pytest.mark.parametrize("many", [0, 1, 2, 3])
def test_a_device_returned_during_a_deal_goes_to_another_patron(many: int) -> None:
    play = given_up_at(*PLAYER_WINS[:many])
    assert next_step(play.table) is NextStep.HAND_OVER_DEVICE
    assert play.refused(DrawCard(many + 1, PLAYER_WINS[many]), DEVICE) == "device-not-held"
    two = staff(StaffPosition.DEALER, second="Bob")
    assert play.refused(EnterCard(many + 1, PLAYER_WINS[many]), two) == "device-not-held"
    assert play.refused(HandOverDevice(3), DEALER) == "no-leave"
    play.done(HandOverDevice(2), DEALER)
    play.draw(*PLAYER_WINS[many:])


def test_the_hands_are_exposed_before_the_device_is_handed_over_for_a_third_card() -> None:
    play = given_up_at("2s", "Kc", "3d", "4h")
    for side in (PLAYER, BANKER):
        assert next_step(play.table) is NextStep.EXPOSE
        play.done(ExposeCards(side), DEALER)
    assert next_step(play.table) is NextStep.HAND_OVER_DEVICE
    play.done(HandOverDevice(2), DEALER)
    assert next_step(play.table) is NextStep.DRAW


def test_the_dealer_draws_if_no_patron_takes_the_device() -> None:
    play = given_up_at("2s", "Kc", "3d", "4h")
    play.done(ExposeCards(PLAYER), DEALER)
    play.done(ExposeCards(BANKER), DEALER)
    assert play.refused(HandOverDevice(0), patron(1)) == "not-allowed"
    assert play.done(HandOverDevice(0), DEALER) == (DeviceHandedOver(0, "POLICY P31"),)
    assert play.done(HandOverDevice(0), DEALER) == ()
    assert next_step(play.table) is NextStep.DRAW
    # Cards that the Dealer draws are exposed at once, because no patron squeezes them.
    play.draw("4c", "2c")
    play.done(SettleRound(), DEALER)
    assert not play.table.live.device
    # The next round asks a patron again.
    play.done(OpenBets(), DEALER)
    assert play.refused(HandOverDevice(0), DEALER) == "bets-open"
    play.done(CloseBets(), DEALER)
    assert next_step(play.table) is NextStep.HAND_OVER_DEVICE


def test_the_dealer_cannot_draw_while_a_patron_controls_the_device() -> None:
    play = holding()
    play.done(CloseBets(), DEALER)
    assert play.refused(HandOverDevice(0), DEALER) == "device-held"


def test_a_patron_may_take_the_device_from_a_dealer_who_draws() -> None:
    play = given_up_at("9s")
    play.done(HandOverDevice(0), DEALER)
    assert holder_of(play.table, PLAYER, 1) == 0
    play.done(HandOverDevice(2), DEALER)
    assert holder_of(play.table, PLAYER, 1) == 2


def test_the_dealer_draws_for_a_patron_who_keeps_the_device_without_a_wager() -> None:
    play = holding(*BANKER_WINS)
    play.done(SettleRound(), DEALER)
    play.done(OpenBets(), DEALER)
    play.done(CloseBets(), DEALER)
    play.done(HandOverDevice(0), DEALER)
    play.done(ConfirmParticipants(), DEALER)
    assert (play.table.live.device, drawer_of(play.table)) == (1, 0)
    play.done(AllowDrawing(1), CASINO_MANAGER)
    assert play.done(HandOverDevice(1), DEALER) == (DeviceHandedOver(1, "T 3.11.1"),)


def test_control_and_permission_to_draw_end_with_the_visit() -> None:
    """Before, the next patron at the seat kept the device and the permission."""
    play = by_method(DealingMethod.C)
    play.done(AllowDrawing(1), CASINO_MANAGER)
    play.done(AllowDrawing(2), CASINO_MANAGER)
    play.done(HandOverDevice(1), DEALER)
    assert play.done(LeaveSeat(2), patron(2))[0] == DeviceControlEnded(2, "T 3.11.8.1")
    assert (play.table.live.device, play.table.live.may_draw) == (1, (1,))
    play.done(LeaveSeat(1), patron(1))
    assert (play.table.live.device, play.table.live.may_draw) == (0, ())
    assert len(play.done(LeaveSeat(3), patron(3))) == 1


@pytest.mark.parametrize(("cards", "keeps"), [(BANKER_WINS, 1), (TIE, 1), (PLAYER_WINS, 0)])
def test_a_lost_wager_ends_control_and_a_tie_does_not(cards: tuple[str, ...], keeps: int) -> None:
    play = holding(*cards)
    events = play.done(SettleRound(), DEALER)
    assert play.table.live.device == keeps
    assert (events[-1] == DeviceControlEnded(1, "T 3.11.8.2")) is (keeps == 0)


def test_a_lost_side_wager_does_not_end_control() -> None:
    play = by_method(DealingMethod.C)
    play.bet(1, tie=100_00)
    dealt(play, *PLAYER_WINS)
    play.done(ExposeCards(PLAYER), DEALER)
    play.done(ExposeCards(BANKER), DEALER)
    play.done(SettleRound(), DEALER)
    assert play.table.live.device == 1


def test_permission_to_draw_ends_with_control() -> None:
    play = by_method(DealingMethod.C)
    play.done(AllowDrawing(2), CASINO_MANAGER)
    play.done(HandOverDevice(2), DEALER)
    play.done(RelinquishDevice(2), DEALER)
    assert play.refused(HandOverDevice(2), DEALER) == "no-leave"
