"""Render sheets as HTML without scripts, fonts or image files, and drawings as SVG."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from punto.messages.message import message
from punto.reports.formats.cells import Writer, is_apart, writer_of
from punto.reports.formats.charts import ChartDrawing, draw_band, draw_chart, draw_curve
from punto.reports.formats.pagination import paginate
from punto.reports.formats.sheet import (
    NO_ACTIVITY,
    Band,
    Chart,
    ReturnCurve,
    Sheet,
    SheetColumn,
    SheetTable,
)
from punto.reports.formats.text import curve_summary

TEMPLATES = Path(__file__).parent / "templates"
DENSE_FROM = 9
SHORT = 22


@cache
def stylesheet() -> str:
    """The stylesheet of sheets, for screens and for paper."""
    return (TEMPLATES / "report.css").read_text(encoding="utf-8")


def page(sheet: Sheet, language: str = "en") -> str:
    """A sheet as one page that needs no other file."""
    return _render("page.html", sheet, language, level=1)


def body(sheet: Sheet, language: str = "en", level: int = 2) -> str:
    """The pages of a sheet without the document around them, with titles of a level."""
    return _render("sheet.html", sheet, language, level=level)


def svg(drawing: ChartDrawing, description: str) -> str:
    """A drawing for a file, with a description for screen readers."""
    template = _template("drawing.svg")
    return template.render(drawing=drawing, description=description, name="").lstrip()


def _render(template: str, sheet: Sheet, language: str, **values: object) -> str:
    writer = writer_of(sheet, language)
    return _template(template).render(
        sheet=sheet,
        pages=paginate(sheet, language),
        writer=writer,
        words=_Words(writer),
        NO_ACTIVITY=NO_ACTIVITY,
        **values,
    )


class _Words:
    """The texts and the drawings of a sheet that templates request."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def number(self, number: int, of: int) -> str:
        """The number of a page."""
        return self._writer.text(message("report.page", number=number, of=of))

    def drawing(self, part: Chart | ReturnCurve | Band) -> tuple[ChartDrawing, str, str]:
        """The drawing of a chart, a curve or a band, its description, and its class."""
        text = self._writer.text
        match part:
            case Chart():
                drawing = draw_chart(part, self._writer.language)
                return drawing, text(part.description), "chart"
            case ReturnCurve():
                return draw_curve(part), text(curve_summary(part)), "course"
            case Band():
                deviations = f"{part.deviations:+.2f}"
                label = message("report.deviations", deviations=deviations)
                return draw_band(part), text(label), "against"

    def column_class(self, column: SheetColumn, at: int, table: SheetTable) -> str:
        """The class of a column: times, tables and clauses stay in one line."""
        if column.is_figure:
            return "figure"
        cells = (self._writer.cell(row.cells[at], column) for row in table.rows)
        is_short = all(len(cell) <= SHORT for cell in cells) and len(table.columns) < DENSE_FROM
        return "short" if is_short else ""


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _is_a(value: object, name: str) -> bool:
    return type(value).__name__ == name


def _template(name: str) -> Template:
    return _templates().get_template(name)


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters["number"] = _number
    environment.tests |= {"a": _is_a, "apart": is_apart}
    environment.globals["DENSE_FROM"] = DENSE_FROM
    return environment
