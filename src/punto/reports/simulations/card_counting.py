"""Format what each card count earns, and advise the operator on cuts and limits."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from punto.core.rulebook import Rulebook
from punto.messages.message import Message, message
from punto.reports.descriptions.names import game_message, wager_message, wager_name
from punto.reports.formats.sheet import (
    Paragraph,
    Sheet,
    SheetTable,
    Text,
    figure_columns,
    percent,
    sheet_table,
    text_columns,
)
from punto.reports.simulations.results import Row, dealing_sentence, played_sentence
from punto.simulation.card_counting import Earnings
from punto.simulation.shoe_play import ShoeTask

WORTH_NOTHING = 0.1
"""A smaller gain in 100 rounds is not worth a counter's time: one unit in a thousand rounds."""

SURELY = 2
"""The standard errors by which a gain must clear a bound before the advice relies on it."""


def card_counting_sheet(
    task: ShoeTask,
    stream: str,
    earned: Sequence[Earnings],
    is_stopped: bool = False,
) -> Sheet:
    """One row per count: how often it bets, at what edge, and what it earns."""
    book, result = task.book, earned[0].counted
    lines = [
        *_if_stopped(is_stopped),
        played_sentence(result.shoes, result.rounds, task.seed, stream),
        dealing_sentence(book, task.dealing),
        *_tag_lines(earned),
    ]
    title = message("counting.title", game=game_message(book))
    return Sheet(title, (Paragraph(tuple(lines)), _table(book, earned)))


def _tag_lines(earned: Sequence[Earnings]) -> Iterator[Message]:
    for each in earned:
        if each.count.part == 0 and any(each.count.tags):
            tags = " ".join(str(tag) for tag in each.count.tags[:10])
            yield message("counting.tags", tags=tags)


def _table(book: Rulebook, earned: Sequence[Earnings]) -> SheetTable:
    return sheet_table(
        columns=(
            *text_columns(message("column.wager"), message("column.count")),
            *figure_columns(
                message("column.bets"),
                message("column.edge"),
                message("column.error"),
                message("column.units-per-100"),
                message("column.units-per-shoe"),
                message("column.error"),
                message("column.bets-per-shoe"),
            ),
        ),
        rows=tuple(
            (
                wager_message(book.wager(each.count.wager)),
                each.count.name,
                percent(each.frequency),
                percent(each.edge, 3, "+"),
                percent(each.edge_error, 3),
                f"{each.units_per_100_rounds:+.5f}",
                f"{each.units_per_shoe:+.5f}",
                f"{each.units_per_shoe_error:.5f}",
                f"{each.bets_per_shoe:.3f}",
            )
            for each in earned
        ),
    )


def vulnerability_sheet(
    book: Rulebook,
    seed: int,
    by_cut: Mapping[int, Sequence[Earnings]],
    is_stopped: bool = False,
) -> Sheet:
    """The gain of every wager and count at every cut, and advice for the operator."""
    cuts = sorted(by_cut)
    first = by_cut[cuts[0]]
    rows: tuple[tuple[Text, ...], ...] = tuple(
        (
            wager_message(book.wager(each.count.wager)),
            each.count.name,
            *(_cell(by_cut[cut][at]) for cut in cuts),
        )
        for at, each in enumerate(first)
    )
    table = sheet_table(
        columns=(
            *text_columns(message("column.wager"), message("column.count")),
            *figure_columns(*(message("column.cut", cards=cut) for cut in cuts)),
        ),
        rows=rows,
        title=message("column.units-per-100"),
    )
    title = message("counting.report", game=game_message(book))
    head = message("counting.summary", shoes=first[0].counted.shoes, seed=str(seed))
    advice = Paragraph(tuple(_advice(book, by_cut)), message("counting.advice"))
    notes = (*_if_stopped(is_stopped), head)
    return Sheet(title, (Paragraph(notes), table, advice))


