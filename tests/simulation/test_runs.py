"""Check that runs give the same totals on any workers, also on a cluster, and that they resume."""

import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from punto.games.library import game
from punto.simulation import runs
from punto.simulation.game_tables import compile_tables
from punto.simulation.runs import (
    MAX_SHOES,
    WorkerPool,
    check,
    dask_pool,
    load,
    run,
    save,
    thread_pool,
)
from punto.simulation.shoe_dealing import ShoeDealing
from punto.simulation.shoe_play import ShoeTask, play_totals
from punto.simulation.totals import Totals, empty_totals

TASK = ShoeTask(game("tiger"), ShoeDealing(), 8)
EMPTY = empty_totals(compile_tables(TASK.book), TASK.dealing)


def all_of(shoes: int, pool: WorkerPool, begun: Totals = EMPTY) -> Totals:
    *_, last = run(partial(play_totals, TASK), shoes, pool, begun)
    return last


def test_totals_do_not_depend_on_cores_or_shares() -> None:
    one = all_of(5_003, thread_pool(1, 1 << 16))
    assert one.shoes == 5_003
    assert all_of(5_003, thread_pool(2, 512)) == one
    assert all_of(5_003, thread_pool(2, 777)) == one
    assert all_of(5_003, thread_pool(5, 100)) == one


def test_a_run_continues_after_the_shoes_played() -> None:
    half = all_of(2_000, thread_pool(2, 300))
    assert all_of(5_003, thread_pool(2, 512), half) == all_of(5_003, thread_pool(1))


def test_a_stopped_run_has_played_the_first_shoes() -> None:
    shares = run(partial(play_totals, TASK), 50_000, thread_pool(2, 1_000), EMPTY)
    stopped = [next(shares) for _ in range(3)][-1]
    shares.close()
    assert stopped == play_totals(TASK, 0, 3_000)


def test_a_run_resumes_from_a_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    assert load(path, TASK) == EMPTY
    save(path, TASK, all_of(1_500, thread_pool(2, 512)))
    assert all_of(4_000, thread_pool(2, 512), load(path, TASK)) == play_totals(TASK, 0, 4_000)
    assert [file.name for file in tmp_path.iterdir()] == ["run.json"]


def test_a_checkpoint_of_another_task_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    save(path, TASK, play_totals(TASK, 0, 10))
    others = {
        "seed": ShoeTask(TASK.book, TASK.dealing, 9),
        "decks": ShoeTask(TASK.book, ShoeDealing(decks=6), 8),
        "game": ShoeTask(game("super-six"), TASK.dealing, 8),
        "streaks": ShoeTask(TASK.book, TASK.dealing, 8, with_streaks=True),
    }
    for name, task in others.items():
        with pytest.raises(ValueError, match=f"is of another task: {name}"):
            load(path, task)
    with pytest.raises(ValueError, match="is of another task: stream"):
        load(path, TASK, "the GPU's")


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"task": {}}', '{"task": {}, "totals": {"shoes": 1}}', "\x00"]
)
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"is not a checkpoint|is of another task"):
        load(path, TASK)


def test_a_checkpoint_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be written"):
        save(tmp_path / "missing" / "run.json", TASK, EMPTY)


@pytest.mark.parametrize("shoes", [0, -1, MAX_SHOES + 1])
def test_invalid_numbers_of_shoes_are_refused(shoes: int) -> None:
    with pytest.raises(ValueError, match=r"shoes; expected 1 to 1,000,000,000,000"):
        check(TASK, shoes)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_invalid_seeds_are_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="expected 0 to 18446744073709551615"):
        check(ShoeTask(TASK.book, TASK.dealing, seed), 1)


def test_more_than_1024_cores_are_refused() -> None:
    with pytest.raises(ValueError, match="expected 1 to 1024"):
        thread_pool(5_000)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_share_of_a_lost_worker_is_played_again() -> None:
    distributed: Any = pytest.importorskip("distributed")
    with dask_pool("local", 2_000) as pool:
        client = distributed.get_client()
        shares = run(partial(play_totals, TASK), 60_000, pool, EMPTY)
        first = next(shares)
        # The workers have further shares now. Kill one of them.
        [pid, *_] = client.run(os.getpid).values()
        os.kill(pid, signal.SIGKILL)
        *_, last = shares
    assert first.shoes == 2_000
    assert last == play_totals(TASK, 0, 60_000)


def test_missing_dask_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "find_spec", lambda _name: None)
    with (
        pytest.raises(ValueError, match="no Dask: the package distributed is not installed"),
        dask_pool("local"),
    ):
        pass


def test_an_address_without_a_cluster_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(runs, "SECONDS_TO_ANSWER", 1)
    with pytest.raises(ValueError, match="no cluster at"), dask_pool("tcp://127.0.0.1:1"):
        pass
