"""Test reconstruction of hands after a wrong order, a wrong number or a wrong display."""

import pytest

from punto.certification.days.invariants import check_round
from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Trigger
from punto.games.library import game
from punto.table.commands import (
    EndShoe,
    GiveRuling,
    LoadShoe,
    OpenBets,
    ReportIrregularity,
    RulingOutcome,
    SettleRound,
)
from punto.table.decide.irregularities.reconstruction import lay_in_order
from punto.table.events import (
    CardsReconstructed,
    ExcessCardDrawn,
    IrregularityRaised,
    NumberedCard,
    PlayResumed,
    RoundCorrected,
    RoundReversed,
)
from punto.table.state import Phase
from tests.irregularities import (
    DEALER,
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
from tests.tables import TIGER, Play, cards_of, dealing

PLUS = game("super-six-plus")


def spare(play: Play) -> tuple[NumberedCard, ...]:
    """The cards left over from the shoe of the round."""
    return play.table.excess_cards


# Wrong order, wrong number


def test_two_people_report_the_true_order_of_the_cards_of_the_round() -> None:
    play = dealt(TIGER, "2s", "Kc", "3d")
    report = ReportIrregularity(Trigger.WRONG_ORDER, cards=("Kc", "2s", "3d"))
    assert play.refused(report, DEALER) == "needs-second"
    other = ReportIrregularity(Trigger.WRONG_ORDER, cards=("Kc", "2s", "9d"))
    assert play.refused(other, TWO) == "not-these-cards"
    play.done(report, TWO)
    assert cards_of(play.table) == "Kc 3d / 2s"


def test_the_order_of_a_committed_shoe_is_known() -> None:
    play = dealing(TIGER, "2s", "Kc", "3d")
    report = ReportIrregularity(Trigger.WRONG_ORDER, cards=("Kc", "2s", "3d"))
    assert play.refused(report, TWO) == "cards-known"
    assert play.done(ReportIrregularity(Trigger.WRONG_ORDER, cards=("2s", "Kc", "3d")), TWO)


def test_wrongly_laid_hands_are_corrected_without_a_reported_order() -> None:
    play = dealt(TIGER, "2s", "Kc", "3d")
    events = play.done(ReportIrregularity(Trigger.WRONG_ORDER), DEALER)
    assert isinstance(events[-1], CardsReconstructed)
    assert cards_of(play.table) == "2s 3d / Kc"


def test_a_wrong_number_of_cards_is_reconstructed_from_the_order() -> None:
    play = dealt(TIGER, *PLAIN[:4])
    assert source(tell(play, Trigger.WRONG_NUMBER)) == "POLICY P11"
    assert play.table.phase is Phase.DEALING
    play.finish("4h", "2c")


def test_a_settled_round_is_reconstructed_and_corrected() -> None:
    play = dealt(PLUS, *PLAIN)
    play.done(SettleRound())
    swapped = ("Kc", "2s", "3d", "4c", "4h", "2c")
    # Player K 3 4 makes 7, and Banker stands on 2 4, so the last card was an excess card.
    corrected, left = tell(play, Trigger.WRONG_NUMBER, cards=swapped)[-2:]
    assert isinstance(corrected, RoundCorrected)
    assert corrected.cards == "Kc 3d 4h / 2s 4c"
    assert [each.returned_cents for each in corrected.wagers] == [0, 0, 100_00]
    assert left == ExcessCardDrawn(6, "2c")
    assert play.table.device.left_over == ((6, "2c"),)
    assert play.table.current.settled == corrected.wagers
    assert play.table.pending_steps == ()


@pytest.mark.parametrize("is_new_there", [True, False])
def test_an_excess_card_of_an_earlier_shoe_is_not_left_over_in_the_next(
    is_new_there: bool,
) -> None:
    play = dealt(PLUS, *PLAIN)
    play.done(SettleRound())
    play.done(EndShoe())
    if is_new_there:
        play.done(LoadShoe("another"))
    swapped = ("Kc", "2s", "3d", "4c", "4h", "2c")
    events = tell(play, Trigger.WRONG_NUMBER, cards=swapped)
    assert isinstance(events[-1], RoundCorrected)
    assert play.table.pending_steps == ()
    if is_new_there:
        assert (play.table.device.cards_out, play.table.device.left_over) == (0, ())


def test_a_reconstructed_round_shows_its_new_order_and_can_be_corrected_again() -> None:
    """Before, the view kept the earlier hands, and the table refused a second correction."""
    play = dealt(PLUS, *PLAIN)
    play.done(SettleRound(), DEALER)
    tell(play, Trigger.WRONG_NUMBER, cards=("Kc", "2s", "3d", "4c", "4h", "2c"))
    assert cards_of(play.table) == "Kc 3d 4h / 2s 4c"
    assert play.table.numbered_cards[:2] == ((2, "Kc"), (1, "2s"))
    assert spare(play) == ((6, "2c"),)
    tell(play, Trigger.WRONG_NUMBER, cards=PLAIN)
    assert cards_of(play.table) == "2s 3d 4h / Kc 4c 2c"
    assert spare(play) == ()


def test_a_card_left_over_that_belonged_to_the_round_is_not_played_again() -> None:
    play = dealt(PLUS, "9s", "Kc", "Kd", "6h")
    play.draw("2h", "2c")
    play.done(SettleRound(), DEALER)
    assert len(spare(play)) == 2
    events = tell(play, Trigger.WRONG_NUMBER, cards=("2h", "6h", "2c", "Kd", "Kc", "9s"))
    assert cards_of(play.table) == "2h 2c Kc / 6h Kd"
    assert play.table.current.numbers == (5, 4, 6, 3, 2)
    assert events[2:] == (ExcessCardDrawn(1, "9s"),)
    assert spare(play) == ((1, "9s"),)


def test_excess_cards_of_a_settled_round_wait_in_the_reported_order() -> None:
    play = dealt(PLUS, "9s", "Kc", "Kd", "6h")
    play.draw("2h", "2c")
    play.done(SettleRound(), DEALER)
    tell(play, Trigger.WRONG_NUMBER, cards=("9s", "Kc", "Kd", "6h", "2c", "2h"))
    assert spare(play) == ((6, "2c"), (5, "2h"))


def test_a_settled_round_is_reconstructed_only_from_its_own_cards() -> None:
    play = dealt(PLUS, *PLAIN)
    play.done(SettleRound())
    report = seen(Trigger.WRONG_NUMBER, cards=(*PLAIN[:5], "9h"))
    assert play.refused(report, TWO) == "not-these-cards"
    assert isinstance(tell(play, Trigger.WRONG_NUMBER)[-1], PlayResumed)


def test_a_settled_round_is_not_reconstructed_if_it_would_need_another_card() -> None:
    play = dealt(PLUS, "9s", "Kc", "Kd", "6h")
    play.done(SettleRound())
    report = seen(Trigger.WRONG_NUMBER, cards=("Kc", "9s", "Kd", "6h"))
    assert play.refused(report, TWO) == "not-these-cards"


def test_the_outcome_is_final_once_the_next_round_has_begun() -> None:
    play = dealt(PLUS, *PLAIN)
    play.done(SettleRound())
    again(play)
    late = seen(Trigger.WRONG_NUMBER, When.CANNOT_BE_RECONSTRUCTED, round=1, cards=("2s",))
    events = play.done(late, TWO)
    assert source(events) == "POLICY P12"
    assert [type(event) for event in events] == [IrregularityRaised, PlayResumed]
    assert play.table.phase is Phase.BETS_OPEN


def test_a_ruling_on_an_earlier_round_cannot_void_the_running_one() -> None:
    play = dealt(TIGER, *PLAIN)
    play.done(SettleRound())
    again(play)
    tell(play, Trigger.WRONG_NUMBER, When.CANNOT_BE_RECONSTRUCTED, round=1)
    assert play.refused(GiveRuling(RulingOutcome.VOID, "x"), SHIFT_MANAGER_AND_SECOND) == "no-round"
    events = play.done(GiveRuling(RulingOutcome.CONTINUE, "it stands"), SHIFT_MANAGER)
    assert events[-1] == PlayResumed(1, "E 6.1")
    assert play.table.phase is Phase.BETS_OPEN


def test_excess_cards_are_played_in_the_order_in_which_they_left_the_device() -> None:
    play = dealt(TIGER, "9s", "Kc", "Kd", "6h", "5c")
    assert spare(play) == ((5, "5c"),)
    told = lay_in_order(play.table, [*play.table.numbered_cards, (6, "2d")], "E 5.7")
    assert told.left_over == ((5, "5c"), (6, "2d"))
    told = lay_in_order(play.table, [*play.table.numbered_cards, (4, "2d")], "E 5.7")
    assert told.left_over == ((4, "2d"), (5, "5c"))


# A wrong display


def test_a_wrong_display_of_a_running_round_changes_nothing() -> None:
    play = dealt(TIGER, "9s")
    events = play.done(ReportIrregularity(Trigger.WRONG_DISPLAY), DEALER)
    assert isinstance(events[-1], PlayResumed)
    assert play.table.phase is Phase.DEALING


def test_the_cards_dealt_correct_a_wrongly_displayed_settlement() -> None:
    play = dealt(TIGER, *PLAIN)
    play.done(SettleRound())
    again(play)
    report = ReportIrregularity(
        Trigger.WRONG_DISPLAY, cards=("2s", "Kc", "3d", "4c", "4h", "7c"), round=1
    )
    assert play.refused(report, DEALER) == "needs-second"
    # The last card of Banker was a seven: 1 against 9, as before, so no money moves.
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
        ((*PLAIN[:5], "1x"), 0, "unknown-cards"),
        (PLAIN, 7, "other-round"),
    ],
)
def test_only_a_complete_recent_round_is_settled_again(
    cards: tuple[str, ...], round_: int, code: str
) -> None:
    play = dealt(TIGER, *PLAIN)
    play.done(SettleRound())
    report = seen(Trigger.WRONG_DISPLAY, cards=cards, round=round_)
    assert play.refused(report, TWO) == code


