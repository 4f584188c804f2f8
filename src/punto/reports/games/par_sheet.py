"""Format a PAR sheet as a page of tables."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from punto.core.cards import Rank
from punto.core.rulebook import CUSTOM_DOCUMENT
from punto.messages.message import Message, message
from punto.odds.composition import Composition
from punto.odds.par_sheet import ParSheet, WagerPar
from punto.odds.what_if import format_pays
from punto.reports.descriptions.conditions import condition_message
from punto.reports.descriptions.names import game_message, wager_message
from punto.reports.formats.sheet import (
    Chart,
    Paragraph,
    Part,
    Sheet,
    SheetTable,
    Text,
    figure_columns,
    pays_message,
    percent,
    sheet_table,
    text_columns,
)
from punto.reports.games.rules import document_line, key_line

if TYPE_CHECKING:
    from punto.odds.extreme_shoes import ExtremeShoes
    from punto.odds.flat_betting import Quantiles


def par_sheet_page(
    sheet: ParSheet, extremes: "Sequence[ExtremeShoes]" = (), charts: Sequence[Chart] = ()
) -> Sheet:
    """All parts of a PAR sheet, one table after another, with its charts after the first."""
    return Sheet(game_message(sheet.book), tuple(_parts(sheet, extremes, charts)))


def _parts(
    sheet: ParSheet, extremes: "Sequence[ExtremeShoes]", charts: Sequence[Chart]
) -> Iterator[Part]:
    yield Paragraph(tuple(_head(sheet)))
    yield _wagers(sheet)
    yield from charts
    yield _lines(sheet)
    yield Paragraph((message("par.lines-note"),))
    yield _decks(sheet)
    yield _removal(sheet)
    yield _correlations(sheet)
    if all(wager.flat_betting for wager in sheet.wagers):
        yield _flat_betting_table(sheet)
        yield Paragraph((message("par.flat-betting-note"),))
    else:
        yield Paragraph((message("par.needs-numpy"),))
    if sheet.tags is not None:
        yield _count(sheet)
    if extremes:
        yield _extremes(extremes)


def _head(sheet: ParSheet) -> Iterator[Message]:
    if sheet.book.document != CUSTOM_DOCUMENT:
        yield document_line(sheet.book.document)
    yield key_line(sheet.book)
    if sheet.pays:
        changed = " ".join(f"{name}={odds}" for name, odds in format_pays(sheet.pays).items())
        yield message("odds-page.changed-pays", pays=changed)
    cards = f"{float(sheet.cards_per_round):.4f}"
    yield message("par.summary", decks=sheet.decks, deals=sheet.deals, cards=cards)
    yield message("par.exact")


def _table(
    title: Text,
    heads: Sequence[Text],
    rows: Sequence[Sequence[Text]],
    texts: int = 1,
) -> SheetTable:
    """A table whose first columns are text and the others figures."""
    columns = (*text_columns(*heads[:texts]), *figure_columns(*heads[texts:]))
    return sheet_table(columns, tuple(map(tuple, rows)), title)


def _wagers(sheet: ParSheet) -> SheetTable:
    heads = (
        message("column.wager"),
        message("column.wins"),
        message("column.pushes"),
        message("column.loses"),
        message("column.return"),
        message("column.house-edge"),
        message("column.deviation"),
        message("column.skewness"),
    )
    rows: list[tuple[Text, ...]] = [
        (
            wager_message(wager.odds.wager),
            percent(wager.odds.win),
            percent(wager.odds.push),
            percent(wager.odds.lose),
            f"{float(wager.odds.expected):+.6f}",
            percent(wager.odds.house_edge),
            f"{sqrt(wager.odds.variance):.4f}",
            f"{skewness(wager):.4f}",
        )
        for wager in sheet.wagers
    ]
    return _table(message("par.wagers"), heads, rows)


def _lines(sheet: ParSheet) -> SheetTable:
    heads = (
        message("column.wager"),
        message("column.line"),
        message("column.pays"),
        message("column.chance"),
        message("column.one-in"),
        message("column.part-of-return"),
        message("column.fair-pay"),
        message("column.deals"),
        message("column.clause"),
    )
    rows: list[tuple[Text, ...]] = [
        (
            wager_message(wager.odds.wager) if each is wager.lines[0] else "",
            condition_message(each.line.line.when),
            pays_message(each.line.line.pays),
            percent(each.line.chance),
            f"{float(1 / each.line.chance):,.2f}" if each.line.chance else "",
            f"{float(each.part_of_return):+.6f}",
            "" if each.line.line.pays.is_push else _fair(each.break_even),
            f"{each.line.deals:,}",
            sheet.book.cite_clause(each.line.line.clause),
        )
        for wager in sheet.wagers
        for each in wager.lines
    ]
    return _table(message("par.lines"), heads, rows, texts=2)


def _fair(pay: Fraction | None) -> Text:
    return "" if pay is None else message("figure.pays", pays=f"{float(pay):.4f}:1")


def _decks(sheet: ParSheet) -> SheetTable:
    numbers = list(sheet.wagers[0].by_decks)
    rows: list[tuple[Text, ...]] = [
        (
            wager_message(wager.odds.wager),
            *(percent(wager.by_decks[number].house_edge) for number in numbers),
        )
        for wager in sheet.wagers
    ]
    heads: list[Text] = [message("column.wager"), *map(str, numbers)]
    return _table(message("par.decks"), heads, rows)


def _removal(sheet: ParSheet) -> SheetTable:
    rows: list[tuple[Text, ...]] = [
        (
            wager_message(wager.odds.wager),
            *(_thousandths(wager.effects.by_rank.get(rank)) for rank in Rank),
        )
        for wager in sheet.wagers
    ]
    heads: list[Text] = [message("column.wager"), *(rank.letter for rank in Rank)]
    return _table(message("par.removal"), heads, rows)


def _thousandths(effect: Fraction | None) -> str:
    if effect is None:
        return ""
    return f"{1000 * float(effect):+.4f}" if effect else "0"


def _correlations(sheet: ParSheet) -> SheetTable:
    rows: list[tuple[Text, ...]] = [
        (
            wager_message(wager.odds.wager),
            *(f"{correlation(wager, other):+.4f}" for other in sheet.wagers),
        )
        for wager in sheet.wagers
    ]
    labels = [wager_message(wager.odds.wager) for wager in sheet.wagers]
    heads: list[Text] = [message("column.wager"), *labels]
    return _table(message("par.correlations"), heads, rows)


def _flat_betting_table(sheet: ParSheet) -> SheetTable:
    heads = (
        message("column.wager"),
        message("column.ahead"),
        message("column.behind"),
        message("column.wins-in-a-row"),
        message("column.losses-in-a-row"),
        message("column.drawdown"),
    )
    rows: list[tuple[Text, ...]] = [
        (
            wager_message(wager.odds.wager),
            percent(betting.ahead, 2),
            percent(betting.behind, 2),
            _both(betting.wins_in_a_row),
            _both(betting.losses_in_a_row),
            _both(betting.drawdown),
        )
        for wager in sheet.wagers
        if (betting := wager.flat_betting) is not None
    ]
    title = message("par.flat-betting", rounds=sheet.rounds)
    return _table(title, heads, rows)


def _both(quantiles: "Quantiles") -> str:
    return f"{quantiles.median:g} / {quantiles.one_in_twenty:g}"


def _count(sheet: ParSheet) -> SheetTable:
    tags = " ".join(map(str, (sheet.tags or ())[:10]))
    rows: list[tuple[Text, ...]] = [
        (wager_message(wager.odds.wager), f"{wager.correlation or 0:+.4f}")
        for wager in sheet.wagers
    ]
    heads = (message("column.wager"), message("column.correlation"))
    title = message("par.count", tags=tags)
    return _table(title, heads, rows)


def _extremes(extremes: "Sequence[ExtremeShoes]") -> SheetTable:
    (wager,), (lowest,), (highest,), (shoe,) = (
        text_columns(message("column.wager")),
        figure_columns(message("column.lowest-return")),
        figure_columns(message("column.highest-return")),
        text_columns(message("column.shoe")),
    )
    rows = tuple(
        (
            wager_message(each.wager),
            f"{float(each.worst_return):+.4f}",
            shoe_text(each.worst),
            f"{float(each.best_return):+.4f}",
            shoe_text(each.best),
        )
        for each in extremes
    )
    title = message("par.extremes", cards=extremes[0].worst.cards)
    return sheet_table((wager, lowest, shoe, highest, shoe), rows, title)


def shoe_text(composition: Composition) -> str:
    """The cards of a shoe as ranks and counts, as in A=4 T=20."""
    return " ".join(f"{rank.letter}={composition[rank]}" for rank in Rank if composition[rank])


def skewness(wager: WagerPar) -> float:
    """How far the results of a wager lean to rare large wins."""
    variance = wager.odds.variance
    return float(wager.odds.third_moment) / sqrt(variance) ** 3 if variance else 0.0


def correlation(one: WagerPar, other: WagerPar) -> float:
    """How the results of two wagers on one round go together, from -1 to 1."""
    spread = one.odds.variance * other.odds.variance
    if not spread:
        return 0.0
    return float(one.covariances[other.odds.wager.key]) / sqrt(spread)
