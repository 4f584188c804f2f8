"""Sheets as Markdown, for the documentation."""

import csv
import io
import json
import textwrap
from collections.abc import Iterator
from fractions import Fraction

from punto.reports.floor.report import (
    NO_ACTIVITY,
    TONGUES,
    Band,
    Cell,
    CellFormat,
    Column,
    Figure,
    Note,
    Report,
    ReportTable,
    ReturnCurve,
)
from punto.reports.formats.cells import format_cell, format_row, plain_cell
from punto.reports.formats.pagination import paginate
from punto.reports.formats.sheet import Paragraph, Sheet, SheetTable
from punto.reports.formats.sheet import Part as SheetPart


def markdown(sheet: Sheet) -> str:
    """A sheet as a Markdown page."""
    return "\n\n".join([f"# {sheet.title}", *(_markdown_part(part) for part in sheet.parts)]) + "\n"


def _markdown_part(part: SheetPart) -> str:
    head = f"## {part.title}\n\n" if part.title else ""
    if isinstance(part, Paragraph):
        return head + "\n".join(f"- {line.strip()}" for line in part.lines)
    return head + _markdown_table(part)


def _markdown_table(table: SheetTable) -> str:
    marks = ["---:" if column.is_figure else "---" for column in table.columns]
    rows = [[column.title for column in table.columns], marks, *table.rows]
    return "\n".join(f"| {' | '.join(_markdown_cell(cell) for cell in row)} |" for row in rows)


def _markdown_cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("\n", "<br>")


WIDTH = 110
RECONCILED = tuple(each.reconciliation for each in TONGUES)
MAX_WIDE = 46
"""The widest that words may be in a column of text; longer ones go on below."""


def text(report: Report) -> str:
    """A report as lines, sheet by sheet, each with its number at both ends."""
    sheets = paginate(report)
    lines: list[str] = []
    for number, parts in enumerate(sheets, start=1):
        page = f"Page {number} of {len(sheets)}"
        lines += _head(report, page, is_first=number == 1)
        for part in parts:
            lines += ["", *_part(part)]
        lines += ["", "-" * WIDTH]
        if number == len(sheets):
            lines += [piece for words in report.foot for piece in _folded(words, WIDTH)]
        lines += [page.rjust(WIDTH), ""]
    return "\n".join(lines)


def _head(report: Report, page: str, *, is_first: bool) -> Iterator[str]:
    yield report.title.ljust(WIDTH - len(page)) + page
    if not is_first:
        return
    yield from _folded(report.subtitle, WIDTH)
    yield "=" * WIDTH
    for label, lines in report.head:
        yield f"{label + ':':<18} {'; '.join(lines)}"
    yield ""
    for figure in report.figures:
        note = f"  ({figure.note})" if figure.note else ""
        yield f"{figure.label + ':':<22} {_figure(figure)}{note}"
    if not report.has_activity:
        yield ""
        yield NO_ACTIVITY


def _part(part: ReportTable | Note | ReturnCurve) -> Iterator[str]:
    if isinstance(part, Note):
        flagged = f"{part.flagged} " if part.flagged else ""
        for words in part.lines:
            yield from _folded(f"! {flagged}{words}" if flagged else words, WIDTH)
    elif isinstance(part, ReturnCurve):
        rounds, actual, theory, spread = part.points[-1]
        yield f"{part.title}: after {rounds:,} rounds {actual:.2%}, theory {theory:.2%}"
        yield f"  deviation {spread:.2%} of the sum wagered"
    else:
        yield from _grid(part)


def _grid(grid: ReportTable) -> Iterator[str]:
    yield grid.title + (f"  ({grid.note})" if grid.note else "")
    has_dash = not grid.title.startswith(RECONCILED)
    rows = [format_row(row, grid.columns, has_dash=has_dash) for row in grid.rows]
    heads = [column.title for column in grid.columns]
    widths = [
        min(MAX_WIDE, max(len(row[at]) for row in [heads, *rows])) for at in range(len(heads))
    ]
    for place, row in enumerate([heads, *rows]):
        yield from _drawn(row, widths, grid)
        if place == 0:
            yield "  ".join("-" * width for width in widths)


def _drawn(row: list[str], widths: list[int], grid: ReportTable) -> Iterator[str]:
    folded = [_folded(words, width) or [""] for words, width in zip(row, widths, strict=True)]
    for at in range(max(map(len, folded))):
        pieces = [piece[at] if at < len(piece) else "" for piece in folded]
        yield "  ".join(
            words.rjust(width) if column.is_figure else words.ljust(width)
            for words, width, column in zip(pieces, widths, grid.columns, strict=True)
        ).rstrip()


