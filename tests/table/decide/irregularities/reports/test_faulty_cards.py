"""Test cards that are excess copies, exposed or unread."""

import pytest
from msgspec.structs import replace

from punto.core.irregularities import Circumstance, Trigger
from punto.core.rulebook import DealingMethod, Rulebook
from punto.core.sides import Side
from punto.games.library import GAMES, game
from punto.table.actors import DEVICE, HOUSE_DEALER
from punto.table.commands import (
    ChooseFirstHand,
    CloseBets,
    ConfirmParticipants,
    DrawCard,
    EnterCard,
    ExposeCards,
    GiveRuling,
    InterruptRound,
    OpenBets,
    RulingOutcome,
    SettleRound,
)
from punto.table.events import (
    CardBurned,
    CardIdentified,
    CardReplacementRequired,
    CuttingCardReached,
    ExcessCardDrawn,
    IrregularityRaised,
    PlayResumed,
    RoundVoided,
)
from punto.table.next_step import NextStep, next_step
from punto.table.state import Phase
from punto.table.views import public_winner
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
from tests.live import by_method
from tests.tables import LIVE, TIGER, Play, cards_of, dealing, patron, physical

FORTUNE = game("fortune-six-live")


# Faults of the cards


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_counting_finds_an_excess_copy(book: object) -> None:
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
        ruling = GiveRuling(RulingOutcome.AS_PROPOSED, "counted")
        rest = list(play.done(ruling, SHIFT_MANAGER_AND_SECOND)[1:])
    assert [type(event) for event in rest] == [RoundVoided, CardReplacementRequired]
    assert play.refused(OpenBets(), DEALER) == "cards-to-replace"
    assert next_step(play.table) is NextStep.END_SHOE


def test_an_excess_copy_between_rounds_voids_no_round() -> None:
    play = dealt(TIGER, decks=4)
    play.draw("9s", "Kc", "9s", "Kc")
    play.done(SettleRound())
    play.draw("9s", "9s")
    events = play.draw("9s")
    assert [type(event) for event in events[1:]] == [IrregularityRaised, CardReplacementRequired]
    assert events[-1] == CardReplacementRequired("shoe-1", "POLICY P13")
    # The table has recorded the excess copy, so a further card causes no event.
    assert len(play.draw("9s")) == 1


def test_an_excess_copy_precedes_the_early_card_while_bets_are_open() -> None:
    play = dealt(TIGER, "9s", "9s", "9s", "9s", decks=4)
    play.draw("2d")
    play.done(SettleRound())
    play.done(OpenBets())
    events = play.draw("9s")
    assert [type(event).__name__ for event in events][-3:] == [
        "IrregularityRaised",
        "RoundVoided",
        "CardReplacementRequired",
    ]


def test_without_a_clause_the_shift_manager_confirms_the_void() -> None:
    play = dealt(FORTUNE, "9s")
    events = tell(play, Trigger.UNSHUFFLED)
    assert source(events) == "POLICY P7"
    assert play.table.phase is Phase.DEALING
    as_proposed = GiveRuling(RulingOutcome.AS_PROPOSED, "never shuffled")
    assert play.refused(as_proposed, PIT_MANAGER) == "not-allowed"
    assert play.refused(as_proposed, SHIFT_MANAGER) == "needs-second"
    assert (
        play.refused(GiveRuling(RulingOutcome.VOID, "x"), SHIFT_MANAGER_AND_SECOND)
        == "not-ruled-so"
    )
    events = play.done(as_proposed, SHIFT_MANAGER_AND_SECOND)
    assert isinstance(events[1], RoundVoided)


def test_the_round_continues_if_the_shift_manager_does_not_confirm() -> None:
    play = dealt(FORTUNE, "9s")
    tell(play, Trigger.UNSHUFFLED)
    events = play.done(GiveRuling(RulingOutcome.CONTINUE, "they were shuffled"), SHIFT_MANAGER)
    assert isinstance(events[-1], PlayResumed)
    play.finish("Kc", "Kd", "6h")


def test_a_card_exposed_before_the_first_card_is_burned_and_voids_the_round() -> None:
    play = dealt(TIGER)
    assert source(tell(play, Trigger.FACE_UP, cards=("9h",))) == "POLICY P9"
    as_proposed = GiveRuling(RulingOutcome.AS_PROPOSED, "it showed")
    events = play.done(as_proposed, SHIFT_MANAGER_AND_SECOND)
    assert isinstance(events[1], RoundVoided)
    assert events[2] == CardBurned(1, "9h")
    play.done(OpenBets())