def test_the_last_ten_settled_rounds_can_be_corrected() -> None:
    play = dealt(TIGER, *PLAIN)
    for suit in "shdcshdcsh":
        play.done(SettleRound())
        play.done(OpenBets())
        play.close()
        play.draw(f"9{suit}", f"K{suit}", f"Q{suit}", f"6{suit}")
    play.done(SettleRound())
    assert [each.number for each in play.table.past] == list(range(2, 12))
    assert play.refused(seen(Trigger.WRONG_DISPLAY, cards=PLAIN, round=1), TWO) == "long-past"


@pytest.mark.parametrize(
    ("cards", "numbers"),
    [
        (("2s", "Kc", "3d", "4c", "4h", "7c"), (1, 2, 3, 4, 5, 6)),
        (("9s", "Kc", "Kd", "6h"), (1, 2, 3, 4)),
        (("2c", "Kc", "3d", "4c", "4h", "2s"), (6, 2, 3, 4, 5, 1)),
    ],
)
def test_a_card_displayed_as_another_keeps_its_number(
    cards: tuple[str, ...], numbers: tuple[int, ...]
) -> None:
    play = dealt(TIGER, *PLAIN)
    play.done(SettleRound(), DEALER)
    tell(play, Trigger.WRONG_DISPLAY, cards=cards)
    assert play.table.numbered_cards == tuple(zip(numbers, cards, strict=True))


