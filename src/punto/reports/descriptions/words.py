"""Render a message in both languages, for screens whose texts still are words."""

from punto.core.rulebook import Words
from punto.messages.message import Message
from punto.messages.render import render


def words_of(said: Message) -> Words:
    """The texts of a message in English and Chinese."""
    return Words(render(said, "en"), render(said, "zh"))
