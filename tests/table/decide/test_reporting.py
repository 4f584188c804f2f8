"""What staff tell the table, what they may, and which row then answers."""

from dataclasses import replace

import pytest

from punto.core.irregularity import Circumstance as When
from punto.core.irregularity import Trigger
from punto.core.rulebook import Method
from punto.core.sides import Side
from punto.library import GAMES, game
from punto.table.commands import (
    AnswerWithdrawal,
    CloseBets,
    ConfirmSeats,
    DrawCard,
    EnterCard,
    GiveRuling,
    Interrupt,
    OpenBets,
    Ruled,
    SettleRound,
)
from punto.table.decide.reporting import refused
from punto.table.events import (
    CardBurned,
    CardLeftOver,
    CuttingCardShown,
    IrregularityRaised,
    PlayResumed,
    RoundCorrected,
    RoundVoided,
)
from punto.table.incidents import (
    CardIdentified,
    CardsLoose,
    CardsReconstructed,
    CardsToBeReplaced,
    Report,
)
from punto.table.offers import Next, next_step
from punto.table.procedures import ChooseFirstHand, ExposeCards
from punto.table.refusals import No
from punto.table.roles import DEVICE, HOUSE_DEALER
from punto.table.state import Phase
from punto.table.views import view_for
from tests.incidents import (
    DEALER,
    PIT_MANAGER,
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
from tests.live import by_method
from tests.tables import LIVE, TIGER, dealing, opened, patron, physical

PLAIN = ("2s", "Kc", "3d", "4c", "4h", "2c")
FORTUNE = game("fortune-six-live")
PLUS = game("super-six-plus")


# Who may tell, and with what proof


def test_a_void_that_a_person_enters_takes_two_and_a_proof() -> None:
    play = dealt(TIGER, "9s")
    foreign = Report(Trigger.FOREIGN_CARD, evidence=PROOF)
    assert play.refused(foreign, DEALER) == "needs-second"
    assert play.refused(Report(Trigger.FOREIGN_CARD), TWO) == "no-evidence"
    assert play.refused(foreign, patron(1)) == "not-allowed"
    assert isinstance(play.done(foreign, TWO)[1], RoundVoided)


def test_the_device_needs_nobody_beside_it() -> None:
    play = dealt(TIGER, "9s")
    assert isinstance(play.done(Report(Trigger.ORDER_LOST), DEVICE)[1], RoundVoided)


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


# Faults of the cards


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_a_copy_too_many_is_noticed_by_counting(book: object) -> None:
    play = dealt(book, decks=4)  # type: ignore[arg-type]
    play.draw("9s", "9s", "9s")
    play.draw("9s")
    while play.table.phase is not Phase.COMPLETE:
        play.draw("2d" if play.table.device.cards_out % 2 else "3d")
    play.done(SettleRound(), DEALER if book in (LIVE, FORTUNE) else HOUSE_DEALER)
    play.done(OpenBets(), DEALER if book in (LIVE, FORTUNE) else HOUSE_DEALER)
    play.bet(1, banker=10_00)
    play.close()
    raised, *rest = play.draw("9s")[-3:] if book is not FORTUNE else play.draw("9s")[-1:]
    assert isinstance(raised, IrregularityRaised)
    assert raised.trigger is Trigger.CARD_COUNT
    if book is FORTUNE:
        ruling = GiveRuling(Ruled.AS_PROPOSED, "counted")
        rest = list(play.done(ruling, SHIFT_MANAGER_AND_SECOND)[1:])
    assert [type(event) for event in rest] == [RoundVoided, CardsToBeReplaced]
    assert play.refused(OpenBets(), DEALER) == "cards-to-replace"
    assert next_step(play.table) is Next.END_SHOE


def test_a_copy_too_many_between_rounds_voids_nothing() -> None:
    play = dealt(TIGER, decks=4)
    play.draw("9s", "Kc", "9s", "Kc")
    play.done(SettleRound())
    play.draw("9s", "9s")
    events = play.draw("9s")
    assert [type(event) for event in events[1:]] == [IrregularityRaised, CardsToBeReplaced]
    assert events[-1] == CardsToBeReplaced("shoe-1", "POLICY P13")
    # It was noticed once; a further card says nothing new.
    assert len(play.draw("9s")) == 1


def test_a_copy_too_many_while_bets_are_open_goes_before_the_early_card() -> None:
    play = dealt(TIGER, "9s", "9s", "9s", "9s", decks=4)
    play.draw("2d")
    play.done(SettleRound())
    play.done(OpenBets())
    events = play.draw("9s")
    assert [type(event).__name__ for event in events][-3:] == [
        "IrregularityRaised",
        "RoundVoided",
        "CardsToBeReplaced",
    ]


def test_a_silent_document_has_the_shift_manager_confirm() -> None:
    play = dealt(FORTUNE, "9s")
    events = tell(play, Trigger.UNSHUFFLED)
    assert source(events) == "POLICY P7"
    assert play.table.phase is Phase.DEALING
    as_proposed = GiveRuling(Ruled.AS_PROPOSED, "never shuffled")
    assert play.refused(as_proposed, PIT_MANAGER) == "not-allowed"
    assert play.refused(as_proposed, SHIFT_MANAGER) == "needs-second"
    assert play.refused(GiveRuling(Ruled.VOID, "x"), SHIFT_MANAGER_AND_SECOND) == "not-ruled-so"
    events = play.done(as_proposed, SHIFT_MANAGER_AND_SECOND)
    assert isinstance(events[1], RoundVoided)


def test_a_confirmation_may_be_withheld_and_the_round_goes_on() -> None:
    play = dealt(FORTUNE, "9s")
    tell(play, Trigger.UNSHUFFLED)
    events = play.done(GiveRuling(Ruled.CONTINUE, "they were shuffled"), SHIFT_MANAGER)
    assert isinstance(events[-1], PlayResumed)
    play.finish("Kc", "Kd", "6h")


def test_a_card_seen_before_the_first_one_is_taken_out_with_the_round() -> None:
    play = dealt(TIGER)
    assert source(tell(play, Trigger.FACE_UP, cards=("9h",))) == "POLICY P9"
    as_proposed = GiveRuling(Ruled.AS_PROPOSED, "it showed")
    events = play.done(as_proposed, SHIFT_MANAGER_AND_SECOND)
    assert isinstance(events[1], RoundVoided)
    assert events[2] == CardBurned(1, "9h")
    play.done(OpenBets())


def test_several_cards_that_showed_take_the_shoe_with_them() -> None:
    play = dealt(TIGER)
    tell(play, Trigger.FACE_UP, cards=("9h", "8h"))
    as_proposed = GiveRuling(Ruled.AS_PROPOSED, "they showed")
    play.done(as_proposed, SHIFT_MANAGER_AND_SECOND)
    assert play.table.device.replace_by == "POLICY P9"


@pytest.mark.parametrize(("cards", "burned"), [(("9h",), True), (("9h", "8h"), False)])
def test_a_card_that_shows_between_rounds_holds_the_next_one(
    cards: tuple[str, ...], burned: bool
) -> None:
    play = physical(TIGER)
    again(play)
    play.close()
    play.finish(*PLAIN)
    tell(play, Trigger.FACE_UP, cards=cards)
    assert play.refused(OpenBets()) == "held"
    assert play.refused(GiveRuling(Ruled.VOID, "x"), SHIFT_MANAGER_AND_SECOND) == "no-round"
    events = play.done(GiveRuling(Ruled.AS_PROPOSED, "it showed"), SHIFT_MANAGER)
    assert any(isinstance(event, CardBurned) for event in events) is burned
    assert bool(play.table.device.replace_by) is not burned


def test_the_cutting_card_may_be_told_too() -> None:
    play = dealt(TIGER, "9s")
    (shown,) = tell(play, Trigger.CUTTING_CARD)
    assert isinstance(shown, CuttingCardShown)
    assert play.refused(seen(Trigger.CUTTING_CARD), patron(1)) == "not-allowed"


def test_a_shoe_told_short_is_over() -> None:
    play = dealt(TIGER, "9s")
    assert source(tell(play, Trigger.SHOE_SHORT)) == "E 5.3"
    promised = dealing(TIGER, "9s")
    assert promised.refused(seen(Trigger.SHOE_SHORT), TWO) == "cards-known"
    shoe = promised.table.device
    promised.table = replace(promised.table, shoe=replace(shoe, cards_out=52 * shoe.decks - 1))
    assert promised.refused(seen(Trigger.SHOE_SHORT), TWO) == "cards-known"
    promised.table = replace(promised.table, shoe=replace(shoe, cards_out=52 * shoe.decks))
    assert source(tell(promised, Trigger.SHOE_SHORT)) == "E 5.3"
    assert next_step(play.table) is Next.END_SHOE


def test_whether_a_card_is_called_for_is_told_once_nothing_face_down_leaves_it_open() -> None:
    play = by_method(Method.A)
    play.bet(1, tie=50_00)
    play.done(CloseBets(), DEALER)
    play.done(ConfirmSeats(), DEALER)
    short = seen(Trigger.SHOE_SHORT)
    play.draw("2s", "Kc")
    # Whatever lies there, the initial deal goes on.
    assert play.refused(short, TWO) == "cards-known"
    play.draw("3d", "4c")
    assert play.refused(short, TWO) == "face-down"
    play.done(ChooseFirstHand(Side.PLAYER), DEALER)
    play.done(ExposeCards(Side.PLAYER), DEALER)
    # Player has five, and draws unless Banker has a natural.
    assert play.refused(short, TWO) == "face-down"


# Cards drawn together


def test_cards_drawn_together_lie_beside_the_hands_until_their_order_is_settled() -> None:
    play = dealt(LIVE, *PLAIN[:4])
    raised = tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=("4h", "2c"))
    assert raised[0] == CardsLoose(1, ((5, "4h"), (6, "2c")), is_ordered=False)
    assert view_for(play.table).cards == "2s 3d / Kc 4c"
    assert play.refused(SettleRound(), DEALER) == "held"
    wrong = GiveRuling(Ruled.CONTINUE, "so", ("4h",))
    assert play.refused(wrong, PIT_MANAGER) == "not-these-cards"
    no_order = GiveRuling(Ruled.VOID, "so", ("4h", "2c"))
    assert play.refused(no_order, SHIFT_MANAGER_AND_SECOND) == "not-ruled-so"
    _, loose = play.done(GiveRuling(Ruled.CONTINUE, "so", ("2c", "4h")), PIT_MANAGER)
    assert loose == CardsLoose(1, ((6, "2c"), (5, "4h")), is_ordered=True)
    play.done(AnswerWithdrawal(1, withdraws=False), patron(1))
    events = play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    assert isinstance(events[-2], CardsReconstructed)
    assert play.table.phase is Phase.COMPLETE
    assert view_for(play.table).cards == "2s 3d 2c / Kc 4c 4h"


