"""The view of a held round has the awaited position, actions, answers and money."""

import msgspec
import pytest
from msgspec.structs import replace

from punto.core.irregularities import Circumstance, Trigger
from punto.core.staff_positions import StaffPosition
from punto.floor.dealer_console.held_round import HeldRoundView, held_round
from punto.floor.dealer_console.sealed_cards import resolve_sealed_cards
from punto.floor.public_view.views import CountdownView
from punto.table.actors import Actor
from punto.table.commands import (
    AnswerWithdrawal,
    CorrectFacts,
    GiveRuling,
    InterruptRound,
    ReferDecision,
    ReportIrregularity,
    RulingOutcome,
    SetCardsAside,
)
from punto.table.events import Event, IrregularityRaised, RoundVoided
from tests.irregularities import SHIFT_MANAGER_AND_SECOND, tell
from tests.irregularities import dealt as of_cardboard
from tests.live import DEALER, PIT_MANAGER, SHIFT_MANAGER, lay
from tests.tables import LIVE, Play, betting, dealing, patron, staff
from tests.texts import text

TWO = staff(StaffPosition.DEALER, second="Sam")
TOGETHER = ReportIrregularity(
    Trigger.DRAWN_TOGETHER, (Circumstance.ORDER_UNKNOWN,), cards=("6s", "7d"), evidence="tape"
)


def shown(play: Play, by: Actor = PIT_MANAGER, since: int = 0) -> HeldRoundView:
    events: tuple[tuple[str, Event], ...] = tuple(
        (f"21:30:{place:02}", each) for place, each in enumerate(play.events[since:])
    )
    found = held_round("t", play.table, events, CountdownView(5_000, 30_000), by)
    assert found is not None
    return found


def held() -> Play:
    play = betting(LIVE)
    play.bet(1, banker=100_00, tiger_pair=10_00)
    play.bet(2, player=50_00)
    lay(play, 5, player=30_00)
    play.close()
    play.draw("2s", "2c", "3d", "2d")
    play.done(TOGETHER, TWO)
    return play


def test_a_running_table_has_no_held_round() -> None:
    assert held_round("t", dealing(LIVE, "2s").table, (), None, DEALER) is None


def test_cards_together_in_unknown_order_wait_for_the_pit_manager() -> None:
    found = shown(held())
    assert text(found.title) == "Two cards came out together, order unknown"
    assert (found.source, found.is_policy) == ("T 5.8.2, 5.8.2.2", False)
    assert text(found.waiting_for) == "Pit Manager fixes the order of the cards"
    assert text(found.words) == (
        "The round continues after these steps: Pit Manager fixes the order of the cards; "
        "then patrons may withdraw, play on"
    )
    assert [(text(each.label), each.state) for each in found.steps] == [
        ("Irregularity", "done"),
        ("The facts", "done"),
        ("What the rules allow", "done"),
        ("Pit Manager fixes the order of the cards", "now"),
        ("Patrons may withdraw", "later"),
        ("Play on", "later"),
        ("Signed record", "later"),
    ]
    assert [(text(each.question), text(each.answer)) for each in found.facts] == [
        ("Can the order of the cards be established?", "order unknown"),
        ("How far was the deal?", "after the initial deal"),
        ("How many cards?", "2"),
        ("Description of the irregularity", "tape"),
    ]
    assert found.letters == ("A", "B")
    assert ("Any position", "not-open") in [
        (text(each.position), each.state) for each in found.allowed
    ]


