"""Test the search for a card that a patron took away, by the cards that complete decks lack."""

import pytest
from msgspec.structs import replace

from punto.core.irregularities import Circumstance, Trigger
from punto.core.rulebook import DealingMethod
from punto.table.commands import (
    ChooseMethod,
    Command,
    EnterCard,
    GiveRuling,
    InspectSetAsideCards,
    InterruptRound,
    OpenBets,
    ReplaceMissingCards,
    ReportSortedDecks,
    RulingOutcome,
    SetCardsAside,
    SettleRound,
)
from punto.table.events import (
    CardDrawn,
    CardIdentified,
    CardReplacementRequired,
    CardsSetAside,
    DecksSorted,
    IrregularityRaised,
    MissingCardsReplaced,
    PlayResumed,
    RoundVoided,
    SetAsideCardsInspected,
)
from punto.table.state import Phase
from tests.irregularities import (
    DEALER,
    SHIFT_MANAGER,
    SHIFT_MANAGER_AND_SECOND,
    TWO,
    dealt,
    seen,
    source,
    tell,
)
from tests.live import CASINO_MANAGER
from tests.live import dealt as cards_by_drawer
from tests.tables import LIVE, Play, cards_of, physical

SEARCH = (
    SetCardsAside(("4h", "2c")),
    ReportSortedDecks(("2s", "Kc", "3d", "4c", "4h", "2c")),
    ReplaceMissingCards(("4c",)),
)


def gone(*cards: str) -> Play:
    """A table whose patron has left with the last of these cards."""
    play = dealt(LIVE, *cards)
    tell(play, Trigger.LEFT_WITH_CARDS, numbers=(len(cards),))
    return play


def test_a_round_that_needs_more_than_the_two_cards_set_aside_is_void() -> None:
    """The device is sorted into decks, so its order cannot be reconstructed (T 5.11.4 and 5.2)."""
    play = gone("2s", "Kc", "?")
    play.done(SetCardsAside(("4c", "4h")), SHIFT_MANAGER_AND_SECOND)
    play.done(ReportSortedDecks(("2s", "Kc", "3d", "4c", "4h")), SHIFT_MANAGER_AND_SECOND)
    events = play.done(ReplaceMissingCards(("3d",)), SHIFT_MANAGER_AND_SECOND)
    assert [type(event) for event in events] == [
        MissingCardsReplaced,
        CardDrawn,
        CardDrawn,
        IrregularityRaised,
        RoundVoided,
        CardReplacementRequired,
    ]
    assert source(events) == "T 5.2"
    assert play.table.device.replace_by.startswith("T 5.11")


def test_under_method_c_a_sorted_device_loses_its_order_by_its_own_clause() -> None:
    play = physical(LIVE, (1, 2), is_hlga=True)
    play.done(ChooseMethod(DealingMethod.C), CASINO_MANAGER)
    play.done(OpenBets(), DEALER)
    play.bet(1, banker=100_00)
    cards_by_drawer(play, "2s", "?")
    tell(play, Trigger.LEFT_WITH_CARDS, numbers=(2,))
    play.done(SetCardsAside(("3d", "4c")), SHIFT_MANAGER_AND_SECOND)
    play.done(ReportSortedDecks(("2s", "3d", "4c", "Kc")), SHIFT_MANAGER_AND_SECOND)
    assert (
        source(play.done(ReplaceMissingCards(("Kc",)), SHIFT_MANAGER_AND_SECOND))
        == "T 5.12, 5.12.2"
    )
    assert play.table.phase is Phase.VOID


def test_the_two_cards_set_aside_can_complete_the_initial_deal() -> None:
    play = gone("9s", "Kc", "?")
    play.done(SetCardsAside(("6h", "4h")), SHIFT_MANAGER_AND_SECOND)
    play.done(ReportSortedDecks(("9s", "Kc", "Kd", "6h", "4h")), SHIFT_MANAGER_AND_SECOND)
    play.done(ReplaceMissingCards(("Kd",)), SHIFT_MANAGER_AND_SECOND)
    assert cards_of(play.table) == "9s Kd / Kc 6h"
    assert play.table.phase is Phase.COMPLETE


def test_a_missing_card_is_reported_once() -> None:
    play = gone("2s", "Kc", "3d", "?")
    assert play.refused(seen(Trigger.LEFT_WITH_CARDS, numbers=(3, 4)), TWO) == "told-so"
    assert len({each.event for each in play.table.pending_steps}) == 1
    tell(play, Trigger.LEFT_WITH_CARDS, numbers=(3,))
    assert len({each.event for each in play.table.pending_steps}) == 2


