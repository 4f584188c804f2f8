"""What happened, told in Chinese: every word of ours, and none of a person's own."""

import ast
import inspect
import re

import pytest

from punto.journal.stores.sqlite import SqliteJournal
from punto.reports.chinese import OF_EVENTS, in_chinese
from punto.reports.chinese_events import EVENTS, translated_event
from punto.reports.floor import event_list as listed_events
from punto.reports.floor.event_list import OF_HOUSE
from punto.reports.floor.journal_totals import read_totals
from punto.reports.floor.report import ReportTable
from punto.reports.floor.report_kinds import KINDS
from tests.reports.conftest import LIFE, REQUEST, Whole

LATIN = re.compile(r"[A-Za-z]{3,}")


def translated_words() -> set[str]:
    """The first word of everything told in the module, read from its text."""
    tree = ast.parse(inspect.getsource(listed_events))
    calls = [
        node.args[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "EventDetails"
    ]
    found = {part for each in calls for part in ast.walk(each) if isinstance(part, ast.Constant)}
    return {str(each.value) for each in found if str(each.value)[:1].isupper()}


def test_every_significant_event_has_a_name_in_chinese() -> None:
    assert len(translated_words()) > 20
    assert {*translated_words(), *OF_HOUSE.values()} - EVENTS.keys() == set()


@pytest.mark.parametrize("kind", ["events", "irregularities"])
def test_a_shift_in_which_everything_happens_reads_in_chinese(kind: str, whole: Whole) -> None:
    journal = SqliteJournal(whole("tiger-no-commission-live"), read_only=True)
    report = in_chinese(KINDS[kind].build(read_totals(journal, LIFE), REQUEST))
    journal.close()
    cells = {
        str(cell)
        for part in report.parts
        if isinstance(part, ReportTable)
        for row in part.rows
        for column, cell in zip(part.columns, row.cells, strict=True)
        if column.title in ("事件", "类别", "理由")
    }
    assert len(cells) > 4
    assert [each for each in cells if LATIN.search(each)] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("round 7: Cards too many or missing (T 5.1)", "第 7 局：牌张多出或缺少（T 5.1）"),
        ("round 7: the card was bent", "第 7 局：the card was bent"),
        ("Ang, Dealer; Lim, Pit Manager", "Ang，荷官；Lim，赌区经理"),
        ("void: the shoe fell", "作废：the shoe fell"),
        ("to pit-manager: too large for me", "上报赌区经理：too large for me"),
        ("1,234.50 at stake", "在台 1,234.50"),
        ("Ang; Lim", "Ang; Lim"),
        ("paid by mistake", "paid by mistake"),
        ("T 5.1.2", "T 5.1.2"),
    ],
)
def test_what_a_person_wrote_stays_as_it_is(text: str, expected: str) -> None:
    assert translated_event(text) == expected


def test_translated_columns_are_columns_of_a_report(whole: Whole) -> None:
    journal = SqliteJournal(whole("tiger-no-commission-live"), read_only=True)
    books = read_totals(journal, LIFE)
    journal.close()
    grids = [
        part
        for kind in KINDS.values()
        for part in kind.build(books, REQUEST).parts
        if isinstance(part, ReportTable)
    ]
    assert {column.title for each in grids for column in each.columns} >= OF_EVENTS
