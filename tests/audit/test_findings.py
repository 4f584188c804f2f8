"""Check that every key of the auditor has a text, and that every text is used."""

import ast
import json
import re
from pathlib import Path

import pytest

from punto import audit
from punto.audit.checks import card_handling
from punto.audit.state import Phase
from punto.audit.words import PLACEHOLDER, Words, names, texts

SOURCES = sorted(Path(audit.__file__).parent.rglob("*.py"))
KEY = re.compile(r"(finding|proof|audit|audit-label|audit-summary)\.[a-z-]+")
OPEN = (Phase.BETS_OPEN, Phase.BETS_CLOSED)
CLOSED_SETS = ("audit-action", "audit-moment", "audit-phase", "audit-field")


def uses() -> list[tuple[str, set[str]]]:
    """Every key that a call names, with the names of the values that the call gives."""
    found = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                given = {each.arg for each in node.keywords if each.arg}
                found += [(key, given) for key in literals(node) if KEY.fullmatch(key)]
    return found


def literals(call: ast.Call) -> list[str]:
    values = [each.value for each in call.args if isinstance(each, ast.Constant)]
    return [value for value in values if isinstance(value, str)]


def kinds_of(text: str) -> dict[str, str]:
    return {match["name"]: match["kind"] or "name" for match in PLACEHOLDER.finditer(text)}


def test_every_call_gives_the_values_of_its_text() -> None:
    computed = {"finding.line-by-text", "finding.several-lines"}
    wrong = [
        (key, given)
        for key, given in uses()
        if key not in computed and given != kinds_of(texts()[key]).keys()
    ]
    assert wrong == []


def test_every_text_is_used() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    unused = [
        key
        for key in texts()
        if f'"{key.partition(".")[2] if key.startswith(CLOSED_SETS) else key}"' not in source
    ]
    assert unused == []


def test_a_brace_always_belongs_to_a_value() -> None:
    for key, text in texts().items():
        assert not set("{}") & set(PLACEHOLDER.sub("", text)), key


def test_the_kinds_of_values_are_known() -> None:
    kinds = {kind for text in texts().values() for kind in kinds_of(text).values()}
    assert kinds <= {"name", "number", "money", "message", *CLOSED_SETS}


def test_every_finding_says_what_was_expected() -> None:
    findings = [text for key, text in texts().items() if key.startswith("finding.")]
    assert all(text.count("; expected ") == 1 for text in findings)


def test_every_phase_has_a_text() -> None:
    texts_of_phases = {key for key in texts() if key.startswith("audit-phase.")}
    assert {f"audit-phase.{phase}" for phase in Phase} == texts_of_phases


@pytest.mark.parametrize(
    ("words", "english"),
    [
        (Words("audit-summary.found", differences=0), "no difference"),
        (Words("audit-summary.found", differences=1), "1 difference"),
        (Words("audit-summary.found", differences=1_234), "1,234 differences"),
        (
            Words("finding.wager-unit", cents=1_001, wager="tie", unit=20),
            "1,001 cents on tie; expected units of 20",
        ),
        (
            Words("finding.wrong-phase", what="void", phase=Phase.DEALING, expected=OPEN),
            "a void while dealing; expected bets open or bets closed",
        ),
        (
            Words("finding.reported-order", cards=names([])),
            "the order none; expected the cards of the round",
        ),
    ],
)
def test_words_read_as_a_sentence(words: Words, english: str) -> None:
    assert str(words) == english


def test_a_record_has_the_key_and_plain_values() -> None:
    words = Words("finding.short-decks", cards=names(["Kc", "9h"]))
    assert json.loads(json.dumps(words.record())) == {
        "key": "finding.short-decks",
        "values": {
            "cards": [
                {"key": "audit.name", "values": {"name": "Kc"}},
                {"key": "audit.name", "values": {"name": "9h"}},
            ]
        },
    }
    assert words == Words("finding.short-decks", cards=names(["Kc", "9h"]))
    assert hash(words) == hash(Words("finding.short-decks", cards=names(["Kc", "9h"])))
    assert repr(Words("audit.name", name="Kc")) == "Words('audit.name', **{'name': 'Kc'})"


def test_every_action_of_a_check_has_a_text() -> None:
    """The checks pass actions on as plain words, so no type guards them."""
    source = Path(card_handling.__file__).parent
    missing = []
    for path in source.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _name_of(node) in ("running", "going", "is_idle"):
                missing += [
                    each for each in literals(node) if f"audit-action.{each}" not in texts()
                ]
    assert missing == []


def _name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""
