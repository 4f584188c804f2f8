"""Define a sheet: a title, facts, figures, tables, charts and text, before any output format.

A sheet has no words of its own. Its texts are messages, which the writers render last.
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from punto.core.rulebook import Pays, WagerGroup
from punto.messages.catalogue import CURRENCY
from punto.messages.message import Message, message
from punto.messages.render import render

Text: TypeAlias = Message | str
"""A message, or a name or a figure that every language writes alike."""


def text_in(text: Text, language: str) -> str:
    """Return a text in the words of a language."""
    return render(text, language) if isinstance(text, Message) else text


def as_message(text: Text) -> Message:
    """A text as a message, so that another message can contain it."""
    return text if isinstance(text, Message) else message("custom.name", name=text)


class CellFormat(StrEnum):
    """How the cells of a column are written."""

    TEXT = "text"
    FIGURE = "figure"
    """A text that is aligned to the right, such as odds or a rounded share."""

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
class SheetColumn:
    """One column of a table. Figures are aligned to the right."""

    title: Text
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
class SheetTable:
    """Rows under columns, with a title and a short note."""

    columns: tuple[SheetColumn, ...]
    rows: tuple[Row, ...]
    title: Text = ""
    note: Message | None = None
    is_reconciliation: bool = False

    def __post_init__(self) -> None:
        for row in self.rows:
            assert len(row.cells) == len(self.columns), f"{self.title}: {row.cells}"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines of running text."""

    lines: tuple[Text, ...]
    title: Text = ""
    flagged: Text = ""
    """The subject of lines that staff must read, in the accent colour."""


@dataclass(frozen=True, slots=True)
class ReturnCurve:
    """A return round by round, with the theoretical return and its bands."""

    title: Message
    note: Message
    points: tuple[tuple[int, float, float, float], ...]
    """Rounds so far, the return, its theory, and the deviation of one round's average."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One part of a chart with its own scale: values from left to right, as bars or as a line."""

    title: Text
    tone: WagerGroup
    values: tuple[float, ...]
    x_labels: tuple[tuple[int, str], ...]
    """The labels below the values, each with the index of its value."""
    is_line: bool = False
    is_faint: tuple[bool, ...] = ()
    """Whether each bar is drawn faintly."""
    faint_lines: tuple[tuple[float, ...], ...] = ()
    """Further lines of as many values, behind the line."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Panels under one title, with a caption."""

    title: Text
    caption: Text
    panels: tuple[Panel, ...]

    @property
    def description(self) -> Message:
        """The title and the caption, for readers who do not see the chart."""
        title, caption = as_message(self.title), as_message(self.caption)
        return message("chart.description", title=title, caption=caption)


Part: TypeAlias = SheetTable | Paragraph | ReturnCurve | Chart


@dataclass(frozen=True, slots=True)
class Figure:
    """One of the few figures at the beginning of a sheet."""

    label: Message
    value: Cell
    cell_format: CellFormat
    note: Message | None = None


Facts: TypeAlias = tuple[tuple[Message, tuple[Text, ...]], ...]
"""Labels, each with its lines."""

NO_ACTIVITY = message("report-text.no-activity")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A title and parts. A floor report is a sheet with numbered pages."""

    title: Text
    parts: tuple[Part, ...]
    subtitle: Text = ""
    head: Facts = ()
    figures: tuple[Figure, ...] = ()
    foot: tuple[Message, ...] = ()
    has_activity: bool = True
    currency: str = CURRENCY

    @property
    def is_paged(self) -> bool:
        """Whether every page of HTML and text has its number."""
        return False

    @property
    def all_parts(self) -> tuple[Part, ...]:
        """Every part in the order of the pages."""
        return self.parts

    @property
    def running_head(self) -> Text:
        """The title on the pages after the first."""
        return self.title

    @property
    def imprint(self) -> tuple[Text, ...]:
        """The software at the foot of every page of a PDF."""
        return ("Punto",)


def sheet_table(
    columns: tuple[SheetColumn, ...], rows: tuple[tuple[Cell, ...], ...], title: Text = ""
) -> SheetTable:
    """A table of plain rows."""
    return SheetTable(columns, tuple(map(Row, rows)), title)


def text_columns(*titles: Text) -> tuple[SheetColumn, ...]:
    """Return columns of text."""
    return tuple(SheetColumn(title) for title in titles)


def figure_columns(*titles: Text) -> tuple[SheetColumn, ...]:
    """Return columns of figures."""
    return tuple(SheetColumn(title, CellFormat.FIGURE) for title in titles)


def percent_figures(share: Fraction | float, digits: int = 4, sign: str = "") -> str:
    """A share in per cent. Four digits distinguish one number of decks from another."""
    return f"{100 * float(share):{sign}.{digits}f}"


def percent(share: Fraction | float, digits: int = 4, sign: str = "") -> Message:
    """A share in per cent, for a column of figures."""
    return message("figure.percent", share=percent_figures(share, digits, sign))


def pays_message(pays: Pays) -> Message:
    """Pays as in 11 to 1, or that the line is a push, for a column of figures."""
    if pays.is_push:
        return message("column.pushes")
    return message("figure.pays", pays=pays.printed.replace(" to ", ":"))
