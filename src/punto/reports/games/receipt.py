"""Format a settled round's receipt, with the pay line, arithmetic and clause of each wager."""

from collections.abc import Sequence

from punto.core import money, notation
from punto.core.rulebook import Rulebook
from punto.core.settlement import SettledWager
from punto.core.tableau import Tableau
from punto.pages import phrases
from punto.reports.formats.sheet import Paragraph, Sheet, SheetColumn, SheetTable
from punto.reports.games.explanation import describe_outcome, draw_reason


def receipt(
    book: Rulebook, tableau: Tableau, settled: Sequence[SettledWager], language: str = "en"
) -> Sheet:
    """A settled round: the cards, why they came, and what each wager returned."""
    lines = (
        notation.format_round(tableau),
        *draw_reason(book, tableau, language),
        describe_outcome(tableau, language),
    )
    rows = [_row(book, each, language) for each in settled]
    stakes = money.format_cents(sum(each.stake_cents for each in settled))
    returned = money.format_cents(sum(each.return_cents for each in settled))
    rows.append((phrases.TOTAL.in_(language), stakes, "", "", "", returned, ""))
    return Sheet(
        book.name.in_(language),
        (Paragraph(lines), SheetTable(_columns(language), tuple(rows))),
    )


def receipt_record(
    book: Rulebook, tableau: Tableau, settled: Sequence[SettledWager]
) -> dict[str, object]:
    """The same for a program."""
    return {
        "game": book.key,
        "round": notation.format_round(tableau),
        "outcome": describe_outcome(tableau, "en"),
        "why": list(draw_reason(book, tableau, "en")),
        "wagers": [_record(book, each) for each in settled],
        "stake_cents": sum(each.stake_cents for each in settled),
        "return_cents": sum(each.return_cents for each in settled),
    }


def clause_of(settled: SettledWager) -> str:
    """The clause that settled a wager: its line's, or the paytable's that has no line for it."""
    return (settled.line or settled.wager.lines[0]).clause


def arithmetic(settled: SettledWager, language: str) -> str:
    """How the return comes about, in figures."""
    if settled.line is None:
        return phrases.LOST.in_(language)
    if settled.line.pays.is_push:
        return phrases.COMES_BACK.in_(language)
    stake, win = money.format_cents(settled.stake_cents), money.format_cents(settled.win_cents)
    ratio = settled.line.pays.printed.replace(" to ", " : ")
    return f"{stake} × {ratio} = {win}, + {stake}"


def _columns(language: str) -> tuple[SheetColumn, ...]:
    return (
        SheetColumn(phrases.WAGER.in_(language)),
        SheetColumn(phrases.STAKE.in_(language), is_figure=True),
        SheetColumn(phrases.LINE.in_(language)),
        SheetColumn(phrases.PAYS.in_(language), is_figure=True),
        SheetColumn(phrases.ARITHMETIC.in_(language)),
        SheetColumn(phrases.RETURNED.in_(language), is_figure=True),
        SheetColumn(phrases.CLAUSE.in_(language)),
    )


def _row(book: Rulebook, settled: SettledWager, language: str) -> tuple[str, ...]:
    line = settled.line
    return (
        settled.wager.label.in_(language),
        money.format_cents(settled.stake_cents),
        line.label.in_(language) if line else "",
        line.pays.printed if line else "",
        arithmetic(settled, language),
        money.format_cents(settled.return_cents),
        book.cite_clause(clause_of(settled)),
    )


def _record(book: Rulebook, settled: SettledWager) -> dict[str, object]:
    line = settled.line
    return {
        "wager": settled.wager.key,
        "stake_cents": settled.stake_cents,
        "line": line.label.en if line else None,
        "pays": line.pays.printed if line else None,
        "win_cents": settled.win_cents,
        "return_cents": settled.return_cents,
        "clause": book.cite_clause(clause_of(settled)),
    }
