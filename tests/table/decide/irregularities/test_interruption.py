import pytest

from punto.core.irregularities import Circumstance, Trigger
from punto.core.rulebook import Rulebook
from punto.core.staff_positions import StaffPosition
from punto.games.library import game
from punto.table.actors import CLOCK, DEVICE, HOUSE_DEALER
from punto.table.commands import (
    AnswerWithdrawal,
    CloseBets,
    CloseWithdrawal,
    GiveRuling,
    InterruptRound,
    ReportIrregularity,
    RulingOutcome,
)
from punto.table.decide.irregularities.reports import are_cards_known
from punto.table.events import (
    CauseRequested,
    IrregularityRaised,
    PlayResumed,
    ReturnedStakes,
    RoundVoided,
    RulingGiven,
    WithdrawalAnswered,
    WithdrawalClosed,
)
from punto.table.state import Phase
from tests.irregularities import PLAIN, dealt, tell
from tests.tables import LIVE, TIGER, Play, betting, dealing, opened, patron, staff

DEALER = staff(StaffPosition.DEALER)
PIT_MANAGER = staff(StaffPosition.PIT_MANAGER)
PIT_MANAGER_AND_SECOND = staff(StaffPosition.PIT_MANAGER, second="Bob")
SHIFT_MANAGER = staff(StaffPosition.GAMING_SHIFT_MANAGER)
POWER = InterruptRound(power_failure=True)
EVERYTHING = (ReturnedStakes(1, "visit-1", 110_00), ReturnedStakes(2, "visit-2", 50_00))


@pytest.mark.parametrize(
    ("key", "cards", "clause"),
    [
        ("tiger", [], "E 5.9, 5.9.1"),
        ("tiger", ["9s", "Kc"], "E 5.9, 5.9.1"),
        ("tiger", ["9s", "Kc", "4d"], "E 5.9, 5.9.1"),
        ("seven-up", ["8h"], "U 5.9, 5.9.1"),
        ("seven-up", ["8h", "4h", "2c"], "U 5.9, 5.9.1"),
        ("super-six", ["9s", "Kc"], "E 5.9, 5.9.1"),
    ],
)
def test_an_interruption_without_an_established_outcome_voids_the_round(
    key: str, cards: list[str], clause: str
) -> None:
    play = dealing(game(key), *cards)
    raised, voided = play.done(InterruptRound())
    assert isinstance(raised, IrregularityRaised)
    assert raised.circumstances == (Circumstance.NOT_ESTABLISHED,)
    assert voided == RoundVoided(1, Trigger.INTERRUPTED, clause, EVERYTHING)
    assert play.table.phase is Phase.VOID
    assert play.table.current.sets == {}


@pytest.mark.parametrize(
    ("key", "cards", "clause"),
    [
        ("tiger", ["9s", "Kc", "9d"], "E 5.9, 5.9.2"),
        ("tiger", ["9s", "Kc", "4d", "6h"], "E 5.9, 5.9.2"),
        ("seven-up", ["7h"], "U 5.9, 5.9.2"),
        ("super-six", ["9s", "Kc", "4d"], "E 5.9, 5.9.2"),
        ("super-six", ["9s", "Kc", "Kd", "6h"], "E 5.9, 5.9.2"),
    ],
)
def test_an_interrupted_round_with_an_established_outcome_is_concluded(
    key: str, cards: list[str], clause: str
) -> None:
    play = dealing(game(key), *cards)
    before = play.table.phase
    _, resumed = play.done(InterruptRound())
    assert resumed == PlayResumed(1, clause)
    assert play.table.phase is before
    assert play.table.pending_steps == ()


def test_stakes_placed_while_bets_are_open_are_void_with_their_round() -> None:
    play = betting()
    play.bet(1, banker=100_00)
    _, voided = play.done(InterruptRound())
    assert isinstance(voided, RoundVoided)
    assert voided.returned == (ReturnedStakes(1, "visit-1", 100_00),)


def test_a_settled_round_is_not_interrupted() -> None:
    assert opened().refused(InterruptRound()) == "no-round"
    play = dealing(TIGER)
    play.finish("9s", "Kc", "Kd", "6h")
    assert play.refused(InterruptRound()) == "no-round"