def test_a_card_drawn_too_many_opens_the_next_round() -> None:
    play = dealt(TIGER, *PLAIN[:5])
    events = tell(play, Trigger.DRAWN_TOGETHER, cards=("2c", "9h"))
    assert isinstance(events[-1], CardsReconstructed)
    assert events[-1].left_over == ((7, "9h"),)
    assert play.table.device.left_over == ((7, "9h"),)
    play.done(SettleRound())
    again(play)
    play.close()
    assert view_for(play.table).cards == "9h /"


def test_cards_taken_down_before_may_turn_out_to_have_come_together() -> None:
    play = dealt(TIGER, "2s", "Kc", "3d")
    bunch = seen(Trigger.DRAWN_TOGETHER, cards=("3d", "Kc"), numbers=(2, 3))
    events = play.done(bunch, TWO)
    assert events[0] == CardsLoose(1, ((3, "3d"), (2, "Kc")), is_ordered=True)
    assert view_for(play.table).cards == "2s Kc / 3d"
    assert play.table.phase is Phase.DEALING


@pytest.mark.parametrize(
    ("cards", "numbers", "code"),
    [
        (("9h",), (), "not-these-cards"),
        (("9h", "8h"), (1,), "not-these-cards"),
        (("9h", "8h"), (2,), "not-these-cards"),
        (("9h", "8h"), (7,), "not-these-cards"),
        (("9h", "1x"), (), "not-a-card"),
    ],
)
def test_what_came_together_is_told_right(
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


def test_cards_that_lie_loose_have_their_places_before_more_come_together() -> None:
    play = dealt(LIVE, "2s", "Kc", "3d", "4c")
    tell(play, Trigger.DRAWN_TOGETHER, cards=("4h", "2c"))
    assert play.refused(seen(Trigger.DRAWN_TOGETHER, cards=("9s", "9h")), TWO) == "held"
    assert play.table.current.loose == ((5, "4h"), (6, "2c"))


def test_under_a_silent_document_the_shift_manager_places_loose_cards() -> None:
    play = dealt(FORTUNE, *PLAIN[:4])
    tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=("4h", "2c"))
    assert play.refused(GiveRuling(Ruled.CONTINUE, "x"), SHIFT_MANAGER) == "not-these-cards"
    play.done(GiveRuling(Ruled.CONTINUE, "x", ("4h", "2c")), SHIFT_MANAGER)
    assert view_for(play.table).cards == "2s 3d 4h / Kc 4c 2c"


