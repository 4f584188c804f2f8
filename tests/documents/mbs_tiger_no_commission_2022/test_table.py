"""Test calls, shared wagers, limits, a power failure and positions at the live Tiger table."""

import pytest

from punto.core.staff_positions import Permission, StaffPosition
from punto.games.mbs_tiger_no_commission_2022 import DOCUMENT
from punto.games.mbs_tiger_no_commission_2022 import TIGER_NO_COMMISSION_LIVE as TIGER
from punto.reports.descriptions.table_state import phase_call
from punto.table.actors import CLOCK, DEVICE, Actor, ActorKind, may_do
from punto.table.commands import (
    AnswerWithdrawal,
    CloseBets,
    InterruptRound,
    OpenBets,
    PlaceWagers,
    ReportEmptyShoe,
    RestrictWagers,
    SettleRound,
)
from punto.table.events import (
    CuttingCardReached,
    PlayResumed,
    RoundSettled,
    RoundVoided,
    WagersRestricted,
    WithdrawalAnswered,
)
from punto.table.settings import Limit
from punto.table.stakes import Stake
from punto.table.state import Phase
from tests.clauses import clause
from tests.irregularities import dealt
from tests.tables import Play, betting, dealing, opened, patron, staff
from tests.texts import text

DEALER = staff(StaffPosition.DEALER)
FINISHED = ("9s", "Kc", "Kd", "6h")
LIMITS = tuple(Limit(wager.key, 100_00, 500_00) for wager in TIGER.wagers)


def at(seat: int, cents: int, position: int, stack: int = 1) -> PlaceWagers:
    return PlaceWagers(1, seat, (Stake("banker", cents, position, stack),), 0)


@clause("mbs-tiger-no-commission-2022", "1.1.6")
def test_1_1_6_a_round_ends_when_the_dealer_announces_collects_and_pays() -> None:
    play = dealing(TIGER, *FINISHED)
    play.done(SettleRound(), DEALER)
    assert play.table.phase is Phase.SETTLED


@clause("mbs-tiger-no-commission-2022", "3.1")
def test_3_1_play_commences_with_the_dealers_call() -> None:
    play = opened(TIGER)
    assert play.refused(OpenBets(), patron(1)) == "not-allowed"
    play.done(OpenBets(), DEALER)
    assert text(phase_call(play.table)) == "Place your bets, please"


@clause("mbs-tiger-no-commission-2022", "3.2")
def test_3_2_only_the_dealers_call_closes_bets() -> None:
    play = betting(TIGER)
    assert play.refused(CloseBets(), CLOCK) == "not-allowed"
    play.done(CloseBets(), DEALER)
    assert text(phase_call(play.table)) == "No more bets"


@clause("mbs-tiger-no-commission-2022", "3.5.1")
def test_3_5_1_several_patrons_may_share_a_wager_within_the_limits() -> None:
    play = betting(TIGER, limits=LIMITS)
    play.done(at(1, 100_00, position=5), patron(1))
    play.done(at(2, 60_00, position=5), patron(2))
    assert play.refused(at(3, 400_00, position=5), patron(3)) == "over-maximum"
    assert play.refused(at(3, 60_00, position=6), patron(3)) == "under-minimum"


@clause("mbs-tiger-no-commission-2022", "3.6")
def test_3_6_an_area_takes_three_wagers() -> None:
    play = betting(TIGER)
    for stack in (1, 2, 3):
        play.done(at(stack, 100_00, position=5, stack=stack), patron(stack))
    again = PlaceWagers(1, 1, (Stake("banker", 100_00, 5, 4),), 1)
    refusal = play.ask(again, patron(1))
    assert getattr(refusal, "clause", "") == "T 3.6"


@clause("mbs-tiger-no-commission-2022", "3.6.1")
def test_3_6_1_the_pit_manager_may_restrict_an_area_to_fewer() -> None:
    play = opened(TIGER)
    fewer, manager = RestrictWagers(1), staff(StaffPosition.PIT_MANAGER)
    assert play.refused(fewer, staff(StaffPosition.PIT_SUPERVISOR)) == "not-allowed"
    assert play.done(fewer, manager) == (WagersRestricted(1, "T 3.6.1"),)
    assert play.done(fewer, manager) == ()
    play.done(OpenBets(), DEALER)
    assert play.refused(at(1, 100_00, position=5, stack=2), patron(1)) == "area-full"
    assert play.refused(RestrictWagers(3), manager) == "round-running"


@clause("mbs-tiger-no-commission-2022", "3.6", "3.6.1")
def test_3_6_1_an_area_takes_one_to_three_wagers() -> None:
    play, manager = opened(TIGER), staff(StaffPosition.PIT_MANAGER)
    for many in (0, 4):
        assert play.refused(RestrictWagers(many), manager) == "area-limit-out-of-range"
    play.done(RestrictWagers(2), manager)
    assert play.done(RestrictWagers(3), manager) == (WagersRestricted(3, "T 3.6.1"),)


