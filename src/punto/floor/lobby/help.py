"""Build a table's help by section, with rules, pays, odds and limits in both languages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from punto.core import money
from punto.core.rulebook import Rulebook, WagerPlacement, Words
from punto.core.rules import Rule
from punto.odds.measures import WagerOdds
from punto.pages import phrases
from punto.reports.descriptions import table_state
from punto.reports.descriptions.words import Text
from punto.reports.formats.sheet import Part, SheetTable
from punto.reports.games.rules import rules_sheet
from punto.table.settings import Settings

Cell: TypeAlias = Words


@dataclass(frozen=True, slots=True)
class HelpTable:
    """Rows under a head."""

    head: tuple[Words, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class HelpSection:
    """A heading with paragraphs, and perhaps a table."""

    heading: Words
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
    first = (_limits(book, settings), *_by_staff(book, settings))
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
    def amount(cents: int) -> Words:
        return Words(money.format_cents(cents), money.format_cents(cents))

    rows = tuple(
        (book.wager(each.wager).label, amount(each.minimum_cents), amount(each.maximum_cents))
        for each in settings.limits
    )
    paragraph = table_state.total_minimum(settings.total_minimum_cents)
    return HelpSection(LIMITS, (paragraph,), HelpTable((phrases.WAGER, MINIMUM, MAXIMUM), rows))


def _by_staff(book: Rulebook, settings: Settings) -> tuple[HelpSection, ...]:
    """What is laid as chips at a dealer's table, and not from a terminal."""
    if book.document.placement is WagerPlacement.TERMINALS:
        return ()
    many, clause = settings.wagers_per_area, book.cite(Rule.WAGERS_PER_AREA)
    several = (phrases.filled(SEVERAL, many=many, clause=clause),) if many > 1 else ()
    return (HelpSection(BY_STAFF_TITLE, (BY_STAFF, *several)),)


def _malfunction() -> HelpSection:
    return HelpSection(MALFUNCTION_TITLE, (table_state.MALFUNCTION, MALFUNCTION_NOTE))


ROADS = HelpSection(
    Words("The roads", "牌路"),
    (
        Words(
            "Bead plate: every result of the shoe, down and then to the right. A dot in a corner is"
            " a pair: Banker's top left, Player's bottom right.",
            "珠盘路：本靴每局结果，由上至下、由左至右。角上圆点为对子：左上为庄对，右下为闲对。",
        ),
        Words(
            "Big road: a ring for each win, a new column when the other hand wins. A run that meets"
            " the bottom or another run turns right. A green slash is a tie.",
            "大路：每赢一局画一圈，换边另起一列；到底或遇到旧列时向右转弯（长龙）。绿色斜线为和。",
        ),
        Words(
            "Big eye boy, small road and cockroach pig compare the columns of the big road: red"
            " where they repeat (regular), blue where they do not. Neither means a hand.",
            "大眼仔、小路、曱甴路比较大路各列是否齐整：红为齐整，蓝为不齐整，与庄闲无关。",
        ),
        Words(
            "Ask: what these three would show if Banker, or Player, won next.",
            "问路：若下一局开庄或开闲，下三路将如何显示。",
        ),
        table_state.PAST_RESULTS,
    ),
)
BY_STAFF_TITLE = Words("Chips on the cloth", "台面筹码")
BY_STAFF = Words(
    "A terminal lays one stake on each of your own areas. Stakes on another position's area are "
    "laid as chips: ask the Dealer, who enters them as seen.",
    "终端在您每个投注区下一注。下在他人位置的注码，请以筹码交由荷官按所见录入。",
)
SEVERAL = Words(
    "So are further stakes on one area, each within the limits; {many} lie there at most "
    "({clause}).",
    "同一区另下的注码亦然，每注均须合限额：每区最多 {many} 注（{clause}）。",
)
LIMITS = Words("Limits of this table", "本桌限额")
MINIMUM = Words("Least", "最低")
MAXIMUM = Words("Most", "最高")
MALFUNCTION_TITLE = Words("The notice on malfunction", "关于机器故障的告示")
MALFUNCTION_NOTE = Words(
    "The notice is printed on the layout. What is really done stands in the clauses above: a round "
    "in which some wager is already decided is concluded, not voided, where the document says so.",
    "此告示印于台面。实际处理以上述条款为准：若文件如此规定，已有投注分出胜负的一局会完成而不作废。",
)