def test_a_ruling_on_no_loose_cards_names_none() -> None:
    play = dealt(TIGER, "9s")
    tell(play, Trigger.UNCOVERED)
    named = GiveRuling(Ruled.CONTINUE, "x", ("9s",))
    assert play.refused(named, SHIFT_MANAGER) == "not-these-cards"


def test_decided_wagers_stay_when_cards_were_drawn_together() -> None:
    play = physical(LIVE)
    play.done(OpenBets(), DEALER)
    play.bet(1, banker=100_00, tiger_pair=10_00)
    play.bet(2, tiger_pair=20_00)
    play.done(CloseBets(), DEALER)
    play.draw("2s", "Kc", "2d", "4c")
    tell(play, Trigger.DRAWN_TOGETHER, cards=("4h", "2c"))
    # Seat 2 has nothing that is not decided, so only seat 1 is asked.
    assert play.refused(AnswerWithdrawal(2, withdraws=True), patron(2)) == "nothing-held"
    told, *_ = play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    assert getattr(told, "cents", 0) == 100_00
    assert play.table.phase is Phase.COMPLETE
    assert {seat: placed.cents for seat, placed in play.table.current.sets.items()} == {
        1: 10_00,
        2: 20_00,
    }


def test_under_method_a_cards_put_right_lie_face_down_until_they_are_shown() -> None:
    play = dealt(LIVE, "2s", "Kc", method=Method.A)
    tell(play, Trigger.DRAWN_TOGETHER, cards=("3d", "4c"))
    play.done(AnswerWithdrawal(1, withdraws=False), patron(1))
    play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    assert len(play.table.current.conduct.face_down) == 4


