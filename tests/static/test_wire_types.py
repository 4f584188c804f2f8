"""The types that the browser's modules are checked against are those of the wire."""

from typing import Any

import pytest

from tests.static.wire_types import declarations, typescript


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"type": "integer", "minimum": 0}, "number"),
        ({"$ref": "Message"}, "Message"),
        ({"enum": ["B", "P"]}, "'B' | 'P'"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
        ({"type": "array", "items": {"type": "string"}}, "readonly (string)[]"),
        ({"type": "array", "prefixItems": [{"type": "boolean"}]}, "readonly [boolean]"),
        (
            {
                "type": "object",
                "properties": {"a": {"type": "string"}, "b": {"type": "null"}},
                "required": ["a"],
            },
            "{ a: string; b?: null; }",
        ),
        (
            {"type": "object", "additionalProperties": {"type": "integer"}},
            "{ [name: string]: number }",
        ),
        ({"type": "object"}, "any"),
    ],
)
def test_a_schema_is_written_as_a_type(schema: dict[str, Any], written: str) -> None:
    assert typescript(schema) == written


def test_every_message_and_view_has_a_type() -> None:
    text = declarations()
    for name in ("PlaceWagers", "CommandRefused", "TerminalView", "Layout", "PitView"):
        assert f"  type {name} = {{ " in text
    assert "type: 'place-wagers';" in text
