"""Format a PAR sheet as a page of tables."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from punto.core.cards import Rank
from punto.core.rulebook import CUSTOM_DOCUMENT
from punto.messages.message import Message, message
from punto.odds.composition import Composition
from punto.odds.measures import WagerOdds
from punto.odds.par_sheet import ParSheet, WagerPar
from punto.odds.what_if import PaySensitivity, format_pays
from punto.reports.descriptions.names import game_message, wager_message
from punto.reports.formats.fields import (
    LINE_FIELDS,
    Field,
    Fields,
    NamedLine,
    field_table,
    figure,
    named_lines,
    text,
)
from punto.reports.formats.sheet import (
    Chart,
    Paragraph,
    Part,
    Sheet,
    SheetTable,
    Text,
    figure_columns,
    percent,
    sheet_table,
    text_columns,
)
from punto.reports.games.odds import WAGERS
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
    skewed = {wager.odds.wager.key: skewness(wager) for wager in sheet.wagers}
    skew: Field[WagerOdds] = figure("skewness", lambda odds: f"{skewed[odds.wager.key]:.4f}")
    odds = [wager.odds for wager in sheet.wagers]
    return field_table((*WAGERS, skew), odds, message("par.wagers"))


def _lines(sheet: ParSheet) -> SheetTable:
    fields: Fields[NamedLine[PaySensitivity]] = (
        *LINE_FIELDS,
        figure("chance", lambda each: percent(each[2].line.chance)),
        figure("one-in", lambda each: _one_in(each[2].line.chance)),
        figure("part-of-return", lambda each: f"{float(each[2].part_of_return):+.6f}"),
        figure("fair-pay", lambda each: _fair(each[2])),
        figure("deals", lambda each: f"{each[2].line.deals:,}"),
        text("clause", lambda each: sheet.book.cite_clause(each[1].clause)),
    )
    wagers = ((wager_message(wager.odds.wager), wager.lines) for wager in sheet.wagers)
    return field_table(
        fields, named_lines(wagers, lambda each: each.line.line), message("par.lines")
    )


def _one_in(chance: Fraction) -> str:
    return f"{float(1 / chance):,.2f}" if chance else ""


def _fair(each: PaySensitivity) -> Text:
    if each.break_even is None or each.line.line.pays.is_push:
        return ""
    return message("figure.pays", pays=f"{float(each.break_even):.4f}:1")


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
