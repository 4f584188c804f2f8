"""Test reopened bets after a reset, withdrawn wagers, and new cards after a void."""

from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod
from punto.table.actors import DEVICE
from punto.table.commands import (
    AnswerWithdrawal,
    CloseBets,
    ConfirmParticipants,
    DisconnectTerminal,
    EndShoe,
    GiveRuling,
    LoadShoe,
    OpenBets,
    ReopenBets,
    ReplaceCards,
    RulingOutcome,
    SettleRound,
)
from punto.table.events import (
    BetsReopened,
    CardReplacementRequired,
    ParticipantsConfirmed,
    PlayResumed,
    ReturnedStakes,
    WithdrawalAnswered,
)
from punto.table.next_step import NextStep, next_step
from punto.table.stakes import Stake
from punto.table.state import Phase
from tests.irregularities import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER_AND_SECOND,
    again,
    dealt,
    source,
    tell,
)
from tests.live import by_method
from tests.tables import LIVE, TIGER, Play, patron


def reset() -> Play:
    """A live table whose device must be reset after the close."""
    play = dealt(LIVE)
    assert source(tell(play, Trigger.DEVICE_RESET)) == "T 5.9; POLICY P15"
    return play


def test_any_wager_may_be_withdrawn_while_no_card_is_known() -> None:
    play = reset()
    tie = Stake("tie", 10_00)
    assert (
        play.refused(AnswerWithdrawal(1, withdraws=True, stakes=(tie, tie)), patron(1))
        == "nothing-held"
    )
    other = AnswerWithdrawal(1, withdraws=True, stakes=(Stake("tie", 5_00),))
    assert play.refused(other, patron(1)) == "nothing-held"
    (told,) = play.done(AnswerWithdrawal(1, withdraws=True, stakes=(tie,)), patron(1))
    assert told == WithdrawalAnswered(1, 1, "visit-1", (tie,), 10_00)
    assert play.table.current.sets[1].stakes == (Stake("banker", 100_00),)


def test_bets_reopen_after_a_reset_and_close_a_second_time() -> None:
    play = reset()
    assert play.refused(ReopenBets(), DEALER) == "nothing-held"
    play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    assert play.refused(ReopenBets(), patron(1)) == "not-allowed"
    assert play.done(ReopenBets(), DEALER) == (BetsReopened(1, "T 5.9; POLICY P15"),)
    assert play.table.phase is Phase.BETS_OPEN
    assert next_step(play.table) is NextStep.CLOSE_BETS
    play.bet(1, player=20_00)
    play.close()
    play.finish("9s", "Kc", "Kd", "6h")
    assert play.refused(ReopenBets(), DEALER) == "nothing-held"


def test_participants_are_confirmed_again_after_bets_reopened() -> None:
    play = reset()
    assert play.table.current.is_confirmed
    play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    play.done(ReopenBets(), DEALER)
    assert next_step(play.table) is NextStep.CLOSE_BETS
    play.bet(1, player=20_00)
    # The seat is cut off at this close, and has not displayed that the new wager was accepted.
    play.done(DisconnectTerminal(1), DEVICE)
    play.done(CloseBets())
    assert next_step(play.table) is NextStep.CONFIRM_SEATS
    (confirmed,) = play.done(ConfirmParticipants())
    assert isinstance(confirmed, ParticipantsConfirmed)
    assert confirmed.seats == (2,)
    assert confirmed.returned == (ReturnedStakes(1, "visit-1", 20_00),)


def test_new_cards_may_be_required_only_after_a_void_round() -> None:
    play = dealt(TIGER, "9s")
    assert play.refused(ReplaceCards(), PIT_MANAGER) == "round-running"
    tell(play, Trigger.UNCOVERED)
    play.done(GiveRuling(RulingOutcome.VOID, "void"), SHIFT_MANAGER_AND_SECOND)
    assert play.refused(ReplaceCards(), DEALER) == "not-allowed"
    assert play.done(ReplaceCards(), PIT_MANAGER) == (
        CardReplacementRequired("shoe-1", "POLICY P14"),
    )
    assert play.done(ReplaceCards(), PIT_MANAGER) == ()
    play.done(EndShoe())
    assert play.refused(ReplaceCards(), PIT_MANAGER) == "no-shoe"
    play.done(LoadShoe("shoe-2"))
    again(play)
    play.close()
    play.finish("9s", "Kc", "Kd", "6h")
    assert play.refused(ReplaceCards(), PIT_MANAGER) == "not-in-this-step"


def test_a_round_that_was_not_voided_keeps_its_cards() -> None:
    play = dealt(TIGER, "9s", "Kc", "Kd", "6h")
    play.done(SettleRound())
    assert play.refused(ReplaceCards(), PIT_MANAGER) == "not-in-this-step"
    play.done(OpenBets())
    play.done(CloseBets())


def test_an_irregularity_reported_behind_a_reset_is_resolved_when_bets_reopen() -> None:
    """Before, the following step waited forever, because no command requested it."""
    play = by_method(DealingMethod.C)
    play.bet(1, banker=100_00)
    play.done(CloseBets(), DEALER)
    tell(play, Trigger.DEVICE_RESET)
    tell(play, Trigger.EXPOSED_BY_MOVE)
    play.done(AnswerWithdrawal(1, withdraws=False), patron(1))
    assert play.done(ReopenBets(), DEALER)[-1] == PlayResumed(1, "T 5.12, 5.12.1")
    assert play.table.pending_steps == ()
