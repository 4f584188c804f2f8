"""State each column of a table together with the function of its cells."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from punto.core.rulebook import PayLine
from punto.messages.message import Message
from punto.reports.descriptions.conditions import condition_message
from punto.reports.formats.sheet import (
    Cell,
    CellFormat,
    Row,
    RowEmphasis,
    SheetColumn,
    SheetTable,
    Text,
    pays_message,
)

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Field(Generic[Item]):
    """A column of a table, with the function of its cells."""

    title: Text
    value: Callable[[Item], Cell]
    cell_format: CellFormat = CellFormat.TEXT
    shows_zero: bool = False

    @property
    def column(self) -> SheetColumn:
        """The column without its function."""
        return SheetColumn(self.title, self.cell_format, self.shows_zero)


Fields: TypeAlias = tuple[Field[Item], ...]


def rows_of(
    fields: Fields[Item], items: Iterable[Item], weight: RowEmphasis = RowEmphasis.PLAIN
) -> list[Row]:
    """A row per item."""
    return [Row(tuple(field.value(each) for field in fields), weight) for each in items]


def text(name: str, value: Callable[[Item], Cell]) -> Field[Item]:
    """A column of text on a page about games."""
    return Field(Message(f"column.{name}"), value)


def figure(name: str, value: Callable[[Item], Cell]) -> Field[Item]:
    """A column of figures on a page about games."""
    return Field(Message(f"column.{name}"), value, CellFormat.FIGURE)


def field_table(fields: Fields[Item], items: Iterable[Item], title: Text = "") -> SheetTable:
    """A table with a row per item."""
    columns = tuple(field.column for field in fields)
    return SheetTable(columns, tuple(rows_of(fields, items)), title)


# Pay lines

NamedLine: TypeAlias = tuple[Text, PayLine, Item]
"""The name of a wager, one of its pay lines, and the figures of the line."""

LINE_FIELDS: Fields[NamedLine[Any]] = (
    text("wager", lambda each: each[0]),
    text("line", lambda each: condition_message(each[1].when)),
    figure("pays", lambda each: pays_message(each[1].pays)),
)
"""The first columns of every list of pay lines."""


def named_lines(
    wagers: Iterable[tuple[Text, Sequence[Item]]], pay_line: Callable[[Item], PayLine]
) -> Iterator[NamedLine[Item]]:
    """Every line with the name of its wager, which only the first line of a wager has."""
    for name, lines in wagers:
        for at, line in enumerate(lines):
            yield name if at == 0 else "", pay_line(line), line
