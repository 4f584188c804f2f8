"""Test `punto simulate`, `punto count` and `punto bankroll`."""

import csv
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from punto.cli.main import main
from punto.simulation import runs
from tests.cli.conftest import Output, Run
from tests.cli.test_verbs import lines

SIMULATE = ("simulate", "tiger", "--seed", "7", "--shoes", "3000")


def test_simulate_shows_every_figure_beside_its_exact_value(punto: Run) -> None:
    page = lines(punto(*SIMULATE, "--unbiased", "--streaks").stdout)
    assert page[0] == "Tiger Baccarat"
    assert any(
        line.startswith("3,000 shoes, 207,000 rounds, 69.000 per shoe, seed 7") for line in page
    )
    assert any(line.startswith("Banker wins ") and "45.85974%" in line for line in page)
    assert any(line.startswith("Big Tiger ") and "-0.152533" in line for line in page)
    assert any(line.startswith("Both hands have a pair") and "100 to 1" in line for line in page)
    assert "69 3,000 100.0000%" in page


def test_the_same_seed_gives_the_same_totals_on_any_cores_and_a_cluster(punto: Run) -> None:
    first = json.loads(punto(*SIMULATE, "--json", "--cores", "1").stdout)
    for words in (("--cores", "2"), ("--cluster", "local")):
        assert json.loads(punto(*SIMULATE, "--json", *words).stdout) == first
    assert (first["seed"], first["shoes"], first["stopped"]) == (7, 3000, False)
    assert sum(first["shoes_by_rounds"].values()) == 3000


def test_a_simulation_prints_json(punto: Run) -> None:
    words = (*SIMULATE, "--unbiased", "--streaks")
    found = json.loads(punto(*words, "--json").stdout)
    page = lines(punto(*words).stdout)
    assert any(line.endswith(f"p = {found['p_value']:.4f}") for line in page)
    streaks = found["streaks"]
    assert f"1 {streaks['player']['1']:,} {streaks['banker']['1']:,}" in page


@pytest.mark.parametrize("name", ["out.csv", "out.parquet"])
def test_results_are_written_to_a_file_of_rows(punto: Run, tmp_path: Path, name: str) -> None:
    assert punto(*SIMULATE, "--output", name).returncode == 0
    if name.endswith(".csv"):
        with (tmp_path / name).open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        counts = {(row["kind"], row["name"], row["detail"]): int(row["seen"]) for row in rows}
    else:
        duckdb = pytest.importorskip("duckdb")
        found = duckdb.sql(f"select kind, name, detail, seen from '{tmp_path / name}'").fetchall()
        counts = {(kind, key, detail or ""): counts for kind, key, detail, counts in found}
    winners = sum(counts["winner", key, ""] for key in ("player", "banker", "neither"))
    assert winners == json.loads(punto(*SIMULATE, "--json").stdout)["rounds"]


def test_a_run_continues_from_its_checkpoint(punto: Run, run: Output) -> None:
    whole = json.loads(punto(*SIMULATE, "--json").stdout)
    part = ("simulate", "tiger", "--seed", "7", "--checkpoint", "run.json", "--json")
    assert json.loads(punto(*part, "--shoes", "1000").stdout)["shoes"] == 1000
    assert json.loads(punto(*part, "--shoes", "3000").stdout) == whole
    assert "run.json is of another task: decks is 8, not 6" in run(
        *part, "--shoes", "3000", "--decks", "6", fails=True
    )


def test_the_same_command_continues_with_the_seed_of_its_checkpoint(
    punto: Run, run: Output, tmp_path: Path
) -> None:
    words = ("simulate", "tiger", "--checkpoint", "run.json", "--json")
    begun = json.loads(punto(*words, "--shoes", "500").stdout)
    gone_on = json.loads(punto(*words, "--shoes", "900").stdout)
    assert (gone_on["seed"], gone_on["shoes"]) == (begun["seed"], 900)
    other = punto(*words, "--seed", str(begun["seed"] + 1))
    assert "run.json is of another task: seed is" in other.stderr
    for text in ('{"task": {"seed": 1.5}}', "[]", "{", '{"task": 5}'):
        (tmp_path / "run.json").write_text(text, encoding="utf-8")
        run(*words, fails=True)


