"""Define a report as a value without words: its texts are messages, which formats render last."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from punto.messages.catalogue import CURRENCY
from punto.messages.message import Message, message

Text: TypeAlias = Message | str
"""A message, or a name or a typed text that is the same in every language."""


class CellFormat(StrEnum):
    """How the cells of a column are written."""

    TEXT = "text"
    COUNT = "count"
    CENTS = "cents"
    SIGNED = "signed"
    PERCENT = "percent"
    SPREAD = "spread"
    BAND = "band"


class RowEmphasis(StrEnum):
    """How heavy a row is."""

    PLAIN = "plain"
    SUBTOTAL = "subtotal"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Band:
    """Where a figure lies, in standard deviations from what theory expects."""

    deviations: float

    @property
    def is_outside(self) -> bool:
        """Whether it lies outside 95 per cent."""
        return abs(self.deviations) > NINETY_FIVE

    @property
    def is_far_outside(self) -> bool:
        """Whether it lies outside 99 per cent."""
        return abs(self.deviations) > NINETY_NINE


NINETY_FIVE, NINETY_NINE = 1.959964, 2.575829

Cell: TypeAlias = int | Fraction | Band | Message | str | None
"""A figure, a message, or a name."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    title: Message
    cell_format: CellFormat = CellFormat.TEXT
    shows_zero: bool = False
    """Whether a zero in a plain row is printed as a figure and not as a dash."""

    @property
    def is_figure(self) -> bool:
        """Whether its cells are aligned to the right."""
        return self.cell_format is not CellFormat.TEXT


@dataclass(frozen=True, slots=True)
class Row:
    """Cells under the columns of a table."""

    cells: tuple[Cell, ...]
    weight: RowEmphasis = RowEmphasis.PLAIN


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Rows under columns, with a title and a short note."""

    title: Message
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: Message | None = None
    is_reconciliation: bool = False

    def __post_init__(self) -> None:
        for row in self.rows:
            assert len(row.cells) == len(self.columns), f"{self.title}: {row.cells}"


@dataclass(frozen=True, slots=True)
class Note:
    """Lines of text; staff must read a flagged note."""

    lines: tuple[Message, ...]
    flagged: Text = ""
    """The subject of the lines, in the accent colour of a report."""


@dataclass(frozen=True, slots=True)
class ReturnCurve:
    """A return round by round, with the theoretical return and its bands."""

    title: Message
    note: Message
    points: tuple[tuple[int, float, float, float], ...]
    """Rounds so far, the return, its theory, and the deviation of one round's average."""


Part: TypeAlias = ReportTable | Note | ReturnCurve


@dataclass(frozen=True, slots=True)
class Figure:
    """One of the few figures at the beginning of a report."""

    label: Message
    value: Cell
    cell_format: CellFormat
    note: Message | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """A report before any language and any output format."""

    kind: str
    title: Message
    subtitle: Message
    definition: str
    """The version of the report itself, as in GP 1.0."""

    head: tuple[tuple[Message, tuple[Text, ...]], ...]
    figures: tuple[Figure, ...]
    parts: tuple[Part, ...]
    reconciliation: ReportTable
    foot: tuple[Message, ...] = ()
    has_activity: bool = True
    currency: str = CURRENCY

    @property
    def is_reconciled(self) -> bool:
        """Whether every difference is zero."""
        return all(row.cells[-1] == 0 for row in self.reconciliation.rows)


NO_ACTIVITY = message("report-text.no-activity")


def grid(
    title: Message,
    columns: tuple[Column, ...],
    rows: list[Row] | tuple[Row, ...],
    note: Message | None = None,
) -> ReportTable:
    """A table. If there are no rows, its only row says that there was no activity."""
    if not rows:
        blank: tuple[Cell, ...] = (NO_ACTIVITY, *(None for _ in columns[1:]))
        return ReportTable(title, columns, (Row(blank),), note)
    return ReportTable(title, columns, tuple(rows), note)


Line: TypeAlias = tuple[Message, tuple[int, ...], RowEmphasis]
"""A line of a reconciliation: its label, the figure of each source, and its emphasis."""


def reconciliation(
    sources: tuple[str, ...],
    rows: list[Line],
    note: Message | None = None,
    cell_format: CellFormat = CellFormat.CENTS,
) -> ReportTable:
    """Sources of the same figures side by side; the last column is their difference."""
    heads = (
        Column(message("report-column.item")),
        *(Column(column_title(source), cell_format) for source in sources),
        Column(message("report-column.difference"), cell_format, shows_zero=True),
    )
    compared = [
        Row((label, *figures, max(figures) - min(figures)), weight)
        for label, figures, weight in rows
    ]
    return ReportTable(
        message("report-table.reconciliation"),
        heads,
        tuple(compared),
        note or message("report-note.sources"),
        is_reconciliation=True,
    )


def column_title(name: str) -> Message:
    """The title of a column by its name, which spreadsheets show in every language."""
    return Message(f"report-column.{name}")