KINGS = ("Ks",) * 4
"""All that four decks hold of one card; both hands then draw."""


def test_a_copy_too_many_among_cards_drawn_together_is_noticed() -> None:
    play = dealt(TIGER, *KINGS, decks=4)
    events = tell(play, Trigger.DRAWN_TOGETHER, cards=("Ks", "4h"))
    assert [type(event) for event in events] == [
        CardsLoose,
        IrregularityRaised,
        RoundVoided,
        CardsToBeReplaced,
    ]
    assert source(events) == "E 5.1, 5.1.1, 5.1.2"


def test_where_the_house_confirms_a_copy_too_many_the_order_waits_behind_it() -> None:
    play = dealt(FORTUNE, *KINGS, decks=4)
    tell(play, Trigger.DRAWN_TOGETHER, cards=("Ks", "4h"))
    assert [each.trigger for each in play.table.agenda] == [
        Trigger.CARD_COUNT,
        Trigger.DRAWN_TOGETHER,
    ]


def test_letting_a_count_pass_does_not_save_a_round_that_another_clause_voids() -> None:
    play = dealt(FORTUNE, *KINGS[:3], decks=4)
    tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=("Ks", "Ks"))
    ruling = GiveRuling(Ruled.CONTINUE, "counted again", ("Ks", "Ks"))
    events = play.done(ruling, SHIFT_MANAGER)
    assert isinstance(events[-1], RoundVoided)
    assert events[-1].trigger is Trigger.DRAWN_TOGETHER


def test_a_copy_too_many_in_the_hands_of_a_patron_gone_is_noticed() -> None:
    play = dealt(LIVE, *KINGS, "?", decks=4)
    gone = seen(Trigger.LEFT_WITH_CARDS, cards=("Ks",), numbers=(5,))
    assert isinstance(play.done(gone, TWO)[-2], RoundVoided)


def test_cards_drawn_together_while_bets_are_open_are_the_shift_managers_too() -> None:
    play = physical(TIGER)
    again(play)
    events = tell(play, Trigger.DRAWN_TOGETHER, cards=("9s", "Kc"))
    assert [type(event).__name__ for event in events] == [
        "BetsClosed",
        "SeatsConfirmed",
        "CardsLoose",
        "IrregularityRaised",
        "CardsReconstructed",
        "IrregularityRaised",
    ]
    assert getattr(events[-1], "source", "") == "POLICY P10"
    assert play.refused(DrawCard(3, "4h"), DEVICE) == "held"
    play.done(GiveRuling(Ruled.CONTINUE, "all were placed before"), SHIFT_MANAGER)
    play.finish("Kd", "6h")


def test_cards_in_no_order_while_bets_are_open_void_the_round_and_nothing_is_left_to_rule() -> None:
    play = physical(TIGER)
    again(play)
    events = tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=("9s", "Kc"))
    assert isinstance(events[-1], RoundVoided)
    assert play.table.agenda == ()