def test_the_result_of_an_interruption_depends_on_the_wagers_on_offer() -> None:
    three = game("tiger")
    limits = opened().table.settings_in_force.limits[:3]
    play = dealing(three, "9s", "Kc", "9d", limits=limits)
    assert isinstance(play.done(InterruptRound())[1], RoundVoided)


def test_cards_that_cannot_be_recovered_void_an_established_round() -> None:
    play = dealing(TIGER, "9s", "Kc", "9d")
    _, voided = play.done(InterruptRound(cards_recovered=False))
    assert isinstance(voided, RoundVoided)
    assert voided.source == "POLICY R26"


@pytest.mark.parametrize("cards", [[], ["9s", "Kc"], ["9s", "Kc", "9d"]])
@pytest.mark.parametrize("key", ["fortune-six-live", "tiger-no-commission-live", "super-six-plus"])
def test_cards_beyond_recovery_need_no_cause(key: str, cards: list[str]) -> None:
    play = dealing(game(key), *cards)
    raised, voided = play.done(InterruptRound(cards_recovered=False), HOUSE_DEALER)
    assert isinstance(raised, IrregularityRaised)
    assert raised.source == "POLICY R26"
    assert voided == RoundVoided(1, Trigger.INTERRUPTED, "POLICY R26", EVERYTHING)


def test_a_finished_round_has_no_card_to_lose() -> None:
    """Before, a finished round was void because its shoe could no longer be opened."""
    play = dealing(TIGER, "9s", "Kc", "9d", "6h")
    assert play.table.phase is Phase.COMPLETE
    raised, resumed = play.done(InterruptRound(cards_recovered=False), HOUSE_DEALER)
    assert isinstance(raised, IrregularityRaised)
    assert raised.circumstances == (Circumstance.ESTABLISHED,)
    assert resumed == PlayResumed(1, "E 5.9, 5.9.2")


def test_an_unread_card_may_be_beyond_recovery() -> None:
    play = dealing(LIVE, "9s", "Kc", "9d", "?")
    _, voided = play.done(InterruptRound(cards_recovered=False), HOUSE_DEALER)
    assert isinstance(voided, RoundVoided)


@pytest.mark.parametrize("power", [None, True, False])
@pytest.mark.parametrize("book", [TIGER, LIVE, game("super-six-plus")], ids=lambda each: each.key)
def test_one_person_cannot_report_lost_cards_by_an_interruption(
    book: Rulebook, power: bool | None
) -> None:
    """Before, one Dealer could void a round of a committed shoe, while a report needs evidence."""
    lost = InterruptRound(power, cards_recovered=False)
    play = dealing(book, "9s", "Kc", "9d")
    assert play.refused(lost, DEALER) == "told-another-way"
    assert play.refused(lost, PIT_MANAGER_AND_SECOND) == "told-another-way"
    asked = dealing(LIVE, "9s")
    asked.done(InterruptRound(), HOUSE_DEALER)
    assert asked.refused(lost, DEALER) == "told-another-way"


def test_a_patron_does_not_interrupt_a_round() -> None:
    assert dealing(TIGER).refused(InterruptRound(), patron(1)) == "not-allowed"


# The live Tiger table


def offered(*cards: str) -> Play:
    """A live table at which a power failure has offered withdrawal to both patrons."""
    play = dealing(LIVE, *cards)
    play.done(POWER, DEALER)
    return play


def test_the_table_requests_the_cause_of_an_interruption() -> None:
    play = dealing(LIVE, "9s")
    assert play.done(InterruptRound(), HOUSE_DEALER) == (CauseRequested(1),)
    assert play.refused(play.wagers(1, banker=10_00), patron(1)) == "held"
    assert play.refused(InterruptRound(), DEALER) == "held"
    (raised,) = play.done(POWER, DEALER)
    assert isinstance(raised, IrregularityRaised)
    assert raised.source == "T 5.17, 5.17.1"


