"""Format simulation results as a sheet to read, a record, and rows for a file."""

from collections.abc import Iterator

import numpy as np

from punto.core.facts import Winner
from punto.core.rulebook import Rulebook, Words
from punto.pages import phrases
from punto.pages import simulation_words as words
from punto.reports.formats.sheet import Paragraph, Part, Sheet, SheetColumn, SheetTable
from punto.reports.games.odds import fraction
from punto.simulation.randomness.p_values import chi_square_tail
from punto.simulation.results import Frequency, Results
from punto.simulation.shoe_dealing import ShoeDealing, unbiased_rounds

Row = dict[str, object]


def simulation_sheet(
    results: Results, stream: str, language: str = "en", is_stopped: bool = False
) -> Sheet:
    """Outcomes, returns and lines with their errors, and beside them the exact figures."""
    parts: list[Part] = [_head(results, stream, language, is_stopped)]
    parts += [_outcomes(results, language), _returns(results, language), _lines(results, language)]
    parts.append(_lengths(results, language))
    if results.totals.streaks.any():
        parts.append(_streaks(results, language))
    return Sheet(results.book.name.in_(language), tuple(parts))


def dealing_sentence(book: Rulebook, dealing: ShoeDealing, language: str) -> str:
    """How the shoes were played, in a line."""
    burn = words.BURNED.in_(language) if dealing.burn else ""
    if dealing.rounds is not None:
        always = dealing.rounds == unbiased_rounds(book, dealing.decks)
        sentence = words.FIXED_ROUNDS if always else words.SOME_ROUNDS
        return sentence.in_(language).format(decks=dealing.decks, rounds=dealing.rounds, burn=burn)
    return words.UNTIL_CUT.in_(language).format(
        decks=dealing.decks,
        cut=dealing.cut_cards,
        ends=words.ENDS[dealing.ends].in_(language),
        further=dealing.further_rounds,
        burn=burn,
    )


def _head(results: Results, stream: str, language: str, is_stopped: bool) -> Paragraph:
    lines = [
        words.PLAYED.in_(language).format(
            shoes=f"{results.totals.shoes:,}",
            rounds=f"{results.totals.rounds:,}",
            per_shoe=f"{results.rounds_per_shoe:.3f}",
            seed=results.seed,
            stream=stream,
        ),
        dealing_sentence(results.book, results.dealing, language),
        words.ALL_ENDINGS.in_(language).format(
            chi_square=f"{results.chi_square:.1f}",
            degrees=results.degrees,
            p=f"{chi_square_tail(results.chi_square, results.degrees):.4f}",
        ),
    ]
    if results.dealing.rounds is None:
        lines.append(words.CUT_LEANS.in_(language))
    if is_stopped:
        lines.insert(0, words.STOPPED.in_(language))
    return Paragraph(tuple(lines))


def _outcomes(results: Results, language: str) -> SheetTable:
    heads = (words.TIMES, words.SHARE, words.EXACT, words.ERROR, words.Z)
    return SheetTable(
        columns=(SheetColumn(words.OUTCOME.in_(language)), *_figures(heads, language)),
        rows=tuple(
            (words.WINNERS[winner].in_(language), *_frequency_cells(each))
            for winner, each in sorted(results.winners, key=lambda pair: -pair[0])
        ),
        title=words.OUTCOMES_TITLE.in_(language),
    )


def _returns(results: Results, language: str) -> SheetTable:
    heads = (phrases.RETURN, words.EXACT, words.ERROR, words.INTERVAL, words.Z)
    return SheetTable(
        columns=(SheetColumn(phrases.WAGER.in_(language)), *_figures(heads, language)),
        rows=tuple(
            (
                each.wager.label.in_(language),
                f"{each.returned:+.6f}",
                f"{float(each.exact):+.6f}",
                f"{each.error:.6f}",
                f"{each.interval[0]:+.6f} to {each.interval[1]:+.6f}",
                f"{each.z:+.2f}",
            )
            for each in results.wagers
        ),
        title=words.RETURNS_TITLE.in_(language),
    )


def _lines(results: Results, language: str) -> SheetTable:
    heads = (phrases.PAYS, words.TIMES, words.SHARE, words.EXACT, words.ERROR, words.Z)
    names = (SheetColumn(phrases.WAGER.in_(language)), SheetColumn(phrases.LINE.in_(language)))
    return SheetTable(
        columns=(*names, *_figures(heads, language)),
        rows=tuple(
            (
                each.wager.label.in_(language) if line is each.lines[0] else "",
                line.line.label.in_(language),
                line.line.pays.printed,
                *_frequency_cells(line.frequency),
            )
            for each in results.wagers
            for line in each.lines
        ),
        title=words.LINES_TITLE.in_(language),
    )