def test_a_card_left_over_lies_before_cards_drawn_together() -> None:
    play = dealt(TIGER, *PLAIN, "9h")
    play.done(SettleRound())
    again(play)
    play.done(CloseBets())
    tell(play, Trigger.DRAWN_TOGETHER, cards=("Kc", "Kd"))
    assert view_for(play.table).cards == "9h Kd / Kc"


def test_a_card_that_came_later_is_told_with_those_that_came_together() -> None:
    """Without the last card, the two before it would have been laid behind it."""
    play = dealt(TIGER, *PLAIN[:4])
    early = seen(Trigger.DRAWN_TOGETHER, cards=("3d", "Kc"), numbers=(2, 3))
    assert play.refused(early, TWO) == "not-these-cards"
    whole = seen(Trigger.DRAWN_TOGETHER, cards=("3d", "Kc", "4c"), numbers=(2, 3, 4))
    play.done(whole, TWO)
    assert view_for(play.table).cards == "2s Kc / 3d 4c"


def test_no_card_comes_while_it_is_open_who_takes_part() -> None:
    play = physical(LIVE)
    again(play)
    play.done(CloseBets(), DEALER)
    tell(play, Trigger.DEVICE_RESET)
    together = seen(Trigger.DRAWN_TOGETHER, cards=("9s", "Kc"))
    assert play.refused(together, TWO) == "held"


# Cards of a shoe that was promised


def test_which_card_of_a_promised_shoe_came_under_which_number_is_ruled_and_proved_later() -> None:
    play = dealing(LIVE, *PLAIN[:4])
    tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=("2c", "4h"))
    assert play.table.current.loose == ((5, "2c"), (6, "4h"))
    ruling = GiveRuling(Ruled.CONTINUE, "as they lay", ("4h", "2c"))
    (_, loose, *_) = play.done(ruling, PIT_MANAGER)
    assert loose == CardsLoose(1, ((5, "4h"), (6, "2c")), is_ordered=True)


@pytest.mark.parametrize("saw", [(), (When.ORDER_UNKNOWN,)])
def test_cards_of_a_promised_shoe_stay_at_their_places(saw: tuple[When, ...]) -> None:
    play = dealing(LIVE, *PLAIN[:3])
    together = seen(Trigger.DRAWN_TOGETHER, *saw, cards=("4c", "3d"), numbers=(3,))
    assert play.refused(together, TWO) == "cards-known"
    if not saw:
        play.done(seen(Trigger.DRAWN_TOGETHER, cards=("3d", "4c"), numbers=(3,)), TWO)


# Cards that nothing has read


def test_a_card_that_is_not_read_holds_what_turns_on_it() -> None:
    play = dealt(TIGER, "2s", "?", "3d", "4c")
    assert view_for(play.table).cards == "2s 3d / ? 4c"
    assert next_step(play.table) is Next.ENTER_CARD
    assert play.refused(EnterCard(2, "1x"), TWO) == "not-a-card"
    assert play.refused(EnterCard(2, "Kc"), DEALER) == "needs-second"
    assert play.done(EnterCard(2, "Kc"), TWO) == (CardIdentified(1, 2, "Kc"),)
    play.finish("4h", "2c")


def test_no_further_card_is_drawn_before_it_is_known_whose_it_is() -> None:
    play = dealt(TIGER, "2s", "?", "3d", "4c")
    assert play.refused(DrawCard(5, "4h"), DEVICE) == "card-unread"
    assert play.done(DrawCard(4, "4c"), DEVICE) == ()


def test_a_finished_round_is_not_settled_on_a_card_nobody_knows() -> None:
    play = dealt(TIGER, *PLAIN[:5], "?")
    assert play.table.phase is Phase.COMPLETE
    assert play.refused(SettleRound()) == "card-unread"
    assert view_for(play.table).winner is None
    play.done(EnterCard(6, "2c"), TWO)
    play.done(SettleRound())


def test_nothing_is_put_right_around_a_card_that_nobody_knows() -> None:
    play = dealt(TIGER, "2s", "?", "3d")
    together = seen(Trigger.DRAWN_TOGETHER, cards=("4c", "4h"))
    assert play.refused(together, TWO) == "card-unread"
    assert play.refused(seen(Trigger.WRONG_ORDER, cards=("2s",)), TWO) == "card-unread"
    play.done(EnterCard(2, "Kc"), TWO)
    play.done(together, TWO)


