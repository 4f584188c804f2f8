"""Shoes: the options of verbs that play shoes, and who plays them."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from cyclopts import Parameter

from punto.cli.options import Whole
from punto.simulation.shoe_dealing import CutRule

if TYPE_CHECKING:
    # Loaded when something is played, so that help comes at once.
    from punto.simulation.runs import WorkerPool

Shoes: TypeAlias = Annotated[Whole, Parameter(help="How many shoes.")]
Seed: TypeAlias = Annotated[
    Whole | None,
    Parameter(help="The same seed, the same shoes; one is chosen and shown if not set."),
]
Cut: TypeAlias = Annotated[Whole, Parameter(help="Cards behind the cutting card.")]
CutRuleOption: TypeAlias = Annotated[
    CutRule,
    Parameter(
        name="--ends",
        help="table: a round that meets the cutting card first is the last; published: rounds "
        "begin while more cards are left than the cut.",
    ),
]
Further: TypeAlias = Annotated[Whole, Parameter(help="Rounds after the one that meets the cut.")]
Burn: TypeAlias = Annotated[
    bool, Parameter(negative="", help="Show the first card and burn as many as it counts.")
]
Device: TypeAlias = Annotated[
    Literal["cpu", "gpu"], Parameter(help="Where to play; each has a stream of its own.")
]
Cores: TypeAlias = Annotated[Whole | None, Parameter(help="How many cores; all unless told.")]
Cluster: TypeAlias = Annotated[
    str | None, Parameter(help="Play on a Dask cluster: its address, or local.")
]
Output: TypeAlias = Annotated[
    Path | None,
    Parameter(
        name=["--output", "-o"], help="Write the figures to a .csv or .parquet file as well."
    ),
]
Plot: TypeAlias = Annotated[
    Path | None, Parameter(help="Draw the figures into an .svg, .pdf or .png file.")
]


@contextmanager
def worker_pool(
    cores: int | None, cluster: str | None, share: int | None = None
) -> Iterator["WorkerPool"]:
    """The cores of this machine, or the workers of a cluster."""
    from punto.simulation import runs
    from punto.simulation.cluster import dask_pool

    if cluster is not None:
        with dask_pool(cluster, share) as crew:
            yield crew
        return
    if cores is not None and cores < 1:
        raise ValueError(f"{cores} cores; expected at least one")
    crew = runs.thread_pool(cores, share)
    try:
        yield crew
    finally:
        crew.workers.shutdown(cancel_futures=True)


def chosen_seed(seed: int | None) -> int:
    """The seed asked for, or one that nobody chose, to be shown with the results."""
    return random.SystemRandom().randrange(10**9) if seed is None else seed
