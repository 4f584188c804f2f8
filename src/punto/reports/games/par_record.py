"""Format a PAR sheet as a record with every figure exact, and as spreadsheet rows."""

import csv
import io
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from punto.core.cards import Rank
from punto.odds.par_sheet import ParSheet, WagerPar
from punto.odds.what_if import PaySensitivity, format_pays
from punto.reports.games.odds import fraction
from punto.reports.games.par_sheet import correlation, skewness

if TYPE_CHECKING:
    from punto.odds.extreme_shoes import ExtremeShoes
    from punto.odds.flat_betting import FlatBetting, Quantiles

COLUMNS = ("game", "decks", "wager", "line", "figure", "of", "exact", "value", "pays_changed")


def par_record(sheet: ParSheet, extremes: "Sequence[ExtremeShoes]" = ()) -> dict[str, object]:
    """A PAR sheet with exact fractions as text, deals as text, and floats to look at."""
    found: dict[str, object] = {
        "game": sheet.book.key,
        "digest": sheet.book.digest,
        "pays_changed": format_pays(sheet.pays),
        "decks": sheet.decks,
        "deals": str(sheet.deals),
        "cards_a_round": _exact(sheet.cards_per_round),
        "rounds": sheet.rounds,
        "wagers": {wager.odds.wager.key: _wager(wager, sheet) for wager in sheet.wagers},
    }
    if sheet.tags is not None:
        found["tags"] = list(sheet.tags)
    if extremes:
        found["extremes"] = {each.wager.key: _extremes(each) for each in extremes}
    return found


def par_csv(sheet: ParSheet) -> str:
    """One row a figure: what it is of, exactly where it is exact, and as a decimal number."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    # On every row, so that none taken by itself passes for a figure of the document.
    changed = " ".join(f"{name}={odds}" for name, odds in format_pays(sheet.pays).items())
    for wager in sheet.wagers:
        for line, figure, of, exact, value in _rows(wager, sheet):
            printed = "" if exact is None else fraction(exact)
            head = (sheet.book.key, sheet.decks, wager.odds.wager.key, line)
            rows.writerow((*head, figure, of, printed, repr(value), changed))
    return text.getvalue()


def _exact(value: Fraction) -> dict[str, object]:
    return {"exact": fraction(value), "printed": float(value)}


def _figures(wager: WagerPar) -> dict[str, Fraction]:
    odds = wager.odds
    return {
        "win": odds.win,
        "push": odds.push,
        "lose": odds.lose,
        "return": odds.expected,
        "house_edge": odds.house_edge,
        "variance": odds.variance,
        "third_moment": odds.third_moment,
    }


def _wager(wager: WagerPar, sheet: ParSheet) -> dict[str, object]:
    found: dict[str, object] = {
        **{name: _exact(value) for name, value in _figures(wager).items()},
        "standard_deviation": sqrt(wager.odds.variance),
        "skewness": skewness(wager),
        "lines": [_line(number, each) for number, each in enumerate(wager.lines, start=1)],
        "house_edge_by_decks": {
            str(decks): _exact(odds.house_edge) for decks, odds in wager.by_decks.items()
        },
        "effects_of_removal": {
            rank.letter: _exact(effect) for rank, effect in wager.effects.by_rank.items()
        },
        "covariances": {key: _exact(value) for key, value in wager.covariances.items()},
        "correlations": {other.odds.wager.key: correlation(wager, other) for other in sheet.wagers},
    }
    if wager.correlation is not None:
        found["betting_correlation"] = wager.correlation
    if wager.flat_betting is not None:
        found["stretch"] = _flat_betting(wager.flat_betting)
    return found


def _line(number: int, each: PaySensitivity) -> dict[str, object]:
    line = each.line.line
    return {
        "line": number,
        "clause": line.clause,
        "pays": line.pays.printed,
        "deals": str(each.line.deals),
        "chance": _exact(each.line.chance),
        "part_of_return": _exact(each.part_of_return),
        "break_even": None if each.break_even is None else _exact(each.break_even),
    }


def _flat_betting(results: "FlatBetting") -> dict[str, object]:
    return {
        "rounds": results.rounds,
        "ahead": results.ahead,
        "behind": results.behind,
        "wins_in_a_row": _quantiles(results.wins_in_a_row),
        "losses_in_a_row": _quantiles(results.losses_in_a_row),
        "drawdown": _quantiles(results.drawdown),
    }


def _quantiles(quantiles: "Quantiles") -> dict[str, float]:
    return {"median": quantiles.median, "one_in_twenty": quantiles.one_in_twenty}


def _extremes(each: "ExtremeShoes") -> dict[str, object]:
    return {
        name: {"shoe": {rank.letter: shoe[rank] for rank in Rank}, "return": _exact(value)}
        for name, shoe, value in (
            ("worst", each.worst, each.worst_return),
            ("best", each.best, each.best_return),
        )
    }


def _rows(
    wager: WagerPar, sheet: ParSheet
) -> Iterator[tuple[str, str, str, Fraction | None, float]]:
    """The line, the figure, what it is a figure of, and its values."""
    for name, value in _figures(wager).items():
        yield "", name, "", value, float(value)
    yield "", "standard_deviation", "", None, sqrt(wager.odds.variance)
    yield "", "skewness", "", None, skewness(wager)
    for number, each in enumerate(wager.lines, start=1):
        place = str(number)
        yield place, "pays", "", each.line.line.pays.ratio, float(each.line.line.pays.ratio)
        yield place, "chance", "", each.line.chance, float(each.line.chance)
        yield place, "deals", "", Fraction(each.line.deals), float(each.line.deals)
        if each.break_even is not None:
            yield place, "break_even", "", each.break_even, float(each.break_even)
    for decks, odds in wager.by_decks.items():
        yield "", "house_edge_by_decks", str(decks), odds.house_edge, float(odds.house_edge)
    for rank, effect in wager.effects.by_rank.items():
        yield "", "effect_of_removal", rank.letter, effect, float(effect)
    for key, value in wager.covariances.items():
        yield "", "covariance", key, value, float(value)
    if wager.correlation is not None:
        tags = " ".join(map(str, sheet.tags or ()))
        yield "", "betting_correlation", tags, None, wager.correlation
    if wager.flat_betting is not None:
        of = str(sheet.rounds)
        yield "", "ahead", of, None, wager.flat_betting.ahead
        yield "", "behind", of, None, wager.flat_betting.behind
        yield "", "drawdown_median", of, None, wager.flat_betting.drawdown.median
        yield "", "drawdown_one_in_twenty", of, None, wager.flat_betting.drawdown.one_in_twenty