def test_each_patron_may_withdraw_all_wagers_and_the_round_is_then_concluded() -> None:
    play = offered("9s")
    (first,) = play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    assert isinstance(first, WithdrawalAnswered)
    assert first.cents == 110_00
    assert play.done(AnswerWithdrawal(2, withdraws=False), patron(2)) == (
        WithdrawalAnswered(1, 2, "visit-2", (), 0),
        WithdrawalClosed(1),
        PlayResumed(1, "T 5.17, 5.17.1"),
    )
    assert set(play.table.current.sets) == {2}
    play.finish("Kc", "Kd", "6h")


def test_no_ruling_is_accepted_while_the_table_waits_for_a_cause_or_answers() -> None:
    continues = GiveRuling(RulingOutcome.CONTINUE, "on with it")
    play = dealing(LIVE, "9s")
    play.done(InterruptRound(), HOUSE_DEALER)
    assert play.refused(continues, SHIFT_MANAGER) == "nothing-held"
    assert offered("9s").refused(continues, SHIFT_MANAGER) == "nothing-held"


def test_a_patron_without_an_answer_in_time_stays_in() -> None:
    play = offered("9s")
    number = play.table.pending_steps[0].event
    # The number of the offer is that of the last event so far.
    assert number == play.table.events == len(play.events)
    assert play.done(CloseWithdrawal(number + 1), CLOCK) == ()
    events = play.done(CloseWithdrawal(number), CLOCK)
    assert events == (WithdrawalClosed(1), PlayResumed(1, "T 5.17, 5.17.1"))
    assert set(play.table.current.sets) == {1, 2}
    assert play.done(CloseWithdrawal(number), CLOCK) == ()


def test_an_answer_is_given_once_by_the_patron_asked() -> None:
    play = offered("9s")
    assert play.refused(AnswerWithdrawal(1, withdraws=True), patron(2)) == "not-your-seat"
    assert play.refused(AnswerWithdrawal(1, withdraws=True), DEALER) == "not-your-seat"
    assert play.refused(AnswerWithdrawal(3, withdraws=True), patron(3)) == "nothing-held"
    play.done(AnswerWithdrawal(1, withdraws=False), patron(1))
    assert play.refused(AnswerWithdrawal(1, withdraws=True), patron(1)) == "nothing-held"


def test_without_an_offer_nothing_is_withdrawn() -> None:
    play = dealing(LIVE, "9s")
    assert play.refused(AnswerWithdrawal(1, withdraws=True), patron(1)) == "nothing-held"
    assert play.refused(GiveRuling(RulingOutcome.VOID, "x"), SHIFT_MANAGER) == "nothing-held"


def test_an_interruption_without_wagers_waits_for_no_patron() -> None:
    play = betting(LIVE)
    play.done(CloseBets(), DEALER)
    _, ended, resumed = play.done(POWER, DEALER)
    assert (type(ended), type(resumed)) == (WithdrawalClosed, PlayResumed)


def test_an_established_outcome_allows_no_withdrawal() -> None:
    play = dealing(LIVE, "9s", "Kc", "9d")
    _, resumed = play.done(POWER, DEALER)
    assert resumed == PlayResumed(1, "T 5.17, 5.17.2")


@pytest.mark.parametrize(
    ("saw", "are_known"), [((), True), ((Circumstance.ORDER_UNKNOWN,), False)], ids=str
)
def test_loose_cards_finish_a_round_only_in_a_known_order(
    saw: tuple[Circumstance, ...], are_known: bool
) -> None:
    """The other cards of the round are lost with the sealed order of its shoe (R26)."""
    play = dealt(LIVE, *PLAIN[:4])
    tell(play, Trigger.DRAWN_TOGETHER, *saw, cards=PLAIN[4:])
    assert are_cards_known(play.table) is are_known


