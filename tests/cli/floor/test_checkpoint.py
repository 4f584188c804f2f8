"""`punto checkpoint` verifies exports, and a floor refuses a journal older than them."""

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from punto.floor.floor import Floor
from punto.journal.checkpoints import files
from punto.journal.errors import JournalError
from punto.journal.keys import KeyRing, signing_key
from tests.cli.conftest import Output
from tests.floor.playing import plan_of, served


async def play(folder: Path, rounds: int) -> None:
    async with served(folder, plan_of("tiger", checkpoint_seconds=0)) as floor:
        async with floor.terminal("tiger-5", cents=1_000_00) as terminal:
            for _ in range(rounds):
                answer = await terminal.place("tiger-5", banker=100_00)
                await terminal.seen("tiger-5", "settled", after=answer["receipt"]["round"] - 1)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    asyncio.run(play(folder, 2))
    shutil.copy(folder / "floor.db", folder / "old.db")
    KeyRing(folder / "keys").renew("sign")
    asyncio.run(play(folder, 1))
    KeyRing(folder / "keys").retire("sign", 1)
    return folder


def test_every_checkpoint_of_a_floor_is_found_in_its_journal(data: Path, run: Output) -> None:
    folder = data / "checkpoints"
    page = run("checkpoint", "show", str(folder))
    assert page.startswith("Checkpoint ")
    assert "tiger-5" in page
    journal = str(data / "floor.db")
    older, key = [line.split()[0] for line in (folder / "house.pub").read_text().splitlines()]
    assert older != key
    words = ("checkpoint", "verify", str(folder), "--journal", journal)
    assert "each signed and in order" in run(*words, "--key", older)
    output = run(*words, "--key", key)
    assert "each signed and in order" in output
    # The floor exports at each of two stops, and after rounds at most once per interval.
    assert int(output.split()[0]) >= 2
    other = key[::-1]
    record = json.loads(run("checkpoint", "verify", str(folder), "--key", key, "--json"))
    assert (record["key"], record["checkpoints"] > 0) == (key, True)
    assert "signed by key" in run("checkpoint", "verify", str(folder), "--key", other, fails=True)


def test_a_round_of_an_older_key_is_bundled_under_the_newest_key(
    data: Path, tmp_path: Path, run: Output
) -> None:
    out = str(tmp_path / "round.bundle")
    key = run("bundle", "export", str(data), "tiger-5", "1", "-o", out).split("Key: ")[1].strip()
    assert key == signing_key(KeyRing(data / "keys")).public
    assert "proved" in run("bundle", "verify", out, "--key", key)


def test_an_old_backup_is_refused_in_one_line(data: Path, tmp_path: Path, run: Output) -> None:
    again = tmp_path / "data"
    shutil.copytree(data, again)
    shutil.copy(data / "old.db", again / "floor.db")
    with pytest.raises(JournalError, match="is older than checkpoint"):
        Floor(plan_of("tiger"), again)
    words = ("serve", "--data", str(again), "--port", "0")
    refused = run(*words, fails=True)
    assert "is older than checkpoint" in refused
    # The floor accepts the newer journal again.
    shutil.copy(data / "floor.db", again / "floor.db")
    floor = Floor(plan_of("tiger"), again)
    floor.exporter.close()
    floor.journal.close()


def test_a_changed_export_is_refused(data: Path, tmp_path: Path, run: Output) -> None:
    folder = tmp_path / "checkpoints"
    shutil.copytree(data / "checkpoints", folder)
    (file,) = files(folder)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([lines[0], *lines[2:]]))
    assert "does not follow" in run("checkpoint", "verify", str(folder), fails=True)
    file.write_text("".join([lines[0].replace("tiger-5", "tiger-6"), *lines[1:]]))
    assert "the signature does not match the text" in run(
        "checkpoint", "verify", str(folder), fails=True
    )


def test_an_invalid_export_folder_or_key_is_reported_in_one_line(
    tmp_path: Path, run: Output
) -> None:
    assert "not an export folder" in run("checkpoint", "show", str(tmp_path), fails=True)
    assert "not an export folder" in run("checkpoint", "verify", str(tmp_path), fails=True)
    assert "is not a public key" in run(
        "checkpoint", "verify", str(tmp_path), "--key", "x", fails=True
    )
