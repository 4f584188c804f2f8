"""Test `punto audit` on a sound, a changed and an unreadable journal."""

import json
import re
from pathlib import Path

import pytest

from tests.audit.forger import Forger
from tests.cli.conftest import ROUNDS_OF_DAY, Output, Run


@pytest.fixture
def overpaid(shared_day: Path, tmp_path: Path) -> Path:
    """The same journal with one win paid too high, and chain, transfers and balances adapted."""
    forger = Forger(shared_day, tmp_path / "overpaid.db")
    event = forger.event("RoundSettled", lambda event: event["wagers"][0]["line"])
    event["wagers"][0]["returned_cents"] += 20
    forger.write()
    return forger.close()


def test_a_sound_journal_exits_with_code_0(punto: Run, shared_day: Path) -> None:
    answer = punto("audit", str(shared_day))
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "Found:     no difference\n" in answer.stdout
    assert re.search(r"Rounds:    \d+ settled, \d+ void; \d+ shoes? revealed\n", answer.stdout)
    assert " entries per second\n" in answer.stdout


def test_the_audit_of_a_sound_journal_is_printed_as_json(punto: Run, shared_day: Path) -> None:
    answer = punto("audit", str(shared_day), "--json")
    found = json.loads(answer.stdout)
    assert (answer.returncode, found["clean"], found["findings"]) == (0, True, [])
    # A settled round that was reversed is also void.
    assert found["rounds_settled"] + found["rounds_void"] >= ROUNDS_OF_DAY
    assert set(found["heads"]) == {"cage", "table"}


def test_a_difference_prints_one_line_and_exits_with_code_1(punto: Run, overpaid: Path) -> None:
    answer = punto("audit", overpaid.name)
    assert (answer.returncode, answer.stderr) == (1, "")
    first, *rest = answer.stdout.splitlines()
    assert first.startswith("table, entry ")
    assert ": returned: " in first
    assert "; expected " in first
    assert any(line == "Found:     1 difference" for line in rest)


def test_a_difference_is_printed_in_chinese(punto: Run, overpaid: Path) -> None:
    answer = punto("audit", overpaid.name, "--language", "zh")
    first, *rest = answer.stdout.splitlines()
    assert re.match(r"table，条目 \d+，第 \d+ 局：returned：\d 号位的.+派回 .+；投注 ", first)
    assert "结果：  1 处差异" in rest


def test_a_difference_is_printed_as_json(punto: Run, overpaid: Path) -> None:
    answer = punto("audit", overpaid.name, "--json")
    found = json.loads(answer.stdout)
    assert (answer.returncode, found["clean"]) == (1, False)
    (finding,) = found["findings"]
    assert (finding["check"], finding["stream"]) == ("returned", "table")
    assert finding["entry"] > 0
    assert finding["round"] > 0
    assert finding["key"] == "finding.wrong-payment"
    assert finding["values"]["amount"] - finding["values"]["expected"] == 20


def test_an_exported_head_must_be_in_the_journal(punto: Run, shared_day: Path) -> None:
    heads = json.loads(punto("audit", str(shared_day), "--json").stdout)["heads"]
    words = [word for name, head in heads.items() for word in ("--head", f"{name}={head['hash']}")]
    assert punto("audit", str(shared_day), *words).returncode == 0
    answer = punto("audit", str(shared_day), "--head", f"table={'0' * 64}")
    assert answer.returncode == 1
    assert "table: exported-head: no entry has the exported head 0000" in answer.stdout
    answer = punto("audit", str(shared_day), "--head", f"t9={'0' * 64}")
    assert answer.returncode == 1
    assert "file: exported-head: there is no stream t9; expected it because" in answer.stdout


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["none.db"], "there is no journal none.db"),
        (["."], ". is a folder; expected a journal, as in floor.db"),
        (["text.db"], "text.db is damaged: file is not a database"),
        ([], "requires an argument"),
        (["none.db", "--head", "table"], "'table' is not a head; expected each stream once"),
        (["none.db", "--head", "table=00ff"], "'table=00ff' is not a head"),
        (["none.db", "--head", f"={'0' * 64}"], "is not a head"),
        (["none.db", "--head", f"t={'0' * 64}", "--head", f"t={'1' * 64}"], "is not a head"),
    ],
)
def test_an_unreadable_journal_exits_with_code_2(
    run: Output, tmp_path: Path, words: list[str], answer: str
) -> None:
    (tmp_path / "text.db").write_text("no journal, whatever else it is\n" * 200, encoding="utf-8")
    assert answer in run("audit", *words, fails=True)
