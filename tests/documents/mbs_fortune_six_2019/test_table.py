"""Test calls, late wagers, missing cards and an interruption at the live Fortune Six table."""

from punto.core.staff_positions import StaffPosition
from punto.games.mbs_fortune_six_2019 import FORTUNE_SIX_LIVE
from punto.reports.descriptions.table_state import phase_call
from punto.table.actors import CLOCK, DEVICE
from punto.table.commands import CloseBets, OpenBets, ReportEmptyShoe, SettleRound
from punto.table.events import RoundSettled, RoundVoided
from punto.table.state import Phase
from tests.clauses import clause
from tests.irregularities import dealt
from tests.live import lay, returned
from tests.tables import betting, dealing, opened, patron, staff
from tests.texts import text

DEALER = staff(StaffPosition.DEALER)


@clause("mbs-fortune-six-2019", "1.1.8")
def test_1_1_8_a_round_ends_when_the_dealer_announces_collects_and_pays() -> None:
    play = dealing(FORTUNE_SIX_LIVE, "9s", "Kc", "Kd", "6h")
    assert play.refused(SettleRound(), patron(1)) == "not-allowed"
    play.done(SettleRound(), DEALER)
    assert play.table.phase is Phase.SETTLED


@clause("mbs-fortune-six-2019", "3.1")
def test_3_1_play_commences_with_the_dealers_call() -> None:
    play = opened(FORTUNE_SIX_LIVE)
    play.done(OpenBets(), DEALER)
    assert text(phase_call(play.table)) == "Place your bets, please"


@clause("mbs-fortune-six-2019", "3.2")
def test_3_2_only_the_dealers_call_closes_bets() -> None:
    play = betting(FORTUNE_SIX_LIVE)
    assert play.refused(CloseBets(), CLOCK) == "not-allowed"
    play.done(CloseBets(), DEALER)
    assert text(phase_call(play.table)) == "No more bets"


@clause("mbs-fortune-six-2019", "5.5")
def test_5_5_a_round_that_runs_out_of_cards_is_void() -> None:
    play = dealt(FORTUNE_SIX_LIVE, "9s")
    voided = play.done(ReportEmptyShoe(), DEVICE)[-1]
    assert isinstance(voided, RoundVoided)
    assert (voided.source, len(voided.returned)) == ("F 5.5", 2)


@clause("mbs-fortune-six-2019", "5.6")
def test_5_6_a_wager_after_the_call_is_refused_and_the_earlier_one_remains() -> None:
    play = dealing(FORTUNE_SIX_LIVE)
    refusal = play.ask(play.wagers(1, banker=200_00), patron(1))
    assert getattr(refusal, "clause", "") == "F 5.6"
    assert play.table.current.sets[1].cents == 110_00


@clause("mbs-fortune-six-2019", "5.7")
def test_5_7_a_wager_withdrawn_after_the_call_is_still_won_or_lost() -> None:
    play = dealing(FORTUNE_SIX_LIVE)
    refusal = play.ask(play.wagers(1), patron(1))
    assert getattr(refusal, "clause", "") == "F 5.7"
    play.finish("9s", "Kc", "Kd", "6h")
    settled = play.events[-1]
    assert isinstance(settled, RoundSettled)
    assert {each.seat for each in settled.wagers} == {1, 2}


@clause("mbs-fortune-six-2019", "5.6")
def test_5_6_chips_laid_down_after_the_call_are_not_honoured() -> None:
    play = betting(FORTUNE_SIX_LIVE, ())
    lay(play, 5, banker=100_00)
    play.close()
    raised, *_ = lay(play, 5, banker=140_00, tie=20_00)
    assert getattr(raised, "source", "") == "F 5.6"
    play.finish("6s", "9c", "Kd", "Kh")
    assert returned(play) == {"chips@5": 195_00}


@clause("mbs-fortune-six-2019", "5.7")
def test_5_7_chips_lifted_after_the_call_are_still_won_or_lost() -> None:
    play = betting(FORTUNE_SIX_LIVE, ())
    lay(play, 5, banker=100_00)
    play.close()
    raised, *_ = lay(play, 5)
    assert getattr(raised, "source", "") == "F 5.7"
    play.finish("9s", "Kc", "Kd", "6h")
    assert returned(play) == {"chips@5": 0}