def test_several_exposed_cards_require_a_new_shoe() -> None:
    play = dealt(TIGER)
    tell(play, Trigger.FACE_UP, cards=("9h", "8h"))
    as_proposed = GiveRuling(RulingOutcome.AS_PROPOSED, "they showed")
    play.done(as_proposed, SHIFT_MANAGER_AND_SECOND)
    assert play.table.device.replace_by == "POLICY P9"


def test_staff_cannot_name_the_exposed_card_of_a_committed_shoe() -> None:
    """Before, staff reported a five of clubs, and the table burned it in place of the true card."""
    play = dealing(TIGER)
    assert play.refused(seen(Trigger.FACE_UP, cards=("9h",)), TWO) == "cards-known"
    tell(play, Trigger.FACE_UP)
    play.done(GiveRuling(RulingOutcome.AS_PROPOSED, "it showed"), SHIFT_MANAGER_AND_SECOND)
    assert play.table.device.replace_by == "POLICY P9"


@pytest.mark.parametrize(("cards", "burned"), [(("9h",), True), (("9h", "8h"), False)])
def test_a_card_exposed_between_rounds_holds_the_next_round(
    cards: tuple[str, ...], burned: bool
) -> None:
    play = physical(TIGER)
    again(play)
    play.close()
    play.finish(*PLAIN)
    tell(play, Trigger.FACE_UP, cards=cards)
    assert play.refused(OpenBets()) == "held"
    assert play.refused(GiveRuling(RulingOutcome.VOID, "x"), SHIFT_MANAGER_AND_SECOND) == "no-round"
    events = play.done(GiveRuling(RulingOutcome.AS_PROPOSED, "it showed"), SHIFT_MANAGER)
    assert any(isinstance(event, CardBurned) for event in events) is burned
    assert bool(play.table.device.replace_by) is not burned


def taken_out_after_all(play: Play) -> None:
    """Check that the exposed card holds the next round and is burned as between rounds."""
    dealer = HOUSE_DEALER if play.table.game is TIGER else DEALER
    assert play.refused(OpenBets(), dealer) == "held"
    assert play.refused(GiveRuling(RulingOutcome.VOID, "x"), SHIFT_MANAGER_AND_SECOND) == "no-round"
    events = play.done(GiveRuling(RulingOutcome.AS_PROPOSED, "it showed"), SHIFT_MANAGER)
    assert events[0] == CardBurned(play.table.device.cards_out, "9h")
    play.done(OpenBets(), dealer)


def test_an_exposed_card_still_needs_a_ruling_after_another_void() -> None:
    """Before, after a power failure, the next round opened with the card that everyone had seen."""
    play = physical(TIGER)
    again(play)
    tell(play, Trigger.FACE_UP, cards=("9h",))
    tell(play, Trigger.INTERRUPTED, Circumstance.POWER_FAILURE)
    assert play.table.phase is Phase.VOID
    taken_out_after_all(play)


@pytest.mark.parametrize("book", [LIVE, FORTUNE], ids=lambda book: book.key)
def test_a_void_removes_all_other_pending_rulings(book: Rulebook) -> None:
    play = dealt(book, "2s", "Kc")
    play.done(InterruptRound(power_failure=False), DEALER)
    (waiting,) = play.table.pending_steps
    assert waiting.proposed
    tell(play, Trigger.FOREIGN_CARD)
    assert play.table.phase is Phase.VOID
    assert play.table.pending_steps == ()


def test_an_exposed_card_still_needs_a_ruling_after_a_reversal() -> None:
    play = dealt(FORTUNE)
    play.finish(*PLAIN)
    tell(play, Trigger.FACE_UP, cards=("9h",))
    tell(play, Trigger.WRONG_NUMBER, Circumstance.CANNOT_BE_RECONSTRUCTED)
    assert play.table.phase is Phase.VOID
    taken_out_after_all(play)


def test_staff_may_report_the_cutting_card() -> None:
    play = dealt(TIGER, "9s")
    (shown,) = tell(play, Trigger.CUTTING_CARD)
    assert isinstance(shown, CuttingCardReached)
    assert play.refused(seen(Trigger.CUTTING_CARD), patron(1)) == "not-allowed"