def test_a_card_not_called_for_must_be_read_for_it_opens_the_next_round() -> None:
    play = dealt(TIGER, *PLAIN[:5], "2c", "9h", "2d", "Kh", "3c")
    play.done(SettleRound())
    again(play)
    play.done(CloseBets())
    assert play.refused(DrawCard(11, "?"), DEVICE) == "card-unread"
    assert play.done(EnterCard(11, "5c"), TWO)[-1] == CardLeftOver(11, "5c")
    told = (*("9h", "2d", "Kh", "3c"), "?")
    assert play.refused(seen(Trigger.WRONG_ORDER, cards=told), TWO) == "card-unread"


def test_nor_may_it_be_unread_where_it_closes_bets_by_force() -> None:
    play = dealt(TIGER, *PLAIN[:5], "2c", "9h", "2d", "Kh", "3c")
    play.done(SettleRound())
    again(play)
    assert play.refused(DrawCard(11, "?"), DEVICE) == "card-unread"
    assert play.table.phase is Phase.BETS_OPEN


def test_between_rounds_a_card_must_be_read() -> None:
    assert physical(TIGER).refused(DrawCard(1, "?"), DEVICE) == "not-a-card"


# Wrong order, wrong number


def test_the_true_order_of_cards_is_told_by_two_and_is_theirs_alone() -> None:
    play = dealt(TIGER, "2s", "Kc", "3d")
    report = Report(Trigger.WRONG_ORDER, cards=("Kc", "2s", "3d"))
    assert play.refused(report, DEALER) == "needs-second"
    other = Report(Trigger.WRONG_ORDER, cards=("Kc", "2s", "9d"))
    assert play.refused(other, TWO) == "not-these-cards"
    play.done(report, TWO)
    assert view_for(play.table).cards == "Kc 3d / 2s"


def test_of_a_shoe_committed_to_the_order_is_known() -> None:
    play = dealing(TIGER, "2s", "Kc", "3d")
    report = Report(Trigger.WRONG_ORDER, cards=("Kc", "2s", "3d"))
    assert play.refused(report, TWO) == "cards-known"
    assert play.done(Report(Trigger.WRONG_ORDER, cards=("2s", "Kc", "3d")), TWO)


def test_hands_laid_out_wrongly_are_put_right_without_a_word_on_the_order() -> None:
    play = dealt(TIGER, "2s", "Kc", "3d")
    events = play.done(Report(Trigger.WRONG_ORDER), DEALER)
    assert isinstance(events[-1], CardsReconstructed)
    assert view_for(play.table).cards == "2s 3d / Kc"


def test_a_wrong_number_of_cards_is_read_from_the_order() -> None:
    play = dealt(TIGER, *PLAIN[:4])
    assert source(tell(play, Trigger.WRONG_NUMBER)) == "POLICY P11"
    assert play.table.phase is Phase.DEALING
    play.finish("4h", "2c")


def test_a_settled_round_is_read_afresh_where_that_can_be_done() -> None:
    play = dealt(PLUS, *PLAIN)
    play.done(SettleRound())
    swapped = ("Kc", "2s", "3d", "4c", "4h", "2c")
    # Player K 3 4 makes 7, and Banker stands on 2 4: the last card was one too many.
    corrected, spare = tell(play, Trigger.WRONG_NUMBER, cards=swapped)[-2:]
    assert isinstance(corrected, RoundCorrected)
    assert corrected.cards == "Kc 3d 4h / 2s 4c"
    assert [each.returned_cents for each in corrected.wagers] == [0, 0, 100_00]
    assert spare == CardLeftOver(6, "2c")
    assert play.table.device.left_over == ((6, "2c"),)
    assert play.table.current.settled == corrected.wagers
    assert play.table.agenda == ()


def test_a_settled_round_is_only_read_as_a_whole_round() -> None:
    play = dealt(PLUS, *PLAIN)
    play.done(SettleRound())
    report = seen(Trigger.WRONG_NUMBER, cards=(*PLAIN[:5], "9h"))
    assert play.refused(report, TWO) == "not-these-cards"
    assert isinstance(tell(play, Trigger.WRONG_NUMBER)[-1], PlayResumed)


def test_a_settled_round_that_would_need_another_card_is_not_read_afresh() -> None:
    play = dealt(PLUS, "9s", "Kc", "Kd", "6h")
    play.done(SettleRound())
    report = seen(Trigger.WRONG_NUMBER, cards=("Kc", "9s", "Kd", "6h"))
    assert play.refused(report, TWO) == "not-these-cards"


