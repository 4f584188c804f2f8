"""Format what each card count earns, and advise the operator on cuts and limits."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from punto.core.rulebook import Rulebook, Words
from punto.pages import phrases
from punto.pages import simulation_words as words
from punto.reports.formats.sheet import Paragraph, Sheet, SheetColumn, SheetTable
from punto.reports.simulations.results import Row, dealing_sentence
from punto.simulation.card_counting import Earnings
from punto.simulation.shoe_play import ShoeTask

WORTH_NOTHING = 0.1
"""Units in 100 rounds below which no counter sits down: a unit in a thousand rounds."""

SURELY = 2
"""Within how many standard errors nothing firm is said."""


def card_counting_sheet(
    task: ShoeTask,
    stream: str,
    earned: Sequence[Earnings],
    language: str = "en",
    is_stopped: bool = False,
) -> Sheet:
    """One row a count: how often it bets, at what edge, and what it earns."""
    book, result = task.book, earned[0].counted
    lines = [
        *_if_stopped(is_stopped, language),
        words.PLAYED.in_(language).format(
            shoes=f"{result.shoes:,}",
            rounds=f"{result.rounds:,}",
            per_shoe=f"{result.rounds / result.shoes:.3f}",
            seed=task.seed,
            stream=stream,
        ),
        dealing_sentence(book, task.dealing, language),
        *_tag_lines(earned, language),
    ]
    title = words.COUNT_TITLE.in_(language).format(game=book.name.in_(language))
    return Sheet(title, (Paragraph(tuple(lines)), _table(book, earned, language)))


def _tag_lines(earned: Sequence[Earnings], language: str) -> Iterator[str]:
    for each in earned:
        if each.count.part == 0 and any(each.count.tags):
            tags = " ".join(str(tag) for tag in each.count.tags[:10])
            yield words.TAGS.in_(language).format(tags=tags)


def _table(book: Rulebook, earned: Sequence[Earnings], language: str) -> SheetTable:
    heads = (
        words.FREQUENCY,
        words.EDGE,
        words.ERROR,
        words.PER_100,
        words.PER_SHOE,
        words.ERROR,
        words.BETS_A_SHOE,
    )
    return SheetTable(
        columns=(
            SheetColumn(phrases.WAGER.in_(language)),
            SheetColumn(words.COUNT.in_(language)),
            *(SheetColumn(each.in_(language), is_figure=True) for each in heads),
        ),
        rows=tuple(
            (
                book.wager(each.count.wager).label.in_(language),
                each.count.name,
                f"{100 * each.frequency:.4f} %",
                f"{100 * each.edge:+.3f} %",
                f"{100 * each.edge_error:.3f} %",
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
    language: str = "en",
    is_stopped: bool = False,
) -> Sheet:
    """Every wager and count at every cut, and what an operator should change."""
    cuts = sorted(by_cut)
    first = by_cut[cuts[0]]
    heads = tuple(f"{words.CUT.in_(language)} {cut}" for cut in cuts)
    rows = tuple(
        (
            book.wager(each.count.wager).label.in_(language),
            each.count.name,
            *(_cell(by_cut[cut][at]) for cut in cuts),
        )
        for at, each in enumerate(first)
    )
    table = SheetTable(
        columns=(
            SheetColumn(phrases.WAGER.in_(language)),
            SheetColumn(words.COUNT.in_(language)),
            *(SheetColumn(head, is_figure=True) for head in heads),
        ),
        rows=rows,
        title=words.PER_100.in_(language),
    )
    title = words.REPORT_TITLE.in_(language).format(game=book.name.in_(language))
    result = first[0].counted
    head = words.REPORT_HEAD.in_(language).format(shoes=f"{result.shoes:,}", seed=seed)
    advice = Paragraph(tuple(_advice(book, by_cut, language)), words.ADVICE.in_(language))
    notes = (*_if_stopped(is_stopped, language), head)
    return Sheet(title, (Paragraph(notes), table, advice))


def _if_stopped(is_stopped: bool, language: str) -> Iterator[str]:
    if is_stopped:
        yield words.STOPPED.in_(language)


def _cell(each: Earnings) -> str:
    return f"{each.units_per_100_rounds:+.4f} ± {_error(each):.4f}"


def _error(each: Earnings) -> float:
    """The standard error of the units won in a hundred rounds."""
    return each.units_per_shoe_error * each.counted.shoes / each.counted.rounds * 100


@dataclass(frozen=True, slots=True)
class _Won:
    """What the counts of a wager won at one cut, and between which bounds that is known."""

    units: float
    lowest: float
    highest: float

    @property
    def is_nothing(self) -> bool:
        """Whether no count is worth its time, errors and all."""
        return self.highest < WORTH_NOTHING

    @property
    def is_something(self) -> bool:
        """Whether some count surely is."""
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


def _advice(
    book: Rulebook, by_cut: Mapping[int, Sequence[Earnings]], language: str
) -> Iterator[str]:
    """What the best count of each wager calls for, as far as so many shoes can tell."""
    cuts = sorted(by_cut)
    counted = {each.count.wager for each in by_cut[cuts[0]]}
    for wager in (each for each in book.wagers if each.key in counted):
        won = {cut: _won(by_cut[cut], wager.key) for cut in cuts}
        message, figures = _advised(won)
        yield message.in_(language).format(wager=wager.label.in_(language), **figures)


def _advised(won: Mapping[int, _Won]) -> tuple[Words, dict[str, str]]:
    """What is surely so for one wager, by cut from the fewest cards behind it on."""
    (first, *_), (*_, last) = won, won
    if all(each.is_nothing for each in won.values()):
        return words.HARMLESS, {}
    if not won[first].is_something:
        highest = max(each.highest for each in won.values())
        return words.TOO_FEW_SHOES, {"most": f"{highest:.2f}"}
    figures = {"units": f"{won[first].units:.2f}", "cut": str(first)}
    enough = next(
        (cut for cut in won if all(won[each].is_nothing for each in won if each >= cut)), None
    )
    if enough is not None:
        rest = f"{max(won[enough].units, 0):.2f}"
        return words.WORTH_A_DEEPER_CUT, {**figures, "deeper": str(enough), "rest": rest}
    if won[last].is_something:
        return words.WORTH_A_LIMIT, {"units": f"{won[last].units:.2f}", "cut": str(last)}
    return words.WORTH_SOMETHING, figures


def count_rows(
    task: ShoeTask, stream: str, by_cut: Mapping[int, Sequence[Earnings]], shoes: int
) -> list[Row]:
    """One row a count and cut, for a record or a file, with how the shoes were played."""
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
