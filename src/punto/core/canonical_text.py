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
    """Return the canonical text of a record: JSON with sorted field names and enum member names."""
    return json.dumps(_plain(record), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def digest(canonical: str) -> str:
    """Return the SHA-256 of a canonical text in UTF-8, as `sha256sum` prints it."""
    return hashlib.sha256(canonical.encode()).hexdigest()


def decode(canonical: str, kind: type[R]) -> R:
    """Return the record of type `kind` that a canonical text describes, or raise `ValueError`."""
    try:
        plain = json.loads(canonical)
    except ValueError as error:
        raise ValueError(f"this is not the canonical text of a record: {error}") from None
    record = _value(plain, kind, kind.__name__.lower())
    assert isinstance(record, kind), "a decoded record has the expected type"
    return record


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    kind: Any = type(value)
    if hasattr(kind, "__match_args__"):
        fields = {name: _plain(getattr(value, name)) for name in field_types(kind)}
        return {"is": kind.__name__} | fields
    return value


def _value(plain: Any, kind: Any, path: str) -> object:
    """Convert a JSON value to a field value of the declared type."""
    if get_origin(kind) is tuple and isinstance(plain, list):
        parts = enumerate(item_types(tuple(plain), kind, path))
        return tuple(_value(part, hint, f"{path}[{place}]") for place, (part, hint) in parts)
    for type_ in alternatives(kind):
        if is_dataclass(type_) and isinstance(plain, dict) and plain.get("is") == type_name(type_):
            return _record(type_, plain, path)
        if issubclass(type_, Enum) and isinstance(plain, str) and plain in type_.__members__:
            return type_[plain]
        if type(plain) is type_:
            return plain
    raise ValueError(f"{path} is {plain!r:.60}; expected {type_name(kind)}")


def _record(kind: Any, plain: dict[str, object], path: str) -> object:
    expected = field_types(kind)
    if wrong := (plain.keys() ^ expected.keys()) - {"is"}:
        raise ValueError(
            f"{path}: field {min(wrong)} is missing or unknown; expected {', '.join(expected)}"
        )
    values = [_value(plain[name], hint, f"{path}.{name}") for name, hint in expected.items()]
    if kind in get_args(Condition):
        # The constructor of a condition takes its parts as separate arguments, not as a tuple.
        values = [
            part for value in values for part in (value if isinstance(value, tuple) else (value,))
        ]
    return kind(*values)
