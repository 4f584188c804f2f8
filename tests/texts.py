"""Read a text of a screen in a language, whether it is a message, a name, or their JSON."""

from collections.abc import Mapping
from typing import Any

from punto.messages.message import Message
from punto.messages.render import render
from punto.reports.formats.cells import Writer
from punto.reports.formats.sheet import Part, SheetTable


def text(content: object, language: str = "en") -> str:
    """The text in a language, empty for none."""
    match content:
        case None:
            return ""
        case {"key": str(key), "values": values}:
            return render(_from_json(key, values), language)
        case {"en": str(english), "zh": str(chinese)}:
            return chinese if language == "zh" else english
        case Message():
            return render(content, language)
        case _:
            assert isinstance(content, str), f"{content!r} is not a text"
            return content


def _from_json(key: str, values: Mapping[str, Any]) -> Message:
    """A message as a screen receives it."""
    return Message(key, {name: _value(value) for name, value in values.items()})


def _value(value: Any) -> Any:
    match value:
        case {"key": str(key), "values": values}:
            return _from_json(key, values)
        case list():
            return tuple(map(_value, value))
        case _:
            return value


def rows_of(part: Part, language: str = "en") -> tuple[tuple[str, ...], ...]:
    """The rows of a table of a sheet in a language."""
    assert isinstance(part, SheetTable), f"{part} is not a table"
    return tuple(tuple(Writer(language).row(row, part)) for row in part.rows)


def key_of(content: object) -> str:
    """The key of a text that is a message."""
    assert isinstance(content, Message), f"{content!r} is not a message"
    return content.key
