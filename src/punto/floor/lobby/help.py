"""Build a table's help by section, with rules, pays, odds and limits in both languages."""

from collections.abc import Sequence
from dataclasses import dataclass

from punto.core.rulebook import Rulebook, WagerPlacement, Words
from punto.core.rules import Rule
from punto.messages.message import message
from punto.odds.measures import WagerOdds
from punto.pages import phrases
from punto.reports.descriptions import table_state
from punto.reports.descriptions.words import Text
from punto.reports.formats.sheet import Part, SheetTable
from punto.reports.games.rules import rules_sheet
from punto.table.settings import Settings


@dataclass(frozen=True, slots=True)
class HelpTable:
    """Rows under a head."""

    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]


@dataclass(frozen=True, slots=True)
class HelpSection:
    """A heading with paragraphs, and perhaps a table."""

    heading: Text
    paragraphs: tuple[Text, ...]
    table: HelpTable | None = None


@dataclass(frozen=True, slots=True)
class TableHelp:
    """Everything a patron may want to know at a table."""

    title: Words
    sections: tuple[HelpSection, ...]


def table_help(book: Rulebook, odds: Sequence[WagerOdds], settings: Settings) -> TableHelp:
    """The help of a table of a game."""
    english, chinese = (
        rules_sheet(book, odds, settings.decks, language) for language in phrases.LANGUAGES
    )
    sections = [_section(*pair) for pair in zip(english.parts, chinese.parts, strict=True)]
    first = (_limits(book, settings), *_chips(book, settings))
    return TableHelp(book.name, (*first, *sections, ROADS, _malfunction()))


def _section(english: Part, chinese: Part) -> HelpSection:
    heading = Words(english.title, chinese.title)
    if isinstance(english, SheetTable):
        assert isinstance(chinese, SheetTable), "a page has the same parts in both languages"
        head = zip(english.columns, chinese.columns, strict=True)
        return HelpSection(
            heading,
            (),
            HelpTable(
                tuple(Words(en.title, zh.title) for en, zh in head),
                tuple(
                    tuple(Words(*cells) for cells in zip(*rows, strict=True))
                    for rows in zip(english.rows, chinese.rows, strict=True)
                ),
            ),
        )
    assert not isinstance(chinese, SheetTable), "a page has the same parts in both languages"
    lines = zip(english.lines, chinese.lines, strict=True)
    return HelpSection(heading, tuple(Words(*line) for line in lines))


def _limits(book: Rulebook, settings: Settings) -> HelpSection:
    head = (message("help.wager"), message("help.minimum"), message("help.maximum"))
    rows = tuple(
        (
            book.wager(limit.wager).label,
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
