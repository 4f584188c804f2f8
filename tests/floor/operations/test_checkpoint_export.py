"""Checkpoints are exported in the background after rounds, and at the stop."""

import asyncio
import shutil
from pathlib import Path

from punto.journal.checkpoints import lines_of, successive_checkpoints
from punto.journal.stores.sqlite import SqliteJournal
from tests.floor.playing import plan_of, served


async def test_a_checkpoint_is_exported_after_a_round_and_at_the_stop(tmp_path: Path) -> None:
    out = tmp_path / "elsewhere"

    plan = plan_of("tiger", checkpoints=out, checkpoint_seconds=0)
    async with served(tmp_path / "data", plan) as floor:
        async with floor.terminal("tiger-5") as terminal:
            await terminal.seen("tiger-5", "settled")
            await terminal.seen("tiger-5", "settled", after=1)
        while floor.floor.exporter.last is None:
            await asyncio.sleep(0.01)
    found = list(successive_checkpoints(lines_of(out)))
    assert len(found) >= 2
    journal = SqliteJournal(tmp_path / "data" / "floor.db", read_only=True)
    heads = {name: (number, head.hex()) for name, (number, head) in journal.streams().items()}
    assert found[-1].heads == heads
    assert found[-1].rulebooks.keys() == {"tiger-5"}


async def test_tables_continue_without_the_folder_of_checkpoints(tmp_path: Path) -> None:
    out = tmp_path / "elsewhere"

    plan = plan_of("tiger", checkpoints=out, checkpoint_seconds=0)
    async with served(tmp_path / "data", plan) as floor:
        shutil.rmtree(out)
        async with floor.terminal("tiger-5", cents=100_00) as terminal:
            view = await terminal.seen("tiger-5", "settled", after=1)
            await terminal.seen("tiger-5", "settled", after=view["round"])
        while not floor.floor.exporter.failure:
            await asyncio.sleep(0.01)
        # It is there again, and so are checkpoints.
        out.mkdir()
        while floor.floor.exporter.failure:
            await asyncio.sleep(0.01)
    assert list(lines_of(out))