def test_another_breakdown_goes_to_the_shift_manager_with_a_proposal() -> None:
    play = dealing(LIVE, "9s")
    (raised,) = play.done(InterruptRound(power_failure=False), DEALER)
    assert isinstance(raised, IrregularityRaised)
    assert raised.source == "POLICY P6"
    ruling = GiveRuling(RulingOutcome.AS_PROPOSED, "as for the power")
    assert play.refused(ruling, PIT_MANAGER) == "not-allowed"
    (given,) = play.done(ruling, SHIFT_MANAGER)
    assert given == RulingGiven(
        1,
        StaffPosition.GAMING_SHIFT_MANAGER,
        RulingOutcome.AS_PROPOSED,
        "as for the power",
        raised.proposed,
        "POLICY P6",
    )
    play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    play.done(AnswerWithdrawal(2, withdraws=True), patron(2))
    assert play.table.pending_steps == ()
    assert play.table.current.sets == {}


# Documents without a clause on interruptions


@pytest.mark.parametrize("key", ["fortune-six-live", "super-six-plus"])
def test_without_a_clause_the_pit_manager_rules(key: str) -> None:
    play = dealing(game(key), "9s")
    (raised,) = play.done(InterruptRound())
    assert isinstance(raised, IrregularityRaised)
    assert raised.source == "POLICY P5"
    assert play.refused(GiveRuling(RulingOutcome.VOID, "dark"), DEALER) == "not-allowed"
    assert play.refused(GiveRuling(RulingOutcome.VOID, "dark"), patron(1)) == "not-allowed"
    assert play.refused(GiveRuling(RulingOutcome.VOID, "dark"), PIT_MANAGER) == "needs-second"
    given, voided = play.done(GiveRuling(RulingOutcome.VOID, "dark"), PIT_MANAGER_AND_SECOND)
    assert isinstance(given, RulingGiven)
    assert voided == RoundVoided(1, Trigger.INTERRUPTED, "POLICY P5", EVERYTHING)


def test_the_pit_manager_may_let_the_round_continue() -> None:
    play = dealing(game("super-six-plus"), "9s", "Kc", "4d")
    play.done(InterruptRound())
    _, resumed = play.done(GiveRuling(RulingOutcome.CONTINUE, "all is well"), PIT_MANAGER)
    assert resumed == PlayResumed(1, "POLICY P5")
    assert play.table.pending_steps == ()


def test_a_higher_position_may_rule_and_so_may_one_acting_in_it() -> None:
    play = dealing(game("super-six-plus"), "9s")
    play.done(InterruptRound())
    acting = staff(StaffPosition.DEALER)
    acting = type(acting)(acting.kind, "Eve", StaffPosition.DEALER, StaffPosition.PIT_MANAGER)
    play.done(GiveRuling(RulingOutcome.CONTINUE, "acting"), acting)


def test_without_a_clause_the_proposal_follows_the_computed_outcome() -> None:
    void, go_on = (
        dealing(game("super-six-plus"), "9s"),
        dealing(game("super-six-plus"), "9s", "Kc", "4d"),
    )
    for play, expected in ((void, RoundVoided), (go_on, PlayResumed)):
        play.done(InterruptRound())
        ruling = GiveRuling(RulingOutcome.AS_PROPOSED, "as proposed")
        events = play.done(ruling, PIT_MANAGER_AND_SECOND)
        assert type(events[1]) is expected


def test_a_table_that_waits_for_the_cause_has_nothing_on_offer() -> None:
    play = dealing(LIVE, "9s")
    play.done(InterruptRound(power_failure=None), DEALER)
    assert (play.table.pending_steps[0].step, play.table.pending_steps[0].event) == (None, 0)
    assert play.done(CloseWithdrawal(play.table.pending_steps[0].event), CLOCK) == ()


# With another step pending


def held(book: Rulebook, *cards: str) -> Play:
    """A round that waits for the shift manager because of an uncovered case."""
    play = dealing(book, *cards)
    play.done(ReportIrregularity(Trigger.UNCOVERED, evidence="somebody fell on it"), DEALER)
    return play


def test_a_crash_precedes_the_pending_step_of_a_held_round() -> None:
    """Before, the table refused the crash without a record, and the round was settled later."""
    play = held(TIGER, "9s")
    raised, voided = play.done(InterruptRound())
    assert isinstance(raised, IrregularityRaised)
    assert (raised.goes_first, raised.pending_sources) == (True, ("E 6.1",))
    assert voided == RoundVoided(1, Trigger.INTERRUPTED, "E 5.9, 5.9.1", EVERYTHING)


