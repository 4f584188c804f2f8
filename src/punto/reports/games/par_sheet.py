"""The PAR sheet as it is printed."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from punto.core.cards import Rank
from punto.core.rulebook import CUSTOM_DOCUMENT, Words
from punto.odds.composition import Composition
from punto.odds.par_sheet import ParSheet, WagerPar
from punto.odds.what_if import format_pays
from punto.pages import par_phrases, phrases
from punto.reports.formats.sheet import Paragraph, Part, Sheet, SheetColumn, SheetTable
from punto.reports.games.odds import percent

if TYPE_CHECKING:
    from punto.odds.extreme_shoes import ExtremeShoes
    from punto.odds.flat_betting import Quantiles


def par_sheet_page(
    sheet: ParSheet, language: str = "en", extremes: "Sequence[ExtremeShoes]" = ()
) -> Sheet:
    """Everything of a PAR sheet, one table after another."""
    return Sheet(sheet.book.name.in_(language), tuple(_parts(sheet, language, extremes)))


def _parts(sheet: ParSheet, language: str, extremes: "Sequence[ExtremeShoes]") -> Iterator[Part]:
    yield Paragraph(tuple(_head(sheet, language)))
    yield _wagers(sheet, language)
    yield _lines(sheet, language)
    yield Paragraph((par_phrases.LINES_NOTE.in_(language),))
    yield _decks(sheet, language)
    yield _removal(sheet, language)
    yield _correlations(sheet, language)
    if all(wager.flat_betting for wager in sheet.wagers):
        yield _flat_betting_table(sheet, language)
        yield Paragraph((par_phrases.FLAT_BETTING_NOTE.in_(language),))
    else:
        yield Paragraph((par_phrases.NO_FLAT_BETTING.in_(language),))
    if sheet.tags is not None:
        yield _count(sheet, language)
    if extremes:
        yield _extremes(extremes, language)


def _head(sheet: ParSheet, language: str) -> Iterator[str]:
    book, document = sheet.book, sheet.book.document
    if document != CUSTOM_DOCUMENT:
        yield phrases.DOCUMENT_LINE.in_(language).format(
            casino=document.casino,
            title=document.title,
            version=document.version,
            effective=document.effective,
        )
    yield phrases.KEY_LINE.in_(language).format(key=book.key, digest=book.digest[:16])
    if sheet.pays:
        changed = " ".join(f"{name}={odds}" for name, odds in format_pays(sheet.pays).items())
        yield par_phrases.PAYS_CHANGED.in_(language).format(pays=changed)
    yield par_phrases.PAR_LINE.in_(language).format(
        decks=sheet.decks, deals=f"{sheet.deals:,}", cards=f"{float(sheet.cards_per_round):.4f}"
    )
    yield par_phrases.EXACT_LINE.in_(language)


def _table(
    title: str,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    texts: int = 1,
) -> SheetTable:
    """A table whose first columns are text and the others figures."""
    columns = tuple(SheetColumn(head, is_figure=at >= texts) for at, head in enumerate(heads))
    return SheetTable(columns, tuple(tuple(row) for row in rows), title)


def _wagers(sheet: ParSheet, language: str) -> SheetTable:
    heads = (
        phrases.WAGER,
        phrases.WINS,
        phrases.PUSHES,
        phrases.LOSES,
        phrases.RETURN,
        phrases.HOUSE_EDGE,
        phrases.DEVIATION,
        par_phrases.SKEWNESS,
    )
    rows = [
        (
            wager.odds.wager.label.in_(language),
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
    return _table(par_phrases.WAGERS_TITLE.in_(language), _in(language, heads), rows)


def _lines(sheet: ParSheet, language: str) -> SheetTable:
    heads = (
        phrases.WAGER,
        phrases.LINE,
        phrases.PAYS,
        phrases.CHANCE,
        par_phrases.ONE_IN,
        par_phrases.PART_OF_RETURN,
        par_phrases.BREAK_EVEN,
        phrases.DEALS,
        phrases.CLAUSE,
    )
    rows = [
        (
            wager.odds.wager.label.in_(language) if each is wager.lines[0] else "",
            each.line.line.label.in_(language),
            each.line.line.pays.printed,
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
    return _table(par_phrases.LINES_TITLE.in_(language), _in(language, heads), rows, texts=2)


def _fair(pay: Fraction | None) -> str:
    return "" if pay is None else f"{float(pay):.4f} : 1"


def _decks(sheet: ParSheet, language: str) -> SheetTable:
    numbers = list(sheet.wagers[0].by_decks)
    rows = [
        (
            wager.odds.wager.label.in_(language),
            *(percent(wager.by_decks[number].house_edge) for number in numbers),
        )
        for wager in sheet.wagers
    ]
    heads = [phrases.WAGER.in_(language), *map(str, numbers)]
    return _table(par_phrases.DECKS_TITLE.in_(language), heads, rows)


def _removal(sheet: ParSheet, language: str) -> SheetTable:
    rows = [
        (
            wager.odds.wager.label.in_(language),
            *(_thousandths(wager.effects.by_rank.get(rank)) for rank in Rank),
        )
        for wager in sheet.wagers
    ]
    heads = [phrases.WAGER.in_(language), *(rank.letter for rank in Rank)]
    return _table(par_phrases.REMOVAL_TITLE.in_(language), heads, rows)


def _thousandths(effect: Fraction | None) -> str:
    if effect is None:
        return ""
    return f"{1000 * float(effect):+.4f}" if effect else "0"


def _correlations(sheet: ParSheet, language: str) -> SheetTable:
    rows = [
        (
            wager.odds.wager.label.in_(language),
            *(f"{correlation(wager, other):+.4f}" for other in sheet.wagers),
        )
        for wager in sheet.wagers
    ]
    labels = [wager.odds.wager.label.in_(language) for wager in sheet.wagers]
    heads = [phrases.WAGER.in_(language), *labels]
    return _table(par_phrases.CORRELATIONS_TITLE.in_(language), heads, rows)


def _flat_betting_table(sheet: ParSheet, language: str) -> SheetTable:
    heads = (
        phrases.WAGER,
        par_phrases.AHEAD,
        par_phrases.BEHIND,
        par_phrases.WINS_IN_A_ROW,
        par_phrases.LOSSES_IN_A_ROW,
        par_phrases.DRAWDOWN,
    )
    rows = [
        (
            wager.odds.wager.label.in_(language),
            f"{100 * betting.ahead:.2f} %",
            f"{100 * betting.behind:.2f} %",
            _both(betting.wins_in_a_row),
            _both(betting.losses_in_a_row),
            _both(betting.drawdown),
        )
        for wager in sheet.wagers
        if (betting := wager.flat_betting) is not None
    ]
    title = par_phrases.FLAT_BETTING_TITLE.in_(language).format(rounds=sheet.rounds)
    return _table(title, _in(language, heads), rows)


def _both(quantiles: "Quantiles") -> str:
    return f"{quantiles.median:g} / {quantiles.one_in_twenty:g}"


def _count(sheet: ParSheet, language: str) -> SheetTable:
    tags = " ".join(map(str, (sheet.tags or ())[:10]))
    rows = [
        (wager.odds.wager.label.in_(language), f"{wager.correlation or 0:+.4f}")
        for wager in sheet.wagers
    ]
    heads = (phrases.WAGER, par_phrases.CORRELATION)
    title = par_phrases.COUNT_TITLE.in_(language).format(tags=tags)
    return _table(title, _in(language, heads), rows)


def _extremes(extremes: "Sequence[ExtremeShoes]", language: str) -> SheetTable:
    heads = (
        phrases.WAGER,
        par_phrases.WORST,
        par_phrases.SHOE,
        par_phrases.BEST,
        par_phrases.SHOE,
    )
    rows = [
        (
            each.wager.label.in_(language),
            f"{float(each.worst_return):+.4f}",
            shoe(each.worst),
            f"{float(each.best_return):+.4f}",
            shoe(each.best),
        )
        for each in extremes
    ]
    title = par_phrases.EXTREMES_TITLE.in_(language).format(cards=extremes[0].worst.cards)
    return _table(title, _in(language, heads), rows)


def shoe(composition: Composition) -> str:
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


def _in(language: str, words: Sequence[Words]) -> list[str]:
    return [each.in_(language) for each in words]
