"""Play shifts with every irregularity of the documents through the real stream owners."""

from pathlib import Path

from msgspec.structs import replace

from punto.core.irregularities import Circumstance, Trigger
from punto.core.staff_positions import StaffPosition
from punto.games.library import game
from punto.ledger.claims import CollectClaim, PayClaim, WriteOffClaim
from punto.table.actors import DEVICE, HOUSE_DEALER, Actor, ActorKind
from punto.table.commands import (
    AnswerWithdrawal,
    ChangeSettings,
    CloseBets,
    CloseTable,
    ConfirmParticipants,
    CorrectFacts,
    DrawCard,
    EnterCard,
    GiveRuling,
    InspectSetAsideCards,
    InterruptRound,
    LeaveSeat,
    OfferWithdrawal,
    OpenBets,
    ReferDecision,
    ReopenBets,
    ReplaceCards,
    ReplaceMissingCards,
    ReportCuttingCard,
    ReportIrregularity,
    ReportSortedDecks,
    RulingOutcome,
    SetCardsAside,
    SettleRound,
)
from punto.table.stakes import Stake
from punto.table.state import Phase
from tests.audit.shift import MANAGER, Shift, patron

PIT_MANAGER = Actor(ActorKind.STAFF, "Pia", StaffPosition.PIT_MANAGER)

PROOF = "on camera"
SIX = ("2s", "Kc", "3d", "4c", "4h", "2c")
"""Player 9 against Banker 6, both on three cards. No wager is decided early."""

FIVE = ("Kc", "3d", "Ks", "4h", "2c")
"""The same with a printed seven as the Player hand's first card: 4 against 2."""

When = Circumstance


def longest(shift: Shift) -> tuple[str, ...]:
    """A round in which both hands draw."""
    return SIX if len(shift.book.order.initial) == 4 else FIVE


def initial(shift: Shift) -> int:
    """The number of cards in the initial deal."""
    return len(shift.book.order.initial)


def stacked(shift: Shift, *cards: str) -> None:
    """Put cards next in the device."""
    first = shift.owner.state.device.cards_out
    shift.cards[first : first + len(cards)] = cards


def dealt(shift: Shift, many: int, *cards: str) -> None:
    """Open a round with three seats, and draw this number of cards."""
    shift.commit(OpenBets())
    stacked(shift, *(cards or longest(shift)))
    shift.bet(1, Stake("banker", 100_00), Stake("tie", 10_00))
    shift.bet(2, Stake("player", 50_00))
    shift.bet(3, Stake("banker", 20_00))
    shift.close()
    shift.draw(many)


def report(shift: Shift, trigger: Trigger, *saw: Circumstance, **facts: object) -> None:
    """Let the shift manager and a second person report an irregularity."""
    shift.commit(replace(ReportIrregularity(trigger, saw, evidence=PROOF), **facts), MANAGER)


def finish(shift: Shift) -> None:
    """Play a round to its end, if it has not ended."""
    if shift.owner.state.phase is not Phase.VOID:
        shift.settle()


def loose_cards(shift: Shift) -> None:
    """Draw cards together, with known and unknown order, and play cards in a wrong order."""
    number, many = shift.owner.state.device.cards_out, initial(shift)
    dealt(shift, many)
    report(shift, Trigger.DRAWN_TOGETHER, cards=("4h", "2c"))
    shift.see_through(RulingOutcome.AS_PROPOSED)
    finish(shift)
    dealt(shift, many)
    report(shift, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=("2c", "4h"))
    if shift.owner.state.pending_steps:
        ruling = GiveRuling(RulingOutcome.CONTINUE, "as they lay", ("4h", "2c"))
        shift.commit(ruling, MANAGER)
        shift.see_through(RulingOutcome.CONTINUE)
    finish(shift)
    dealt(shift, many)
    first, second, *rest = longest(shift)[:many]
    report(shift, Trigger.WRONG_ORDER, cards=(second, first, *rest))
    shift.see_through(RulingOutcome.AS_PROPOSED)
    finish(shift)
    assert shift.owner.state.device.cards_out > number + 3 * many


