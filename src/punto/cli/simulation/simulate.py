"""`punto simulate`: whole shoes by the million, beside the exact figures."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from punto.api import DEFAULT_DECKS
from punto.cli.console import show_record, show_sheet
from punto.cli.files import check_writable, write_rows
from punto.cli.options import Decks, Game, Json, Language, Whole
from punto.cli.progress import announce, announce_first_play, bar
from punto.cli.simulation.options import (
    Burn,
    Cluster,
    Cores,
    Cut,
    CutRuleOption,
    Device,
    Further,
    Output,
    Seed,
    Shoes,
    chosen_seed,
    worker_pool,
)
from punto.core.rulebook import Rulebook
from punto.games.library import game as game_named
from punto.simulation.shoe_dealing import CutRule, ShoeDealing, unbiased_rounds

if TYPE_CHECKING:
    # Loaded when something is played, so that help comes at once.
    from punto.simulation.runs import Play, WorkerPool
    from punto.simulation.shoe_play import ShoeTask
    from punto.simulation.totals import Totals


def simulate(
    game: Game,
    /,
    *,
    shoes: Shoes = 100_000,
    seed: Seed = None,
    decks: Decks = DEFAULT_DECKS,
    cut: Cut = 14,
    ends: CutRuleOption = CutRule.TABLE,
    further: Further = 0,
    burn: Burn = False,
    rounds_per_shoe: Annotated[
        Whole | None, Parameter(help="So many rounds in every shoe, wherever the cut lies.")
    ] = None,
    unbiased: Annotated[
        bool,
        Parameter(
            negative="", help="As many rounds in every shoe as its cards always suffice for."
        ),
    ] = False,
    streaks: Annotated[
        bool, Parameter(negative="", help="Count streaks too, at half the speed.")
    ] = False,
    device: Device = "cpu",
    cores: Cores = None,
    cluster: Cluster = None,
    checkpoint: Annotated[
        Path | None, Parameter(help="Keep what is done in this file, and go on from it.")
    ] = None,
    output: Output = None,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """Plays whole shoes and shows every wager's return and every line's frequency with its error.

    The same seed gives the same totals on any number of cores and on a cluster.
    Ctrl-C shows what was done so far; with --checkpoint the same command goes on
    from there.

    For example:

      punto simulate tiger
      punto simulate tiger --shoes 10_000_000 --seed 1 --unbiased --output tiger.parquet
      punto simulate seven-up --decks 6 --cut 52 --streaks --json
      punto simulate tiger --shoes 100_000_000 --checkpoint tiger.json --cluster local
      punto simulate super-six --device gpu --shoes 1_000_000_000
    """
    from punto.reports.simulations.results import (
        simulation_record,
        simulation_rows,
        simulation_sheet,
    )
    from punto.simulation import runs
    from punto.simulation.results import compute_results
    from punto.simulation.shoe_play import ShoeTask

    book = game_named(game)
    rounds = _rounds(book, decks, rounds_per_shoe, unbiased)
    dealing = ShoeDealing(decks, cut, ends, further, burn, rounds)
    task = ShoeTask(book, dealing, _seed(seed, checkpoint), streaks)
    runs.check(task, shoes)
    check_writable(checkpoint, rows=output)
    begun = _begun(task, checkpoint, device)
    with _players(task, device, cores, cluster) as (play, crew, stream):
        totals = _played(task, play, crew, shoes, begun, checkpoint, stream)
    results, is_stopped = compute_results(book, dealing, task.seed, totals), totals.shoes < shoes
    if output is not None:
        write_rows(output, simulation_rows(results))
    if as_json:
        show_record(simulation_record(results, stream, is_stopped))
    else:
        show_sheet(simulation_sheet(results, stream, is_stopped), lang)


def _rounds(book: Rulebook, decks: int, requested: int | None, unbiased: bool) -> int | None:
    """How many rounds every shoe has; none where the cut ends it."""
    if not unbiased:
        return requested
    if requested is not None:
        raise ValueError("--unbiased says how many rounds a shoe has; --rounds-per-shoe too")
    return unbiased_rounds(book, decks)


def _seed(requested: int | None, checkpoint: Path | None) -> int:
    """Return the requested seed, or that of the checkpoint to continue its run."""
    from punto.simulation import runs

    if requested is None and checkpoint is not None:
        requested = runs.saved_seed(checkpoint)
    return chosen_seed(requested)


def _begun(task: "ShoeTask", checkpoint: Path | None, device: str) -> "Totals":
    """What an earlier run of the task has done, if it kept it."""
    from punto.simulation import runs
    from punto.simulation.game_tables import compile_tables
    from punto.simulation.kernels import gpu_shoes
    from punto.simulation.totals import empty_totals

    if checkpoint is None:
        return empty_totals(compile_tables(task.book), task.dealing)
    return runs.load(checkpoint, task, gpu_shoes.GPU_STREAM if device == "gpu" else runs.CPU_STREAM)


def _played(
    task: "ShoeTask",
    play: "Play[Totals]",
    crew: "WorkerPool",
    shoes: int,
    begun: "Totals",
    checkpoint: Path | None,
    stream: str,
) -> "Totals":
    """Plays to the end or until somebody presses Ctrl-C, which keeps what is done."""
    from punto.simulation import runs

    totals = begun
    try:
        with bar(task.book.key, shoes, "rounds") as progress:
            for totals in runs.run(play, shoes, crew, begun):
                progress(totals.shoes, totals.rounds - begun.rounds)
                if checkpoint is not None:
                    runs.save(checkpoint, task, totals, stream)
    except KeyboardInterrupt:
        if not totals.shoes:
            raise ValueError("stopped before the first shoes were done") from None
        if checkpoint is not None:
            # The signal may have come before the last share was written.
            runs.save(checkpoint, task, totals, stream)
    return totals


@contextmanager
def _players(
    task: "ShoeTask", device: str, cores: int | None, cluster: str | None
) -> Iterator[tuple["Play[Totals]", "WorkerPool", str]]:
    """Who plays: what they call, the workers, and the name of their random stream."""
    from punto.simulation import runs
    from punto.simulation.shoe_play import play_totals

    if device == "gpu":
        from punto.odds.engine import gpu
        from punto.simulation.kernels import gpu_shoes

        if cluster is not None or cores is not None:
            raise ValueError("--device gpu plays alone; leave --cores and --cluster away")
        if task.with_streaks:
            raise ValueError("streaks are counted on a CPU; leave --device gpu or --streaks away")
        if (why := gpu.why_unavailable()) is not None:
            raise ValueError(why)
        with announce("compiling the kernels for this GPU and finding the fastest launch"):
            gpu_shoes.play_totals_on_gpu(task, 0, 1)
        yield (
            partial(gpu_shoes.play_totals_on_gpu, task),
            runs.thread_pool(1, 1 << 24),
            gpu_shoes.GPU_STREAM,
        )
        return
    with worker_pool(cores, cluster) as crew:
        with announce_first_play():
            play_totals(task, 0, 1)
        yield partial(play_totals, task), crew, runs.CPU_STREAM
