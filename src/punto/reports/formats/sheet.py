"""Define a sheet (title, paragraphs and tables) before any output format."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """One column of a table; figures stand to the right."""

    title: str
    is_figure: bool = False


@dataclass(frozen=True, slots=True)
class SheetTable:
    """Rows of text under columns."""

    columns: tuple[SheetColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines of running text."""

    lines: tuple[str, ...]
    title: str = ""


Part: TypeAlias = SheetTable | Paragraph


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of paragraphs and tables with a title."""

    title: str
    parts: tuple[Part, ...]
