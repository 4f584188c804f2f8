"""Test full, closed and unread streams: the error is at most one line."""

import subprocess
import sys
from pathlib import Path

import pytest

from punto.certification.days.day import Day
from punto.cli.main import main
from punto.journal.errors import StorageFailed

PUNTO = f"{sys.executable} -c 'from punto.cli.main import main; main()'"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("games > /dev/full", 2, "punto: No space left on device\n"),
        ("games --json > /dev/full", 2, "punto: No space left on device\n"),
        ("--help > /dev/full", 2, "punto: No space left on device\n"),
        ("games >&-", 0, ""),
        ("--help >&- 2>&-", 0, ""),
        ("odds tiger --watch <&- > /dev/null", 0, ""),
        ("rules whist 2>&-", 2, ""),
        ("rules tiger | head -1 > /dev/null; exit ${PIPESTATUS[0]}", 0, ""),
        ("odds --help | true; exit ${PIPESTATUS[0]}", 0, ""),
        ("journal --help | true; exit ${PIPESTATUS[0]}", 0, ""),
        ("day --rounds 3 | true; exit ${PIPESTATUS[0]}", 0, ""),
        ("rules tiger --json | head -1 > /dev/null; exit ${PIPESTATUS[0]}", 0, ""),
    ],
)
def test_output_that_cannot_be_written_prints_one_line(words: str, code: int, message: str) -> None:
    line = ["bash", "-c", f"{PUNTO} {words}"]
    found = subprocess.run(line, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (code, message)


@pytest.mark.parametrize("loaded", ["cyclopts", "punto.cli.games.odds", "punto.cli.games.pages"])
def test_ctrl_c_while_a_verb_loads_exits_silently(loaded: str) -> None:
    program = f"""
import sys

class Pressed:
    def find_spec(self, name, path=None, target=None):
        if name == "{loaded}":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Pressed())
sys.argv = ["punto", "odds", "tiger"]
from punto.cli.main import main
main()
"""
    words = [sys.executable, "-c", program]
    found = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout, found.stderr) == (130, "", "")


def test_a_failed_journal_of_a_day_prints_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object) -> None:
        raise StorageFailed("database or disk is full")

    monkeypatch.setattr(Day, "play", fails)
    monkeypatch.setattr("sys.argv", ["punto", "day", "--journal", str(tmp_path / "day.db")])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert capsys.readouterr().err == "punto: database or disk is full\n"
