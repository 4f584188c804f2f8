"""Who may tell a table something, with what proof, and what is told several at once."""

import pytest
from msgspec.structs import replace

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Trigger
from punto.core.rulebook import Rulebook
from punto.games.library import game
from punto.table.actors import DEVICE, HOUSE_DEALER
from punto.table.commands.irregularities import ReportIrregularity
from punto.table.commands.play import (
    AnswerWithdrawal,
    CloseTable,
    EndShoe,
    GiveRuling,
    InterruptRound,
    OpenTable,
    RulingOutcome,
    SettleRound,
)
from punto.table.decide.irregularities.reports import refuse_report
from punto.table.events.play import IrregularityRaised, PlayResumed, RoundVoided
from punto.table.refusals import No
from punto.table.settings import default_settings
from punto.table.state import Phase
from punto.table.views import view_for
from tests.irregularities import (
    DEALER,
    PIT_MANAGER,
    PLAIN,
    PROOF,
    SHIFT_MANAGER,
    SHIFT_MANAGER_AND_SECOND,
    TWO,
    again,
    dealt,
    seen,
    source,
    tell,
)
from tests.tables import LIVE, TIGER, opened, patron, physical

FORTUNE = game("fortune-six-live")


# Who may tell, and with what proof


def test_a_void_that_a_person_enters_takes_two_and_a_proof() -> None:
    play = dealt(TIGER, "9s")
    foreign = ReportIrregularity(Trigger.FOREIGN_CARD, evidence=PROOF)
    assert play.refused(foreign, DEALER) == "needs-second"
    assert play.refused(ReportIrregularity(Trigger.FOREIGN_CARD), TWO) == "no-evidence"
    assert play.refused(foreign, patron(1)) == "not-allowed"
    assert isinstance(play.done(foreign, TWO)[1], RoundVoided)


def test_the_device_needs_nobody_beside_it() -> None:
    play = dealt(TIGER, "9s")
    assert isinstance(play.done(ReportIrregularity(Trigger.ORDER_LOST), DEVICE)[1], RoundVoided)


def test_the_house_dealer_cannot_void_a_round() -> None:
    play = dealt(TIGER, "9s")
    assert play.refused(seen(Trigger.FOREIGN_CARD), HOUSE_DEALER) == "needs-second"


@pytest.mark.parametrize(
    "trigger",
    [
        Trigger.LATE_WAGER,
        Trigger.UNDER_MINIMUM,
        Trigger.DIFFERENTIAL,
        Trigger.TERMINAL_CUT_OFF,
        Trigger.AFTER_VOID,
    ],
)
def test_what_the_table_finds_by_itself_nobody_tells_it(trigger: Trigger) -> None:
    assert dealt(LIVE, "9s").refused(seen(trigger), TWO) == "told-another-way"


def test_an_interruption_needs_its_cause_when_it_is_told_so() -> None:
    play = dealt(LIVE, "9s")
    assert play.refused(seen(Trigger.INTERRUPTED), TWO) == "told-another-way"
    events = tell(play, Trigger.INTERRUPTED, When.POWER_FAILURE)
    assert source(events) == "T 5.17, 5.17.1"


def test_nobody_can_say_that_nothing_is_established() -> None:
    play = dealt(TIGER, "9s", "Kc", "9d")
    report = seen(Trigger.INTERRUPTED, When.POWER_FAILURE, When.NOT_ESTABLISHED)
    assert isinstance(play.done(report, TWO)[-1], PlayResumed)


def test_cards_beyond_recovery_are_told_by_two() -> None:
    play = dealt(TIGER, "9s", "Kc", "9d")
    lost = seen(Trigger.INTERRUPTED, When.OTHER_BREAKDOWN, When.CARDS_BEYOND_RECOVERY)
    assert play.refused(lost, DEALER) == "needs-second"
    assert source(play.done(lost, TWO)) == "POLICY R26"


