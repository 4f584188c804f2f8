"""Test irregularities reported at a table of MBS Tiger No Commission 2022, clause by clause."""

import pytest

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod
from punto.core.staff_positions import StaffPosition
from punto.games.mbs_tiger_no_commission_2022 import TIGER_NO_COMMISSION_LIVE as GAME
from punto.table.commands import (
    AnswerWithdrawal,
    EndShoe,
    GiveRuling,
    InspectSetAsideCards,
    LoadShoe,
    OpenBets,
    ReferDecision,
    ReopenBets,
    ReplaceCards,
    ReplaceMissingCards,
    ReportSortedDecks,
    RulingOutcome,
    SetCardsAside,
    SettleRound,
)
from punto.table.events import (
    CardDrawn,
    CardReplacementRequired,
    CardsReconstructed,
    CardsSetAside,
    DecisionReferred,
    DecksSorted,
    MissingCardsReplaced,
    PlayResumed,
    RoundVoided,
)
from punto.table.state import Phase
from tests.clauses import clause
from tests.irregularities import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SHIFT_MANAGER_AND_SECOND,
    TWO,
    again,
    dealt,
    seen,
    source,
    tell,
)
from tests.live import CASINO_MANAGER, by_method
from tests.live import dealt as dealt_by_method
from tests.tables import Play, cards_of, patron

CARDS = ("2s", "Kc", "3d", "4c", "4h", "2c")
DECK_FAULTS = [Trigger.FOREIGN_CARD, Trigger.CARD_COUNT, Trigger.UNSHUFFLED]


def stay(play: Play, *seats: int) -> None:
    """Let patrons stay in."""
    for seat in seats:
        play.done(AnswerWithdrawal(seat, withdraws=False), patron(seat))


@clause("mbs-tiger-no-commission-2022", "5.1", "5.1.1")
@pytest.mark.parametrize("trigger", DECK_FAULTS)
@pytest.mark.parametrize("drawn", range(len(CARDS) + 1))
def test_5_1_1_cards_at_fault_void_a_round_in_any_phase(trigger: Trigger, drawn: int) -> None:
    play = dealt(GAME, *CARDS[:drawn])
    _, voided, replaced = tell(play, trigger)
    assert isinstance(voided, RoundVoided)
    assert voided.source == "T 5.1, 5.1.1, 5.1.2"
    assert [each.cents for each in voided.returned] == [110_00, 50_00]
    assert replaced == CardReplacementRequired("shoe-1", "POLICY P14")


@clause("mbs-tiger-no-commission-2022", "5.1.2")
def test_5_1_2_earlier_rounds_remain_settled() -> None:
    play = dealt(GAME, *CARDS)
    play.done(SettleRound(), DEALER)
    before = play.table.past
    again(play)
    voided = tell(play, Trigger.UNSHUFFLED)[1]
    assert isinstance(voided, RoundVoided)
    assert voided.round == 2
    assert play.table.past == before


@clause("mbs-tiger-no-commission-2022", "5.2")
def test_5_2_a_lost_order_voids_the_round_although_cards_are_exposed() -> None:
    play = dealt(GAME, *CARDS)
    assert source(tell(play, Trigger.ORDER_LOST)) == "T 5.2"
    assert play.table.phase is Phase.VOID


@clause("mbs-tiger-no-commission-2022", "5.2", "6.1")
def test_5_2_an_order_that_can_be_reconstructed_needs_a_ruling_and_no_void() -> None:
    play = dealt(GAME, "2s")
    assert source(tell(play, Trigger.ORDER_LOST, When.CAN_BE_RECONSTRUCTED)) == "T 6.1"
    ruled = play.done(GiveRuling(RulingOutcome.CONTINUE, "put back as it lay"), SHIFT_MANAGER)
    assert isinstance(ruled[-1], PlayResumed)
    assert play.table.phase is Phase.DEALING


@clause("mbs-tiger-no-commission-2022", "5.6")
def test_5_6_a_card_face_up_in_the_device_is_played_like_any_other() -> None:
    play = dealt(GAME, CARDS[0])
    assert tell(play, Trigger.FACE_UP, cards=(CARDS[1],))[-1] == PlayResumed(1, "T 5.6")
    play.finish(*CARDS[1:])


@clause("mbs-tiger-no-commission-2022", "5.7")
def test_5_7_a_wrong_order_is_corrected_and_the_round_continues() -> None:
    play = dealt(GAME, "Kc", "2s", "3d")
    events = tell(play, Trigger.WRONG_ORDER, cards=CARDS[:3])
    assert [type(event) for event in events[1:]] == [CardsReconstructed, PlayResumed]
    assert cards_of(play.table) == "2s 3d / Kc"
    play.finish(*CARDS[3:])


@clause("mbs-tiger-no-commission-2022", "5.7")
def test_5_7_cards_passed_to_the_wrong_patron_are_fetched_back_and_the_round_continues() -> None:
    play = dealt(GAME, *CARDS[:4])
    assert tell(play, Trigger.WRONG_PATRON)[-1] == PlayResumed(1, "T 5.7")
    play.finish(*CARDS[4:])


