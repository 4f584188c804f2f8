"""Test that the history follows the journal, also after reversals and corrections."""

from msgspec.structs import replace

from punto.core import money
from punto.core.irregularities import Trigger
from punto.core.staff_positions import StaffPosition
from punto.floor.public_view.table_view import seat_view
from punto.floor.public_view.views import SeatWagersView
from punto.floor.read_models.history import History
from punto.floor.read_models.table_history import PatronWager, TableHistory
from punto.floor.streams.writer import CommittedEntry
from punto.games.library import game
from punto.journal.entry import Entry
from punto.ledger.cage import CreditBought, VisitBegun
from punto.table.actors import HOUSE_DEALER
from punto.table.commands import RemoveWagers, RequestLowerWagers
from punto.table.differential import balancing_proposal
from punto.table.events import (
    Event,
    ReturnedStakes,
    RoundCorrected,
    RoundReversed,
    RoundSettled,
    RoundVoided,
    SettingsChanged,
    ShoeEnded,
    ShoeLoaded,
    TableClosed,
    TableOpened,
    WagerSettled,
)
from punto.table.settings import default_settings
from tests.tables import LIVE, TIGER, Play, betting, dealing, staff
from tests.texts import text


def remembered(play: Play, *more: Event) -> History:
    """The history of a visit with credit and of all events at a table."""
    history = History()
    visit = (VisitBegun("visit-1", "T-1"), CreditBought("visit-1", 500_00))
    for number, event in enumerate((*visit, *play.events, *more), start=1):
        stream = "cage" if event in visit else "t"
        entry = Entry(f"e{number}", "noon", HOUSE_DEALER, "", (event,))
        history.apply(CommittedEntry(stream, number, entry))
    return history


def settled() -> tuple[Play, RoundSettled]:
    play = dealing(TIGER)
    play.finish("9s", "Kd", "Ks", "8d")
    last = play.events[-1]
    assert isinstance(last, RoundSettled)
    return play, last


def test_the_history_has_a_settled_round_with_its_wagers() -> None:
    play, _ = settled()
    past = remembered(play).table("t")
    assert past.last is not None
    assert (past.last.winner, past.last.cards) == ("P", "9s Ks / Kd 8d")
    assert [(each.stake.wager, each.result) for each in past.last.wagers["visit-1"]] == [
        ("banker", "lost"),
        ("tie", "lost"),
    ]
    assert [each.round for each in past.results] == [1]
    assert past.state == play.table


def test_a_reversed_round_is_removed_from_the_roads() -> None:
    play, last = settled()
    taken_back = RoundReversed(1, Trigger.WRONG_NUMBER, "F 5.2", last.wagers)
    past = remembered(play, taken_back).table("t")
    assert past.last is not None
    assert past.results == []
    assert past.revision == 3
    assert (past.last.winner, past.last.void) == (None, (Trigger.WRONG_NUMBER, "F 5.2"))
    # The credit does not change, because patrons settle a reversal at the cage.
    assert [(each.result, each.returned_cents, each.claim_cents) for each in wagers_of(past)] == [
        ("reversed", 0, each.stake.cents) for each in last.wagers if each.visit == "visit-1"
    ]
    assert past.ended == taken_back


def test_a_table_that_opens_for_another_game_clears_its_roads() -> None:
    """Its views once looked for the results of one game among the pay lines of another."""
    play, _ = settled()
    seven_up = game("seven-up")
    again = TableOpened(seven_up.text, seven_up.digest, default_settings(seven_up))
    past = remembered(play, ShoeEnded("shoe-1", "", ""), TableClosed(), again).table("t")
    assert (past.book, past.results) == (seven_up, [])
    same = TableOpened(TIGER.text, TIGER.digest, default_settings(TIGER))
    past = remembered(play, ShoeEnded("shoe-1", "", ""), TableClosed(), same).table("t")
    assert len(past.results) == 1


def test_the_length_of_the_roads_may_change_while_the_table_is_open() -> None:
    play, _ = settled()
    shuffled = replace(default_settings(TIGER), shuffles_each_round=True, rounds_on_roads=1)
    loaded = (ShoeEnded("shoe-1", "", ""), ShoeLoaded("shoe-2", 8, ""))
    changed = SettingsChanged(replace(shuffled, rounds_on_roads=2))
    assert remembered(play, SettingsChanged(shuffled), *loaded).table("t").results == []
    assert len(remembered(play, changed, *loaded).table("t").results) == 1


