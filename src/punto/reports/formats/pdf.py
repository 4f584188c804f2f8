"""Write sheets as PDF by reportlab, in the font of each language."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import pairwise
from typing import Any, assert_never

from punto.messages.message import message
from punto.reports.formats.cells import Writer, is_apart, writer_of
from punto.reports.formats.charts import (
    BAND_WIDTH,
    DARK,
    DIM,
    FLAG,
    HAIR,
    INK,
    Area,
    Box,
    ChartDrawing,
    Label,
    Stroke,
    draw_band,
    draw_chart,
    draw_curve,
)
from punto.reports.formats.sheet import (
    NO_ACTIVITY,
    Band,
    CellFormat,
    Chart,
    Figure,
    Paragraph,
    Part,
    ReturnCurve,
    Row,
    RowEmphasis,
    Sheet,
    SheetTable,
    Text,
)

MARGIN, TOP, BOTTOM = 38.0, 44.0, 52.0
TITLE, HEADING, BODY, SMALL, TINY = 19.0, 9.5, 7.4, 6.4, 5.8
SPACING, NARROWEST, BAND_SCALE = 6.0, 60.0, 0.56
PADDING, AFTER_FIGURE = 6.0, 12.0
"""The padding of a page's frame, and of a text to the right of a figure."""

LONG_TABLE = 15
"""The rows of a table that may begin at the foot of one page and continue on the next."""

COLUMNS, SQUARE, PANEL_ROWS = 3, 2, 5
LATIN_FONTS = {"Helvetica": "Helvetica-Bold", "Times-Roman": "Times-Bold"}
"""The bold font of each standard font. Every other font is East Asian and has none."""

SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
LATIN_LETTERS = str.maketrans(SUITS | {"−": "-", "σ": "sd", "…": "..."})
EAST_ASIAN_LETTERS = str.maketrans(SUITS | {"−": "-", "·": "・"})
"""The letters that a font lacks, with letters that it has."""


def sheet_pdf(sheet: Sheet, language: str = "en") -> bytes:
    """A sheet on numbered A4 pages. The same sheet gives the same file at any time."""
    from reportlab.lib.pagesizes import A4
    from reportlab.platypus import SimpleDocTemplate

    text = io.BytesIO()
    writer = writer_of(sheet, language)
    document = SimpleDocTemplate(
        text,
        pagesize=A4,
        leftMargin=MARGIN - PADDING,
        rightMargin=MARGIN - PADDING,
        topMargin=TOP,
        bottomMargin=BOTTOM,
        title=writer.text(sheet.title),
        author="Punto",
        invariant=1,
    )
    page = _Page(writer, *fonts_of(writer.grammar.pdf_font), A4[0] - 2 * MARGIN)
    document.build(list(_story(sheet, page)), canvasmaker=_numbered_canvas(sheet, page))
    return text.getvalue()


@dataclass(frozen=True, slots=True)
class _Page:
    """The writer and the fonts of a sheet, and the width of its text."""

    writer: Writer
    plain: str
    bold: str
    width: float

    def text(self, content: Text | None) -> str:
        """A text in the letters of the font, escaped."""
        return escape(self.letters(self.writer.text(content)))

    def letters(self, text: str) -> str:
        """A text in the letters of the font."""
        return text.translate(LATIN_LETTERS if self.is_latin else EAST_ASIAN_LETTERS)

    @property
    def is_latin(self) -> bool:
        """Whether the font is one of the standard fonts."""
        return self.plain in LATIN_FONTS


def fonts_of(font: str) -> tuple[str, str]:
    """A font and its bold font."""
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


def _numbered_canvas(sheet: Sheet, page: _Page) -> Any:
    """A canvas that knows at its end how many pages it has."""
    from reportlab.pdfgen.canvas import Canvas

    class Numbered(Canvas):  # type: ignore[misc]  # reportlab has no types
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
                _number(self, sheet, page, number, len(self._pages))
                Canvas.showPage(self)
            Canvas.save(self)

    return Numbered