def test_the_order_is_fixed_by_letters_and_the_cards_stay_sealed() -> None:
    play = held()
    found = shown(play)
    assert "6s" not in str(found)
    assert "7d" not in str(found)
    labels = [(text(each.label), each.off_because is None) for each in found.choices]
    assert labels == [
        ("Fix the order A B", True),
        ("Fix the order B A", True),
        ("The round is void", False),
    ]
    ruled = resolve_sealed_cards(
        play.table, GiveRuling(RulingOutcome.CONTINUE, "seen on tape", ("B", "A"))
    )
    assert ruled == GiveRuling(RulingOutcome.CONTINUE, "seen on tape", ("7d", "6s"))
    play.done(ruled, PIT_MANAGER)
    assert [text for _, text in play.table.current.loose] == ["7d", "6s"]
    # A card keeps its letter: after the order B A the view has B, A.
    assert (found.letters, shown(play).letters) == (("A", "B"), ("B", "A"))
    assert shown(play, since=len(play.events)).letters == ("A", "B")


def test_two_equal_cards_have_a_letter_each() -> None:
    play = betting(LIVE)
    play.bet(1, banker=100_00)
    play.close()
    play.draw("2s", "2c", "3d", "2d")
    play.done(replace(TOGETHER, cards=("6s", "6s")), TWO)
    assert shown(play).letters == ("A", "B")
    anew = CorrectFacts((), "heard on tape", ("6s", "6s"))
    play.done(anew, TWO)
    assert shown(play).letters == ("A", "B")
    play.done(CorrectFacts((Circumstance.ORDER_UNKNOWN,), "it was not"), TWO)
    assert shown(play).letters == ("A", "B")


def test_a_dealer_reads_which_position_rules() -> None:
    for choice in shown(held(), DEALER).choices:
        assert choice.off_because is not None
        assert text(choice.off_because) == "This position may not do that. Pit Manager or higher."
        assert choice.clause == "T 6.2"


def test_the_money_of_a_coming_offer_excludes_decided_wagers() -> None:
    found = shown(held())
    assert found.money is not None
    assert [(each.seat, each.kind, each.back_cents) for each in found.money.seats] == [
        (1, "terminal", 100_00),
        (2, "terminal", 50_00),
        (5, "chips", 30_00),
    ]


def test_seats_answer_at_terminals_and_the_dealer_answers_for_chips() -> None:
    play = held()
    since = len(play.events)
    play.done(GiveRuling(RulingOutcome.CONTINUE, "r", ("6s", "7d")), PIT_MANAGER)
    play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    found = shown(play, DEALER, since)
    assert text(found.waiting_for) == "patrons answer: 2 still to come"
    assert [(each.seat, each.state) for each in found.answers] == [
        (1, "withdraws"),
        (2, "waiting"),
        (5, "chips"),
    ]
    assert [each.kind for each in found.answers] == ["terminal", "terminal", "chips"]
    assert found.timer == CountdownView(5_000, 30_000)
    assert [(text(each.label), each.off_because) for each in found.choices] == [
        ("Seat 5, chips: takes them back", None),
        ("Seat 5, chips: leaves them", None),
    ]
    play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    assert [(each.seat, each.state) for each in shown(play, DEALER, since).answers][1] == (
        2,
        "stays",
    )


def test_the_money_adds_up_while_patrons_answer() -> None:
    """Once a seat that had withdrawn kept its row and lost its net, and the sum left it out."""
    play = held()
    since = len(play.events)
    play.done(GiveRuling(RulingOutcome.CONTINUE, "r", ("6s", "7d")), PIT_MANAGER)
    before = shown(play, DEALER, since).money
    play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    after = shown(play, DEALER, since).money
    assert before is not None
    assert after is not None
    pair = before.seats[0].net_cents
    assert pair
    assert before.bank_cents == after.bank_cents == -pair
    assert [(each.seat, each.kind, each.back_cents, each.net_cents) for each in after.seats] == [
        (1, "terminal", 100_00, pair),
        (5, "chips", 30_00, 0),
    ]
    assert [each.words and text(each.words) for each in after.seats] == [
        "$100.00 was taken back",
        "$30.00 may be taken back",
    ]


