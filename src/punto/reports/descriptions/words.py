"""Render a message in both languages, for screens whose texts still are words."""

from typing import TYPE_CHECKING, Any, TypeAlias

from punto.core.rulebook import Words
from punto.messages.message import Message
from punto.messages.render import render

if TYPE_CHECKING:
    Text: TypeAlias = Words | Message
    """A text of a view that comes from a module with words or from one with messages."""
else:
    # A schema cannot tell words from a message.
    Text = Any


def words_of(content: Message) -> Words:
    """The texts of a message in English and Chinese."""
    return Words(render(content, "en"), render(content, "zh"))
