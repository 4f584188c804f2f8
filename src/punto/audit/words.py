"""Describe findings and proofs by keys and values, and render them in English.

A caller that knows the reader's language renders the key and the values itself. Every other caller
gets the English sentence.
"""

import json
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias, Union

Value: TypeAlias = Union[bool, int, str, "Words", tuple["Value", ...], None]

PLACEHOLDER = re.compile(
    r"\{(?P<name>\w+)(?::(?P<kind>[\w-]+)(?P<joined>\*(?:or|and)?)?\??)?(?P<forms>(?:\|[^{}|]+)*)\}"
)
EXPECTED = "; expected "
"""Separates the actual and the expected value in the sentence of a finding."""

JOINTS = {"*": ", ", "*or": " or ", "*and": " and "}


class Words:
    """A sentence or a part of one: the key of its text, and plain values by name."""

    __slots__ = ("key", "values")

    def __init__(self, key: str, /, **values: Value) -> None:
        self.key, self.values = key, values

    def __str__(self) -> str:
        return self._filled(texts()[self.key])

    def parts(self) -> tuple[str, str]:
        """The actual and the expected value of a finding."""
        found, _, expected = texts()[self.key].partition(EXPECTED)
        return self._filled(found), self._filled(expected)

    def _filled(self, text: str) -> str:
        return PLACEHOLDER.sub(lambda match: _rendered(match, self.values), text)

    def __repr__(self) -> str:
        return f"Words({self.key!r}, **{self.values!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and self.record() == other.record()

    def __hash__(self) -> int:
        return hash((self.key, tuple(self.values.items())))

    def rendered_values(self) -> tuple[str, ...]:
        """The values in English, in the order in which they were set."""
        matches = {match["name"]: match for match in PLACEHOLDER.finditer(texts()[self.key])}
        return tuple(_rendered(matches[name], self.values) for name in self.values)

    def record(self) -> dict[str, Any]:
        """The key and the values as a record for other programs."""
        return {"key": self.key, "values": {k: _plain(v) for k, v in self.values.items()}}


NOTHING = Words("audit.nothing")


def named(text: str) -> Words:
    """A name as words; words for nothing if it is empty."""
    return Words("audit.name", name=text) if text else NOTHING


def names(texts: Iterable[str]) -> tuple[Words, ...]:
    """Several names as words; words for nothing if there are none."""
    return tuple(map(named, texts)) or (NOTHING,)


def money(cents: int) -> str:
    """Format cents as an amount, such as 20.00."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02}"


@cache
def texts() -> dict[str, str]:
    """The English text of every key, with the name and the kind of each value."""
    text = files("punto.audit").joinpath("english.json").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text)
    return found


def _rendered(match: re.Match[str], values: dict[str, Value]) -> str:
    value, kind = values[match["name"]], match["kind"] or "name"
    if match["forms"]:
        return _form(value, match["forms"])
    if isinstance(value, tuple):
        return JOINTS[match["joined"]].join(_one(each, kind) for each in value)
    return _one(value, kind)


def _one(value: Value, kind: str) -> str:
    match kind:
        case "money":
            assert isinstance(value, int), "money is in cents"
            return money(value)
        case "number":
            return f"{value:,}"
        case "name" | "message":
            return "" if value is None else str(value)
        case _:
            return texts()[f"{kind}.{value}"]


def _form(value: Value, text: str) -> str:
    forms = dict(form.split(":", 1) for form in text[1:].split("|"))
    if isinstance(value, bool):
        return forms["yes" if value else "no"]
    form = forms.get(str(value)) or forms["one" if value == 1 else "other"]
    return form.replace("#", f"{value:,}")


def _plain(value: Value) -> Any:
    if isinstance(value, Words):
        return value.record()
    return [_plain(each) for each in value] if isinstance(value, tuple) else value
