"""Lay out charts, return curves and bands as shapes, before any output format.

A chart is a grid of small panels, one per wager, each with its own scale. House edges of one and
of twenty per cent would both be unreadable on a common scale.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import TypeAlias

from punto.core.rulebook import WagerGroup
from punto.reports.formats.sheet import (
    NINETY_FIVE,
    NINETY_NINE,
    Band,
    Chart,
    Panel,
    ReturnCurve,
    text_in,
)

INK, DIM, HAIR, FLAG = "#1B1F1E", "#55635B", "#DDE1DE", "#9A5B06"
LIGHT, MIDDLE, DARK, PAPER = "#E6E9E7", "#D3DAD6", "#C3CBC7", "#FFFFFF"
COLOURS = {
    WagerGroup.PLAYER: "#1B57B0",
    WagerGroup.BANKER: "#B5241C",
    WagerGroup.TIE: "#1A7340",
    WagerGroup.SIDE: "#8F4E00",
}
"""The colours of the road sheet. A wager has the same colour on all paper."""

COLUMNS = 4
PANEL_WIDTH, PANEL_HEIGHT = 230.0, 150.0
LEFT, RIGHT, TOP, BOTTOM = 46.0, 10.0, 24.0, 20.0
SMALL, LARGE = 9.0, 11.0

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A stroke through points, in order."""

    points: tuple[Point, ...]
    colour: str
    width: float
    opacity: float = 1.0
    dash: tuple[float, float] | None = None
    """The lengths of a dash and of the space after it."""


@dataclass(frozen=True, slots=True)
class Area:
    """A filled area within points."""

    points: tuple[Point, ...]
    colour: str


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle. `y` is its top and grows downwards."""

    x: float
    y: float
    width: float
    height: float
    colour: str
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Label:
    """Text that starts, ends or is centred at a point on its baseline."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: str = "start"
    is_bold: bool = False


Shape: TypeAlias = Stroke | Area | Box | Label


