"""Test irregularities reported at a table of RWS Super Six Plus 2019, clause by clause."""

import pytest

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Trigger
from punto.games.rws_super_six_plus_2019 import SUPER_SIX_PLUS as GAME
from punto.table.commands import GiveRuling, OpenBets, RulingOutcome, SettleRound
from punto.table.events import RoundReversed, RoundVoided
from punto.table.state import Phase
from tests.clauses import clause
from tests.irregularities import SHIFT_MANAGER, again, dealt, source, tell
from tests.tables import dealer

CARDS = ("2s", "Kc", "3d", "4c", "4h", "2c")


@clause("rws-super-six-plus-2019", "5.1", "5.1.1")
@pytest.mark.parametrize("drawn", range(len(CARDS) + 1))
def test_5_1_1_a_foreign_card_voids_the_round_in_any_phase(drawn: int) -> None:
    play = dealt(GAME, *CARDS[:drawn])
    voided = tell(play, Trigger.FOREIGN_CARD)[1]
    assert isinstance(voided, RoundVoided)
    assert [each.cents for each in voided.returned] == [110_00, 50_00]


@clause("rws-super-six-plus-2019", "5.1")
def test_5_1_rounds_before_a_foreign_card_remain_settled() -> None:
    play = dealt(GAME, *CARDS)
    play.done(SettleRound(), dealer(play.table))
    before = play.table.past
    again(play)
    voided = tell(play, Trigger.FOREIGN_CARD)[1]
    assert isinstance(voided, RoundVoided)
    assert voided.round == 2
    assert play.table.past == before


@clause("rws-super-six-plus-2019", "5.1.3")
@pytest.mark.parametrize("drawn", range(1, len(CARDS) + 1))
def test_5_1_3_a_wrong_number_of_cards_voids_the_running_round(drawn: int) -> None:
    play = dealt(GAME, *CARDS[:drawn])
    events = tell(play, Trigger.WRONG_NUMBER, When.CANNOT_BE_RECONSTRUCTED)
    assert source(events) == "R 5.1, 5.1.3"
    assert play.table.phase is Phase.VOID


@clause("rws-super-six-plus-2019", "5.1.3")
def test_5_1_3_a_settled_round_is_reversed_until_the_next_begins() -> None:
    play = dealt(GAME, *CARDS)
    play.done(SettleRound(), dealer(play.table))
    settled = play.table.current.settled
    reversed_ = tell(play, Trigger.WRONG_NUMBER, When.CANNOT_BE_RECONSTRUCTED)[-1]
    assert reversed_ == RoundReversed(1, Trigger.WRONG_NUMBER, "R 5.1, 5.1.3", settled)
    assert play.table.phase is Phase.VOID
    play.done(OpenBets(), dealer(play.table))


@clause("rws-super-six-plus-2019", "5.1.3")
def test_5_1_3_the_outcome_is_final_once_the_next_round_has_begun() -> None:
    play = dealt(GAME, *CARDS)
    play.done(SettleRound(), dealer(play.table))
    again(play)
    events = tell(play, Trigger.WRONG_NUMBER, When.CANNOT_BE_RECONSTRUCTED, round=1)
    assert source(events) == "POLICY P12"
    assert play.table.phase is Phase.BETS_OPEN


@clause("rws-super-six-plus-2019", "5.1.2")
def test_5_1_2_a_card_too_few_or_too_many_voids_the_round() -> None:
    play = dealt(GAME, *CARDS[:3])
    assert source(tell(play, Trigger.CARD_COUNT)) == "R 5.1, 5.1.2"
    assert play.table.phase is Phase.VOID


@clause("rws-super-six-plus-2019", "5.1.3")
def test_5_1_3_a_round_that_can_be_reconstructed_is_not_void() -> None:
    play = dealt(GAME, *CARDS[:4])
    tell(play, Trigger.WRONG_NUMBER, cards=(CARDS[1], CARDS[0], *CARDS[2:4]))
    assert play.table.phase is Phase.DEALING
    assert play.refused(GiveRuling(RulingOutcome.VOID, "x"), SHIFT_MANAGER) == "nothing-held"
