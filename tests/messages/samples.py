"""Sample values for every placeholder of the catalogues."""

from typing import Any

from punto.messages.catalogue import Catalogue, Placeholder, catalogue
from punto.messages.message import Message
from tests.messages.completeness import placeholders

VALUES: dict[str, list[Any]] = {
    "": ["Table 8", "$&{x}#"],
    "name": ["Table 8", "$&{x}#", {"en": "Lucky Nine", "zh": "幸运九"}, {"en": "$1 {y}"}],
    "number": [0, 1, 2, 1_234_567, -12],
    "money": [0, 5, 197_500, -123_456_789],
    "short-money": [0, 500_000, 505, -100],
    "signed-money": [0, 7_500, -7_505],
    "pays": ["11:1", "0.95:1"],
    "card": ["Ts", "10h", "7d", "Ac"],
    "percent": ["1.06", "-0.5"],
    "clause": ["T 5.8.2", "POLICY"],
    "date": ["2026-11-18", "2026-01-02T00:00:00+08:00"],
    "moment": ["2026-11-18T13:05:09+08:00"],
    "time": ["2026-11-18T13:05:09.123456+08:00"],
    "wager": ["tiger_tie", {"en": "Lucky Nine"}, "lucky_nine"],
    "message": [Message("hand.player")],
}


def samples_of(place: Placeholder, words: Catalogue) -> list[Any]:
    """Values of the kind that a placeholder takes."""
    values = _choices(place) if place.forms else VALUES.get(place.kind) or _members(place, words)
    if place.mark == "?":
        return [*values, None]
    return [(), tuple(values[:1]), tuple(values)] if place.mark else values


def _choices(place: Placeholder) -> list[Any]:
    if place.forms.keys() <= {"yes", "no"}:
        return [True, False]
    if any(case in {"one", "other"} for case in place.forms):
        numbers = [0, 1, 2, 1_000]
        named = [case for case in place.forms if case not in {"one", "other"}]
        return [*numbers] if all(case.isdigit() for case in named) else named
    return [int(case) if case.isdigit() else case for case in place.forms]


def _members(place: Placeholder, words: Catalogue) -> list[Any]:
    start = f"{place.kind}."
    return [key.removeprefix(start) for key in words.patterns if key.startswith(start)]


def samples(language: str) -> list[Message]:
    """Each message of a language, as often as its longest list of sample values."""
    words = catalogue(language)
    found = []
    for key, pattern in words.patterns.items():
        values = {place.name: samples_of(place, words) for place in placeholders(pattern)}
        for turn in range(max((len(each) for each in values.values()), default=1)):
            picked = {name: each[turn % len(each)] for name, each in values.items()}
            found.append(Message(key, picked))
    return found
