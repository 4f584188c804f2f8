"""Every report reads in Chinese, apart from figures, names and clauses."""

import re

import pytest

from punto.journal.stores.sqlite import SqliteJournal
from punto.reports.floor.journal_totals import read_totals
from punto.reports.floor.period import Calendar, PeriodLength, period_of
from punto.reports.floor.report import Report
from punto.reports.floor.report_kinds import KINDS
from punto.reports.formats.html import page
from punto.reports.formats.sheet import Paragraph, ReturnCurve, SheetTable, Text
from tests.reports.conftest import DAY, LIFE, REQUEST, Sample, Whole
from tests.texts import key_of, text

LATIN = re.compile(r"\b(?!Up\b|Ann\b|POLICY\b)[A-Za-z]{3,}")
"""A word of English, apart from the name of 7 Up."""


def headings(report: Report) -> list[Text]:
    """The texts that a reader must understand before any figure."""
    tables = [
        part for part in (*report.parts, report.reconciliation) if isinstance(part, SheetTable)
    ]
    return [
        report.title,
        report.subtitle,
        *(label for label, _ in report.head),
        *(figure.label for figure in report.figures),
        *(figure.note for figure in report.figures if figure.note),
        *(table.title for table in tables),
        *(table.note for table in tables if table.note),
        *(column.title for table in tables for column in table.columns),
        *(curve.note for curve in report.parts if isinstance(curve, ReturnCurve)),
        *(line for note in report.parts if isinstance(note, Paragraph) for line in note.lines),
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_titles_headings_labels_and_notes_are_in_chinese(sample: Sample, kind: str) -> None:
    report = KINDS[kind].build(sample.books(), REQUEST)
    written = [text(content, "zh") for content in headings(report)]
    assert [each for each in written if LATIN.search(each)] == []
    first = (
        row.cells[0] for part in report.parts if isinstance(part, SheetTable) for row in part.rows
    )
    assert not any("Banker" in text(cell, "zh") for cell in first)
    document = page(report, "zh")
    assert '<html lang="zh-Hans">' in document
    assert "第 1 页，共" in document


def test_a_period_without_entries_says_so_in_chinese(sample: Sample) -> None:
    empty = period_of(PeriodLength.DAY, DAY.replace(year=2020), Calendar())
    document = page(KINDS["performance"].build(sample.books(empty), REQUEST), "zh")
    assert "无活动" in document
    assert "No Activity" not in document


@pytest.mark.parametrize("kind", ["events", "irregularities"])
def test_a_shift_with_every_irregularity_reads_in_chinese(kind: str, whole: Whole) -> None:
    journal = SqliteJournal(whole("tiger-no-commission-live"), read_only=True)
    report = KINDS[kind].build(read_totals(journal, LIFE), REQUEST)
    journal.close()
    cells = {
        text(cell, "zh")
        for part in report.parts
        if isinstance(part, SheetTable)
        for row in part.rows
        for column, cell in zip(part.columns, row.cells, strict=True)
        if key_of(column.title) in ("report-column.event", "report-column.kind")
    }
    assert len(cells) > 4
    names = re.compile(r"visit-\d+|terminal-\d+|shoe-\S+|Cat\b|voucher-…")
    assert [each for each in cells if LATIN.search(names.sub("", each))] == []