def test_what_is_told_of_another_round_does_not_reach_this_one() -> None:
    play = dealt(TIGER, *PLAIN)
    play.done(SettleRound())
    again(play)
    assert play.refused(seen(Trigger.FOREIGN_CARD, round=1), TWO) == "other-round"


def test_before_the_first_round_there_is_nothing_to_put_right() -> None:
    play = physical(TIGER)
    assert play.refused(seen(Trigger.UNCOVERED), TWO) == "no-round"
    assert opened().refused(seen(Trigger.WRONG_NUMBER), TWO) == "no-round"


def test_a_fault_of_the_cards_needs_cards() -> None:
    play = physical(TIGER)
    play.table = play.table.__class__(phase=Phase.IDLE, book=TIGER, settings=play.table.settings)
    assert play.refused(seen(Trigger.UNSHUFFLED), TWO) == "no-shoe"


# What is not covered, and several things at once


def test_the_shift_manager_may_let_patrons_withdraw_under_a_clause_on_the_uncovered() -> None:
    play = dealt(TIGER, "9s")
    tell(play, Trigger.UNCOVERED)
    offered = GiveRuling(RulingOutcome.OFFER_WITHDRAWAL, "fair")
    play.done(offered, SHIFT_MANAGER)
    some = AnswerWithdrawal(1, withdraws=True, stakes=play.table.current.sets[1].stakes[:1])
    assert play.refused(some, patron(1)) == "all-or-none"
    play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    assert set(play.table.current.sets) == {2}


@pytest.mark.parametrize("book", [TIGER, LIVE], ids=["E", "T"])
def test_no_ruling_gives_back_what_the_cards_have_decided(book: Rulebook) -> None:
    """Who has seen the outcome would take a lost stake back, and leave a won one."""
    play = dealt(book, "9s", "Kc", "Kd", "6h")
    before = play.table.current.sets
    tell(play, Trigger.UNCOVERED)
    assert (
        play.refused(GiveRuling(RulingOutcome.OFFER_WITHDRAWAL, ""), SHIFT_MANAGER) == "no-reason"
    )
    play.done(GiveRuling(RulingOutcome.OFFER_WITHDRAWAL, "fair"), SHIFT_MANAGER)
    for seat in before:
        assert play.refused(AnswerWithdrawal(seat, withdraws=True), patron(seat)) == "nothing-held"
    assert not play.table.pending_steps
    assert play.table.current.sets == before


def test_no_ruling_lets_patrons_withdraw_where_the_document_has_no_such_clause() -> None:
    play = dealt(FORTUNE, "9s")
    tell(play, Trigger.UNCOVERED)
    offered = GiveRuling(RulingOutcome.OFFER_WITHDRAWAL, "fair")
    assert play.refused(offered, SHIFT_MANAGER) == "not-ruled-so"
    as_proposed = GiveRuling(RulingOutcome.AS_PROPOSED, "nothing was")
    assert play.refused(as_proposed, SHIFT_MANAGER) == "not-ruled-so"


def test_the_shift_manager_may_open_bets_again_while_no_card_is_out() -> None:
    play = dealt(TIGER)
    tell(play, Trigger.DEVICE_RESET)
    play.done(GiveRuling(RulingOutcome.REOPEN_BETS, "as elsewhere"), SHIFT_MANAGER)
    assert play.table.pending_steps
    late = dealt(TIGER, "9s")
    tell(late, Trigger.DEVICE_RESET)
    assert late.refused(GiveRuling(RulingOutcome.REOPEN_BETS, "x"), SHIFT_MANAGER) == "too-late"


