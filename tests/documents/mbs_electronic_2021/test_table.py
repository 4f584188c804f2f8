"""Test bets, interruptions and lost terminals at a table of MBS Electronic Baccarat 2021."""

import pytest

from punto.core.irregularities import Remedy
from punto.core.staff_positions import Permission, StaffPosition
from punto.games.mbs_electronic_2021 import TIGER
from punto.reports.descriptions.table_state import phase_call
from punto.table.actors import DEVICE, may_do
from punto.table.commands import (
    AcknowledgeScreen,
    CloseBets,
    ConfirmParticipants,
    DisconnectTerminal,
    DrawCard,
    InterruptRound,
    OpenBets,
    PlaceWagers,
    ReportEmptyShoe,
    SettleRound,
)
from punto.table.events import (
    CuttingCardReached,
    IrregularityRaised,
    ParticipantsConfirmed,
    PlayResumed,
    RoundSettled,
    RoundVoided,
)
from punto.table.state import Phase
from tests.clauses import clause
from tests.irregularities import dealt
from tests.tables import betting, cards_of, dealing, opened, patron, staff
from tests.texts import text

DOCUMENT = TIGER.document
FINISHED = ("9s", "Kc", "Kd", "6h")


@clause("mbs-electronic-2021", "1.1.13")
def test_1_1_13_a_round_runs_from_the_opening_of_bets_to_payment() -> None:
    play = opened(TIGER)
    play.done(OpenBets())
    play.bet(1, banker=100_00)
    play.close()
    play.finish(*FINISHED)
    assert play.table.phase is Phase.SETTLED


@clause("mbs-electronic-2021", "2.2")
def test_2_2_each_wager_has_its_minimum_and_maximum_on_the_screen() -> None:
    play = betting(TIGER)
    limits = play.table.settings_in_force.limits
    assert [limit.wager for limit in limits] == [wager.key for wager in TIGER.wagers]
    assert play.refused(play.wagers(1, tie=80), patron(1)) == "under-minimum"
    assert play.refused(play.wagers(1, tie=6_000_00), patron(1)) == "over-maximum"


@clause("mbs-electronic-2021", "3.1")
def test_3_1_play_commences_when_the_terminal_says_place_your_bets() -> None:
    play = opened(TIGER)
    assert play.refused(PlaceWagers(1, 1, (), 0), patron(1)) == "bets-not-open"
    play.done(OpenBets())
    assert text(phase_call(play.table)) == "Place your bets, please"


@clause("mbs-electronic-2021", "3.2")
def test_3_2_bets_close_when_the_terminal_says_no_more_bets() -> None:
    play = betting(TIGER)
    play.done(CloseBets())
    assert text(phase_call(play.table)) == "No more bets"


@clause("mbs-electronic-2021", "3.5")
def test_3_5_a_patron_is_responsible_for_the_chosen_wager() -> None:
    play = betting(TIGER)
    play.bet(1, banker=100_00)
    play.done(CloseBets())
    # Another wager was meant: after the close it stays what it is.
    assert play.refused(play.wagers(1, player=100_00), patron(1)) == "bets-closed"
    assert [stake.wager for stake in play.table.current.sets[1].stakes] == ["banker"]


@clause("mbs-electronic-2021", "3.10")
def test_3_10_the_round_of_the_cutting_card_is_completed() -> None:
    play = dealing(TIGER, decks=4, cards_behind_cut=207)
    play.finish(*FINISHED)
    assert CuttingCardReached(1, "E 3.10") in play.events
    assert isinstance(play.events[-1], RoundSettled)
    assert play.refused(OpenBets()) == "shoe-ended"


@clause("mbs-electronic-2021", "5.3")
def test_5_3_a_round_that_runs_out_of_cards_is_void() -> None:
    play = dealt(TIGER, FINISHED[0])
    voided = play.done(ReportEmptyShoe(), DEVICE)[-1]
    assert isinstance(voided, RoundVoided)
    assert voided.source == "E 5.3"
    assert sum(each.cents for each in voided.returned) == 160_00


@clause("mbs-electronic-2021", "5.4")
def test_5_4_after_the_close_no_wager_is_withdrawn() -> None:
    play = dealing(TIGER)
    refusal = play.ask(play.wagers(1), patron(1))
    assert getattr(refusal, "clause", "") == "E 5.4"
    assert play.table.current.sets[1].cents == 110_00