def test_an_uncovered_irregularity_allows_every_ruling_of_the_document() -> None:
    play = dealing(LIVE, "2s")
    play.done(ReportIrregularity(Trigger.UNCOVERED), DEALER)
    found = shown(play, SHIFT_MANAGER)
    labels = {
        text(each.label): (each.off_because is None, each.needs_second) for each in found.choices
    }
    assert labels == {
        "As proposed": (False, False),
        "The round continues": (True, False),
        "The round is void": (True, True),
        "Patrons may withdraw, then play on": (True, False),
        "Bets open again": (False, False),
    }
    assert found.money is not None
    assert found.money.needs_second


def test_the_dealer_states_the_cause_of_an_interruption() -> None:
    play = dealing(LIVE, "2s")
    play.done(InterruptRound(), DEALER)
    found = shown(play, DEALER)
    assert text(found.waiting_for) == "staff report whether it was a power failure"
    assert [(text(each.label), each.off_because) for each in found.choices] == [
        ("It was a power failure", None),
        ("It was not a power failure", None),
        ("It was a power failure, and the cards are lost", None),
        ("It was not a power failure, and the cards are lost", None),
    ]
    assert [(text(each.label), each.state) for each in found.steps][1] == ("State the cause", "now")


def test_the_search_for_a_missing_card_asks_for_a_list_of_cards() -> None:
    """The console once sent one line of text, which the floor refused."""
    play = of_cardboard(LIVE, "2s", "Kc", "?")
    tell(play, Trigger.LEFT_WITH_CARDS, numbers=(3,))
    assert [each.fields for each in shown(play, SHIFT_MANAGER).choices] == [()]
    play.done(SetCardsAside(("4c", "4h")), SHIFT_MANAGER_AND_SECOND)
    (sorted_decks,) = shown(play, SHIFT_MANAGER).choices
    assert [(each.field, each.kind) for each in sorted_decks.fields] == [("short", "cards")]


@pytest.mark.parametrize("cause", ["power-failure", "other-breakdown"])
def test_lost_cards_need_two_people_and_evidence(cause: str) -> None:
    """The choice was one Dealer's, and where the power had failed there was none."""
    play = dealing(LIVE, "2s")
    play.done(InterruptRound(), DEALER)
    (lost,) = [
        each
        for each in shown(play, DEALER).choices
        if each.fields and cause in each.act.fields["saw"]
    ]
    assert lost.needs_second
    assert [each.field for each in lost.fields] == ["evidence"]
    assert "evidence" not in lost.act.fields
    told = msgspec.convert({**lost.act.fields, "evidence": "the tray fell"}, ReportIrregularity)
    assert play.refused(told, DEALER) == "needs-second"
    assert play.refused(replace(told, evidence=""), TWO) == "no-evidence"
    raised, voided = play.done(told, TWO)
    assert isinstance(raised, IrregularityRaised)
    assert (raised.source, raised.evidence) == ("POLICY R26", "the tray fell")
    assert isinstance(voided, RoundVoided)
    assert play.table.pending_steps == ()


def test_cards_of_a_committed_shoe_are_reported_without_their_values() -> None:
    play = dealing(LIVE, "2s", "2c", "3d", "2d")
    order = {5: "6s", 6: "7d"}
    told = resolve_sealed_cards(
        play.table,
        ReportIrregularity(Trigger.DRAWN_TOGETHER, cards=("?", "?")),
        lambda number: order[number],
    )
    assert told == ReportIrregularity(Trigger.DRAWN_TOGETHER, cards=("6s", "7d"))
    unknown = resolve_sealed_cards(
        play.table, ReportIrregularity(Trigger.DRAWN_TOGETHER, cards=("?", "?"))
    )
    assert unknown == ReportIrregularity(Trigger.DRAWN_TOGETHER, cards=("?", "?"))