@pytest.mark.parametrize(
    ("saw", "phase"),
    [((), Phase.DEALING), ((When.CANNOT_BE_RECONSTRUCTED,), Phase.VOID)],
)
def test_a_device_reset_with_cards_out_is_ruled_on(saw: tuple[When, ...], phase: Phase) -> None:
    play = dealt(LIVE, "9s", "Kc")
    report = seen(Trigger.DEVICE_RESET, *saw, cards=("9s", "Kc") if not saw else ())
    assert source(play.done(report, TWO)) == "POLICY P18"
    as_proposed = GiveRuling(RulingOutcome.AS_PROPOSED, "so")
    play.done(as_proposed, SHIFT_MANAGER_AND_SECOND)
    assert play.table.phase is phase


@pytest.mark.parametrize("key", ["fortune-six-live", "super-six-plus"])
def test_under_a_silent_document_too_a_true_order_told_with_a_reset_can_be_put_right(
    key: str,
) -> None:
    """The order was taken, and no ruling could apply it."""
    play = dealt(game(key), "9s", "Kc")
    assert source(tell(play, Trigger.DEVICE_RESET, cards=("Kc", "9s"))) == "POLICY P7"
    play.done(GiveRuling(RulingOutcome.AS_PROPOSED, "so it was"), SHIFT_MANAGER)
    assert view_for(play.table).cards == "Kc / 9s"
    tell(play, Trigger.DEVICE_RESET, When.CANNOT_BE_RECONSTRUCTED)
    play.done(GiveRuling(RulingOutcome.AS_PROPOSED, "nobody knows"), SHIFT_MANAGER_AND_SECOND)
    assert play.table.phase is Phase.VOID


def test_a_lost_order_goes_before_a_power_failure() -> None:
    play = dealt(LIVE, "9s")
    tell(play, Trigger.INTERRUPTED, When.POWER_FAILURE)
    assert play.table.pending_steps[0].trigger is Trigger.INTERRUPTED
    raised, voided, *_ = tell(play, Trigger.ORDER_LOST)
    assert isinstance(raised, IrregularityRaised)
    assert raised.goes_first
    assert raised.pending_sources == ("T 5.17, 5.17.1",)
    assert isinstance(voided, RoundVoided)
    assert voided.source == "T 5.2"
    assert play.table.pending_steps == ()


def test_what_ranks_lower_waits_its_turn() -> None:
    play = dealt(LIVE, "9s")
    tell(play, Trigger.INTERRUPTED, When.POWER_FAILURE)
    (raised,) = tell(play, Trigger.UNCOVERED)
    assert isinstance(raised, IrregularityRaised)
    assert not raised.goes_first
    tell(play, Trigger.WRONG_SELECTION)
    play.done(AnswerWithdrawal(1, withdraws=False), patron(1))
    play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    assert [item.trigger for item in play.table.pending_steps] == [
        Trigger.UNCOVERED,
        Trigger.WRONG_SELECTION,
    ]
    events = play.done(GiveRuling(RulingOutcome.CONTINUE, "on"), SHIFT_MANAGER)
    assert [type(event) for event in events[1:]] == [PlayResumed, PlayResumed]
    assert play.table.pending_steps == ()


def test_whatever_needs_no_ranking_comes_last() -> None:
    play = dealt(LIVE, "9s")
    tell(play, Trigger.UNCOVERED)
    (raised,) = tell(play, Trigger.NOT_PASSED)
    assert isinstance(raised, IrregularityRaised)
    assert not raised.goes_first


def test_a_ruling_is_not_an_answer_to_an_offer_or_a_question() -> None:
    play = dealt(LIVE, "9s")
    tell(play, Trigger.INTERRUPTED, When.POWER_FAILURE)
    ruling = GiveRuling(RulingOutcome.CONTINUE, "on")
    assert play.refused(ruling, SHIFT_MANAGER) == "nothing-held"
    asked = dealt(LIVE, "9s")
    asked.done(InterruptRound(), DEALER)
    assert asked.refused(ruling, SHIFT_MANAGER) == "nothing-held"


