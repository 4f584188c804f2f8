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