@clause("mbs-tiger-no-commission-2022", "5.7.1")
def test_5_7_1_cards_that_were_not_passed_leave_the_outcome_unchanged() -> None:
    play = dealt(GAME, *CARDS[:4])
    before = play.table.current.tableau
    assert tell(play, Trigger.NOT_PASSED)[-1] == PlayResumed(1, "T 5.7.1")
    assert play.table.current.tableau == before


@clause("mbs-tiger-no-commission-2022", "5.8", "5.8.1")
def test_5_8_1_patrons_may_withdraw_and_then_the_cards_are_put_into_their_order() -> None:
    play = dealt(GAME, CARDS[0])
    tell(play, Trigger.DRAWN_TOGETHER, cards=CARDS[1:3])
    assert cards_of(play.table) == "2s /"
    play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    events = play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    assert isinstance(events[-1], CardsReconstructed)
    assert cards_of(play.table) == "2s 3d / Kc"
    assert set(play.table.current.sets) == {2}


@clause("mbs-tiger-no-commission-2022", "5.8.2", "5.8.2.1")
@pytest.mark.parametrize("drawn", range(3))
def test_5_8_2_1_an_unknown_order_in_the_initial_deal_voids_the_round(drawn: int) -> None:
    play = dealt(GAME, *CARDS[:drawn])
    bunch = CARDS[drawn : drawn + 2]
    events = tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=bunch)
    assert source(events) == "T 5.8.2, 5.8.2.1"
    assert play.table.phase is Phase.VOID


@clause("mbs-tiger-no-commission-2022", "5.8.2", "5.8.2.2")
def test_5_8_2_2_later_the_pit_manager_fixes_the_order_and_patrons_choose() -> None:
    play = dealt(GAME, *CARDS[:4])
    events = tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=CARDS[4:])
    assert source(events) == "T 5.8.2, 5.8.2.2"
    order = GiveRuling(RulingOutcome.CONTINUE, "as they lay", CARDS[4:])
    assert play.refused(order, DEALER) == "not-allowed"
    void = GiveRuling(RulingOutcome.VOID, "simpler")
    assert play.refused(void, SHIFT_MANAGER_AND_SECOND) == "not-ruled-so"
    play.done(order, PIT_MANAGER)
    play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    stay(play, 2)
    assert play.table.phase is Phase.COMPLETE
    assert cards_of(play.table) == "2s 3d 4h / Kc 4c 2c"


@clause("mbs-tiger-no-commission-2022", "5.9")
def test_5_9_after_a_reset_patrons_withdraw_wager_again_and_bets_close_a_second_time() -> None:
    play = dealt(GAME)
    tell(play, Trigger.DEVICE_RESET)
    play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    stay(play, 2)
    assert play.refused(play.wagers(1, player=20_00), patron(1)) == "held"
    play.done(ReopenBets(), DEALER)
    play.bet(1, player=20_00)
    play.close()
    play.finish(*CARDS)


@clause("mbs-tiger-no-commission-2022", "5.10")
def test_5_10_the_round_continues_when_a_patron_with_cards_is_absent() -> None:
    play = dealt(GAME, *CARDS[:4])
    assert tell(play, Trigger.HANDLER_ABSENT)[-1] == PlayResumed(1, "T 5.10")
    play.finish(*CARDS[4:])


def gone() -> Play:
    """A table whose patron has left with the fourth card, which the device did not read."""
    play = dealt(GAME, *CARDS[:3], "?")
    tell(play, Trigger.LEFT_WITH_CARDS, numbers=(4,))
    return play


@clause("mbs-tiger-no-commission-2022", "5.11")
def test_5_11_the_search_is_for_cards_of_unknown_value() -> None:
    assert gone().table.pending_steps[0].source.startswith("T 5.11")
    play = dealt(GAME, *CARDS[:4])
    assert source(tell(play, Trigger.LEFT_WITH_CARDS, numbers=(4,))) == "POLICY P30"


@clause("mbs-tiger-no-commission-2022", "5.11.1")
def test_5_11_1_two_cards_are_set_aside_in_order_before_a_gaming_shift_manager() -> None:
    play = gone()
    assert play.refused(SetCardsAside(("?", "?")), TWO) == "not-allowed"
    (aside,) = play.done(SetCardsAside(("?", "?")), SHIFT_MANAGER_AND_SECOND)
    assert aside == CardsSetAside(1, ((5, "?"), (6, "?")))


@clause("mbs-tiger-no-commission-2022", "5.11.2", "5.11.2.1")
def test_5_11_2_1_the_missing_card_is_among_those_that_the_decks_lack() -> None:
    play = gone()
    play.done(SetCardsAside(("?", "?")), SHIFT_MANAGER_AND_SECOND)
    (found,) = play.done(ReportSortedDecks(CARDS), SHIFT_MANAGER_AND_SECOND)
    assert isinstance(found, DecksSorted)
    assert found.candidates == ("2c", "4c", "4h")


