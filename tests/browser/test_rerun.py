"""Test the second run of failed browser tests."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

RERUN = Path(__file__).with_name("rerun.py")


@pytest.mark.parametrize(
    ("failed", "status", "output"),
    [
        (["tests/browser/test_screen.py::test_passes"], 0, "flaky: tests/browser/test_screen.py"),
        (["tests/browser/test_screen.py::test_fails"], 1, "1 failed"),
        (["tests/core/test_cards.py::test_a"], 1, ""),
        (["tests/browser/test_screen.py::test_passes", "tests/core/test_cards.py::test_a"], 1, ""),
        ([f"tests/browser/test_screen.py::test_{n}" for n in range(6)], 1, ""),
        ([], 1, ""),
    ],
)
def test_only_failed_browser_tests_run_once_more(
    failed: list[str], status: int, output: str, tmp_path: Path
) -> None:
    cache, tests = tmp_path / ".pytest_cache" / "v" / "cache", tmp_path / "tests" / "browser"
    cache.mkdir(parents=True)
    tests.mkdir(parents=True)
    (cache / "lastfailed").write_text(json.dumps(dict.fromkeys(failed, True)))
    (tests / "test_screen.py").write_text(
        "def test_passes(): pass\ndef test_fails(): raise AssertionError\n"
    )
    completed = subprocess.run(
        [sys.executable, RERUN], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert completed.returncode == status, completed.stdout + completed.stderr
    assert output in completed.stdout
    assert ("flaky" in completed.stdout) == (status == 0)