def _folded(words: str, width: int) -> list[str]:
    return textwrap.wrap(words, width)


def csv_text(report: Report) -> str:
    """A report as one CSV file: what it says of itself, then every table under its title."""
    file = io.StringIO()
    out = csv.writer(file, lineterminator="\r\n")
    out.writerow(["Report", report.title])
    for label, lines in report.head:
        out.writerow([label, *lines])
    for figure in report.figures:
        column = Column("", figure.cell_format)
        out.writerow(
            [figure.label, plain_cell(figure.value, column), plain_cell(figure.note, Column(""))]
        )
    if not report.has_activity:
        out.writerow([NO_ACTIVITY])
    for part in (*report.parts, report.reconciliation):
        if isinstance(part, ReturnCurve):
            continue
        out.writerow([])
        if isinstance(part, Note):
            out.writerows([[plain_cell(part.flagged, Column("")), *part.lines]])
            continue
        out.writerow([part.title, part.note])
        out.writerow(["Row", *(_head_of(column) for column in part.columns)])
        for row in part.rows:
            cells = zip(row.cells, part.columns, strict=True)
            out.writerow([row.weight, *(plain_cell(value, column) for value, column in cells)])
    out.writerow([])
    for words in report.foot:
        out.writerow([words])
    return file.getvalue()


def _head_of(column: Column) -> str:
    units = {
        CellFormat.PERCENT: " (%)",
        CellFormat.SPREAD: " (± %)",
        CellFormat.BAND: " (deviations)",
    }
    return column.title + units.get(column.cell_format, "")


def json_text(report: Report) -> str:
    """A report as a record: money in cents, shares as exact fractions."""
    record = {
        "kind": report.kind,
        "title": report.title,
        "subtitle": report.subtitle,
        "definition": report.definition,
        "head": {label: list(lines) for label, lines in report.head},
        "has_activity": report.has_activity,
        "is_reconciled": report.is_reconciled,
        "figures": [
            {"label": each.label, "value": _value(each.value), "note": each.note}
            for each in report.figures
        ],
        "parts": [_record(part) for part in report.parts],
        "reconciliation": _record(report.reconciliation),
        "foot": list(report.foot),
    }
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def sheets_text(report: Report) -> str:
    """A report as a record that a screen draws: sheets, with every cell as it is written."""
    record = {
        "kind": report.kind,
        "title": report.title,
        "no_activity": report.tongue.no_activity,
        "page": report.tongue.page,
        "subtitle": report.subtitle,
        "head": [{"label": label, "lines": list(lines)} for label, lines in report.head],
        "has_activity": report.has_activity,
        "is_reconciled": report.is_reconciled,
        "figures": [
            {"label": each.label, "value": _figure(each), "note": each.note}
            for each in report.figures
        ],
        "sheets": [[_drawn_part(part) for part in sheet] for sheet in paginate(report)],
        "foot": list(report.foot),
    }
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def _figure(figure: Figure) -> str:
    value = format_cell(figure.value, Column("", figure.cell_format), has_dash=False) or "–"
    return value + (
        " %" if figure.cell_format is CellFormat.PERCENT and figure.value is not None else ""
    )


def _drawn_part(part: ReportTable | Note | ReturnCurve) -> dict[str, object]:
    if not isinstance(part, ReportTable):
        return _record(part) | ({"text": part.note} if isinstance(part, ReturnCurve) else {})
    has_dash = not part.title.startswith(RECONCILED)
    rows = [
        {
            "weight": row.weight.value,
            "cells": [
                round(value.deviations, 4)
                if isinstance(value, Band)
                else format_cell(value, column, row.weight, has_dash=has_dash)
                for value, column in zip(row.cells, part.columns, strict=True)
            ],
            "is_apart": not has_dash and row.cells[-1] != 0,
        }
        for row in part.rows
    ]
    heads = [{"title": each.title, "shown": each.cell_format.value} for each in part.columns]
    return {"title": part.title, "note": part.note, "columns": heads, "rows": rows}


def _record(part: ReportTable | Note | ReturnCurve) -> dict[str, object]:
    if isinstance(part, Note):
        return {"note": list(part.lines), "flagged": part.flagged}
    if isinstance(part, ReturnCurve):
        return {"course": part.title, "points": [list(point) for point in part.points]}
    return {
        "title": part.title,
        "note": part.note,
        "columns": [
            {"title": each.title, "shown": each.cell_format.value} for each in part.columns
        ],
        "rows": [
            {"weight": row.weight.value, "cells": [_value(each) for each in row.cells]}
            for row in part.rows
        ],
    }


def _value(value: Cell) -> object:
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return round(value.deviations, 6) if isinstance(value, Band) else value
