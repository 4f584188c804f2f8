"""Format odds as a sheet for people and as a record with every figure exact."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from punto.core.rulebook import Rulebook
from punto.odds.measures import PayLineOdds, WagerOdds
from punto.odds.what_if import WagerChange
from punto.pages import par_phrases, phrases
from punto.reports.formats.sheet import Paragraph, Part, Sheet, SheetColumn, SheetTable


def odds_sheet(
    book: Rulebook,
    odds: Sequence[WagerOdds],
    decks: int,
    language: str = "en",
    notes: Sequence[str] = (),
    changes: Sequence[WagerChange] = (),
) -> Sheet:
    """Every wager with its chances and its house edge, then every line with its deals."""
    parts: list[Part] = [wager_table(odds, decks, language), _line_table(book, odds, language)]
    if changes:
        parts.insert(0, changes_table(changes, language))
    if notes:
        parts.insert(0, Paragraph(tuple(notes)))
    return Sheet(book.name.in_(language), tuple(parts))


def wager_table(odds: Sequence[WagerOdds], decks: int, language: str) -> SheetTable:
    """One row a wager: win, push, lose, return, house edge, standard deviation."""
    heads = (phrases.WINS, phrases.PUSHES, phrases.LOSES, phrases.RETURN, phrases.HOUSE_EDGE)
    figures = tuple(SheetColumn(each.in_(language), is_figure=True) for each in heads)
    return SheetTable(
        columns=(
            SheetColumn(phrases.WAGER.in_(language)),
            *figures,
            SheetColumn(phrases.DEVIATION.in_(language), is_figure=True),
        ),
        rows=tuple(
            (
                each.wager.label.in_(language),
                percent(each.win),
                percent(each.push),
                percent(each.lose),
                f"{float(each.expected):+.6f}",
                percent(each.house_edge),
                f"{sqrt(each.variance):.4f}",
            )
            for each in odds
        ),
        title=phrases.ODDS_TITLE.in_(language).format(decks=decks),
    )


def _line_table(book: Rulebook, odds: Sequence[WagerOdds], language: str) -> SheetTable:
    heads = (phrases.WAGER, phrases.LINE, phrases.PAYS, phrases.CHANCE, phrases.DEALS)
    return SheetTable(
        columns=(
            *(SheetColumn(each.in_(language)) for each in heads[:2]),
            *(SheetColumn(each.in_(language), is_figure=True) for each in heads[2:]),
            SheetColumn(phrases.CLAUSE.in_(language)),
        ),
        rows=tuple(
            (
                each.wager.label.in_(language) if line is each.lines[0] else "",
                line.line.label.in_(language),
                line.line.pays.printed,
                percent(line.chance),
                f"{line.deals:,}",
                book.cite_clause(line.line.clause),
            )
            for each in odds
            for line in each.lines
        ),
    )


def changes_table(changes: Sequence[WagerChange], language: str) -> SheetTable:
    """One row a wager: its return before and after, and what the house then keeps."""
    heads = (par_phrases.BEFORE, par_phrases.AFTER, par_phrases.CHANGE, par_phrases.EDGE_AFTER)
    return SheetTable(
        columns=(
            SheetColumn(phrases.WAGER.in_(language)),
            *(SheetColumn(each.in_(language), is_figure=True) for each in heads),
        ),
        rows=tuple(
            (
                each.label.in_(language),
                _signed(_return(each.before)),
                _signed(_return(each.after)),
                _signed(each.of_return),
                "" if each.after is None else percent(each.after.house_edge),
            )
            for each in changes
        ),
        title=par_phrases.CHANGES_TITLE.in_(language),
    )


def _return(odds: WagerOdds | None) -> Fraction | None:
    return None if odds is None else odds.expected


def _signed(value: Fraction | None) -> str:
    """A return; nothing where a game does not have the wager, and 0 where nothing changes."""
    if value is None:
        return ""
    return f"{float(value):+.6f}" if value else "0"


def percent(share: Fraction) -> str:
    """A share in per cent, with as many digits as distinguish one number of decks from another."""
    return f"{100 * float(share):.4f} %"


def odds_record(
    book: Rulebook, odds: Sequence[WagerOdds], decks: int, changes: Sequence[WagerChange] = ()
) -> dict[str, object]:
    """The odds with exact fractions as text, deals as text, and floats to look at."""
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
        "lines": [_line_record(each) for each in odds.lines],
        "printed": {
            **{name: float(value) for name, value in exact.items()},
            "standard_deviation": sqrt(odds.variance),
        },
    }


def _line_record(odds: PayLineOdds) -> dict[str, object]:
    return {
        "clause": odds.line.clause,
        "label": odds.line.label.en,
        "pays": odds.line.pays.printed,
        "chance": fraction(odds.chance),
        "deals": str(odds.deals),
        "printed": {"chance": float(odds.chance)},
    }


def fraction(value: Fraction) -> str:
    """A fraction as n/d, whole numbers too."""
    return f"{value.numerator}/{value.denominator}"
