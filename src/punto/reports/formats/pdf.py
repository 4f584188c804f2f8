"""Write sheets and charts as PDF by reportlab, in the font of each language."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any, assert_never

from punto.messages.catalogue import catalogue
from punto.reports.formats.charts import DIM as PALE
from punto.reports.formats.charts import HAIR as THIN
from punto.reports.formats.charts import INK as DARK
from punto.reports.formats.charts import Box, Chart, ChartDrawing, Label, Stroke, draw_chart
from punto.reports.formats.sheet import Paragraph, Sheet, SheetTable, Text, text_in
from punto.reports.formats.sheet import Part as SheetPart

SHEET_MARGIN = 36.0
SHEET_BODY, SHEET_SMALL, SHEET_TITLE, SHEET_HEADING = 7.5, 6.2, 18.0, 11.0
LATIN_FONTS = {"Helvetica": "Helvetica-Bold", "Times-Roman": "Times-Bold"}
"""The bold font of each standard font. Every other font is East Asian and has none."""

COLUMNS, SQUARE, PANEL_ROWS_A_PAGE = 3, 2, 5
MAX_COLUMNS_AT_FULL_SIZE = 9
SPACING, NARROWEST = 9.0, 60.0


def sheet_pdf(sheet: Sheet, charts: Sequence[Chart] = (), language: str = "en") -> bytes:
    """Render a sheet on A4 pages, with its charts after the first table."""
    from reportlab.lib.pagesizes import A4
    from reportlab.platypus import SimpleDocTemplate

    text = io.BytesIO()
    document = SimpleDocTemplate(
        text,
        pagesize=A4,
        leftMargin=SHEET_MARGIN,
        rightMargin=SHEET_MARGIN,
        topMargin=SHEET_MARGIN,
        bottomMargin=SHEET_MARGIN,
        title=text_in(sheet.title, language),
        author="Punto",
        # The same sheet gives the same file at any time.
        invariant=1,
    )
    fonts = fonts_of(language)
    story = list(_sheet_story(sheet, charts, _SheetWords(language, fonts), document.width))

    def numbered(canvas: Any, _: Any) -> None:
        canvas.saveState()
        canvas.setFont(fonts[0], SHEET_SMALL)
        canvas.setFillColor(PALE)
        canvas.drawString(SHEET_MARGIN, SHEET_MARGIN / 2, text_in(sheet.title, language))
        canvas.drawRightString(
            SHEET_MARGIN + document.width, SHEET_MARGIN / 2, str(canvas.getPageNumber())
        )
        canvas.restoreState()

    document.build(story, onFirstPage=numbered, onLaterPages=numbered)
    return text.getvalue()


@dataclass(frozen=True, slots=True)
class _SheetWords:
    """The language of a sheet, with its plain and its bold font."""

    language: str
    fonts: tuple[str, str]

    def text(self, text: Text) -> str:
        """A text in the language."""
        return text_in(text, self.language)


def fonts_of(language: str) -> tuple[str, str]:
    """The plain and the bold font for a language."""
    font = catalogue(language).grammar.pdf_font
    if font in LATIN_FONTS:
        return font, LATIN_FONTS[font]
    _register(font)
    return font, font


@cache
def _register(font: str) -> None:
    """Register a font that every PDF reader has for an East Asian language."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont

    pdfmetrics.registerFont(UnicodeCIDFont(font))
    pdfmetrics.registerFontFamily(font, normal=font, bold=font, italic=font, boldItalic=font)


def line_wrap(font: str) -> str | None:
    """How lines break: an East Asian text breaks between any two characters."""
    return None if font in LATIN_FONTS or font in LATIN_FONTS.values() else "CJK"


def _sheet_story(
    sheet: Sheet, charts: Sequence[Chart], words: _SheetWords, width: float
) -> Iterator[Any]:
    from reportlab.platypus import Spacer

    yield _sheet_text(sheet.title, words, SHEET_TITLE, DARK)
    waiting = list(charts)
    for part in sheet.parts:
        yield from _sheet_part(part, words, width)
        if isinstance(part, SheetTable):
            for chart in waiting:
                yield from _sheet_chart(chart, words, width)
            waiting = []
        yield Spacer(1, 8)
    for chart in waiting:
        yield from _sheet_chart(chart, words, width)


def _sheet_text(text: Text, words: _SheetWords, size: float, colour: str) -> Any:
    """A title, a heading or a line. Only a line is not bold."""
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph as Words

    font = words.fonts[0] if size == SHEET_BODY else words.fonts[1]
    wraps = line_wrap(font)
    style = ParagraphStyle(
        "words",
        fontName=font,
        fontSize=size,
        leading=size * 1.35,
        textColor=colour,
        wordWrap=wraps,
        spaceBefore=size / 2,
        spaceAfter=size / 4,
    )
    return Words(escape(words.text(text)), style)


def _sheet_part(part: SheetPart, words: _SheetWords, width: float) -> Iterator[Any]:
    from reportlab.platypus import KeepTogether

    head = [_sheet_text(part.title, words, SHEET_HEADING, DARK)] if part.title else []
    if isinstance(part, Paragraph):
        yield from head
        for line in part.lines:
            yield _sheet_text(line, words, SHEET_BODY, PALE)
    else:
        # A table goes on to the next page only if a page is too small for it.
        yield KeepTogether([*head, _sheet_table(part, words, width)])