def test_once_the_next_round_has_commenced_the_outcome_stands() -> None:
    play = dealt(PLUS, *PLAIN)
    play.done(SettleRound())
    again(play)
    late = seen(Trigger.WRONG_NUMBER, When.CANNOT_BE_RECONSTRUCTED, round=1, cards=("2s",))
    events = play.done(late, TWO)
    assert source(events) == "POLICY P12"
    assert [type(event) for event in events] == [IrregularityRaised, PlayResumed]
    assert play.table.phase is Phase.BETS_OPEN


def test_what_is_referred_about_an_earlier_round_cannot_void_this_one() -> None:
    play = dealt(TIGER, *PLAIN)
    play.done(SettleRound())
    again(play)
    tell(play, Trigger.WRONG_NUMBER, When.CANNOT_BE_RECONSTRUCTED, round=1)
    assert play.refused(GiveRuling(Ruled.VOID, "x"), SHIFT_MANAGER_AND_SECOND) == "no-round"
    events = play.done(GiveRuling(Ruled.CONTINUE, "it stands"), SHIFT_MANAGER)
    assert events[-1] == PlayResumed(1, "E 6.1")
    assert play.table.phase is Phase.BETS_OPEN


# A wrong display


def test_a_wrong_display_of_a_running_round_changes_nothing() -> None:
    play = dealt(TIGER, "9s")
    events = play.done(Report(Trigger.WRONG_DISPLAY), DEALER)
    assert isinstance(events[-1], PlayResumed)
    assert play.table.phase is Phase.DEALING


def test_the_cards_dealt_decide_over_what_was_shown_and_settled() -> None:
    play = dealt(TIGER, *PLAIN)
    play.done(SettleRound())
    again(play)
    report = Report(Trigger.WRONG_DISPLAY, cards=("2s", "Kc", "3d", "4c", "4h", "7c"), round=1)
    assert play.refused(report, DEALER) == "needs-second"
    # The Banker's last card was a seven: 1 against 9, as before, so nothing moves.
    events = play.done(report, TWO)
    assert isinstance(events[-1], RoundCorrected)
    assert events[-1].wagers == events[-1].before
    assert play.table.phase is Phase.BETS_OPEN


@pytest.mark.parametrize(
    ("cards", "round_", "code"),
    [
        (("2s", "Kc"), 0, "not-these-cards"),
        ((*PLAIN, "9s"), 0, "not-these-cards"),
        ((*PLAIN[:5], "?"), 0, "card-unread"),
        ((*PLAIN[:5], "1x"), 0, "not-a-card"),
        (PLAIN, 7, "long-past"),
    ],
)
def test_only_a_whole_round_at_hand_is_settled_anew(
    cards: tuple[str, ...], round_: int, code: str
) -> None:
    play = dealt(TIGER, *PLAIN)
    play.done(SettleRound())
    report = seen(Trigger.WRONG_DISPLAY, cards=cards, round=round_)
    assert play.refused(report, TWO) == code


def test_the_last_ten_settled_rounds_are_at_hand() -> None:
    play = dealt(TIGER, *PLAIN)
    for suit in "shdcshdcsh":
        play.done(SettleRound())
        play.done(OpenBets())
        play.close()
        play.draw(f"9{suit}", f"K{suit}", f"Q{suit}", f"6{suit}")
    play.done(SettleRound())
    assert [each.number for each in play.table.past] == list(range(2, 12))


def test_what_a_committed_shoe_dealt_needs_no_correction() -> None:
    play = dealing(TIGER)
    play.finish(*PLAIN)
    report = seen(Trigger.WRONG_DISPLAY, cards=PLAIN)
    assert play.refused(report, TWO) == "cards-known"


# What is not covered, and several things at once


def test_the_shift_manager_may_let_patrons_withdraw_under_a_clause_on_the_uncovered() -> None:
    play = dealt(TIGER, "9s")
    tell(play, Trigger.UNCOVERED)
    offered = GiveRuling(Ruled.OFFER_WITHDRAWAL, "fair")
    play.done(offered, SHIFT_MANAGER)
    some = AnswerWithdrawal(1, withdraws=True, stakes=play.table.current.sets[1].stakes[:1])
    assert play.refused(some, patron(1)) == "all-or-none"
    play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    assert set(play.table.current.sets) == {2}


