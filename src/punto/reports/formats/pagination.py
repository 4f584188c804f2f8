"""Split a report into A4 pages, so that every format can print page x of y."""

from math import ceil

from punto.reports.floor.report import Note, Part, Report, ReportTable, ReturnCurve, SheetLabels
from punto.reports.formats.cells import format_row

FIRST, LATER = 980, 1_180
"""How much fits on the first sheet and on the later ones, in thousandths of their width."""

HEAD, ROW, TOTAL, LINE, COURSE = 64, 27, 32, 16, 262
CHARACTERS = 150
"""How many characters of a small size stand in a line of a sheet."""


def paginate(report: Report) -> tuple[tuple[Part, ...], ...]:
    """The parts of a report and its reconciliation, sheet by sheet; a long table goes on."""
    sheets: list[list[Part]] = [[]]
    left = FIRST
    for part in (*report.parts, report.reconciliation):
        pieces = list(_pieces(part, left, report.tongue))
        for at, (piece, height) in enumerate(pieces):
            if at or (height > left and sheets[-1]):
                sheets.append([])
                left = LATER
            sheets[-1].append(piece)
            left -= height
    return tuple(tuple(sheet) for sheet in sheets)


def _pieces(part: Part, left: int, tongue: SheetLabels) -> list[tuple[Part, int]]:
    if isinstance(part, Note):
        lines = sum(ceil((len(words) + len(part.flagged)) / CHARACTERS) for words in part.lines)
        return [(part, 12 + LINE * max(1, lines))]
    if isinstance(part, ReturnCurve):
        return [(part, COURSE)]
    heights = [_height(part, at) for at in range(len(part.rows))]
    whole = HEAD + sum(heights)
    # A table that fits on a sheet of its own is not cut for the sake of the one before it.
    if whole <= left or (whole <= LATER and left < LATER / 2):
        return [(part, whole)]
    pieces: list[tuple[Part, int]] = []
    first, room, used = 0, left if left > HEAD + 4 * ROW else LATER, HEAD
    for at, height in enumerate(heights):
        if used + height > room and at > first:
            pieces.append((_cut(part, first, at, tongue), used))
            first, room, used = at, LATER, HEAD
        used += height
    pieces.append((_cut(part, first, len(heights), tongue), used))
    return pieces


def _cut(grid: ReportTable, first: int, last: int, tongue: SheetLabels) -> ReportTable:
    title = tongue.continued.format(title=grid.title) if first else grid.title
    return ReportTable(title, grid.columns, grid.rows[first:last], grid.note)


def _height(grid: ReportTable, at: int) -> int:
    row = grid.rows[at]
    figures = sum(column.is_figure for column in grid.columns)
    words = max(1, len(grid.columns) - figures)
    wide = max(14, (CHARACTERS - 11 * figures) // words)
    cells = format_row(row, grid.columns)
    lines = max(
        (
            ceil(len(text) / wide)
            for text, column in zip(cells, grid.columns, strict=True)
            if not column.is_figure
        ),
        default=1,
    )
    return (ROW if row.weight == "plain" else TOTAL) + LINE * max(0, lines - 1)