@clause("mbs-electronic-2021", "5.5")
def test_5_5_after_the_close_no_wager_is_placed_or_increased() -> None:
    play = dealing(TIGER)
    refusal = play.ask(play.wagers(1, banker=200_00), patron(1))
    assert getattr(refusal, "clause", "") == "E 5.5"
    assert play.refused(play.wagers(3, banker=10_00), patron(3)) == "bets-closed"


@clause("mbs-electronic-2021", "5.9", "5.9.1")
def test_5_9_1_an_interruption_without_an_established_outcome_voids_the_round() -> None:
    play = dealing(TIGER, *("9s", "Kc", "4d"))
    raised, voided = play.done(InterruptRound())
    assert isinstance(raised, IrregularityRaised)
    assert [step.remedy for step in raised.steps] == [Remedy.VOID]
    assert isinstance(voided, RoundVoided)
    assert voided.source == "E 5.9, 5.9.1"


@clause("mbs-electronic-2021", "5.9", "5.9.2")
def test_5_9_2_an_interruption_with_an_outcome_established_concludes_the_round() -> None:
    play = dealing(TIGER, *("9s", "Kc", "9d"))
    resumed = play.done(InterruptRound())[-1]
    assert resumed == PlayResumed(1, "E 5.9, 5.9.2")
    play.finish(*("6h",))


@clause("mbs-electronic-2021", "5.9.2")
def test_5_9_2_staff_cannot_void_a_round_that_must_be_concluded() -> None:
    play = dealing(TIGER, *("9s", "Kc", "9d"))
    play.done(InterruptRound(power_failure=True), staff(StaffPosition.DEALER))
    assert play.table.phase is not Phase.VOID
    assert play.table.pending_steps == ()


@clause("mbs-electronic-2021", "5.10")
def test_5_10_a_lost_terminal_does_not_stop_the_round() -> None:
    play = dealing(TIGER)
    for seat in (1, 2, 3):
        play.done(DisconnectTerminal(seat), DEVICE)
    play.finish(*FINISHED)
    assert play.table.phase is Phase.SETTLED


@clause("mbs-electronic-2021", "5.10.1")
def test_5_10_1_a_wager_accepted_at_a_terminal_that_showed_the_close_is_settled() -> None:
    play = betting(TIGER)
    play.bet(1, banker=100_00)
    play.done(AcknowledgeScreen(1, 1, accepted=1), patron(1))
    play.done(CloseBets())
    play.done(AcknowledgeScreen(1, 1, closed=True), patron(1))
    play.done(DisconnectTerminal(1), DEVICE)
    assert play.done(ConfirmParticipants()) == (ParticipantsConfirmed(1, (1,), (), ""),)
    play.finish(*FINISHED)
    settled = play.events[-1]
    assert isinstance(settled, RoundSettled)
    assert [each.seat for each in settled.wagers] == [1]


@clause("mbs-electronic-2021", "5.10.2")
def test_5_10_2_a_terminal_cut_off_before_close_and_acceptance_took_no_part() -> None:
    play = betting(TIGER)
    play.done(DisconnectTerminal(1), DEVICE)
    play.done(CloseBets())
    late = play.ask(play.wagers(1, banker=100_00), patron(1))
    assert getattr(late, "code", "") == "bets-closed"
    play.done(DrawCard(1, FINISHED[0]), DEVICE)
    assert play.table.current.sets == {}


@clause("mbs-electronic-2021", "6.2")
@pytest.mark.parametrize("position", list(StaffPosition)[1:])
def test_6_2_a_higher_position_has_the_permissions_of_a_lower_one(position: StaffPosition) -> None:
    assert may_do(staff(StaffPosition.DEALER), Permission.LOAD_SHOE, DOCUMENT)
    assert may_do(staff(position), Permission.LOAD_SHOE, DOCUMENT)


@clause("mbs-electronic-2021", "6.3")
def test_6_3_the_cards_decide_despite_a_wrong_screen() -> None:
    play = dealing(TIGER, *FINISHED)
    (settled,) = play.done(SettleRound())
    assert isinstance(settled, RoundSettled)
    # The pays depend on the drawn cards only.
    assert settled.cards == cards_of(play.table)
