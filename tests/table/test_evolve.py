"""Test the state after irregularities that seeded days found."""

from msgspec.structs import replace

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Remedy, RemedyStep, Trigger
from punto.core.rulebook import DealingMethod
from punto.core.sides import Side
from punto.games.shared_terms import PLAY_ON
from punto.table.actors import DEVICE
from punto.table.commands import (
    DisconnectTerminal,
    DrawCard,
    EndShoe,
    EnterCard,
    LoadShoe,
    OpenBets,
    SettleRound,
)
from punto.table.decide.irregularities.reconstruction import (
    cards_now_due,
    lay_in_order,
    reconstruct_hands,
)
from punto.table.events import (
    BetsReopened,
    CardsReconstructed,
    IrregularityRaised,
    ParticipantsConfirmed,
    PlayResumed,
    RoundCorrected,
    RoundReversed,
    WagerSettled,
)
from punto.table.evolve import evolve
from punto.table.stakes import Stake
from punto.table.state import PendingStep, Phase, SettledRound, Table
from tests.irregularities import TWO, again, dealt, seen, tell
from tests.tables import LIVE, TIGER, dealer, opened, physical

PLAIN = ("2s", "Kc", "3d", "4c", "4h", "2c")


def test_a_terminal_cut_off_takes_no_part_when_cards_drawn_together_close_bets() -> None:
    """Before, the table looked for cut-off terminals before the close, and found none (R12)."""
    play = physical(TIGER)
    again(play)
    play.done(DisconnectTerminal(2), DEVICE)
    events = tell(play, Trigger.DRAWN_TOGETHER, cards=("2s", "Kc"))
    (confirmed,) = [each for each in events if isinstance(each, ParticipantsConfirmed)]
    assert confirmed.seats == (1,)
    assert [each.seat for each in confirmed.returned] == [2]


def test_a_terminal_cut_off_takes_no_part_when_a_card_closes_bets() -> None:
    play = physical(TIGER)
    again(play)
    play.done(DisconnectTerminal(2), DEVICE)
    events = play.done(DrawCard(1, "2s"), DEVICE)
    (confirmed,) = [each for each in events if isinstance(each, ParticipantsConfirmed)]
    assert confirmed.seats == (1,)


def test_loose_cards_of_a_void_round_are_in_no_hand() -> None:
    """Before, a wrong display between rounds laid them out, and the round continued."""
    play = dealt(LIVE, *PLAIN[:4])
    tell(play, Trigger.DRAWN_TOGETHER, cards=PLAIN[4:])
    assert play.table.current.loose
    tell(play, Trigger.FOREIGN_CARD)
    assert play.table.phase is Phase.VOID
    events = tell(play, Trigger.WRONG_DISPLAY)
    assert isinstance(events[-1], PlayResumed)
    assert not any(isinstance(each, CardsReconstructed) for each in events)
    assert play.table.phase is Phase.VOID


def test_entering_a_card_does_not_revive_a_void_round() -> None:
    """Before, entering it revived the round."""
    play = dealt(TIGER, "9s", "?")
    tell(play, Trigger.FOREIGN_CARD)
    play.ask(EnterCard(2, "Kc"), TWO)
    assert play.table.phase is Phase.VOID


def test_a_card_left_over_and_drawn_together_is_counted_once() -> None:
    play = dealt(TIGER, *PLAIN)
    play.draw("9s")
    assert play.table.device.left_over == ((7, "9s"),)
    tell(play, Trigger.DRAWN_TOGETHER, cards=("2c", "9s"), numbers=(6, 7))
    assert play.table.device.copies["9s"] == 1
    assert play.table.device.left_over == ((7, "9s"),)


def test_committed_cards_cannot_be_corrected_after_their_shoe_has_ended() -> None:
    """Before, after the end of the shoe, staff could report other cards."""
    play = opened(TIGER)
    play.done(OpenBets(), dealer(play.table))
    play.close()
    play.draw("9s", "Kc", "Kd", "6h")
    play.done(SettleRound(), dealer(play.table))
    play.done(EndShoe(), dealer(play.table))
    play.done(LoadShoe("shoe-2"), dealer(play.table))
    told = seen(Trigger.WRONG_DISPLAY, cards=("9s", "9c", "Kd", "Kh"))
    assert play.refused(told, TWO) == "cards-known"


def test_an_unknown_order_voids_the_cards_left_over_with_it() -> None:
    play = dealt(TIGER, *PLAIN)
    play.draw("9s")
    unknown = When.ORDER_UNKNOWN
    tell(play, Trigger.DRAWN_TOGETHER, unknown, cards=("2c", "9s"), numbers=(6, 7))
    assert play.table.phase is Phase.VOID
    assert play.table.device.left_over == ()


