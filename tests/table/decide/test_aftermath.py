"""What incidents leave behind: found by days in which everything went wrong at once."""

from punto.core.irregularity import Circumstance as When
from punto.core.irregularity import Trigger
from punto.table.commands import (
    DrawCard,
    EndShoe,
    EnterCard,
    LoadShoe,
    LoseTerminal,
    OpenBets,
    SettleRound,
)
from punto.table.events import PlayResumed, SeatsConfirmed
from punto.table.incidents import CardsReconstructed
from punto.table.roles import DEVICE
from punto.table.state import Phase
from tests.incidents import TWO, again, dealt, seen, tell
from tests.tables import LIVE, TIGER, dealer, opened, physical

PLAIN = ("2s", "Kc", "3d", "4c", "4h", "2c")


def test_a_terminal_cut_off_takes_no_part_when_cards_that_came_together_close_bets() -> None:
    """The table looked who was cut off before it had closed, and found nobody (R12)."""
    play = physical(TIGER)
    again(play)
    play.done(LoseTerminal(2), DEVICE)
    events = tell(play, Trigger.DRAWN_TOGETHER, cards=("2s", "Kc"))
    (confirmed,) = [each for each in events if isinstance(each, SeatsConfirmed)]
    assert confirmed.seats == (1,)
    assert [each.seat for each in confirmed.returned] == [2]


def test_a_terminal_cut_off_takes_no_part_when_a_card_closes_bets() -> None:
    play = physical(TIGER)
    again(play)
    play.done(LoseTerminal(2), DEVICE)
    events = play.done(DrawCard(1, "2s"), DEVICE)
    (confirmed,) = [each for each in events if isinstance(each, SeatsConfirmed)]
    assert confirmed.seats == (1,)


def test_loose_cards_of_a_void_round_lie_in_no_hand_any_more() -> None:
    """A wrong display told between two rounds once laid them out, and the round ran again."""
    play = dealt(LIVE, *PLAIN[:4])
    tell(play, Trigger.DRAWN_TOGETHER, cards=PLAIN[4:])
    assert play.table.current.loose
    tell(play, Trigger.FOREIGN_CARD)
    assert play.table.phase is Phase.VOID
    events = tell(play, Trigger.WRONG_DISPLAY)
    assert isinstance(events[-1], PlayResumed)
    assert not any(isinstance(each, CardsReconstructed) for each in events)
    assert play.table.phase is Phase.VOID


def test_an_unread_card_of_a_void_round_is_not_entered_any_more() -> None:
    """Entering it once brought the round back to life."""
    play = dealt(TIGER, "9s", "?")
    tell(play, Trigger.FOREIGN_CARD)
    play.ask(EnterCard(2, "Kc"), TWO)
    assert play.table.phase is Phase.VOID


def test_a_card_left_over_that_came_with_another_is_counted_once() -> None:
    play = dealt(TIGER, *PLAIN)
    play.draw("9s")
    assert play.table.device.left_over == ((7, "9s"),)
    tell(play, Trigger.DRAWN_TOGETHER, cards=("2c", "9s"), numbers=(6, 7))
    assert play.table.device.copies["9s"] == 1
    assert play.table.device.left_over == ((7, "9s"),)


def test_promised_cards_stand_though_their_shoe_has_gone() -> None:
    """Once the shoe had ended anybody could say that its cards had been others."""
    play = opened(TIGER)
    play.done(OpenBets(), dealer(play.table))
    play.close()
    play.draw("9s", "Kc", "Kd", "6h")
    play.done(SettleRound(), dealer(play.table))
    play.done(EndShoe(), dealer(play.table))
    play.done(LoadShoe("shoe-2"), dealer(play.table))
    told = seen(Trigger.WRONG_DISPLAY, cards=("9s", "9c", "Kd", "Kh"))
    assert play.refused(told, TWO) == "cards-known"


def test_an_order_that_nobody_knows_voids_what_was_left_over_with_it() -> None:
    play = dealt(TIGER, *PLAIN)
    play.draw("9s")
    unknown = When.ORDER_UNKNOWN
    tell(play, Trigger.DRAWN_TOGETHER, unknown, cards=("2c", "9s"), numbers=(6, 7))
    assert play.table.phase is Phase.VOID
    assert play.table.device.left_over == ()
