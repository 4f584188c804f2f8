"""Test that cards drawn together wait beside the hands until their order is known."""

import pytest

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod
from punto.games.library import game
from punto.table.actors import DEVICE
from punto.table.commands import (
    AnswerWithdrawal,
    CloseBets,
    CorrectFacts,
    DrawCard,
    GiveRuling,
    OpenBets,
    RulingOutcome,
    SettleRound,
)
from punto.table.events import (
    CardReplacementRequired,
    CardsMisplaced,
    CardsReconstructed,
    CuttingCardReached,
    IrregularityRaised,
    RoundVoided,
)
from punto.table.state import Phase
from tests.irregularities import (
    DEALER,
    PIT_MANAGER,
    PLAIN,
    SHIFT_MANAGER,
    SHIFT_MANAGER_AND_SECOND,
    TWO,
    again,
    dealt,
    seen,
    source,
    tell,
)
from tests.tables import LIVE, TIGER, cards_of, dealing, patron, physical

FORTUNE = game("fortune-six-live")


# Cards drawn together


def test_cards_drawn_together_wait_beside_the_hands_until_their_order_is_ruled() -> None:
    play = dealt(LIVE, *PLAIN[:4])
    raised = tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=("4h", "2c"))
    assert raised[0] == CardsMisplaced(1, ((5, "4h"), (6, "2c")), is_ordered=False)
    assert cards_of(play.table) == "2s 3d / Kc 4c"
    assert play.refused(SettleRound(), DEALER) == "held"
    wrong = GiveRuling(RulingOutcome.CONTINUE, "so", ("4h",))
    assert play.refused(wrong, PIT_MANAGER) == "not-these-cards"
    no_order = GiveRuling(RulingOutcome.VOID, "so", ("4h", "2c"))
    assert play.refused(no_order, SHIFT_MANAGER_AND_SECOND) == "not-ruled-so"
    _, loose = play.done(GiveRuling(RulingOutcome.CONTINUE, "so", ("2c", "4h")), PIT_MANAGER)
    assert loose == CardsMisplaced(1, ((6, "2c"), (5, "4h")), is_ordered=True)
    play.done(AnswerWithdrawal(1, withdraws=False), patron(1))
    events = play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    assert isinstance(events[-2], CardsReconstructed)
    assert play.table.phase is Phase.COMPLETE
    assert cards_of(play.table) == "2s 3d 2c / Kc 4c 4h"


def test_an_excess_card_opens_the_next_round() -> None:
    play = dealt(TIGER, *PLAIN[:5])
    events = tell(play, Trigger.DRAWN_TOGETHER, cards=("2c", "9h"))
    assert isinstance(events[-1], CardsReconstructed)
    assert events[-1].left_over == ((7, "9h"),)
    assert play.table.device.left_over == ((7, "9h"),)
    play.done(SettleRound())
    again(play)
    play.close()
    assert cards_of(play.table) == "9h /"


def test_cards_recorded_one_by_one_can_be_reported_as_drawn_together() -> None:
    play = dealt(TIGER, "2s", "Kc", "3d")
    bunch = seen(Trigger.DRAWN_TOGETHER, cards=("3d", "Kc"), numbers=(2, 3))
    events = play.done(bunch, TWO)
    assert events[0] == CardsMisplaced(1, ((3, "3d"), (2, "Kc")), is_ordered=True)
    assert cards_of(play.table) == "2s Kc / 3d"
    assert play.table.phase is Phase.DEALING


@pytest.mark.parametrize(
    ("cards", "numbers", "code"),
    [
        (("9h",), (), "not-these-cards"),
        (("9h", "8h"), (1,), "not-these-cards"),
        (("9h", "8h"), (2,), "not-these-cards"),
        (("9h", "8h"), (7,), "not-these-cards"),
        (("9h", "1x"), (), "unknown-cards"),
    ],
)
def test_a_report_with_wrong_cards_is_refused(
    cards: tuple[str, ...], numbers: tuple[int, ...], code: str
) -> None:
    play = dealt(TIGER, "2s", "Kc")
    report = seen(Trigger.DRAWN_TOGETHER, cards=cards, numbers=numbers)
    assert play.refused(report, TWO) == code