def _number(canvas: Any, sheet: Sheet, page: _Page, number: int, of: int) -> None:
    """Write the title and the number at the head of a page, and its imprint at the foot."""
    where = page.writer.text(message("report.page", number=number, of=of))
    wide, high = canvas._pagesize
    canvas.saveState()
    canvas.setFillColor(DIM)
    canvas.setFont(page.plain, SMALL)
    if number > 1:
        canvas.drawString(
            MARGIN, high - TOP / 1.5, page.letters(page.writer.text(sheet.running_head))
        )
    canvas.drawRightString(wide - MARGIN, high - TOP / 1.5, where)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.6)
    canvas.line(MARGIN, BOTTOM - 8, wide - MARGIN, BOTTOM - 8)
    imprint = ", ".join(map(page.writer.text, sheet.imprint))
    canvas.drawString(MARGIN, BOTTOM - 18, page.letters(imprint))
    canvas.setFont(page.bold, BODY)
    canvas.setFillColor(INK)
    canvas.drawRightString(wide - MARGIN, BOTTOM - 18, where)
    canvas.restoreState()


def _story(sheet: Sheet, page: _Page) -> Iterator[Any]:
    from reportlab.platypus import Spacer

    yield _words(f"<b>{page.text(sheet.title)}</b>", TITLE, page)
    if sheet.subtitle:
        yield _words(page.text(sheet.subtitle), HEADING, page, DIM)
    yield Spacer(1, 4)
    if sheet.head:
        facts = [_fact(label, lines, page) for label, lines in sheet.head]
        yield _beside(facts, page, ("LINEABOVE", INK, 1.4), ("LINEBELOW", DARK, 0.5))
    if sheet.figures:
        yield _beside([_figure(each, page) for each in sheet.figures], page)
    if not sheet.has_activity:
        yield _words(f"<b>{page.text(NO_ACTIVITY)}</b>", 12, page)
    for part in sheet.all_parts:
        yield from _part(part, page)
    yield Spacer(1, 8)
    for line in sheet.foot:
        yield _words(page.text(line), SMALL, page, DIM)


def _words(text: str, size: float, page: _Page, colour: str = INK, right: bool = False) -> Any:
    from reportlab.lib.enums import TA_LEFT, TA_RIGHT
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph as Words

    style = ParagraphStyle(
        "words",
        fontName=page.plain,
        fontSize=size,
        leading=size * 1.25,
        textColor=colour,
        alignment=TA_RIGHT if right else TA_LEFT,
        splitLongWords=True,
        # An East Asian text breaks between any two characters.
        wordWrap=None if page.is_latin else "CJK",
    )
    return Words(text, style)


def _small(text: str) -> str:
    return f'<font size="{TINY}" color="{DIM}">{text}</font>'


def _fact(label: Text, lines: Sequence[Text], page: _Page) -> Any:
    return _words("<br/>".join([_small(page.text(label)), *map(page.text, lines)]), BODY, page)


def _figure(figure: Figure, page: _Page) -> Any:
    value = escape(page.letters(page.writer.figure(figure)))
    label, note = (_small(page.text(each)) for each in (figure.label, figure.note))
    return _words(f'{label}<br/><font size="13"><b>{value}</b></font><br/>{note}', 11, page)


def _beside(cells: Sequence[Any], page: _Page, *lines: tuple[str, str, float]) -> Any:
    """Cells side by side, with lines above or below them."""
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import Table

    grid = Table([cells], colWidths=[page.width / len(cells)] * len(cells), spaceBefore=6)
    rules = [(kind, (0, 0), (-1, 0), wide, HexColor(colour)) for kind, colour, wide in lines]
    padding = ("LEFTPADDING", (0, 0), (-1, -1), 0)
    grid.setStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), padding, *rules])
    return grid


