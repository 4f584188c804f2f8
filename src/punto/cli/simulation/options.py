"""Define the options of verbs that play shoes, and play the shoes."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, TypeVar

from cyclopts import Parameter

from punto.api import DEFAULT_DECKS
from punto.cli.options import Decks, PageOptions, Whole
from punto.cli.progress import bar
from punto.simulation.shoe_dealing import CutRule

if TYPE_CHECKING:
    # The simulation loads these later, so that the help appears at once.
    from punto.simulation.runs import Accumulator, Play, WorkerPool

Results = TypeVar("Results", bound="Accumulator")

Shoes: TypeAlias = Annotated[Whole, Parameter(help="Number of shoes.")]
CutRuleOption: TypeAlias = Annotated[
    CutRule,
    Parameter(
        name="--ends",
        help="Rule for the last round. table: the round that begins with the cutting card is the "
        "last; published: rounds begin while more cards are left than the cut.",
    ),
]
Further: TypeAlias = Annotated[
    Whole, Parameter(help="Rounds after the one that meets the cutting card.")
]
Device: TypeAlias = Annotated[
    Literal["cpu", "gpu"], Parameter(help="Processor. Each one has its own random stream.")
]
Plot: TypeAlias = Annotated[
    Path | None, Parameter(help="Also draw the figures into an .svg or .pdf file.")
]


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class RunOptions(PageOptions):
    """The options of every verb that plays shoes, and prints the results."""

    seed: Annotated[
        Whole | None,
        Parameter(help="Random seed. The same seed gives the same shoes. Default: a random one."),
    ] = None
    decks: Decks = DEFAULT_DECKS
    cut: Annotated[Whole, Parameter(help="Number of cards behind the cutting card.")] = 14
    cores: Annotated[Whole | None, Parameter(help="Number of cores. Default: all.")] = None
    cluster: Annotated[str | None, Parameter(help="Dask cluster: its address, or local.")] = None
    output: Annotated[
        Path | None,
        Parameter(
            name=["--output", "-o"], help="Also write the figures to a .csv or .parquet file."
        ),
    ] = None

    @property
    def has_workers(self) -> bool:
        """Whether an option chooses cores or a cluster."""
        return self.cores is not None or self.cluster is not None

    def chosen_seed(self) -> int:
        """The requested seed, or a random one. The results show it."""
        return random.SystemRandom().randrange(10**9) if self.seed is None else self.seed

    @contextmanager
    def worker_pool(self, share: int | None = None) -> Iterator["WorkerPool"]:
        """Yield the cores of this machine, or the workers of a cluster."""
        from punto.simulation import runs
        from punto.simulation.runs import dask_pool

        if self.cluster is not None:
            with dask_pool(self.cluster, share) as crew:
                yield crew
            return
        if self.cores is not None and self.cores < 1:
            raise ValueError(f"{self.cores} cores are too few; expected at least one")
        crew = runs.thread_pool(self.cores, share)
        try:
            yield crew
        finally:
            crew.workers.shutdown(cancel_futures=True)


DEFAULT_RUN = RunOptions()


def play_until_stopped(
    play: "Play[Results]",
    whole: int,
    crew: "WorkerPool",
    begun: Results,
    played: Callable[[Results], tuple[int, int]],
    title: str,
    unit: str = "shoe",
    save: Callable[[Results], None] = lambda _results: None,
) -> Results:
    """Play the whole run. Ctrl-C stops it and returns the results so far.

    `played` gives the number of units in the results, such as shoes, and of their rounds. `save`
    runs after each share.
    """
    from punto.simulation import runs

    results, (_, rounds_before) = begun, played(begun)
    try:
        with bar(title, whole, "rounds") as progress:
            for results in runs.run(play, whole, crew, begun):
                count, rounds = played(results)
                progress(count, rounds - rounds_before)
                save(results)
    except KeyboardInterrupt:
        if not played(results)[0]:
            raise ValueError(
                f"the run stopped before any {unit} finished; let it run longer"
            ) from None
        # The signal can arrive before the last share is saved.
        save(results)
    return results
