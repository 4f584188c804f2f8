"""Words of a line: seats, stakes and choices, read strictly; and what a line of staff says."""

import shlex
from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from punto.core import money
from punto.core.staff_positions import StaffPosition
from punto.table.commands.play import Command
from punto.table.settings import Limit, Settings
from punto.table.stakes import Stake
from punto.table.state import Table

ScriptRequest: TypeAlias = tuple[Command, StaffPosition]
"""A command, and the position that usually gives it."""

Line: TypeAlias = Callable[[Table, list[str]], ScriptRequest]


_ALONE = "cards end bets close confirm deal cut out settle time crash again close-table reopen"
_WITH_ONE = "sit leave collect shown lose regain hand withdraw stay claim write-off method first"
MAX_WORDS = {
    **dict.fromkeys((*_ALONE.split(), "replace", "lower", "offer"), 0),
    **dict.fromkeys((*_WITH_ONE.split(), "device", "relinquish", "allow-drawing", "restrict"), 1),
    **dict.fromkeys(("withdraw-chips", "stay-chips"), 1),
    **dict.fromkeys(("credit", "seat", "pass", "refuse", "handler", "expose", "interrupt"), 2),
    "redeem": 3,
}
"""How many words follow the first of a line; any other takes as many as are said."""


def plain(command: Any, by: StaffPosition = StaffPosition.DEALER) -> Line:
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
        return Stake(wager, money.parse_cents(amount))
    position, _, stack = place.partition(".")
    return Stake(wager, money.parse_cents(amount), seat([position]), seat([stack or "1"]))


def split(line: str) -> list[str]:
    """The words of a line; double quotes hold several together, and a remark is none."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=False)
    lexer.quotes, lexer.whitespace_split = '"', True
    return list(lexer)


def no_more(words: list[str], maximum: int) -> None:
    """Raise ValueError if a line has more words than the maximum."""
    if len(words) > maximum:
        raise ValueError(f"{words[maximum]!r:.40} is not expected there; the line has said enough")


def with_settings(settings: Settings, words: list[str]) -> Settings:
    """Settings with some of them changed, as in decks=6 or limit.tie=5-500."""
    for word in words:
        name, _, value = word.partition("=")
        changed: dict[str, Any] = {}
        if name == "without":
            settings = _without(settings, value.split(","))
        elif name.startswith("limit."):
            settings = _with_limit(settings, name.removeprefix("limit."), value)
        else:
            changed[name] = _value(settings, name, value)
            settings = replace(settings, **changed)
    return settings


def _value(settings: Settings, name: str, value: str) -> int | bool:
    """What a setting becomes; those that are no number have lines of their own, or none."""
    before = getattr(settings, name, "")
    if isinstance(before, bool):
        return choice([value], ("0", "1")) == "1"
    if isinstance(before, int) or name == "differential_cents":
        return number(value, f"what {name} may be", digits=9)
    raise ValueError(f"{name!r:.40} is not a setting; expected for instance decks=6")


def _without(settings: Settings, wagers: list[str]) -> Settings:
    left = tuple(each for each in settings.limits if each.wager not in _offered(settings, wagers))
    return replace(settings, limits=left)


def _with_limit(settings: Settings, wager: str, value: str) -> Settings:
    minimum, _, maximum = value.partition("-")
    _offered(settings, [wager])
    limit = Limit(wager, money.parse_cents(minimum), money.parse_cents(maximum))
    others = [each if each.wager != wager else limit for each in settings.limits]
    return replace(settings, limits=tuple(others))


def _offered(settings: Settings, wagers: list[str]) -> list[str]:
    """Wagers that are on offer, each of them."""
    known = [each.wager for each in settings.limits]
    for wager in wagers:
        if wager not in known:
            raise ValueError(f"{wager!r:.40} is not on offer; expected one of {', '.join(known)}")
    return wagers
