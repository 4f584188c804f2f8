"""Write floor reports for programs, as CSV and JSON, and for the reports screen.

Names of columns, tables and figures are keys, which are the same in every language.
"""

import csv
import io
import json
from collections.abc import Iterator
from fractions import Fraction

import msgspec

from punto.messages.message import Message
from punto.reports.floor.report import Report
from punto.reports.formats import html
from punto.reports.formats.cells import Writer, writer_of
from punto.reports.formats.sheet import (
    NO_ACTIVITY,
    Band,
    Cell,
    CellFormat,
    Paragraph,
    Part,
    ReturnCurve,
    SheetColumn,
    SheetTable,
    Text,
)

UNITS = {
    CellFormat.PERCENT: "-percent",
    CellFormat.SPREAD: "-percent",
    CellFormat.BAND: "-deviations",
}


def name_of(title: Text) -> str:
    """The name of a title for programs: its key without the group, as in `win`."""
    assert isinstance(title, Message), "the titles of a report are messages"
    return title.key.partition(".")[2]


def csv_text(report: Report, language: str = "en") -> str:
    """A report as one CSV file: its header, then every table under its name.

    Cells and notes are in the language.
    """
    writer = writer_of(report, language)
    file = io.StringIO()
    out = csv.writer(file, lineterminator="\r\n")
    out.writerow(["report", report.kind])
    for label, lines in report.head:
        out.writerow([name_of(label), *(_plain(line, writer) for line in lines)])
    for figure in report.figures:
        column = SheetColumn(figure.label, figure.cell_format)
        value = writer.plain_cell(figure.value, column)
        out.writerow([name_of(figure.label), value, _plain(figure.note, writer)])
    if not report.has_activity:
        out.writerow([name_of(NO_ACTIVITY)])
    for part in report.all_parts:
        if rows := list(_csv_rows(part, writer)):
            out.writerows([[], *rows])
    out.writerow([])
    for note in report.foot:
        out.writerow([_plain(note, writer)])
    return file.getvalue()


def _plain(content: Text | None, writer: Writer) -> str:
    return writer.plain_cell(content, SheetColumn(""))


def _csv_rows(part: Part, writer: Writer) -> Iterator[list[str]]:
    match part:
        case Paragraph():
            yield [_plain(part.flagged, writer), *(_plain(line, writer) for line in part.lines)]
        case SheetTable():
            yield [name_of(part.title), _plain(part.title, writer), _plain(part.note, writer)]
            yield [
                "row",
                *(name_of(each.title) + UNITS.get(each.cell_format, "") for each in part.columns),
            ]
            for row in part.rows:
                cells = zip(row.cells, part.columns, strict=True)
                yield [row.weight.value, *(writer.plain_cell(*each) for each in cells)]


def json_text(report: Report, language: str = "en") -> str:
    """A report as a record: money in cents, shares as exact fractions, texts as messages.

    A message is its key, its values, and its text in the language.
    """
    writer = writer_of(report, language)
    *parts, reconciliation = (_record(part, writer) for part in report.all_parts)
    record = {
        "kind": report.kind,
        "title": _value(report.title, writer),
        "subtitle": _value(report.subtitle, writer),
        "definition": report.definition,
        "head": {
            name_of(label): [_value(line, writer) for line in lines] for label, lines in report.head
        },
        "has_activity": report.has_activity,
        "is_reconciled": report.is_reconciled,
        "figures": [
            {
                "label": _value(each.label, writer),
                "value": _value(each.value, writer),
                "note": _value(each.note, writer),
            }
            for each in report.figures
        ],
        "parts": parts,
        "reconciliation": reconciliation,
        "foot": [_value(note, writer) for note in report.foot],
    }
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def _record(part: Part, writer: Writer) -> dict[str, object]:
    match part:
        case Paragraph():
            lines = [_value(line, writer) for line in part.lines]
            return {"note": lines, "flagged": _value(part.flagged, writer)}
        case ReturnCurve():
            return {"course": _value(part.title, writer), "points": list(map(list, part.points))}
        case SheetTable():
            return {
                "title": _value(part.title, writer),
                "note": _value(part.note, writer),
                "columns": [
                    {"title": _value(each.title, writer), "shown": each.cell_format.value}
                    for each in part.columns
                ],
                "rows": [
                    {
                        "weight": row.weight.value,
                        "cells": [_value(each, writer) for each in row.cells],
                    }
                    for row in part.rows
                ],
            }
        case _:
            raise AssertionError(f"a report has no {type(part).__name__}")


def _value(value: Cell, writer: Writer) -> object:
    match value:
        case Message():
            record: dict[str, object] = msgspec.to_builtins(value)
            return record | {"text": writer.text(value)}
        case Fraction():
            return f"{value.numerator}/{value.denominator}"
        case Band():
            return round(value.deviations, 6)
        case _:
            return value


def screen_text(report: Report, language: str = "en") -> str:
    """A report as a record for the reports screen: its pages as HTML without scripts."""
    content = html.body(report, language)
    record = {
        "is_reconciled": report.is_reconciled,
        "pages": content.count('<section class="sheet"'),
        "html": content,
    }
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"
