"""Parse the words of a script, and lines of JSON that other programs write."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from punto.core import money
from punto.core.cards import is_card
from punto.core.irregularities import Circumstance
from punto.core.notation import FACE_DOWN
from punto.games.library import game
from punto.ledger.cage import CageCommand
from punto.reports.descriptions.situations import REPORTED_BY_PEOPLE
from punto.table.actors import HOUSE_DEALER, Actor
from punto.table.commands import Command, OpenTable
from punto.table.settings import Limit, Settings, default_settings
from punto.table.stakes import Stake

FACTS = tuple(fact for fact in Circumstance if fact in REPORTED_BY_PEOPLE)
"""The facts that staff report; the table computes all others."""

SEAT_DIGITS = 3


def split(line: str) -> list[str]:
    """The words of a line. Double quotes join several words; a remark after # is left out."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=False)
    lexer.quotes, lexer.whitespace_split = '"', True
    return list(lexer)


def choice(word: str, choices: Sequence[str]) -> str:
    """The word, which must be one of the choices."""
    if word not in choices:
        raise ValueError(f"{word!r:.40} is not known here; expected {' or '.join(choices)}")
    return word


def number(word: str, label: str = "NUMBER", digits: int = SEAT_DIGITS) -> int:
    """A whole number of at most so many digits."""
    if not word.isascii() or not word.isdigit() or len(word) > digits:
        raise ValueError(
            f"{label}: {word!r:.40} is not a number; expected a whole number of at most "
            f"{digits} digits"
        )
    return int(word)


def visit_of(word: str) -> str:
    """The visit of the patron at a seat."""
    return f"visit-{number(word, 'SEAT')}"


def card_name(word: str) -> str:
    """The word, which must be a card or the sign of a face-down card."""
    if is_card(word) or word == FACE_DOWN:
        return word
    raise ValueError(
        f"{word!r:.40} is neither a card nor a fact; expected a card, as in 9s, or one of "
        f"{', '.join(FACTS)}"
    )


def stake(word: str) -> Stake:
    """A stake such as banker=100, or banker@5.2=20 on the second stack of position 5."""
    name, equals, amount = word.partition("=")
    wager, _, place = name.partition("@")
    if not equals:
        raise ValueError(
            f"{word!r:.40} is not a stake; expected a wager and an amount, as in tie=5"
        )
    if not place:
        return Stake(wager, money.parse_cents(amount))
    position, _, stack = place.partition(".")
    return Stake(
        wager, money.parse_cents(amount), number(position, "POSITION"), number(stack or "1")
    )


# Settings


def with_settings(settings: Settings, words: list[str]) -> Settings:
    """Change settings by words such as decks=6, limit.tie=5-500 or without=tiger_pair."""
    for word in words:
        name, _, value = word.partition("=")
        if name == "without":
            settings = _without(settings, value.split(","))
        elif name.startswith("limit."):
            settings = _with_limit(settings, name.removeprefix("limit."), value)
        else:
            settings = replace(settings, **{name: _value(settings, name, value)})
    return settings


def _value(settings: Settings, name: str, value: str) -> int | bool:
    """Parse the new value of a setting that is a number or a yes or no."""
    before = getattr(settings, name, "")
    if isinstance(before, bool):
        return choice(value, ("0", "1")) == "1"
    if isinstance(before, int) or name == "differential_cents":
        return number(value, name, digits=9)
    raise ValueError(f"{name!r:.40} is not a setting; expected for example decks=6")


def _without(settings: Settings, wagers: list[str]) -> Settings:
    for wager in wagers:
        _check_offered(settings, wager)
    left = tuple(limit for limit in settings.limits if limit.wager not in wagers)
    return replace(settings, limits=left)


def _with_limit(settings: Settings, wager: str, value: str) -> Settings:
    minimum, _, maximum = value.partition("-")
    _check_offered(settings, wager)
    changed = Limit(wager, money.parse_cents(minimum), money.parse_cents(maximum))
    limits = tuple(limit if limit.wager != wager else changed for limit in settings.limits)
    return replace(settings, limits=limits)


def _check_offered(settings: Settings, wager: str) -> None:
    known = [limit.wager for limit in settings.limits]
    if wager not in known:
        raise ValueError(f"{wager!r:.40} is not on offer; expected one of {', '.join(known)}")


# Commands in JSON

CAGE_KINDS = get_args(CageCommand)
KINDS: dict[str, Any] = {kind.__name__: kind for kind in (*get_args(Command), *CAGE_KINDS)}


@dataclass(frozen=True, slots=True)
class JsonCommand:
    """A command with its sender, and its id or an empty text."""

    command: Any
    by: Actor
    id: str


def parse_json_command(line: str) -> JsonCommand:
    """Parse a line of JSON, as in {"command": "OpenBets", "by": {...}, "id": "a1"}."""
    try:
        fields = msgspec.json.decode(line.encode(), type=dict[str, Any])
        name, by, id_ = fields.pop("command", None), fields.pop("by", None), fields.pop("id", "")
        if not isinstance(name, str) or name not in KINDS:
            raise ValueError(f"command: {name!r:.40}; expected one of {', '.join(KINDS)}")
        actor = HOUSE_DEALER if by is None else msgspec.convert(by, Actor)
        kind = KINDS[name]
        if kind is OpenTable and "\n" not in str(fields.get("rulebook", "")):
            fields = _with_game(fields)
        if unknown := set(fields) - set(kind.__struct_fields__):
            raise ValueError(
                f"{name} has no {', '.join(sorted(unknown))}; "
                f"it has {', '.join(kind.__struct_fields__) or 'no fields'}"
            )
        command = msgspec.convert(fields, kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ValueError(f"not a command: {error}") from None
    return JsonCommand(command, actor, str(id_))


def _with_game(fields: dict[str, Any]) -> dict[str, Any]:
    """Replace the key of a game by its rulebook, and add default settings if there are none."""
    book = game(str(fields.get("rulebook", "")))
    return {
        "settings": msgspec.to_builtins(default_settings(book)),
        **fields,
        "rulebook": book.text,
    }
