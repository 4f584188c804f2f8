"""What is remembered follows the journal, also when a settled round is taken back or corrected."""

from dataclasses import replace

from punto.core.irregularity import Trigger
from punto.journal.entry import Entry
from punto.ledger.cage import CreditBought, VisitBegun
from punto.server.history import History
from punto.server.writer import KeptEntry
from punto.table.events import (
    Event,
    RoundCorrected,
    RoundReversed,
    RoundSettled,
    RoundVoided,
    WagerSettled,
)
from punto.table.roles import HOUSE_DEALER
from tests.tables import TIGER, Play, dealing


def remembered(play: Play, *more: Event) -> History:
    """A history of a visit with credit and of everything that happened at a table."""
    history = History()
    visit = (VisitBegun("visit-1", "T-1"), CreditBought("visit-1", 500_00))
    for number, event in enumerate((*visit, *play.events, *more), start=1):
        stream = "cage" if event in visit else "t"
        entry = Entry(f"e{number}", "noon", HOUSE_DEALER, "", (event,))
        history.take(KeptEntry(stream, number, entry))
    return history


def settled() -> tuple[Play, RoundSettled]:
    play = dealing(TIGER)
    play.finish("9s", "Kd", "Ks", "8d")
    last = play.events[-1]
    assert isinstance(last, RoundSettled)
    return play, last


def test_a_settled_round_is_remembered_with_its_wagers() -> None:
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


def test_a_round_that_is_taken_back_leaves_the_roads() -> None:
    play, last = settled()
    taken_back = RoundReversed(1, Trigger.WRONG_NUMBER, "F 5.2", last.wagers)
    past = remembered(play, taken_back).table("t")
    assert past.last is not None
    assert past.results == []
    assert past.revision == 3
    assert (past.last.winner, past.last.void) == (None, (Trigger.WRONG_NUMBER, "F 5.2"))
    assert {each.result for each in past.last.wagers["visit-1"]} == {"void"}


def test_a_corrected_round_stands_as_the_cards_say() -> None:
    play, last = settled()
    wagers: tuple[WagerSettled, ...] = tuple(
        replace(each, line=1, returned_cents=195_00) if each.stake.wager == "banker" else each
        for each in last.wagers
    )
    corrected = RoundCorrected(1, "E 6.3", "8s Ks / Kd 9d", wagers, last.wagers)
    history = remembered(play, corrected)
    past = history.table("t")
    assert past.last is not None
    # Even money less five per cent of a hundred; taken back, nothing was paid.
    assert history.visits["visit-1"].commission_cents == 5_00
    taken_back = RoundReversed(1, Trigger.WRONG_NUMBER, "F 5.2", wagers)
    assert remembered(play, corrected, taken_back).visits["visit-1"].commission_cents == 0
    assert (past.last.winner, past.last.cards) == ("B", "8s Ks / Kd 9d")
    assert [each.result for each in past.last.wagers["visit-1"]] == ["won", "lost"]
    assert past.results[0].ending.winner == 2


def test_a_void_round_keeps_its_cards_and_enters_no_road() -> None:
    play = dealing(TIGER, "9s", "Kd")
    void = RoundVoided(1, Trigger.INTERRUPTED, "E 5.9.1", ())
    past = remembered(play, void).table("t")
    assert past.last is not None
    assert past.last.cards == "9s / Kd"
    assert past.last.is_over
    assert past.results == []


def test_a_visit_is_counted_from_what_it_brought() -> None:
    play, _ = settled()
    history = remembered(play)
    assert history.visits["visit-1"].brought_cents == 500_00
    assert history.visits["visit-1"].rounds == 1
    assert history.visit_at == {"T-1": "visit-1"}
    assert history.net_cents("nobody") == 0
