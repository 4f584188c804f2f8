from punto.table.actors import HOUSE_DEALER
from punto.table.commands import (
    CloseBets,
    ConfirmParticipants,
    EndShoe,
    InterruptRound,
    OpenBets,
    SettleRound,
)
from punto.table.next_step import NextStep, next_step
from punto.table.state import Table
from tests.tables import LIVE, TIGER, dealing, opened


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


def test_an_unread_card_waits_while_the_next_hand_is_known() -> None:
    assert next_step(dealing(TIGER, "?").table) is NextStep.DRAW
