"""Write sheets as plain text and as Markdown."""

import textwrap
from collections.abc import Iterator, Sequence
from unicodedata import east_asian_width

from punto.messages.message import Message, message
from punto.reports.formats.cells import Writer, writer_of
from punto.reports.formats.pagination import paginate
from punto.reports.formats.sheet import (
    NO_ACTIVITY,
    Paragraph,
    Part,
    ReturnCurve,
    Sheet,
    SheetTable,
)

WIDTH = 110
MAX_WIDE = 46
"""The widest that a column of text may be; longer texts continue in the next line."""


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


def markdown(sheet: Sheet, language: str = "en") -> str:
    """The title, the text and the tables of a sheet as a Markdown page."""
    writer = writer_of(sheet, language)
    parts = ("\n".join(_markdown(part, writer)) for part in sheet.all_parts)
    return "\n\n".join([f"# {writer.text(sheet.title)}", *filter(None, parts)]) + "\n"


def _markdown(part: Part, writer: Writer) -> Iterator[str]:
    if not isinstance(part, Paragraph | SheetTable):
        return
    if part.title:
        yield f"## {writer.text(part.title)}\n"
    if isinstance(part, Paragraph):
        yield from (f"- {writer.text(line).strip()}" for line in part.lines)
        return
    titles = [writer.text(column.title) for column in part.columns]
    marks = ["---:" if column.is_figure else "---" for column in part.columns]
    for row in (titles, marks, *(writer.row(row, part) for row in part.rows)):
        yield f"| {' | '.join(map(_markdown_cell, row))} |"


def _markdown_cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("\n", "<br>")


def text(sheet: Sheet, language: str = "en") -> str:
    """A sheet as lines, page by page, each page with its number at both ends."""
    writer, pages = writer_of(sheet, language), paginate(sheet, language)
    lines: list[str] = []
    for number, parts in enumerate(pages, start=1):
        page = writer.text(message("report.page", number=number, of=len(pages)))
        title = writer.text(sheet.title)
        lines.append(_left(title, WIDTH - display_width(page)) + page)
        if number == 1:
            lines += _head(sheet, writer)
        for part in parts:
            lines += ["", *_part(part, writer)]
        lines += ["", "-" * WIDTH]
        if number == len(pages):
            lines += [piece for note in sheet.foot for piece in _folded(writer.text(note), WIDTH)]
        lines += [_right(page, WIDTH), ""]
    return "\n".join(lines)


def _head(sheet: Sheet, writer: Writer) -> Iterator[str]:
    yield from _folded(writer.text(sheet.subtitle), WIDTH)
    yield "=" * WIDTH
    for label, lines in sheet.head:
        yield f"{_left(writer.text(label) + ':', 18)} {'; '.join(map(writer.text, lines))}"
    yield ""
    for figure in sheet.figures:
        note = f"  ({writer.text(figure.note)})" if figure.note else ""
        yield f"{_left(writer.text(figure.label) + ':', 22)} {writer.figure(figure)}{note}"
    if not sheet.has_activity:
        yield ""
        yield writer.text(NO_ACTIVITY)


def _part(part: Part, writer: Writer) -> Iterator[str]:
    if part.title:
        note = part.note if isinstance(part, SheetTable) else None
        yield writer.text(part.title) + (f"  ({writer.text(note)})" if note else "")
    match part:
        case Paragraph():
            flagged = f"! {writer.text(part.flagged)} " if part.flagged else ""
            for line in part.lines:
                yield from _folded(f"{flagged}{writer.text(line)}", WIDTH)
        case ReturnCurve():
            yield f"  {writer.text(curve_summary(part))}"
        case SheetTable():
            yield from _table(part, writer)


def _table(table: SheetTable, writer: Writer) -> Iterator[str]:
    heads = [writer.text(column.title) for column in table.columns]
    rows = [heads, *(writer.row(row, table) for row in table.rows)]
    widths = [min(MAX_WIDE, max(map(display_width, cells))) for cells in zip(*rows, strict=True)]
    for at, row in enumerate(rows):
        folded = [_folded(cell, width) or [""] for cell, width in zip(row, widths, strict=True)]
        for line in range(max(map(len, folded))):
            pieces = [pieces[line] if line < len(pieces) else "" for pieces in folded]
            yield _line(pieces, widths, table)
        if at == 0:
            yield "  ".join("-" * width for width in widths)


def _line(pieces: list[str], widths: Sequence[int], table: SheetTable) -> str:
    cells = zip(pieces, widths, table.columns, strict=True)
    return "  ".join(
        _right(piece, width) if column.is_figure else _left(piece, width)
        for piece, width, column in cells
    ).rstrip()


def display_width(text: str) -> int:
    """The width of a text in a terminal, where a Chinese character takes two places."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def _left(text: str, width: int) -> str:
    return text + " " * (width - display_width(text))


def _right(text: str, width: int) -> str:
    return " " * (width - display_width(text)) + text


def _folded(text: str, width: int) -> list[str]:
    is_wide = display_width(text) > len(text) and display_width(text) > width
    return textwrap.wrap(text, width // 2 if is_wide else width)
