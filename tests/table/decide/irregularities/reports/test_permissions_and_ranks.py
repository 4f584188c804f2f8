"""Test who may report irregularities, with which evidence, and several reports at once."""

import pytest
from msgspec.structs import replace

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Trigger
from punto.core.rulebook import Rulebook
from punto.games.library import game
from punto.table.actors import DEVICE, HOUSE_DEALER
from punto.table.commands import (
    AnswerWithdrawal,
    CloseTable,
    EndShoe,
    GiveRuling,
    InterruptRound,
    OpenTable,
    ReportIrregularity,
    RulingOutcome,
    SettleRound,
)
from punto.table.decide.irregularities.reports import refuse_report
from punto.table.events import IrregularityRaised, PlayResumed, RoundVoided
from punto.table.refusals import No
from punto.table.settings import default_settings
from punto.table.state import Phase
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
from tests.tables import LIVE, TIGER, cards_of, opened, patron, physical

FORTUNE = game("fortune-six-live")


# Permissions and evidence


def test_a_void_by_report_needs_two_people_and_evidence() -> None:
    play = dealt(TIGER, "9s")
    foreign = ReportIrregularity(Trigger.FOREIGN_CARD, evidence=PROOF)
    assert play.refused(foreign, DEALER) == "needs-second"
    assert play.refused(ReportIrregularity(Trigger.FOREIGN_CARD), TWO) == "no-evidence"
    assert play.refused(foreign, patron(1)) == "not-allowed"
    assert isinstance(play.done(foreign, TWO)[1], RoundVoided)


def test_a_report_of_the_device_needs_no_second_person() -> None:
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
def test_irregularities_that_the_table_detects_cannot_be_reported(trigger: Trigger) -> None:
    assert dealt(LIVE, "9s").refused(seen(trigger), TWO) == "told-another-way"


def test_a_reported_interruption_needs_its_cause() -> None:
    play = dealt(LIVE, "9s")
    assert play.refused(seen(Trigger.INTERRUPTED), TWO) == "told-another-way"
    events = tell(play, Trigger.INTERRUPTED, When.POWER_FAILURE)
    assert source(events) == "T 5.17, 5.17.1"


def test_a_report_cannot_deny_an_established_outcome() -> None:
    play = dealt(TIGER, "9s", "Kc", "9d")
    report = seen(Trigger.INTERRUPTED, When.POWER_FAILURE, When.NOT_ESTABLISHED)
    assert isinstance(play.done(report, TWO)[-1], PlayResumed)


def test_two_people_report_cards_beyond_recovery() -> None:
    play = dealt(TIGER, "9s", "Kc", "9d")
    lost = seen(Trigger.INTERRUPTED, When.OTHER_BREAKDOWN, When.CARDS_BEYOND_RECOVERY)
    assert play.refused(lost, DEALER) == "needs-second"
    assert source(play.done(lost, TWO)) == "POLICY R26"


def test_a_report_on_an_earlier_round_does_not_affect_the_running_one() -> None:
    play = dealt(TIGER, *PLAIN)
    play.done(SettleRound())
    again(play)
    assert play.refused(seen(Trigger.FOREIGN_CARD, round=1), TWO) == "other-round"


def test_a_report_before_the_first_round_is_refused() -> None:
    play = physical(TIGER)
    assert play.refused(seen(Trigger.UNCOVERED), TWO) == "no-round"
    assert opened().refused(seen(Trigger.WRONG_NUMBER), TWO) == "no-round"


def test_a_fault_of_the_cards_needs_a_shoe() -> None:
    play = physical(TIGER)
    play.table = play.table.__class__(phase=Phase.IDLE, book=TIGER, settings=play.table.settings)
    assert play.refused(seen(Trigger.UNSHUFFLED), TWO) == "no-shoe"


# Uncovered cases, and several irregularities at once


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
def test_a_ruling_cannot_return_decided_wagers(book: Rulebook) -> None:
    """Otherwise a patron who knows the outcome would withdraw a lost stake and leave a won one."""
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


def test_a_ruling_cannot_offer_withdrawal_without_a_clause() -> None:
    play = dealt(FORTUNE, "9s")
    tell(play, Trigger.UNCOVERED)
    offered = GiveRuling(RulingOutcome.OFFER_WITHDRAWAL, "fair")
    assert play.refused(offered, SHIFT_MANAGER) == "not-ruled-so"
    as_proposed = GiveRuling(RulingOutcome.AS_PROPOSED, "nothing was")
    assert play.refused(as_proposed, SHIFT_MANAGER) == "not-ruled-so"


def test_the_shift_manager_may_reopen_bets_before_the_first_card() -> None:
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
def test_a_reset_with_cards_out_needs_a_ruling(saw: tuple[When, ...], phase: Phase) -> None:
    play = dealt(LIVE, "9s", "Kc")
    report = seen(Trigger.DEVICE_RESET, *saw, cards=("9s", "Kc") if not saw else ())
    assert source(play.done(report, TWO)) == "POLICY P18"
    as_proposed = GiveRuling(RulingOutcome.AS_PROPOSED, "so")
    play.done(as_proposed, SHIFT_MANAGER_AND_SECOND)
    assert play.table.phase is phase


