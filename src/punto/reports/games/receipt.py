"""Format a settled round's receipt, with the pay line, arithmetic and clause of each wager."""

from collections.abc import Sequence

from punto.core import money, notation
from punto.core.rulebook import Rulebook
from punto.core.settlement import SettledWager
from punto.core.tableau import Tableau
from punto.messages.message import Message, message
from punto.messages.render import render
from punto.reports.descriptions.conditions import condition_message
from punto.reports.descriptions.names import game_message, wager_message
from punto.reports.formats.sheet import (
    CellFormat,
    Paragraph,
    Sheet,
    SheetColumn,
    Text,
    pays_message,
    sheet_table,
)
from punto.reports.games.explanation import describe_outcome, draw_reasons, reasons_in_english


def receipt(book: Rulebook, tableau: Tableau, settled: Sequence[SettledWager]) -> Sheet:
    """A settled round: the cards, the reasons for third cards, and the return of each wager."""
    lines: tuple[Text, ...] = (
        notation.format_round(tableau),
        *(reason.with_clause() for reason in draw_reasons(book, tableau)),
        describe_outcome(tableau),
    )
    rows: list[tuple[Text, ...]] = [_row(book, wager) for wager in settled]
    stakes = money.format_cents(sum(each.stake_cents for each in settled))
    returned = money.format_cents(sum(each.return_cents for each in settled))
    rows.append((message("rules-page.total"), stakes, "", "", "", returned, ""))
    return Sheet(
        game_message(book),
        (Paragraph(lines), sheet_table(COLUMNS, tuple(rows))),
    )


def receipt_record(
    book: Rulebook, tableau: Tableau, settled: Sequence[SettledWager]
) -> dict[str, object]:
    """The same for a program."""
    return {
        "game": book.key,
        "round": notation.format_round(tableau),
        "outcome": render(describe_outcome(tableau), "en"),
        "why": reasons_in_english(book, tableau),
        "wagers": [_record(book, each) for each in settled],
        "stake_cents": sum(each.stake_cents for each in settled),
        "return_cents": sum(each.return_cents for each in settled),
    }


def clause_of(settled: SettledWager) -> str:
    """The clause of the line that paid a wager, or of its first line if it lost."""
    return (settled.line or settled.wager.lines[0]).clause


def arithmetic(settled: SettledWager) -> Message:
    """The calculation of the return."""
    if settled.line is None:
        return message("settlement.lost")
    if settled.line.pays.is_push:
        return message("settlement.stake-returned")
    ratio = settled.line.pays.printed.replace(" to ", " : ")
    stake, win = settled.stake_cents, settled.win_cents
    return message("settlement.won", stake=stake, ratio=ratio, win=win)


COLUMNS = (
    SheetColumn(message("column.wager")),
    SheetColumn(message("column.stake"), CellFormat.FIGURE),
    SheetColumn(message("column.line")),
    SheetColumn(message("column.pays"), CellFormat.FIGURE),
    SheetColumn(message("column.arithmetic")),
    SheetColumn(message("column.returned"), CellFormat.FIGURE),
    SheetColumn(message("column.clause")),
)


def _row(book: Rulebook, settled: SettledWager) -> tuple[Text, ...]:
    line = settled.line
    return (
        wager_message(settled.wager),
        money.format_cents(settled.stake_cents),
        condition_message(line.when) if line else "",
        pays_message(line.pays) if line else "",
        arithmetic(settled),
        money.format_cents(settled.return_cents),
        book.cite_clause(clause_of(settled)),
    )


def _record(book: Rulebook, settled: SettledWager) -> dict[str, object]:
    line = settled.line
    return {
        "wager": settled.wager.key,
        "stake_cents": settled.stake_cents,
        "line": settled.wager.lines.index(line) + 1 if line else None,
        "pays": line.pays.printed if line else None,
        "win_cents": settled.win_cents,
        "return_cents": settled.return_cents,
        "clause": book.cite_clause(clause_of(settled)),
    }