def test_the_missing_card_is_certain_if_the_device_read_the_two_set_aside() -> None:
    play = gone("2s", "Kc", "3d", "?")
    aside, sorted_, replaced = SEARCH
    assert play.done(aside, SHIFT_MANAGER_AND_SECOND) == (CardsSetAside(1, ((5, "4h"), (6, "2c"))),)
    (found,) = play.done(sorted_, SHIFT_MANAGER_AND_SECOND)
    assert isinstance(found, DecksSorted)
    assert found.candidates == ("2c", "4c", "4h")
    events = play.done(replaced, SHIFT_MANAGER_AND_SECOND)
    assert events[0] == MissingCardsReplaced(1, ((4, "4c"),))
    assert [type(event) for event in events[1:]] == [
        CardDrawn,
        CardDrawn,
        PlayResumed,
        CardReplacementRequired,
    ]
    assert cards_of(play.table) == "2s 3d 4h / Kc 4c 2c"
    play.done(SettleRound(), DEALER)
    assert play.refused(OpenBets(), DEALER) == "cards-to-replace"


def test_cards_set_aside_are_played_only_if_the_table_of_play_requires_them() -> None:
    play = gone("9s", "Kc", "Kd", "?")
    play.done(SetCardsAside(("4h", "2c")), SHIFT_MANAGER_AND_SECOND)
    play.done(ReportSortedDecks(("9s", "Kc", "Kd", "6h", "4h", "2c")), SHIFT_MANAGER_AND_SECOND)
    events = play.done(ReplaceMissingCards(("6h",)), SHIFT_MANAGER_AND_SECOND)
    assert not any(isinstance(event, CardDrawn) for event in events)
    assert play.table.phase is Phase.COMPLETE


def test_unread_cards_set_aside_leave_three_candidates_until_staff_inspect_them() -> None:
    play = gone("2s", "Kc", "3d", "?")
    play.done(SetCardsAside(("?", "2c")), SHIFT_MANAGER_AND_SECOND)
    play.done(SEARCH[1], SHIFT_MANAGER_AND_SECOND)
    assert play.refused(SEARCH[2], SHIFT_MANAGER_AND_SECOND) == "card-unread"
    for wrong in (("4h",), ("9h", "2c"), ("4h", "4c")):
        asked = InspectSetAsideCards(wrong)
        assert play.refused(asked, SHIFT_MANAGER_AND_SECOND) == "not-these-cards"
    (seen_,) = play.done(InspectSetAsideCards(("4h", "2c")), SHIFT_MANAGER_AND_SECOND)
    assert seen_ == SetAsideCardsInspected(1, ((5, "4h"), (6, "2c")))
    again = InspectSetAsideCards(("4h", "2c"))
    assert play.refused(again, SHIFT_MANAGER_AND_SECOND) == "not-in-this-step"
    assert play.refused(ReplaceMissingCards(("4h",)), SHIFT_MANAGER_AND_SECOND) == "not-these-cards"
    play.done(SEARCH[2], SHIFT_MANAGER_AND_SECOND)
    assert play.table.device.copies["4h"] == play.table.device.copies["4c"] == 1


def test_an_irregularity_of_higher_rank_leaves_cards_set_aside_in_place() -> None:
    play = gone("2s", "2c", "2d", "?")
    play.done(SEARCH[0], SHIFT_MANAGER_AND_SECOND)
    events = tell(play, Trigger.INTERRUPTED, Circumstance.POWER_FAILURE)
    assert isinstance(events[-1], PlayResumed)
    assert play.table.pending_steps[0].trigger is Trigger.LEFT_WITH_CARDS
    assert cards_of(play.table) == "2s 2d / 2c ?"


def test_a_void_during_a_search_requires_new_cards() -> None:
    """Before, the next round could be dealt from the sorted decks on the table."""
    play = gone("2s", "Kc", "3d", "?")
    for step in SEARCH[:2]:
        play.done(step, SHIFT_MANAGER_AND_SECOND)
    tell(play, Trigger.UNCOVERED)
    events = play.done(
        GiveRuling(RulingOutcome.VOID, "the house is emptied"), SHIFT_MANAGER_AND_SECOND
    )
    assert isinstance(events[-2], RoundVoided)
    assert isinstance(events[-1], CardReplacementRequired)
    assert events[-1].source.endswith("5.11.5")
    assert play.refused(OpenBets(), DEALER) == "cards-to-replace"


