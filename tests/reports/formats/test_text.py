"""Test the same report as text, HTML, CSV, PDF and JSON."""

import csv
import io
import json
import re
from dataclasses import replace
from datetime import timedelta
from html.parser import HTMLParser
from itertools import product
from typing import Any

import pytest

from punto.messages.catalogue import LANGUAGES
from punto.messages.message import message
from punto.reports.floor.period import Calendar, PeriodLength, period_of
from punto.reports.floor.period_totals import PeriodTotals
from punto.reports.floor.report import Report
from punto.reports.floor.report_kinds import KINDS
from punto.reports.formats import data, html, text
from punto.reports.formats.cells import Writer
from punto.reports.formats.pagination import paginate
from punto.reports.formats.pdf import sheet_pdf
from punto.reports.formats.sheet import Cell, CellFormat, Paragraph, Row, SheetColumn, SheetTable
from tests.reports.conftest import DAY, REQUEST, Sample

NUMBER = SheetColumn(message("report-column.number"), CellFormat.COUNT)


@pytest.fixture(scope="module")
def report(books: PeriodTotals) -> Report:
    return KINDS["performance"].build(books, REQUEST)


def test_every_row_is_on_exactly_one_sheet_in_order(report: Report) -> None:
    title = message("report-table.events")
    long = SheetTable((NUMBER,), tuple(Row((n,)) for n in range(300)), title)
    sheets = paginate(replace(report, parts=(*report.parts, long)))
    continued = message("report-text.continued", title=title)
    rows = [
        row.cells[0]
        for sheet in sheets
        for part in sheet
        if isinstance(part, SheetTable) and part.title in (title, continued)
        for row in part.rows
    ]
    assert rows == list(range(300))
    assert all(sheets)


@pytest.mark.parametrize("kind", KINDS)
def test_text_and_html_number_every_page_twice(kind: str, books: PeriodTotals) -> None:
    found = KINDS[kind].build(books, REQUEST)
    pages = len(paginate(found))
    for drawn in (text.text(found), html.page(found)):
        for number in range(1, pages + 1):
            assert drawn.count(f"Page {number} of {pages}") >= 2


def test_html_has_no_scripts_and_no_style_attributes_and_escapes_text(report: Report) -> None:
    odd = replace(
        report,
        parts=(Paragraph(("<script>alert(1)</script>",), flagged="<b>x</b>"),),
    )
    drawn = html.body(odd)
    assert "<script>alert" not in drawn
    assert "&lt;script&gt;" in drawn
    tags: list[tuple[str, list[str]]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            tags.append((tag, [name for name, _ in attrs]))

    Reader().feed(html.body(report))
    assert len(tags) > 100
    for tag, names in tags:
        assert tag not in ("script", "style", "iframe", "link", "img", "form")
        assert not any(name == "style" or name.startswith("on") for name in names)


def test_csv_has_every_sum_without_separators(report: Report) -> None:
    rows = list(csv.reader(io.StringIO(data.csv_text(report))))
    win = next(row for row in rows if row[:2] == ["total", "Win of the house"])
    assert win[2] == win[3] == win[4]
    assert re.fullmatch(r"-?\d+\.\d\d", win[2])
    assert win[5] == "0.00"


@pytest.mark.parametrize("words", ["=1+1", "+1", "-1", "@A1", "\tx", "\r=1"])
def test_csv_has_no_formulas(words: str) -> None:
    assert Writer().plain_cell(words, NUMBER) == f"'{words}"
    typed = message("change.text", text=words)
    assert Writer().plain_cell(typed, NUMBER) == f"'{words}"


def test_json_has_money_in_cents_and_exact_shares(report: Report) -> None:
    record = json.loads(data.json_text(report))
    assert record["is_reconciled"] is True
    assert record["reconciliation"]["rows"][-1]["cells"][-1] == 0
    game = record["parts"][0]["rows"][-1]["cells"]
    assert game[2] - game[3] == game[4]
    top, _, bottom = game[5].partition("/")
    assert int(top) * game[2] == int(bottom) * game[3]


def test_a_pdf_is_made_of_every_kind_in_every_language(books: PeriodTotals) -> None:
    wrong = []
    for kind, language in product(KINDS, LANGUAGES):
        content = sheet_pdf(KINDS[kind].build(books, REQUEST), language)
        fonts = b"STSong-Light" in content
        if not content.startswith(b"%PDF-") or fonts != (language == "zh"):
            wrong.append((kind, language))
    assert wrong == []


def test_a_pdf_is_the_same_file_every_time(report: Report) -> None:
    assert sheet_pdf(report) == sheet_pdf(report)


def test_an_empty_report_says_so_in_every_format(sample: Sample) -> None:
    books = sample.books(period_of(PeriodLength.DAY, DAY - timedelta(days=9), Calendar()))
    found = KINDS["events"].build(books, REQUEST)
    assert "No Activity" in text.text(found)
    assert "No Activity" in html.page(found)
    assert "No Activity" in data.csv_text(found)
    assert len(sheet_pdf(found)) > 1_000


def test_a_difference_is_marked_in_html(report: Report) -> None:
    row = report.reconciliation.rows[0]
    apart = replace(row, cells=(*row.cells[:-1], 100))
    books = replace(report.reconciliation, rows=(apart, *report.reconciliation.rows[1:]))
    found = replace(report, reconciliation=books)
    assert not found.is_reconciled
    assert "figure apart" in html.body(found)
    assert "figure apart" not in html.body(report)


def cell(value: Cell, cell_format: CellFormat, *, has_dash: bool = True) -> str:
    return Writer().cell(value, SheetColumn(NUMBER.title, cell_format), has_dash=has_dash)


def test_figures_are_written_as_on_paper() -> None:
    assert cell(-123_456, CellFormat.CENTS) == "−1,234.56"
    assert cell(5, CellFormat.SIGNED) == "+0.05"
    assert cell(0, CellFormat.CENTS) == "–"
    assert cell(0, CellFormat.CENTS, has_dash=False) == "0.00"
    assert cell(None, CellFormat.COUNT) == ""
    assert Writer().cell(0, replace(NUMBER, shows_zero=True)) == "0"


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_in_csv_and_json_are_the_same_in_every_language(
    language: str, report: Report
) -> None:
    def names(csv_of: str) -> list[list[str]]:
        rows = csv.reader(io.StringIO(csv_of))
        return [row for row in rows if row[:1] == ["row"]]

    assert names(data.csv_text(report, language)) == names(data.csv_text(report))
    assert names(data.csv_text(report))[0] == [
        "row",
        "wager",
        "rounds",
        "wagered",
        "returned",
        "win",
        "actual-percent",
        "theory-percent",
        "band-99-percent",
        "against-theory-deviations",
    ]
    ours, english = (
        json.loads(data.json_text(report, each), object_hook=without_text)
        for each in (language, "en")
    )
    assert ours == english
    assert ours["title"] == {"key": "report.kind.performance", "values": {}}


def without_text(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != "text"}


def test_a_report_names_its_currency(books: PeriodTotals) -> None:
    found = KINDS["performance"].build(books, replace(REQUEST, currency="S$"))
    assert "commission S$" in text.text(found)
