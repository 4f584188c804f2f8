"""Draw state diagrams of interruptions from the rows of the rulebooks and the house policies."""

from collections.abc import Iterator
from dataclasses import dataclass

from punto.core.irregularities import Irregularity, Trigger
from punto.core.rulebook import Document
from punto.games.policy_rows import ROWS
from punto.messages.message import Message
from punto.messages.render import render
from punto.reports.formats.charts import DIM, HAIR, INK, Box, ChartDrawing, Label, Shape, Stroke

TRIGGERS = (Trigger.INTERRUPTED, Trigger.TERMINAL_CUT_OFF)
LEFT, MIDDLE, RIGHT, WIDE = 20.0, 230.0, 600.0, 1_120.0
ROW, TOP, BOX = 46.0, 70.0, 30.0


@dataclass(frozen=True, slots=True)
class InterruptionPath:
    """One way in which an interruption ends: its circumstances, its source and its steps."""

    trigger: Trigger
    when: tuple[str, ...]
    source: str
    steps: tuple[str, ...]


def interruption_paths(document: Document) -> tuple[InterruptionPath, ...]:
    """The paths of a document's own rows, then those of the house policies."""
    found = [
        _way(row, f"{document.letter} {', '.join(row.clauses)}")
        for row in document.irregularities
        if row.trigger in TRIGGERS
    ]
    known = {(each.trigger, each.when) for each in found}
    for each in ROWS:
        own = _way(each.irregularity, f"POLICY {each.policy}")
        is_ours = document.letter in each.documents and own.trigger in TRIGGERS
        if is_ours and (own.trigger, own.when) not in known:
            found.append(own)
    return tuple(sorted(found, key=lambda each: TRIGGERS.index(each.trigger)))


def _way(row: Irregularity, source: str) -> InterruptionPath:
    steps = []
    for step in row.steps:
        words = str(step.remedy).replace("-", " ")
        if step.detail is not None:
            words += f" ({str(step.detail).replace('-', ' ')})"
        if step.position is not None:
            words += f", by the {render(Message(f'position.{step.position}'), 'en')}"
        steps.append(words)
    when = tuple(str(each).replace("-", " ") for each in row.when)
    return InterruptionPath(row.trigger, when or ("in every other case",), source, tuple(steps))


def diagram(document: Document) -> ChartDrawing:
    """The paths of a document as boxes from left to right: trigger, circumstances, steps."""
    ways = interruption_paths(document)
    high = TOP + ROW * len(ways) + 20
    return ChartDrawing(WIDE, high, tuple(_shapes(document, ways)))


def _shapes(document: Document, ways: tuple[InterruptionPath, ...]) -> Iterator[Shape]:
    yield Label(LEFT, 24, f"{document.title}: interruption", 15, INK, is_bold=True)
    for x, words in ((LEFT, "trigger"), (MIDDLE, "circumstances"), (RIGHT, "steps")):
        yield Label(x, 52, words, 10, DIM)
    first: dict[Trigger, float] = {}
    for at, way in enumerate(ways):
        y = TOP + ROW * at
        middle = y + BOX / 2
        if way.trigger not in first:
            first[way.trigger] = middle
            yield Box(LEFT, y, 170, BOX, "#C3CBC7")
            yield Label(LEFT + 10, middle + 4, str(way.trigger).replace("-", " "), 11, INK)
        start = first[way.trigger]
        yield Stroke(((LEFT + 170, start), (MIDDLE - 20, start), (MIDDLE - 20, middle)), DIM, 0.8)
        yield Stroke(((MIDDLE - 20, middle), (MIDDLE, middle)), DIM, 0.8)
        yield Box(MIDDLE, y, 340, BOX, "#E6E9E7")
        yield Label(MIDDLE + 8, middle - 2, ", ".join(way.when), 10, INK)
        yield Label(MIDDLE + 8, middle + 10, way.source, 8, DIM)
        yield Stroke(((MIDDLE + 340, middle), (RIGHT, middle)), DIM, 0.8)
        yield Stroke(((RIGHT, y), (RIGHT, y + BOX)), HAIR, 2.0)
        yield Label(RIGHT + 8, middle + 4, "  →  ".join(way.steps), 10, INK)


def describe_path(document: Document) -> str:
    """The diagram as a sentence, for readers who cannot see it."""
    parts = [
        f"{way.trigger} when {', '.join(way.when)} ({way.source}): {', then '.join(way.steps)}"
        for way in interruption_paths(document)
    ]
    return "; ".join(parts)
