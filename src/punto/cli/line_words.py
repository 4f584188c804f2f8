"""Words of a line: seats, stakes and choices, read strictly; and what a line of staff says."""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, TypeAlias

from punto.core import money
from punto.core.positions import Position
from punto.table.commands import Command
from punto.table.settings import Limit, Settings
from punto.table.stakes import Stake
from punto.table.state import Table

Said: TypeAlias = tuple[Command, Position]
"""A command, and the position that usually gives it."""

Line: TypeAlias = Callable[[Table, list[str]], Said]


def plain(command: Any, by: Position = Position.DEALER) -> Line:
    """A line that asks for one thing without details."""
    return lambda _table, _words: (command(), by)


def one(words: list[str], what: str) -> str:
    """The first word, which must be there."""
    if not words:
        raise ValueError(f"something is missing; expected {what}")
    return words[0]


def choice(words: list[str], choices: tuple[str, ...]) -> str:
    """The first word, which must be one of some."""
    word = one(words, " or ".join(choices))
    if word not in choices:
        raise ValueError(f"{word!r}; expected {' or '.join(choices)}")
    return word


def seat(words: list[str]) -> int:
    """The number of a seat or a position."""
    return number(one(words, "a seat"), "a seat", digits=3)


def number(word: str, what: str, digits: int = 15) -> int:
    """A whole number of not too many digits."""
    if not word.isascii() or not word.isdigit() or len(word) > digits:
        raise ValueError(f"{word!r:.40} is not {what}; expected a number")
    return int(word)


def stake(word: str) -> Stake:
    """A stake as in banker=100, or banker@5.2=20 on the second stack of position 5."""
    name, equals, amount = word.partition("=")
    wager, _, place = name.partition("@")
    if not equals:
        raise ValueError(f"{word!r} is not a stake; expected a wager and an amount, as in tie=5")
    if not place:
        return Stake(wager, money.cents(amount))
    position, _, stack = place.partition(".")
    return Stake(wager, money.cents(amount), seat([position]), seat([stack or "1"]))


def with_settings(settings: Settings, words: list[str]) -> Settings:
    """Settings with some of them changed, as in decks=6 or limit.tie=5-500."""
    for word in words:
        name, _, value = word.partition("=")
        if name == "without":
            left = tuple(each for each in settings.limits if each.wager not in value.split(","))
            settings = replace(settings, limits=left)
        elif name.startswith("limit."):
            settings = _with_limit(settings, name.removeprefix("limit."), value)
        elif name in {each.name for each in fields(Settings)} and value.lstrip("-").isdigit():
            changed: dict[str, Any] = {name: int(value)}
            if name in ("burns", "is_hlga"):
                changed = {name: value != "0"}
            settings = replace(settings, **changed)
        else:
            raise ValueError(f"{word!r} is not a setting; expected for instance decks=6")
    return settings


def _with_limit(settings: Settings, wager: str, value: str) -> Settings:
    least, _, most = value.partition("-")
    limit = Limit(wager, money.cents(least), money.cents(most))
    others = [each if each.wager != wager else limit for each in settings.limits]
    return replace(settings, limits=tuple(others))