def test_before_the_first_round_a_card_that_shows_is_ruled_on_too() -> None:
    play = physical(TIGER)
    tell(play, Trigger.FACE_UP, cards=("9h",))
    events = play.done(GiveRuling(RulingOutcome.CONTINUE, "it was the back"), SHIFT_MANAGER)
    assert events[-1] == PlayResumed(0, "POLICY P9")
    again(play)


@pytest.mark.parametrize(
    ("trigger", "opened", "complete", "settled", "void"),
    [
        (Trigger.WRONG_ORDER, No.NOT_DEALT, None, No.NO_ROUND, No.NO_ROUND),
        (Trigger.WRONG_NUMBER, No.NOT_DEALT, None, None, No.NO_ROUND),
        (Trigger.SHOE_SHORT, No.BETS_OPEN, No.NO_CARD_DUE, No.NO_ROUND, No.NO_ROUND),
        (Trigger.CUTTING_CARD, No.BETS_OPEN, No.NO_CARD_DUE, No.NO_ROUND, No.NO_ROUND),
        (Trigger.DRAWN_TOGETHER, None, No.NO_CARD_DUE, No.NO_ROUND, No.NO_ROUND),
        (Trigger.DEVICE_RESET, No.BETS_OPEN, None, No.NO_ROUND, No.NO_ROUND),
        (Trigger.INTERRUPTED, None, None, No.NO_ROUND, No.NO_ROUND),
        (Trigger.WRONG_DISPLAY, None, None, None, None),
        (Trigger.FOREIGN_CARD, None, None, None, None),
        (Trigger.LATE_WAGER, *(No.REPORT_ANOTHER_WAY,) * 4),
    ],
)
def test_when_something_can_have_been_seen(
    trigger: Trigger, opened: No | None, complete: No | None, settled: No | None, void: No | None
) -> None:
    betting = physical(LIVE)
    again(betting)
    table = dealt(LIVE, "9s", "Kc", "Kd", "6h").table
    phases = (table, replace(table, phase=Phase.SETTLED), replace(table, phase=Phase.VOID))
    for round_ in (0, 1):
        seen_now = ReportIrregularity(trigger, round=round_)
        found = [refuse_report(each, seen_now) for each in (betting.table, *phases)]
        assert found == [opened, complete, settled, void]


@pytest.mark.parametrize("trigger", [Trigger.WRONG_NUMBER, Trigger.WRONG_DISPLAY])
def test_a_round_that_never_was_is_refused_and_so_is_one_before_the_table_closed(
    trigger: Trigger,
) -> None:
    """A round beyond the last was once an error that nobody foresaw, and stopped the floor."""
    play = dealt(FORTUNE, "9s", "Kc", "Kd", "6h")
    play.done(SettleRound(), DEALER)
    cannot = When.CANNOT_BE_RECONSTRUCTED
    assert play.refused(seen(trigger, cannot, round=99), TWO) == "other-round"
    assert play.refused(seen(trigger, cannot, round=-1), TWO) == "other-round"
    play.done(EndShoe(), DEALER)
    play.done(CloseTable(), PIT_MANAGER)
    play.done(OpenTable(FORTUNE.text, default_settings(FORTUNE)), PIT_MANAGER)
    assert play.refused(seen(trigger, cannot, round=1), TWO) == "long-past"
    assert play.refused(seen(trigger, cannot, round=2), TWO) == "other-round"


@pytest.mark.parametrize("facts", [(When.POWER_FAILURE,), (When.OTHER_BREAKDOWN,)])
def test_one_interruption_told_twice_is_offered_once(facts: tuple[When, ...]) -> None:
    """Whoever had stayed was asked a second time, and could take the stake back."""
    play = dealt(LIVE, "9s")
    tell(play, Trigger.INTERRUPTED, When.POWER_FAILURE)
    assert play.refused(seen(Trigger.INTERRUPTED, *facts), TWO) == "told-so"
    play.done(AnswerWithdrawal(1, withdraws=False), patron(1))
    assert play.refused(seen(Trigger.INTERRUPTED, *facts), TWO) == "told-so"
    # That the cards cannot be had may come out while it waits.
    tell(play, Trigger.INTERRUPTED, When.POWER_FAILURE, When.CARDS_BEYOND_RECOVERY)
    ended = play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    assert isinstance(ended[-1], RoundVoided)


