"""Write drawings as SVG, for a page or for a separate file."""

from html import escape
from typing import assert_never

from punto.reports.formats.charts import Box, ChartDrawing, Label, Shape, Stroke

FONTS = (
    "'Segoe UI',Roboto,'Helvetica Neue','Noto Sans','Noto Sans SC','Noto Sans CJK SC',"
    "'PingFang SC','Microsoft YaHei',sans-serif"
)


def svg(drawing: ChartDrawing, description: str) -> str:
    """A drawing, with a description for screen readers."""
    size = f'viewBox="0 0 {_number(drawing.width)} {_number(drawing.height)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{FONTS}">'
    shapes = "\n".join(_shape(shape) for shape in drawing.shapes)
    return f"{head}\n<title>{escape(description)}</title>\n{shapes}\n</svg>\n"


def _shape(shape: Shape) -> str:
    match shape:
        case Stroke():
            points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
            return (
                f'<polyline points="{points}" fill="none" stroke="{shape.colour}" '
                f'stroke-width="{_number(shape.width)}" stroke-linejoin="round"/>'
            )
        case Box():
            faint = "" if shape.opacity == 1 else f' fill-opacity="{_number(shape.opacity)}"'
            return (
                f'<rect x="{_number(shape.x)}" y="{_number(shape.y)}" '
                f'width="{_number(shape.width)}" height="{_number(shape.height)}" '
                f'fill="{shape.colour}"{faint}/>'
            )
        case Label():
            bold = ' font-weight="600"' if shape.is_bold else ""
            return (
                f'<text x="{_number(shape.x)}" y="{_number(shape.y)}" '
                f'font-size="{_number(shape.size)}" fill="{shape.colour}" '
                f'text-anchor="{shape.anchor}"{bold}>{escape(shape.text)}</text>'
            )
        case unreachable:
            assert_never(unreachable)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