# The state that events leave

WAITING = PendingStep(Trigger.FOREIGN_CARD, "T 5.1", PLAY_ON)
OTHER = PendingStep(Trigger.WRONG_DISPLAY, "T 6.3", PLAY_ON)
LOST = (WagerSettled(1, "visit-1", Stake("banker", 100_00), 0, 0),)
WON = (WagerSettled(1, "visit-1", Stake("banker", 100_00), 1, 200_00),)


def test_a_second_irregularity_of_a_kind_keeps_the_first_pending() -> None:
    table = replace(dealt(LIVE, "9s").table, pending_steps=(WAITING, OTHER))
    again = IrregularityRaised(1, Trigger.FOREIGN_CARD, (), "T 5.1", (PLAY_ON,))
    held = evolve(table, again).pending_steps
    assert held[1:] == (WAITING, OTHER)
    asked = replace(table, pending_steps=(replace(WAITING, step=None), OTHER))
    assert evolve(asked, again).pending_steps[1:] == (OTHER,), "the cause has been said"


def test_bets_reopen_with_other_steps_pending() -> None:
    opens = replace(WAITING, step=RemedyStep(Remedy.REOPEN_BETS))
    table = replace(dealt(LIVE).table, pending_steps=(opens, OTHER))
    assert evolve(table, BetsReopened(1, "T 5.9")).pending_steps == (OTHER,)


def test_correcting_a_round_leaves_the_earlier_ones_unchanged() -> None:
    past = (SettledRound(1, WON), SettledRound(2, LOST))
    table = dealt(LIVE, *PLAIN).table
    table = replace(table, past=past, round=replace(table.current, number=2))
    gone = evolve(table, RoundReversed(2, Trigger.WRONG_NUMBER, "T 5.4", LOST))
    assert gone.past == past[:1]
    right = evolve(table, RoundCorrected(2, "T 6.3", "9s / Kc", WON, LOST))
    assert right.past == (SettledRound(1, WON), SettledRound(2, WON))
    assert right.current.settled == WON
    older = evolve(table, RoundCorrected(1, "T 6.3", "9s / Kc", LOST, WON))
    assert (older.past, older.current.settled) == (
        (SettledRound(1, LOST), SettledRound(2, LOST)),
        (),
    )


def test_a_reconstructed_card_is_face_down_like_the_others() -> None:
    """This applies while patrons handle cards; exposed cards stay face up."""
    play = dealt(LIVE, "2s", "Kc", "3d", method=DealingMethod.A)
    table = play.table
    cards = ((1, "2s"), (2, "Kc"), (3, "3d"), (4, "4c"))
    after = evolve(table, CardsReconstructed(1, cards, (), "T 5.4"))
    both = [(side, place) for side in (Side.PLAYER, Side.BANKER) for place in (1, 2)]
    assert list(after.current.live.face_down) == both


def with_loose(*loose: tuple[int, str], ordered: bool = False) -> Table:
    table = dealt(LIVE, *PLAIN[:4]).table
    return replace(table, round=replace(table.current, loose=loose, is_loose_ordered=ordered))


IN_HANDS = tuple(enumerate(PLAIN[:4], start=1))


def test_a_reported_order_of_the_hands_keeps_loose_cards() -> None:
    told = replace(WAITING, trigger=Trigger.WRONG_ORDER, cards=PLAIN[3::-1])
    assert reconstruct_hands(with_loose((5, "4h")), told).cards == (*IN_HANDS, (5, "4h"))
    assert reconstruct_hands(with_loose(), told).cards != IN_HANDS


def test_cards_left_over_stay_left_over_until_played() -> None:
    play = dealt(LIVE, *PLAIN)
    play.draw("9s")
    order = tuple(enumerate(PLAIN, start=1))
    assert lay_in_order(play.table, order, "T 5.4").left_over == ((7, "9s"),)
    assert lay_in_order(play.table, (*order, (7, "9s")), "T 5.4").left_over == ((7, "9s"),)


def test_loose_cards_are_played_once_their_order_is_known() -> None:
    assert cards_now_due(with_loose((5, "4h")), "T 5.4") == ()
    assert cards_now_due(with_loose(ordered=True), "T 5.4") == ()
    (played,) = cards_now_due(with_loose((5, "4h"), ordered=True), "T 5.4")
    assert isinstance(played, CardsReconstructed)
    assert played.cards == (*IN_HANDS, (5, "4h"))
