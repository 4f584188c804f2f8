"""Test the entry of chips and the clauses that apply to them."""

import pytest

from punto.core.money import MAX_CENTS
from punto.core.staff_positions import StaffPosition
from punto.games.library import game
from punto.table.actors import DEVICE, HOUSE_DEALER, Actor, ActorKind
from punto.table.commands import (
    AnswerWithdrawal,
    EnterChips,
    GiveRuling,
    InterruptRound,
    LeaveSeat,
    RulingOutcome,
    SettleRound,
    TakeSeat,
)
from punto.table.events import (
    IrregularityRaised,
    LateChipsReported,
    PlayResumed,
    RoundVoided,
    WagersPlaced,
    WithdrawalAnswered,
)
from punto.table.stakes import Stake
from punto.table.state import Phase
from tests.live import DEALER, PLAYER_WINS, chips, lay, limits, returned
from tests.tables import LIVE, TIGER, Play, betting, opened, patron, staff

FORTUNE = game("fortune-six-live")


def laid(cents: int = 100_00) -> Play:
    """A live table with chips on Banker at position 5, bets closed."""
    play = betting(LIVE)
    lay(play, 5, banker=cents)
    play.close()
    return play


@pytest.mark.parametrize(
    "position", [StaffPosition.DEALER, StaffPosition.PIT_SUPERVISOR, StaffPosition.PIT_MANAGER]
)
def test_staff_enter_chips_as_seen(position: StaffPosition) -> None:
    play = betting(LIVE)
    (event,) = play.done(chips(play, 5, banker=100_00, tie=10_00), staff(position))
    assert event == WagersPlaced(
        round=1,
        seat=-5,
        visit="chips@5",
        set=1,
        stakes=(Stake("banker", 100_00, 5), Stake("tie", 10_00, 5)),
        debited_cents=110_00,
        returned_cents=0,
    )


@pytest.mark.parametrize("by", [patron(1), HOUSE_DEALER, DEVICE])
def test_only_staff_enter_chips(by: Actor) -> None:
    play = betting(LIVE)
    assert play.refused(chips(play, 5, banker=100_00), by) == "not-allowed"


def test_entered_chips_replace_the_whole_set() -> None:
    play = betting(LIVE)
    lay(play, 5, banker=100_00, tie=10_00)
    (less,) = lay(play, 5, banker=40_00)
    assert isinstance(less, WagersPlaced)
    assert (less.debited_cents, less.returned_cents) == (0, 70_00)
    assert lay(play, 5, banker=40_00) == ()
    lay(play, 5)
    assert play.table.current.sets == {}
    assert lay(play, 5) == ()


def test_chips_and_a_terminals_stakes_at_one_position_are_two_sets() -> None:
    play = betting(LIVE)
    play.bet(1, banker=50_00)
    lay(play, 1, banker=100_00)
    assert {seat: placed.cents for seat, placed in play.table.current.sets.items()} == {
        -1: 100_00,
        1: 50_00,
    }
    play.close()
    play.finish(*PLAYER_WINS)
    assert returned(play) == {"chips@1": 0, "visit-1": 0}


@pytest.mark.parametrize(
    ("stakes", "code"),
    [
        ((Stake("super_six", 10_00),), "not-offered"),
        ((Stake("banker", 10_00), Stake("banker", 20_00, 5)), "twice"),
        ((Stake("banker", 10_00, 9),), "not-there"),
        ((Stake("banker", 10_00, 5, 4),), "area-full"),
        ((Stake("banker", 10_01),), "not-in-unit"),
        ((Stake("banker", 1),), "not-in-unit"),
        ((Stake("banker", 0),), "under-minimum"),
        ((Stake("banker", 10**12),), "over-maximum"),
    ],
)
def test_chips_in_a_wrong_place_or_unit_are_refused(stakes: tuple[Stake, ...], code: str) -> None:
    play = betting(LIVE)
    assert play.refused(EnterChips(1, 5, stakes, 0), DEALER) == code


def test_a_set_of_chips_names_its_round_position_and_previous_set() -> None:
    play = betting(LIVE)
    stake = (Stake("banker", 10_00),)
    assert play.refused(EnterChips(1, 9, stake, 0), DEALER) == "no-such-seat"
    assert play.refused(EnterChips(2, 5, stake, 0), DEALER) == "other-round"
    assert play.refused(EnterChips(1, 5, stake, 1), DEALER) == "other-set"
    assert opened(LIVE).refused(EnterChips(1, 5, stake, 0), DEALER) == "no-round"


def test_chips_are_refused_at_a_table_with_terminals() -> None:
    play = betting(TIGER)
    assert play.refused(EnterChips(1, 1, (Stake("banker", 10_00),), 0), DEALER) == "not-there"
    assert play.refused(EnterChips(1, 1, (), 0), DEALER) == "not-there"


