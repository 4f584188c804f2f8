"""Format odds as a sheet for people and as a record with every figure exact."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from punto.core.rulebook import Rulebook
from punto.messages.message import message
from punto.odds.measures import PayLineOdds, WagerOdds
from punto.odds.what_if import WagerChange
from punto.reports.descriptions.names import game_message, wager_message
from punto.reports.formats.fields import (
    LINE_FIELDS,
    Fields,
    NamedLine,
    field_table,
    figure,
    named_lines,
    text,
)
from punto.reports.formats.sheet import Paragraph, Part, Sheet, SheetTable, Text, percent


def odds_sheet(
    book: Rulebook,
    odds: Sequence[WagerOdds],
    decks: int,
    notes: Sequence[Text] = (),
    changes: Sequence[WagerChange] = (),
) -> Sheet:
    """Every wager with its chances and its house edge, then every line with its deals."""
    parts: list[Part] = [wager_table(odds, decks), line_table(book, odds)]
    if changes:
        parts.insert(0, changes_table(changes))
    if notes:
        parts.insert(0, Paragraph(tuple(notes)))
    return Sheet(game_message(book), tuple(parts))


WAGERS: Fields[WagerOdds] = (
    text("wager", lambda each: wager_message(each.wager)),
    figure("wins", lambda each: percent(each.win)),
    figure("pushes", lambda each: percent(each.push)),
    figure("loses", lambda each: percent(each.lose)),
    figure("return", lambda each: f"{float(each.expected):+.6f}"),
    figure("house-edge", lambda each: percent(each.house_edge)),
    figure("deviation", lambda each: f"{sqrt(each.variance):.4f}"),
)
CHANGES: Fields[WagerChange] = (
    text("wager", lambda each: wager_message(each.wager)),
    figure("return-before", lambda each: _signed(_return(each.before))),
    figure("return-after", lambda each: _signed(_return(each.after))),
    figure("change", lambda each: _signed(each.of_return)),
    figure("edge-after", lambda each: "" if each.after is None else percent(each.after.house_edge)),
)


def wager_table(odds: Sequence[WagerOdds], decks: int) -> SheetTable:
    """One row per wager: win, push, lose, return, house edge, standard deviation."""
    return field_table(WAGERS, odds, message("odds-page.with-decks", decks=decks))


def line_table(book: Rulebook, odds: Sequence[WagerOdds]) -> SheetTable:
    """One row per pay line: its chance, its deals and its clause."""
    fields: Fields[NamedLine[PayLineOdds]] = (
        *LINE_FIELDS,
        figure("chance", lambda each: percent(each[2].chance)),
        figure("deals", lambda each: f"{each[2].deals:,}"),
        text("clause", lambda each: book.cite_clause(each[1].clause)),
    )
    wagers = ((wager_message(each.wager), each.lines) for each in odds)
    return field_table(fields, named_lines(wagers, lambda odds: odds.line))


def changes_table(changes: Sequence[WagerChange]) -> SheetTable:
    """One row per wager: its return before and after, and its new house edge."""
    return field_table(CHANGES, changes, message("odds-page.changes"))


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
