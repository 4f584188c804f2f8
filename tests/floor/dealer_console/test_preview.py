"""A preview has the money of every seat before staff sign, and reveals no sealed card."""

from collections import Counter

import pytest
from msgspec.structs import replace

from punto.certification.sample_tables import sample_commands, sample_tables
from punto.core.irregularities import Circumstance, Trigger
from punto.core.rulebook import DealingMethod
from punto.core.staff_positions import StaffPosition
from punto.floor.dealer_console.command_forms import ANOTHER
from punto.floor.dealer_console.preview import EVENT_KEYS, preview_command
from punto.games.library import game
from punto.messages.message import message
from punto.table.commands import (
    GiveRuling,
    InterruptRound,
    OpenBets,
    PassCards,
    RemoveWagers,
    ReportIrregularity,
    RequestLowerWagers,
    RulingOutcome,
    SettleRound,
)
from punto.table.decide import decide
from punto.table.differential import balancing_proposal
from punto.table.refusals import Refusal
from punto.table.state import Table
from tests.irregularities import dealt as of_cardboard
from tests.live import (
    BANKER,
    BANKER_WINS,
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    by_method,
    dealt,
    lay,
)
from tests.tables import LIVE, betting, dealing, physical, staff
from tests.texts import text


def test_the_preview_of_a_void_has_the_money_of_every_seat_and_the_text_for_patrons() -> None:
    play = dealing(LIVE, "2s")
    play.done(ReportIrregularity(Trigger.UNCOVERED), DEALER)
    seen = preview_command(
        "t", play.table, GiveRuling(RulingOutcome.VOID, "spilled"), SHIFT_MANAGER
    )
    assert (seen.ok, seen.needs_second, seen.bank_cents) == (True, True, 0)
    assert [(each.seat, each.kind, each.back_cents, each.net_cents) for each in seen.seats] == [
        (1, "terminal", 110_00, 0),
        (2, "terminal", 50_00, 0),
    ]
    assert seen.seats[0].stakes == {"banker": 100_00, "tie": 10_00}
    assert seen.patrons_read is not None
    assert text(seen.patrons_read) == (
        "Round 1 is void: Something happened that no rule covers. (T 6.1) "
        "All stakes of this round are returned."
    )
    assert text(seen.then) == "Then: Open the betting"
    assert [text(each) for each in seen.events] == [
        "Gaming Shift Manager ruled: The round is void.",
        "Round 1 will be void: Anything else. (T 6.1)",
    ]


def test_the_preview_of_a_refused_command_has_the_reason_and_the_clause() -> None:
    play = dealing(LIVE, "2s")
    seen = preview_command("t", play.table, OpenBets(), DEALER)
    assert (seen.ok, seen.code, seen.clause) == (False, "round-running", "T 1.1.6")
    assert text(seen.words) == "A round is running."


def test_the_preview_of_a_settlement_has_the_payment_of_the_bank() -> None:
    play = betting(LIVE)
    play.bet(1, banker=100_00)
    lay(play, 5, player=30_00)
    play.close()
    play.draw(*BANKER_WINS)
    seen = preview_command("t", play.table, SettleRound(), DEALER)
    assert [(each.seat, each.kind, each.back_cents, each.net_cents) for each in seen.seats] == [
        (1, "terminal", 200_00, 100_00),
        (5, "chips", 0, -30_00),
    ]
    assert seen.bank_cents == -70_00
    assert seen.patrons_read is not None
    assert text(seen.patrons_read) == "Banker wins, 9 to 6"


def test_the_preview_of_a_reversal_has_the_money_to_take_back() -> None:
    play = physical(game("fortune-six-live"))
    play.done(OpenBets(), DEALER)
    play.bet(1, banker=100_00)
    play.bet(2, player=40_00)
    play.close()
    play.finish(*BANKER_WINS)
    saw = (Circumstance.CANNOT_BE_RECONSTRUCTED,)
    two = staff(StaffPosition.PIT_MANAGER, second="Sam")
    seen = preview_command(
        "t", play.table, ReportIrregularity(Trigger.WRONG_NUMBER, saw, evidence="tape"), two
    )
    assert [(each.seat, each.back_cents, each.net_cents) for each in seen.seats] == [
        (1, -95_00, 0),
        (2, 40_00, 0),
    ]
    assert seen.bank_cents == 55_00
    words = seen.seats[0].words
    assert words is not None
    assert text(words) == "$95.00 will be taken back"
    assert seen.patrons_read is not None
    assert text(seen.patrons_read).startswith(
        "Round 1 is void: A hand got a wrong number of cards."
    )


