"""Lay out charts of bars or lines as shapes, before any output format.

A chart is a grid of small panels, one per wager, each with its own scale. House edges of one and
of twenty per cent would both be unreadable on a common scale.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import TypeAlias

from punto.core.rulebook import WagerGroup
from punto.messages.message import Message, message
from punto.reports.formats.sheet import Text, text_in

INK, DIM, HAIR = "#1E2A25", "#55635B", "#DDD5C0"
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


@dataclass(frozen=True, slots=True)
class Panel:
    """One wager's part of a chart: values from left to right, as bars or as a line."""

    title: Text
    tone: WagerGroup
    values: tuple[float, ...]
    x_labels: tuple[tuple[int, str], ...]
    """The labels below the values, each with the index of its value."""
    is_line: bool = False
    is_faint: tuple[bool, ...] = ()
    """Whether each bar is drawn faintly."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Panels under one title, with a caption."""

    title: Text
    caption: Text
    panels: tuple[Panel, ...]

    @property
    def description(self) -> Text:
        """The title and the caption, for readers who do not see the chart."""
        return message("chart.description", title=_part(self.title), caption=_part(self.caption))


def _part(text: Text) -> Message:
    return text if isinstance(text, Message) else message("custom.name", name=text)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A stroke through points, in order."""

    points: tuple[tuple[float, float], ...]
    colour: str
    width: float


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


Shape: TypeAlias = Stroke | Box | Label


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
    ticks = scale(min(0.0, *panel.values), max(0.0, *panel.values))
    if panel.is_line:
        ticks = scale(min(panel.values), max(panel.values))
    frame = _Frame(left, top, ticks, len(panel.values))
    yield Label(left + LEFT, top + 14, text_in(panel.title, language), LARGE, INK, is_bold=True)
    for tick in ticks:
        y = frame.y(tick)
        is_zero = abs(tick) < 1e-12
        yield Stroke(((frame.left, y), (frame.right, y)), DIM if is_zero else HAIR, 0.7)
        yield Label(frame.left - 4, y + 3, format_tick(tick, ticks), SMALL, DIM, "end")
    colour = COLOURS[panel.tone]
    if panel.is_line:
        yield Stroke(
            tuple((frame.x(at + 0.5), frame.y(value)) for at, value in enumerate(panel.values)),
            colour,
            1.4,
        )
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