def test_the_last_initial_card_and_the_next_one_void_as_in_the_initial_deal() -> None:
    play = dealt(LIVE, *PLAIN[:3])
    events = tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=("4c", "4h"))
    assert source(events) == "POLICY P8"
    assert play.table.phase is Phase.VOID


def test_loose_cards_get_their_places_before_more_cards_are_reported() -> None:
    play = dealt(LIVE, "2s", "Kc", "3d", "4c")
    tell(play, Trigger.DRAWN_TOGETHER, cards=("4h", "2c"))
    assert play.refused(seen(Trigger.DRAWN_TOGETHER, cards=("9s", "9h")), TWO) == "held"
    assert play.table.current.loose == ((5, "4h"), (6, "2c"))


@pytest.mark.parametrize(
    "trigger", [Trigger.WRONG_ORDER, Trigger.WRONG_NUMBER, Trigger.DEVICE_RESET]
)
def test_a_reported_order_is_refused_while_cards_are_loose(trigger: Trigger) -> None:
    """Before, the table accepted the order and then put the cards back as they had been."""
    play = dealt(LIVE, "2s", "Kc")
    tell(play, Trigger.DRAWN_TOGETHER, cards=("3d", "4c"))
    assert play.refused(seen(trigger, cards=("Kc", "2s")), TWO) == "held"
    assert play.refused(seen(trigger, cards=("Kc", "2s", "3d", "4c")), TWO) == "held"
    for seat in (1, 2):
        play.done(AnswerWithdrawal(seat, withdraws=False), patron(seat))
    tell(play, Trigger.WRONG_ORDER, cards=("Kc", "2s", "3d", "4c"))
    assert cards_of(play.table) == "Kc 3d / 2s 4c"


@pytest.mark.parametrize("trigger", [Trigger.WRONG_ORDER, Trigger.DEVICE_RESET])
def test_a_reported_order_is_carried_out_before_more_cards_are_reported(
    trigger: Trigger,
) -> None:
    """Before, the shift manager confirmed the order, and the table did not apply it."""
    play = dealt(FORTUNE, "2s", "Kc")
    tell(play, trigger, cards=("Kc", "2s"))
    together = seen(Trigger.DRAWN_TOGETHER, cards=("3d", "4c"))
    assert play.refused(together, TWO) == "held"
    play.done(GiveRuling(RulingOutcome.AS_PROPOSED, "so it was"), SHIFT_MANAGER)
    assert cards_of(play.table) == "Kc / 2s"
    play.done(together, TWO)
    play.done(GiveRuling(RulingOutcome.AS_PROPOSED, "so it was"), SHIFT_MANAGER)
    assert cards_of(play.table) == "Kc 3d / 2s 4c"


@pytest.mark.parametrize("later", [Trigger.WRONG_NUMBER, Trigger.DEVICE_RESET])
def test_reconstruction_and_loose_cards_wait_for_each_other(later: Trigger) -> None:
    """Before, the second report also laid the cards of the first one."""
    play = dealt(FORTUNE, "2s", "Kc")
    tell(play, Trigger.WRONG_ORDER)
    assert play.refused(seen(Trigger.DRAWN_TOGETHER, cards=("3d", "4c")), TWO) == "held"
    play = dealt(FORTUNE, "2s", "Kc")
    tell(play, Trigger.DRAWN_TOGETHER, cards=("3d", "4c"))
    assert play.refused(seen(later), TWO) == "held"


