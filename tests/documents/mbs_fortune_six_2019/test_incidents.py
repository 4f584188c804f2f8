"""Test irregularities reported at a table of MBS Fortune Six 2019, clause by clause."""

import pytest

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Trigger
from punto.games.mbs_fortune_six_2019 import FORTUNE_SIX_LIVE as GAME
from punto.table.commands import GiveRuling, OpenBets, RulingOutcome, SettleRound
from punto.table.events import RoundReversed, RoundVoided
from punto.table.state import Phase
from tests.clauses import clause
from tests.irregularities import SHIFT_MANAGER, again, dealt, source, tell
from tests.tables import dealer

CARDS = ("2s", "Kc", "3d", "4c", "4h", "2c")


@clause("mbs-fortune-six-2019", "5.1", "5.1.1")
@pytest.mark.parametrize("drawn", range(len(CARDS) + 1))
def test_5_1_1_a_foreign_card_voids_the_round_in_any_phase(drawn: int) -> None:
    play = dealt(GAME, *CARDS[:drawn])
    voided = tell(play, Trigger.FOREIGN_CARD)[1]
    assert isinstance(voided, RoundVoided)
    assert [each.cents for each in voided.returned] == [110_00, 50_00]


@clause("mbs-fortune-six-2019", "5.1.2")
def test_5_1_2_rounds_before_a_foreign_card_remain_settled() -> None:
    play = dealt(GAME, *CARDS)
    play.done(SettleRound(), dealer(play.table))
    before = play.table.past
    again(play)
    voided = tell(play, Trigger.FOREIGN_CARD)[1]
    assert isinstance(voided, RoundVoided)
    assert voided.round == 2
    assert play.table.past == before


@clause("mbs-fortune-six-2019", "5.2")
@pytest.mark.parametrize("drawn", range(1, len(CARDS) + 1))
def test_5_2_a_wrong_number_of_cards_voids_the_running_round(drawn: int) -> None:
    play = dealt(GAME, *CARDS[:drawn])
    events = tell(play, Trigger.WRONG_NUMBER, When.CANNOT_BE_RECONSTRUCTED)
    assert source(events) == "F 5.2"
    assert play.table.phase is Phase.VOID


@clause("mbs-fortune-six-2019", "5.2")
def test_5_2_a_settled_round_is_reversed_until_the_next_begins() -> None:
    play = dealt(GAME, *CARDS)
    play.done(SettleRound(), dealer(play.table))
    settled = play.table.current.settled
    reversed_ = tell(play, Trigger.WRONG_NUMBER, When.CANNOT_BE_RECONSTRUCTED)[-1]
    assert reversed_ == RoundReversed(1, Trigger.WRONG_NUMBER, "F 5.2", settled)
    assert play.table.phase is Phase.VOID
    play.done(OpenBets(), dealer(play.table))


@clause("mbs-fortune-six-2019", "5.2")
def test_5_2_the_outcome_is_final_once_the_next_round_has_begun() -> None:
    play = dealt(GAME, *CARDS)
    play.done(SettleRound(), dealer(play.table))
    again(play)
    events = tell(play, Trigger.WRONG_NUMBER, When.CANNOT_BE_RECONSTRUCTED, round=1)
    assert source(events) == "POLICY P12"
    assert play.table.phase is Phase.BETS_OPEN


@clause("mbs-fortune-six-2019", "5.3")
@pytest.mark.parametrize("drawn", range(3))
def test_5_3_cards_drawn_together_in_the_initial_deal_void_the_round(drawn: int) -> None:
    play = dealt(GAME, *CARDS[:drawn])
    bunch = CARDS[drawn : drawn + 2]
    events = tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=bunch)
    assert source(events) == "F 5.3"
    assert play.table.phase is Phase.VOID


@clause("mbs-fortune-six-2019", "5.3")
def test_5_3_the_shift_manager_rules_after_the_initial_deal() -> None:
    play = dealt(GAME, *CARDS[:4])
    events = tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=CARDS[4:])
    assert source(events) == "POLICY P7"
    play.done(GiveRuling(RulingOutcome.CONTINUE, "as they lay", CARDS[4:]), SHIFT_MANAGER)
    assert play.table.phase is Phase.COMPLETE


@clause("mbs-fortune-six-2019", "5.4")
def test_5_4_a_lost_order_voids_the_round_although_cards_are_exposed() -> None:
    play = dealt(GAME, *CARDS)
    assert source(tell(play, Trigger.ORDER_LOST)) == "F 5.4"
    assert play.table.phase is Phase.VOID
