"""Test `punto report` in every format, also while the floor writes its journal."""

import json
import threading
from pathlib import Path

import pytest

from punto.certification.days.sample_floor import SampleFloor
from punto.journal.stores.sqlite import SqliteJournal
from punto.reports.floor.report_kinds import KINDS
from tests.audit.forger import Forger
from tests.cli.conftest import Output, Run

DAY = ("--period", "day", "--on", "2026-11-13")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a floor with a short day in its journal."""
    folder = tmp_path_factory.mktemp("data")
    journal = SqliteJournal(folder / "floor.db")
    SampleFloor(journal).play(4)
    journal.close()
    return folder


def test_a_report_as_text_exits_with_code_0(punto: Run, data: Path) -> None:
    answer = punto("report", str(data), "performance", *DAY)
    assert (answer.returncode, answer.stderr) == (0, "")
    for text in ("Game performance", "gaming day 13 Nov 2026", "GP 1.0", "Page 1 of", "Difference"):
        assert text in answer.stdout


def test_all_reports_are_written_into_a_folder_in_every_format(
    punto: Run, data: Path, tmp_path: Path
) -> None:
    for form, suffix in (("html", "html"), ("csv", "csv"), ("pdf", "pdf"), ("text", "txt")):
        folder = tmp_path / form
        answer = punto("report", str(data), "all", "--format", form, "-o", str(folder))
        assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")
        assert {path.name for path in folder.iterdir()} == {f"{kind}.{suffix}" for kind in KINDS}


def test_a_report_has_the_language_option_of_every_verb(punto: Run, data: Path) -> None:
    words = ("report", str(data), "events", "--format", "html", "--period", "month")
    for option in ("--lang", "--language"):
        answer = punto(*words, "--on", "2020-02-01", option, "zh")
        assert (answer.returncode, answer.stderr) == (0, "")
        assert "无活动" in answer.stdout


@pytest.mark.parametrize("form", ["text", "csv", "json", "sheets"])
def test_every_format_is_written_in_a_language(punto: Run, data: Path, form: str) -> None:
    answer = punto("report", str(data), "win", "--format", form, "--language", "zh")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "各终端赢额" in answer.stdout


def test_json_has_whether_the_books_agree(punto: Run, data: Path) -> None:
    answer = punto("report", str(data / "floor.db"), "win", "--json", "--game", "tiger")
    record = json.loads(answer.stdout)
    assert record["is_reconciled"] is True
    assert record["head"]["filters"][0]["text"] == "all tables, games tiger"


def test_a_day_without_entries_has_no_activity(punto: Run, data: Path) -> None:
    answer = punto("report", str(data), "events", "--period", "month", "--on", "2020-02-01")
    assert answer.returncode == 0
    assert "No Activity" in answer.stdout


def test_a_report_reads_while_the_floor_writes(punto: Run, tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "floor.db")
    floor = SampleFloor(journal)
    writing = threading.Thread(target=floor.play, args=(12,))
    writing.start()
    counts = []
    while writing.is_alive():
        answer = punto("report", str(tmp_path), "liability", "--format", "json")
        assert answer.returncode == 0, answer.stderr
        counts.append(json.loads(answer.stdout))
    writing.join()
    journal.close()
    assert counts
    assert all(each["is_reconciled"] for each in counts)


def test_books_that_differ_exit_with_code_1(punto: Run, data: Path, tmp_path: Path) -> None:
    """The events have a win paid too high. Chain, transfers and balances fit it."""
    forger = Forger(data / "floor.db", tmp_path / "forged.db")
    event = forger.event("RoundSettled", lambda event: event["wagers"][0]["line"])
    event["wagers"][0]["returned_cents"] += 20
    forger.write()
    forged = forger.close()
    answer = punto("report", str(forged), "performance")
    assert answer.returncode == 1
    assert "0.20" in answer.stdout


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["gossip"], "'gossip' is not a report; expected one of performance, win"),
        (["gossip"], "interrupted or all"),
        (["win", "--on", "2026-11-13"], "--on needs a period; expected --period"),
        (["win", "--period", "day", "--on", "soon"], "'soon' is neither a day nor a time"),
        (["win", "--from", "2026-11-14", "--to", "2026-11-13"], "the end after the beginning"),
        (
            ["win", "--from", "2026-11-14", "--period", "day"],
            "--from and --to exclude --period and --on",
        ),
        (["win", "--table", "nowhere"], "table 'nowhere' does not exist"),
        (["win", "--game", "whist"], "game 'whist' does not exist; expected one of fortune-six, "),
        (["win", "--zone", "east"], "'east' is not a zone; expected hours ahead of UTC"),
        (["win", "--zone", "+23:00"], "expected at most 14 hours"),
        (["win", "--day-begins", "25:00"], "expected at most 23:59"),
        (["win", "--shifts", "5"], "5 shifts; expected"),
        (["win", "--large", "lots"], "'lots' is not an amount"),
        (["win", "-o", "no/such/folder/win.txt"], "the folder no/such/folder does not exist"),
        (["all"], "all writes several files; expected a folder"),
        (["win", "--format", "exe"], "exe"),
        (
            ["win", "--json", "--format", "html"],
            "--json and --format html contradict each other; expected one of",
        ),
        (["win", "--period", "day", "--on", "0001-01-01"], "is too far away"),
    ],
)
def test_invalid_input_prints_one_line_and_exits_with_code_2(
    words: list[str], answer: str, run: Output, data: Path
) -> None:
    assert answer in run("report", str(data), *words, fails=True)


def test_a_file_that_is_not_a_journal_prints_one_line(run: Output, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a journal", encoding="utf-8")
    for name in ("notes.txt", "nothing.db"):
        run("report", str(tmp_path / name), "win", fails=True)
