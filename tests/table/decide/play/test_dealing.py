import pytest
from msgspec.structs import replace

from punto.core.irregularities import Trigger
from punto.core.notation import format_round
from punto.core.sides import Side
from punto.core.staff_positions import StaffPosition
from punto.games.library import game
from punto.table.actors import DEVICE
from punto.table.commands import (
    CloseBets,
    ConfirmParticipants,
    DrawCard,
    EndShoe,
    EnterCard,
    GiveRuling,
    LoadShoe,
    OpenBets,
    ReportCuttingCard,
    ReportEmptyShoe,
    ReportIrregularity,
    RulingOutcome,
    SettleRound,
)
from punto.table.events import (
    BetsClosed,
    CardBurned,
    CardDrawn,
    CuttingCardReached,
    ExcessCardDrawn,
    IrregularityRaised,
    ParticipantsConfirmed,
    ReturnedStakes,
    RoundVoided,
)
from punto.table.state import Phase
from tests.irregularities import dealt
from tests.tables import (
    LIVE,
    TIGER,
    betting,
    dealer,
    dealing,
    opened,
    patron,
    physical,
    staff,
)

DEALER_AND_SECOND = staff(StaffPosition.DEALER, second="Bob")


def test_cards_lie_on_hands_in_the_order_drawn() -> None:
    play = dealing(TIGER, "9s", "Kc", "4d", "6h", "6c", "2d")
    assert format_round(play.table.current.tableau) == "9s 4d 6c / Kc 6h 2d"
    assert play.table.phase is Phase.COMPLETE
    drawn = [event for event in play.events if isinstance(event, CardDrawn)]
    assert drawn[4] == CardDrawn(1, 5, "6c", Side.PLAYER, by_hand=False)


def test_seven_up_deals_its_first_card_to_banker() -> None:
    play = dealing(game("seven-up"), "8h", "Kh", "8c")
    assert format_round(play.table.current.tableau) == "Kh / 8h 8c"
    assert play.table.phase is Phase.COMPLETE


def test_the_first_card_settles_who_takes_part() -> None:
    play = betting()
    play.bet(1, banker=100_00)
    play.done(CloseBets())
    confirmed, drawn = play.done(DrawCard(1, "9s"), DEVICE)
    assert confirmed == ParticipantsConfirmed(1, (1,), (), "")
    assert drawn == CardDrawn(1, 1, "9s", Side.PLAYER, by_hand=False)


def test_a_repeated_card_is_ignored_and_a_skipped_one_refused() -> None:
    play = dealing(TIGER, "9s", "Kc")
    assert play.done(DrawCard(2, "Kc"), DEVICE) == ()
    assert play.done(DrawCard(1, "As"), DEVICE) == ()
    assert play.refused(DrawCard(4, "4d"), DEVICE) == "card-missing"
    assert play.refused(DrawCard(3, "4x"), DEVICE) == "not-a-card"


def test_only_the_device_reports_drawn_cards() -> None:
    play = dealing(TIGER, "9s")
    assert play.refused(DrawCard(2, "Kc"), staff(StaffPosition.DEALER)) == "not-allowed"
    assert play.refused(DrawCard(2, "Kc"), patron(1)) == "not-allowed"


def test_a_card_entered_by_hand_needs_two_people_and_is_marked() -> None:
    play = dealt(LIVE, "9s")
    assert play.refused(EnterCard(2, "Kc"), staff(StaffPosition.DEALER)) == "needs-second"
    assert play.done(EnterCard(2, "Kc"), DEALER_AND_SECOND) == (
        CardDrawn(1, 2, "Kc", Side.BANKER, by_hand=True),
    )