def test_the_preview_describes_requests_for_lower_wagers_and_removals() -> None:
    play = betting(LIVE, differential_cents=0)
    play.bet(1, banker=100_00)
    seen = preview_command("t", play.table, RequestLowerWagers(), DEALER)
    assert text(seen.events[0]).startswith(
        "The Dealer asks patrons on Banker to lower their wagers by $100.00"
    )
    play.done(RequestLowerWagers(), DEALER)
    found = balancing_proposal(play.table)
    assert found is not None
    seen = preview_command("t", play.table, RemoveWagers(found.removed, "r"), PIT_MANAGER)
    assert text(seen.events[0]).startswith("$100.00 is removed from seat 1. (T 5.18")
    assert [(each.seat, each.back_cents) for each in seen.seats] == [(1, 100_00)]


def test_a_preview_reveals_no_card_that_is_face_down() -> None:
    play = by_method(DealingMethod.A)
    play.bet(1, banker=100_00)
    dealt(play, *BANKER_WINS)
    seen = preview_command("t", play.table, InterruptRound(power_failure=True), DEALER)
    assert (seen.ok, seen.events, seen.seats) == (True, (), ())
    assert seen.words == message("preview.sealed")
    passed = preview_command("t", play.table, PassCards(BANKER, 1), DEALER)
    assert [text(each) for each in passed.events] == ["The Banker cards go to seat 1. (T 3.9.2)"]


def test_a_preview_reports_missing_evidence_if_a_card_is_due() -> None:
    """Sealed previews once always asked for a second person, and never for evidence."""
    play = of_cardboard(LIVE, "2s", "9d", method=DealingMethod.A)
    cutting = preview_command("t", play.table, ReportIrregularity(Trigger.CUTTING_CARD), DEALER)
    assert (cutting.ok, cutting.needs_second) == (True, False)
    seen = preview_command("t", play.table, ReportIrregularity(Trigger.SHOE_SHORT), DEALER)
    assert (seen.ok, seen.code) == (False, "no-evidence")
    seen = preview_command(
        "t", play.table, ReportIrregularity(Trigger.SHOE_SHORT, evidence="none left"), DEALER
    )
    assert (seen.ok, seen.needs_second) == (True, True)
    # Whether a card is called for after four stays with the cards.
    play.draw("Ks", "Kd")
    for trigger in (Trigger.CUTTING_CARD, Trigger.SHOE_SHORT):
        assert (
            preview_command("t", play.table, ReportIrregularity(trigger), DEALER).code
            == "face-down"
        )


def test_a_void_in_the_initial_deal_has_a_preview_although_cards_are_face_down() -> None:
    play = by_method(DealingMethod.A)
    play.bet(1, banker=100_00)
    dealt(play, "2s", "3c")
    saw, cards = (Circumstance.ORDER_UNKNOWN,), ("9d", "4h")
    report = ReportIrregularity(Trigger.DRAWN_TOGETHER, saw, cards, evidence="tape")
    seen = preview_command("t", play.table, report, DEALER)
    assert (seen.ok, seen.needs_second) == (True, True)
    assert [(each.seat, each.back_cents) for each in seen.seats] == [(1, 100_00)]
    known = replace(report, saw=())
    assert preview_command("t", play.table, known, DEALER).words == message("preview.sealed")


@pytest.mark.parametrize("key", ["tiger-no-commission-live", "seven-up"])
def test_every_command_at_every_table_has_a_preview(key: str) -> None:
    book, seen = game(key), Counter[bool]()
    for table in (Table(), *sample_tables(book)):
        for _, command in sample_commands(table, book):
            found = preview_command("t", table, command, SHIFT_MANAGER)
            decision = decide(table, command, replace(SHIFT_MANAGER, seconded_by=ANOTHER))
            if found.words != message("preview.sealed"):
                assert found.ok is not isinstance(decision, Refusal)
                assert found.clause
            seen[found.ok] += 1
    assert min(seen.values()) > 100


def test_every_sentence_for_staff_has_its_values_in_both_languages() -> None:
    found = set()
    for table in sample_tables(LIVE):
        for _, command in sample_commands(table, LIVE):
            for sentence in preview_command("t", table, command, SHIFT_MANAGER).events:
                assert text(sentence)
                assert text(sentence, "zh")
                found.add(sentence.key)
    assert found >= set(EVENT_KEYS.values()), set(EVENT_KEYS.values()) - found
