"""Write sheets as Markdown, and reports as text, CSV and JSON."""

import csv
import io
import json
import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from punto.messages.message import Message, message
from punto.reports.floor.report import (
    NO_ACTIVITY,
    Band,
    Cell,
    CellFormat,
    Column,
    Note,
    Report,
    ReportTable,
    ReturnCurve,
    Text,
)
from punto.reports.formats.cells import Writer, writer_of
from punto.reports.formats.pagination import paginate
from punto.reports.formats.sheet import Paragraph, Sheet, SheetTable, text_in
from punto.reports.formats.sheet import Part as SheetPart


def markdown(sheet: Sheet, language: str = "en") -> str:
    """A sheet as a Markdown page."""
    parts = [_markdown_part(part, language) for part in sheet.parts]
    return "\n\n".join([f"# {text_in(sheet.title, language)}", *parts]) + "\n"


def _markdown_part(part: SheetPart, language: str) -> str:
    head = f"## {text_in(part.title, language)}\n\n" if part.title else ""
    if isinstance(part, Paragraph):
        lines = (text_in(line, language).strip() for line in part.lines)
        return head + "\n".join(f"- {line}" for line in lines)
    return head + _markdown_table(part, language)


def _markdown_table(table: SheetTable, language: str) -> str:
    marks = ["---:" if column.is_figure else "---" for column in table.columns]
    titles = [column.title for column in table.columns]
    rows: list[Sequence[str | Message]] = [titles, marks, *table.rows]
    cells = ([_markdown_cell(text_in(cell, language)) for cell in row] for row in rows)
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)


def _markdown_cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("\n", "<br>")


WIDTH = 110
MAX_WIDE = 46
"""The widest that a column of text may be; longer texts continue in the next line."""


def text(report: Report, language: str = "en") -> str:
    """A report as lines, page by page, each page with its number at both ends."""
    writer = writer_of(report, language)
    sheets = paginate(report, language)
    lines: list[str] = []
    for number, parts in enumerate(sheets, start=1):
        page = writer.text(message("report.page", number=number, of=len(sheets)))
        lines += _head(report, writer, page, is_first=number == 1)
        for part in parts:
            lines += ["", *_part(part, writer)]
        lines += ["", "-" * WIDTH]
        if number == len(sheets):
            lines += [piece for note in report.foot for piece in _folded(writer.text(note), WIDTH)]
        lines += [page.rjust(WIDTH), ""]
    return "\n".join(lines)


def _head(report: Report, writer: Writer, page: str, *, is_first: bool) -> Iterator[str]:
    yield writer.text(report.title).ljust(WIDTH - len(page)) + page
    if not is_first:
        return
    yield from _folded(writer.text(report.subtitle), WIDTH)
    yield "=" * WIDTH
    for label, lines in report.head:
        yield f"{writer.text(label) + ':':<18} {'; '.join(map(writer.text, lines))}"
    yield ""
    for figure in report.figures:
        note = f"  ({writer.text(figure.note)})" if figure.note else ""
        yield f"{writer.text(figure.label) + ':':<22} {writer.figure(figure)}{note}"
    if not report.has_activity:
        yield ""
        yield writer.text(NO_ACTIVITY)


def _part(part: ReportTable | Note | ReturnCurve, writer: Writer) -> Iterator[str]:
    if isinstance(part, Note):
        flagged = f"! {writer.text(part.flagged)} " if part.flagged else ""
        for line in part.lines:
            yield from _folded(f"{flagged}{writer.text(line)}", WIDTH)
    elif isinstance(part, ReturnCurve):
        yield writer.text(part.title)
        yield f"  {writer.text(curve_summary(part))}"
    else:
        yield from _table(part, writer)


def curve_summary(curve: ReturnCurve) -> Message:
    """The last point of a return curve."""
    rounds, actual, theory, deviation = curve.points[-1]
    return message(
        "report-text.curve-summary",
        rounds=rounds,
        actual=f"{100 * actual:.2f}",
        theory=f"{100 * theory:.2f}",
        deviation=f"{100 * deviation:.2f}",
    )


def _table(table: ReportTable, writer: Writer) -> Iterator[str]:
    yield writer.text(table.title) + (f"  ({writer.text(table.note)})" if table.note else "")
    has_dash = not table.is_reconciliation
    rows = [writer.row(row, table.columns, has_dash=has_dash) for row in table.rows]
    heads = [writer.text(column.title) for column in table.columns]
    widths = [
        min(MAX_WIDE, max(len(row[at]) for row in [heads, *rows])) for at in range(len(heads))
    ]
    for place, row in enumerate([heads, *rows]):
        yield from _drawn(row, widths, table)
        if place == 0:
            yield "  ".join("-" * width for width in widths)


def _drawn(row: list[str], widths: list[int], table: ReportTable) -> Iterator[str]:
    folded = [_folded(text, width) or [""] for text, width in zip(row, widths, strict=True)]
    for at in range(max(map(len, folded))):
        pieces = [piece[at] if at < len(piece) else "" for piece in folded]
        yield "  ".join(
            piece.rjust(width) if column.is_figure else piece.ljust(width)
            for piece, width, column in zip(pieces, widths, table.columns, strict=True)
        ).rstrip()


def _folded(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width)


# For programs: names of columns, tables and figures are keys, the same in every language


UNITS = {
    CellFormat.PERCENT: "-percent",
    CellFormat.SPREAD: "-percent",
    CellFormat.BAND: "-deviations",
}


def name_of(title: Message) -> str:
    """The name of a title for programs: its key without the group, as in `win`."""
    return title.key.partition(".")[2]


