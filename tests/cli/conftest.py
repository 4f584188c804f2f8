"""Run the command line in a separate process, on a journal that the folder shares."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from punto.certification.days.day import Day
from punto.games.library import game
from punto.journal.stores.sqlite import SqliteJournal

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def warm() -> Iterator["subprocess.Popen[str]"]:
    """A process with everything loaded, which forks one `punto` per request."""
    words = [sys.executable, str(Path(__file__).with_name("warm.py"))]
    with subprocess.Popen(
        words, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


@pytest.fixture
def punto(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, warm: "subprocess.Popen[str]"
) -> Run:
    """Run `punto` in an empty folder, with words as arguments and typed text as input."""
    streams = tmp_path_factory.mktemp("streams")

    def run(*words: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
        (streams / "in").write_text(typed, encoding="utf-8")
        request = {"words": words, "folder": str(tmp_path), "streams": str(streams)}
        assert warm.stdin is not None
        assert warm.stdout is not None
        print(json.dumps(request), file=warm.stdin, flush=True)
        code = int(warm.stdout.readline())
        texts = [(streams / name).read_text(encoding="utf-8") for name in ("out", "err")]
        return subprocess.CompletedProcess(["punto", *words], code, *texts)

    return run


Output = Callable[..., str]


@pytest.fixture
def run(punto: Run) -> Output:
    """The output of `punto`. If it must fail, its one line of error, with exit code 2."""

    def output(*words: str, typed: str = "", fails: bool = False, has_output: bool = False) -> str:
        answer = punto(*words, typed=typed)
        assert answer.returncode == (2 if fails else 0), answer.stdout + answer.stderr
        assert "Traceback" not in answer.stderr
        if not fails:
            return answer.stdout
        assert has_output or answer.stdout == ""
        assert answer.stderr.startswith("punto: ")
        assert answer.stderr.count("\n") == 1, answer.stderr
        return answer.stderr

    return output


ROUNDS_OF_DAY = 120


@pytest.fixture(scope="session")
def shared_day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of a short day, which no test may change."""
    path = tmp_path_factory.mktemp("day") / "day.db"
    with closing(SqliteJournal(path)) as journal:
        Day(5, journal, book=game("super-six")).play(ROUNDS_OF_DAY)
    return path


@pytest.fixture
def day(shared_day: Path, tmp_path: Path) -> Path:
    """A copy of the day in the folder of the test."""
    return Path(shutil.copy(shared_day, tmp_path / "day.db"))
