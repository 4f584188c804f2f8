"""Define the options that several verbs share."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from cyclopts import Parameter, Token

from punto.cli.console import show_page
from punto.messages.catalogue import LANGUAGES
from punto.reports.formats.sheet import Sheet

Game: TypeAlias = Annotated[
    str,
    Parameter(
        help="Key such as tiger, or Python file of a custom rulebook.",
        completer=lambda _context: _keys(),
    ),
]
Json: TypeAlias = Annotated[
    bool, Parameter(name="--json", negative="", show_default=False, help="Print JSON.")
]
if TYPE_CHECKING:
    LanguageName: TypeAlias = str
else:
    LanguageName = Literal[LANGUAGES]

Language: TypeAlias = Annotated[
    LanguageName, Parameter(name=["--language", "--lang"], help="Language of the page.")
]
Output: TypeAlias = Annotated[
    Path | None,
    Parameter(
        name=["--output", "-o"], help="File to write. Default: standard output.", show_default=False
    ),
]
Heads: TypeAlias = Annotated[
    list[str] | None,
    Parameter(negative="", help="Exported head that must be in the journal: tiger-5=HASH."),
]


def whole_number(_type: type, tokens: Sequence[Token]) -> int:
    """Parse a whole number. Without this, a fraction would be rounded."""
    word = tokens[0].value
    for base in (10, 0):
        # Base 0 also reads 0x10.
        with suppress(ValueError):
            return int(word, base)
    raise ValueError(f"{word!r:.40} is not a whole number; expected one, as in 8 or 1_000")


Whole: TypeAlias = Annotated[int, Parameter(converter=whole_number)]
"""A whole number, such as 8 or 1_000."""

Decks: TypeAlias = Annotated[Whole, Parameter(help="Number of decks.")]


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class PageOptions:
    """The options of every verb that prints a page, as text or as JSON."""

    lang: Language = "en"
    as_json: Json = False

    def show(self, sheet: Sheet | Sequence[Sheet], record: object) -> None:
        """Print the record as JSON, or the sheets in the chosen language."""
        show_page(sheet, record, as_json=self.as_json, language=self.lang)


DEFAULT_PAGE = PageOptions()


def chosen_format(format_: str, as_json: bool) -> str:
    """The format that --format or --json names. Two different ones are an error."""
    if as_json and format_ not in ("text", "json"):
        raise ValueError(
            f"--json and --format {format_} contradict each other; expected one of them"
        )
    return "json" if as_json else format_


def parse_heads(words: list[str]) -> dict[str, str]:
    """Parse heads such as `tiger-5=HASH`. A cut-off hash is an error, not a missing entry."""
    heads = {}
    for word in words:
        stream, _, hash_ = word.rpartition("=")
        try:
            is_hash = len(bytes.fromhex(hash_)) == 32
        except ValueError:
            is_hash = False
        if not stream or not is_hash or stream in heads:
            raise ValueError(
                f"{word!r:.80} is not a head; expected each stream once, as in tiger-5=HASH with "
                "64 hexadecimal digits"
            )
        heads[stream] = hash_
    return heads


def _keys() -> list[str]:
    from punto.games.library import GAMES

    return [book.key for book in GAMES]
