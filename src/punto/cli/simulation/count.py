"""`punto count` simulates card counting or perfect play."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from punto.cli.files import check_writable, write_chart, write_rows
from punto.cli.options import Game, Whole
from punto.cli.progress import announce, announce_first_play
from punto.cli.simulation.options import (
    DEFAULT_RUN,
    CutRuleOption,
    Device,
    Further,
    Plot,
    RunOptions,
    Shoes,
    play_until_stopped,
)
from punto.core.rulebook import Rulebook
from punto.games.library import game as game_named
from punto.simulation.shoe_dealing import CountDivisor, CutRule, ShoeDealing

if TYPE_CHECKING:
    # The simulation loads these later, so that the help appears at once.
    from punto.simulation.card_counting import CountingSystem, CountResults, Earnings
    from punto.simulation.runs import Play, WorkerPool
    from punto.simulation.shoe_play import ShoeTask

COUNTING_SHARE = 1 << 13
PERFECT_SHARE = 1 << 8
GPU_SHARE = 1 << 16
LONGEST_NUMBER = 24
CUTS = (14, 26, 52, 104)


Wager = Annotated[str | None, Parameter(help="Key of a wager. Default: all wagers.")]
Perfect = Annotated[
    bool,
    Parameter(
        negative="", help="Also play by exact odds. Each bet then counts with its exact value."
    ),
]
Report = Annotated[
    bool, Parameter(negative="", help="Report every wager at several cuts, with countermeasures.")
]
Burns = Annotated[bool, Parameter(help="Show the first card and burn as many cards as its value.")]


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class CountOptions:
    """The options that describe a count."""

    tags: Annotated[
        str | None,
        Parameter(
            help="Ten tags, A 2 3 4 5 6 7 8 9 T, or thirteen. Default: the best linear count.",
            allow_leading_hyphen=True,
        ),
    ] = None
    true: Annotated[str | None, Parameter(help="Bet at this true count or higher.")] = None
    running: Annotated[Whole | None, Parameter(help="Bet at this running count or higher.")] = None
    start: Annotated[Whole, Parameter(help="First value of the running count.")] = 0
    over: Annotated[
        CountDivisor,
        Parameter(help="Divisor of a true count: the unseen cards, or those left in the shoe."),
    ] = CountDivisor.UNSEEN

    def count(self, book: Rulebook, key: str, decks: int) -> "CountingSystem":
        """The count for a wager: the best linear one without tags."""
        from punto.simulation import card_counting

        if self.tags is None:
            if self.true is not None or self.running is not None:
                raise ValueError("--true and --running describe a count; expected --tags with them")
            return card_counting.best_linear_count(book, key, decks)
        if (self.true is None) == (self.running is None):
            raise ValueError("--tags need one trigger; expected either --true or --running")
        numbers = tuple(_number(word) for word in self.tags.replace(",", " ").split())
        whole, scale = card_counting.tags_by_value(numbers)
        if self.true is not None:
            return card_counting.true_count(key, whole, _number(self.true) * scale, self.over)
        return card_counting.running_count(
            key, whole, (self.running or 0) * scale, self.start * scale
        )


DEFAULT_COUNT = CountOptions()


def count(
    game: Game,
    /,
    *,
    wager: Wager = None,
    system: CountOptions = DEFAULT_COUNT,
    perfect: Perfect = False,
    report: Report = False,
    shoes: Shoes = 100_000,
    ends: CutRuleOption = CutRule.PUBLISHED,
    further: Further = 1,
    burn: Burns = True,
    device: Device = "cpu",
    plot: Plot = None,
    run: RunOptions = DEFAULT_RUN,
) -> None:
    """Simulate a counter who stakes one unit at the right count: frequency, edge, units.

    Without --tags Punto plays the best linear count of each wager, from the exact
    effects of removal. The defaults are those of published results: burn, cut 14,
    one further round.

    For example:

      punto count tiger
      punto count tiger --wager big_tiger --tags "0 0 -1 -1 -1 -2 1 2 2 0" --true 8
      punto count seven-up --cut 52 --no-burn --json
      punto count super-six --report --perfect --plot super-six.svg
      punto count tiger --perfect --device gpu --shoes 10_000_000
    """
    book = game_named(game)
    keys = [each.key for each in book.wagers] if wager is None else [book.wager(wager).key]
    dealing = ShoeDealing(run.decks, run.cut, ends, further, burn)
    tasks = _tasks(book, dealing, run.chosen_seed(), shoes, report)
    check_writable(rows=run.output, figure=plot)
    if device == "gpu":
        _check_gpu(perfect and system.tags is None and not run.has_workers)
        by_cut = _until_stopped(tasks, shoes, lambda task: _earned_on_gpu(task, keys, shoes))
    else:
        with announce("computing exact effects of removal"):
            counts = tuple(system.count(book, key, run.decks) for key in keys)
        with run.worker_pool(COUNTING_SHARE) as crew:
            by_cut = _until_stopped(
                tasks, shoes, lambda task: _earned(task, counts, shoes, crew, perfect, keys)
            )
    if plot is not None:
        from punto.reports.simulations.charts import counting_chart

        write_chart(plot, counting_chart(book, by_cut, keys), run.lang)
    _show(tasks[run.cut], device, by_cut, shoes, report, run)


def _tasks(
    book: Rulebook, dealing: ShoeDealing, seed: int, shoes: int, report: bool
) -> "dict[int, ShoeTask]":
    """Return the task of the requested cut, and for a report those of deeper cuts."""
    from punto.simulation import runs
    from punto.simulation.shoe_play import ShoeTask

    deeper = [each for each in CUTS if each > dealing.cut_cards] if report else []
    tasks = {
        each: ShoeTask(book, replace(dealing, cut_cards=each), seed)
        for each in [dealing.cut_cards, *deeper]
    }
    for task in tasks.values():
        runs.check(task, shoes)
    return tasks


def _until_stopped(
    tasks: "Mapping[int, ShoeTask]",
    shoes: int,
    earned: "Callable[[ShoeTask], tuple[Earnings, ...]]",
) -> "dict[int, tuple[Earnings, ...]]":
    """By cut, the earnings. A cut that Ctrl-C has stopped is the last one."""
    by_cut = {}
    for cut, task in tasks.items():
        by_cut[cut] = earned(task)
        if _is_stopped(by_cut[cut], shoes):
            break
    return by_cut


def _is_stopped(earned: "Sequence[Earnings]", shoes: int) -> bool:
    return earned[0].counted.shoes < shoes


def _show(
    task: "ShoeTask",
    device: str,
    by_cut: "Mapping[int, tuple[Earnings, ...]]",
    shoes: int,
    report: bool,
    run: RunOptions,
) -> None:
    from punto.reports.simulations.card_counting import (
        card_counting_sheet,
        count_rows,
        vulnerability_sheet,
    )
    from punto.simulation.kernels.gpu_shoes import GPU_STREAM
    from punto.simulation.runs import CPU_STREAM

    stream = GPU_STREAM if device == "gpu" else CPU_STREAM
    rows = count_rows(task, stream, by_cut, shoes)
    if run.output is not None:
        write_rows(run.output, rows)
    is_stopped = any(_is_stopped(earned, shoes) for earned in by_cut.values())
    if report:
        sheet = vulnerability_sheet(task.book, task.seed, by_cut, is_stopped)
    else:
        sheet = card_counting_sheet(task, stream, by_cut[task.dealing.cut_cards], is_stopped)
    run.show(sheet, rows)


def _number(word: str) -> Fraction:
    try:
        if len(word) > LONGEST_NUMBER or "e" in word.lower():
            # A short exponent can make a number of millions of digits.
            raise ValueError(word)
        return Fraction(word)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{word!r:.40} is not a number; expected for example -1 or 0.5") from None


def _earned(
    task: "ShoeTask",
    counts: "tuple[CountingSystem, ...]",
    shoes: int,
    crew: "WorkerPool",
    perfect: bool,
    keys: Sequence[str],
) -> "tuple[Earnings, ...]":
    """The earnings of every count, and of perfect play if requested."""
    from punto.simulation import runs
    from punto.simulation.card_counting import earnings, run_counts

    play, unit = partial(run_counts, task, counts), None
    if perfect:
        from punto.simulation.perfect_play import WORTH, perfect_counts, play_perfectly

        unit = WORTH
        counts = (*counts, *perfect_counts(keys))
        play = partial(play_perfectly, task, counts)
        crew = runs.WorkerPool(crew.workers, crew.shares_ahead, PERFECT_SHARE)
    with announce_first_play():
        play(0, 1)
    results = _run(task, play, shoes, crew, counts)
    return earnings(task.book, counts, results, unit)


def _check_gpu(is_alone: bool) -> None:
    from punto.odds.engine import gpu

    if not is_alone:
        raise ValueError("--device gpu needs --perfect; leave --tags, --cores and --cluster out")
    if (why := gpu.why_unavailable()) is not None:
        raise ValueError(why)


def _earned_on_gpu(task: "ShoeTask", keys: Sequence[str], shoes: int) -> "tuple[Earnings, ...]":
    """The earnings of perfect play, on shoes of the random stream of the GPU."""
    from punto.simulation import runs
    from punto.simulation.card_counting import earnings
    from punto.simulation.perfect_play import WORTH, PerfectPlayer, perfect_counts

    counts = perfect_counts([each.key for each in task.book.wagers])
    player, crew = PerfectPlayer(task), runs.thread_pool(1, GPU_SHARE)
    results = _run(task, player.play, shoes, crew, counts)
    crew.workers.shutdown()
    return tuple(
        each for each in earnings(task.book, counts, results, WORTH) if each.count.wager in keys
    )


def _run(
    task: "ShoeTask",
    play: "Play[CountResults]",
    shoes: int,
    crew: "WorkerPool",
    counts: "tuple[CountingSystem, ...]",
) -> "CountResults":
    from punto.simulation.card_counting import empty_results

    return play_until_stopped(
        play,
        shoes,
        crew,
        empty_results(counts),
        lambda each: (each.played, each.each[0].rounds),
        title=f"{task.book.key}, cut {task.dealing.cut_cards}",
    )
