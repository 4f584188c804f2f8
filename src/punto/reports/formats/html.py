"""Render sheets, charts and reports as one HTML page without scripts, fonts or image files."""

from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from importlib.resources import files

from punto.messages.catalogue import catalogue
from punto.messages.message import Message, message
from punto.reports.floor.report import (
    NINETY_FIVE,
    NINETY_NINE,
    NO_ACTIVITY,
    Band,
    Cell,
    CellFormat,
    Column,
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
from punto.reports.formats.charts import Chart, draw_chart
from punto.reports.formats.pagination import paginate
from punto.reports.formats.sheet import Paragraph, Sheet, SheetTable, text_in
from punto.reports.formats.sheet import Part as SheetPart
from punto.reports.formats.svg import FONTS, svg
from punto.reports.formats.text import curve_summary

STYLE = f"""
body {{ margin: 2rem auto; max-width: 72rem; padding: 0 1.5rem; background: #fdfbf6;
  color: #1e2a25; font: 15px/1.45 {FONTS}; font-variant-numeric: tabular-nums lining-nums; }}
h1 {{ font-size: 1.9rem; margin: 0 0 .3rem; }}
h2 {{ font-size: 1.1rem; margin: 2.2rem 0 .5rem; }}
p {{ margin: .2rem 0; color: #55635b; }}
div {{ overflow-x: auto; }}
table {{ border-collapse: collapse; width: 100%; font-size: .86rem; }}
th {{ text-align: left; font-weight: 600; border-bottom: 1.5px solid #1e2a25;
  padding: .3rem .8rem .3rem 0; vertical-align: bottom; }}
td {{ border-bottom: 1px solid #ddd5c0; padding: .28rem .8rem .28rem 0; }}
.figure {{ text-align: right; white-space: nowrap; }}
figure {{ margin: 0; }}
svg {{ width: 100%; height: auto; display: block; }}
@media print {{ body {{ max-width: none; margin: 0; background: #fff; }}
  figure, tr {{ break-inside: avoid; }} }}
"""


def sheet_html(sheet: Sheet, charts: Sequence[Chart] = (), language: str = "en") -> str:
    """A sheet as a page, its charts after the first table."""
    parts = [_sheet_part(part, language) for part in sheet.parts]
    first_table = next(
        (at for at, part in enumerate(sheet.parts, start=1) if isinstance(part, SheetTable)), 0
    )
    parts[first_table:first_table] = [_sheet_chart(chart, language) for chart in charts]
    title = _escaped(sheet.title, language)
    return (
        f'<!doctype html>\n<html lang="{catalogue(language).grammar.tag}">\n'
        f'<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    )


def _escaped(text: Text, language: str) -> str:
    return escape(text_in(text, language))


def _sheet_part(part: SheetPart, language: str) -> str:
    head = f"<h2>{_escaped(part.title, language)}</h2>\n" if part.title else ""
    if isinstance(part, Paragraph):
        return head + "\n".join(f"<p>{_escaped(line, language)}</p>" for line in part.lines)
    return head + _sheet_table(part, language)


def _sheet_table(table: SheetTable, language: str) -> str:
    kinds = [' class="figure"' if column.is_figure else "" for column in table.columns]
    heads = "".join(
        f'<th scope="col"{kind}>{_escaped(column.title, language)}</th>'
        for kind, column in zip(kinds, table.columns, strict=True)
    )
    rows = "\n".join(
        "<tr>"
        + "".join(
            f"<td{kind}>{_escaped(cell, language)}</td>"
            for kind, cell in zip(kinds, row, strict=True)
        )
        + "</tr>"
        for row in table.rows
    )
    return f"<div><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>"


def _sheet_chart(chart: Chart, language: str) -> str:
    drawing = svg(draw_chart(chart, language), text_in(chart.description, language))
    return (
        f"<h2>{_escaped(chart.title, language)}</h2>\n<figure>\n{drawing}"
        f"<figcaption><p>{_escaped(chart.caption, language)}</p></figcaption>\n</figure>"
    )


DENSE_FROM = 9
SHORT = 22
SCALE, WIDE, HIGH = 20.0, 150.0, 20.0
INK, FLAG, DARK, LIGHT, ACTUAL = "#1B1F1E", "#9A5B06", "#C3CBC7", "#E6E9E7", "#1F7A4B"


@cache
def stylesheet() -> str:
    """The stylesheet of reports, for screens and for paper."""
    return (files("punto.reports.formats") / "report.css").read_text(encoding="utf-8")


def page(report: Report, language: str = "en") -> str:
    """A report as one page that needs no other file."""
    writer = writer_of(report, language)
    return (
        f'<!doctype html>\n<html lang="{writer.tag}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{_text(report.title, writer)} · Punto</title>\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>\nbody {{ margin: 0; background: #e9ece9; }}\n@media print {{ body {{ "
        f"background: #fff; }} }}\n{stylesheet()}</style>\n</head>\n<body>\n"
        f"{body(report, language)}"
        "</body>\n</html>\n"
    )


def body(report: Report, language: str = "en") -> str:
    """The pages of a report without the document around them."""
    writer = writer_of(report, language)
    sheets = paginate(report, language)
    drawn = [
        _sheet(report, writer, parts, number, len(sheets))
        for number, parts in enumerate(sheets, start=1)
    ]
    return f'<main class="report">\n{"".join(drawn)}</main>\n'


def _text(content: Text | None, writer: Writer) -> str:
    return escape(writer.text(content))


def _sheet(report: Report, writer: Writer, parts: tuple[Part, ...], number: int, of: int) -> str:
    is_first = number == 1
    where = _text(message("report.page", number=number, of=of), writer)
    title, period = _text(report.title, writer), _text(report.head[0][1][0], writer)
    head = (
        f"<header><div><h1>{title}</h1><p>{_text(report.subtitle, writer)}</p></div>"
        f'<div class="mark"><b>Punto</b><p>{where}</p></div></header>\n'
        if is_first
        else f'<header class="later"><div><p><b>{title}</b>, {period}</p></div>'
        f'<div class="mark"><p>{where}</p></div></header>\n'
    )
    lines = report.foot if number == of else report.foot[:1]
    foot = "<br>".join(_text(line, writer) for line in lines)
    inner = "".join(_part(part, writer) for part in parts)
    first = _facts(report, writer) if is_first else ""
    return (
        f'<section class="sheet" aria-label="{where}">\n{head}{first}{inner}'
        f"<footer><p>{foot}</p><b>{where}</b></footer>\n</section>\n"
    )


def _facts(report: Report, writer: Writer) -> str:
    facts = "".join(_fact(label, lines, writer) for label, lines in report.head)
    figures = "".join(_figure(each, writer) for each in report.figures)
    idle = "" if report.has_activity else f'<p class="idle">{_text(NO_ACTIVITY, writer)}</p>\n'
    return f'<dl class="facts">{facts}</dl>\n<dl class="figures">{figures}</dl>\n{idle}'


def _fact(label: Message, lines: tuple[Text, ...], writer: Writer) -> str:
    values = "".join(f"<dd>{_text(line, writer)}</dd>" for line in lines)
    return f"<div><dt>{_text(label, writer)}</dt>{values}</div>"


def _figure(figure: Figure, writer: Writer) -> str:
    value = escape(writer.figure(figure))
    note = f"<small>{_text(figure.note, writer)}</small>" if figure.note else ""
    return f"<div><dt>{_text(figure.label, writer)}</dt><dd><b>{value}</b>{note}</dd></div>"


def _part(part: Part, writer: Writer) -> str:
    if isinstance(part, Note):
        flag = f"<b>{_text(part.flagged, writer)}</b> " if part.flagged else ""
        lines = (_text(line, writer) for line in part.lines)
        return "".join(f'<p class="note">{flag}{line}</p>\n' for line in lines)
    note = f" <span>{_text(part.note, writer)}</span>" if part.note else ""
    head = f"<h2>{_text(part.title, writer)}{note}</h2>\n"
    return head + (_course(part, writer) if isinstance(part, ReturnCurve) else _grid(part, writer))


def _grid(grid: ReportTable, writer: Writer) -> str:
    kinds = [_kind(column, at, grid, writer) for at, column in enumerate(grid.columns)]
    heads = "".join(
        f'<th scope="col"{kind}>{_text(column.title, writer)}</th>'
        for kind, column in zip(kinds, grid.columns, strict=True)
    )
    rows = "".join(_row(row, grid, kinds, writer) for row in grid.rows)
    dense = ' class="dense"' if len(grid.columns) > DENSE_FROM else ""
    return f"<table{dense}><thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table>\n"


def _kind(column: Column, at: int, grid: ReportTable, writer: Writer) -> str:
    if column.is_figure:
        return ' class="figure"'
    # Times, tables and clauses stay in one line; only long texts are folded.
    is_short = all(len(writer.cell(row.cells[at], column)) <= SHORT for row in grid.rows)
    return ' class="short"' if is_short and len(grid.columns) < DENSE_FROM else ""


def _row(row: Row, grid: ReportTable, kinds: list[str], writer: Writer) -> str:
    if row.cells[0] == NO_ACTIVITY:
        idle = _text(NO_ACTIVITY, writer)
        return f'<tr><td class="none" colspan="{len(grid.columns)}">{idle}</td></tr>\n'
    is_books = grid.is_reconciliation
    cells = "".join(
        f"<td{kind}>{_cell(value, column, row, writer, has_dash=not is_books)}</td>"
        for value, column, kind in zip(row.cells, grid.columns, kinds, strict=True)
    )
    if is_books and row.cells[-1] != 0:
        cells = cells.replace('<td class="figure">', '<td class="figure apart">')
    kind = "" if row.weight == "plain" else f' class="{row.weight}"'
    return f"<tr{kind}>{cells}</tr>\n"


def _cell(value: Cell, column: Column, row: Row, writer: Writer, *, has_dash: bool) -> str:
    if isinstance(value, Band):
        return _against(value, writer)
    text = escape(writer.cell(value, column, row.weight, has_dash=has_dash))
    head, dot, rest = text.partition(" · ")
    return (
        f"{head} <small>{rest}</small>" if dot and column.cell_format is CellFormat.TEXT else text
    )


def _against(found: Band, writer: Writer) -> str:
    """A diamond at the place of a return, in its own deviations from theory."""
    middle = WIDE / 2
    light, dark = SCALE * NINETY_NINE, SCALE * NINETY_FIVE
    at = middle + max(-3.4, min(3.4, found.deviations)) * SCALE
    colour = FLAG if found.is_outside else INK
    label = _text(message("report.deviations", deviations=f"{found.deviations:+.2f}"), writer)
    return (
        f'<svg class="against" viewBox="0 0 {WIDE:g} {HIGH:g}" role="img" aria-label="{label}">'
        f'<rect x="{middle - light:.1f}" y="6" width="{2 * light:.1f}" height="8" fill="{LIGHT}"/>'
        f'<rect x="{middle - dark:.1f}" y="6" width="{2 * dark:.1f}" height="8" fill="{DARK}"/>'
        f'<path d="M{middle:g} 3v14" stroke="{INK}"/>'
        f'<path d="M{at:.1f} 4l5 6-5 6-5-6z" fill="{colour}" stroke="#fff"/></svg>'
    )


PLOT_WIDE, PLOT_HIGH, LEFT, TOP, BOTTOM, RIGHT = 870.0, 200.0, 48.0, 8.0, 24.0, 10.0


def _course(course: ReturnCurve, writer: Writer) -> str:
    low, high = limits_of(course)
    last_round = course.points[-1][0]

    def x(rounds: float) -> float:
        return LEFT + (PLOT_WIDE - LEFT - RIGHT) * rounds / last_round

    def y(share: float) -> float:
        inside = max(low, min(high, share))
        return TOP + (PLOT_HIGH - TOP - BOTTOM) * (high - inside) / (high - low)

    def line(values: Sequence[tuple[float, float]]) -> str:
        return "M" + "L".join(f"{x(at):.1f} {y(value):.1f}" for at, value in values)

    pieces = []
    for width, colour in ((NINETY_NINE, LIGHT), (NINETY_FIVE, "#D3DAD6")):
        upper = [(n, theory + width * sd) for n, _, theory, sd in course.points]
        lower = [(n, theory - width * sd) for n, _, theory, sd in reversed(course.points)]
        pieces.append(f'<path d="{line(upper + lower)}z" fill="{colour}"/>')
    for tick in ticks_of(low, high):
        at = y(tick)
        pieces.append(
            f'<path d="M{LEFT:g} {at:.1f}H{PLOT_WIDE - RIGHT:g}" stroke="#E3E6E4"/>'
            f'<text x="{LEFT - 6:g}" y="{at + 4:.1f}" text-anchor="end">{100 * tick:.0f}%</text>'
        )
    for share in range(5):
        rounds = last_round * share // 4
        pieces.append(
            f'<text x="{x(rounds):.1f}" y="{PLOT_HIGH - 6:g}" '
            f'text-anchor="{"end" if share == 4 else "middle"}">{rounds:,}</text>'
        )
    base = PLOT_HIGH - BOTTOM
    actual = [(n, value) for n, value, _, _ in course.points]
    theory = [(n, value) for n, _, value, _ in course.points]
    pieces.append(f'<path d="M{LEFT:g} {base:g}H{PLOT_WIDE - RIGHT:g}" stroke="{INK}"/>')
    pieces.append(f'<path d="{line(theory)}" fill="none" stroke="{INK}" stroke-dasharray="5 4"/>')
    pieces.append(f'<path d="{line(actual)}" fill="none" stroke="{ACTUAL}" stroke-width="2"/>')
    label = _text(curve_summary(course), writer)
    return (
        f'<svg class="course" viewBox="0 0 {PLOT_WIDE:g} {PLOT_HIGH:g}" font-size="11.5" '
        f'fill="#5A6661" role="img" aria-label="{label}">{"".join(pieces)}</svg>\n'
    )


def limits_of(course: ReturnCurve) -> tuple[float, float]:
    """The scale: wide enough for the later three quarters of the curve and its band."""
    late = course.points[len(course.points) // 4 :]
    low = min(min(value, theory - 3 * sd) for _, value, theory, sd in late)
    high = max(max(value, theory + 3 * sd) for _, value, theory, sd in late)
    return low, high if high > low else low + 0.01


def ticks_of(low: float, high: float) -> Iterator[float]:
    """Yield at most seven round shares within a scale."""
    steps = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
    step = next((each for each in steps if (high - low) / each <= 6), 10.0)
    at = int(low / step) * step
    while at <= high:
        if at >= low:
            yield at
        at += step
