"""A report in Chinese: every name, heading and label; figures, names and clauses as they were."""

import re

import pytest

from punto.reports.chinese import in_chinese, translated
from punto.reports.floor.period import Calendar, PeriodLength, period_of
from punto.reports.floor.report import Part, Report, ReportTable, Row
from punto.reports.floor.report_kinds import KINDS
from punto.reports.formats.html import page
from tests.reports.conftest import DAY, REQUEST, Sample

LATIN = re.compile(r"\b(?!Up\b)[A-Za-z]{2,}")
"""English, apart from the name of 7 Up."""


def words_of(report: Report) -> list[str]:
    """Everything that a reader must understand before any figure."""
    grids = [
        each for each in (*report.parts, report.reconciliation) if isinstance(each, ReportTable)
    ]
    return [
        report.title,
        *(label for label, _ in report.head),
        *(each.label for each in report.figures),
        *(each.title for each in grids),
        *(column.title for each in grids for column in each.columns),
    ]


def rows_of(part: Part) -> tuple[Row, ...]:
    return part.rows if isinstance(part, ReportTable) else ()


@pytest.mark.parametrize("kind", KINDS)
def test_names_headings_and_labels_are_in_chinese(sample: Sample, kind: str) -> None:
    report = KINDS[kind].build(sample.books(), REQUEST)
    found = in_chinese(report)
    assert [each for each in words_of(found) if LATIN.search(each)] == []
    assert [each.value for each in found.figures] == [each.value for each in report.figures]
    assert found.reconciliation.rows[-1].cells[1:] == report.reconciliation.rows[-1].cells[1:]
    assert found.is_reconciled
    assert not any("Banker" in str(row.cells[0]) for each in found.parts for row in rows_of(each))
    assert '<html lang="zh-Hans">' in page(found)
    assert "第 1 页，共" in page(found)


def test_a_period_without_entries_says_so_in_chinese(sample: Sample) -> None:
    empty = period_of(PeriodLength.DAY, DAY.replace(year=2020), Calendar())
    text = page(in_chinese(KINDS["performance"].build(sample.books(empty), REQUEST)))
    assert "无活动" in text
    assert "No Activity" not in text


def test_what_is_no_word_of_a_report_stays() -> None:
    assert translated("T-0012") == "T-0012"
    assert translated("theory 98.00 %, inside the 95 % band") == "理论 98.00 %，在 95 % 范围内"
    assert translated("Win per table, continued") == "各台赢额（续）"
