"""Test late chips, limits and the differential at the live Tiger table."""

from punto.core.sides import Side
from punto.table.commands import CloseBets, OpenBets, RemoveWagers, RequestLowerWagers, WagerRemoval
from punto.table.differential import balancing_proposal, is_exceeded
from punto.table.events import (
    IrregularityRaised,
    LateChipsReported,
    LowerWagersRequested,
    WagersRemoved,
)
from punto.table.stakes import Stake
from tests.clauses import clause
from tests.live import (
    BANKER_WINS,
    DEALER,
    PIT_MANAGER,
    PLAYER_WINS,
    lay,
    limits,
    returned,
)
from tests.tables import LIVE, Play, betting


def with_limits() -> Play:
    return betting(LIVE, (), limits=limits())


def played(play: Play, cards: tuple[str, ...], **cents: int) -> int:
    """The return of the chips at position 5 in one round."""
    if play.table.phase != "bets-open":
        play.done(OpenBets(), DEALER)
    lay(play, 5, **cents)
    play.close()
    play.finish(*cards)
    return returned(play)["chips@5"]


@clause("mbs-tiger-no-commission-2022", "5.4")
def test_5_4_chips_laid_down_after_the_call_are_not_honoured_and_earlier_ones_remain() -> None:
    play = betting(LIVE, ())
    lay(play, 5, banker=100_00)
    play.done(CloseBets(), DEALER)
    raised, *_, late = lay(play, 5, banker=300_00)
    assert isinstance(raised, IrregularityRaised)
    assert raised.source == "T 5.4"
    assert late == LateChipsReported(1, -5, "chips@5", (Stake("banker", 200_00, 5),), ())
    play.finish(*BANKER_WINS)
    assert returned(play) == {"chips@5": 200_00}


@clause("mbs-tiger-no-commission-2022", "5.5")
def test_5_5_chips_lifted_after_the_call_are_won_or_lost() -> None:
    play = betting(LIVE, ())
    lay(play, 5, banker=100_00)
    play.done(CloseBets(), DEALER)
    raised, *_, lifted = lay(play, 5)
    assert isinstance(raised, IrregularityRaised)
    assert raised.source == "T 5.5"
    assert lifted == LateChipsReported(1, -5, "chips@5", (), (Stake("banker", 100_00, 5),))
    play.finish(*BANKER_WINS)
    assert returned(play) == {"chips@5": 200_00}


@clause("mbs-tiger-no-commission-2022", "5.14")
def test_5_14_a_wager_under_the_minimum_is_paid_one_time_and_then_returned() -> None:
    play = with_limits()
    assert played(play, BANKER_WINS, banker=20_00) == 40_00
    assert played(play, BANKER_WINS, banker=20_00) == 20_00
    assert played(play, PLAYER_WINS, banker=60_00) == 60_00


@clause("mbs-tiger-no-commission-2022", "5.14")
def test_5_14_a_losing_wager_under_the_minimum_is_collected_one_time() -> None:
    play = with_limits()
    assert played(play, PLAYER_WINS, banker=20_00) == 0
    assert played(play, PLAYER_WINS, banker=20_00) == 20_00


@clause("mbs-tiger-no-commission-2022", "5.15")
def test_5_15_a_wager_over_the_maximum_is_paid_and_collected_to_the_maximum() -> None:
    play = with_limits()
    assert played(play, BANKER_WINS, banker=800_00) == 500_00 + 500_00 + 300_00
    assert played(play, PLAYER_WINS, banker=800_00) == 300_00


@clause("mbs-tiger-no-commission-2022", "5.16")
def test_5_16_settlements_of_earlier_rounds_remain_unchanged() -> None:
    play = with_limits()
    played(play, BANKER_WINS, banker=20_00)
    played(play, PLAYER_WINS, banker=800_00)
    before = list(play.events)
    played(play, BANKER_WINS, banker=20_00)
    assert play.events[: len(before)] == before
    later = play.events[len(before) :]
    assert not [event for event in later if getattr(event, "round", 3) != 3]


def apart() -> Play:
    """A table whose Banker stakes exceed Player by 250, with a differential of 100."""
    play = betting(LIVE, (), differential_cents=100_00)
    lay(play, 1, banker=200_00)
    lay(play, 2, player=50_00, tie=500_00)
    lay(play, 3, banker=100_00)
    return play


@clause("mbs-tiger-no-commission-2022", "1.1.9", "5.18")
def test_5_18_bets_do_not_close_while_the_differential_is_exceeded() -> None:
    play = apart()
    assert is_exceeded(play.table)
    refusal = play.ask(CloseBets(), DEALER)
    assert getattr(refusal, "clause", "") == "T 5.18"


@clause("mbs-tiger-no-commission-2022", "5.18.1")
def test_5_18_1_the_dealer_asks_the_heavier_side_to_lower_its_wagers() -> None:
    play = apart()
    (asked,) = play.done(RequestLowerWagers(), DEALER)
    assert isinstance(asked, LowerWagersRequested)
    assert (asked.side, asked.exceeded_cents) == (Side.BANKER, 150_00)
    lay(play, 1, banker=50_00)
    play.done(CloseBets(), DEALER)


@clause("mbs-tiger-no-commission-2022", "5.18.2")
def test_5_18_2_the_lighter_side_may_raise_its_wagers() -> None:
    play = apart()
    play.done(RequestLowerWagers(), DEALER)
    lay(play, 2, player=200_00)
    play.done(CloseBets(), DEALER)


@clause("mbs-tiger-no-commission-2022", "5.18.3")
def test_5_18_3_the_pit_manager_removes_wagers_if_a_request_is_not_enough() -> None:
    play = apart()
    first = RemoveWagers((WagerRemoval(-3, Stake("banker", 100_00, 3)),), "placed last")
    assert play.refused(first, PIT_MANAGER) == "not-asked-yet"
    play.done(RequestLowerWagers(), DEALER)
    lay(play, 2, player=100_00)
    found = balancing_proposal(play.table)
    assert found is not None
    assert found.removed == first.removed
    assert play.refused(first, DEALER) == "not-allowed"
    (removed,) = play.done(first, PIT_MANAGER)
    assert isinstance(removed, WagersRemoved)
    assert removed.cents == 100_00
    play.done(CloseBets(), DEALER)
