"""A message is a key with values. It contains no words: a catalogue of each language has them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Value: TypeAlias = "int | str | Message | tuple[Value, ...] | Mapping[str, str] | None"
"""Plain values, so that a message travels as JSON without a codec."""


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence or a label in a language that only the reader's side knows."""

    key: str
    # Each value is a `Value`. A JSON Schema cannot tell a message from a mapping, so it allows any.
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)


def message(key: str, **values: Value) -> Message:
    """A message. Tests read the key and the names of the values here: write both as literals."""
    return Message(key, values)
