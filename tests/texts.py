"""Read a text of a screen in a language, whether it is words or a message."""

from punto.core.rulebook import Words
from punto.messages.message import Message
from punto.messages.render import render


def text(said: Words | Message | None, language: str = "en") -> str:
    """The text in a language, empty for none."""
    if said is None:
        return ""
    return render(said, language) if isinstance(said, Message) else said.in_(language)
