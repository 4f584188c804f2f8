"""Write reports as PDF by reportlab, in the font of each language."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from punto.messages.message import Message, message
from punto.reports.floor.report import (
    NINETY_FIVE,
    NINETY_NINE,
    NO_ACTIVITY,
    Band,
    CellFormat,
    Figure,
    Note,
    Part,
    Report,
    ReportTable,
    ReturnCurve,
    Row,
    Text,
)
from punto.reports.formats.cells import Writer, writer_of
from punto.reports.formats.html import limits_of, ticks_of
from punto.reports.formats.pdf import fonts_of, line_wrap

MARGIN, TOP, BOTTOM = 38.0, 44.0, 52.0
BODY, SMALL, TINY = 7.4, 6.4, 5.8
INK, DIM, HAIR, FLAG = "#1B1F1E", "#4A5651", "#E3E6E4", "#9A5B06"
DENSE_FROM = 7
BAND_WIDE, BAND_HIGH, SCALE = 84.0, 9.0, 11.5


@dataclass(frozen=True, slots=True)
class _Page:
    """The writer and the fonts of a report, and the width of its text."""

    writer: Writer
    plain: str
    bold: str
    width: float

    def text(self, content: Text | None) -> str:
        """A text in the letters of the font, escaped."""
        return escape(_plain(self.writer.text(content)))


def report_pdf(report: Report, language: str = "en") -> bytes:
    """A report on A4 pages; the same report is the same file at any time."""
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import SimpleDocTemplate

    writer, fonts = writer_of(report, language), fonts_of(language)

    class Numbered(Canvas):  # type: ignore[misc]  # reportlab has no types
        """A canvas that knows at its end how many pages it has."""

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self._pages: list[dict[str, Any]] = []

        def showPage(self) -> None:  # noqa: N802  reportlab's own name
            """Store a page until the number of pages is known."""
            self._pages.append(dict(self.__dict__))
            self._startPage()

        def save(self) -> None:
            """Write every page with its number."""
            for number, state in enumerate(self._pages, start=1):
                self.__dict__.update(state)
                _number(self, report, page, number, len(self._pages))
                Canvas.showPage(self)
            Canvas.save(self)

    text = io.BytesIO()
    document = SimpleDocTemplate(
        text,
        pagesize=A4,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=TOP,
        bottomMargin=BOTTOM,
        title=writer.text(report.title),
        author="Punto",
        invariant=1,
    )
    page = _Page(writer, *fonts, document.width)
    document.build(list(_story(report, page)), canvasmaker=Numbered)
    return text.getvalue()


def _number(canvas: Any, report: Report, page: _Page, number: int, of: int) -> None:
    writer = page.writer
    where = writer.text(message("report.page", number=number, of=of))
    period, software = report.head[0][1][0], report.head[2][1]
    assert isinstance(period, Message), "the period is a message"
    head = message("report-text.running-head", title=report.title, period=period)
    wide, high = canvas._pagesize
    canvas.saveState()
    canvas.setFillColor(DIM)
    canvas.setFont(page.plain, SMALL)
    canvas.drawString(MARGIN, high - TOP / 1.5, writer.text(head))
    canvas.drawRightString(wide - MARGIN, high - TOP / 1.5, where)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.6)
    canvas.line(MARGIN, BOTTOM - 8, wide - MARGIN, BOTTOM - 8)
    canvas.drawString(MARGIN, BOTTOM - 18, ", ".join(map(writer.text, software)))
    canvas.setFont(page.bold, BODY)
    canvas.setFillColor(INK)
    canvas.drawRightString(wide - MARGIN, BOTTOM - 18, where)
    canvas.restoreState()


def _story(report: Report, page: _Page) -> Iterator[Any]:
    from reportlab.platypus import KeepTogether, Spacer

    yield _words(f"<b>{page.text(report.title)}</b>", 19, page)
    yield _words(page.text(report.subtitle), 8.5, page, DIM)
    yield _facts(report, page)
    yield Spacer(1, 4)
    yield _figures(report, page)
    if not report.has_activity:
        yield _words(f"<b>{page.text(NO_ACTIVITY)}</b>", 12, page)
    for part in (*report.parts, report.reconciliation):
        drawn = list(_part(part, page))
        yield from [KeepTogether(drawn)] if isinstance(part, ReturnCurve) else drawn
    yield Spacer(1, 8)
    for line in report.foot:
        yield _words(page.text(line), SMALL, page, DIM)


PLAIN_LETTERS = str.maketrans(
    {"−": "-", "σ": "sd", "…": "...", "♠": "s", "♥": "h", "♦": "d", "♣": "c"}
)


def _plain(text: str) -> str:
    """A text in the letters that the standard fonts of a PDF have."""
    return text.translate(PLAIN_LETTERS)


def _words(text: str, size: float, page: _Page, colour: str = INK, right: bool = False) -> Any:
    from reportlab.lib.enums import TA_LEFT, TA_RIGHT
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph

    style = ParagraphStyle(
        "words",
        fontName=page.plain,
        fontSize=size,
        leading=size * 1.25,
        textColor=colour,
        alignment=TA_RIGHT if right else TA_LEFT,
        splitLongWords=True,
        wordWrap=line_wrap(page.plain),
    )
    return Paragraph(text, style)


def _facts(report: Report, page: _Page) -> Any:
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import Table, TableStyle

    cells = [
        _words(
            f'<font size="{TINY}" color="{DIM}">{page.text(label)}</font><br/>'
            + "<br/>".join(map(page.text, lines)),
            BODY,
            page,
        )
        for label, lines in report.head
    ]
    table = Table([cells], colWidths=[page.width / len(cells)] * len(cells), spaceBefore=6)
    table.setStyle(
        TableStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("LINEABOVE", (0, 0), (-1, 0), 1.4, HexColor(INK)),
                ("LINEBELOW", (0, -1), (-1, -1), 0.5, HexColor("#C9CFCC")),
            ]
        )
    )
    return table


def _figures(report: Report, page: _Page) -> Any:
    from reportlab.platypus import Table, TableStyle

    cells = [_figure(each, page) for each in report.figures]
    table = Table([cells], colWidths=[page.width / len(cells)] * len(cells))
    table.setStyle(
        TableStyle([("LEFTPADDING", (0, 0), (-1, -1), 0), ("VALIGN", (0, 0), (-1, -1), "TOP")])
    )
    return table


def _figure(figure: Figure, page: _Page) -> Any:
    return _words(
        f'<font size="{TINY}" color="{DIM}">{page.text(figure.label)}</font><br/>'
        f'<font size="13"><b>{escape(_plain(page.writer.figure(figure)))}</b></font><br/>'
        f'<font size="{TINY}" color="{DIM}">{page.text(figure.note)}</font>',
        11,
        page,
    )


def _part(part: Part, page: _Page) -> Iterator[Any]:
    from reportlab.platypus import Spacer

    if isinstance(part, Note):
        flagged = page.text(part.flagged)
        flag = f'<font color="{FLAG}"><b>{flagged}</b></font> ' if flagged else ""
        for line in part.lines:
            yield Spacer(1, 3)
            yield _words(flag + page.text(line), SMALL, page, DIM)
        return
    yield Spacer(1, 9)
    note = f' <font size="{SMALL}" color="{DIM}">{page.text(part.note)}</font>'
    yield _words(f"<b>{page.text(part.title)}</b>{note if part.note else ''}", 9, page)
    yield Spacer(1, 2)
    yield _course(part, page) if isinstance(part, ReturnCurve) else _grid(part, page)


def _grid(grid: ReportTable, page: _Page) -> Any:
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import Table, TableStyle

    size = SMALL if len(grid.columns) > DENSE_FROM else BODY
    body = [
        [_cell(row, at, grid, size, page) for at in range(len(grid.columns))] for row in grid.rows
    ]
    heads = [
        _words(page.text(each.title), TINY, page, DIM, each.is_figure) for each in grid.columns
    ]
    table = Table([heads, *body], colWidths=_widths(grid, size, page), repeatRows=1)
    style: list[tuple[Any, ...]] = [
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("VALIGN", (0, 1), (-1, -1), "TOP"),
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, HexColor(INK)),
        ("LINEBELOW", (0, 1), (-1, -1), 0.4, HexColor(HAIR)),
        ("LEFTPADDING", (0, 0), (-1, -1), 2),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 2),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ]
    for at, row in enumerate(grid.rows, start=1):
        if row.weight != "plain":
            heavy = 1.2 if row.weight == "total" else 0.6
            style.append(("LINEBELOW", (0, at), (-1, at), heavy, HexColor(INK)))
        if row.cells[0] == NO_ACTIVITY:
            style.append(("SPAN", (0, at), (-1, at)))
    table.setStyle(TableStyle(style))
    return table


def _cell(row: Row, at: int, grid: ReportTable, size: float, page: _Page) -> Any:
    value, column = row.cells[at], grid.columns[at]
    if isinstance(value, Band):
        return _against(value)
    has_dash = not grid.is_reconciliation
    text = escape(_plain(page.writer.cell(value, column, row.weight, has_dash=has_dash)))
    if row.weight != "plain":
        text = f"<b>{text}</b>"
    is_apart = grid.is_reconciliation and row.cells[-1] != 0
    return _words(text, size, page, FLAG if is_apart else INK, column.is_figure)


def _widths(grid: ReportTable, size: float, page: _Page) -> list[float]:
    """Figures get the width that they need; texts share the rest by their length."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    def wide(at: int) -> float:
        column = grid.columns[at]
        if column.cell_format is CellFormat.BAND:
            return BAND_WIDE + 6
        cells = (page.writer.cell(row.cells[at], column, row.weight) for row in grid.rows)
        longest = max(stringWidth(_plain(text), page.bold, size) for text in [*cells, ""])
        words = page.writer.text(column.title).split()
        head = max(stringWidth(word, page.plain, TINY) for word in [*words, ""])
        return float(max(longest, head) + 6)

    natural = [wide(at) for at in range(len(grid.columns))]
    if sum(natural) <= page.width:
        first = 0
        natural[first] += page.width - sum(natural)
        return natural
    figures = [each.is_figure for each in grid.columns]
    left = page.width - sum(
        each for each, is_figure in zip(natural, figures, strict=True) if is_figure
    )
    # A long text counts by a power below one, so that it leaves width for the others.
    shares = [
        0.0 if is_figure else each**0.6 for each, is_figure in zip(natural, figures, strict=True)
    ]
    return [
        each if is_figure else max(24.0, left * share / sum(shares))
        for each, is_figure, share in zip(natural, figures, shares, strict=True)
    ]


