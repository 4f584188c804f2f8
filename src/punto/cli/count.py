"""`punto count`: what counting cards wins, and what perfect play would."""

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from punto.cli.files import check_writable, write_figure, write_rows
from punto.cli.options import Decks, Game, Json, Language
from punto.cli.progress import announced, bar
from punto.cli.screen import show, show_record
from punto.cli.shoes import (
    Cluster,
    Cores,
    Cut,
    EndsAs,
    Further,
    Output,
    Plot,
    Seed,
    Shoes,
    crew_for,
)
from punto.core.rulebook import Rulebook
from punto.library import game as game_named
from punto.pages.counting import count_page, count_rows, report_page
from punto.questions import USUAL_DECKS
from punto.simulation import runs
from punto.simulation.counting import (
    Count,
    Earnings,
    Over,
    best_linear_count,
    counted,
    earnings,
    nothing_counted,
    running_count,
    tags_by_value,
    true_count,
)
from punto.simulation.playing import Task
from punto.simulation.procedure import Ends, Procedure
from punto.simulation.runs import Crew

COUNTING_SHARE = 1 << 13
CUTS = (14, 26, 52, 104)


def count(
    game: Game,
    /,
    *,
    wager: Annotated[str | None, Parameter(help="A wager's key; all unless told.")] = None,
    tags: Annotated[
        str | None,
        Parameter(help="Ten tags, A 2 3 4 5 6 7 8 9 T, or thirteen; else the best linear count."),
    ] = None,
    true: Annotated[str | None, Parameter(help="Bet from this true count on.")] = None,
    running: Annotated[int | None, Parameter(help="Bet from this running count on.")] = None,
    start: Annotated[int, Parameter(help="Where the running count starts.")] = 0,
    over: Annotated[
        Over, Parameter(help="A true count divides by the cards unseen, or left in the shoe.")
    ] = Over.UNSEEN,
    perfect: Annotated[
        bool, Parameter(negative="", help="Play by the exact odds of every round as well.")
    ] = False,
    report: Annotated[
        bool, Parameter(negative="", help="Every wager at several cuts, and what to change.")
    ] = False,
    shoes: Shoes = 100_000,
    seed: Seed = None,
    decks: Decks = USUAL_DECKS,
    cut: Cut = 14,
    ends: EndsAs = Ends.PUBLISHED,
    further: Further = 1,
    burn: Annotated[bool, Parameter(help="Show the first card and burn as many.")] = True,
    cores: Cores = None,
    cluster: Cluster = None,
    output: Output = None,
    plot: Plot = None,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """What a counter wins who stakes one unit when the count says so: frequency, edge, units.

    Without --tags it plays the best linear count of each wager, from the exact effects of removal.
    Shoes are played as published results were made: burn, cut 14, one further round.

    For example:

      punto count tiger
      punto count tiger --wager big_tiger --tags "0 0 -1 -1 -1 -2 1 2 2 0" --true 8 --shoes 5_000_000
      punto count seven-up --cut 52 --no-burn --json
      punto count super-six --report --perfect --plot super-six.svg
    """
    book = game_named(game)
    chosen = random.SystemRandom().randrange(10**9) if seed is None else seed
    cuts = (
        (CUTS if cut == CUTS[0] else (cut, *(each for each in CUTS if each > cut)))
        if report
        else (cut,)
    )
    tasks = {each: Task(book, Procedure(decks, each, ends, further, burn), chosen) for each in cuts}
    for task in tasks.values():
        runs.check(task, shoes)
    check_writable(output, plot)
    keys = [each.key for each in book.wagers] if wager is None else [book.wager(wager).key]
    with announced("working out exact effects of removal"):
        counts = tuple(_count(book, key, decks, tags, true, running, start, over) for key in keys)
    with crew_for(cores, cluster, COUNTING_SHARE) as crew:
        by_cut = {
            each: _earned(task, counts, shoes, crew, perfect, keys) for each, task in tasks.items()
        }
    _shown(book, tasks[cuts[0]], by_cut, shoes, report, output, plot, lang, as_json)


def _count(
    book: Rulebook,
    key: str,
    decks: int,
    tags: str | None,
    true: str | None,
    running: int | None,
    start: int,
    over: Over,
) -> Count:
    """The count that the words describe."""
    if tags is None:
        if true is not None or running is not None:
            raise ValueError("--true and --running need --tags")
        return best_linear_count(book, key, decks)
    if (true is None) == (running is None):
        raise ValueError("tags need a trigger: either --true or --running")
    whole, scale = tags_by_value(tuple(_number(word) for word in tags.replace(",", " ").split()))
    if true is not None:
        return true_count(key, whole, _number(true) * scale, over)
    return running_count(key, whole, int(running or 0) * scale, start * scale)


def _number(word: str) -> Fraction:
    try:
        return Fraction(word)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{word!r:.40} is not a number; expected as in -1 or 0.5") from None


def _earned(
    task: Task,
    counts: tuple[Count, ...],
    shoes: int,
    crew: Crew,
    perfect: bool,
    keys: Sequence[str],
) -> tuple[Earnings, ...]:
    """What every count earned, and perfect play where it is asked for."""
    play = partial(counted, task, counts)
    if perfect:
        from punto.simulation.perfect import perfect_counts, played_perfectly

        counts = (*counts, *perfect_counts(keys))
        play = partial(played_perfectly, task, counts)
        crew = Crew(crew.workers, crew.shares_ahead, 256)
    with announced("compiling the kernels; they are kept for the next time"):
        play(0, 1)
    done = begun = nothing_counted(counts)
    try:
        with bar(f"{task.book.key}, cut {task.procedure.cut_cards}", shoes, "rounds") as tell:
            for done in runs.run(play, shoes, crew, begun):
                tell(done.done, done.each[0].rounds)
    except KeyboardInterrupt:
        if not done.done:
            raise ValueError("stopped before the first shoes were done") from None
    return earnings(task.book, counts, done)


def _shown(
    book: Rulebook,
    task: Task,
    by_cut: dict[int, tuple[Earnings, ...]],
    shoes: int,
    report: bool,
    output: Path | None,
    plot: Path | None,
    lang: str,
    as_json: bool,
) -> None:
    earned = by_cut[task.procedure.cut_cards]
    rows = count_rows(book, task.seed, by_cut)
    if output is not None:
        write_rows(output, rows)
    if plot is not None:
        from punto.pages.simulation_figures import report_figure

        write_figure(plot, report_figure(book, by_cut))
    if as_json:
        show_record(rows)
    elif report:
        show(report_page(book, task.seed, by_cut, lang))
    else:
        is_stopped = earned[0].counted.shoes < shoes
        show(count_page(book, task.procedure, task.seed, earned, lang, is_stopped))
