"""Format simulation results as a sheet to read, a record, and rows for a file."""

from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np

from punto.core.facts import Winner
from punto.core.rulebook import Rulebook
from punto.messages.message import Message, message
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
from punto.reports.formats.sheet import (
    Paragraph,
    Part,
    Sheet,
    SheetTable,
    figure_columns,
    percent,
    sheet_table,
)
from punto.reports.games.explanation import OUTCOMES
from punto.reports.games.odds import fraction
from punto.simulation.randomness.p_values import chi_square_tail
from punto.simulation.results import Frequency, PayLineResult, Results, WagerResult
from punto.simulation.shoe_dealing import ShoeDealing, unbiased_rounds

Row = dict[str, object]


Item = TypeVar("Item")


def _frequency_fields(frequency: Callable[[Item], Frequency]) -> Fields[Item]:
    return (
        figure("times", lambda each: f"{frequency(each).count:,}"),
        figure("share", lambda each: percent(frequency(each).share, 5)),
        figure("exact", lambda each: percent(frequency(each).chance, 5)),
        figure("error", lambda each: percent(frequency(each).error, 5)),
        figure("z", lambda each: f"{frequency(each).z:+.2f}"),
    )


OUTCOME_FIELDS: Fields[tuple[Winner, Frequency]] = (
    text("outcome", lambda each: Message(f"outcome.{OUTCOMES[each[0]]}")),
    *_frequency_fields(lambda each: each[1]),
)
RETURNS: Fields[WagerResult] = (
    text("wager", lambda each: wager_message(each.wager)),
    figure("return", lambda each: f"{each.returned:+.6f}"),
    figure("exact", lambda each: f"{float(each.exact):+.6f}"),
    figure("error", lambda each: f"{each.error:.6f}"),
    figure("interval", lambda each: _interval(*each.interval)),
    figure("z", lambda each: f"{each.z:+.2f}"),
)
LINES: Fields[NamedLine[PayLineResult]] = (
    *LINE_FIELDS,
    *_frequency_fields(lambda each: each[2].frequency),
)


def _interval(low: float, high: float) -> Message:
    return message("simulation.interval", low=f"{low:+.6f}", high=f"{high:+.6f}")


def simulation_sheet(results: Results, stream: str, is_stopped: bool = False) -> Sheet:
    """Outcomes, returns and lines with their errors, and the exact figures for comparison."""
    parts: list[Part] = [_head(results, stream, is_stopped)]
    parts += [_outcomes(results), _returns(results), _lines(results), _lengths(results)]
    if results.totals.streaks.any():
        parts.append(_streaks(results))
    return Sheet(game_message(results.book), tuple(parts))


def dealing_sentence(book: Rulebook, dealing: ShoeDealing) -> Message:
    """How the shoes were dealt."""
    decks, rounds = dealing.decks, dealing.rounds
    burn = message("simulation.burned") if dealing.burn else None
    if rounds is None:
        return message(
            "simulation.until-cut",
            decks=decks,
            cut=dealing.cut_cards,
            ends=dealing.ends,
            further=dealing.further_rounds,
            burn=burn,
        )
    if rounds == unbiased_rounds(book, decks):
        return message("simulation.always-enough", decks=decks, rounds=rounds, burn=burn)
    return message("simulation.fixed-rounds", decks=decks, rounds=rounds, burn=burn)


def played_sentence(shoes: int, rounds: int, seed: int, stream: str) -> Message:
    """How many shoes and rounds were dealt, and from which random stream."""
    return message(
        "simulation.played",
        shoes=shoes,
        rounds=rounds,
        per_shoe=f"{rounds / shoes:.3f}",
        seed=str(seed),
        stream=stream,
    )


def _head(results: Results, stream: str, is_stopped: bool) -> Paragraph:
    totals = results.totals
    lines = [
        played_sentence(totals.shoes, totals.rounds, results.seed, stream),
        dealing_sentence(results.book, results.dealing),
        message(
            "simulation.all-endings",
            chi_square=f"{results.chi_square:.1f}",
            degrees=results.degrees,
            p=f"{chi_square_tail(results.chi_square, results.degrees):.4f}",
        ),
    ]
    if results.dealing.rounds is None:
        lines.append(message("simulation.cut-bias"))
    if is_stopped:
        lines.insert(0, message("simulation.stopped"))
    return Paragraph(tuple(lines))


def _outcomes(results: Results) -> SheetTable:
    outcomes = sorted(results.winners, key=lambda pair: -pair[0])
    return field_table(OUTCOME_FIELDS, outcomes, message("simulation.outcomes"))


def _returns(results: Results) -> SheetTable:
    return field_table(RETURNS, results.wagers, message("simulation.returns"))


def _lines(results: Results) -> SheetTable:
    wagers = ((wager_message(each.wager), each.lines) for each in results.wagers)
    return field_table(
        LINES, named_lines(wagers, lambda each: each.line), message("simulation.lines")
    )


def _lengths(results: Results) -> SheetTable:
    lengths = results.totals.lengths
    return sheet_table(
        columns=figure_columns(
            message("column.rounds"), message("column.shoes"), message("column.share")
        ),
        rows=tuple(
            (str(at), f"{lengths[at]:,}", percent(lengths[at] / results.totals.shoes))
            for at in np.flatnonzero(lengths)
        ),
        title=message("simulation.lengths"),
    )


def _streaks(results: Results) -> SheetTable:
    streaks = results.totals.streaks
    return sheet_table(
        columns=figure_columns(
            message("column.length"), message("column.player"), message("column.banker")
        ),
        rows=tuple(
            (str(at), f"{streaks[0, at]:,}", f"{streaks[1, at]:,}")
            for at in np.flatnonzero(streaks.any(0))
        ),
        title=message("simulation.streaks"),
    )


def simulation_record(results: Results, stream: str, is_stopped: bool = False) -> Row:
    """The results for a program, with the task that reproduces them."""
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
                    {"line": number, **_frequency(line.frequency)}
                    for number, line in enumerate(each.lines, start=1)
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
    """How the shoes were dealt, for a program."""
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
    """One row per figure for a CSV or Parquet file: winners, lines, wagers, lengths, streaks."""
    rounds = results.totals.rounds
    for winner, each in results.winners:
        yield _row(results, "winner", winner.name.lower(), "", each)
    for wager in results.wagers:
        for number, line in enumerate(wager.lines, start=1):
            yield _row(results, "line", wager.wager.key, str(number), line.frequency)
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