def second_thoughts(shift: Shift) -> None:
    """Report facts wrongly and correct them, and refer a ruling to a higher position."""
    dealt(shift, initial(shift))
    report(shift, Trigger.DRAWN_TOGETHER, cards=("2c", "4h"))
    if shift.owner.state.pending_steps:
        shift.commit(CorrectFacts((When.ORDER_UNKNOWN,), "nothing shows"), MANAGER)
        refer(shift)
        shift.commit(CorrectFacts((), "on tape", ("4h", "2c")), MANAGER)
        shift.see_through(RulingOutcome.AS_PROPOSED)
    finish(shift)
    dealt(shift, 1)
    report(shift, Trigger.INTERRUPTED, When.OTHER_BREAKDOWN)
    if shift.owner.state.pending_steps:
        shift.commit(CorrectFacts((When.POWER_FAILURE,), "the whole floor"), MANAGER)
        refer(shift)
        shift.see_through(RulingOutcome.CONTINUE)
    finish(shift)


def refer(shift: Shift) -> None:
    """Refer a ruling as the Pit Manager, if the table waits for that position."""
    step = shift.owner.state.pending_steps[0].step
    if step is not None and step.position is StaffPosition.PIT_MANAGER:
        shift.commit(ReferDecision("they know each other"), PIT_MANAGER)


def early_cards(shift: Shift) -> None:
    """Draw cards together while bets are open, then leave a card over before such cards."""
    shift.commit(OpenBets())
    shift.bet(1, Stake("banker", 100_00))
    shift.bet(2, Stake("player", 50_00))
    shift.bet(3, Stake("banker", 20_00))
    number, _ = shift.next_card()
    stacked(shift, *longest(shift))
    report(shift, Trigger.DRAWN_TOGETHER, cards=longest(shift)[:2])
    shift.see_through(RulingOutcome.CONTINUE)
    finish(shift)
    assert shift.owner.state.device.cards_out > number


def unread_cards(shift: Shift) -> None:
    """Draw a card that the device does not read, and enter it by hand."""
    dealt(shift, 1)
    number, text = shift.next_card()
    shift.commit(DrawCard(number, "?"), DEVICE)
    shift.draw(initial(shift) - 2)
    shift.commit(EnterCard(number, text), MANAGER)
    finish(shift)


def patron_gone(shift: Shift) -> None:
    """Let a patron leave with an unread card, and find it by the cards that are short."""
    lying = longest(shift)[: initial(shift) - 1]
    text = card_gone(shift, lying)
    if is_searched_for(shift):
        search(shift, lying, text)
    else:
        shift.see_through(RulingOutcome.VOID)
    finish(shift)
    new_cards(shift)


def card_gone(shift: Shift, lying: tuple[str, ...]) -> str:
    """Draw an unread next card, and let a patron leave with it."""
    dealt(shift, len(lying))
    number, text = shift.next_card()
    shift.commit(DrawCard(number, "?"), DEVICE)
    report(shift, Trigger.LEFT_WITH_CARDS, numbers=(number,))
    return text


def needs_more_than_two(shift: Shift) -> None:
    """Lose a card so early that the two cards set aside cannot complete the round."""
    lying = longest(shift)[:2]
    search(shift, lying, card_gone(shift, lying))
    assert shift.owner.state.phase is Phase.VOID
    new_cards(shift)


def is_searched_for(shift: Shift) -> bool:
    """Whether the document has a search for a missing card."""
    return shift.owner.state.pending_steps[0].step.remedy == "replace-cards"  # type: ignore[union-attr]


def search(shift: Shift, lying: tuple[str, ...], text: str) -> None:
    """Find a missing card in sorted decks, and replace it with an identical one."""
    number = shift.owner.state.device.cards_out
    after = tuple(shift.cards[number : number + 2])
    shift.commit(SetCardsAside((after[0], "?")), MANAGER)
    shift.commit(ReportSortedDecks((*lying, text, *after)), MANAGER)
    shift.commit(InspectSetAsideCards(after), MANAGER)
    shift.commit(ReplaceMissingCards((text,)), MANAGER)


def missing_card_was_overread(shift: Shift) -> None:
    """Find a missing card that seemed complete, because another card was misread as that one."""
    for many in (6, 2):
        dealt(shift, 0, *["7h"] * many, *["Kc"] * (6 - many))
        finish(shift)
    lying = longest(shift)[:3]
    card_gone(shift, lying)
    search(shift, lying, "7h")
    assert shift.owner.state.device.copies["7h"] == 9
    assert not shift.owner.state.pending_steps
    finish(shift)
    new_cards(shift)


def new_cards(shift: Shift) -> None:
    """Replace the shoe."""
    shift.end_shoe()
    shift.load()