def _part(part: Part, page: _Page) -> Iterator[Any]:
    from reportlab.platypus import CondPageBreak, KeepTogether, Spacer

    yield Spacer(1, HEADING if part.title else 3)
    head = [_heading(part, page), Spacer(1, 2)] if part.title else []
    match part:
        case Paragraph():
            yield from head
            flagged = page.text(part.flagged)
            flag = f'<font color="{FLAG}"><b>{flagged}</b></font> ' if flagged else ""
            for line in part.lines:
                yield _words(flag + page.text(line), BODY, page, DIM)
        case SheetTable() if len(part.rows) > LONG_TABLE:
            yield CondPageBreak(90)
            yield from (*head, _table(part, page))
        case SheetTable():
            yield KeepTogether([*head, _table(part, page)])
        case ReturnCurve():
            yield KeepTogether([*head, _drawn(draw_curve(part), page)])
        case Chart():
            *pieces, last = _chart(part, page)
            caption = _words(page.text(part.caption), BODY, page, DIM)
            for at, piece in enumerate((*pieces, [*last, caption])):
                yield KeepTogether([*head, *piece] if at == 0 else piece)


def _heading(part: Part, page: _Page) -> Any:
    note = part.note if isinstance(part, SheetTable | ReturnCurve) else None
    small = f' <font size="{SMALL}" color="{DIM}">{page.text(note)}</font>' if note else ""
    return _words(f"<b>{page.text(part.title)}</b>{small}", HEADING, page)


def _chart(chart: Chart, page: _Page) -> Iterator[list[Any]]:
    """A chart in as many pieces as it needs pages."""
    columns = SQUARE if len(chart.panels) == SQUARE**2 else min(COLUMNS, len(chart.panels))
    for start in range(0, len(chart.panels), columns * PANEL_ROWS):
        panels = chart.panels[start : start + columns * PANEL_ROWS]
        piece = Chart(chart.title, chart.caption, panels)
        yield [_drawn(draw_chart(piece, page.writer.language, columns), page)]


# Tables


def _table(table: SheetTable, page: _Page) -> Any:
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import Table

    texts = [[page.letters(each) for each in page.writer.row(row, table)] for row in table.rows]
    size, widths = _widths(table, texts, page)
    heads = [
        _words(page.text(each.title), min(size, SMALL), page, DIM, each.is_figure)
        for each in table.columns
    ]
    rows = [
        [_cell(row, at, text, size, table, page) for at, text in enumerate(cells)]
        for row, cells in zip(table.rows, texts, strict=True)
    ]
    style: list[tuple[Any, ...]] = [
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("VALIGN", (0, 1), (-1, -1), "TOP"),
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, HexColor(INK)),
        ("LINEBELOW", (0, 1), (-1, -1), 0.4, HexColor(HAIR)),
        ("LEFTPADDING", (0, 0), (-1, -1), 2),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
        *(("LEFTPADDING", (at, 0), (at, -1), AFTER_FIGURE) for at in _after_figures(table)),
        ("RIGHTPADDING", (0, 0), (-1, -1), 2),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ]
    for at, row in enumerate(table.rows, start=1):
        if row.weight is not RowEmphasis.PLAIN:
            heavy = 1.2 if row.weight is RowEmphasis.TOTAL else 0.6
            style.append(("LINEBELOW", (0, at), (-1, at), heavy, HexColor(INK)))
        if row.cells[0] == NO_ACTIVITY:
            style.append(("SPAN", (0, at), (-1, at)))
    return Table([heads, *rows], colWidths=widths, repeatRows=1, style=style)


def _cell(row: Row, at: int, text: str, size: float, table: SheetTable, page: _Page) -> Any:
    value, words = row.cells[at], escape(text)
    if isinstance(value, Band):
        return _drawn(draw_band(value), page, BAND_SCALE, "RIGHT")
    if row.weight is not RowEmphasis.PLAIN:
        words = f"<b>{words}</b>"
    colour = FLAG if is_apart(row, table) else INK
    return _words(words, size, page, colour, table.columns[at].is_figure)


def _widths(
    table: SheetTable, texts: Sequence[Sequence[str]], page: _Page
) -> tuple[float, list[float]]:
    """The largest size in which the figures fit, and the widths of the columns."""
    size, natural = next(
        (size, widths)
        for size in (BODY, SMALL, TINY)
        for widths in [_natural(table, texts, size, page)]
        if size == TINY or _minimum_width(table, widths) <= page.width
    )
    if sum(natural) > page.width:
        natural = _folded(table, natural, page.width)
    return size, [each * page.width / sum(natural) for each in natural]