def _lengths(results: Results, language: str) -> SheetTable:
    lengths = results.totals.lengths
    return SheetTable(
        columns=_figures((words.ROUNDS, words.SHOES, words.SHARE), language),
        rows=tuple(
            (str(at), f"{lengths[at]:,}", f"{100 * lengths[at] / results.totals.shoes:.4f} %")
            for at in np.flatnonzero(lengths)
        ),
        title=words.LENGTHS_TITLE.in_(language),
    )


def _streaks(results: Results, language: str) -> SheetTable:
    streaks = results.totals.streaks
    heads = (words.LENGTH, phrases.PLAYER_HAND, phrases.BANKER_HAND)
    return SheetTable(
        columns=_figures(heads, language),
        rows=tuple(
            (str(at), f"{streaks[0, at]:,}", f"{streaks[1, at]:,}")
            for at in np.flatnonzero(streaks.any(0))
        ),
        title=words.STREAKS_TITLE.in_(language),
    )


def _figures(heads: tuple[Words, ...], language: str) -> tuple[SheetColumn, ...]:
    return tuple(SheetColumn(each.in_(language), is_figure=True) for each in heads)


def _frequency_cells(each: Frequency) -> tuple[str, ...]:
    return (
        f"{each.count:,}",
        f"{100 * each.share:.5f} %",
        f"{100 * float(each.chance):.5f} %",
        f"{100 * each.error:.5f} %",
        f"{each.z:+.2f}",
    )


def simulation_record(results: Results, stream: str, is_stopped: bool = False) -> Row:
    """The results for a program, with the task that gives them again."""
    players, bankers = (
        {int(at): int(row[at]) for at in np.flatnonzero(row)} for row in results.totals.streaks
    )
    return {
        "game": results.book.key,
        "seed": results.seed,
        "stream": stream,
        "stopped": is_stopped,
        "procedure": dealing_record(results.dealing),
        "shoes": results.totals.shoes,
        "rounds": results.totals.rounds,
        "rounds_per_shoe": results.rounds_per_shoe,
        "chi_square": results.chi_square,
        "degrees_of_freedom": results.degrees,
        "p_value": chi_square_tail(results.chi_square, results.degrees),
        "winners": {winner.name.lower(): _frequency(each) for winner, each in results.winners},
        "wagers": {
            each.wager.key: {
                "return": each.returned,
                "error": each.error,
                "interval_95": list(each.interval),
                "exact": fraction(each.exact),
                "z": each.z,
                "standard_deviation": each.deviation,
                "lines": [
                    {"label": line.line.label.en, **_frequency(line.frequency)}
                    for line in each.lines
                ],
            }
            for each in results.wagers
        },
        "shoes_by_rounds": {
            int(at): int(results.totals.lengths[at])
            for at in np.flatnonzero(results.totals.lengths)
        },
        "streaks": {"player": players, "banker": bankers},
    }


def dealing_record(dealing: ShoeDealing) -> Row:
    """How the shoes were played, for a program."""
    return {
        "decks": dealing.decks,
        "cut": dealing.cut_cards,
        "ends": dealing.ends,
        "further_rounds": dealing.further_rounds,
        "burn": dealing.burn,
        "rounds_per_shoe": dealing.rounds,
    }


def _frequency(each: Frequency) -> Row:
    return {
        "seen": each.count,
        "share": each.share,
        "exact": fraction(each.chance),
        "error": each.error,
        "z": each.z,
    }


def simulation_rows(results: Results) -> Iterator[Row]:
    """One row a figure, for a CSV or Parquet file: winners, lines, wagers, lengths, streaks."""
    rounds = results.totals.rounds
    for winner, each in results.winners:
        yield _row(results, "winner", winner.name.lower(), "", each)
    for wager in results.wagers:
        for line in wager.lines:
            yield _row(results, "line", wager.wager.key, line.line.label.en, line.frequency)
        yield {
            **_key(results, "return", wager.wager.key, ""),
            "seen": rounds,
            "value": wager.returned,
            "exact": float(wager.exact),
            "error": wager.error,
            "z": wager.z,
        }
    for at in np.flatnonzero(results.totals.lengths):
        yield _count(results, "rounds_per_shoe", "", int(at), results.totals.lengths[at])
    for side, row in zip((Winner.PLAYER, Winner.BANKER), results.totals.streaks, strict=True):
        for at in np.flatnonzero(row):
            yield _count(results, "streak", side.name.lower(), int(at), row[at])


def _key(results: Results, kind: str, name: str, detail: str) -> Row:
    return {
        "game": results.book.key,
        "seed": results.seed,
        "shoes": results.totals.shoes,
        "kind": kind,
        "name": name,
        "detail": detail,
    }


def _row(results: Results, kind: str, name: str, detail: str, each: Frequency) -> Row:
    return {
        **_key(results, kind, name, detail),
        "seen": each.count,
        "value": each.share,
        "exact": float(each.chance),
        "error": each.error,
        "z": each.z,
    }


def _count(results: Results, kind: str, name: str, at: int, count: int) -> Row:
    blank = {"value": None, "exact": None, "error": None, "z": None}
    return {**_key(results, kind, name, str(at)), "seen": int(count), **blank}
