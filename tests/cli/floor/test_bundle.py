"""Test that `punto bundle` exports a round that verifies without the journal."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from tests.cli.conftest import Output
from tests.floor.playing import plan_of, served

TABLE = "tiger-5"


async def play(folder: Path) -> int:
    """Rounds on a short shoe, whose order is soon revealed; the first with two patrons."""
    plan = plan_of("tiger", checkpoint_seconds=0)
    (table,) = plan.tables
    short = replace(table, settings=structs.replace(table.settings, cards_behind_cut=400))
    async with served(folder, replace(plan, tables=(short,))) as floor:
        async with floor.terminal(TABLE, cents=1_000_00) as one:
            async with floor.terminal(TABLE, cents=1_000_00) as two:
                await one.place(TABLE, banker=100_00, tiger=10_00)
                placed = await two.place(TABLE, player=50_00)
                number: int = placed["receipt"]["round"]
                await two.seen(TABLE, "settled", after=number + 4)
    return number


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    folder = tmp_path_factory.mktemp("data")
    return folder, asyncio.run(play(folder))


def test_a_bundle_is_exported_and_verified_without_the_journal(
    data: tuple[Path, int], tmp_path: Path, run: Output
) -> None:
    folder, number = data
    file, key = (
        tmp_path / "round.bundle",
        (folder / "checkpoints" / "house.pub").read_text().strip(),
    )
    output = run("bundle", "export", str(folder), TABLE, str(number), "-o", str(file))
    assert f"{file.stat().st_size:,} bytes" in output
    assert key in output
    lines = run("bundle", "verify", str(file), "--key", key).splitlines()
    assert lines[0] == f"proved  the signature of key {key} matches every byte"
    assert any("chain to the head of checkpoint" in line for line in lines)
    assert any("the revealed order and salt match that commitment" in line for line in lines)
    assert any("seat 2, Player $50.00: returned" in line for line in lines)
    assert not any(line.startswith("given   that this is the key") for line in lines)
    without = run("bundle", "verify", str(file))
    assert "given   that this is the key of the house" in without
    record = json.loads(run("bundle", "verify", str(file), "--key", key, "--json"))
    assert record["rounds"] == [number, number]
    assert sum(each["cents"] for each in record["wagers"] if each["seat"] == 2) == 50_00
    several = tmp_path / "several.bundle"
    run("bundle", "export", str(folder), TABLE, "1", "--to", str(number), "-o", str(several))
    assert json.loads(run("bundle", "verify", str(several), "--json"))["rounds"] == [1, number]


def test_an_invalid_bundle_prints_one_line(
    data: tuple[Path, int], tmp_path: Path, run: Output
) -> None:
    folder, number = data
    file = tmp_path / "round.bundle"
    run("bundle", "export", str(folder), TABLE, str(number), "-o", str(file))
    whole = file.read_bytes()
    changed = tmp_path / "changed.bundle"
    changed.write_bytes(whole.replace(b'\\"cents\\":5000', b'\\"cents\\":9000', 1))
    assert "the signature does not match the text" in run(
        "bundle", "verify", str(changed), fails=True
    )
    changed.write_bytes(whole[:-1])
    assert "is refused" in run("bundle", "verify", str(changed), fails=True)
    changed.write_text("hello")
    assert "does not start with the header" in run("bundle", "verify", str(changed), fails=True)
    other = "ab" * 32
    assert "not by abab" in run("bundle", "verify", str(file), "--key", other, fails=True)
    assert "not a public key" in run("bundle", "verify", str(file), "--key", "x", fails=True)
    missing = str(tmp_path / "missing")
    assert "No such file" in run("bundle", "verify", missing, fails=True)


def test_a_round_that_cannot_be_exported_prints_one_line(
    data: tuple[Path, int], tmp_path: Path, run: Output
) -> None:
    folder, _ = data
    out = ("-o", str(tmp_path / "x.bundle"))
    for words, answer in (
        ((str(folder), TABLE, "9999"), "has no round 9999 that is over"),
        ((str(folder), "nowhere", "1"), "has no round 1 that is over"),
        ((str(folder), TABLE, "0"), "has no round 0"),
        ((str(tmp_path), TABLE, "1"), "no keys of a house"),
    ):
        assert answer in run("bundle", "export", *words, *out, fails=True)
    exports, typo = tmp_path / "exports", tmp_path / "exprots"
    exports.mkdir()
    (exports / "checkpoints-000000.txt").write_text("{} nothing\n")
    for named, answer in (
        (typo, f"{typo} is not a folder; expected the folder of exported checkpoints"),
        (exports, f"{exports}: a line is not a checkpoint: Object missing required field"),
    ):
        where = (str(folder), TABLE, "1", "--checkpoints", str(named))
        assert answer in run("bundle", "export", *where, *out, fails=True)
    nowhere = str(tmp_path / "no" / "x.bundle")
    assert "cannot be written" in run(
        "bundle", "export", str(folder), TABLE, "1", "-o", nowhere, fails=True
    )
    assert not (tmp_path / "x.bundle").exists()