def csv_text(report: Report, language: str = "en") -> str:
    """A report as one CSV file: its header, then every table under its name.

    Names are keys, the same in every language. Cells and notes are in the language.
    """
    writer = writer_of(report, language)
    file = io.StringIO()
    out = csv.writer(file, lineterminator="\r\n")
    out.writerow(["report", report.kind])
    for label, lines in report.head:
        out.writerow([name_of(label), *(_plain(line, writer) for line in lines)])
    for figure in report.figures:
        column = Column(figure.label, figure.cell_format)
        value = writer.plain_cell(figure.value, column)
        out.writerow([name_of(figure.label), value, _plain(figure.note, writer)])
    if not report.has_activity:
        out.writerow([name_of(NO_ACTIVITY)])
    for part in (*report.parts, report.reconciliation):
        if not isinstance(part, ReturnCurve):
            out.writerow([])
            out.writerows(_csv_rows(part, writer))
    out.writerow([])
    for note in report.foot:
        out.writerow([_plain(note, writer)])
    return file.getvalue()


def _plain(content: Text | None, writer: Writer) -> str:
    return writer.plain_cell(content, Column(NO_ACTIVITY))


def _csv_rows(part: ReportTable | Note, writer: Writer) -> Iterator[list[str]]:
    if isinstance(part, Note):
        yield [_plain(part.flagged, writer), *(_plain(line, writer) for line in part.lines)]
        return
    yield [name_of(part.title), _plain(part.title, writer), _plain(part.note, writer)]
    yield ["row", *(name_of(each.title) + UNITS.get(each.cell_format, "") for each in part.columns)]
    for row in part.rows:
        cells = zip(row.cells, part.columns, strict=True)
        yield [row.weight.value, *(writer.plain_cell(value, column) for value, column in cells)]


def json_text(report: Report, language: str = "en") -> str:
    """A report as a record: money in cents, shares as exact fractions, texts as messages.

    A message is its key, its values, and its text in the language.
    """
    writer = writer_of(report, language)
    record = {
        "kind": report.kind,
        "title": _message(report.title, writer),
        "subtitle": _message(report.subtitle, writer),
        "definition": report.definition,
        "head": {
            name_of(label): [_value(line, writer) for line in lines] for label, lines in report.head
        },
        "has_activity": report.has_activity,
        "is_reconciled": report.is_reconciled,
        "figures": [
            {
                "label": _message(each.label, writer),
                "value": _value(each.value, writer),
                "note": _value(each.note, writer),
            }
            for each in report.figures
        ],
        "parts": [_record(part, writer) for part in report.parts],
        "reconciliation": _record(report.reconciliation, writer),
        "foot": [_message(note, writer) for note in report.foot],
    }
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def _record(part: ReportTable | Note | ReturnCurve, writer: Writer) -> dict[str, object]:
    if isinstance(part, Note):
        lines = [_message(line, writer) for line in part.lines]
        return {"note": lines, "flagged": _value(part.flagged, writer)}
    if isinstance(part, ReturnCurve):
        points = [list(point) for point in part.points]
        return {"course": _message(part.title, writer), "points": points}
    return {
        "title": _message(part.title, writer),
        "note": _value(part.note, writer),
        "columns": [
            {"title": _message(each.title, writer), "shown": each.cell_format.value}
            for each in part.columns
        ],
        "rows": [
            {"weight": row.weight.value, "cells": [_value(each, writer) for each in row.cells]}
            for row in part.rows
        ],
    }


def _message(content: Message, writer: Writer) -> dict[str, object]:
    record: dict[str, object] = msgspec.to_builtins(content)
    return record | {"text": writer.text(content)}


def _value(value: Cell, writer: Writer) -> object:
    if isinstance(value, Message):
        return _message(value, writer)
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return round(value.deviations, 6) if isinstance(value, Band) else value


# For screens


def sheets_text(report: Report, language: str = "en") -> str:
    """A report as a record that a screen draws: pages, with every cell as text."""
    writer = writer_of(report, language)
    record = {
        "kind": report.kind,
        "title": writer.text(report.title),
        "no_activity": writer.text(NO_ACTIVITY),
        "subtitle": writer.text(report.subtitle),
        "head": [
            {"label": writer.text(label), "lines": [writer.text(line) for line in lines]}
            for label, lines in report.head
        ],
        "has_activity": report.has_activity,
        "is_reconciled": report.is_reconciled,
        "figures": [
            {
                "label": writer.text(each.label),
                "value": writer.figure(each),
                "note": writer.text(each.note),
            }
            for each in report.figures
        ],
        "sheets": [
            [_drawn_part(part, writer) for part in sheet] for sheet in paginate(report, language)
        ],
        "foot": [writer.text(note) for note in report.foot],
    }
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def _drawn_part(part: ReportTable | Note | ReturnCurve, writer: Writer) -> dict[str, object]:
    if isinstance(part, Note):
        lines = [writer.text(line) for line in part.lines]
        return {"note": lines, "flagged": writer.text(part.flagged)}
    if isinstance(part, ReturnCurve):
        return {
            "course": writer.text(part.title),
            "text": writer.text(part.note),
            "summary": writer.text(curve_summary(part)),
            "points": [list(point) for point in part.points],
        }
    has_dash = not part.is_reconciliation
    rows = [
        {
            "weight": row.weight.value,
            "cells": [
                round(value.deviations, 4)
                if isinstance(value, Band)
                else writer.cell(value, column, row.weight, has_dash=has_dash)
                for value, column in zip(row.cells, part.columns, strict=True)
            ],
            "is_apart": part.is_reconciliation and row.cells[-1] != 0,
        }
        for row in part.rows
    ]
    heads = [
        {"title": writer.text(each.title), "shown": each.cell_format.value} for each in part.columns
    ]
    title, note = writer.text(part.title), writer.text(part.note)
    return {"title": title, "note": note, "columns": heads, "rows": rows}
