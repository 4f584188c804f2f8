"""Name games and wagers in messages, also those of a custom rulebook."""

from collections.abc import Mapping

from punto.core.rulebook import Names, PayLine, Rulebook, WagerRule
from punto.messages.catalogue import LANGUAGES
from punto.messages.message import Message, message
from punto.messages.render import has_text, render
from punto.reports.descriptions.conditions import short_condition


def wager_name(key: str, book: Rulebook | None = None) -> str | Mapping[str, str]:
    """A wager as a value of a message.

    It is the key if the catalogues name this wager, else the names that the rulebook has. A caller
    without the rulebook gets the key as the name of an unknown wager.
    """
    if book is None:
        return key if has_text(f"wager.{key}") else {"en": key}
    wager = book.wager(key)
    return key if _is_known("wager", key, wager.name) else _by_language(wager.name, wager.names)


def wager_message(wager: WagerRule) -> Message:
    """The name of a wager as a message of its own."""
    if _is_known("wager", wager.key, wager.name):
        return Message(f"wager.{wager.key}")
    return message("custom.name", name=_by_language(wager.name, wager.names))


def pay_line_message(wager: WagerRule, line: PayLine) -> Message:
    """The name of a pay line: its wager, and its condition if the wager pays in several ways."""
    if sum(not each.pays.is_push for each in wager.lines) == 1:
        return wager_message(wager)
    part = short_condition(line.when)
    if "side" in part.values:
        # The part names the hand already, such as "Player by 9 points".
        return part
    is_known = _is_known("wager", wager.key, wager.name)
    name = wager.key if is_known else _by_language(wager.name, wager.names)
    return message("pay-line.name", wager=name, part=part)


def game_message(book: Rulebook) -> Message:
    """The name of a game as a message of its own."""
    if _is_known("game", book.key, book.name):
        return Message(f"game.{book.key}")
    return message("custom.name", name=_by_language(book.name, book.names))


def short_game_message(book: Rulebook) -> Message:
    """The name of a game without the word Baccarat, for narrow columns."""
    is_known = _is_known("game", book.key, book.name)
    return Message(f"game-short.{book.key}") if is_known else game_message(book)


def game_name(book: Rulebook) -> Mapping[str, str]:
    """A game as a value of the kind `name`."""
    return {language: render(game_message(book), language) for language in LANGUAGES}


def _is_known(group: str, key: str, name: str) -> bool:
    """Whether the catalogues name this game or wager as its rulebook does."""
    return has_text(f"{group}.{key}") and render(Message(f"{group}.{key}"), "en") == name


def _by_language(name: str, names: Names) -> Mapping[str, str]:
    return {"en": name, **dict(names)}
