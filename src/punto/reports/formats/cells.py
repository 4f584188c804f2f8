"""Cells as they are written, for people and for spreadsheets."""

from fractions import Fraction

from punto.core.money import format_cents as dollars
from punto.reports.floor.report import TONGUES, Band, Cell, CellFormat, Column, Row, RowEmphasis

DIFFERENCES = tuple(each.difference for each in TONGUES)
MINUS, DASH = "−", "–"


def format_cell(
    value: Cell, column: Column, weight: RowEmphasis = RowEmphasis.PLAIN, *, has_dash: bool = True
) -> str:
    """A cell for people: separators, a real minus sign, an en dash for zero in a plain row."""
    if value is None:
        return ""
    # A difference is printed also where there is none.
    is_dash = has_dash and weight is RowEmphasis.PLAIN and column.title not in DIFFERENCES
    match value, column.cell_format:
        case str(), _:
            return value
        case Band(), _:
            return f"{value.deviations:+.2f} σ".replace("-", MINUS)
        case Fraction(), CellFormat.SPREAD:
            return f"± {float(100 * value):.2f}"
        case Fraction(), _:
            return f"{float(100 * value):.2f}".replace("-", MINUS)
        case 0, CellFormat.COUNT | CellFormat.CENTS | CellFormat.SIGNED if is_dash:
            return DASH
        case int(), CellFormat.CENTS:
            return dollars(value).replace("-", MINUS)
        case int(), CellFormat.SIGNED:
            return ("+" if value > 0 else "") + dollars(value).replace("-", MINUS)
        case int(), _:
            return f"{value:,}".replace("-", MINUS)
        case _:
            raise AssertionError(f"{value!r} in a column of {column.cell_format}")


def format_row(row: Row, columns: tuple[Column, ...], *, has_dash: bool = True) -> list[str]:
    """The cells of a row for people."""
    pairs = zip(row.cells, columns, strict=True)
    return [format_cell(value, column, row.weight, has_dash=has_dash) for value, column in pairs]


def plain_cell(value: Cell, column: Column) -> str:
    """A cell for a spreadsheet: no separators, a point before cents, and never a formula."""
    match value, column.cell_format:
        case None, _:
            return ""
        case str(), _:
            # A spreadsheet would carry out words that begin like these.
            return f"'{value}" if value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
        case Band(), _:
            return f"{value.deviations:.4f}"
        case Fraction(), _:
            return f"{float(100 * value):.4f}"
        case int(), CellFormat.CENTS | CellFormat.SIGNED:
            return dollars(value).replace(",", "")
        case _:
            return str(value)
