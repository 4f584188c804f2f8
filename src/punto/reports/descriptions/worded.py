"""Put words in two languages into a message, until every text is a message."""

from punto.core.rulebook import Words
from punto.messages.message import Message, message


def worded(text: Words | Message) -> Message:
    """A message with the words, or the message itself."""
    if isinstance(text, Message):
        return text
    return message("text.words", text={"en": text.en, "zh": text.zh})
