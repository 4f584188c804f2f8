"""Build a table's help by section, with rules, pays, odds and limits."""

from collections.abc import Sequence
from dataclasses import dataclass

from punto.core.rulebook import Rulebook, WagerPlacement
from punto.core.rules import Rule
from punto.messages.message import Message, message
from punto.odds.measures import WagerOdds
from punto.reports.descriptions import table_state
from punto.reports.descriptions.names import game_message, wager_message
from punto.reports.formats.sheet import Cell, Paragraph, Part, SheetTable, as_message
from punto.reports.games.rules import rules_sheet
from punto.table.settings import Settings


@dataclass(frozen=True, slots=True)
class HelpTable:
    """Rows under a head."""

    head: tuple[Message, ...]
    rows: tuple[tuple[Message, ...], ...]


@dataclass(frozen=True, slots=True)
class HelpSection:
    """A heading with paragraphs, and perhaps a table."""

    heading: Message
    paragraphs: tuple[Message, ...]
    table: HelpTable | None = None


@dataclass(frozen=True, slots=True)
class TableHelp:
    """Everything a patron may want to know at a table."""

    title: Message
    sections: tuple[HelpSection, ...]


def table_help(book: Rulebook, odds: Sequence[WagerOdds], settings: Settings) -> TableHelp:
    """The help of a table of a game."""
    sections = [_section(part) for part in rules_sheet(book, odds, settings.decks).parts]
    first = (_limits(book, settings), *_chips(book, settings))
    return TableHelp(game_message(book), (*first, *sections, ROADS, _malfunction()))


def _section(part: Part) -> HelpSection:
    if isinstance(part, Paragraph):
        return HelpSection(as_message(part.title), tuple(map(as_message, part.lines)))
    assert isinstance(part, SheetTable), "rules have no charts"
    head = tuple(as_message(column.title) for column in part.columns)
    rows = tuple(tuple(map(_cell, row.cells)) for row in part.rows)
    return HelpSection(as_message(part.title), (), HelpTable(head, rows))


def _cell(value: Cell) -> Message:
    assert isinstance(value, Message | str), "the cells of rules are texts"
    return as_message(value)


def _limits(book: Rulebook, settings: Settings) -> HelpSection:
    head = (message("help.wager"), message("help.minimum"), message("help.maximum"))
    rows = tuple(
        (
            wager_message(book.wager(limit.wager)),
            message("money.sum", cents=limit.minimum_cents),
            message("money.sum", cents=limit.maximum_cents),
        )
        for limit in settings.limits
    )
    total = table_state.total_minimum(settings.total_minimum_cents)
    return HelpSection(message("help.limits"), (total,), HelpTable(head, rows))


def _chips(book: Rulebook, settings: Settings) -> tuple[HelpSection, ...]:
    """The wagers that patrons make in chips at a dealer's table, because terminals cannot."""
    if book.document.placement is WagerPlacement.TERMINALS:
        return ()
    lines = [message("help.chips-elsewhere")]
    if settings.wagers_per_area > 1:
        source = book.cite(Rule.WAGERS_PER_AREA)
        lines.append(message("help.chips-several", wagers=settings.wagers_per_area, source=source))
    return (HelpSection(message("help.chips"), tuple(lines)),)


def _malfunction() -> HelpSection:
    lines = (table_state.MALFUNCTION, message("help.malfunction-note"))
    return HelpSection(message("help.malfunction"), lines)


ROADS = HelpSection(
    message("help.roads"),
    (
        message("help.bead-plate"),
        message("help.big-road"),
        message("help.derived-roads"),
        message("help.ask"),
        table_state.PAST_RESULTS,
    ),
)
