"""Check that campaigns refuse an unknown size or seed with one line."""

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent
NAMES = sorted(
    each.stem
    for each in (FOLDER / "campaigns").glob("*.py")
    if '__name__ == "__main__"' in each.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", NAMES)
def test_an_unknown_size_prints_one_line(name: str) -> None:
    """Some campaigns once answered it with a traceback."""
    answer = subprocess.run(
        [sys.executable, "-m", f"campaigns.{name}", "enormous"],
        capture_output=True,
        text=True,
        cwd=FOLDER,
        timeout=60,
        check=False,
    )
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith(f"campaigns.{name}: unknown size 'enormous'; expected ")
    assert answer.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["small", "x"], "unknown seed 'x'; expected a number"),
        (["small", "1", "2"], "'2' is unexpected; expected only a size and a seed"),
    ],
)
def test_an_unknown_word_prints_one_line(words: list[str], problem: str) -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "campaigns.days", *words],
        capture_output=True,
        text=True,
        cwd=FOLDER,
        timeout=60,
        check=False,
    )
    assert (answer.returncode, answer.stderr) == (2, f"campaigns.days: {problem}\n")
