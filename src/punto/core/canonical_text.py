"""Encode a record as canonical text, compute its digest, and decode it to an equal record."""

import hashlib
import json
from dataclasses import is_dataclass
from enum import Enum
from typing import Any, TypeVar, get_args, get_origin

from punto.core.conditions import Condition
from punto.core.field_types import alternatives, field_types, item_types, type_name

R = TypeVar("R")


def encode(record: object) -> str:
    """The canonical text of a record: every field by name, enums by name, one form only."""
    return json.dumps(_plain(record), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def digest(canonical: str) -> str:
    """The SHA-256 of a canonical text, as any hash program computes it."""
    return hashlib.sha256(canonical.encode()).hexdigest()


def decode(canonical: str, kind: type[R]) -> R:
    """The record of a kind that a canonical text describes."""
    try:
        plain = json.loads(canonical)
    except ValueError as error:
        raise ValueError(f"this is not the canonical text of a record: {error}") from None
    record = _value(plain, kind, kind.__name__.lower())
    assert isinstance(record, kind), "the record is of the expected kind"
    return record


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    kind: Any = type(value)
    if hasattr(kind, "__match_args__"):
        own = {name: _plain(getattr(value, name)) for name in field_types(kind)}
        return {"is": kind.__name__} | own
    return value


def _value(plain: Any, kind: Any, path: str) -> object:
    """What a plain value means where a kind is expected."""
    if get_origin(kind) is tuple and isinstance(plain, list):
        parts = enumerate(item_types(tuple(plain), kind, path))
        return tuple(_value(part, hint, f"{path}[{place}]") for place, (part, hint) in parts)
    for each in alternatives(kind):
        if is_dataclass(each) and isinstance(plain, dict) and plain.get("is") == type_name(each):
            return _record(each, plain, path)
        if issubclass(each, Enum) and isinstance(plain, str) and plain in each.__members__:
            return each[plain]
        if type(plain) is each:
            return plain
    raise ValueError(f"{path} is {plain!r:.60}; expected {type_name(kind)}")


def _record(kind: Any, plain: dict[str, object], path: str) -> object:
    expected = field_types(kind)
    if odd := (plain.keys() ^ expected.keys()) - {"is"}:
        raise ValueError(f"{path}: field {min(odd)}; expected {', '.join(expected)}")
    own = [_value(plain[name], hint, f"{path}.{name}") for name, hint in expected.items()]
    if kind in get_args(Condition):
        # A condition takes its parts side by side, not in a tuple.
        own = [part for each in own for part in (each if isinstance(each, tuple) else (each,))]
    return kind(*own)
