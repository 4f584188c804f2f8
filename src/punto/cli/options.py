"""Options that several verbs take."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Literal, TypeAlias

from cyclopts import Parameter, Token

Game: TypeAlias = Annotated[
    str,
    Parameter(
        help="A key such as tiger, or a Python file with a rulebook of your own.",
        completer=lambda _context: _keys(),
    ),
]
Json: TypeAlias = Annotated[
    bool, Parameter(name="--json", negative="", show_default=False, help="Print JSON.")
]
Language: TypeAlias = Annotated[
    Literal["en", "zh"], Parameter(name="--lang", help="English or Chinese.")
]
Heads: TypeAlias = Annotated[
    list[str] | None,
    Parameter(negative="", help="An exported head that must be there: tiger-5=HASH."),
]


def whole_number(_type: type, tokens: Sequence[Token]) -> int:
    """The whole number that a word is; a fraction is refused, and would be rounded without this."""
    word = tokens[0].value
    for base in (10, 0):
        # The second reads 0x10, where the first would not.
        with suppress(ValueError):
            return int(word, base)
    raise ValueError(f"{word!r:.40} is not a whole number; expected one, as in 8 or 1_000")


Whole: TypeAlias = Annotated[int, Parameter(converter=whole_number)]
"""What every option is that counts or names something by its number."""

Decks: TypeAlias = Annotated[Whole, Parameter(help="How many decks.")]


def chosen_format(format_: str, as_json: bool) -> str:
    """The format, which --json names as well as --format json does; two are one too many."""
    if as_json and format_ not in ("text", "json"):
        raise ValueError(f"--json and --format {format_}; expected one of the two")
    return "json" if as_json else format_


def parse_heads(words: list[str]) -> dict[str, str]:
    """The heads that words such as `tiger-5=HASH` name; half a hash would be told as one lost."""
    heads = {}
    for word in words:
        stream, _, hash_ = word.rpartition("=")
        try:
            is_hash = len(bytes.fromhex(hash_)) == 32
        except ValueError:
            is_hash = False
        if not stream or not is_hash or stream in heads:
            raise ValueError(
                f"{word!r:.80} is no head; expected each stream once with a hash of 64 digits"
            )
        heads[stream] = hash_
    return heads


def _keys() -> list[str]:
    from punto.games.library import GAMES

    return [book.key for book in GAMES]
