"""Test bets, missing cards and policies at a table of RWS Super Six Plus 2019."""

from punto.games.rws_super_six_plus_2019 import SUPER_SIX_PLUS
from punto.reports.descriptions.table_state import phase_call
from punto.table.actors import DEVICE
from punto.table.commands import CloseBets, OpenBets, PlaceWagers, ReportEmptyShoe
from punto.table.events import RoundVoided
from punto.table.state import Phase
from tests.clauses import clause
from tests.irregularities import dealt
from tests.tables import betting, opened, patron
from tests.texts import text


@clause("rws-super-six-plus-2019", "Round of play")
def test_word_round_of_play_runs_from_place_your_bets_to_settlement() -> None:
    play = opened(SUPER_SIX_PLUS)
    play.done(OpenBets())
    play.bet(1, banker=100_00)
    play.close()
    play.finish("9s", "Kc", "Kd", "6h")
    assert play.table.phase is Phase.SETTLED


@clause("rws-super-six-plus-2019", "Void")
def test_word_void_a_round_has_no_result_and_every_stake_is_returned() -> None:
    play = dealt(SUPER_SIX_PLUS, "9s")
    play.done(ReportEmptyShoe(), DEVICE)
    assert play.table.phase is Phase.VOID
    assert play.table.current.settled == ()
    assert play.table.current.staked_cents == 0


@clause("rws-super-six-plus-2019", "3.1")
def test_3_1_wagers_begin_when_the_terminal_says_place_your_bets() -> None:
    play = opened(SUPER_SIX_PLUS)
    assert play.refused(PlaceWagers(1, 1, (), 0), patron(1)) == "bets-not-open"
    play.done(OpenBets())
    assert text(phase_call(play.table)) == "Place Your Bets"
    play.bet(1, super_six_plus=10_00)


@clause("rws-super-six-plus-2019", "3.2")
def test_3_2_a_wager_after_the_terminal_says_no_more_bets_is_refused() -> None:
    play = betting(SUPER_SIX_PLUS)
    play.done(CloseBets())
    assert text(phase_call(play.table)) == "No More Bets"
    refusal = play.ask(play.wagers(1, banker=10_00), patron(1))
    assert getattr(refusal, "clause", "") == "R 3.2"


@clause("rws-super-six-plus-2019", "5.1", "5.1.4")
def test_5_1_4_a_round_that_runs_out_of_cards_is_void_and_earlier_ones_remain() -> None:
    play = dealt(SUPER_SIX_PLUS)
    play.finish("9s", "Kc", "Kd", "6h")
    settled = play.events[-1]
    play.done(OpenBets())
    play.bet(1, banker=100_00)
    play.close()
    voided = play.done(ReportEmptyShoe(), DEVICE)[-1]
    assert isinstance(voided, RoundVoided)
    assert (voided.round, voided.source) == (2, "R 5.1, 5.1.4")
    assert settled in play.events
