"""Test which stakes patrons may withdraw after the close, without revealing hidden cards."""

import pytest

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod
from punto.table.commands import (
    AnswerWithdrawal,
    ChooseMethod,
    CloseBets,
    ConfirmParticipants,
    ExposeCards,
    GiveRuling,
    OpenBets,
    RulingOutcome,
)
from punto.table.decide.irregularities.withdrawal import withdrawable_stakes
from punto.table.state import Phase
from tests.irregularities import TWO, seen, tell
from tests.live import BANKER, CASINO_MANAGER, DEALER, PIT_MANAGER, PLAYER
from tests.tables import LIVE, Play, patron, physical

NATURAL = ("9s", "Kc", "Kd", "6h")
OPEN = ("2s", "Kc", "3d", "4h")
TWIN = ("9s", "9c", "9d", "9h")


def face_down(*cards: str) -> Play:
    """Method A with four face-down cards, which may have decided some wagers."""
    play = physical(LIVE, (1, 2, 3), is_hlga=True)
    play.done(ChooseMethod(DealingMethod.A), CASINO_MANAGER)
    play.done(OpenBets(), DEALER)
    play.bet(1, banker=100_00, tiger_pair=10_00, small_tiger=10_00)
    play.bet(2, tie=10_00)
    play.done(CloseBets(), DEALER)
    play.done(ConfirmParticipants(), DEALER)
    play.draw(*cards)
    return play


def ordered(play: Play) -> Play:
    """Report two cards drawn together after the initial deal, and rule their order."""
    tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=("4c", "2c"))
    play.done(GiveRuling(RulingOutcome.CONTINUE, "as they lay", ("4c", "2c")), PIT_MANAGER)
    return play


@pytest.mark.parametrize("cards", [NATURAL, OPEN, TWIN])
def test_a_face_down_natural_does_not_change_the_offer(cards: tuple[str, ...]) -> None:
    """Before, the offer left out a wager that face-down cards had decided, and revealed them."""
    play = ordered(face_down(*cards))
    offered = withdrawable_stakes(play.table, play.table.pending_steps[0])
    assert {seat: [stake.wager for stake in stakes] for seat, stakes in offered.items()} == {
        1: ["banker", "tiger_pair", "small_tiger"],
        2: ["tie"],
    }
    play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    assert play.table.current.staked_cents == 10_00


def test_cards_after_a_natural_are_left_over() -> None:
    play = ordered(face_down(*NATURAL))
    for seat in (1, 2):
        play.done(AnswerWithdrawal(seat, withdraws=False), patron(seat))
    assert play.table.phase is Phase.COMPLETE
    assert play.table.device.left_over == ((5, "4c"), (6, "2c"))


def test_wagers_decided_by_face_up_cards_are_not_offered() -> None:
    play = face_down(*OPEN)
    for side in (PLAYER, BANKER):
        play.done(ExposeCards(side, in_error=True), DEALER)
    ordered(play)
    offered = withdrawable_stakes(play.table, play.table.pending_steps[0])
    assert [stake.wager for stake in offered[1]] == ["banker"]


@pytest.mark.parametrize("trigger", [Trigger.SHOE_SHORT, Trigger.CUTTING_CARD])
@pytest.mark.parametrize("cards", [NATURAL, OPEN])
def test_a_report_does_not_reveal_whether_a_card_is_due_before_the_hands_are_exposed(
    trigger: Trigger, cards: tuple[str, ...]
) -> None:
    assert face_down(*cards).refused(seen(trigger), TWO) == "face-down"
