"""Staff choose an irregularity in the dealer's words, with the facts that decide."""

import pytest

from punto.certification.sample_tables import sample_tables
from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod, Rulebook
from punto.floor.dealer_console.command_forms import CommandForm, CommandTemplate, FormField
from punto.floor.dealer_console.irregularities import irregularities_view
from punto.games.library import GAMES, game
from punto.reports.descriptions.situations import GROUPS, questions_for
from punto.table.decide.irregularities.reports import ANOTHER_WAY
from punto.table.irregularity_rules import rows_for_trigger
from punto.table.state import Table
from tests.live import BANKER_WINS, DEALER, by_method, dealt
from tests.tables import LIVE, TIGER, dealing, opened, patron, physical
from tests.texts import text

NEVER_SEEN = {
    Trigger.TOO_MANY_WAGERS,
    Trigger.DIFFERENTIAL,
    Trigger.TERMINAL_CUT_OFF,
    Trigger.OVER_MAXIMUM,
}


def catalogue(table: Table, *, device_reads: bool = True) -> dict[str, CommandForm]:
    return {
        each.key: each
        for group in irregularities_view(table, DEALER, device_reads=device_reads).groups
        for each in group.forms
    }


def facts(form: CommandForm) -> list[FormField]:
    return [each for each in form.fields if each.kind == "fact"]


def details(form: CommandForm) -> list[str]:
    """The fields besides the facts and the evidence."""
    return [each.field for each in form.fields[:-1] if each.kind != "fact"]


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_every_irregularity_of_a_document_can_be_reported(book: Rulebook) -> None:
    told = {each.trigger for group in GROUPS for each in group.situations}
    with_rows = {trigger for trigger in Trigger if rows_for_trigger(book, trigger)}
    assert with_rows - told <= NEVER_SEEN | {Trigger.AFTER_VOID}
    for table in sample_tables(book):
        for each in catalogue(table).values():
            assert text(each.label, "zh")
            assert each.clause
            off = each.off_because is not None
            assert off or Trigger(each.key) not in ANOTHER_WAY


def test_cards_drawn_together_ask_for_the_order_and_know_the_progress_of_the_deal() -> None:
    found = catalogue(dealing(LIVE, "2s", "2c", "3d", "2d").table)["drawn-together"]
    assert found.off_because is None
    order, deal = facts(found)
    assert (text(order.label), order.value) == ("Can the order of the cards be established?", None)
    assert [each.value for each in order.choices] == ["order-known", "order-unknown"]
    assert (text(deal.label), deal.value) == ("How far was the deal?", "after-initial-deal")
    assert deal.is_fixed
    assert deal.note is not None
    assert text(found.fields[-1].label) == "What proves it (needed for a void)"
    assert found.clause.startswith("T 5.8, 5.8.1")
    assert found.act.command == "DrawSeveralCards", "the floor has the shoe"
    assert details(found) == ["count"]
    assert details(catalogue(dealing(LIVE).table)["face-up"]) == []


def test_staff_name_the_cards_of_a_physical_shoe() -> None:
    play = physical(LIVE)
    found = catalogue(play.table, device_reads=False)["drawn-together"]
    assert found.act == CommandTemplate("ReportIrregularity", {"trigger": "drawn-together"})
    assert details(found) == ["cards"]


def test_no_question_asks_whether_an_outcome_is_established() -> None:
    for book in GAMES:
        keys = {each.key for each in questions_for(book, Trigger.INTERRUPTED)}
        assert keys <= {"cause", "recovery"}
    assert "established" not in str(irregularities_view(dealing(TIGER, "2s").table, DEALER))


def test_an_impossible_irregularity_is_off_with_its_reason() -> None:
    found = catalogue(opened(LIVE).table)
    off = found["wrong-order"].off_because
    assert off is not None
    assert text(off) == "No round is running."
    late = found["late-wager"].off_because
    assert late is not None
    assert text(late).startswith("Enter the chips as they are now (S)")


def test_the_console_hides_that_no_card_is_due_while_cards_are_face_down() -> None:
    """Whether a natural ended the deal could otherwise be read off a button."""
    for cards in (BANKER_WINS, ("2s", "Kc", "3d", "5h")):
        play = by_method(DealingMethod.A)
        play.bet(1, banker=100_00)
        assert catalogue(dealt(play, *cards).table)["drawn-together"].off_because is None


def test_patrons_report_nothing_and_a_closed_table_has_no_irregularities() -> None:
    table = opened(LIVE).table
    for group in irregularities_view(table, patron(1)).groups:
        for each in group.forms:
            assert each.off_because is not None
            assert text(each.off_because).startswith("This position may not do that. Dealer")
    assert irregularities_view(Table(), DEALER).groups == ()


def test_facts_that_are_false_at_the_table_are_not_asked() -> None:
    """A form once asked whether a patron draws at a Method A table, and took either answer."""
    found = catalogue(dealing(LIVE, "2s").table)["order-lost"]
    assert [each.value for each in facts(found)] == [None, "in-round"]
    found = catalogue(by_method(DealingMethod.C).table)["order-lost"]
    assert "method-c" in [each.value for each in facts(found)]


def test_a_wager_that_terminals_refuse_cites_the_refusing_clause() -> None:
    found = catalogue(dealing(game("tiger"), "2s").table)
    cited = {
        each: found[each].clause for each in ("late-wager", "late-withdrawal", "under-minimum")
    }
    assert cited == {"late-wager": "E 5.5", "late-withdrawal": "E 5.4", "under-minimum": "E 2.2"}
    why = found["late-wager"].off_because
    assert why is not None
    assert text(why) == "Terminals refuse this by themselves. There is nothing to report."
