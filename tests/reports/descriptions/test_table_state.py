"""Every state of a table has a text, also for a document with calls of its own."""

from dataclasses import replace
from datetime import datetime

from punto.core.irregularities import Remedy
from punto.messages.catalogue import LANGUAGES, catalogue
from punto.reports.descriptions import table_state
from punto.table.commands import RulingOutcome
from punto.table.state import Phase
from tests.tables import TIGER
from tests.texts import text


def members(group: str) -> set[str]:
    return {
        key.removeprefix(f"{group}.")
        for key in catalogue("en").patterns
        if key.startswith(f"{group}.")
    }


def test_phases_rulings_and_remedies_have_exactly_one_text_each() -> None:
    assert members("phase") == set(Phase)
    assert members("ruling") == set(RulingOutcome)
    assert members("remedy-sentence") == set(Remedy)


def test_a_call_is_printed_as_in_its_document() -> None:
    document = TIGER.document
    assert text(table_state.opening_call(document)) == document.opening[0]
    assert text(table_state.closing_call(document), "zh") == "停止下注"


def test_a_call_that_no_catalogue_has_appears_in_its_own_words() -> None:
    custom = replace(TIGER.document, opening=("Faites vos jeux",))
    for language in LANGUAGES:
        assert text(table_state.opening_call(custom), language) == "Faites vos jeux"


def test_a_planned_change_names_its_time_and_its_zone() -> None:
    change = table_state.planned_change(datetime.fromisoformat("2026-11-20T06:00:00+08:00"))
    assert text(change) == "New rules or limits from 20 Nov 2026, 06:00 (UTC+0800)"


def test_a_reversal_says_who_owes_whom() -> None:
    assert text(table_state.reversal_message(0)) == "Reversed; nothing is owed."
    assert text(table_state.reversal_message(5_00)) == "Reversed; the cage pays $5.00."
    assert (
        text(table_state.reversal_message(-5_00))
        == "Reversed. $5.00 must be paid back at the cage."
    )
