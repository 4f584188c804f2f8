"""Define a report as a value (request, figures, tables, notes) before any output format."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class SheetLabels:
    """The few words that every sheet says by itself, in a language."""

    language: str
    no_activity: str
    page: str
    difference: str
    reconciliation: str
    continued: str


ENGLISH = SheetLabels(
    language="en",
    no_activity="No Activity",
    page="Page {number} of {of}",
    difference="Difference",
    reconciliation="Reconciliation",
    continued="{title}, continued",
)
CHINESE = SheetLabels(
    language="zh-Hans",
    no_activity="无活动",
    page="第 {number} 页，共 {of} 页",
    difference="差额",
    reconciliation="对账",
    continued="{title}（续）",
)
TONGUES = (ENGLISH, CHINESE)

NO_ACTIVITY = ENGLISH.no_activity


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

Cell: TypeAlias = str | int | Fraction | Band | None


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a grid."""

    title: str
    cell_format: CellFormat = CellFormat.TEXT

    @property
    def is_figure(self) -> bool:
        """Whether its cells stand to the right."""
        return self.cell_format is not CellFormat.TEXT


@dataclass(frozen=True, slots=True)
class Row:
    """Cells under the columns of a grid."""

    cells: tuple[Cell, ...]
    weight: RowEmphasis = RowEmphasis.PLAIN


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Rows under columns, with a title and what they show in a line."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: str = ""

    def __post_init__(self) -> None:
        for row in self.rows:
            assert len(row.cells) == len(self.columns), f"{self.title}: {row.cells}"


@dataclass(frozen=True, slots=True)
class Note:
    """Lines of words; a flagged one asks for a look."""

    lines: tuple[str, ...]
    flagged: str = ""
    """What the lines are about, in the one accent of a report."""


@dataclass(frozen=True, slots=True)
class ReturnCurve:
    """A return as it went, round by round, against theory and its bands."""

    title: str
    note: str
    points: tuple[tuple[int, float, float, float], ...]
    """Rounds so far, the return, its theory, and the deviation of one round's average."""


Part: TypeAlias = ReportTable | Note | ReturnCurve


@dataclass(frozen=True, slots=True)
class Figure:
    """One of the few figures that a report begins with."""

    label: str
    value: Cell
    cell_format: CellFormat
    note: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """A report as it is printed, in any form."""

    kind: str
    title: str
    subtitle: str
    definition: str
    """The version of the report itself, as in GP 1.0."""

    head: tuple[tuple[str, tuple[str, ...]], ...]
    figures: tuple[Figure, ...]
    parts: tuple[Part, ...]
    reconciliation: ReportTable
    foot: tuple[str, ...] = ()
    has_activity: bool = True
    tongue: SheetLabels = ENGLISH

    @property
    def is_reconciled(self) -> bool:
        """Whether every difference is zero."""
        return all(row.cells[-1] == 0 for row in self.reconciliation.rows)


def grid(
    title: str, columns: tuple[Column, ...], rows: list[Row] | tuple[Row, ...], note: str = ""
) -> ReportTable:
    """A grid, of which nothing is left but the two words where no row is."""
    if not rows:
        blank: tuple[Cell, ...] = (NO_ACTIVITY, *(None for _ in columns[1:]))
        return ReportTable(title, columns, (Row(blank),), note)
    return ReportTable(title, columns, tuple(rows), note)


Line: TypeAlias = tuple[str, tuple[int, ...], RowEmphasis]
"""A line of a reconciliation: its words, what each book says, and how heavy it is."""

FIGURE_SOURCES = "books kept apart, and how far they differ"


def reconciliation(
    columns: tuple[str, ...],
    rows: list[Line],
    note: str = FIGURE_SOURCES,
    cell_format: CellFormat = CellFormat.CENTS,
) -> ReportTable:
    """Books side by side; the last column is how far they lie apart, also where they do not."""
    heads = (
        Column(columns[0]),
        *(Column(title, cell_format) for title in columns[1:]),
        Column(ENGLISH.difference, cell_format),
    )
    compared = [
        Row((words, *books, max(books) - min(books)), weight) for words, books, weight in rows
    ]
    return ReportTable(ENGLISH.reconciliation, heads, tuple(compared), note)
