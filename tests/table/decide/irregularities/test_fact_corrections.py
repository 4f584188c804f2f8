"""Test that two people correct reported facts before a ruling or an answer depends on them."""

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Trigger
from punto.games.library import game
from punto.table.commands import (
    AnswerWithdrawal,
    CorrectFacts,
    GiveRuling,
    InterruptRound,
    RulingOutcome,
)
from punto.table.events import CardsMisplaced, FactsCorrected, RoundVoided
from punto.table.state import Phase
from tests.irregularities import DEALER, PIT_MANAGER, TWO, dealt, seen, tell
from tests.tables import LIVE, TIGER, Play, dealing, patron

FIRST_FOUR, TWO_MORE = ("2s", "Kc", "3d", "4c"), ("4h", "2c")
UNKNOWN = CorrectFacts((When.ORDER_UNKNOWN,), "on tape nothing shows")
FORTUNE = game("fortune-six-live")


def known(*cards: str) -> CorrectFacts:
    return CorrectFacts((), "seen on tape", cards)


def held(*saw: When) -> Play:
    play = dealt(LIVE, *FIRST_FOUR)
    tell(play, Trigger.DRAWN_TOGETHER, *saw, cards=TWO_MORE)
    return play


def changed(play: Play, asked: CorrectFacts) -> FactsCorrected:
    (found,) = [each for each in play.done(asked, TWO) if isinstance(each, FactsCorrected)]
    return found


def test_an_order_that_becomes_known_applies_the_clause_for_a_known_order() -> None:
    play = held(When.ORDER_UNKNOWN)
    told = changed(play, known("2c", "4h"))
    assert (told.source, told.reason) == ("T 5.8, 5.8.1; POLICY P15", "seen on tape")
    assert When.ORDER_UNKNOWN in told.before
    assert When.ORDER_KNOWN in told.circumstances
    assert play.table.current.loose == ((6, "2c"), (5, "4h"))
    assert play.table.current.is_loose_ordered
    play.done(AnswerWithdrawal(1, withdraws=False), patron(1))
    assert play.refused(UNKNOWN, TWO) == "ruled-already"


def test_an_order_corrected_to_unknown_goes_to_the_pit_manager() -> None:
    play = held()
    told = changed(play, UNKNOWN)
    assert told.source == "T 5.8.2, 5.8.2.2"
    assert play.events[-2] == CardsMisplaced(1, ((5, "4h"), (6, "2c")), is_ordered=False)
    assert play.refused(UNKNOWN, TWO) == "told-so"
    play.done(GiveRuling(RulingOutcome.CONTINUE, "as they lay", TWO_MORE), PIT_MANAGER)
    assert play.refused(known(*TWO_MORE), TWO) == "ruled-already"


def test_a_corrected_order_replaces_the_first() -> None:
    play = held()
    assert play.refused(known(*TWO_MORE), TWO) == "told-so"
    assert play.refused(known("2c", "9h"), TWO) == "not-these-cards"
    assert play.refused(CorrectFacts(UNKNOWN.saw, "x", TWO_MORE), TWO) == "not-these-cards"
    changed(play, known("2c", "4h"))
    assert play.table.current.loose == ((6, "2c"), (5, "4h"))


def test_a_correction_cannot_move_recorded_cards_of_a_committed_shoe() -> None:
    play = dealing(LIVE, *FIRST_FOUR, TWO_MORE[0])
    tell(play, Trigger.DRAWN_TOGETHER, cards=TWO_MORE, numbers=(5,))
    assert play.refused(UNKNOWN, TWO) == "cards-known"


def test_the_order_of_recorded_cards_of_a_physical_shoe_may_be_unknown() -> None:
    play = dealt(LIVE, *FIRST_FOUR, TWO_MORE[0])
    tell(play, Trigger.DRAWN_TOGETHER, cards=TWO_MORE, numbers=(5,))
    assert changed(play, UNKNOWN).source == "T 5.8.2, 5.8.2.2"
    promised = dealing(LIVE, *FIRST_FOUR)
    tell(promised, Trigger.DRAWN_TOGETHER, cards=TWO_MORE)
    assert changed(promised, UNKNOWN).source == "T 5.8.2, 5.8.2.2"


def test_a_correction_leaves_other_pending_steps_unchanged() -> None:
    play = held(When.ORDER_UNKNOWN)
    tell(play, Trigger.UNCOVERED)
    waiting = play.table.pending_steps[-1]
    assert waiting.trigger is Trigger.UNCOVERED
    changed(play, known("2c", "4h"))
    assert [
        each for each in play.table.pending_steps if When.ORDER_KNOWN not in each.circumstances
    ] == [waiting]


def test_the_cause_of_an_interruption_can_be_corrected() -> None:
    play = dealt(LIVE, "2s")
    tell(play, Trigger.INTERRUPTED, When.OTHER_BREAKDOWN)
    assert play.refused(CorrectFacts((), "x", ("2s",)), TWO) == "not-these-cards"
    told = changed(play, CorrectFacts((When.POWER_FAILURE,), "the whole floor was dark"))
    assert told.source == "T 5.17, 5.17.1"
    assert set(told.before) ^ set(told.circumstances) == {
        When.OTHER_BREAKDOWN,
        When.POWER_FAILURE,
    }


def test_a_correction_adds_no_cause_that_the_document_does_not_ask_for() -> None:
    play = dealt(FORTUNE, "2s")
    play.done(InterruptRound(), DEALER)
    told = changed(play, CorrectFacts((When.CARDS_BEYOND_RECOVERY,), "the tray fell"))
    assert told.circumstances == (When.CARDS_BEYOND_RECOVERY, When.NOT_ESTABLISHED)
    assert told.before == (When.NOT_ESTABLISHED,)
    assert play.table.phase is Phase.VOID


def test_a_corrected_fact_may_void_the_round() -> None:
    play = dealt(FORTUNE, "2s")
    tell(play, Trigger.DRAWN_TOGETHER, cards=("Kc", "3d"))
    assert isinstance(play.done(UNKNOWN, TWO)[-1], RoundVoided)


def test_a_correction_may_make_a_reset_shoe_reconstructible() -> None:
    play = dealt(TIGER, "2s")
    tell(play, Trigger.DEVICE_RESET, When.CANNOT_BE_RECONSTRUCTED)
    told = changed(play, CorrectFacts((), "the device kept the order"))
    assert When.CAN_BE_RECONSTRUCTED in told.circumstances
    assert [each.remedy for each in told.proposed] == ["reconstruct"]


def test_a_correction_needs_two_people_and_a_reason() -> None:
    play = held(When.ORDER_UNKNOWN)
    asked = known(*TWO_MORE)
    assert play.refused(asked, DEALER) == "needs-second"
    assert play.refused(asked, patron(1)) == "not-allowed"
    assert play.refused(CorrectFacts((), "", TWO_MORE), TWO) == "no-reason"
    assert dealt(LIVE, "2s").refused(asked, TWO) == "nothing-held"
    silent = dealt(LIVE, "2s")
    silent.done(seen(Trigger.UNCOVERED), TWO)
    assert silent.refused(asked, TWO) == "not-told"
    asked_for = dealt(LIVE, "2s")
    asked_for.done(InterruptRound(), DEALER)
    assert asked_for.refused(asked, TWO) == "not-told"