def test_a_report_without_an_order_does_not_delay_cards_drawn_together() -> None:
    play = dealt(FORTUNE, "2s", "Kc")
    play.done(seen(Trigger.FACE_UP, cards=("9h",)), TWO)
    tell(play, Trigger.DRAWN_TOGETHER, cards=("3d", "4c"))
    assert play.table.current.loose == ((3, "3d"), (4, "4c"))


def test_without_a_clause_the_shift_manager_orders_loose_cards() -> None:
    play = dealt(FORTUNE, *PLAIN[:4])
    tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=("4h", "2c"))
    assert play.refused(GiveRuling(RulingOutcome.CONTINUE, "x"), SHIFT_MANAGER) == "not-these-cards"
    play.done(GiveRuling(RulingOutcome.CONTINUE, "x", ("4h", "2c")), SHIFT_MANAGER)
    assert cards_of(play.table) == "2s 3d 4h / Kc 4c 2c"


def test_a_ruling_without_loose_cards_may_name_no_cards() -> None:
    play = dealt(TIGER, "9s")
    tell(play, Trigger.UNCOVERED)
    named = GiveRuling(RulingOutcome.CONTINUE, "x", ("9s",))
    assert play.refused(named, SHIFT_MANAGER) == "not-these-cards"


def test_decided_wagers_cannot_be_withdrawn_after_cards_drawn_together() -> None:
    play = physical(LIVE)
    play.done(OpenBets(), DEALER)
    play.bet(1, banker=100_00, tiger_pair=10_00)
    play.bet(2, tiger_pair=20_00)
    play.done(CloseBets(), DEALER)
    play.draw("2s", "Kc", "2d", "4c")
    tell(play, Trigger.DRAWN_TOGETHER, cards=("4h", "2c"))
    # All wagers of seat 2 are decided, so only seat 1 may answer.
    assert play.refused(AnswerWithdrawal(2, withdraws=True), patron(2)) == "nothing-held"
    told, *_ = play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    assert getattr(told, "cents", 0) == 100_00
    assert play.table.phase is Phase.COMPLETE
    assert {seat: placed.cents for seat, placed in play.table.current.sets.items()} == {
        1: 10_00,
        2: 20_00,
    }


def test_under_method_a_reconstructed_cards_stay_face_down_until_exposed() -> None:
    play = dealt(LIVE, "2s", "Kc", method=DealingMethod.A)
    tell(play, Trigger.DRAWN_TOGETHER, cards=("3d", "4c"))
    play.done(AnswerWithdrawal(1, withdraws=False), patron(1))
    play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    assert len(play.table.current.live.face_down) == 4


KINGS = ("Ks",) * 4
"""All copies of one card in four decks; both hands then draw."""


def test_an_excess_copy_among_cards_drawn_together_voids_the_round() -> None:
    play = dealt(TIGER, *KINGS, decks=4)
    events = tell(play, Trigger.DRAWN_TOGETHER, cards=("Ks", "4h"))
    assert [type(event) for event in events] == [
        CardsMisplaced,
        IrregularityRaised,
        RoundVoided,
        CardReplacementRequired,
    ]
    assert source(events) == "E 5.1, 5.1.1, 5.1.2"


def test_the_order_waits_until_an_excess_copy_is_confirmed() -> None:
    play = dealt(FORTUNE, *KINGS, decks=4)
    tell(play, Trigger.DRAWN_TOGETHER, cards=("Ks", "4h"))
    assert [each.trigger for each in play.table.pending_steps] == [
        Trigger.CARD_COUNT,
        Trigger.DRAWN_TOGETHER,
    ]


def test_a_ruling_on_the_count_does_not_prevent_a_void_by_another_clause() -> None:
    play = dealt(FORTUNE, *KINGS[:3], decks=4)
    tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=("Ks", "Ks"))
    ruling = GiveRuling(RulingOutcome.CONTINUE, "counted again")
    events = play.done(ruling, SHIFT_MANAGER)
    assert isinstance(events[-1], RoundVoided)
    assert events[-1].trigger is Trigger.DRAWN_TOGETHER