def test_a_reported_short_shoe_ends_the_shoe() -> None:
    play = dealt(TIGER, "9s")
    assert source(tell(play, Trigger.SHOE_SHORT)) == "E 5.3"
    promised = dealing(TIGER, "9s")
    assert promised.refused(seen(Trigger.SHOE_SHORT), TWO) == "cards-known"
    shoe = promised.table.device
    promised.table = replace(promised.table, shoe=replace(shoe, cards_out=52 * shoe.decks - 1))
    assert promised.refused(seen(Trigger.SHOE_SHORT), TWO) == "cards-known"
    promised.table = replace(promised.table, shoe=replace(shoe, cards_out=52 * shoe.decks))
    assert source(tell(promised, Trigger.SHOE_SHORT)) == "E 5.3"
    assert next_step(play.table) is NextStep.END_SHOE


# Unread cards


def test_a_short_shoe_cannot_be_reported_while_a_hidden_card_decides_the_draw() -> None:
    play = by_method(DealingMethod.A)
    play.bet(1, tie=50_00)
    play.done(CloseBets(), DEALER)
    play.done(ConfirmParticipants(), DEALER)
    short = seen(Trigger.SHOE_SHORT)
    play.draw("2s", "Kc")
    # The initial deal continues with any cards.
    assert play.refused(short, TWO) == "cards-known"
    play.draw("3d", "4c")
    assert play.refused(short, TWO) == "face-down"
    play.done(ChooseFirstHand(Side.PLAYER), DEALER)
    play.done(ExposeCards(Side.PLAYER), DEALER)
    # Player has five, and draws unless Banker has a natural.
    assert play.refused(short, TWO) == "face-down"


def test_an_unread_card_must_be_entered_before_the_round_continues() -> None:
    play = dealt(TIGER, "2s", "?", "3d", "4c")
    assert cards_of(play.table) == "2s 3d / ? 4c"
    assert next_step(play.table) is NextStep.ENTER_CARD
    assert play.refused(EnterCard(2, "1x"), TWO) == "not-a-card"
    assert play.refused(EnterCard(2, "Kc"), DEALER) == "needs-second"
    assert play.done(EnterCard(2, "Kc"), TWO) == (CardIdentified(1, 2, "Kc"),)
    play.finish("4h", "2c")


def test_no_card_is_drawn_while_its_hand_is_unknown() -> None:
    play = dealt(TIGER, "2s", "?", "3d", "4c")
    assert play.refused(DrawCard(5, "4h"), DEVICE) == "card-unread"
    assert play.done(DrawCard(4, "4c"), DEVICE) == ()


def test_a_round_with_an_unread_card_is_not_settled() -> None:
    play = dealt(TIGER, *PLAIN[:5], "?")
    assert play.table.phase is Phase.COMPLETE
    assert play.refused(SettleRound()) == "card-unread"
    assert public_winner(play.table) is None
    play.done(EnterCard(6, "2c"), TWO)
    play.done(SettleRound())


def test_cards_are_not_reconstructed_around_an_unread_card() -> None:
    play = dealt(TIGER, "2s", "?", "3d")
    together = seen(Trigger.DRAWN_TOGETHER, cards=("4c", "4h"))
    assert play.refused(together, TWO) == "card-unread"
    assert play.refused(seen(Trigger.WRONG_ORDER, cards=("2s",)), TWO) == "card-unread"
    play.done(EnterCard(2, "Kc"), TWO)
    play.done(together, TWO)


def test_an_excess_card_must_be_read_because_it_opens_the_next_round() -> None:
    play = dealt(TIGER, *PLAIN[:5], "2c", "9h", "2d", "Kh", "3c")
    play.done(SettleRound())
    again(play)
    play.done(CloseBets())
    assert play.refused(DrawCard(11, "?"), DEVICE) == "card-unread"
    assert play.done(EnterCard(11, "5c"), TWO)[-1] == ExcessCardDrawn(11, "5c")
    told = (*("9h", "2d", "Kh", "3c"), "?")
    assert play.refused(seen(Trigger.WRONG_ORDER, cards=told), TWO) == "card-unread"


def test_an_unread_excess_card_cannot_close_bets_by_force() -> None:
    play = dealt(TIGER, *PLAIN[:5], "2c", "9h", "2d", "Kh", "3c")
    play.done(SettleRound())
    again(play)
    assert play.refused(DrawCard(11, "?"), DEVICE) == "card-unread"
    assert play.table.phase is Phase.BETS_OPEN


def test_a_card_between_rounds_must_be_read() -> None:
    assert physical(TIGER).refused(DrawCard(1, "?"), DEVICE) == "not-a-card"
