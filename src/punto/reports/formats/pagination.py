"""Split a sheet into A4 pages, so that HTML and text can print page x of y."""

from dataclasses import replace
from math import ceil

from punto.messages.message import message
from punto.reports.formats.cells import Writer, writer_of
from punto.reports.formats.sheet import Paragraph, Part, RowEmphasis, Sheet, SheetTable, as_message

FIRST, LATER = 980, 1_180
"""The height of the first page and of the later ones, in thousandths of their width."""

HEAD, ROW, TOTAL, LINE, CURVE = 64, 27, 32, 16, 262
CHARACTERS = 150
"""The number of small characters in a line of a page."""


def paginate(sheet: Sheet, language: str = "en") -> tuple[tuple[Part, ...], ...]:
    """The parts of a sheet, page by page; a long table continues."""
    if not sheet.is_paged:
        return (sheet.all_parts,)
    pages: list[list[Part]] = [[]]
    left, writer = FIRST, writer_of(sheet, language)
    for part in sheet.all_parts:
        for at, (piece, height) in enumerate(_pieces(part, left, writer)):
            if at or (height > left and pages[-1]):
                pages.append([])
                left = LATER
            pages[-1].append(piece)
            left -= height
    return tuple(map(tuple, pages))


def _pieces(part: Part, left: int, writer: Writer) -> list[tuple[Part, int]]:
    if isinstance(part, Paragraph):
        flagged = len(writer.text(part.flagged))
        lines = sum(ceil((len(writer.text(line)) + flagged) / CHARACTERS) for line in part.lines)
        return [(part, 12 + LINE * max(1, lines))]
    if not isinstance(part, SheetTable):
        return [(part, CURVE)]
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


def _cut(table: SheetTable, first: int, last: int) -> SheetTable:
    title = table.title
    if first:
        title = message("report-text.continued", title=as_message(title))
    return replace(table, title=title, rows=table.rows[first:last])


def _height(table: SheetTable, at: int, writer: Writer) -> int:
    row = table.rows[at]
    figures = sum(column.is_figure for column in table.columns)
    wide = max(14, (CHARACTERS - 11 * figures) // max(1, len(table.columns) - figures))
    cells = zip(writer.row(row, table), table.columns, strict=True)
    lines = max(
        (ceil(len(text) / wide) for text, column in cells if not column.is_figure), default=1
    )
    return (ROW if row.weight is RowEmphasis.PLAIN else TOTAL) + LINE * max(0, lines - 1)