def _against(found: Band) -> Any:
    from reportlab.graphics.shapes import Drawing, Line, Polygon, Rect
    from reportlab.lib.colors import HexColor

    drawing, middle = Drawing(BAND_WIDE, BAND_HIGH), BAND_WIDE / 2
    for width, colour in ((NINETY_NINE, "#E6E9E7"), (NINETY_FIVE, "#C3CBC7")):
        half = width * SCALE
        drawing.add(
            Rect(middle - half, 2.4, 2 * half, 4.2, fillColor=HexColor(colour), strokeColor=None)
        )
    drawing.add(Line(middle, 0.6, middle, 8.4, strokeColor=HexColor(INK), strokeWidth=0.6))
    at = middle + max(-3.4, min(3.4, found.deviations)) * SCALE
    colour = HexColor(FLAG if found.is_outside else INK)
    points = [at, 1.2, at + 2.8, 4.5, at, 7.8, at - 2.8, 4.5]
    drawing.add(Polygon(points, fillColor=colour, strokeColor=HexColor("#FFFFFF"), strokeWidth=0.4))
    drawing.hAlign = "RIGHT"
    return drawing


def _course(course: ReturnCurve, page: _Page) -> Any:
    from reportlab.graphics.shapes import Drawing, Polygon, PolyLine, String
    from reportlab.lib.colors import HexColor

    high, left, bottom, width = 110.0, 30.0, 12.0, page.width
    low_share, high_share = limits_of(course)
    last_round = course.points[-1][0]

    def point(rounds: float, share: float) -> tuple[float, float]:
        inside = max(low_share, min(high_share, share))
        x = left + (width - left) * rounds / last_round
        return x, bottom + (high - bottom) * (inside - low_share) / (high_share - low_share)

    def flat(values: Sequence[tuple[float, float]]) -> list[float]:
        return [number for value in values for number in point(*value)]

    drawing = Drawing(width, high + 4)
    for spread, colour in ((NINETY_NINE, "#E6E9E7"), (NINETY_FIVE, "#D3DAD6")):
        upper = [(float(n), theory + spread * sd) for n, _, theory, sd in course.points]
        lower = [(float(n), theory - spread * sd) for n, _, theory, sd in reversed(course.points)]
        drawing.add(Polygon(flat(upper + lower), fillColor=HexColor(colour), strokeColor=None))
    for tick in ticks_of(low_share, high_share):
        _, y = point(0, tick)
        drawing.add(PolyLine([left, y, width, y], strokeColor=HexColor(HAIR), strokeWidth=0.4))
        drawing.add(
            String(
                left - 3,
                y - 2,
                f"{100 * tick:.0f}%",
                fontSize=TINY,
                textAnchor="end",
                fillColor=HexColor(DIM),
            )
        )
    theory = [(float(n), value) for n, _, value, _ in course.points]
    actual = [(float(n), value) for n, value, _, _ in course.points]
    drawing.add(
        PolyLine(flat(theory), strokeColor=HexColor(INK), strokeWidth=0.6, strokeDashArray=(3, 2))
    )
    drawing.add(PolyLine(flat(actual), strokeColor=HexColor("#1F7A4B"), strokeWidth=1.2))
    drawing.add(
        String(
            width,
            2,
            page.writer.text(message("report-text.rounds", rounds=last_round)),
            fontName=page.plain,
            fontSize=TINY,
            textAnchor="end",
            fillColor=HexColor(DIM),
        )
    )
    return drawing
