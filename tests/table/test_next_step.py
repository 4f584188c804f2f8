import pytest

from punto.core.rulebook import Method
from punto.core.staff_positions import Position
from punto.table.actors import HOUSE_DEALER
from punto.table.commands.live import HandOverDevice
from punto.table.commands.play import (
    CloseBets,
    CloseTable,
    ConfirmSeats,
    EndShoe,
    Interrupt,
    OpenBets,
    SettleRound,
)
from punto.table.next_step import Next, next_step, offers
from punto.table.state import Table
from tests.live import by_method
from tests.tables import LIVE, TIGER, betting, dealing, opened, patron, staff


def test_the_one_step_by_which_a_table_goes_on() -> None:
    assert next_step(Table()) is Next.WAIT
    play = opened()
    assert next_step(play.table) is Next.OPEN_BETS
    play.done(OpenBets())
    assert next_step(play.table) is Next.CLOSE_BETS
    play.done(CloseBets())
    assert next_step(play.table) is Next.CONFIRM_SEATS
    play.done(ConfirmSeats())
    assert next_step(play.table) is Next.DRAW
    play.draw("9s", "Kc", "Kd", "6h")
    assert next_step(play.table) is Next.SETTLE
    play.done(SettleRound())
    assert next_step(play.table) is Next.OPEN_BETS
    play.done(EndShoe())
    assert next_step(play.table) is Next.LOAD_SHOE


def test_a_shoe_is_burned_first_and_ends_with_its_cut() -> None:
    assert next_step(opened(burns=True).table) is Next.BURN
    play = dealing(TIGER, decks=4, cards_behind_cut=207)
    play.finish("9s", "Kc", "Kd", "6h")
    assert next_step(play.table) is Next.END_SHOE


def test_a_held_table_waits() -> None:
    play = dealing(LIVE, "9s")
    play.done(Interrupt(), HOUSE_DEALER)
    assert next_step(play.table) is Next.WAIT


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        (opened(LIVE), (OpenBets(), EndShoe())),
        (betting(LIVE), (CloseBets(),)),
        (dealing(LIVE, "9s"), ()),
        (dealing(LIVE, "9s", "Kc", "Kd", "6h"), (SettleRound(),)),
    ],
)
def test_what_a_dealer_may_press(play: object, expected: tuple[object, ...]) -> None:
    assert offers(play.table, staff(Position.DEALER)) == expected  # type: ignore[attr-defined]


def test_a_dealer_may_give_the_device_to_whoever_may_draw_or_draw_for_want_of_them() -> None:
    play = by_method(Method.C)
    play.bet(2, banker=100_00)
    play.done(CloseBets(), staff(Position.DEALER))
    assert offers(play.table, staff(Position.DEALER)) == (HandOverDevice(0), HandOverDevice(2))


def test_a_patron_is_offered_nothing_of_it() -> None:
    assert offers(betting(LIVE).table, patron(1)) == ()


def test_a_pit_manager_may_close_a_table_without_a_shoe() -> None:
    play = opened()
    play.done(EndShoe())
    assert offers(play.table, staff(Position.PIT_MANAGER)) == (CloseTable(),)


def test_an_unread_card_waits_while_it_is_known_whose_card_is_next() -> None:
    assert next_step(dealing(TIGER, "?").table) is Next.DRAW
