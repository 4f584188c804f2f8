"""The command line, run for real in a process of its own."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def punto(tmp_path: Path) -> Run:
    """Runs `punto` with some words in an empty folder."""

    def run(*words: str) -> "subprocess.CompletedProcess[str]":
        script = Path(sys.executable).parent / "punto"
        return subprocess.run(
            [str(script), *words],
            capture_output=True,
            text=True,
            timeout=240,
            cwd=tmp_path,
            check=False,
        )

    return run


Said = Callable[..., str]


@pytest.fixture
def run(punto: Run) -> Said:
    """What `punto` says to some words; where it is to fail, the one line that says why."""

    def said(*words: str, fails: bool = False) -> str:
        answer = punto(*words)
        assert answer.returncode == (2 if fails else 0), answer.stdout + answer.stderr
        assert "Traceback" not in answer.stderr
        return answer.stderr if fails else answer.stdout

    return said
