"""Split a report into A4 pages, so that every format can print page x of y."""

from dataclasses import replace
from math import ceil

from punto.messages.message import message
from punto.reports.floor.report import Note, Part, Report, ReportTable, ReturnCurve
from punto.reports.formats.cells import Writer, writer_of

FIRST, LATER = 980, 1_180
"""The height of the first page and of the later ones, in thousandths of their width."""

HEAD, ROW, TOTAL, LINE, COURSE = 64, 27, 32, 16, 262
CHARACTERS = 150
"""The number of small characters in a line of a page."""


def paginate(report: Report, language: str = "en") -> tuple[tuple[Part, ...], ...]:
    """The parts of a report and its reconciliation, page by page; a long table continues."""
    sheets: list[list[Part]] = [[]]
    left, writer = FIRST, writer_of(report, language)
    for part in (*report.parts, report.reconciliation):
        pieces = _pieces(part, left, writer)
        for at, (piece, height) in enumerate(pieces):
            if at or (height > left and sheets[-1]):
                sheets.append([])
                left = LATER
            sheets[-1].append(piece)
            left -= height
    return tuple(tuple(sheet) for sheet in sheets)


def _pieces(part: Part, left: int, writer: Writer) -> list[tuple[Part, int]]:
    if isinstance(part, Note):
        flagged = len(writer.text(part.flagged))
        lines = sum(ceil((len(writer.text(line)) + flagged) / CHARACTERS) for line in part.lines)
        return [(part, 12 + LINE * max(1, lines))]
    if isinstance(part, ReturnCurve):
        return [(part, COURSE)]
    heights = [_height(part, at, writer) for at in range(len(part.rows))]
    whole = HEAD + sum(heights)
    # A table that fits on one page is not cut to fill the page before it.
    if whole <= left or (whole <= LATER and left < LATER / 2):
        return [(part, whole)]
    pieces: list[tuple[Part, int]] = []
    first, room, used = 0, left if left > HEAD + 4 * ROW else LATER, HEAD
    for at, height in enumerate(heights):
        if used + height > room and at > first:
            pieces.append((_cut(part, first, at), used))
            first, room, used = at, LATER, HEAD
        used += height
    pieces.append((_cut(part, first, len(heights)), used))
    return pieces


def _cut(table: ReportTable, first: int, last: int) -> ReportTable:
    title = message("report-text.continued", title=table.title) if first else table.title
    return replace(table, title=title, rows=table.rows[first:last])


def _height(table: ReportTable, at: int, writer: Writer) -> int:
    row = table.rows[at]
    figures = sum(column.is_figure for column in table.columns)
    texts = max(1, len(table.columns) - figures)
    wide = max(14, (CHARACTERS - 11 * figures) // texts)
    cells = writer.row(row, table.columns)
    lines = max(
        (
            ceil(len(text) / wide)
            for text, column in zip(cells, table.columns, strict=True)
            if not column.is_figure
        ),
        default=1,
    )
    return (ROW if row.weight == "plain" else TOTAL) + LINE * max(0, lines - 1)