def _folded(table: SheetTable, widths: Sequence[float], width: float) -> list[float]:
    """The widths of figures unchanged. Texts share the rest of the width."""
    # A long text counts by a power below one, so that it leaves width for the others.
    shares = [
        0.0 if column.is_figure else each**0.6
        for column, each in zip(table.columns, widths, strict=True)
    ]
    pairs = list(zip(widths, shares, strict=True))
    left = width - sum(each for each, share in pairs if not share)
    return [max(24.0, left * share / sum(shares)) if share else each for each, share in pairs]


def _minimum_width(table: SheetTable, widths: Sequence[float]) -> float:
    """The width that a table needs if its texts fold."""
    pairs = zip(table.columns, widths, strict=True)
    return sum(each if column.is_figure else min(each, NARROWEST) for column, each in pairs)


def _natural(
    table: SheetTable, texts: Sequence[Sequence[str]], size: float, page: _Page
) -> list[float]:
    """The widths in which no cell folds, no word of a head, and no head into four lines."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    widths = []
    for at, column in enumerate(table.columns):
        longest = max((stringWidth(row[at], page.bold, size) for row in texts), default=0.0)
        if column.cell_format is CellFormat.BAND:
            longest = BAND_WIDTH * BAND_SCALE
        title, small = page.writer.text(column.title), min(size, SMALL)
        head = max((stringWidth(each, page.plain, small) for each in title.split()), default=0)
        third = stringWidth(title, page.plain, small) / 2.7
        widths.append(float(max(longest, head, third)) + SPACING)
    for at in _after_figures(table):
        widths[at] += AFTER_FIGURE
    return widths


def _after_figures(table: SheetTable) -> list[int]:
    """The columns of text to the right of a figure."""
    pairs = enumerate(pairwise(table.columns), start=1)
    return [at for at, (left, right) in pairs if left.is_figure and not right.is_figure]


# Drawings


def _drawn(drawing: ChartDrawing, page: _Page, scale: float = 1.0, align: str = "LEFT") -> Any:
    """A drawing, at most as wide as the page."""
    from reportlab.graphics.shapes import Drawing, Group

    scale = min(scale, page.width / drawing.width)
    image = Drawing(drawing.width * scale, drawing.height * scale)
    # In a PDF, y grows upwards.
    shapes = Group(transform=(scale, 0, 0, -scale, 0, drawing.height * scale))
    for shape in drawing.shapes:
        shapes.add(_shape(shape, page))
    image.add(shapes)
    image.hAlign = align
    return image


def _shape(shape: Stroke | Area | Box | Label, page: _Page) -> Any:
    from reportlab.graphics.shapes import Group, Polygon, PolyLine, Rect, String
    from reportlab.lib.colors import HexColor

    colour = HexColor(shape.colour)
    match shape:
        case Stroke():
            return PolyLine(
                [number for point in shape.points for number in point],
                strokeColor=colour,
                strokeWidth=shape.width,
                strokeOpacity=shape.opacity,
                strokeDashArray=shape.dash,
                strokeLineJoin=1,
            )
        case Area():
            points = [number for point in shape.points for number in point]
            return Polygon(points, fillColor=colour, strokeColor=None, strokeWidth=0)
        case Box():
            return Rect(
                shape.x,
                shape.y,
                shape.width,
                shape.height,
                fillColor=colour,
                fillOpacity=shape.opacity,
                strokeColor=None,
                strokeWidth=0,
            )
        case Label():
            words = String(
                0,
                0,
                page.letters(shape.text),
                fontName=page.bold if shape.is_bold else page.plain,
                fontSize=shape.size,
                fillColor=colour,
                textAnchor=shape.anchor,
            )
            # The group around it is mirrored, so the text is mirrored back.
            return Group(words, transform=(1, 0, 0, -1, shape.x, shape.y))
        case unreachable:
            assert_never(unreachable)