def test_a_card_that_was_never_displayed_gets_the_last_number() -> None:
    play = dealt(TIGER, "9s", "Kc", "Kd", "6h")
    play.done(SettleRound(), DEALER)
    tell(play, Trigger.WRONG_DISPLAY, cards=PLAIN)
    assert play.table.current.numbers == (1, 2, 3, 4, 5, 6)


def test_a_wrong_display_is_corrected_while_the_order_of_another_round_is_pending() -> None:
    play = dealt(PLUS, *PLAIN)
    play.done(SettleRound())
    again(play)
    play.close()
    play.draw("2h", "Kd", "3c", "4s")
    tell(play, Trigger.WRONG_ORDER, cards=("Kd", "2h", "3c", "4s"))
    (waiting,) = play.table.pending_steps
    tell(play, Trigger.WRONG_DISPLAY, cards=("2s", "Kc", "3d", "4c", "4h", "7c"), round=1)
    assert play.table.pending_steps[0] == waiting


def test_a_settled_round_is_reversed_after_the_pending_ruling() -> None:
    play = dealt(PLUS, *PLAIN)
    play.done(SettleRound())
    tell(play, Trigger.ORDER_LOST, When.CAN_BE_RECONSTRUCTED)
    tell(play, Trigger.WRONG_NUMBER, When.CANNOT_BE_RECONSTRUCTED)
    assert play.table.phase is Phase.SETTLED
    assert play.refused(OpenBets()) == "held"
    check_round(play.table)
    events = play.done(GiveRuling(RulingOutcome.CONTINUE, "put right"), SHIFT_MANAGER)
    assert isinstance(events[-1], RoundReversed)
    assert play.table.pending_steps == ()


def test_the_display_of_a_committed_shoe_needs_no_correction() -> None:
    play = dealing(TIGER)
    play.finish(*PLAIN)
    report = seen(Trigger.WRONG_DISPLAY, cards=PLAIN)
    assert play.refused(report, TWO) == "cards-known"