def test_two_cards_of_one_hand_are_found_together() -> None:
    play = dealt(LIVE, "?", "Kc", "?", "4c")
    tell(play, Trigger.LEFT_WITH_CARDS, numbers=(1, 3))
    play.done(SetCardsAside(("4h", "2c")), SHIFT_MANAGER_AND_SECOND)
    play.done(ReportSortedDecks(("2s", "Kc", "3d", "4c", "4h", "2c")), SHIFT_MANAGER_AND_SECOND)
    play.done(ReplaceMissingCards(("2s", "3d")), SHIFT_MANAGER_AND_SECOND)
    assert cards_of(play.table) == "2s 3d 4h / Kc 4c 2c"


def test_every_step_of_a_search_needs_the_shift_manager() -> None:
    play = gone("2s", "Kc", "3d", "?")
    assert play.refused(SEARCH[0], TWO) == "not-allowed"
    assert play.refused(SEARCH[0], SHIFT_MANAGER) == "needs-second"
    witness = replace(DEALER, seconded_by=SHIFT_MANAGER)
    play.done(SEARCH[0], witness)


@pytest.mark.parametrize("early", [*SEARCH[1:], InspectSetAsideCards(("4h", "2c"))])
def test_a_step_waits_for_the_one_before_it(early: Command) -> None:
    play = gone("2s", "Kc", "3d", "?")
    assert play.refused(early, SHIFT_MANAGER_AND_SECOND) == "not-in-this-step"
    play.done(SEARCH[0], SHIFT_MANAGER_AND_SECOND)
    assert play.refused(SEARCH[0], SHIFT_MANAGER_AND_SECOND) == "not-in-this-step"
    if early is not SEARCH[1]:
        assert play.refused(early, SHIFT_MANAGER_AND_SECOND) == "not-in-this-step"
    play.done(SEARCH[1], SHIFT_MANAGER_AND_SECOND)
    assert play.refused(SEARCH[1], SHIFT_MANAGER_AND_SECOND) == "not-in-this-step"


def test_there_is_nothing_to_search_for_while_no_card_is_missing() -> None:
    play = dealt(LIVE, "2s")
    for step in SEARCH:
        assert play.refused(step, SHIFT_MANAGER_AND_SECOND) == "nothing-held"
    play.done(InterruptRound(), DEALER)
    assert play.refused(SEARCH[0], SHIFT_MANAGER_AND_SECOND) == "nothing-held"


@pytest.mark.parametrize("cards", [("4h",), ("4h", "2c", "9h"), ()])
def test_exactly_two_cards_are_set_aside(cards: tuple[str, ...]) -> None:
    play = gone("2s", "Kc", "3d", "?")
    asked = SetCardsAside(cards)
    assert play.refused(asked, SHIFT_MANAGER_AND_SECOND) == "not-these-cards"


@pytest.mark.parametrize(("left", "cards"), [(2, ("4h", "2c")), (1, ("4h",)), (0, ())])
def test_the_rest_of_a_nearly_empty_shoe_is_set_aside(left: int, cards: tuple[str, ...]) -> None:
    play = gone("2s", "Kc", "3d", "?")
    shoe = play.table.device
    play.table = replace(play.table, shoe=replace(shoe, cards_out=52 * shoe.decks - left))
    (aside,) = play.done(SetCardsAside(cards), SHIFT_MANAGER_AND_SECOND)
    assert isinstance(aside, CardsSetAside)
    assert [text for _, text in aside.cards] == list(cards)


def test_a_search_refuses_text_that_is_not_a_card() -> None:
    play = gone("2s", "Kc", "3d", "?")
    assert play.refused(SetCardsAside(("4h", "1x")), SHIFT_MANAGER_AND_SECOND) == "unknown-cards"
    play.done(SEARCH[0], SHIFT_MANAGER_AND_SECOND)
    assert play.refused(ReportSortedDecks(("1x",)), SHIFT_MANAGER_AND_SECOND) == "unknown-cards"


@pytest.mark.parametrize(
    "short",
    [
        ("2s", "Kc", "3d", "4h", "2c"),
        ("2s", "Kc", "3d", "4c", "9h", "4h", "2c"),
        ("2s", "Kc", "9d", "4c", "4h", "2c"),
        ("2s", "Kc", "3d", "4c", "4h", "9c"),
    ],
)
def test_decks_that_do_not_add_up_void_the_round(short: tuple[str, ...]) -> None:
    play = gone("2s", "Kc", "3d", "?")
    play.done(SEARCH[0], SHIFT_MANAGER_AND_SECOND)
    raised, voided, replaced = play.done(ReportSortedDecks(short), SHIFT_MANAGER_AND_SECOND)
    assert isinstance(raised, IrregularityRaised)
    assert raised.trigger is Trigger.CARD_COUNT
    assert isinstance(voided, RoundVoided)
    assert voided.source == "T 5.1, 5.1.1, 5.1.2"
    assert isinstance(replaced, CardReplacementRequired)