def wagers_of(past: TableHistory) -> list[PatronWager]:
    assert past.last is not None
    return past.last.wagers["visit-1"]


def test_a_patron_reads_the_claim_or_debt_of_a_reversed_round() -> None:
    """The screen once showed the old win, and after a reload a stake returned to credit."""
    play, last = settled()
    lost = last.wagers[0]
    stake = lost.stake.cents
    for returned, claim, words in (
        (0, stake, f"Reversed; the cage pays ${money.format_cents(stake)}."),
        (
            stake * 2,
            -stake,
            f"Reversed. ${money.format_cents(stake)} must be paid back at the cage.",
        ),
        (stake, 0, "Reversed; nothing is owed."),
    ):
        wagers = (replace(lost, returned_cents=returned),)
        undone = RoundReversed(1, Trigger.WRONG_NUMBER, "F 5.2", wagers)
        own = own_of(remembered(play, undone).table("t"))
        assert (own.bet_cents, own.win_cents, own.claim_cents) == (stake, 0, claim)
        assert [(each.result, text(each.words)) for each in own.settled] == [("reversed", words)]


def own_of(past: TableHistory) -> SeatWagersView:
    own = seat_view(past.state, past, 1)
    assert own is not None
    return own


def test_a_removed_stake_is_not_counted_in_bet_and_win() -> None:
    """It was once counted: BET 20 and WIN 20 although only 10 was in play."""
    play = betting(LIVE, differential_cents=0)
    play.bet(1, banker=20_00)
    play.done(RequestLowerWagers(), staff(StaffPosition.DEALER))
    found = balancing_proposal(play.table)
    assert found is not None
    play.done(RemoveWagers(found.removed, "placed last"), staff(StaffPosition.PIT_MANAGER))
    play.bet(1, banker=5_00, player=5_00)
    own = own_of(remembered(play).table("t"))
    assert [each.result for each in own.settled] == ["removed"]
    assert own.settled[0].clause.endswith("5.18.3")
    assert text(own.settled[0].words).startswith("Removed while bets were open")
    assert own.bet_cents == 10_00
    play.close()
    void = RoundVoided(1, Trigger.INTERRUPTED, "T 5.17", (ReturnedStakes(1, "visit-1", 10_00),))
    own = own_of(remembered(play, void).table("t"))
    assert [each.result for each in own.settled] == ["removed", "void", "void"]
    assert (own.bet_cents, own.win_cents, own.claim_cents) == (10_00, 10_00, 0)


def test_a_corrected_round_has_the_result_of_its_cards() -> None:
    play, last = settled()
    wagers: tuple[WagerSettled, ...] = tuple(
        replace(each, line=1, returned_cents=195_00) if each.stake.wager == "banker" else each
        for each in last.wagers
    )
    corrected = RoundCorrected(1, "E 6.3", "8s Ks / Kd 9d", wagers, last.wagers)
    history = remembered(play, corrected)
    past = history.table("t")
    assert past.last is not None
    # Five per cent of a win of 100.00 is commission; after a reversal there is none.
    assert history.visits["visit-1"].commission_cents == 5_00
    taken_back = RoundReversed(1, Trigger.WRONG_NUMBER, "F 5.2", wagers)
    assert remembered(play, corrected, taken_back).visits["visit-1"].commission_cents == 0
    assert (past.last.winner, past.last.cards) == ("B", "8s Ks / Kd 9d")
    assert [each.result for each in past.last.wagers["visit-1"]] == ["won", "lost"]
    assert past.results[0].ending.winner == 2


def test_a_void_round_has_its_cards_but_is_not_on_the_roads() -> None:
    play = dealing(TIGER, "9s", "Kd")
    void = RoundVoided(1, Trigger.INTERRUPTED, "E 5.9.1", ())
    past = remembered(play, void).table("t")
    assert past.last is not None
    assert past.last.cards == "9s / Kd"
    assert past.last.is_over
    assert past.results == []


def test_a_visit_has_its_credit_its_rounds_and_its_terminal() -> None:
    play, _ = settled()
    history = remembered(play)
    assert history.visits["visit-1"].brought_cents == 500_00
    assert history.visits["visit-1"].rounds == 1
    assert history.visit_at == {"T-1": "visit-1"}
    assert history.net_cents("nobody") == 0
