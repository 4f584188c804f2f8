"""Check that the fields of a record have their declared types, and name any wrong field."""

from dataclasses import is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints


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