def test_every_seat_has_its_result_for_every_possible_ending() -> None:
    stays = shown(held()).stays
    assert stays is not None
    assert [(text(each.label), each.sub and text(each.sub)) for each in stays.ways] == [
        ("Player", None),
        ("Banker", "1 : 1"),
        ("Banker", "1 : 2"),
        ("Tie", None),
    ]
    assert [(each.seat, each.kind, each.decided_cents) for each in stays.rows] == [
        (1, "terminal", 40_00),
        (2, "terminal", 0),
        (5, "chips", 0),
    ]
    assert stays.rows[0].nets[2] == (90_00, 90_00)
    assert stays.all[0] == (20_00, 20_00)
    assert (stays.decided, stays.note) == (("tiger_pair",), None)


def test_the_console_hides_whether_an_interrupted_outcome_is_established() -> None:
    play = dealing(LIVE, "2s", "2c", "3d", "2d")
    play.done(InterruptRound(power_failure=False), DEALER)
    stays = shown(play, DEALER).stays
    assert stays is not None
    assert {each.decided_cents for each in stays.rows} == {None}
    assert stays.decided == ()


def test_a_referral_names_both_positions() -> None:
    play = held()
    refer = shown(play).refer
    assert refer is not None
    assert (text(refer.label), refer.off_because) == (
        "Refer to the Assistant Casino Manager",
        None,
    )
    assert [each.field for each in refer.fields] == ["reason"]
    off = shown(play, DEALER).refer
    assert off is not None
    assert off.off_because is not None
    play.done(ReferDecision("a friend plays"), PIT_MANAGER)
    found = shown(play)
    assert text(found.waiting_for) == "Assistant Casino Manager fixes the order of the cards"
    assert found.referred is not None
    assert text(found.referred) == "Referred by the Pit Manager: a friend plays"
    rows = [(text(each.position), each.state) for each in found.allowed]
    assert rows[1:3] == [("Pit Manager", "done"), ("Assistant Casino Manager", "now")]
    top = shown(play, SHIFT_MANAGER).refer
    assert top is not None
    assert top.off_because is not None
    assert text(top.off_because) == "There is no higher position. Decide here."


def test_a_corrected_fact_keeps_the_earlier_answer() -> None:
    play = held()
    change = shown(play, DEALER).change
    assert change is not None
    assert change.off_because is None
    question, order, reason = change.fields
    assert [(each.value, text(each.label)) for each in question.choices] == [
        ("order-unknown", "order unknown"),
        ("", "order known"),
    ]
    assert (question.field, question.value, reason.field) == ("saw", "order-unknown", "reason")
    assert [each.value for each in order.choices] == [("A", "B"), ("B", "A")]
    assert order.unless == "order-unknown"
    told = resolve_sealed_cards(play.table, CorrectFacts((), "on tape", ("B", "A")))
    assert told == CorrectFacts((), "on tape", ("7d", "6s"))
    play.done(told, TWO)
    first = shown(play).facts[0]
    assert first.was is not None
    assert (text(first.answer), text(first.was)) == ("order known", "order unknown")
    play.done(AnswerWithdrawal(2, withdraws=False), patron(2))
    late = shown(play).change
    assert late is not None
    assert late.off_because is not None
    assert shown(play).refer is None


def test_only_reported_facts_can_be_corrected() -> None:
    play = dealing(LIVE, "2s")
    play.done(ReportIrregularity(Trigger.UNCOVERED), DEALER)
    assert shown(play, SHIFT_MANAGER).change is None
    play = dealing(LIVE, "2s")
    play.done(InterruptRound(), DEALER)
    play.done(InterruptRound(power_failure=False), DEALER)
    change = shown(play, DEALER).change
    assert change is not None
    assert [each.value for each in change.fields] == ["", "", None]


def test_a_ruling_on_an_uncovered_irregularity_shows_its_description() -> None:
    play = dealing(LIVE, "2s")
    play.done(ReportIrregularity(Trigger.UNCOVERED, evidence="chips knocked over"), DEALER)
    found = shown(play, SHIFT_MANAGER)
    (fact,) = found.facts
    assert (text(fact.answer), text(fact.source)) == ("chips knocked over", "reported by staff")
    assert found.money_if == "void"
