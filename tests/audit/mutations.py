"""Change one value of one entry, and make everything that follows from it match."""

import random
from collections.abc import Iterator
from typing import Any, TypeAlias

from tests.audit.forger import EVENTS, TRANSFERS, Body, Forger

Path: TypeAlias = tuple[int | str, ...]
"""The path from an entry to one of its values."""

PARTS = ("id", "at", "by", "asked")

HOSTILE: tuple[Any, ...] = (None, 10**30, -1, 0, "", "x" * 2_000, [], {}, 1.5, True, [[[]]])
"""Unexpected values of every kind."""


def values(part: Any, path: Path = ()) -> Iterator[Path]:
    """The paths to all single values of an entry, except its transfers."""
    if isinstance(part, dict):
        parts: list[tuple[int | str, Any]] = list(part.items())
    elif isinstance(part, list):
        parts = list(enumerate(part))
    else:
        yield path
        return
    for key, each in parts:
        if path or key != TRANSFERS:
            yield from values(each, (*path, key))


def named(body: Body, path: Path) -> str:
    """The name of a value: its kind of event and its field, or its part of the entry."""
    if path[0] != EVENTS:
        return ".".join([PARTS[int(path[0])], *map(str, path[1:])])
    fields = [str(key) for key in path[3:] if isinstance(key, str)]
    return ".".join([body[EVENTS][path[1]][0], *fields])


def change(forger: Forger, place: int, path: Path, value: Any = ...) -> None:
    """Change one value of an entry, by default to another value of its kind."""
    part: Any = forger.rows[place][1]
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = other(part[path[-1]]) if value is ... else value


def other(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 20
    return f"{value or ''}x"


def every(forger: Forger, last: str | None = "TableClosed") -> list[tuple[int, Path, str]]:
    """All values of the entries up to the close of the table, with their names."""
    rows = forger.rows if last is None else forger.rows[: forger.place(last) + 1]
    return [
        (place, path, named(body, path))
        for place, (_, body) in enumerate(rows)
        for path in values(body)
    ]


def one_of_each(
    forger: Forger, rng: random.Random, last: str | None = "TableClosed"
) -> list[tuple[int, Path, str]]:
    """One value per name, from any stream."""
    chosen: dict[tuple[str, str], list[tuple[int, Path, str]]] = {}
    for place, path, name in every(forger, last):
        chosen.setdefault((forger.rows[place][0], name), []).append((place, path, name))
    return [rng.choice(each) for _, each in sorted(chosen.items())]