def test_what_asks_for_the_cause_is_answered_by_telling_it() -> None:
    play = dealt(LIVE, "9s")
    play.done(InterruptRound(), HOUSE_DEALER)
    tell(play, Trigger.INTERRUPTED, When.POWER_FAILURE)
    assert [each.step is None for each in play.table.pending_steps] == [False, False]


def test_a_reset_and_a_wrong_number_are_told_once_each() -> None:
    play = dealt(LIVE)
    tell(play, Trigger.DEVICE_RESET)
    assert play.refused(seen(Trigger.DEVICE_RESET), TWO) == "told-so"
    play = dealt(LIVE, *PLAIN)
    play.done(SettleRound(), DEALER)
    tell(play, Trigger.WRONG_NUMBER, When.CANNOT_BE_RECONSTRUCTED)
    twice = seen(Trigger.WRONG_NUMBER, When.CANNOT_BE_RECONSTRUCTED)
    assert play.refused(twice, TWO) == "told-so"
    # What nobody foresaw may happen twice.
    tell(play, Trigger.UNCOVERED)
    tell(play, Trigger.UNCOVERED)


def test_the_wrong_number_of_another_round_is_another() -> None:
    play = dealt(LIVE, *PLAIN)
    play.done(SettleRound(), DEALER)
    again(play)
    play.close()
    play.draw("9s", "Kc", "Kd", "6h")
    play.done(SettleRound(), DEALER)
    tell(play, Trigger.WRONG_NUMBER, When.CANNOT_BE_RECONSTRUCTED)
    tell(play, Trigger.WRONG_NUMBER, When.CANNOT_BE_RECONSTRUCTED, round=1)
    assert {each.round for each in play.table.pending_steps} == {1, 2}


@pytest.mark.parametrize(
    ("trigger", "facts"),
    [
        (Trigger.DRAWN_TOGETHER, (When.ORDER_KNOWN, When.ORDER_UNKNOWN)),
        (Trigger.ORDER_LOST, (When.CAN_BE_RECONSTRUCTED, When.CANNOT_BE_RECONSTRUCTED)),
        (Trigger.INTERRUPTED, (When.POWER_FAILURE, When.OTHER_BREAKDOWN)),
    ],
)
def test_of_two_facts_that_exclude_each_other_neither_is_taken(
    trigger: Trigger, facts: tuple[When, ...]
) -> None:
    """The one that voids the round was."""
    play = dealt(LIVE, "9s")
    assert play.refused(seen(trigger, *facts, cards=("4d", "5d")), TWO) == "facts-clash"


def test_cards_in_a_wrong_order_that_nobody_can_put_right_are_told_as_such() -> None:
    """They were put into the order that had just been called wrong, and played on."""
    play = dealt(TIGER, "9s", "Kc", "Kd")
    report = seen(Trigger.WRONG_ORDER, When.CANNOT_BE_RECONSTRUCTED)
    assert play.refused(report, TWO) == "told-another-way"
    lost = tell(play, Trigger.ORDER_LOST, When.CANNOT_BE_RECONSTRUCTED)
    assert isinstance(lost[1], RoundVoided)


def test_the_display_of_a_round_that_runs_has_nothing_to_correct_yet() -> None:
    play = dealt(TIGER, "9s", "Kc", "Kd", "6h")
    assert play.refused(seen(Trigger.WRONG_DISPLAY, cards=PLAIN), TWO) == "not-dealt"


def test_a_round_with_a_card_unread_is_not_told_to_need_another() -> None:
    play = dealt(TIGER, "?", "Kc", "4d", "6h")
    assert play.refused(SettleRound(), DEALER) == "card-unread"
