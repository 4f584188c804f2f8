"""`punto simulate` simulates shoes and compares the results with the exact odds."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from punto.cli.files import check_writable, write_rows
from punto.cli.options import Game, Whole
from punto.cli.progress import announce, announce_first_play
from punto.cli.simulation.options import (
    DEFAULT_RUN,
    CutRuleOption,
    Device,
    Further,
    RunOptions,
    Shoes,
    play_until_stopped,
)
from punto.core.rulebook import Rulebook
from punto.games.library import game as game_named
from punto.simulation.shoe_dealing import CutRule, ShoeDealing, unbiased_rounds

if TYPE_CHECKING:
    # The simulation loads these later, so that the help appears at once.
    from punto.simulation.runs import Play, WorkerPool
    from punto.simulation.shoe_play import ShoeTask
    from punto.simulation.totals import Totals


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class ShoeOptions:
    """How every shoe is dealt."""

    ends: CutRuleOption = CutRule.TABLE
    further: Further = 0
    burn: Annotated[
        bool,
        Parameter(negative="", help="Show the first card and burn as many cards as its value."),
    ] = False
    rounds_per_shoe: Annotated[
        Whole | None, Parameter(help="Number of rounds in every shoe, without regard to the cut.")
    ] = None
    unbiased: Annotated[
        bool,
        Parameter(
            negative="",
            help="Play the same number of rounds in every shoe: as many as its cards always allow.",
        ),
    ] = False

    def dealing(self, book: Rulebook, run: RunOptions) -> ShoeDealing:
        """How the shoes of a run are dealt."""
        rounds = self.rounds_per_shoe
        if self.unbiased and rounds is not None:
            raise ValueError(
                "--unbiased and --rounds-per-shoe both set the rounds; expected one of them"
            )
        if self.unbiased:
            rounds = unbiased_rounds(book, run.decks)
        return ShoeDealing(run.decks, run.cut, self.ends, self.further, self.burn, rounds)


DEFAULT_SHOE = ShoeOptions()


def simulate(
    game: Game,
    /,
    *,
    shoes: Shoes = 100_000,
    shoe: ShoeOptions = DEFAULT_SHOE,
    streaks: Annotated[
        bool, Parameter(negative="", help="Also count streaks, at half the speed.")
    ] = False,
    device: Device = "cpu",
    checkpoint: Annotated[
        Path | None, Parameter(help="File that stores the progress, to continue the run later.")
    ] = None,
    run: RunOptions = DEFAULT_RUN,
) -> None:
    """Simulate shoes; show the return of every wager and the frequency of every pay line.

    The same seed gives the same totals on any number of cores and on a cluster.
    Ctrl-C shows the results so far. With --checkpoint the same command continues
    the run.

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
    dealing = shoe.dealing(book, run)
    task = ShoeTask(book, dealing, _seed(run, checkpoint), streaks)
    runs.check(task, shoes)
    check_writable(checkpoint, rows=run.output)
    begun = _begun(task, checkpoint, device)
    with _players(task, device, run) as (play, crew, stream):

        def save(totals: "Totals") -> None:
            if checkpoint is not None:
                runs.save(checkpoint, task, totals, stream)

        totals = play_until_stopped(
            play,
            shoes,
            crew,
            begun,
            lambda each: (each.shoes, each.rounds),
            title=book.key,
            save=save,
        )
    results, is_stopped = compute_results(book, dealing, task.seed, totals), totals.shoes < shoes
    if run.output is not None:
        write_rows(run.output, simulation_rows(results))
    run.show(
        simulation_sheet(results, stream, is_stopped),
        simulation_record(results, stream, is_stopped),
    )


def _seed(run: RunOptions, checkpoint: Path | None) -> int:
    """Return the requested seed, or that of the checkpoint to continue its run."""
    from punto.simulation import runs

    saved = None if run.seed is not None or checkpoint is None else runs.saved_seed(checkpoint)
    return run.chosen_seed() if saved is None else saved


def _begun(task: "ShoeTask", checkpoint: Path | None, device: str) -> "Totals":
    """The totals of an earlier run in the checkpoint file; empty without one."""
    from punto.simulation import runs
    from punto.simulation.game_tables import compile_tables
    from punto.simulation.kernels import gpu_shoes
    from punto.simulation.totals import empty_totals

    if checkpoint is None:
        return empty_totals(compile_tables(task.book), task.dealing)
    return runs.load(checkpoint, task, gpu_shoes.GPU_STREAM if device == "gpu" else runs.CPU_STREAM)


@contextmanager
def _players(
    task: "ShoeTask", device: str, run: RunOptions
) -> Iterator[tuple["Play[Totals]", "WorkerPool", str]]:
    """Yield the function that plays, the workers, and the name of the random stream."""
    from punto.simulation import runs
    from punto.simulation.shoe_play import play_totals

    if device == "gpu":
        from punto.odds.engine import gpu
        from punto.simulation.kernels import gpu_shoes

        if run.has_workers:
            raise ValueError("--device gpu excludes --cores and --cluster; leave them out")
        if task.with_streaks:
            raise ValueError("a GPU cannot count streaks; leave --device gpu or --streaks out")
        if (why := gpu.why_unavailable()) is not None:
            raise ValueError(why)
        with announce("compiling the kernels for this GPU"):
            gpu_shoes.play_totals_on_gpu(task, 0, 1)
        yield (
            partial(gpu_shoes.play_totals_on_gpu, task),
            runs.thread_pool(1, 1 << 24),
            gpu_shoes.GPU_STREAM,
        )
        return
    with run.worker_pool() as crew:
        with announce_first_play():
            play_totals(task, 0, 1)
        yield partial(play_totals, task), crew, runs.CPU_STREAM