def test_an_excess_copy_taken_away_by_a_patron_voids_the_round() -> None:
    play = dealt(LIVE, *KINGS, "?", decks=4)
    gone = seen(Trigger.LEFT_WITH_CARDS, cards=("Ks",), numbers=(5,))
    assert isinstance(play.done(gone, TWO)[-2], RoundVoided)


def test_the_shift_manager_rules_on_cards_drawn_together_while_bets_are_open() -> None:
    play = physical(TIGER)
    again(play)
    events = tell(play, Trigger.DRAWN_TOGETHER, cards=("9s", "Kc"))
    assert [type(event).__name__ for event in events] == [
        "BetsClosed",
        "ParticipantsConfirmed",
        "CardsMisplaced",
        "IrregularityRaised",
        "CardsReconstructed",
        "IrregularityRaised",
    ]
    assert getattr(events[-1], "source", "") == "POLICY P10"
    assert play.refused(DrawCard(3, "4h"), DEVICE) == "held"
    play.done(GiveRuling(RulingOutcome.CONTINUE, "all were placed before"), SHIFT_MANAGER)
    play.finish("Kd", "6h")


def test_cards_in_unknown_order_while_bets_are_open_void_the_round_without_a_ruling() -> None:
    play = physical(TIGER)
    again(play)
    events = tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=("9s", "Kc"))
    assert isinstance(events[-1], RoundVoided)
    assert play.table.pending_steps == ()


def test_a_card_left_over_is_played_before_cards_drawn_together() -> None:
    play = dealt(TIGER, *PLAIN, "9h")
    play.done(SettleRound())
    again(play)
    play.done(CloseBets())
    tell(play, Trigger.DRAWN_TOGETHER, cards=("Kc", "Kd"))
    assert cards_of(play.table) == "9h Kd / Kc"


def test_a_report_of_cards_drawn_together_includes_every_later_card() -> None:
    """Before, the two cards would have been laid behind the later one."""
    play = dealt(TIGER, *PLAIN[:4])
    early = seen(Trigger.DRAWN_TOGETHER, cards=("3d", "Kc"), numbers=(2, 3))
    assert play.refused(early, TWO) == "not-these-cards"
    whole = seen(Trigger.DRAWN_TOGETHER, cards=("3d", "Kc", "4c"), numbers=(2, 3, 4))
    play.done(whole, TWO)
    assert cards_of(play.table) == "2s Kc / 3d 4c"


def test_cards_drawn_together_are_refused_before_participants_are_confirmed() -> None:
    play = physical(LIVE)
    again(play)
    play.done(CloseBets(), DEALER)
    tell(play, Trigger.UNCOVERED)
    together = seen(Trigger.DRAWN_TOGETHER, cards=("9s", "Kc"))
    assert play.refused(together, TWO) == "held"


# Cards of a committed shoe


def test_a_ruling_numbers_the_cards_of_a_committed_shoe() -> None:
    play = dealing(LIVE, *PLAIN[:4])
    tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=("2c", "4h"))
    assert play.table.current.loose == ((5, "2c"), (6, "4h"))
    ruling = GiveRuling(RulingOutcome.CONTINUE, "as they lay", ("4h", "2c"))
    (_, loose, *_) = play.done(ruling, PIT_MANAGER)
    assert loose == CardsMisplaced(1, ((5, "4h"), (6, "2c")), is_ordered=True)


@pytest.mark.parametrize("saw", [(), (When.ORDER_UNKNOWN,)])
def test_a_report_cannot_reorder_cards_of_a_committed_shoe(saw: tuple[When, ...]) -> None:
    play = dealing(LIVE, *PLAIN[:3])
    together = seen(Trigger.DRAWN_TOGETHER, *saw, cards=("4c", "3d"), numbers=(3,))
    assert play.refused(together, TWO) == "cards-known"
    if not saw:
        play.done(seen(Trigger.DRAWN_TOGETHER, cards=("3d", "4c"), numbers=(3,)), TWO)