def test_the_next_card_of_a_committed_shoe_cannot_be_entered() -> None:
    """Before, staff entered a King for a seven; the round paid by it and could not be corrected."""
    play = dealing(LIVE, "9s")
    assert play.refused(EnterCard(2, "Kc"), DEALER_AND_SECOND) == "cards-known"
    assert play.refused(EnterCard(3, "Kc"), DEALER_AND_SECOND) == "card-missing"
    assert play.done(EnterCard(1, "Kc"), DEALER_AND_SECOND) == ()
    play.finish("Kc", "Kd", "6h")
    assert play.refused(EnterCard(5, "Kc"), DEALER_AND_SECOND) == "cards-known"
    unburned = opened(LIVE, burns=True)
    assert unburned.refused(EnterCard(1, "Kc"), DEALER_AND_SECOND) == "cards-known"


def test_an_unread_card_of_a_committed_shoe_can_be_entered() -> None:
    play = dealing(TIGER, "9s", "?", "Kd", "6h")
    play.done(EnterCard(2, "Kc"), DEALER_AND_SECOND)
    play.done(SettleRound())
    assert format_round(play.table.current.tableau) == "9s Kd / Kc 6h"


def test_an_excess_card_is_left_over_and_opens_the_next_round() -> None:
    play = dealing(TIGER, "9s", "Kc", "Kd", "6h")
    assert play.draw("5c") == (ExcessCardDrawn(5, "5c"),)
    play.done(SettleRound())
    assert play.draw("5d") == (ExcessCardDrawn(6, "5d"),)
    play.done(OpenBets())
    play.bet(1, banker=100_00)
    play.done(CloseBets())
    events = play.done(ConfirmParticipants())
    assert events[1:] == (
        CardDrawn(2, 5, "5c", Side.PLAYER, by_hand=False),
        CardDrawn(2, 6, "5d", Side.BANKER, by_hand=False),
    )
    play.finish("4s", "4h")
    assert play.table.device.left_over == ()
    assert play.table.device.cards_out == 8


def test_left_over_cards_come_before_a_first_card_that_forces_the_seats() -> None:
    play = dealing(TIGER, "9s", "Kc", "Kd", "6h", "5c")
    play.done(SettleRound())
    play.done(OpenBets())
    play.done(CloseBets())
    play.draw("5d")
    assert format_round(play.table.current.tableau) == "5c / 5d"


def test_a_card_left_over_for_a_later_round_causes_no_event() -> None:
    play = opened(TIGER)
    play.draw("9s", "Kc", "Kd", "6h", "5c")
    play.done(OpenBets())
    play.done(CloseBets())
    events = play.done(ConfirmParticipants())
    assert [event.number for event in events if isinstance(event, CardDrawn)] == [1, 2, 3, 4]
    assert not any(isinstance(event, ExcessCardDrawn) for event in events)
    assert play.table.device.left_over == ((5, "5c"),)


def test_only_the_entered_card_is_marked_as_entered_by_hand() -> None:
    play = physical(TIGER)
    play.draw("9s")
    play.done(OpenBets())
    play.done(CloseBets())
    events = play.done(EnterCard(2, "Kc"), DEALER_AND_SECOND)
    drawn = [(each.number, each.by_hand) for each in events if isinstance(each, CardDrawn)]
    assert drawn == [(1, False), (2, True)]
    assert play.table.device.copies == {"9s": 1, "Kc": 1}


def test_the_table_finds_the_cutting_card_of_a_virtual_shoe() -> None:
    play = dealing(TIGER, "9s", decks=4, cards_behind_cut=207)
    cut, drawn = play.draw("Kc")
    assert cut == CuttingCardReached(1, "E 3.10")
    assert isinstance(drawn, CardDrawn)
    assert play.table.device.rounds_left == 0


def test_a_cutting_card_as_first_card_makes_this_the_last_round() -> None:
    play = dealing(TIGER, decks=4, cards_behind_cut=204)
    play.finish("9s", "Kc", "Kd", "6h")
    play.done(OpenBets())
    play.done(CloseBets())
    events = play.draw("9s")
    assert CuttingCardReached(2, "E 3.10") in events
    assert play.table.device.rounds_left == 0


