"""Encode a record as canonical text, compute its digest, and decode it to an equal record.

The declared types of a record's fields decide how a text is decoded, and `check_fields` compares
them with the values.
"""

import hashlib
import json
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from punto.core.conditions import Condition

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


def check_fields(value: object, kind: Any, path: str) -> None:
    """Raise `ValueError` with the field's path if a value or one of its parts has a wrong type."""
    if not any(_fits(value, type_) for type_ in alternatives(kind)):
        raise ValueError(f"{path} is {value!r:.60}; expected {type_name(kind)}")
    if is_dataclass(value) and not isinstance(value, type):
        for name, hint in field_types(type(value)).items():
            check_fields(getattr(value, name), hint, f"{path}.{name}")
    if isinstance(value, tuple):
        for place, (part, hint) in enumerate(item_types(value, kind, path)):
            check_fields(part, hint, f"{path}[{place}]")


def alternatives(kind: Any) -> tuple[Any, ...]:
    """Return the members of a union type, or the type itself."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def type_name(kind: Any) -> str:
    """Return the name of a type for messages; the members of a union are joined by "or"."""
    return " or ".join(getattr(type_, "__name__", str(type_)) for type_ in alternatives(kind))


@cache
def field_types(kind: Any) -> dict[str, Any]:
    """Return the fields of a record with their types, without the fields that it computes itself.

    A record is a dataclass, or a `msgspec` struct of a package that may use one.
    """
    declared = get_type_hints(kind)
    return {name: declared[name] for name in kind.__match_args__ if not name.startswith("_")}


def item_types(parts: tuple[Any, ...], kind: Any, path: str) -> list[tuple[Any, Any]]:
    """Return the parts of a tuple, each with its declared type."""
    declared = get_args(kind)
    if declared[-1] is Ellipsis:
        return [(part, declared[0]) for part in parts]
    if len(parts) != len(declared):
        raise ValueError(f"{path} has {len(parts)} parts; expected {len(declared)}")
    return list(zip(parts, declared, strict=True))


def _fits(value: object, kind: Any) -> bool:
    if isinstance(value, bool):
        # Python treats a bool as an int; in an int field of a record it would be a mistake.
        return kind is bool
    return isinstance(value, get_origin(kind) or kind)
