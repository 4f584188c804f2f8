"""Test irregularities reported at a table of MBS Electronic 2021, clause by clause."""

import pytest

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Trigger
from punto.games.mbs_electronic_2021 import TIGER as GAME
from punto.table.commands import GiveRuling, RulingOutcome, SettleRound
from punto.table.events import CardReplacementRequired, CardsReconstructed, PlayResumed, RoundVoided
from punto.table.state import Phase
from tests.clauses import clause
from tests.irregularities import (
    PIT_MANAGER,
    SHIFT_MANAGER,
    SHIFT_MANAGER_AND_SECOND,
    again,
    dealt,
    source,
    tell,
)
from tests.tables import cards_of

CARDS = ("2s", "Kc", "3d", "4c", "4h", "2c")


@clause("mbs-electronic-2021", "5.1", "5.1.1")
@pytest.mark.parametrize("trigger", [Trigger.FOREIGN_CARD, Trigger.CARD_COUNT, Trigger.UNSHUFFLED])
@pytest.mark.parametrize("drawn", range(len(CARDS) + 1))
def test_5_1_1_cards_at_fault_void_a_round_in_any_phase(trigger: Trigger, drawn: int) -> None:
    play = dealt(GAME, *CARDS[:drawn])
    _, voided, replaced = tell(play, trigger)
    assert isinstance(voided, RoundVoided)
    assert voided.source == "E 5.1, 5.1.1, 5.1.2"
    assert [each.cents for each in voided.returned] == [110_00, 50_00]
    assert replaced == CardReplacementRequired("shoe-1", "POLICY P14")


@clause("mbs-electronic-2021", "5.1.2")
def test_5_1_2_earlier_rounds_remain_settled() -> None:
    play = dealt(GAME, *CARDS)
    play.done(SettleRound())
    before = play.table.past
    again(play)
    voided = tell(play, Trigger.UNSHUFFLED)[1]
    assert isinstance(voided, RoundVoided)
    assert voided.round == 2
    assert play.table.past == before


@clause("mbs-electronic-2021", "5.2")
def test_5_2_a_lost_order_voids_the_round_although_cards_are_exposed() -> None:
    play = dealt(GAME, *CARDS)
    assert source(tell(play, Trigger.ORDER_LOST)) == "E 5.2"
    assert play.table.phase is Phase.VOID


@clause("mbs-electronic-2021", "5.6")
def test_5_6_a_card_face_up_in_the_device_is_played_like_any_other() -> None:
    play = dealt(GAME, CARDS[0])
    events = tell(play, Trigger.FACE_UP, cards=(CARDS[1],))
    assert events[-1] == PlayResumed(1, "E 5.6")
    play.finish(*CARDS[1:])


@clause("mbs-electronic-2021", "5.7")
def test_5_7_cards_dealt_in_a_wrong_order_are_put_into_the_right_one() -> None:
    wrong = (CARDS[1], CARDS[0], *CARDS[2:])
    play = dealt(GAME, *wrong[:3])
    tell(play, Trigger.WRONG_ORDER, cards=CARDS[:3])
    right = dealt(GAME, *CARDS[:3])
    assert cards_of(play.table) == cards_of(right.table)
    play.finish(*CARDS[3:])


@clause("mbs-electronic-2021", "5.8")
def test_5_8_cards_drawn_together_are_laid_in_their_known_order() -> None:
    play = dealt(GAME, CARDS[0])
    events = tell(play, Trigger.DRAWN_TOGETHER, cards=CARDS[1:3])
    assert source(events) == "E 5.8"
    assert isinstance(events[-1], CardsReconstructed)
    play.finish(*CARDS[3:])


@clause("mbs-electronic-2021", "5.8.1")
@pytest.mark.parametrize("drawn", range(len(CARDS) - 1))
def test_5_8_1_cards_drawn_together_in_an_unknown_order_void_the_round(drawn: int) -> None:
    play = dealt(GAME, *CARDS[:drawn])
    bunch = CARDS[drawn : drawn + 2]
    events = tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=bunch)
    assert source(events) == "E 5.8.1"
    assert play.table.phase is Phase.VOID


@clause("mbs-electronic-2021", "6.1")
@pytest.mark.parametrize(
    "ruled", [RulingOutcome.VOID, RulingOutcome.CONTINUE, RulingOutcome.OFFER_WITHDRAWAL]
)
def test_6_1_an_uncovered_case_waits_for_the_gaming_shift_manager(ruled: RulingOutcome) -> None:
    play = dealt(GAME, CARDS[0])
    assert source(tell(play, Trigger.UNCOVERED)) == "E 6.1"
    ruling = GiveRuling(ruled, "as seems right")
    assert play.refused(ruling, PIT_MANAGER) == "not-allowed"
    if ruled is RulingOutcome.VOID:
        assert play.refused(ruling, SHIFT_MANAGER) == "needs-second"
    play.done(ruling, SHIFT_MANAGER_AND_SECOND)
    assert (play.table.phase is Phase.VOID) == (ruled is RulingOutcome.VOID)


@clause("mbs-electronic-2021", "6.1")
def test_6_1_a_reset_of_the_device_is_an_uncovered_case() -> None:
    assert source(tell(dealt(GAME), Trigger.DEVICE_RESET)) == "E 6.1"


@clause("mbs-electronic-2021", "6.3")
def test_6_3_the_cards_dealt_decide_despite_a_wrong_display() -> None:
    play = dealt(GAME, *CARDS)
    play.done(SettleRound())
    events = tell(play, Trigger.WRONG_DISPLAY)
    assert events[-1] == PlayResumed(1, "E 6.3")
    before = play.table.current.settled
    corrected = tell(play, Trigger.WRONG_DISPLAY, cards=(*CARDS[:-1], "3c"))[-1]
    assert getattr(corrected, "before", None) == before
    assert play.table.current.settled == getattr(corrected, "wagers", None)