def test_an_excess_card_behind_the_cutting_card_brings_it_into_the_next_round() -> None:
    play = dealing(TIGER, "9s", "Kc", "Kd", "6h", decks=4, cards_behind_cut=203)
    play.draw("4s", "9s")
    assert play.table.device.left_over == ((5, "4s"), (6, "9s"))
    play.done(SettleRound())
    play.done(OpenBets())
    play.done(CloseBets())
    assert play.refused(ReportCuttingCard(), DEVICE) == "cut-known"
    events = play.done(ConfirmParticipants())
    first, cut, second = [e for e in events if isinstance(e, CardDrawn | CuttingCardReached)]
    assert cut == CuttingCardReached(2, "E 3.10")
    assert isinstance(first, CardDrawn)
    assert isinstance(second, CardDrawn)
    assert (first.number, second.number) == (5, 6)
    assert play.table.device.rounds_left == 0


def test_the_cutting_card_of_a_physical_shoe_is_reported() -> None:
    play = opened(LIVE)
    play.done(EndShoe(), staff(StaffPosition.DEALER))
    play.done(LoadShoe("cards"), staff(StaffPosition.DEALER))
    play.done(OpenBets(), staff(StaffPosition.DEALER))
    play.close()
    assert play.done(ReportCuttingCard(), DEVICE) == (CuttingCardReached(1, "T 3.17"),)
    assert play.done(ReportCuttingCard(), staff(StaffPosition.DEALER)) == ()
    play.finish("9s", "Kc", "Kd", "6h")
    assert play.refused(OpenBets(), staff(StaffPosition.DEALER)) == "shoe-ended"


def test_the_cutting_card_of_a_committed_shoe_cannot_be_reported_elsewhere() -> None:
    play = dealing(TIGER, "9s", decks=4, cards_behind_cut=206)
    assert play.refused(ReportCuttingCard(), DEVICE) == "cut-known"
    report = ReportIrregularity(Trigger.CUTTING_CARD)
    assert play.refused(report, staff(StaffPosition.PIT_MANAGER)) == "cut-known"
    play.draw("Kc")
    assert play.done(ReportCuttingCard(), DEVICE) == (CuttingCardReached(1, "E 3.10"),)
    assert not any(isinstance(event, CuttingCardReached) for event in play.draw("Kd"))


def test_without_a_clause_the_cutting_card_cites_policy() -> None:
    play = dealing(game("super-six-plus"), "9s", decks=4, cards_behind_cut=207)
    assert play.draw("Kc")[0] == CuttingCardReached(1, "POLICY")


@pytest.mark.parametrize(
    ("key", "clause"),
    [
        ("tiger", "E 5.3"),
        ("seven-up", "U 5.3"),
        ("tiger-no-commission-live", "T 5.3"),
        ("fortune-six-live", "F 5.5"),
        ("super-six-plus", "R 5.1, 5.1.4"),
    ],
)
def test_too_few_cards_void_the_round_and_return_every_stake(key: str, clause: str) -> None:
    play = dealt(game(key), "9s")
    raised, voided = play.done(ReportEmptyShoe(), DEVICE)
    assert isinstance(raised, IrregularityRaised)
    assert isinstance(voided, RoundVoided)
    assert voided.source == clause
    assert voided.returned == (
        ReturnedStakes(1, "visit-1", 110_00),
        ReturnedStakes(2, "visit-2", 50_00),
    )
    assert play.table.phase is Phase.VOID


def test_a_committed_shoe_is_empty_only_after_its_last_card() -> None:
    play = opened(TIGER, decks=4, cards_behind_cut=6)
    play.table = replace(play.table, shoe=replace(play.table.device, cards_out=206))
    play.done(OpenBets())
    play.close()
    play.draw("9s")
    assert play.refused(ReportEmptyShoe(), DEVICE) == "cards-left"
    play.draw("Kc")
    raised, voided = play.done(ReportEmptyShoe(), DEVICE)
    assert isinstance(raised, IrregularityRaised)
    assert isinstance(voided, RoundVoided)


def test_a_finished_round_needs_no_card() -> None:
    play = dealing(TIGER, "9s", "Kc", "Kd", "6h")
    assert play.refused(ReportEmptyShoe(), DEVICE) == "no-card-due"
    assert play.refused(ReportCuttingCard(), DEVICE) == "no-card-due"


