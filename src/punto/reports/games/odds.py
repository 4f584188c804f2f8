"""Format odds as a sheet for people and as a record with every figure exact."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from punto.core.rulebook import Rulebook
from punto.messages.message import message
from punto.odds.measures import PayLineOdds, WagerOdds
from punto.odds.what_if import WagerChange
from punto.reports.descriptions.conditions import condition_message
from punto.reports.descriptions.names import game_message, wager_message
from punto.reports.formats.sheet import (
    Paragraph,
    Part,
    Sheet,
    SheetColumn,
    SheetTable,
    Text,
    figure_columns,
    pays_message,
    percent,
    sheet_table,
    text_columns,
)


def odds_sheet(
    book: Rulebook,
    odds: Sequence[WagerOdds],
    decks: int,
    notes: Sequence[Text] = (),
    changes: Sequence[WagerChange] = (),
) -> Sheet:
    """Every wager with its chances and its house edge, then every line with its deals."""
    parts: list[Part] = [wager_table(odds, decks), _line_table(book, odds)]
    if changes:
        parts.insert(0, changes_table(changes))
    if notes:
        parts.insert(0, Paragraph(tuple(notes)))
    return Sheet(game_message(book), tuple(parts))


def wager_table(odds: Sequence[WagerOdds], decks: int) -> SheetTable:
    """One row per wager: win, push, lose, return, house edge, standard deviation."""
    return sheet_table(
        columns=(
            SheetColumn(message("column.wager")),
            *figure_columns(
                message("column.wins"),
                message("column.pushes"),
                message("column.loses"),
                message("column.return"),
                message("column.house-edge"),
                message("column.deviation"),
            ),
        ),
        rows=tuple(
            (
                wager_message(each.wager),
                percent(each.win),
                percent(each.push),
                percent(each.lose),
                f"{float(each.expected):+.6f}",
                percent(each.house_edge),
                f"{sqrt(each.variance):.4f}",
            )
            for each in odds
        ),
        title=message("odds-page.with-decks", decks=decks),
    )


def _line_table(book: Rulebook, odds: Sequence[WagerOdds]) -> SheetTable:
    return sheet_table(
        columns=(
            *text_columns(message("column.wager"), message("column.line")),
            *figure_columns(
                message("column.pays"), message("column.chance"), message("column.deals")
            ),
            SheetColumn(message("column.clause")),
        ),
        rows=tuple(
            (
                wager_message(each.wager) if line is each.lines[0] else "",
                condition_message(line.line.when),
                pays_message(line.line.pays),
                percent(line.chance),
                f"{line.deals:,}",
                book.cite_clause(line.line.clause),
            )
            for each in odds
            for line in each.lines
        ),
    )


def changes_table(changes: Sequence[WagerChange]) -> SheetTable:
    """One row per wager: its return before and after, and its new house edge."""
    return sheet_table(
        columns=(
            SheetColumn(message("column.wager")),
            *figure_columns(
                message("column.return-before"),
                message("column.return-after"),
                message("column.change"),
                message("column.edge-after"),
            ),
        ),
        rows=tuple(
            (
                wager_message(each.wager),
                _signed(_return(each.before)),
                _signed(_return(each.after)),
                _signed(each.of_return),
                "" if each.after is None else percent(each.after.house_edge),
            )
            for each in changes
        ),
        title=message("odds-page.changes"),
    )


def _return(odds: WagerOdds | None) -> Fraction | None:
    return None if odds is None else odds.expected


def _signed(value: Fraction | None) -> str:
    """A return: empty if a game lacks the wager, 0 if it stays the same."""
    if value is None:
        return ""
    return f"{float(value):+.6f}" if value else "0"


def odds_record(
    book: Rulebook, odds: Sequence[WagerOdds], decks: int, changes: Sequence[WagerChange] = ()
) -> dict[str, object]:
    """The odds for a program: exact fractions and deals as text, with rounded floats."""
    found: dict[str, object] = {
        "game": book.key,
        "decks": decks,
        "wagers": {each.wager.key: _wager_record(each) for each in odds},
    }
    if changes:
        found["changes"] = {each.key: _change_record(each) for each in changes}
    return found


def _change_record(change: WagerChange) -> dict[str, object]:
    returns = {
        "before": _return(change.before),
        "after": _return(change.after),
        "change": change.of_return,
    }
    return {name: None if value is None else fraction(value) for name, value in returns.items()}


def _wager_record(odds: WagerOdds) -> dict[str, object]:
    exact = {
        "return": odds.expected,
        "win": odds.win,
        "push": odds.push,
        "lose": odds.lose,
        "house_edge": odds.house_edge,
        "variance": odds.variance,
    }
    return {
        **{name: fraction(value) for name, value in exact.items()},
        "lines": [_line_record(number, each) for number, each in enumerate(odds.lines, start=1)],
        "printed": {
            **{name: float(value) for name, value in exact.items()},
            "standard_deviation": sqrt(odds.variance),
        },
    }


def _line_record(number: int, odds: PayLineOdds) -> dict[str, object]:
    return {
        "line": number,
        "clause": odds.line.clause,
        "pays": odds.line.pays.printed,
        "chance": fraction(odds.chance),
        "deals": str(odds.deals),
        "printed": {"chance": float(odds.chance)},
    }


def fraction(value: Fraction) -> str:
    """A fraction as n/d, whole numbers too."""
    return f"{value.numerator}/{value.denominator}"