def test_ctrl_c_saves_the_results_and_the_run_continues(tmp_path: Path, punto: Run) -> None:
    checkpoint = tmp_path / "run.json"
    words = ["simulate", "tiger", "--seed", "7", "--json", "--checkpoint", str(checkpoint)]
    script = Path(sys.executable).parent / "punto"
    with subprocess.Popen(
        [script, *words, "--shoes", "1_000_000_000"], stdout=subprocess.PIPE, text=True
    ) as running:
        for _ in range(600):
            if checkpoint.exists():
                break
            time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        output, _ = running.communicate(timeout=240)
    stopped = json.loads(output)
    assert running.returncode == 0
    assert stopped["stopped"] is True
    shoes = stopped["shoes"]
    assert shoes > 0
    assert json.loads(checkpoint.read_text())["totals"]["shoes"] == shoes
    gone_on = json.loads(punto(*words, "--shoes", str(shoes + 1000)).stdout)
    straight = json.loads(
        punto("simulate", "tiger", "--seed", "7", "--json", "--shoes", str(shoes + 1000)).stdout
    )
    assert gone_on == straight


@pytest.mark.filterwarnings("ignore:Cyclopts application invoked without tokens")
@pytest.mark.parametrize(
    ("words", "of_whom", "finished"),
    [
        (["count", "tiger", "--wager", "tie", "--shoes", "9000"], "shoes", 8192),
        (["bankroll", "tiger", "tie", "--patrons", "600", "--rounds", "9"], "patrons", 512),
        (["simulate", "tiger", "--shoes", "70000"], "shoes", 1 << 16),
    ],
)
def test_the_json_record_has_whether_ctrl_c_stopped_the_run(
    words: list[str],
    of_whom: str,
    finished: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    stop_after_a_share(monkeypatch)
    monkeypatch.setattr(sys, "argv", ["punto", *words, "--seed", "1", "--json"])
    main()
    found = json.loads(capsys.readouterr().out)
    record = found[0] if isinstance(found, list) else found
    assert (record["stopped"], record[of_whom]) == (True, finished)


def stop_after_a_share(monkeypatch: pytest.MonkeyPatch) -> None:
    whole_run = runs.run

    def interrupted(*arguments: Any) -> Iterator[Any]:
        yield next(whole_run(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr(runs, "run", interrupted)


@pytest.mark.filterwarnings("ignore:Cyclopts application invoked without tokens")
def test_a_report_on_counting_names_the_stop_by_ctrl_c(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One Ctrl-C stops all cuts."""
    stop_after_a_share(monkeypatch)
    words = ["count", "tiger", "--wager", "tie", "--shoes", "9000", "--seed", "1", "--report"]
    monkeypatch.setattr(sys, "argv", ["punto", *words])
    main()
    page = capsys.readouterr().out
    assert "Stopped early" in page
    assert ("Cut 14" in page, "Cut 26" in page) == (True, False)


def test_count_shows_a_published_count(punto: Run, tmp_path: Path) -> None:
    words = ("count", "tiger", "--wager", "big_tiger", "--seed", "3", "--shoes", "4000")
    tags = ("--tags", "0 0 -1 -1 -1 -2 1 2 2 0", "--true", "8")
    page = lines(punto(*words, *tags).stdout)
    assert "Tags, A to 9, then T: 0 0 -1 -1 -1 -2 1 2 2 0" in page
    assert any(line.startswith("Big Tiger true count at least 8 3.") for line in page)
    (row,) = json.loads(punto(*words, *tags, "--json", "-o", "out.csv").stdout)
    assert row["frequency"] == pytest.approx(0.03536, abs=0.004)
    assert (row["stopped"], row["stream"][:6]) == (False, "philox")
    played = (row["decks"], row["ends"], row["further_rounds"], row["burn"])
    assert played == (8, "published", 1, True)
    assert (tmp_path / "out.csv").read_text().startswith("game,seed,cut,wager,count")


def test_count_plays_every_wager_by_its_best_linear_count(punto: Run) -> None:
    rows = json.loads(punto("count", "seven-up", "--shoes", "500", "--seed", "1", "--json").stdout)
    assert [row["wager"] for row in rows] == ["player", "banker", "tie", "super_sevens"]
    assert {row["count"] for row in rows} == {"best linear count"}


def test_a_report_on_counting_lists_countermeasures(punto: Run, tmp_path: Path) -> None:
    words = ("count", "seven-up", "--report", "--shoes", "800", "--seed", "1", "--plot", "out.svg")
    page = lines(punto(*words).stdout)
    assert "7 Up Baccarat: what counting can win" in page
    assert any("Cut 14 Cut 26 Cut 52 Cut 104" in line for line in page)
    assert any(line.startswith("Super 7's: ") for line in page)
    assert "<svg" in (tmp_path / "out.svg").read_text(encoding="utf-8")


def test_bankroll_shows_that_staking_does_not_change_the_edge(punto: Run, tmp_path: Path) -> None:
    words = (
        "bankroll",
        "tiger",
        "banker",
        "--plan",
        "martingale",
        "--patrons",
        "300",
        "--seed",
        "1",
    )
    page = lines(punto(*words, "--plot", "out.svg", "-o", "out.csv").stdout)
    assert page[0] == "Tiger Baccarat: martingale"
    assert any(line.startswith("Could not place the next stake ") for line in page)
    assert any("No staking plan changes the edge" in line and "1.0579%" in line for line in page)
    assert (tmp_path / "out.svg").read_text().startswith("<svg")
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 301


def test_bankroll_accepts_a_custom_plan_and_several_wagers(punto: Run, tmp_path: Path) -> None:
    source = "def stakes():\n    while True:\n        won = yield 2\n"
    (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    words = ("bankroll", "tiger", "banker=2", "tie", "--plan", "mine.py", "--rounds", "10")
    found = json.loads(punto(*words, "--patrons", "50", "--seed", "1", "--json").stdout)
    assert found["wagers"] == {"banker": 2, "tie": 1}
    assert found["mean_staked_cents"] == 10 * 2 * 3 * 10_00
    assert (found["stopped"], found["rounds"]) == (False, 10)
    assert found["procedure"] == {
        "decks": 8,
        "cut": 14,
        "ends": "table",
        "further_rounds": 0,
        "burn": False,
        "rounds_per_shoe": None,
    }


def test_pages_are_printed_in_chinese(punto: Run) -> None:
    assert "结果" in punto(*SIMULATE, "--lang", "zh").stdout
    assert "算牌" in punto("count", "seven-up", "--shoes", "50", "--lang", "zh").stdout
    words = ("bankroll", "tiger", "tie", "--patrons", "20", "--rounds", "20", "--lang", "zh")
    assert "注码法" in punto(*words).stdout


BUGGY = "def stakes():\n    yield 1\n    yield 1 / 0\n"


@pytest.mark.filterwarnings("ignore:Cyclopts application invoked without tokens")
@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["simulate", "tiger", "--shoes", "0"], "0 shoes; expected 1 to 1,000,000,000,000"),
        (["simulate", "tiger", "--shoes", "9" * 30], "shoes; expected 1 to"),
        (["simulate", "tiger", "--cut", "500"], "500 cards behind the cutting card; expected 6 to"),
        (["simulate", "tiger", "--cut", "5"], "5 cards behind the cutting card"),
        (["simulate", "tiger", "--further", "9"], "expected 60 to"),
        (["simulate", "tiger", "--decks", "3"], "3 decks; tiger is played with 4 to 10"),
        (["simulate", "tiger", "--rounds-per-shoe", "70"], "70 rounds per shoe; expected 1 to 69"),
        (
            ["simulate", "tiger", "--rounds-per-shoe", "5", "--unbiased"],
            "--unbiased and --rounds-per-shoe both set the rounds",
        ),
        (["simulate", "tiger", "--seed", "-1"], "seed -1"),
        (["simulate", "tiger", "--cores", "0"], "0 cores are too few; expected at least one"),
        (["simulate", "tiger", "--device", "gpu"], "no GPU"),
        (
            ["simulate", "tiger", "--device", "gpu", "--cores", "2"],
            "--device gpu excludes --cores and --cluster",
        ),
        (["simulate", "tiger", "--cluster", "nonsense"], "no cluster at nonsense"),
        (["simulate", "tiger", "--output", "no/out.csv"], "the folder no does not exist"),
        (["simulate", "tiger", "-o", "out.xlsx"], "expected .csv or .parquet"),
        # So many shoes would never end, unless the verb checks the folder first.
        (
            ["simulate", "tiger", "--shoes", f"{10**12}", "--output", "/proc/out.csv"],
            "/proc/out.csv cannot be written",
        ),
        (
            ["count", "tiger", "--shoes", f"{10**12}", "--plot", "/proc/out.svg"],
            "/proc/out.svg cannot be written",
        ),
        (
            ["bankroll", "tiger", "tie", "--patrons", f"{10**8}", "--output", "/proc/out.csv"],
            "/proc/out.csv cannot be written",
        ),
        (["simulate", "tiger", "--checkpoint", "no/run.json"], "the folder no does not exist"),
        (["count", "tiger", "--wager", "nine"], "tiger has no wager 'nine'"),
        (["count", "tiger", "--tags", "1 2 3", "--true", "4"], "3 tags; expected ten"),
        (["count", "tiger", "--tags", "0 0 0 0 0 0 0 0 0 x", "--true", "4"], "'x' is not a number"),
        (["count", "tiger", "--tags", "0 0 0 0 0 0 0 0 0 0"], "--tags need one trigger"),
        (
            ["count", "tiger", "--tags", "0 0 0 0 0 0 0 0 0 1", "--true", "1e400"],
            "'1e400' is not a number",
        ),
        (
            ["count", "tiger", "--tags", f"0 0 0 0 0 0 0 0 0 {10**17}", "--true", "4"],
            "the count needs more than 64 bits",
        ),
        (
            ["count", "tiger", "--tags", "0 0 0 0 0 0 0 0 0 1", "--running", "9" * 30],
            "the count needs more than 64 bits",
        ),
        (
            ["count", "tiger", "--true", "4"],
            "--true and --running describe a count; expected --tags",
        ),
        (["count", "tiger", "--plot", "out.doc"], "has another suffix; expected .svg or .pdf"),
        (["count", "tiger", "--device", "gpu"], "--device gpu needs --perfect"),
        (["count", "tiger", "--perfect", "--device", "gpu"], "no GPU"),
        (["bankroll", "tiger"], "no wagers"),
        (["bankroll", "tiger", "banker=x"], "expected each wager once"),
        (["bankroll", "tiger", "banker", "--plan", "lucky"], "there is no plan 'lucky'"),
        (["bankroll", "tiger", "banker", "--plan", "missing.py"], "missing.py cannot be read"),
        (["bankroll", "tiger", "banker", "--plan", "buggy.py"], "buggy.py, line 3: ZeroDivision"),
        (["bankroll", "tiger", "banker", "--unit", "0.05"], "units of 0.20"),
        (["bankroll", "tiger", "banker", "--bankroll", "1"], "cannot place one stake"),
        (["bankroll", "tiger", "banker", "--patrons", "0"], "0 patrons"),
        (["bankroll", "tiger", "banker", "tie", "--plan", "kelly"], "expected one wager"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_invalid_input_prints_one_line(
    words: list[str],
    answer: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "buggy.py").write_text(BUGGY, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["punto", *words])
    with pytest.raises(SystemExit) as left:
        main()
    output = capsys.readouterr()
    assert left.value.code == 2
    assert output.out == ""
    # On a busy machine the announcement of the kernels comes before the error.
    *announced, message = output.err.splitlines()
    assert all(re.search("compiling|preparing|computing", line) for line in announced)
    assert message.startswith("punto: ")
    assert answer in message


@pytest.mark.filterwarnings("ignore:Cyclopts application invoked without tokens")
def test_too_little_memory_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise MemoryError("Unable to allocate 3.00 TiB for an array")

    monkeypatch.setattr("punto.simulation.shoe_play.play_totals", full)
    monkeypatch.setattr(sys, "argv", ["punto", "simulate", "tiger", "--shoes", "10"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert "there is not enough memory" in (output := capsys.readouterr().err)
    assert output.count("\n") == 1


@pytest.mark.parametrize("verb", ["simulate", "count", "bankroll"])
def test_a_verb_without_numpy_names_the_extra_and_prints_its_help(verb: str) -> None:
    program = (
        "import sys; sys.modules['numpy'] = None; sys.argv = {words}; "
        "from punto.cli.main import main; main()"
    )
    helped, refused = (
        subprocess.run(
            [sys.executable, "-c", program.format(words=["punto", verb, *words])],
            capture_output=True,
            text=True,
            check=False,
        )
        for words in (["--help"], ["tiger", *(["banker"] if verb == "bankroll" else [])])
    )
    assert helped.returncode == 0
    assert "For example:" in helped.stdout
    assert refused.returncode == 2
    assert refused.stderr == "punto: numpy is not installed; run pip install 'punto[fast]'\n"
