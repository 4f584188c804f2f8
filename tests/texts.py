"""Read a text of a screen in a language, whether it is words, a message, or their JSON."""

from collections.abc import Mapping
from typing import Any

from punto.core.rulebook import Words
from punto.messages.message import Message
from punto.messages.render import render


def text(content: object, language: str = "en") -> str:
    """The text in a language, empty for none."""
    match content:
        case None:
            return ""
        case {"key": str(key), "values": values}:
            return render(_from_json(key, values), language)
        case {"en": str(english), "zh": str(chinese)}:
            return chinese if language == "zh" and chinese else english
        case Message():
            return render(content, language)
        case Words():
            return content.in_(language)
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
