import pytest

from punto.core.rulebook import DealingMethod
from punto.core.staff_positions import StaffPosition
from punto.table.actors import HOUSE_DEALER
from punto.table.commands import (
    CloseBets,
    CloseTable,
    ConfirmParticipants,
    EndShoe,
    HandOverDevice,
    InterruptRound,
    OpenBets,
    SettleRound,
)
from punto.table.next_step import NextStep, available_commands, next_step
from punto.table.state import Table
from tests.live import by_method
from tests.tables import LIVE, TIGER, betting, dealing, opened, patron, staff


def test_each_state_has_one_next_step() -> None:
    assert next_step(Table()) is NextStep.WAIT
    play = opened()
    assert next_step(play.table) is NextStep.OPEN_BETS
    play.done(OpenBets())
    assert next_step(play.table) is NextStep.CLOSE_BETS
    play.done(CloseBets())
    assert next_step(play.table) is NextStep.CONFIRM_SEATS
    play.done(ConfirmParticipants())
    assert next_step(play.table) is NextStep.DRAW
    play.draw("9s", "Kc", "Kd", "6h")
    assert next_step(play.table) is NextStep.SETTLE
    play.done(SettleRound())
    assert next_step(play.table) is NextStep.OPEN_BETS
    play.done(EndShoe())
    assert next_step(play.table) is NextStep.LOAD_SHOE


def test_a_shoe_is_burned_first_and_ends_after_its_cutting_card() -> None:
    assert next_step(opened(burns=True).table) is NextStep.BURN
    play = dealing(TIGER, decks=4, cards_behind_cut=207)
    play.finish("9s", "Kc", "Kd", "6h")
    assert next_step(play.table) is NextStep.END_SHOE


def test_a_held_table_waits() -> None:
    play = dealing(LIVE, "9s")
    play.done(InterruptRound(), HOUSE_DEALER)
    assert next_step(play.table) is NextStep.WAIT


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        (opened(LIVE), (OpenBets(), EndShoe())),
        (betting(LIVE), (CloseBets(),)),
        (dealing(LIVE, "9s"), ()),
        (dealing(LIVE, "9s", "Kc", "Kd", "6h"), (SettleRound(),)),
    ],
)
def test_a_dealer_gets_the_commands_that_would_be_accepted(
    play: object, expected: tuple[object, ...]
) -> None:
    assert available_commands(play.table, staff(StaffPosition.DEALER)) == expected  # type: ignore[attr-defined]


def test_a_dealer_may_hand_the_device_to_a_permitted_patron_or_draw() -> None:
    play = by_method(DealingMethod.C)
    play.bet(2, banker=100_00)
    play.done(CloseBets(), staff(StaffPosition.DEALER))
    assert available_commands(play.table, staff(StaffPosition.DEALER)) == (
        HandOverDevice(0),
        HandOverDevice(2),
    )


def test_a_patron_gets_no_dealer_commands() -> None:
    assert available_commands(betting(LIVE).table, patron(1)) == ()


def test_a_pit_manager_may_close_a_table_without_a_shoe() -> None:
    play = opened()
    play.done(EndShoe())
    assert available_commands(play.table, staff(StaffPosition.PIT_MANAGER)) == (CloseTable(),)


def test_an_unread_card_waits_while_the_next_hand_is_known() -> None:
    assert next_step(dealing(TIGER, "?").table) is NextStep.DRAW
