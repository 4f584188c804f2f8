"""Every message that the code makes has a text with exactly its values."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import punto
from punto.messages.catalogue import catalogue
from punto.messages.render import KINDS
from tests.messages.completeness import placeholders

SOURCE = Path(punto.__file__).parent
VALUES = {
    key: {place.name for place in placeholders(pattern)}
    for key, pattern in catalogue("en").patterns.items()
}


def faults(source: str, name: str) -> Iterator[str]:
    """The calls of `message` whose key or values the catalogues do not have."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="message")):
                key = node.args[0] if len(node.args) == 1 else None
            case ast.Call(func=ast.Attribute(attr=attr)) if attr in TAKES_KEY:
                key = node.args[-1] if node.args else None
            case _:
                continue
        yield from (f"{name}:{node.lineno} {fault}" for fault in _faults(node, key))


TAKES_KEY = ("add_finding", "prove", "add_assumption")
"""Methods of the auditor whose last positional argument is a key."""


def _faults(call: ast.Call, key: ast.expr | None) -> Iterator[str]:
    if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
        yield "the key is not a literal"
    elif any(keyword.arg is None for keyword in call.keywords):
        yield f"{key.value}: the names of the values are not literals"
    elif key.value not in VALUES:
        yield f"{key.value} has no text"
    elif (given := {str(keyword.arg) for keyword in call.keywords}) != VALUES[key.value]:
        expected = ", ".join(sorted(VALUES[key.value])) or "no values"
        yield f"{key.value} has {', '.join(sorted(given)) or 'no values'}; expected {expected}"


def test_every_message_in_the_code_has_a_text_with_its_values() -> None:
    found = [
        fault
        for file in sorted(SOURCE.rglob("*.py"))
        for fault in faults(file.read_text(encoding="utf-8"), str(file.relative_to(SOURCE)))
    ]
    assert found == []


def test_a_wrong_key_name_or_form_is_found() -> None:
    code = (
        "message('hand.player')\n"
        "message('hand.playr')\n"
        "message('hand.player', side=1)\n"
        "message(key)\n"
        "message('hand.player', **values)\n"
        "table.add_finding(Check.WHO, 'hand.playr')\n"
        "table.add_finding(Check.WHO, 'hand.player', side=1)\n"
        "found.prove('hand.player')\n"
    )
    assert list(faults(code, "x.py")) == [
        "x.py:2 hand.playr has no text",
        "x.py:3 hand.player has side; expected no values",
        "x.py:4 the key is not a literal",
        "x.py:5 hand.player: the names of the values are not literals",
        "x.py:6 hand.playr has no text",
        "x.py:7 hand.player has side; expected no values",
    ]


def unused(keys: Iterable[str], code: str) -> list[str]:
    """The keys that no literal, no made key and no placeholder of a closed set uses."""
    made = tuple({*MADE_KEY.findall(code), *(f"{kind}." for kind in CLOSED_SETS)})
    literals = set(LITERAL.findall(code))
    return [key for key in keys if key not in literals and not key.startswith(made)]


LITERAL = re.compile(r"[\"']([\w.-]+)[\"']")
MADE_KEY = re.compile(r"(?:f\"|f'|`)([\w-]+(?:\.[\w-]+)*\.)\$?\{")
CLOSED_SETS = {
    place.kind
    for pattern in catalogue("en").patterns.values()
    for place in placeholders(pattern)
    if place.kind not in KINDS
}


def test_every_text_is_used() -> None:
    files = [path for path in SOURCE.rglob("*") if path.suffix in (".py", ".js", ".html")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in files)
    assert unused(VALUES, code) == []


def test_a_text_that_no_code_uses_is_found() -> None:
    code = "t('a.used'); t(`made.${name}`); message(\"b.used\"); Message(f'made.too.{x}')"
    keys = ["a.used", "b.used", "made.one", "made.too.two", "hand.player", "a.unused"]
    assert unused(keys, code) == ["a.unused"]
