"""Read the catalogue of a language from its folder and compile its texts once."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

FOLDER = Path(__file__).parent / "catalogues"
LANGUAGES = tuple(sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir()))
GRAMMAR = "grammar.json"
CURRENCY = "$"

_PLACEHOLDER = re.compile(r"\{(\w+)(?::([\w-]+)(\*\w*|\?)?)?(?:\|([^{}]*))?\}")


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A place for a value.

    `mark` is `*` with the name of a list for a tuple, `?` for a value that may be None, or empty.
    """

    name: str
    kind: str
    mark: str
    forms: Mapping[str, str]


Pattern: TypeAlias = tuple[str | Placeholder, ...]


@dataclass(frozen=True, slots=True)
class Grammar:
    """How a language writes numbers, sums, odds, cards, times, lists and plurals."""

    name: str
    key: str
    """The short name on the key that chooses the language."""

    tag: str
    plural: Mapping[str, tuple[int, ...]]
    thousands: str
    point: str
    money: str
    pays: str
    card: str
    percent: str
    policy: str
    date: str
    moment: str
    months: tuple[str, ...]
    lists: Mapping[str, tuple[str, str]]
    """For each kind of list, the text between its items and before its last item."""

    pdf_font: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of one language, compiled, with its grammar."""

    language: str
    grammar: Grammar
    patterns: Mapping[str, Pattern]


@cache
def catalogue(language: str, currency: str = CURRENCY) -> Catalogue:
    """The catalogue of a language, with sums in a currency."""
    if currency != CURRENCY:
        base = catalogue(language)
        money = base.grammar.money.replace(CURRENCY, currency)
        return replace(base, grammar=replace(base.grammar, money=money))
    return read_catalogue(FOLDER / language)


def read_catalogue(folder: Path) -> Catalogue:
    """The catalogue in a folder: the texts of all its files, and its grammar."""
    patterns: dict[str, Pattern] = {}
    for file in sorted(folder.glob("*.json")):
        if file.name == GRAMMAR:
            continue
        texts: dict[str, str] = _read(file)
        if repeated := patterns.keys() & texts.keys():
            raise ValueError(f"{folder.name}: {min(repeated)} is in two files")
        patterns |= {key: compile_text(text) for key, text in texts.items()}
    return Catalogue(folder.name, Grammar(**_read(folder / GRAMMAR)), patterns)


def _read(file: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return content


def compile_text(text: str) -> Pattern:
    """A text cut at its placeholders. A brace that opens no placeholder raises ValueError."""
    parts: list[str | Placeholder] = []
    end = 0
    for found in _PLACEHOLDER.finditer(text):
        parts.append(text[end : found.start()])
        name, kind, mark, forms = found.groups("")
        cases = (form.partition(":") for form in forms.split("|")) if forms else ()
        parts.append(Placeholder(name, kind, mark, {case: words for case, _, words in cases}))
        end = found.end()
    parts.append(text[end:])
    if any(brace in part for part in parts if isinstance(part, str) for brace in "{}"):
        raise ValueError(f"{text!r}: a brace that opens no placeholder")
    return tuple(part for part in parts if part)
