"""Read a text of a screen in a language, whether it is words or a message."""

from punto.core.rulebook import Words
from punto.messages.message import Message
from punto.messages.render import render


def text(content: object, language: str = "en") -> str:
    """The text in a language, empty for none."""
    match content:
        case None:
            return ""
        case Message():
            return render(content, language)
        case Words():
            return content.in_(language)
        case _:
            assert isinstance(content, str), f"{content!r} is not a text"
            return content