def device_reset(shift: Shift) -> None:
    """Reset the device before the first card and after it."""
    shift.commit(OpenBets())
    shift.bet(1, Stake("banker", 100_00), Stake("tie", 10_00))
    shift.bet(2, Stake("player", 50_00))
    shift.commit(CloseBets())
    report(shift, Trigger.DEVICE_RESET)
    if shift.owner.state.pending_steps[0].step.position is not None:  # type: ignore[union-attr]
        ruled = (
            RulingOutcome.CONTINUE
            if shift.book.document.letter in "FR"
            else RulingOutcome.REOPEN_BETS
        )
        shift.commit(GiveRuling(ruled, "no card is out"), MANAGER)
    if shift.owner.state.pending_steps:
        some = (Stake("tie", 10_00),)
        shift.commit(AnswerWithdrawal(1, withdraws=True, stakes=some), patron(1))
        shift.commit(AnswerWithdrawal(2, withdraws=False), patron(2))
        shift.commit(ReopenBets())
        shift.bet(1, Stake("banker", 120_00))
        shift.commit(CloseBets())
    shift.commit(ConfirmParticipants())
    shift.draw(2)
    report(shift, Trigger.DEVICE_RESET)
    shift.see_through(RulingOutcome.CONTINUE)
    finish(shift)


def bad_cards(shift: Shift) -> None:
    """Report cards that are exposed, foreign, out of order and too many, in and between rounds."""
    dealt(shift, 0)
    report(shift, Trigger.FACE_UP, cards=longest(shift)[:1], evidence="")
    shift.see_through(RulingOutcome.AS_PROPOSED)
    dealt(shift, 2)
    report(shift, Trigger.FACE_UP)
    confirmed(shift)
    finish(shift)
    dealt(shift, initial(shift) + 1)
    report(shift, Trigger.FOREIGN_CARD)
    new_cards(shift)
    dealt(shift, 2)
    report(shift, Trigger.ORDER_LOST, When.CAN_BE_RECONSTRUCTED)
    shift.see_through(RulingOutcome.CONTINUE)
    finish(shift)
    dealt(shift, 2)
    report(shift, Trigger.ORDER_LOST)
    confirmed(shift)
    new_cards(shift)
    report(shift, Trigger.UNSHUFFLED)
    new_cards(shift)
    dealt(shift, initial(shift) - 1)
    report(shift, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=("4h", "4c"))
    shift.see_through(RulingOutcome.VOID)
    shift.commit(ReplaceCards(), MANAGER)
    new_cards(shift)
    shift.commit(OpenBets())
    shift.bet(1, Stake("banker", 100_00))
    shift.close()
    stacked(shift, *["2s"] * 9)
    while shift.owner.state.rounds and not shift.owner.state.device.replace_by:
        if shift.owner.state.pending_steps:
            confirmed(shift)
        elif shift.owner.state.phase in (Phase.SETTLED, Phase.VOID):
            shift.commit(OpenBets())
            shift.close()
        elif shift.owner.state.phase is Phase.COMPLETE:
            shift.commit(SettleRound())
        else:
            shift.draw(1)
    new_cards(shift)


def voided_otherwise(shift: Shift) -> None:
    """Void a round for another reason. The table must still replace the faulty cards."""
    dealt(shift, 0)
    report(shift, Trigger.FACE_UP, cards=longest(shift)[:1], evidence="")
    report(shift, Trigger.UNCOVERED)
    shift.commit(GiveRuling(RulingOutcome.VOID, "the house is emptied"), MANAGER)
    shift.commit(GiveRuling(RulingOutcome.AS_PROPOSED, "it showed"), MANAGER)
    card_gone(shift, longest(shift)[:1])
    report(shift, Trigger.UNCOVERED)
    shift.commit(GiveRuling(RulingOutcome.VOID, "the house is emptied"), MANAGER)
    new_cards(shift)


def interrupted_while_held(shift: Shift) -> None:
    """Interrupt a round that is already on hold. The table asks for the cause first."""
    dealt(shift, 1)
    report(shift, Trigger.UNCOVERED)
    shift.commit(InterruptRound(), HOUSE_DEALER)
    shift.commit(InterruptRound(power_failure=False), HOUSE_DEALER)
    shift.commit(GiveRuling(RulingOutcome.VOID, "the house is dark"), MANAGER)


def confirmed(shift: Shift) -> None:
    """Confirm the house's proposal as the shift manager, if there is one."""
    while shift.owner.state.pending_steps:
        shift.commit(GiveRuling(RulingOutcome.AS_PROPOSED, "as proposed"), MANAGER)


