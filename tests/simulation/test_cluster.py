"""Check that a Dask cluster gives the totals of one core, even if a worker dies."""

import os
import signal
from functools import partial
from typing import Any

import pytest

from punto.games.library import game
from punto.simulation import cluster
from punto.simulation.cluster import dask_pool
from punto.simulation.game_tables import compile_tables
from punto.simulation.runs import run
from punto.simulation.shoe_dealing import ShoeDealing
from punto.simulation.shoe_play import ShoeTask, play_totals
from punto.simulation.totals import empty_totals

TASK = ShoeTask(game("tiger"), ShoeDealing(), 8)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_share_of_a_lost_worker_is_played_again() -> None:
    distributed: Any = pytest.importorskip("distributed")
    empty = empty_totals(compile_tables(TASK.book), TASK.dealing)
    with dask_pool("local", 2_000) as pool:
        client = distributed.get_client()
        shares = run(partial(play_totals, TASK), 60_000, pool, empty)
        first = next(shares)
        # The workers have further shares now. Kill one of them.
        [pid, *_] = client.run(os.getpid).values()
        os.kill(pid, signal.SIGKILL)
        *_, last = shares
    assert first.shoes == 2_000
    assert last == play_totals(TASK, 0, 60_000)


def test_missing_dask_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda _name: None)
    with (
        pytest.raises(ValueError, match="no Dask: the package distributed is not installed"),
        dask_pool("local"),
    ):
        pass


def test_an_address_without_a_cluster_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "SECONDS_TO_ANSWER", 1)
    with pytest.raises(ValueError, match="no cluster at"), dask_pool("tcp://127.0.0.1:1"):
        pass