@pytest.mark.parametrize("trigger", [Trigger.SHOE_SHORT, Trigger.CUTTING_CARD])
def test_a_finished_round_needs_no_card_whatever_number_is_reported(trigger: Trigger) -> None:
    """Before, a report with any card number voided a won round for lack of cards."""
    play = dealt(TIGER, "9s", "2c", "Kd", "4h")
    assert play.refused(seen(trigger, numbers=(1,)), TWO) == "no-card-due"


def test_a_short_shoe_cannot_be_reported_while_cards_are_loose() -> None:
    play = dealt(LIVE, "9s", "Kc")
    tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_KNOWN, cards=("Kd", "6h"))
    assert play.refused(seen(Trigger.SHOE_SHORT), TWO) == "held"
    play.done(AnswerWithdrawal(1, withdraws=False), patron(1))
    play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    assert play.table.phase is Phase.COMPLETE


def test_the_cutting_card_can_come_out_among_cards_drawn_together() -> None:
    """Before, the table did not see the cutting card, and dealt the shoe to its last card."""
    play = dealing(TIGER, "9s", cards_behind_cut=414)
    order = ("Kc", "Kd", "6h")
    events = tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_KNOWN, cards=order)
    assert CuttingCardReached(1, "E 3.10") in events
    play.done(SettleRound())
    assert play.refused(OpenBets()) == "shoe-ended"
    before = dealing(TIGER, "9s", "Kc", "Kd", cards_behind_cut=414)
    together = tell(before, Trigger.DRAWN_TOGETHER, When.ORDER_KNOWN, cards=("4h", "2c"))
    assert not any(isinstance(each, CuttingCardReached) for each in together)
    real = dealt(TIGER, "9s", cards_behind_cut=414)
    told = tell(real, Trigger.DRAWN_TOGETHER, When.ORDER_KNOWN, cards=order)
    assert not any(isinstance(each, CuttingCardReached) for each in told)


@pytest.mark.parametrize("facts", [(When.ORDER_KNOWN,), (When.ORDER_UNKNOWN,)])
def test_a_ruling_on_another_irregularity_leaves_loose_cards_unordered(facts: tuple[When]) -> None:
    """Before, the ruling laid the cards, and a correction then raised an exception."""
    play = dealt(FORTUNE, *PLAIN[:4])
    tell(play, Trigger.DRAWN_TOGETHER, *facts, cards=("4c", "2d"))
    tell(play, Trigger.UNSHUFFLED)
    ruling = GiveRuling(RulingOutcome.CONTINUE, "the log is there")
    with_order = GiveRuling(RulingOutcome.CONTINUE, "the log is there", ("4c", "2d"))
    assert play.refused(with_order, SHIFT_MANAGER) == "not-these-cards"
    events = play.done(ruling, SHIFT_MANAGER)
    assert not any(isinstance(each, CardsReconstructed) for each in events)
    assert play.table.current.loose == ((5, "4c"), (6, "2d"))
    assert {each.trigger for each in play.table.pending_steps} == {Trigger.DRAWN_TOGETHER}
    anew = CorrectFacts((), "seen again", ("2d", "4c"))
    play.done(anew, TWO)
    assert play.table.current.loose == ((6, "2d"), (5, "4c"))


def test_cards_drawn_together_are_refused_until_bets_have_reopened() -> None:
    """Before, the cards were laid while bets were open, without confirmed participants."""
    play = dealt(TIGER)
    tell(play, Trigger.UNCOVERED)
    play.done(GiveRuling(RulingOutcome.REOPEN_BETS, "the lamps went out"), SHIFT_MANAGER_AND_SECOND)
    assert play.refused(seen(Trigger.DRAWN_TOGETHER, cards=("9d", "Kc")), TWO) == "held"