def test_no_ruling_lets_patrons_withdraw_where_the_document_has_no_such_clause() -> None:
    play = dealt(FORTUNE, "9s")
    tell(play, Trigger.UNCOVERED)
    offered = GiveRuling(Ruled.OFFER_WITHDRAWAL, "fair")
    assert play.refused(offered, SHIFT_MANAGER) == "not-ruled-so"
    as_proposed = GiveRuling(Ruled.AS_PROPOSED, "nothing was")
    assert play.refused(as_proposed, SHIFT_MANAGER) == "not-ruled-so"


def test_the_shift_manager_may_open_bets_again_while_no_card_is_out() -> None:
    play = dealt(TIGER)
    tell(play, Trigger.DEVICE_RESET)
    play.done(GiveRuling(Ruled.REOPEN_BETS, "as elsewhere"), SHIFT_MANAGER)
    assert play.table.agenda
    late = dealt(TIGER, "9s")
    tell(late, Trigger.DEVICE_RESET)
    assert late.refused(GiveRuling(Ruled.REOPEN_BETS, "x"), SHIFT_MANAGER) == "too-late"


@pytest.mark.parametrize(
    ("saw", "phase"),
    [((), Phase.DEALING), ((When.CANNOT_BE_RECONSTRUCTED,), Phase.VOID)],
)
def test_a_device_reset_with_cards_out_is_ruled_on(saw: tuple[When, ...], phase: Phase) -> None:
    play = dealt(LIVE, "9s", "Kc")
    report = seen(Trigger.DEVICE_RESET, *saw, cards=("9s", "Kc") if not saw else ())
    assert source(play.done(report, TWO)) == "POLICY P18"
    as_proposed = GiveRuling(Ruled.AS_PROPOSED, "so")
    play.done(as_proposed, SHIFT_MANAGER_AND_SECOND)
    assert play.table.phase is phase


def test_a_lost_order_goes_before_a_power_failure() -> None:
    play = dealt(LIVE, "9s")
    tell(play, Trigger.INTERRUPTED, When.POWER_FAILURE)
    assert play.table.agenda[0].trigger is Trigger.INTERRUPTED
    raised, voided, *_ = tell(play, Trigger.ORDER_LOST)
    assert isinstance(raised, IrregularityRaised)
    assert raised.goes_first
    assert raised.met == ("T 5.17, 5.17.1",)
    assert isinstance(voided, RoundVoided)
    assert voided.source == "T 5.2"
    assert play.table.agenda == ()


def test_what_ranks_lower_waits_its_turn() -> None:
    play = dealt(LIVE, "9s")
    tell(play, Trigger.INTERRUPTED, When.POWER_FAILURE)
    (raised,) = tell(play, Trigger.UNCOVERED)
    assert isinstance(raised, IrregularityRaised)
    assert not raised.goes_first
    tell(play, Trigger.WRONG_SELECTION)
    play.done(AnswerWithdrawal(1, withdraws=False), patron(1))
    play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    assert [item.trigger for item in play.table.agenda] == [
        Trigger.UNCOVERED,
        Trigger.WRONG_SELECTION,
    ]
    events = play.done(GiveRuling(Ruled.CONTINUE, "on"), SHIFT_MANAGER)
    assert [type(event) for event in events[1:]] == [PlayResumed, PlayResumed]
    assert play.table.agenda == ()


def test_whatever_needs_no_ranking_comes_last() -> None:
    play = dealt(LIVE, "9s")
    tell(play, Trigger.UNCOVERED)
    (raised,) = tell(play, Trigger.NOT_PASSED)
    assert isinstance(raised, IrregularityRaised)
    assert not raised.goes_first


def test_a_ruling_is_not_an_answer_to_an_offer_or_a_question() -> None:
    play = dealt(LIVE, "9s")
    tell(play, Trigger.INTERRUPTED, When.POWER_FAILURE)
    ruling = GiveRuling(Ruled.CONTINUE, "on")
    assert play.refused(ruling, SHIFT_MANAGER) == "nothing-held"
    asked = dealt(LIVE, "9s")
    asked.done(Interrupt(), DEALER)
    assert asked.refused(ruling, SHIFT_MANAGER) == "nothing-held"


def test_before_the_first_round_a_card_that_shows_is_ruled_on_too() -> None:
    play = physical(TIGER)
    tell(play, Trigger.FACE_UP, cards=("9h",))
    events = play.done(GiveRuling(Ruled.CONTINUE, "it was the back"), SHIFT_MANAGER)
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
        (Trigger.LATE_WAGER, *(No.TOLD_ANOTHER_WAY,) * 4),
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
        seen_now = Report(trigger, round=round_)
        found = [refused(each, seen_now) for each in (betting.table, *phases)]
        assert found == [opened, complete, settled, void]
