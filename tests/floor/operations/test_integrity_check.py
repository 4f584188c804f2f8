"""The software is compared with its state at the start, and a difference stops the floor."""

import asyncio
import base64
import hashlib
import time
from pathlib import Path
from unittest.mock import patch

import pytest

from punto.floor.floor import Floor
from punto.floor.operations.integrity_check import (
    IntegrityCheck,
    IntegrityResult,
    check_libraries,
    required_libraries,
)
from punto.floor.read_models.table_operations import WHOLE_FLOOR
from tests.floor.playing import plan_of


def software(folder: Path) -> Path:
    """A small software of three files, and what Python keeps beside them."""
    for name, text in (("a.py", "x = 1\n"), ("b/c.js", "1\n"), ("__pycache__/a.pyc", "1")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.mark.parametrize(
    ("change", "differs"),
    [
        (lambda root: (root / "b").touch(), ()),
        (lambda root: (root / "__pycache__/a.pyc").write_text("2"), ()),
        (lambda root: (root / "a.py").write_text("x = 2\n"), ("a.py",)),
        (lambda root: (root / "b/c.js").unlink(), ("b/c.js",)),
        (lambda root: (root / "d.py").write_text(""), ("d.py",)),
    ],
)
def test_every_changed_added_or_missing_file_is_named(
    tmp_path: Path, change: object, differs: tuple[str, ...]
) -> None:
    stopped: list[str] = []

    async def stop(reason: str) -> None:
        stopped.append(reason)

    check = IntegrityCheck(lambda: "now", stop, software(tmp_path / "software"))
    assert asyncio.run(check.check()).differs == ()
    assert callable(change)
    change(tmp_path / "software")
    found = asyncio.run(check.check())
    assert (found, check.last) == (IntegrityResult("now", found.files, differs), found)
    assert stopped == ([f"the software differs: {differs[0]}"] if differs else [])


def test_installed_libraries_match_their_published_digests() -> None:
    count, differing = check_libraries()
    assert (count > 1_000, differing) == (True, ())
    assert {"starlette", "anyio", "cryptography"} <= required_libraries().keys()


def installed(folder: Path, name: str, needs: str, *files: str) -> None:
    """A library as an installer leaves it: its files, and the list of their digests."""
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Name: {name}\nVersion: 1.0\n{needs}")
    rows = []
    for each in files:
        (folder / each).write_text(each)
        digest = base64.urlsafe_b64encode(hashlib.sha256(each.encode()).digest())
        rows.append(f"{each},sha256={digest.decode().rstrip('=')},{len(each)}\n")
    (about / "RECORD").write_text("".join(rows) + f"{about.name}/RECORD,,\n")


def test_a_changed_or_missing_library_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs = "Requires-Dist: leaf_of_it>=1\nRequires-Dist: not-here; extra == 'more'\n"
    installed(tmp_path, "tree_of_it", needs + "Requires-Dist: for-another-system\n")
    installed(tmp_path, "leaf_of_it", "", "one.py", "two.py", "three.py")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert check_libraries("tree-of-it") == (3, ())
    (tmp_path / "one.py").write_text("other")
    (tmp_path / "three.py").unlink()
    check_libraries.cache_clear()
    found = check_libraries("tree-of-it")
    assert found == (3, ("leaf-of-it: one.py", "leaf-of-it: three.py"))


def test_many_differences_are_shortened() -> None:
    assert IntegrityResult("", 9, ("a", "b", "c", "d", "e")).reason == (
        "the software differs: a, b, c and 2 more"
    )


async def test_a_floor_with_changed_software_accepts_no_new_bets(tmp_path: Path) -> None:
    floor = Floor(plan_of("tiger"), tmp_path / "data")
    root = software(tmp_path / "software")
    floor.integrity_check = IntegrityCheck(lambda: "now", floor.staff.stop_floor, root)
    await floor.start()
    (live,) = floor.owners.values()
    assert not live.is_disabled
    (root / "a.py").write_text("x = 2\n")
    await floor.integrity_check.check()
    assert live.is_disabled
    assert floor.staff.state.disabled == {WHOLE_FLOOR: "the software differs: a.py"}
    # Said once, however often it is seen.
    await floor.integrity_check.check()
    await floor.stop()


async def test_no_table_deals_if_the_software_differs_at_the_start(tmp_path: Path) -> None:
    def differing() -> tuple[int, tuple[str, ...]]:
        time.sleep(0.5)
        return 1, ("anyio: a.py",)

    floor = Floor(plan_of("tiger"), tmp_path / "data")
    with patch("punto.floor.operations.integrity_check.check_libraries", differing):
        await floor.start()
    (owner,) = floor.owners.values()
    assert floor.staff.state.disabled == {WHOLE_FLOOR: "the software differs: anyio: a.py"}
    assert (owner.state.rounds, owner.state.round) == (0, None)
    await floor.stop()