@clause("mbs-tiger-no-commission-2022", "3.7")
@pytest.mark.parametrize(
    "position", [StaffPosition.DEALER, StaffPosition.PIT_SUPERVISOR, StaffPosition.PIT_MANAGER]
)
def test_3_7_staff_may_place_wagers_for_a_patron(
    position: StaffPosition,
) -> None:
    play = betting(TIGER)
    play.done(play.wagers(1, banker=100_00), staff(position))
    play.close()
    play.finish(*FINISHED)
    settled = play.events[-1]
    assert isinstance(settled, RoundSettled)
    assert [(each.visit, each.returned_cents) for each in settled.wagers] == [("visit-1", 0)]


@clause("mbs-tiger-no-commission-2022", "3.17")
def test_3_17_the_round_of_the_cutting_card_is_completed() -> None:
    play = dealing(TIGER, decks=4, cards_behind_cut=207)
    play.finish(*FINISHED)
    assert CuttingCardReached(1, "T 3.17") in play.events
    assert isinstance(play.events[-1], RoundSettled)


@clause("mbs-tiger-no-commission-2022", "5.3")
def test_5_3_a_round_that_runs_out_of_cards_is_void() -> None:
    play = dealt(TIGER, "9s")
    voided = play.done(ReportEmptyShoe(), DEVICE)[-1]
    assert isinstance(voided, RoundVoided)
    assert (voided.source, len(voided.returned)) == ("T 5.3", 2)


@clause("mbs-tiger-no-commission-2022", "5.4")
def test_5_4_a_wager_after_the_call_is_refused_and_the_earlier_one_remains() -> None:
    play = dealing(TIGER)
    refusal = play.ask(play.wagers(1, banker=200_00), patron(1))
    assert getattr(refusal, "clause", "") == "T 5.4"
    assert play.table.current.sets[1].cents == 110_00


@clause("mbs-tiger-no-commission-2022", "5.5")
def test_5_5_a_wager_withdrawn_after_the_call_is_still_won_or_lost() -> None:
    play = dealing(TIGER)
    refusal = play.ask(play.wagers(1), patron(1))
    assert getattr(refusal, "clause", "") == "T 5.5"
    play.finish(*FINISHED)
    settled = play.events[-1]
    assert isinstance(settled, RoundSettled)
    assert {each.seat for each in settled.wagers} == {1, 2}


def cut(*cards: str) -> Play:
    """A table whose power failed after some cards."""
    play = dealing(TIGER, *cards)
    play.done(InterruptRound(power_failure=True), DEALER)
    return play


@clause("mbs-tiger-no-commission-2022", "5.17", "5.17.1")
def test_5_17_1_without_an_established_outcome_patrons_may_withdraw_all_wagers_or_none() -> None:
    play = cut("9s", "Kc")
    (answer,) = play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    assert isinstance(answer, WithdrawalAnswered)
    assert [stake.wager for stake in answer.withdrawn] == ["banker", "tie"]
    assert answer.cents == 110_00


@clause("mbs-tiger-no-commission-2022", "5.17.1")
def test_5_17_1_the_round_is_then_concluded() -> None:
    play = cut("9s", "Kc")
    play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    play.finish("Kd", "6h")
    settled = play.events[-1]
    assert isinstance(settled, RoundSettled)
    assert [each.seat for each in settled.wagers] == [2]


@clause("mbs-tiger-no-commission-2022", "5.17", "5.17.2")
def test_5_17_2_with_an_outcome_established_play_continues_without_withdrawal() -> None:
    play = cut("9s", "Kc", "9d")
    assert play.events[-1] == PlayResumed(1, "T 5.17, 5.17.2")
    assert play.refused(AnswerWithdrawal(1, withdraws=True), patron(1)) == "nothing-held"


@clause("mbs-tiger-no-commission-2022", "6.2")
def test_6_2_a_person_may_act_in_a_position_or_hold_a_higher_one() -> None:
    acting = Actor(
        ActorKind.STAFF, "Eve", StaffPosition.DEALER, acting_as=StaffPosition.PIT_MANAGER
    )
    assert may_do(acting, Permission.RESTRICT_WAGERS_PER_AREA, DOCUMENT)
    assert may_do(staff(StaffPosition.GAMING_SHIFT_MANAGER), Permission.ALLOW_METHOD_C, DOCUMENT)
    assert not may_do(staff(StaffPosition.PIT_SUPERVISOR), Permission.ALLOW_SQUEEZING, DOCUMENT)


@clause("mbs-tiger-no-commission-2022", "6.3")
def test_6_3_the_cards_decide_despite_a_wrong_screen() -> None:
    play = dealing(TIGER, *FINISHED)
    (settled,) = play.done(SettleRound(), DEALER)
    assert isinstance(settled, RoundSettled)
    assert settled.cards == "9s Kd / Kc 6h"
