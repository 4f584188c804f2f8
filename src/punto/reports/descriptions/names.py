"""Name games and wagers in messages, also those of a custom rulebook."""

from collections.abc import Mapping

from punto.core.rulebook import Rulebook, Words
from punto.messages.render import has_text


def wager_name(key: str, book: Rulebook | None = None) -> str | Mapping[str, str]:
    """A wager as a value of a message: its key, or its names if the catalogues have no text."""
    if has_text(f"wager.{key}"):
        return key
    return {"en": key} if book is None else _by_language(book.wager(key).label)


def game_name(book: Rulebook) -> Mapping[str, str]:
    """A game as a value of the kind `name`."""
    return _by_language(book.name)


def _by_language(words: Words) -> Mapping[str, str]:
    return {"en": words.en, "zh": words.zh or words.en}
