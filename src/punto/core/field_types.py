"""Check that the fields of a record have their declared types, and name any wrong field."""

from dataclasses import is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints


def check_fields(value: object, kind: Any, path: str) -> None:
    """Raises, naming the field, unless a value and all it holds are of the kinds declared."""
    if not any(_fits(value, each) for each in alternatives(kind)):
        raise ValueError(f"{path} is {value!r:.60}; expected {type_name(kind)}")
    if is_dataclass(value) and not isinstance(value, type):
        for name, hint in field_types(type(value)).items():
            check_fields(getattr(value, name), hint, f"{path}.{name}")
    if isinstance(value, tuple):
        for place, (part, hint) in enumerate(item_types(value, kind, path)):
            check_fields(part, hint, f"{path}[{place}]")


def alternatives(kind: Any) -> tuple[Any, ...]:
    """The kinds of a union, or the one kind itself."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def type_name(kind: Any) -> str:
    """A kind as a person would name it."""
    return " or ".join(getattr(each, "__name__", str(each)) for each in alternatives(kind))


@cache
def field_types(kind: Any) -> dict[str, Any]:
    """Return the fields of a record with their kinds, without those that it computes itself.

    A record is a dataclass, or a struct of a package that may use more than the standard library.
    """
    declared = get_type_hints(kind)
    return {name: declared[name] for name in kind.__match_args__ if not name.startswith("_")}


def item_types(parts: tuple[Any, ...], kind: Any, path: str) -> list[tuple[Any, Any]]:
    """The parts of a tuple, each with the kind it must be."""
    declared = get_args(kind)
    if declared[-1] is Ellipsis:
        return [(part, declared[0]) for part in parts]
    if len(parts) != len(declared):
        raise ValueError(f"{path} has {len(parts)} parts; expected {len(declared)}")
    return list(zip(parts, declared, strict=True))


def _fits(value: object, kind: Any) -> bool:
    if isinstance(value, bool):
        # A truth counts as a number in Python; in a record it would be a slip.
        return kind is bool
    return isinstance(value, get_origin(kind) or kind)