@clause("mbs-tiger-no-commission-2022", "5.11.3", "5.11.4", "5.11.5")
def test_5_11_3_to_5_11_5_an_equal_card_completes_the_round_and_all_cards_are_then_replaced() -> (
    None
):
    play = gone()
    play.done(SetCardsAside(("?", "?")), SHIFT_MANAGER_AND_SECOND)
    play.done(ReportSortedDecks(CARDS), SHIFT_MANAGER_AND_SECOND)
    play.done(InspectSetAsideCards(CARDS[4:]), SHIFT_MANAGER_AND_SECOND)
    assert play.refused(ReplaceMissingCards(("4h",)), SHIFT_MANAGER_AND_SECOND)
    replaced, *drawn, resumed, new = play.done(
        ReplaceMissingCards(("4c",)), SHIFT_MANAGER_AND_SECOND
    )
    assert replaced == MissingCardsReplaced(1, ((4, "4c"),))
    assert [type(event) for event in drawn] == [CardDrawn, CardDrawn]
    assert isinstance(resumed, PlayResumed)
    assert isinstance(new, CardReplacementRequired)
    play.done(SettleRound(), DEALER)
    assert play.refused(OpenBets(), DEALER) == "cards-to-replace"
    play.done(EndShoe(), DEALER)
    play.done(LoadShoe("shoe-2"), DEALER)
    play.done(OpenBets(), DEALER)


def moved() -> Play:
    """A table under Method C with the device in a patron's hands."""
    play = by_method(DealingMethod.C)
    play.bet(1, banker=100_00)
    return dealt_by_method(play, *CARDS[:1])


@clause("mbs-tiger-no-commission-2022", "5.12", "5.12.1")
def test_5_12_1_a_card_exposed_by_a_move_of_the_device_is_played() -> None:
    play = moved()
    events = play.done(seen(Trigger.EXPOSED_BY_MOVE), DEALER)
    assert events[-1] == PlayResumed(1, "T 5.12, 5.12.1")


@clause("mbs-tiger-no-commission-2022", "5.12", "5.12.2")
def test_5_12_2_an_order_lost_by_a_move_of_the_device_voids_and_requires_new_cards() -> None:
    play = moved()
    _, voided, replaced = tell(play, Trigger.ORDER_LOST)
    assert isinstance(voided, RoundVoided)
    assert replaced == CardReplacementRequired("shoe-1", "T 5.12, 5.12.2")


@clause("mbs-tiger-no-commission-2022", "5.13")
def test_5_13_after_a_void_the_cards_may_be_replaced_and_need_not() -> None:
    play = dealt(GAME, CARDS[0])
    tell(play, Trigger.UNCOVERED)
    play.done(GiveRuling(RulingOutcome.VOID, "void"), SHIFT_MANAGER_AND_SECOND)
    assert not play.table.device.replace_by
    (asked,) = play.done(ReplaceCards(), PIT_MANAGER)
    assert asked == CardReplacementRequired("shoe-1", "T 5.13; POLICY P14")


@clause("mbs-tiger-no-commission-2022", "6.1")
def test_6_1_an_uncovered_case_waits_for_the_gaming_shift_manager() -> None:
    play = dealt(GAME, CARDS[0])
    assert source(tell(play, Trigger.UNCOVERED)) == "T 6.1"
    assert play.refused(GiveRuling(RulingOutcome.CONTINUE, "on"), PIT_MANAGER) == "not-allowed"
    play.done(GiveRuling(RulingOutcome.CONTINUE, "on"), SHIFT_MANAGER)
    play.finish(*CARDS[1:])


@clause("mbs-tiger-no-commission-2022", "6.2")
def test_6_2_a_pit_manager_refers_a_ruling_to_the_assistant_casino_manager() -> None:
    play = dealt(GAME, *CARDS[:4])
    tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=CARDS[4:])
    refer = ReferDecision("I know both patrons")
    order = GiveRuling(RulingOutcome.CONTINUE, "as they lay", CARDS[4:])
    manager, casino = StaffPosition.PIT_MANAGER, StaffPosition.ASSISTANT_CASINO_MANAGER
    events = play.done(refer, PIT_MANAGER)
    assert events == (DecisionReferred(1, manager, casino, refer.reason, "T 6.2"),)
    assert play.refused(order, PIT_MANAGER) == "not-allowed"
    assert play.refused(refer, PIT_MANAGER) == "not-allowed"
    (further,) = play.done(refer, CASINO_MANAGER)
    assert isinstance(further, DecisionReferred)
    assert further.to is StaffPosition.GAMING_SHIFT_MANAGER
    assert play.refused(refer, SHIFT_MANAGER) == "nobody-higher"
    play.done(order, SHIFT_MANAGER)
    assert play.table.current.is_loose_ordered
