"""`punto checkpoint` and a floor that refuses an old journal."""

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from punto.floor.audit_desk.verification_run import VerificationRun
from punto.floor.floor import Floor
from punto.floor.tasks import Tasks
from punto.journal.checkpoint import decode
from punto.journal.checkpoint_folder import files, last_line, lines_of
from punto.journal.errors import JournalError
from punto.journal.keys.key_ring import KeyRing
from punto.journal.keys.signing import signing_key
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
    # At each of two stops, and after rounds as often as there was time for.
    assert int(output.split()[0]) >= 2
    other = key[::-1]
    record = json.loads(run("checkpoint", "verify", str(folder), "--key", key, "--json"))
    assert (record["key"], record["checkpoints"] > 0) == (key, True)
    assert "signed by key" in run("checkpoint", "verify", str(folder), "--key", other, fails=True)


def test_a_round_that_an_older_key_covered_is_bundled_under_the_newest(
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
    with pytest.raises(JournalError, match="older than what was exported"):
        Floor(plan_of("tiger"), again)
    words = ("serve", "--data", str(again), "--port", "0")
    refused = run(*words, fails=True)
    assert "is older than what was exported" in refused
    assert refused.count("\n") == 1
    # The newer one is taken again.
    shutil.copy(data / "floor.db", again / "floor.db")
    floor = Floor(plan_of("tiger"), again)
    floor.exporter.close()
    floor.journal.close()


def test_a_floor_goes_on_from_a_journal_that_was_rechained(
    data: Path, tmp_path: Path, run: Output
) -> None:
    again, new = tmp_path / "data", tmp_path / "new.db"
    shutil.copytree(data, again)
    words = ("journal", "rechain", str(again / "floor.db"), str(new), "--with")
    record = json.loads(run(*words, "sha3-256", "--json"))
    (table,) = [each for each in record["streams"] if each["stream"] == "tiger-5"]
    last = json.loads(run("checkpoint", "show", str(again / "checkpoints"), "--json"))
    assert f"Software: {last['software']}" in run("checkpoint", "show", str(again / "checkpoints"))
    assert last["heads"]["tiger-5"] == {"entry": table["entries"], "hash": table["before"]}
    assert "is there already" in run(*words, "sha3-256", fails=True)
    words = (*words[:3], str(tmp_path / "other.db"), "--with")
    assert f"was {table['before']}\n" in run(*words, "blake2b")
    new.rename(again / "floor.db")
    # What was exported by the old chain still holds; what is exported now names the new digest.
    asyncio.run(play(again, 1))
    journal, folder = str(again / "floor.db"), str(again / "checkpoints")
    assert "each signed" in run("checkpoint", "verify", folder, "--journal", journal)
    assert '"digest":"sha3-256"' in last_line(again / "checkpoints")
    for line in (next(lines_of(again / "checkpoints")), last_line(again / "checkpoints")):
        assert VerificationRun(again / "floor.db", Tasks(print))._chain(decode(line)) == ""
    assert "Chained by sha3-256" in run("journal", "verify", journal)
    assert json.loads(run("audit", journal, "--json"))["clean"]
    for number in ("1", "4"):
        out = str(tmp_path / f"{number}.bundle")
        run("bundle", "export", str(again), "tiger-5", number, "-o", out)
        assert "proved" in run("bundle", "verify", out)


def test_a_changed_export_is_found(data: Path, tmp_path: Path, run: Output) -> None:
    folder = tmp_path / "checkpoints"
    shutil.copytree(data / "checkpoints", folder)
    (file,) = files(folder)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([lines[0], *lines[2:]]))
    assert "does not follow" in run("checkpoint", "verify", str(folder), fails=True)
    file.write_text("".join([lines[0].replace("tiger-5", "tiger-6"), *lines[1:]]))
    assert "another signature" in run("checkpoint", "verify", str(folder), fails=True)


def test_what_is_no_export_folder_is_one_line(tmp_path: Path, run: Output) -> None:
    assert "no export folder" in run("checkpoint", "show", str(tmp_path), fails=True)
    assert "no export folder" in run("checkpoint", "verify", str(tmp_path), fails=True)
    assert "no public key" in run("checkpoint", "verify", str(tmp_path), "--key", "x", fails=True)