def _sheet_table(table: SheetTable, words: _SheetWords, width: float) -> Any:
    from reportlab.pdfbase.pdfmetrics import stringWidth
    from reportlab.platypus import Table as Grid

    size = SHEET_BODY if len(table.columns) <= MAX_COLUMNS_AT_FULL_SIZE else SHEET_SMALL
    fonts = words.fonts
    titles = [words.text(column.title) for column in table.columns]
    texts = [[words.text(cell) for cell in row] for row in table.rows]
    heads: list[Any] = list(titles)
    rows: list[list[Any]] = [list(row) for row in texts]
    widths = [
        max(
            *(stringWidth(row[at], fonts[0], size) for row in texts),
            *(stringWidth(word, fonts[1], size) for word in heads[at].split() or [""]),
            0.0,
        )
        + SPACING
        for at in range(len(heads))
    ]
    if (over := sum(widths) - width) > 0:
        # Texts wrap before figures do: the widest column of text becomes narrower.
        at = max(range(len(heads)), key=lambda at: (not table.columns[at].is_figure, widths[at]))
        widths[at] = max(widths[at] - over, NARROWEST)
        for row in rows:
            row[at] = _sheet_cell(row[at], fonts[0], size)
    # Every table is as wide as the page, like the tables of the HTML pages.
    widths = [each * width / sum(widths) for each in widths]
    for at, column in enumerate(table.columns):
        if stringWidth(titles[at], fonts[1], size) + SPACING > widths[at]:
            heads[at] = _sheet_cell(titles[at], fonts[1], size, column.is_figure)
    grid = Grid([heads, *rows], colWidths=widths, repeatRows=1, hAlign="LEFT")
    grid.setStyle(_sheet_style(table, fonts, size))
    return grid


def _sheet_cell(text: str, font: str, size: float, is_figure: bool = False) -> Any:
    from reportlab.lib.enums import TA_LEFT, TA_RIGHT
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph as Words

    style = ParagraphStyle(
        "cell",
        fontName=font,
        fontSize=size,
        leading=size * 1.2,
        textColor=DARK,
        alignment=TA_RIGHT if is_figure else TA_LEFT,
        wordWrap=line_wrap(font),
    )
    return Words(escape(text), style)


def _sheet_style(table: SheetTable, fonts: tuple[str, str], size: float) -> Any:
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import TableStyle

    figures = [at for at, column in enumerate(table.columns) if column.is_figure]
    return TableStyle(
        [
            ("FONT", (0, 0), (-1, 0), fonts[1], size),
            ("FONT", (0, 1), (-1, -1), fonts[0], size),
            ("TEXTCOLOR", (0, 0), (-1, -1), HexColor(DARK)),
            ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
            ("VALIGN", (0, 1), (-1, -1), "TOP"),
            ("LINEBELOW", (0, 0), (-1, 0), 0.9, HexColor(DARK)),
            ("LINEBELOW", (0, 1), (-1, -1), 0.4, HexColor(THIN)),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 6),
            ("TOPPADDING", (0, 0), (-1, -1), 2.2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2.2),
            *(("ALIGN", (at, 0), (at, -1), "RIGHT") for at in figures),
        ]
    )


def _sheet_chart(chart: Chart, words: _SheetWords, width: float) -> Iterator[Any]:
    """A chart with its heading, in as many pieces as it needs pages."""
    from reportlab.platypus import KeepTogether, Spacer

    columns = SQUARE if len(chart.panels) == SQUARE**2 else COLUMNS
    a_page = columns * PANEL_ROWS_A_PAGE
    pieces = [
        Chart(chart.title, chart.caption, chart.panels[start : start + a_page])
        for start in range(0, len(chart.panels), a_page)
    ]
    for at, piece in enumerate(pieces):
        head = [_sheet_text(chart.title, words, SHEET_HEADING, DARK)] if at == 0 else []
        is_last = at == len(pieces) - 1
        tail = [_sheet_text(chart.caption, words, SHEET_BODY, PALE)] if is_last else []
        yield Spacer(1, SHEET_HEADING)
        drawing = draw_chart(piece, words.language, columns)
        yield KeepTogether([*head, _pdf_chart(drawing, words.fonts, width), *tail])


def _pdf_chart(drawing: ChartDrawing, fonts: tuple[str, str], width: float) -> Any:
    from reportlab.graphics.shapes import Drawing as PdfDrawing
    from reportlab.graphics.shapes import Group

    # All charts have the scale of a full row of panels, also if they have fewer.
    scale = min(1.0, width / drawing.width)
    image = PdfDrawing(drawing.width * scale, drawing.height * scale)
    # In a PDF, y grows upwards.
    shapes = Group(transform=(scale, 0, 0, -scale, 0, drawing.height * scale))
    for shape in drawing.shapes:
        shapes.add(_shape(shape, fonts))
    image.add(shapes)
    return image


def _shape(shape: Stroke | Box | Label, fonts: tuple[str, str]) -> Any:
    from reportlab.graphics.shapes import Group, PolyLine, Rect, String
    from reportlab.lib.colors import HexColor

    match shape:
        case Stroke():
            points = [number for point in shape.points for number in point]
            return PolyLine(
                points,
                strokeColor=HexColor(shape.colour),
                strokeWidth=shape.width,
                strokeLineJoin=1,
            )
        case Box():
            return Rect(
                shape.x,
                shape.y,
                shape.width,
                shape.height,
                fillColor=HexColor(shape.colour),
                fillOpacity=shape.opacity,
                strokeColor=None,
                strokeWidth=0,
            )
        case Label():
            words = String(
                0,
                0,
                shape.text,
                fontName=fonts[1 if shape.is_bold else 0],
                fontSize=shape.size,
                fillColor=HexColor(shape.colour),
                textAnchor=shape.anchor,
            )
            # The group around it is mirrored, so the text is mirrored back.
            return Group(words, transform=(1, 0, 0, -1, shape.x, shape.y))
        case unreachable:
            assert_never(unreachable)