def test_chips_outside_the_limits_are_accepted_if_settlement_applies_the_limits() -> None:
    play = betting(LIVE, limits=limits())
    assert lay(play, 5, banker=20_00, player=900_00)


def test_the_last_position_may_have_the_largest_stake() -> None:
    play = betting(LIVE, positions=7)
    assert lay(play, 7, banker=MAX_CENTS)
    assert play.refused(chips(play, 8, banker=10_00), DEALER) == "no-such-seat"


def test_chips_outside_the_limits_are_refused_without_a_clause() -> None:
    play = betting(FORTUNE, limits=limits(FORTUNE))
    low, high = chips(play, 5, banker=20_00), chips(play, 5, banker=900_00)
    assert play.refused(low, DEALER) == "under-minimum"
    assert play.refused(high, DEALER) == "over-maximum"
    lay(play, 5, banker=100_00)


def test_chips_after_the_close_do_not_change_the_stakes() -> None:
    play = laid()
    events = lay(play, 5, banker=150_00, tie=10_00)
    assert [type(event) for event in events] == [IrregularityRaised, PlayResumed, LateChipsReported]
    assert events[-1] == LateChipsReported(
        1, -5, "chips@5", (Stake("banker", 50_00, 5), Stake("tie", 10_00, 5)), ()
    )
    assert play.table.current.sets[-5].cents == 100_00


def test_late_chips_are_recorded_outside_the_limits_too() -> None:
    play = betting(FORTUNE, limits=limits(FORTUNE))
    lay(play, 5, banker=100_00)
    play.close()
    lifted, late = lay(play, 5, banker=20_00)[-1], lay(play, 5, banker=900_00)[-1]
    assert lifted == LateChipsReported(1, -5, "chips@5", (), (Stake("banker", 80_00, 5),))
    assert late == LateChipsReported(1, -5, "chips@5", (Stake("banker", 800_00, 5),), ())


def test_a_stack_lifted_after_the_close_still_plays() -> None:
    play = laid()
    events = lay(play, 5, banker=60_00)
    assert events[-1] == LateChipsReported(1, -5, "chips@5", (), (Stake("banker", 40_00, 5),))
    play.finish(*PLAYER_WINS)
    assert returned(play) == {"chips@5": 0}


def test_chips_may_be_added_and_lifted_in_one_entry() -> None:
    play = laid()
    events = lay(play, 5, tie=10_00)
    triggers = [event.trigger for event in events if isinstance(event, IrregularityRaised)]
    assert triggers == ["late-wager", "late-withdrawal"]
    assert play.table.pending_steps == ()


def test_unchanged_chips_cause_no_event() -> None:
    play = laid()
    assert lay(play, 5, banker=100_00) == ()
    assert lay(play, 6) == ()
    assert play.refused(EnterChips(1, 6, (Stake("banker", 10_01),), 0), DEALER) == "not-in-unit"


def test_a_patron_with_chips_cannot_leave_the_seat() -> None:
    play = betting(LIVE)
    lay(play, 1, banker=100_00)
    assert play.refused(LeaveSeat(1), patron(1)) == "stakes-there"


def test_a_visit_cannot_have_the_name_of_chips() -> None:
    play = opened(LIVE, ())
    assert (
        play.refused(TakeSeat(1, "chips@2"), Actor(ActorKind.PATRON, "chips@2")) == "not-your-seat"
    )


def test_a_void_round_returns_chips() -> None:
    play = laid()
    play.done(InterruptRound(power_failure=False), DEALER)
    shift_manager = staff(StaffPosition.GAMING_SHIFT_MANAGER, second="Bob")
    voided = play.done(GiveRuling(RulingOutcome.VOID, "the shoe broke"), shift_manager)[-1]
    assert isinstance(voided, RoundVoided)
    assert [(each.visit, each.cents) for each in voided.returned] == [("chips@5", 100_00)]


def test_only_staff_answer_for_chips() -> None:
    play = laid()
    play.done(InterruptRound(power_failure=True), DEALER)
    answer = AnswerWithdrawal(-5, withdraws=True)
    assert play.refused(answer, patron(1)) == "not-your-seat"
    told = play.done(answer, DEALER)[0]
    assert isinstance(told, WithdrawalAnswered)
    assert (told.visit, told.cents) == ("chips@5", 100_00)


def test_a_round_with_chips_alone_is_settled() -> None:
    play = laid()
    play.draw("6s", "9c", "Kd", "Kh")
    play.done(SettleRound(), DEALER)
    assert play.table.phase is Phase.SETTLED
    assert returned(play) == {"chips@5": 200_00}
