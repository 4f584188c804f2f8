"""Check that every finding of the auditor has a text in every language."""

import ast
import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from punto import audit
from punto.audit import Check, Finding
from punto.audit.findings import names
from punto.audit.rules.remedies import LADDER, ROWS
from punto.audit.state import Phase
from punto.messages.catalogue import LANGUAGES, catalogue
from punto.messages.message import Message, message
from punto.messages.render import render
from punto.reports.descriptions.findings import describe_finding
from tests.audit.lines import finding_lines
from tests.messages.samples import samples

SOURCES = sorted(Path(audit.__file__).parent.rglob("*.py"))
SETS = ("audit-action", "audit-actor", "audit-field", "audit-moment", "audit-phase")
OPEN = (Phase.BETS_OPEN, Phase.BETS_CLOSED)


def keys(group: str) -> list[str]:
    return [key for key in catalogue("en").patterns if key.startswith(f"{group}.")]


@pytest.mark.parametrize("group", SETS)
def test_every_member_of_a_closed_set_is_used(group: str) -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    assert [key for key in keys(group) if f'"{key.partition(".")[2]}"' not in source] == []


def literals(keyword: str, places: Mapping[str, int]) -> set[str]:
    """The names that calls pass by a keyword, or by position to some methods."""
    found = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
                values = [each.value for each in node.keywords if each.arg == keyword]
                values += node.args[places[name] :][:1] if name in places else []
                found |= {str(each.value) for each in values if isinstance(each, ast.Constant)}
    return found


def test_every_action_that_a_check_names_has_a_text() -> None:
    """The checks pass actions on as plain names, so no type guards them."""
    first = ["is_idle", "is_between_rounds", "compare_round", "add_cards", "require_second"]
    first += ["require_position", "report_not_due", "require_phase", "is_seat_of"]
    first += ["compare_position", "compare_facts"]
    second = ("running", "going", "compare_source", "require_positive")
    named = literals("what", {**dict.fromkeys(first, 0), **dict.fromkeys(second, 1)})
    assert len(named) > 50
    assert {f"audit-action.{each}" for each in named} <= set(keys("audit-action"))


def test_every_field_that_a_check_names_has_a_text() -> None:
    named = literals("field", {"compare": 1})
    assert len(named) > 15
    assert {f"audit-field.{each}" for each in named} <= set(keys("audit-field"))


def test_every_phase_has_a_text() -> None:
    assert {f"audit-phase.{phase}" for phase in Phase} == set(keys("audit-phase"))


def test_the_auditors_names_have_texts() -> None:
    patterns = catalogue("en").patterns
    steps = [step for row in ROWS for step in (*row.steps, *row.proposed)]
    named = {f"trigger.{row.trigger}" for row in ROWS}
    named |= {f"circumstance.{each}" for row in ROWS for each in row.when}
    named |= {f"remedy.{step.remedy}" for step in steps}
    named |= {f"remedy-detail.{step.detail}" for step in steps if step.detail}
    named |= {f"position.{each}" for each in LADDER}
    assert named <= patterns.keys()


@pytest.mark.parametrize(("language", "mark"), [("en", "; "), ("zh", "；")])
def test_every_finding_names_the_expected_value(language: str, mark: str) -> None:
    for key in keys("finding"):
        parts = catalogue(language).patterns[key]
        text = "".join(part if isinstance(part, str) else "value" for part in parts)
        assert mark in text, key


def test_chinese_texts_have_no_latin_punctuation() -> None:
    for each in samples("zh"):
        if each.key.startswith(("finding.", "finding-part.", *(f"{group}." for group in SETS))):
            parts = catalogue("zh").patterns[each.key]
            text = "".join(part for part in parts if isinstance(part, str))
            assert not re.search(r"[,;:()!?]", text), each.key
            assert re.search(r"[\u4e00-\u9fff]", text) or not text.strip(), each.key


@pytest.mark.parametrize(
    ("found", "english", "chinese"),
    [
        (
            message("finding.wager-unit", amount=1_001, wager="tie", unit=20),
            "$10.01 on Tie; expected units of $0.20",
            "“和”投注 $10.01；单位应为 $0.20",
        ),
        (
            message("finding.wrong-phase", what="void", phase=Phase.DEALING, expected=OPEN),
            "a void while dealing; expected bets open or bets closed",
            "作废发生于“发牌中”阶段；应为接受下注或停止下注",
        ),
        (
            message("finding.order-of-other-cards", cards=names([])),
            "the order –; expected the cards of the round",
            "牌序 –；应为该局的牌",
        ),
        (
            message("finding.remedy-missing", remedy="dance"),
            "“dance” was due and did not follow; expected it at once",
            "应当“dance”而未执行；应立即执行",
        ),
    ],
)
def test_a_finding_reads_as_a_sentence(found: Message, english: str, chinese: str) -> None:
    assert (render(found, "en"), render(found, "zh")) == (english, chinese)


@pytest.mark.parametrize(
    ("stream", "entry", "round_", "line"),
    [
        ("", 0, 0, "file: sum: all accounts add up to $1.00; expected zero"),
        ("t1", 0, 0, "t1: sum: all accounts add up to $1.00; expected zero"),
        ("t1", 7, 0, "t1, entry 7: sum: all accounts add up to $1.00; expected zero"),
        ("t1", 7, 2, "t1, entry 7, round 2: sum: all accounts add up to $1.00; expected zero"),
    ],
)
def test_a_line_begins_with_its_place(stream: str, entry: int, round_: int, line: str) -> None:
    found = Finding(Check.SUM, stream, entry, round_, message("finding.sum", amount=100))
    assert finding_lines([found]) == [line]
    assert all(render(describe_finding(found), language) for language in LANGUAGES)


def test_a_record_has_the_key_and_plain_values() -> None:
    values = {"movement": message("finding-part.nothing"), "expected": names(["Kc", "9h"])}
    found = Finding(Check.TRANSFER, "t1", 3, 0, Message("finding.transfer", values))
    assert json.loads(json.dumps(audit.findings.record_of(found))) == {
        "check": "transfer",
        "stream": "t1",
        "entry": 3,
        "round": 0,
        "key": "finding.transfer",
        "values": {
            "movement": {"key": "finding-part.nothing", "values": {}},
            "expected": ["Kc", "9h"],
        },
    }
