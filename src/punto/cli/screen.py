"""The screen: sheets as text that looks good in a terminal, records as JSON."""

import json
import sys

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from punto.pages.sheet import Paragraph, Sheet, Table

WIDTH_OF_A_FILE = 160
"""Output that goes to a file or a pipe is not squeezed into a window."""


def show(sheet: Sheet) -> None:
    """Prints a sheet."""
    console = _console()
    console.print(Text(sheet.title, style="bold"))
    for part in sheet.parts:
        console.print()
        if part.title:
            console.print(Text(part.title, style="bold"))
        if isinstance(part, Paragraph):
            for line in part.lines:
                console.print(Text(line))
        else:
            console.print(_drawn(part))


def show_record(record: object) -> None:
    """Prints a record as JSON."""
    json.dump(record, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


def show_text(text: str) -> None:
    """Prints text as it is."""
    sys.stdout.write(text)


def _console() -> Console:
    terminal = sys.stdout.isatty()
    return Console(
        width=None if terminal else WIDTH_OF_A_FILE, highlight=False, soft_wrap=not terminal
    )


def _drawn(table: Table) -> RichTable:
    drawn = RichTable(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    for column in table.columns:
        drawn.add_column(
            Text(column.title),
            justify="right" if column.is_figure else "left",
            no_wrap=column.is_figure,
            overflow="fold",
        )
    for row in table.rows:
        drawn.add_row(*(Text(cell) for cell in row))
    return drawn
