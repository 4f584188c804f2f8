"""Counting as it is printed: what each count earns, and what an operator should change."""

from collections.abc import Iterator, Mapping, Sequence

from punto.core.rulebook import Rulebook
from punto.pages import phrases
from punto.pages import simulation_words as words
from punto.pages.sheet import Column, Paragraph, Sheet, Table
from punto.pages.simulation import Row, procedure_line
from punto.simulation.counting import Earnings
from punto.simulation.playing import Task

WORTH_NOTHING = 0.1
"""Units in 100 rounds below which no counter sits down: a unit in a thousand rounds."""


def count_page(
    task: Task,
    stream: str,
    earned: Sequence[Earnings],
    language: str = "en",
    is_stopped: bool = False,
) -> Sheet:
    """One row a count: how often it bets, at what edge, and what it earns."""
    book, kept = task.book, earned[0].counted
    lines = [
        words.PLAYED.in_(language).format(
            shoes=f"{kept.shoes:,}",
            rounds=f"{kept.rounds:,}",
            per_shoe=f"{kept.rounds / kept.shoes:.3f}",
            seed=task.seed,
            stream=stream,
        ),
        procedure_line(book, task.procedure, language),
        *_tag_lines(earned, language),
    ]
    if is_stopped:
        lines.insert(0, words.STOPPED.in_(language))
    title = words.COUNT_TITLE.in_(language).format(game=book.name.in_(language))
    return Sheet(title, (Paragraph(tuple(lines)), _table(book, earned, language)))


def _tag_lines(earned: Sequence[Earnings], language: str) -> Iterator[str]:
    for each in earned:
        if each.count.part == 0 and any(each.count.tags):
            tags = " ".join(str(tag) for tag in each.count.tags[:10])
            yield words.TAGS.in_(language).format(tags=tags)


def _table(book: Rulebook, earned: Sequence[Earnings], language: str) -> Table:
    heads = (
        words.FREQUENCY,
        words.EDGE,
        words.ERROR,
        words.PER_100,
        words.PER_SHOE,
        words.ERROR,
        words.BETS_A_SHOE,
    )
    return Table(
        columns=(
            Column(phrases.WAGER.in_(language)),
            Column(words.COUNT.in_(language)),
            *(Column(each.in_(language), is_figure=True) for each in heads),
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


def report_page(
    book: Rulebook, seed: int, by_cut: Mapping[int, Sequence[Earnings]], language: str = "en"
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
    table = Table(
        columns=(
            Column(phrases.WAGER.in_(language)),
            Column(words.COUNT.in_(language)),
            *(Column(head, is_figure=True) for head in heads),
        ),
        rows=rows,
        title=words.PER_100.in_(language),
    )
    title = words.REPORT_TITLE.in_(language).format(game=book.name.in_(language))
    kept = first[0].counted
    head = words.REPORT_HEAD.in_(language).format(shoes=f"{kept.shoes:,}", seed=seed)
    advice = Paragraph(tuple(_advice(book, by_cut, language)), words.ADVICE.in_(language))
    return Sheet(title, (Paragraph((head,)), table, advice))


def _cell(each: Earnings) -> str:
    error = each.units_per_shoe_error * each.counted.shoes / each.counted.rounds * 100
    return f"{each.units_per_100_rounds:+.4f} ± {error:.4f}"


def _advice(
    book: Rulebook, by_cut: Mapping[int, Sequence[Earnings]], language: str
) -> Iterator[str]:
    """What the best count of each wager calls for."""
    cuts = sorted(by_cut)
    counted = {each.count.wager for each in by_cut[cuts[0]]}
    for wager in (each for each in book.wagers if each.key in counted):
        best = {
            cut: max(
                each.units_per_100_rounds for each in by_cut[cut] if each.count.wager == wager.key
            )
            for cut in cuts
        }
        label = wager.label.in_(language)
        shallow, deep = cuts[0], cuts[-1]
        enough = next((cut for cut in cuts if best[cut] < WORTH_NOTHING), None)
        if best[shallow] < WORTH_NOTHING:
            yield words.HARMLESS.in_(language).format(wager=label)
        elif enough is not None:
            yield words.WORTH_A_DEEPER_CUT.in_(language).format(
                wager=label,
                units=f"{best[shallow]:.2f}",
                cut=shallow,
                deeper=enough,
                rest=f"{max(best[enough], 0):.2f}",
            )
        else:
            yield words.WORTH_A_LIMIT.in_(language).format(
                wager=label, units=f"{best[deep]:.2f}", cut=deep
            )


def count_rows(book: Rulebook, seed: int, by_cut: Mapping[int, Sequence[Earnings]]) -> list[Row]:
    """One row a count and cut, for a record or a file."""
    return [
        {
            "game": book.key,
            "seed": seed,
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
        }
        for cut, earned in by_cut.items()
        for each in earned
    ]
