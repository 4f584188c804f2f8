"""Test that the phase and the winner reveal no card that is face down."""

from punto.core.facts import Winner
from punto.core.rulebook import DealingMethod
from punto.table.state import Phase, Table
from punto.table.views import public_phase, public_winner, round_number
from tests.live import BANKER_WINS, by_method, dealt
from tests.tables import LIVE, TIGER, cards_of, dealing, opened


def test_the_winner_is_public_once_every_card_is_exposed() -> None:
    play = dealing(TIGER, "9s", "Kc", "4d", "6h")
    assert (cards_of(play.table), public_winner(play.table)) == ("9s 4d / Kc 6h", None)
    play.draw("2h")
    assert public_winner(play.table) is Winner.BANKER


def test_a_complete_round_is_still_dealt_while_cards_are_face_down() -> None:
    play = by_method(DealingMethod.A)
    play.bet(1, banker=100_00)
    dealt(play, *BANKER_WINS)
    assert play.table.phase is Phase.COMPLETE
    assert (public_phase(play.table), public_winner(play.table)) == (Phase.DEALING, None)


def test_an_unread_card_leaves_the_winner_open() -> None:
    play = dealing(LIVE, "9s", "Kc", "Kd", "?")
    assert (public_phase(play.table), public_winner(play.table)) == (play.table.phase, None)


def test_a_table_without_a_round_has_number_zero() -> None:
    assert (round_number(Table()), round_number(opened().table)) == (0, 0)
    assert round_number(dealing(TIGER, "9s").table) == 1
