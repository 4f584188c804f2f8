"""Print sheets as tables of text, and records as JSON."""

import json
import sys
from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from punto.reports.formats.cells import Writer, writer_of
from punto.reports.formats.sheet import Paragraph, Sheet, SheetTable

WIDTH_OF_A_FILE = 160
"""The width of output to a file or a pipe, which has no window."""
BETWEEN_COLUMNS = 3
LONGEST_WORD = 24
"""A longer word, such as a digest, may break in a narrow window."""


def show_page(
    sheet: Sheet | Sequence[Sheet], record: object, *, as_json: bool, language: str = "en"
) -> None:
    """Print the record as JSON, or the sheets in a language."""
    if as_json:
        show_record(record)
        return
    for each in (sheet,) if isinstance(sheet, Sheet) else sheet:
        show_sheet(each, language)


def show_sheet(sheet: Sheet, language: str = "en") -> None:
    """Print a sheet in a language."""
    console = _console()
    writer = writer_of(sheet, language)
    console.print(Text(writer.text(sheet.title), style="bold"))
    for part in sheet.parts:
        console.print()
        if part.title:
            console.print(Text(writer.text(part.title), style="bold"))
        if isinstance(part, Paragraph):
            for line in part.lines:
                console.print(Text(writer.text(line)))
        elif isinstance(part, SheetTable):
            # A line longer than the window continues below; Punto cuts nothing off.
            console.print(_drawn(part, writer, console.width), crop=False)


def show_record(record: object) -> None:
    """Print a record as JSON."""
    json.dump(record, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


def show_text(text: str) -> None:
    """Print text unchanged."""
    sys.stdout.write(text)


class PlainConsole(Console):
    """A console that leaves a broken pipe to `main`."""

    def on_broken_pipe(self) -> None:
        """Raise `BrokenPipeError`. Rich itself would exit with an error code."""
        raise BrokenPipeError


def _console() -> Console:
    terminal = sys.stdout.isatty()
    return PlainConsole(
        width=None if terminal else WIDTH_OF_A_FILE, highlight=False, soft_wrap=not terminal
    )


def _drawn(table: SheetTable, writer: Writer, window: int) -> RichTable:
    titles = [writer.text(column.title) for column in table.columns]
    rows = [writer.row(row, table) for row in table.rows]
    widths = _widths(table, [titles, *rows], window)
    drawn = RichTable(
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        header_style="bold",
        width=sum(widths) + BETWEEN_COLUMNS * (len(widths) - 1),
    )
    for column, title, width in zip(table.columns, titles, widths, strict=True):
        drawn.add_column(
            Text(title),
            justify="right" if column.is_figure else "left",
            no_wrap=column.is_figure,
            overflow="fold",
            width=width,
        )
    for row in rows:
        drawn.add_row(*(Text(cell) for cell in row))
    return drawn


def _widths(table: SheetTable, rows: list[list[str]], window: int) -> list[int]:
    """The widths of the columns in the window. Figures and words do not break."""
    widths, minimum = [], []
    for at, column in enumerate(table.columns):
        cells = [row[at] for row in rows]
        lines = [line for cell in cells for line in cell.splitlines()]
        words = [word for line in lines for word in line.split()]
        widths.append(max(map(cell_len, lines), default=1))
        longest = min(max(map(cell_len, words), default=1), LONGEST_WORD)
        minimum.append(widths[at] if column.is_figure else longest)
    room = window - BETWEEN_COLUMNS * (len(widths) - 1)
    while sum(widths) > room and widths != minimum:
        widest = max(range(len(widths)), key=lambda at: (widths[at] > minimum[at], widths[at], at))
        widths[widest] -= 1
    return widths