def _if_stopped(is_stopped: bool) -> Iterator[Message]:
    if is_stopped:
        yield message("simulation.stopped")


def _cell(each: Earnings) -> str:
    return f"{each.units_per_100_rounds:+.4f} ± {_error(each):.4f}"


def _error(each: Earnings) -> float:
    """The standard error of the units won in a hundred rounds."""
    return each.units_per_shoe_error * each.counted.shoes / each.counted.rounds * 100


@dataclass(frozen=True, slots=True)
class _Won:
    """The gain of the best count of a wager at one cut, with its bounds."""

    units: float
    lowest: float
    highest: float

    @property
    def is_nothing(self) -> bool:
        """Whether no count is worth its time, even at the upper bound."""
        return self.highest < WORTH_NOTHING

    @property
    def is_something(self) -> bool:
        """Whether a count is worth its time, even at the lower bound."""
        return self.lowest >= WORTH_NOTHING


def _won(earned: Sequence[Earnings], key: str) -> _Won:
    units = [
        (each.units_per_100_rounds, SURELY * _error(each))
        for each in earned
        if each.count.wager == key
    ]
    return _Won(
        max(won for won, _ in units),
        max(won - error for won, error in units),
        max(won + error for won, error in units),
    )


def _advice(book: Rulebook, by_cut: Mapping[int, Sequence[Earnings]]) -> Iterator[Message]:
    """Advice for each wager by its best count, as far as the shoes allow a judgement."""
    cuts = sorted(by_cut)
    counted = {each.count.wager for each in by_cut[cuts[0]]}
    for key in (wager.key for wager in book.wagers if wager.key in counted):
        won = {cut: _won(by_cut[cut], key) for cut in cuts}
        yield _advice_for(wager_name(key, book), won)


def _advice_for(wager: str | Mapping[str, str], won: Mapping[int, _Won]) -> Message:
    """The advice for one wager. `won` begins with the cut that leaves the fewest cards behind."""
    (first, *_), (*_, last) = won, won
    if all(each.is_nothing for each in won.values()):
        return message("counting.harmless", wager=wager)
    if not won[first].is_something:
        highest = max(each.highest for each in won.values())
        return message("counting.too-few-shoes", wager=wager, highest=f"{highest:.2f}")
    units = f"{won[first].units:.2f}"
    enough = next(
        (cut for cut in won if all(won[deeper].is_nothing for deeper in won if deeper >= cut)), None
    )
    if enough is not None:
        rest = f"{max(won[enough].units, 0):.2f}"
        return message(
            "counting.deeper-cut", wager=wager, units=units, cut=first, deeper=enough, rest=rest
        )
    if won[last].is_something:
        units = f"{won[last].units:.2f}"
        return message("counting.low-limit", wager=wager, units=units, cut=last)
    return message("counting.some-gain", wager=wager, units=units, cut=first)


def count_rows(
    task: ShoeTask, stream: str, by_cut: Mapping[int, Sequence[Earnings]], shoes: int
) -> list[Row]:
    """One row per count and cut, for a record or a file, with the dealing of the shoes."""
    played = task.dealing
    return [
        {
            "game": task.book.key,
            "seed": task.seed,
            "cut": cut,
            "wager": each.count.wager,
            "count": each.count.name,
            "shoes": each.counted.shoes,
            "rounds": each.counted.rounds,
            "bets": each.counted.bets,
            "frequency": each.frequency,
            "edge": each.edge,
            "edge_error": each.edge_error,
            "units_per_100_rounds": each.units_per_100_rounds,
            "units_per_shoe": each.units_per_shoe,
            "units_per_shoe_error": each.units_per_shoe_error,
            "bets_per_shoe": each.bets_per_shoe,
            "stopped": each.counted.shoes < shoes,
            "decks": played.decks,
            "ends": played.ends,
            "further_rounds": played.further_rounds,
            "burn": played.burn,
            "stream": stream,
        }
        for cut, earned in by_cut.items()
        for each in earned
    ]