def test_an_established_round_is_held_after_the_crash_as_it_was_before() -> None:
    play = held(TIGER, "9s", "Kc", "9d")
    waited = play.table.pending_steps
    _, resumed = play.done(InterruptRound())
    assert resumed == PlayResumed(1, "E 5.9, 5.9.2")
    assert play.table.pending_steps == waited


def test_a_request_for_the_cause_comes_first_and_keeps_the_other_steps() -> None:
    play = held(LIVE, "9s")
    waited = play.table.pending_steps
    assert play.done(InterruptRound(), HOUSE_DEALER) == (CauseRequested(1),)
    assert play.table.pending_steps[1:] == waited
    (raised,) = play.done(POWER, DEALER)
    assert isinstance(raised, IrregularityRaised)
    assert raised.goes_first
    assert [each.trigger for each in play.table.pending_steps] == [
        Trigger.INTERRUPTED,
        Trigger.INTERRUPTED,
        Trigger.UNCOVERED,
    ]


def test_cards_drawn_together_are_resolved_before_an_interruption() -> None:
    play = dealing(LIVE, "2s", "Kc", "3d", "4c")
    together = ReportIrregularity(
        Trigger.DRAWN_TOGETHER, (Circumstance.ORDER_UNKNOWN,), ("4h", "2c")
    )
    play.done(together, DEVICE)
    play.done(InterruptRound(), HOUSE_DEALER)
    raised, *_ = play.done(POWER, DEALER)
    assert isinstance(raised, IrregularityRaised)
    assert not raised.goes_first
    assert play.table.pending_steps[0].trigger is Trigger.DRAWN_TOGETHER
    assert play.table.pending_steps[-1].trigger is Trigger.INTERRUPTED


def test_a_pending_interruption_is_not_raised_again() -> None:
    play = offered("9s")
    assert play.refused(InterruptRound(), HOUSE_DEALER) == "held"
    assert play.refused(POWER, DEALER) == "held"
    asked = dealing(LIVE, "9s")
    asked.done(InterruptRound(), HOUSE_DEALER)
    assert asked.refused(InterruptRound(), HOUSE_DEALER) == "held"
    silent = dealing(game("super-six-plus"), "9s")
    silent.done(InterruptRound())
    assert silent.refused(InterruptRound()) == "held"


def test_lost_cards_can_be_reported_while_the_cause_is_pending() -> None:
    play = dealing(LIVE, "9s")
    play.done(InterruptRound(), HOUSE_DEALER)
    assert isinstance(play.done(InterruptRound(cards_recovered=False))[-1], RoundVoided)
    assert play.table.pending_steps == ()


def test_between_rounds_a_held_table_is_not_interrupted() -> None:
    play = opened(TIGER)
    play.done(ReportIrregularity(Trigger.FACE_UP), DEALER)
    assert play.refused(InterruptRound()) == "held"


# Cards drawn together


def test_loose_cards_in_known_order_count_towards_the_outcome() -> None:
    """Before, two loose cards in order established no outcome, and 110.00 was returned."""
    play = dealing(LIVE, "2s", "Kc")
    play.done(ReportIrregularity(Trigger.DRAWN_TOGETHER, cards=("3d", "4c")), DEVICE)
    (raised,) = play.done(POWER, DEALER)
    assert isinstance(raised, IrregularityRaised)
    assert raised.source == "T 5.17, 5.17.2"
    play.done(AnswerWithdrawal(1, withdraws=False), patron(1))
    *_, resumed = play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    assert resumed == PlayResumed(1, "T 5.17, 5.17.2")
    assert play.table.pending_steps == ()
    assert play.table.current.tableau.cards_drawn == 4


def test_a_round_that_loose_cards_complete_has_no_card_left_to_lose() -> None:
    play = dealing(LIVE, "9s", "Kc")
    play.done(ReportIrregularity(Trigger.DRAWN_TOGETHER, cards=("9d", "6h")), DEVICE)
    (asked,) = play.done(InterruptRound(cards_recovered=False))
    assert asked == CauseRequested(1)
