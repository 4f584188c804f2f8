"""Options that several verbs take."""

from typing import Annotated, Literal, TypeAlias

from cyclopts import Parameter

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
Decks: TypeAlias = Annotated[int, Parameter(help="How many decks.")]


def _keys() -> list[str]:
    from punto.library import GAMES

    return [book.key for book in GAMES]