def test_the_first_card_of_a_shoe_burns_as_many_as_it_counts() -> None:
    play = opened(burns=True)
    assert play.refused(OpenBets()) == "not-burned"
    assert play.draw("3s") == (
        CardBurned(1, "3s"),
        CardBurned(2, "?"),
        CardBurned(3, "?"),
        CardBurned(4, "?"),
    )
    play.done(OpenBets())
    play.done(CloseBets())
    assert play.draw("9s")[1] == CardDrawn(1, 5, "9s", Side.PLAYER, by_hand=False)


def test_burning_an_exposed_card_does_not_replace_the_first_burn() -> None:
    play = physical(LIVE, burns=True)
    play.done(ReportIrregularity(Trigger.FACE_UP, cards=("9s",)), dealer(play.table))
    ruling = GiveRuling(RulingOutcome.AS_PROPOSED, "one card alone")
    play.done(ruling, staff(StaffPosition.GAMING_SHIFT_MANAGER))
    assert CardBurned(1, "9s") in play.events
    assert play.refused(OpenBets(), dealer(play.table)) == "not-burned"
    assert play.draw("As") == (CardBurned(2, "As"), CardBurned(3, "?"))
    play.done(OpenBets(), dealer(play.table))


def test_a_court_card_burns_ten() -> None:
    play = opened(burns=True)
    assert len(play.draw("Ks")) == 11


def test_amneville_2011_no_bet_is_accepted_after_the_first_card() -> None:
    """A casino accepted bets after the ball had fallen, for 14 months.

    Here a card closes bets by force.
    """
    play = betting()
    play.bet(1, banker=100_00)
    events = play.done(DrawCard(1, "9s"), DEVICE)
    assert [type(event) for event in events] == [
        BetsClosed,
        ParticipantsConfirmed,
        CardDrawn,
        IrregularityRaised,
    ]
    assert play.refused(play.wagers(1, banker=200_00), patron(1)) == "held"
    ruling = GiveRuling(RulingOutcome.CONTINUE, "the wager was placed in time")
    play.done(ruling, staff(StaffPosition.GAMING_SHIFT_MANAGER))
    assert play.refused(play.wagers(1, banker=200_00), patron(1)) == "bets-closed"
    play.finish("Kc", "Kd", "6h")


def test_a_card_without_a_shoe_is_refused() -> None:
    play = opened()
    play.done(EndShoe())
    assert play.refused(DrawCard(1, "9s"), DEVICE) == "no-shoe"


def test_more_cards_left_over_than_a_round_needs_wait_for_the_one_after() -> None:
    play = dealing(TIGER, "9s", "Kc", "Kd", "6h")
    play.done(SettleRound())
    play.draw("9h", "2c", "Kh", "3c", "4c")
    play.done(OpenBets())
    play.done(CloseBets())
    play.done(ConfirmParticipants())
    assert format_round(play.table.current.tableau) == "9h Kh / 2c 3c"
    assert play.table.device.left_over == ((9, "4c"),)
    assert play.draw("5c") == (ExcessCardDrawn(10, "5c"),)


def test_a_drawn_card_joins_the_cards_left_over_if_they_complete_the_round() -> None:
    play = dealing(TIGER, "9s", "Kc", "Kd", "6h")
    play.done(SettleRound())
    play.draw("9h", "2c", "Kh", "3c")
    play.done(OpenBets())
    play.done(CloseBets())
    assert play.draw("4c")[-1] == ExcessCardDrawn(9, "4c")
    assert play.table.phase is Phase.COMPLETE


def test_a_repeated_card_while_bets_are_open_does_not_close_them() -> None:
    play = dealing(TIGER, "9s", "Kc", "Kd", "6h")
    play.done(SettleRound())
    play.done(OpenBets())
    assert play.done(DrawCard(4, "6h"), DEVICE) == ()
    assert play.refused(DrawCard(9, "6h"), DEVICE) == "card-missing"
    assert play.table.phase is Phase.BETS_OPEN