def test_a_card_identified_by_surveillance_goes_to_the_shift_manager() -> None:
    play = dealt(LIVE, "2s", "Kc", "3d", "?")
    wrong = seen(Trigger.LEFT_WITH_CARDS, numbers=(4,), cards=("4c", "9c"))
    assert play.refused(wrong, TWO) == "not-these-cards"
    assert play.refused(seen(Trigger.LEFT_WITH_CARDS), TWO) == "which-cards"
    assert play.refused(seen(Trigger.LEFT_WITH_CARDS, numbers=(9,)), TWO) == "not-these-cards"
    events = tell(play, Trigger.LEFT_WITH_CARDS, numbers=(4,), cards=("4c",))
    assert events[0] == CardIdentified(1, 4, "4c")
    assert source(events) == "POLICY P30"
    play.done(GiveRuling(RulingOutcome.AS_PROPOSED, "seen on camera"), SHIFT_MANAGER)
    assert play.table.device.replace_by == "POLICY P30"
    play.finish("4h", "2c")


def test_a_card_that_the_device_read_needs_no_search() -> None:
    play = dealt(LIVE, "2s", "Kc", "3d", "4c")
    assert source(tell(play, Trigger.LEFT_WITH_CARDS, numbers=(4,))) == "POLICY P30"
    assert play.refused(SEARCH[0], SHIFT_MANAGER_AND_SECOND) == "nothing-held"


KINGS = ("Ks",) * 4
"""All copies of one card in four decks; both hands then draw."""


def test_an_excess_copy_among_cards_set_aside_voids_the_round() -> None:
    play = dealt(LIVE, *KINGS, "?", decks=4)
    tell(play, Trigger.LEFT_WITH_CARDS, numbers=(5,))
    events = play.done(SetCardsAside(("2c", "Ks")), SHIFT_MANAGER_AND_SECOND)
    assert source(events) == "T 5.1, 5.1.1, 5.1.2"
    assert play.table.phase is Phase.VOID


def test_an_excess_copy_among_inspected_cards_voids_the_round() -> None:
    play = dealt(LIVE, *KINGS, "?", decks=4)
    tell(play, Trigger.LEFT_WITH_CARDS, numbers=(5,))
    play.done(SetCardsAside(("?", "?")), SHIFT_MANAGER_AND_SECOND)
    play.done(ReportSortedDecks((*KINGS, "2c", "4h", "Ks")), SHIFT_MANAGER_AND_SECOND)
    events = play.done(InspectSetAsideCards(("4h", "Ks")), SHIFT_MANAGER_AND_SECOND)
    assert source(events) == "T 5.1, 5.1.1, 5.1.2"
    assert play.table.phase is Phase.VOID


def test_a_missing_card_that_was_read_is_not_searched_for() -> None:
    """One of the two missing cards was read, so the count finds only the other one."""
    play = dealt(LIVE, "2s", "?")
    tell(play, Trigger.LEFT_WITH_CARDS, numbers=(1, 2))
    play.done(SetCardsAside(("4h", "5h")), SHIFT_MANAGER_AND_SECOND)
    play.done(ReportSortedDecks(("2s", "4h", "5h", "Kc")), SHIFT_MANAGER_AND_SECOND)
    play.done(ReplaceMissingCards(("Kc",)), SHIFT_MANAGER_AND_SECOND)
    assert cards_of(play.table) == "2s 4h / Kc 5h"


def test_unread_cards_on_the_layout_are_entered_before_a_search() -> None:
    """Before, an unread card on the table made the decks appear to lack one more card."""
    play = dealt(LIVE, "?", "?")
    gone = seen(Trigger.LEFT_WITH_CARDS, numbers=(2,))
    assert play.refused(gone, TWO) == "card-unread"
    play.done(EnterCard(1, "2s"), TWO)
    play.done(gone, TWO)
    play.done(SetCardsAside(("4h", "5h")), SHIFT_MANAGER_AND_SECOND)
    play.done(ReportSortedDecks(("2s", "4h", "5h", "Kc")), SHIFT_MANAGER_AND_SECOND)
    play.done(ReplaceMissingCards(("Kc",)), SHIFT_MANAGER_AND_SECOND)
    assert cards_of(play.table) == "2s 4h / Kc 5h"
