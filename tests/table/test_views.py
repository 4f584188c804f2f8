"""Test that a view contains only the data that its viewer may see."""

from punto.core.facts import Winner
from punto.core.irregularities import Trigger
from punto.core.sides import BySide
from punto.core.staff_positions import StaffPosition
from punto.games.library import game
from punto.table.commands import (
    CloseBets,
    InterruptRound,
    OpenBets,
    ReportIrregularity,
    SettleRound,
)
from punto.table.next_step import NextStep
from punto.table.state import Phase, Table
from punto.table.views import view_for
from tests.tables import LIVE, TIGER, betting, dealing, opened, patron, physical, staff


def test_a_seat_sees_its_own_wagers_and_credit() -> None:
    play = betting()
    play.bet(1, banker=100_00, tie=10_00)
    view = view_for(play.table, seat=1, credit_cents=890_00)
    assert view.own is not None
    assert (view.own.bet_cents, view.own.set, view.credit_cents) == (110_00, 1, 890_00)
    assert view.own.takes_part
    idle = view_for(play.table, seat=2).own
    assert idle is not None
    assert not idle.takes_part
    assert idle.set == 0
    assert view_for(play.table, seat=9).own is None
    assert (view.phase, view.phrase, view.round) == (
        Phase.BETS_OPEN,
        "Place your bets, please",
        1,
    )
    assert view.limits[0].maximum_cents == 5_000_00
    assert view.next is NextStep.CLOSE_BETS


def test_a_seat_does_not_see_other_seats_wagers_or_visits() -> None:
    play = betting()
    play.bet(1, banker=123_40)
    for view in (view_for(play.table, seat=2, credit_cents=5), view_for(play.table)):
        assert "visit-1" not in str(view)
        assert "12340" not in str(view)
        assert view.occupied_seats == (1, 2, 3)


def test_staff_see_every_seat() -> None:
    play = betting()
    play.bet(1, banker=123_40)
    view = view_for(play.table, staff=True)
    assert [each.bet_cents for each in view.everyone] == [123_40, 0, 0]


def test_a_view_shows_cards_totals_and_draw_decisions() -> None:
    play = dealing(TIGER, "9s", "Kc", "4d", "6h")
    view = view_for(play.table)
    assert (view.cards, view.totals, view.winner) == ("9s 4d / Kc 6h", BySide(3, 6), None)
    assert [ruling.draws for ruling in view.rulings] == [True]
    assert view.phrase == "No more bets"
    play.draw("2h")
    assert view_for(play.table).winner is Winner.BANKER


def test_a_view_without_cards_shows_only_the_printed_seven() -> None:
    assert view_for(betting().table).totals == BySide(None, None)
    assert view_for(betting(game("seven-up")).table).totals == BySide(7, None)


def test_a_settled_round_shows_its_returns() -> None:
    play = dealing(TIGER)
    play.finish("9s", "Kc", "4d", "6h", "2h")
    own = view_for(play.table, seat=1).own
    assert own is not None
    assert (own.bet_cents, own.win_cents) == (110_00, 195_00)
    assert [each.line for each in own.settled] == [1, 0]
    assert view_for(play.table, seat=3).own is not None


def test_a_view_shows_the_progress_of_the_shoe() -> None:
    shoe = view_for(dealing(TIGER, "9s", "Kc").table).shoe
    assert shoe is not None
    assert (shoe.decks, shoe.cards_out, shoe.cards_behind_cut) == (8, 2, 14)


def test_a_hold_shows_the_awaited_position_and_whether_this_viewer_may_answer() -> None:
    play = dealing(LIVE, "9s")
    play.done(InterruptRound(), staff(StaffPosition.DEALER))
    hold = view_for(play.table, seat=1).hold
    assert hold is not None
    assert hold.cause_unknown
    play.done(InterruptRound(power_failure=True), staff(StaffPosition.DEALER))
    asked, not_asked = view_for(play.table, seat=1).hold, view_for(play.table, seat=3).hold
    assert asked is not None
    assert not_asked is not None
    assert (asked.is_offer, asked.may_answer, not_asked.may_answer) == (True, True, False)
    assert not asked.is_any
    silent = dealing(game("super-six-plus"), "9s")
    silent.done(InterruptRound())
    ruling = view_for(silent.table).hold
    assert ruling is not None
    assert (ruling.awaited, ruling.is_offer) == (StaffPosition.PIT_MANAGER, False)


def test_single_wagers_are_offered_while_no_card_is_known() -> None:
    play = dealing(LIVE)
    play.done(ReportIrregularity(Trigger.DEVICE_RESET), staff(StaffPosition.DEALER))
    hold = view_for(play.table, seat=1).hold
    assert hold is not None
    assert (hold.is_any, hold.may_answer) == (True, True)


def test_a_patron_with_decided_wagers_only_is_not_asked() -> None:
    """Before, the terminal asked this patron, and the table refused the answer."""
    play = physical(LIVE)
    play.done(OpenBets(), staff(StaffPosition.DEALER))
    play.bet(1, banker=100_00)
    play.bet(2, tiger_pair=10_00)
    play.close()
    play.draw("2s", "Kc", "3d", "4c")
    together = ReportIrregularity(Trigger.DRAWN_TOGETHER, cards=("4h", "2c"), evidence="seen")
    play.done(together, staff(StaffPosition.DEALER, second="Bob"))
    asked, decided = (view_for(play.table, seat=seat).hold for seat in (1, 2))
    assert asked is not None
    assert decided is not None
    assert (asked.may_answer, decided.may_answer) == (True, False)


def test_a_view_does_not_reveal_whether_an_outcome_is_established() -> None:
    """It would reveal face-down cards while cards are still to come."""
    undecided = dealing(TIGER, "9s", "Kc", "4d")
    decided = dealing(TIGER, "9s", "Kc", "9d")
    one, other = view_for(undecided.table, 1), view_for(decided.table, 1)
    assert "established" not in str(one).lower()
    changed = {
        name
        for name in ("cards", "totals", "rulings", "hold", "next", "own", "phrase", "winner")
        if getattr(one, name) != getattr(other, name)
    }
    assert changed == {"cards", "totals"}


def test_a_closed_table_shows_nothing() -> None:
    view = view_for(Table())
    assert (view.phase, view.cards, view.game, view.phrase) == (Phase.CLOSED, "/", "", "")
    assert (view.round, view.total_minimum_cents, view.limits) == (0, 0, ())
    idle = view_for(opened().table)
    assert (idle.phrase, idle.round, idle.cards) == ("", 0, "/")


def test_the_version_counts_events() -> None:
    play = betting()
    before = view_for(play.table).version
    play.done(CloseBets())
    assert view_for(play.table).version == before + 1
    assert play.refused(SettleRound(), patron(1)) == "not-allowed"