@dataclass(frozen=True, slots=True)
class ChartDrawing:
    """Shapes on a sheet; all sizes are in points."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def draw_chart(chart: Chart, language: str, columns: int = COLUMNS) -> ChartDrawing:
    """A chart as shapes, with `columns` panels side by side."""
    rows = ceil(len(chart.panels) / columns)
    shapes = [
        shape
        for at, panel in enumerate(chart.panels)
        for shape in _panel(
            panel, language, at % columns * PANEL_WIDTH, at // columns * PANEL_HEIGHT
        )
    ]
    return ChartDrawing(columns * PANEL_WIDTH, rows * PANEL_HEIGHT, tuple(shapes))


def _panel(panel: Panel, language: str, left: float, top: float) -> Iterator[Shape]:
    lines = (panel.values, *panel.faint_lines)
    low, high = min(map(min, lines)), max(map(max, lines))
    ticks = scale(low, high) if panel.is_line else scale(min(0.0, low), max(0.0, high))
    frame = _Frame(left, top, ticks, len(panel.values))
    yield Label(left + LEFT, top + 14, text_in(panel.title, language), LARGE, INK, is_bold=True)
    for tick in ticks:
        y = frame.y(tick)
        is_zero = abs(tick) < 1e-12
        yield Stroke(((frame.left, y), (frame.right, y)), DIM if is_zero else HAIR, 0.7)
        yield Label(frame.left - 4, y + 3, format_tick(tick, ticks), SMALL, DIM, "end")
    colour = COLOURS[panel.tone]
    if panel.is_line:
        for values in panel.faint_lines:
            yield Stroke(frame.path(values), colour, 0.7, opacity=0.25)
        yield Stroke(frame.path(panel.values), colour, 1.4)
    else:
        yield from _bars(panel, frame, colour)
    for at, text in panel.x_labels:
        yield Label(frame.x(at + 0.5), top + PANEL_HEIGHT - 6, text, SMALL, DIM, "middle")


def _bars(panel: Panel, frame: "_Frame", colour: str) -> Iterator[Shape]:
    zero, spacing = frame.y(0.0), 0.15 if len(panel.values) < 30 else 0.0
    for at, value in enumerate(panel.values):
        y = frame.y(value)
        faint = bool(panel.is_faint) and panel.is_faint[at]
        x, width = frame.x(at + spacing), frame.x(at + 1 - spacing) - frame.x(at + spacing)
        yield Box(x, min(y, zero), width, abs(zero - y), colour, 0.35 if faint else 1.0)


@dataclass(frozen=True, slots=True)
class _Frame:
    """The scale that maps the values of a panel to points on the sheet."""

    panel_left: float
    panel_top: float
    ticks: Sequence[float]
    places: int

    @property
    def left(self) -> float:
        return self.panel_left + LEFT

    @property
    def right(self) -> float:
        return self.panel_left + PANEL_WIDTH - RIGHT

    def x(self, place: float) -> float:
        return self.left + (self.right - self.left) * place / self.places

    def path(self, values: Sequence[float]) -> tuple[Point, ...]:
        return tuple((self.x(at + 0.5), self.y(value)) for at, value in enumerate(values))

    def y(self, value: float) -> float:
        top, bottom = self.panel_top + TOP, self.panel_top + PANEL_HEIGHT - BOTTOM
        share = (value - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])
        return bottom - (bottom - top) * share


def scale(low: float, high: float) -> tuple[float, ...]:
    """Choose three to six round numbers from below the lowest value to above the highest."""
    if high - low < 1e-12:
        # A flat line needs a scale, too: extend it to either side.
        low, high = low - (abs(low) / 2 or 1), high + (abs(high) / 2 or 1)
    rough = (high - low) / 3
    power = 10.0 ** floor(log10(rough))
    step = next(size * power for size in (1, 2, 2.5, 5, 10) if size * power >= rough * (1 - 1e-9))
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return tuple(number * step for number in range(first, last + 1))


def format_tick(tick: float, ticks: Sequence[float]) -> str:
    """Format a tick with the digits that distinguish it from its neighbours."""
    step = ticks[1] - ticks[0]
    digits = max(0, -floor(log10(step) + 1e-9))
    if abs(round(step, digits) - step) > step / 100:
        digits += 1
    return f"{tick:.{digits}f}".replace("-0." + "0" * digits, "0." + "0" * digits)


# Returns against theory

BAND_WIDTH, BAND_HEIGHT, DEVIATION = 150.0, 20.0, 20.0
"""The size of a drawn band, and the width of one standard deviation."""


def draw_band(band: Band) -> ChartDrawing:
    """A diamond at the place of a return, in its own deviations from theory."""
    middle, half = BAND_WIDTH / 2, BAND_HEIGHT / 2
    at = middle + max(-3.4, min(3.4, band.deviations)) * DEVIATION
    shapes: list[Shape] = [
        Box(middle - width * DEVIATION, 6, 2 * width * DEVIATION, 8, colour)
        for width, colour in ((NINETY_NINE, LIGHT), (NINETY_FIVE, DARK))
    ]
    shapes.append(Stroke(((middle, 3), (middle, 17)), INK, 1))
    for size, colour in ((6.0, PAPER), (5.0, FLAG if band.is_outside else INK)):
        sides = ((at, half - size), (at + size, half), (at, half + size), (at - size, half))
        shapes.append(Area(sides, colour))
    return ChartDrawing(BAND_WIDTH, BAND_HEIGHT, tuple(shapes))


CURVE_WIDTH, CURVE_HEIGHT, CURVE_LEFT = 870.0, 200.0, 48.0
ACTUAL, CURVE_FONT = "#1F7A4B", 11.5


def draw_curve(curve: ReturnCurve) -> ChartDrawing:
    """A return round by round against theory and its bands."""
    return ChartDrawing(CURVE_WIDTH, CURVE_HEIGHT, tuple(_curve(curve)))


def _curve(curve: ReturnCurve) -> Iterator[Shape]:
    low, high = limits_of(curve)
    last, right, base = curve.points[-1][0], CURVE_WIDTH - RIGHT, CURVE_HEIGHT - 24.0

    def point(rounds: float, share: float) -> Point:
        inside = max(low, min(high, share))
        x = CURVE_LEFT + (right - CURVE_LEFT) * rounds / last
        return x, 8.0 + (base - 8.0) * (high - inside) / (high - low)

    for width, colour in ((NINETY_NINE, LIGHT), (NINETY_FIVE, MIDDLE)):
        upper = [point(n, theory + width * sd) for n, _, theory, sd in curve.points]
        lower = [point(n, theory - width * sd) for n, _, theory, sd in reversed(curve.points)]
        yield Area((*upper, *lower), colour)
    for tick in ticks_of(low, high):
        _, y = point(0, tick)
        yield Stroke(((CURVE_LEFT, y), (right, y)), HAIR, 1)
        yield Label(CURVE_LEFT - 6, y + 4, f"{100 * tick:.0f}%", CURVE_FONT, DIM, "end")
    for quarter in range(5):
        x, _ = point(last * quarter // 4, low)
        anchor = "end" if quarter == 4 else "middle"
        yield Label(x, CURVE_HEIGHT - 6, f"{last * quarter // 4:,}", CURVE_FONT, DIM, anchor)
    yield Stroke(((CURVE_LEFT, base), (right, base)), INK, 1)
    theory = tuple(point(n, value) for n, _, value, _ in curve.points)
    yield Stroke(theory, INK, 1, dash=(5, 4))
    yield Stroke(tuple(point(n, value) for n, value, _, _ in curve.points), ACTUAL, 2)


def limits_of(curve: ReturnCurve) -> tuple[float, float]:
    """The scale: wide enough for the later three quarters of the curve and its band."""
    late = curve.points[len(curve.points) // 4 :]
    low = min(min(value, theory - 3 * sd) for _, value, theory, sd in late)
    high = max(max(value, theory + 3 * sd) for _, value, theory, sd in late)
    return low, high if high > low else low + 0.01


def ticks_of(low: float, high: float) -> Iterator[float]:
    """Yield at most seven round shares within a scale."""
    steps = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
    step = next((each for each in steps if (high - low) / each <= 6), 10.0)
    yield from (at * step for at in range(ceil(low / step), floor(high / step) + 1))
