"""Sample events of every kind that a journal stores, in all variants that have a sentence."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from punto.games.library import GAMES
from punto.journal.entry import AnyEvent
from punto.journal.event_tags import TAGS_BY_KIND
from punto.table.actors import DEVICE, Actor
from punto.table.settings import Settings, default_settings

SECRETS = {"password", "salt", "key_digest", "hash"}
TEXTS = {
    "rulebook": GAMES[0].text,
    "digest": GAMES[0].digest,
    "card": "9s",
    "body": '{"outcome": "void", "after_round": 7}',
    "order": "9sKd",
    "visit": "visit-1",
    "commitment": "c0ffee",
}
VARIANTS = {"name": ("Ann", ""), "visit": ("visit-1", ""), "reason": ("a reason", "")}


def _values(name: str, kind: Any) -> Iterator[Any]:  # noqa: C901  one case per kind
    """The values of a field that lead to another sentence."""
    origin = get_origin(kind)
    if name in SECRETS:
        yield "secret"
    elif kind is Settings:
        yield default_settings(GAMES[0])
    elif kind is Actor:
        yield DEVICE
    elif origin in (Union, UnionType):
        for part in get_args(kind):
            yield from (None,) if part is type(None) else _values(name, part)
    elif origin is tuple:
        parts = [next(_values("", part)) for part in get_args(kind) if part is not ...]
        yield tuple(parts)
        yield ()
    elif kind is bool:
        yield from (True, False)
    elif isinstance(kind, type) and issubclass(kind, Enum):
        yield from kind
    elif kind is int:
        yield from (1, 0) if name in ("position", "returned_cents", "unrecorded") else (1,)
    elif kind is str:
        yield from VARIANTS.get(name, (TEXTS.get(name, "9s"),))
    else:
        yield _first(kind)


def _hints(kind: type) -> dict[str, Any]:
    names = (
        [field.name for field in fields(kind)]
        if is_dataclass(kind)
        else list(getattr(kind, "__struct_fields__", ()))
    )
    hints = get_type_hints(kind)
    return {name: hints[name] for name in names}


def _first(kind: type) -> Any:
    return kind(**{name: next(_values(name, hint)) for name, hint in _hints(kind).items()})


def _samples(kind: type[AnyEvent]) -> tuple[AnyEvent, ...]:
    """Each value of each field with the first values of the others."""
    hints = _hints(kind)
    first = {name: next(_values(name, hint)) for name, hint in hints.items()}
    varied = ((name, value) for name, hint in hints.items() for value in _values(name, hint))
    return (kind(**first), *(kind(**{**first, name: value}) for name, value in varied))


SAMPLES = {kind: _samples(kind) for kind in TAGS_BY_KIND}
"""The samples by the class of the event."""
