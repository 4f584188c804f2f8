"""Run simulation shares on a Dask cluster, either an existing one or a new local one.

A share is a pure function of its task and its shoes. So the shares of a lost worker are played
again, and the totals equal those of one core.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from punto.simulation.runs import WorkerPool, thread_pool

LOCAL = "local"
SHARES_PER_WORKER = 4
SECONDS_TO_ANSWER = 10


@contextmanager
def dask_pool(address: str, share: int | None = None) -> Iterator[WorkerPool]:
    """Open a pool of the workers at an address, or of a new local cluster for `local`."""
    if find_spec("distributed") is None:
        raise ValueError("no Dask: the package distributed is not installed (extra cluster)")
    import distributed

    # Dask has no type annotations.
    dask: Any = distributed
    try:
        if address == LOCAL:
            cluster = dask.LocalCluster(
                threads_per_worker=1, dashboard_address=None, silence_logs=50, processes=True
            )
            client = dask.Client(cluster)
        else:
            cluster = None
            client = dask.Client(address, timeout=SECONDS_TO_ANSWER)
    except (OSError, ValueError, TimeoutError) as error:
        raise ValueError(f"no cluster at {address}: {_first_line(error)}") from None
    try:
        workers = max(len(client.scheduler_info()["workers"]), 1)
        share_size = thread_pool(1, share).share
        yield WorkerPool(client.get_executor(), SHARES_PER_WORKER * workers, share_size)
    finally:
        client.close()
        if cluster is not None:
            cluster.close()


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]
