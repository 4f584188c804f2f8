"""Write the texts and cells of a sheet in a language, for people and for spreadsheets."""

from dataclasses import dataclass
from fractions import Fraction

from punto.core.money import format_cents
from punto.messages.catalogue import CURRENCY, Grammar, catalogue
from punto.messages.message import Message
from punto.messages.render import render
from punto.reports.formats.sheet import (
    Band,
    Cell,
    CellFormat,
    Figure,
    Row,
    RowEmphasis,
    Sheet,
    SheetColumn,
    SheetTable,
    Text,
    percent,
)

MINUS, DASH = "−", "–"
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The characters with which a spreadsheet begins a formula."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Write texts and cells in a language, with sums in a currency."""

    language: str = "en"
    currency: str = CURRENCY

    @property
    def grammar(self) -> Grammar:
        """How the language writes figures, with the font of its PDF files."""
        return catalogue(self.language).grammar

    def text(self, content: Text | None) -> str:
        """A message in the language, or a name as it is; empty for None."""
        if isinstance(content, Message):
            return render(content, self.language, self.currency)
        return content or ""

    def cell(
        self,
        value: Cell,
        column: SheetColumn,
        weight: RowEmphasis = RowEmphasis.PLAIN,
        *,
        has_dash: bool = True,
    ) -> str:
        """A cell for people: separators, a minus sign, an en dash for zero in a plain row."""
        if value is None or isinstance(value, str | Message):
            return self.text(value)
        is_dash = has_dash and weight is RowEmphasis.PLAIN and not column.shows_zero
        return _figure(value, column.cell_format, is_dash=is_dash)

    def row(self, row: Row, table: SheetTable) -> list[str]:
        """The cells of a row for people. A reconciliation prints zero as a figure."""
        has_dash = not table.is_reconciliation
        pairs = zip(row.cells, table.columns, strict=True)
        return [self.cell(value, column, row.weight, has_dash=has_dash) for value, column in pairs]

    def figure(self, figure: Figure) -> str:
        """The value of a figure at the beginning of a sheet."""
        if figure.value is None:
            return DASH
        if isinstance(figure.value, Fraction):
            return self.text(percent(figure.value, 2))
        column = SheetColumn(figure.label, figure.cell_format)
        return self.cell(figure.value, column, has_dash=False)

    def plain_cell(self, value: Cell, column: SheetColumn) -> str:
        """A cell for a spreadsheet: no separators, a point before cents, and never a formula."""
        match value:
            case None:
                return ""
            case str() | Message():
                text = self.text(value)
                return f"'{text}" if text.startswith(FORMULA) else text
            case Band():
                return f"{value.deviations:.4f}"
            case Fraction():
                return f"{float(100 * value):.4f}"
            case int() if column.cell_format in (CellFormat.CENTS, CellFormat.SIGNED):
                return format_cents(value).replace(",", "")
            case int():
                return str(value)


def writer_of(sheet: Sheet, language: str) -> Writer:
    """The writer for a sheet in a language."""
    return Writer(language, sheet.currency)


def is_apart(row: Row, table: SheetTable) -> bool:
    """Whether the sources of a line of a reconciliation differ."""
    return table.is_reconciliation and row.cells[-1] != 0


def _figure(value: int | Fraction | Band, cell_format: CellFormat, *, is_dash: bool) -> str:
    match value, cell_format:
        case Band(), _:
            return f"{value.deviations:+.2f} σ".replace("-", MINUS)
        case Fraction(), CellFormat.SPREAD:
            return f"± {float(100 * value):.2f}"
        case Fraction(), _:
            return f"{float(100 * value):.2f}".replace("-", MINUS)
        case 0, CellFormat.COUNT | CellFormat.CENTS | CellFormat.SIGNED if is_dash:
            return DASH
        case int(), CellFormat.CENTS:
            return format_cents(value).replace("-", MINUS)
        case int(), CellFormat.SIGNED:
            return ("+" if value > 0 else "") + format_cents(value).replace("-", MINUS)
        case int(), _:
            return f"{value:,}".replace("-", MINUS)
        case _:
            raise AssertionError(f"{value!r} in a column of {cell_format}")