@pytest.mark.parametrize("key", ["fortune-six-live", "super-six-plus"])
def test_without_a_clause_an_order_reported_with_a_reset_can_be_reconstructed(
    key: str,
) -> None:
    """Before, the table accepted the order, and no ruling could apply it."""
    play = dealt(game(key), "9s", "Kc")
    assert source(tell(play, Trigger.DEVICE_RESET, cards=("Kc", "9s"))) == "POLICY P7"
    play.done(GiveRuling(RulingOutcome.AS_PROPOSED, "so it was"), SHIFT_MANAGER)
    assert cards_of(play.table) == "Kc / 9s"
    tell(play, Trigger.DEVICE_RESET, When.CANNOT_BE_RECONSTRUCTED)
    play.done(GiveRuling(RulingOutcome.AS_PROPOSED, "nobody knows"), SHIFT_MANAGER_AND_SECOND)
    assert play.table.phase is Phase.VOID


def test_a_lost_order_precedes_a_power_failure() -> None:
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


def test_an_irregularity_of_lower_rank_waits() -> None:
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


def test_an_irregularity_without_a_rank_comes_last() -> None:
    play = dealt(LIVE, "9s")
    tell(play, Trigger.UNCOVERED)
    (raised,) = tell(play, Trigger.NOT_PASSED)
    assert isinstance(raised, IrregularityRaised)
    assert not raised.goes_first


def test_a_ruling_answers_neither_an_offer_nor_a_request_for_the_cause() -> None:
    play = dealt(LIVE, "9s")
    tell(play, Trigger.INTERRUPTED, When.POWER_FAILURE)
    ruling = GiveRuling(RulingOutcome.CONTINUE, "on")
    assert play.refused(ruling, SHIFT_MANAGER) == "nothing-held"
    asked = dealt(LIVE, "9s")
    asked.done(InterruptRound(), DEALER)
    assert asked.refused(ruling, SHIFT_MANAGER) == "nothing-held"


def test_an_exposed_card_before_the_first_round_needs_a_ruling() -> None:
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
def test_each_irregularity_can_be_reported_only_in_some_phases(
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
def test_reports_on_unknown_rounds_and_rounds_before_a_closing_are_refused(
    trigger: Trigger,
) -> None:
    """Before, a round number beyond the last one raised an exception and stopped the floor."""
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
def test_an_interruption_reported_twice_is_offered_once(facts: tuple[When, ...]) -> None:
    """Before, a patron who had stayed in got a second offer, and could withdraw the stake."""
    play = dealt(LIVE, "9s")
    tell(play, Trigger.INTERRUPTED, When.POWER_FAILURE)
    assert play.refused(seen(Trigger.INTERRUPTED, *facts), TWO) == "told-so"
    play.done(AnswerWithdrawal(1, withdraws=False), patron(1))
    assert play.refused(seen(Trigger.INTERRUPTED, *facts), TWO) == "told-so"
    # Staff may find later that the cards are lost.
    tell(play, Trigger.INTERRUPTED, When.POWER_FAILURE, When.CARDS_BEYOND_RECOVERY)
    ended = play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    assert isinstance(ended[-1], RoundVoided)


def test_a_report_answers_the_request_for_the_cause() -> None:
    play = dealt(LIVE, "9s")
    play.done(InterruptRound(), HOUSE_DEALER)
    tell(play, Trigger.INTERRUPTED, When.POWER_FAILURE)
    assert [each.step is None for each in play.table.pending_steps] == [False, False]


def test_a_reset_and_a_wrong_number_are_reported_once_each() -> None:
    play = dealt(LIVE)
    tell(play, Trigger.DEVICE_RESET)
    assert play.refused(seen(Trigger.DEVICE_RESET), TWO) == "told-so"
    play = dealt(LIVE, *PLAIN)
    play.done(SettleRound(), DEALER)
    tell(play, Trigger.WRONG_NUMBER, When.CANNOT_BE_RECONSTRUCTED)
    twice = seen(Trigger.WRONG_NUMBER, When.CANNOT_BE_RECONSTRUCTED)
    assert play.refused(twice, TWO) == "told-so"
    # An uncovered case may occur twice.
    tell(play, Trigger.UNCOVERED)
    tell(play, Trigger.UNCOVERED)


def test_a_wrong_number_in_another_round_is_a_separate_irregularity() -> None:
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
def test_contradictory_facts_are_refused(trigger: Trigger, facts: tuple[When, ...]) -> None:
    """Before, the table used the fact that voids the round."""
    play = dealt(LIVE, "9s")
    assert play.refused(seen(trigger, *facts, cards=("4d", "5d")), TWO) == "facts-clash"


def test_a_wrong_order_beyond_reconstruction_must_be_reported_as_lost() -> None:
    """Before, the table restored the order that the report had just called wrong."""
    play = dealt(TIGER, "9s", "Kc", "Kd")
    report = seen(Trigger.WRONG_ORDER, When.CANNOT_BE_RECONSTRUCTED)
    assert play.refused(report, TWO) == "told-another-way"
    lost = tell(play, Trigger.ORDER_LOST, When.CANNOT_BE_RECONSTRUCTED)
    assert isinstance(lost[1], RoundVoided)


def test_a_running_round_has_no_displayed_settlement_to_correct() -> None:
    play = dealt(TIGER, "9s", "Kc", "Kd", "6h")
    assert play.refused(seen(Trigger.WRONG_DISPLAY, cards=PLAIN), TWO) == "not-dealt"


def test_settlement_asks_for_an_unread_card_first() -> None:
    play = dealt(TIGER, "?", "Kc", "4d", "6h")
    assert play.refused(SettleRound(), DEALER) == "card-unread"
