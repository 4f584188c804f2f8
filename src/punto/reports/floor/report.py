"""Define a floor report: a sheet with a kind, a version, and a reconciliation at its end."""

from dataclasses import dataclass
from typing import TypeAlias

from punto.messages.message import Message, message
from punto.reports.formats.sheet import (
    NO_ACTIVITY,
    Cell,
    CellFormat,
    Part,
    Row,
    RowEmphasis,
    Sheet,
    SheetColumn,
    SheetTable,
    Text,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(Sheet):
    """A report before any language and any output format."""

    kind: str
    definition: str
    """The version of the report itself, as in GP 1.0."""

    period: Message
    software: tuple[Text, ...]
    reconciliation: SheetTable

    @property
    def is_reconciled(self) -> bool:
        """Whether every difference is zero."""
        return all(row.cells[-1] == 0 for row in self.reconciliation.rows)

    @property
    def is_paged(self) -> bool:
        """Every page of a report has its number."""
        return True

    @property
    def all_parts(self) -> tuple[Part, ...]:
        """The parts, and the reconciliation at the end."""
        return (*self.parts, self.reconciliation)

    @property
    def running_head(self) -> Text:
        """The title and the period."""
        return message("report-text.running-head", title=self.title, period=self.period)

    @property
    def imprint(self) -> tuple[Text, ...]:
        """The versions of the software and of the report."""
        return self.software


def grid(
    title: Message,
    columns: tuple[SheetColumn, ...],
    rows: list[Row] | tuple[Row, ...],
    note: Message | None = None,
) -> SheetTable:
    """A table. If there are no rows, its only row says that there was no activity."""
    if not rows:
        blank: tuple[Cell, ...] = (NO_ACTIVITY, *(None for _ in columns[1:]))
        return SheetTable(columns, (Row(blank),), title, note)
    return SheetTable(columns, tuple(rows), title, note)


Line: TypeAlias = tuple[Message, tuple[int, ...], RowEmphasis]
"""A line of a reconciliation: its label, the figure of each source, and its emphasis."""


def reconciliation(
    sources: tuple[str, ...],
    rows: list[Line],
    note: Message | None = None,
    cell_format: CellFormat = CellFormat.CENTS,
) -> SheetTable:
    """Sources of the same figures side by side; the last column is their difference."""
    heads = (
        SheetColumn(message("report-column.item")),
        *(SheetColumn(column_title(source), cell_format) for source in sources),
        SheetColumn(message("report-column.difference"), cell_format, shows_zero=True),
    )
    compared = [
        Row((label, *figures, max(figures) - min(figures)), weight)
        for label, figures, weight in rows
    ]
    return SheetTable(
        heads,
        tuple(compared),
        message("report-table.reconciliation"),
        note or message("report-note.sources"),
        is_reconciliation=True,
    )


def column_title(name: str) -> Message:
    """The title of a column by its name, which spreadsheets show in every language."""
    return Message(f"report-column.{name}")