def put_right(shift: Shift) -> None:
    """Correct settled rounds, reverse some by two documents, and settle the claims."""
    dealt(shift, 6)
    shift.commit(SettleRound())
    # Banker had a natural.
    dealt_cards = ("Kc", "3d", "9c") if initial(shift) == 3 else ("2s", "Kc", "3d", "9c")
    report(shift, Trigger.WRONG_DISPLAY, cards=dealt_cards)
    shift.commit(LeaveSeat(2), patron(2))
    claim = shift.journal.balance("claim/v2")
    shift.commit(WriteOffClaim("v2", -claim), MANAGER, shift.cage)
    shift.at_cage(PayClaim("v1", shift.journal.balance("claim/v1")))


def wrong_number(shift: Shift) -> None:
    """Report a wrong number of cards after the settlement, and later still."""
    for saw in (When.CANNOT_BE_RECONSTRUCTED, None):
        shift.commit(OpenBets())
        stacked(shift, *longest(shift))
        shift.bet(1, Stake("player", 100_00), Stake("tie", 10_00))
        shift.bet(3, Stake("banker", 20_00))
        shift.close()
        shift.settle()
        if saw:
            report(shift, Trigger.WRONG_NUMBER, saw)
        else:
            # The last two cards were in the wrong order.
            *rest, last, end = longest(shift)
            order = (*rest, end, last)
            report(shift, Trigger.WRONG_NUMBER, cards=order)
            shift.see_through(RulingOutcome.CONTINUE)
            # Another inspection shows that they were not.
            report(shift, Trigger.WRONG_NUMBER, cards=longest(shift))
        shift.see_through(RulingOutcome.CONTINUE)
        for visit in ("v1", "v3"):
            cents = shift.journal.balance(f"claim/{visit}")
            if cents > 0:
                shift.at_cage(PayClaim(visit, cents))
            elif cents < 0:
                shift.at_cage(CollectClaim(visit, -cents, 0))
    shift.commit(OpenBets())
    report(shift, Trigger.WRONG_NUMBER, round=shift.owner.state.rounds - 1)
    shift.see_through(RulingOutcome.CONTINUE)
    shift.close()
    shift.settle()


def cut_first(shift: Shift) -> None:
    """Draw the cutting card first at a HLGA table, and let the Dealer offer a withdrawal."""
    shift.commit(
        ChangeSettings(replace(shift.owner.state.settings_in_force, is_hlga=True)), MANAGER
    )
    dealt(shift, 0)
    shift.commit(ReportCuttingCard(), DEVICE)
    shift.commit(OfferWithdrawal(), MANAGER)
    shift.see_through(RulingOutcome.CONTINUE)
    finish(shift)


def small_things(shift: Shift) -> None:
    """Report small irregularities one after the other. Some change nothing, some need a ruling."""
    dealt(shift, 2)
    for trigger in (
        Trigger.EXPOSED_BY_MOVE,
        Trigger.WRONG_PATRON,
        Trigger.NOT_PASSED,
        Trigger.HANDLER_ABSENT,
        Trigger.WRONG_SELECTION,
        Trigger.WRONG_DISPLAY,
        Trigger.UNCOVERED,
    ):
        report(shift, trigger)
        confirm_or_continue(shift)
    report(shift, Trigger.UNCOVERED)
    report(shift, Trigger.INTERRUPTED, When.POWER_FAILURE)
    shift.see_through(RulingOutcome.CONTINUE)
    finish(shift)


def confirm_or_continue(shift: Shift) -> None:
    """Let play continue, by a ruling if a position must decide."""
    while shift.owner.state.pending_steps:
        shift.commit(GiveRuling(RulingOutcome.CONTINUE, "nothing to it"), MANAGER)


def irregularity_shift_journal(folder: Path, key: str) -> Path:
    """Play the journal of all irregularities of the documents."""
    shift = Shift(folder, game(key))
    shift.open()
    shift.load()
    loose_cards(shift)
    second_thoughts(shift)
    early_cards(shift)
    unread_cards(shift)
    patron_gone(shift)
    device_reset(shift)
    bad_cards(shift)
    small_things(shift)
    wrong_number(shift)
    if key == "tiger-no-commission-live":
        missing_card_was_overread(shift)
        needs_more_than_two(shift)
        cut_first(shift)
        new_cards(shift)
        interrupted_while_held(shift)
    voided_otherwise(shift)
    put_right(shift)
    shift.end_shoe()
    shift.commit(CloseTable())
    shift.journal.close()
    return shift.path
