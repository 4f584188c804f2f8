"""Sheets and charts as one HTML page that needs nothing else: no script, no font, no picture."""

from collections.abc import Sequence
from html import escape

from punto.pages.charts import Chart, drawn
from punto.pages.sheet import Paragraph, Sheet, Table
from punto.pages.sheet import Part as SheetPart
from punto.pages.svg import FONTS, svg

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
    parts = [_sheet_part(part) for part in sheet.parts]
    first_table = next(
        (at for at, part in enumerate(sheet.parts, start=1) if isinstance(part, Table)), 0
    )
    parts[first_table:first_table] = [_sheet_chart(chart) for chart in charts]
    title = escape(sheet.title)
    return (
        f'<!doctype html>\n<html lang="{"zh-Hans" if language == "zh" else "en"}">\n'
        f'<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    )


def _sheet_part(part: SheetPart) -> str:
    head = f"<h2>{escape(part.title)}</h2>\n" if part.title else ""
    if isinstance(part, Paragraph):
        return head + "\n".join(f"<p>{escape(line)}</p>" for line in part.lines)
    return head + _sheet_table(part)


def _sheet_table(table: Table) -> str:
    kinds = [' class="figure"' if column.is_figure else "" for column in table.columns]
    heads = "".join(
        f'<th scope="col"{kind}>{escape(column.title)}</th>'
        for kind, column in zip(kinds, table.columns, strict=True)
    )
    rows = "\n".join(
        "<tr>"
        + "".join(f"<td{kind}>{escape(cell)}</td>" for kind, cell in zip(kinds, row, strict=True))
        + "</tr>"
        for row in table.rows
    )
    return f"<div><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>"


def _sheet_chart(chart: Chart) -> str:
    picture = svg(drawn(chart), f"{chart.title}. {chart.caption}")
    return (
        f"<h2>{escape(chart.title)}</h2>\n<figure>\n{picture}"
        f"<figcaption><p>{escape(chart.caption)}</p></figcaption>\n</figure>"
    )
