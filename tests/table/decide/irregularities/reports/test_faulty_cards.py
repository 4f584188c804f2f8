"""Cards that came too often, showed or could not be read."""

import pytest
from msgspec.structs import replace

from punto.core.irregularities import Circumstance, Trigger
from punto.core.rulebook import DealingMethod, Rulebook
from punto.core.sides import Side
from punto.games.library import GAMES, game
from punto.table.actors import DEVICE, HOUSE_DEALER
from punto.table.commands.live import ChooseFirstHand, ExposeCards
from punto.table.commands.play import (
    CloseBets,
    ConfirmParticipants,
    DrawCard,
    EnterCard,
    GiveRuling,
    InterruptRound,
    OpenBets,
    RulingOutcome,
    SettleRound,
)
from punto.table.events.irregularities import CardIdentified, CardReplacementRequired
from punto.table.events.play import (
    CardBurned,
    CuttingCardReached,
    ExcessCardDrawn,
    IrregularityRaised,
    PlayResumed,
    RoundVoided,
)
from punto.table.next_step import NextStep, next_step
from punto.table.state import Phase
from punto.table.views import view_for
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
from tests.tables import LIVE, TIGER, Play, dealing, patron, physical

FORTUNE = game("fortune-six-live")


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
        ruling = GiveRuling(RulingOutcome.AS_PROPOSED, "counted")
        rest = list(play.done(ruling, SHIFT_MANAGER_AND_SECOND)[1:])
    assert [type(event) for event in rest] == [RoundVoided, CardReplacementRequired]
    assert play.refused(OpenBets(), DEALER) == "cards-to-replace"
    assert next_step(play.table) is NextStep.END_SHOE


def test_a_copy_too_many_between_rounds_voids_nothing() -> None:
    play = dealt(TIGER, decks=4)
    play.draw("9s", "Kc", "9s", "Kc")
    play.done(SettleRound())
    play.draw("9s", "9s")
    events = play.draw("9s")
    assert [type(event) for event in events[1:]] == [IrregularityRaised, CardReplacementRequired]
    assert events[-1] == CardReplacementRequired("shoe-1", "POLICY P13")
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
        "CardReplacementRequired",
    ]


def test_a_silent_document_has_the_shift_manager_confirm() -> None:
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


def test_a_confirmation_may_be_withheld_and_the_round_goes_on() -> None:
    play = dealt(FORTUNE, "9s")
    tell(play, Trigger.UNSHUFFLED)
    events = play.done(GiveRuling(RulingOutcome.CONTINUE, "they were shuffled"), SHIFT_MANAGER)
    assert isinstance(events[-1], PlayResumed)
    play.finish("Kc", "Kd", "6h")


def test_a_card_seen_before_the_first_one_is_taken_out_with_the_round() -> None:
    play = dealt(TIGER)
    assert source(tell(play, Trigger.FACE_UP, cards=("9h",))) == "POLICY P9"
    as_proposed = GiveRuling(RulingOutcome.AS_PROPOSED, "it showed")
    events = play.done(as_proposed, SHIFT_MANAGER_AND_SECOND)
    assert isinstance(events[1], RoundVoided)
    assert events[2] == CardBurned(1, "9h")
    play.done(OpenBets())


def test_several_cards_that_showed_take_the_shoe_with_them() -> None:
    play = dealt(TIGER)
    tell(play, Trigger.FACE_UP, cards=("9h", "8h"))
    as_proposed = GiveRuling(RulingOutcome.AS_PROPOSED, "they showed")
    play.done(as_proposed, SHIFT_MANAGER_AND_SECOND)
    assert play.table.device.replace_by == "POLICY P9"


def test_which_card_shows_in_a_promised_shoe_nobody_says() -> None:
    """A five of clubs was told and burned where the shoe had another card."""
    play = dealing(TIGER)
    assert play.refused(seen(Trigger.FACE_UP, cards=("9h",)), TWO) == "cards-known"
    tell(play, Trigger.FACE_UP)
    play.done(GiveRuling(RulingOutcome.AS_PROPOSED, "it showed"), SHIFT_MANAGER_AND_SECOND)
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
    assert play.refused(GiveRuling(RulingOutcome.VOID, "x"), SHIFT_MANAGER_AND_SECOND) == "no-round"
    events = play.done(GiveRuling(RulingOutcome.AS_PROPOSED, "it showed"), SHIFT_MANAGER)
    assert any(isinstance(event, CardBurned) for event in events) is burned
    assert bool(play.table.device.replace_by) is not burned


def taken_out_after_all(play: Play) -> None:
    """The card that showed still holds the next round, and goes as it would between two."""
    dealer = HOUSE_DEALER if play.table.game is TIGER else DEALER
    assert play.refused(OpenBets(), dealer) == "held"
    assert play.refused(GiveRuling(RulingOutcome.VOID, "x"), SHIFT_MANAGER_AND_SECOND) == "no-round"
    events = play.done(GiveRuling(RulingOutcome.AS_PROPOSED, "it showed"), SHIFT_MANAGER)
    assert events[0] == CardBurned(play.table.device.cards_out, "9h")
    play.done(OpenBets(), dealer)


def test_a_card_that_shows_is_still_ruled_on_when_another_thing_voids_the_round() -> None:
    """The power failed, and the next round opened with the card that everybody had seen."""
    play = physical(TIGER)
    again(play)
    tell(play, Trigger.FACE_UP, cards=("9h",))
    tell(play, Trigger.INTERRUPTED, Circumstance.POWER_FAILURE)
    assert play.table.phase is Phase.VOID
    taken_out_after_all(play)


@pytest.mark.parametrize("book", [LIVE, FORTUNE], ids=lambda book: book.key)
def test_nothing_else_is_still_ruled_on_once_the_round_is_void(book: Rulebook) -> None:
    play = dealt(book, "2s", "Kc")
    play.done(InterruptRound(power_failure=False), DEALER)
    (waiting,) = play.table.pending_steps
    assert waiting.proposed
    tell(play, Trigger.FOREIGN_CARD)
    assert play.table.phase is Phase.VOID
    assert play.table.pending_steps == ()


def test_a_card_that_shows_is_still_ruled_on_when_the_round_before_is_reversed() -> None:
    play = dealt(FORTUNE)
    play.finish(*PLAIN)
    tell(play, Trigger.FACE_UP, cards=("9h",))
    tell(play, Trigger.WRONG_NUMBER, Circumstance.CANNOT_BE_RECONSTRUCTED)
    assert play.table.phase is Phase.VOID
    taken_out_after_all(play)


def test_the_cutting_card_may_be_told_too() -> None:
    play = dealt(TIGER, "9s")
    (shown,) = tell(play, Trigger.CUTTING_CARD)
    assert isinstance(shown, CuttingCardReached)
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
    assert next_step(play.table) is NextStep.END_SHOE


# Cards that nothing has read


def test_whether_a_card_is_called_for_is_told_once_nothing_face_down_leaves_it_open() -> None:
    play = by_method(DealingMethod.A)
    play.bet(1, tie=50_00)
    play.done(CloseBets(), DEALER)
    play.done(ConfirmParticipants(), DEALER)
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


def test_a_card_that_is_not_read_holds_what_turns_on_it() -> None:
    play = dealt(TIGER, "2s", "?", "3d", "4c")
    assert view_for(play.table).cards == "2s 3d / ? 4c"
    assert next_step(play.table) is NextStep.ENTER_CARD
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
    assert play.done(EnterCard(11, "5c"), TWO)[-1] == ExcessCardDrawn(11, "5c")
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
