"""Load a rulebook or a rule document by its key, or a rulebook from a Python file."""

import traceback
from difflib import get_close_matches
from pathlib import Path

from punto.core.endings import paytable
from punto.core.rulebook import Document, Rulebook
from punto.games import (
    mbs_electronic_7_up_2023,
    mbs_electronic_2021,
    mbs_fortune_six_2019,
    mbs_tiger_no_commission_2022,
    rws_super_six_plus_2019,
)

GAMES = (
    mbs_electronic_2021.SUPER_SIX,
    mbs_electronic_2021.FORTUNE_SIX,
    mbs_electronic_2021.SUPER_6,
    mbs_electronic_2021.NO_COMMISSION,
    mbs_electronic_2021.TIGER,
    mbs_electronic_2021.TIGER_NO_COMMISSION,
    mbs_fortune_six_2019.FORTUNE_SIX_LIVE,
    mbs_tiger_no_commission_2022.TIGER_NO_COMMISSION_LIVE,
    mbs_electronic_7_up_2023.SEVEN_UP,
    rws_super_six_plus_2019.SUPER_SIX_PLUS,
)
"""The ten games of the five documents."""

DOCUMENTS = (
    mbs_electronic_2021.DOCUMENT,
    mbs_fortune_six_2019.DOCUMENT,
    mbs_tiger_no_commission_2022.DOCUMENT,
    mbs_electronic_7_up_2023.DOCUMENT,
    rws_super_six_plus_2019.DOCUMENT,
)


def game(name: str) -> Rulebook:
    """The game with a key such as `tiger`, or the rulebook in a Python file such as `./mine.py`."""
    for book in GAMES:
        if book.key == name:
            return book
    if name.endswith(".py"):
        return load_rulebook(Path(name))
    keys = [book.key for book in GAMES]
    near = get_close_matches(name, keys, n=3, cutoff=0.4)
    hint = f"did you mean {' or '.join(near)}?" if near else f"expected one of {', '.join(keys)}"
    raise ValueError(f"there is no game {name!r:.40}; {hint}")


def document(name: str) -> Document:
    """The rule document with a key such as `mbs-electronic-2021`, or with a letter such as E."""
    for each in DOCUMENTS:
        if name in (each.key, each.letter):
            return each
    known = ", ".join(f"{each.key} ({each.letter})" for each in DOCUMENTS)
    raise ValueError(f"there is no document {name!r:.40}; expected {known}")


def load_error(error: OSError | UnicodeDecodeError) -> str:
    """The reason why a text file could not be read, for a message."""
    return "it is not text in UTF-8" if isinstance(error, ValueError) else str(error.strerror)


def load_rulebook(path: Path) -> Rulebook:
    """The one rulebook that a Python file defines, checked like the built-in ones."""
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} cannot be read: {load_error(error)}") from None
    books = [value for value in module_names(path, source).values() if isinstance(value, Rulebook)]
    if len(books) != 1:
        raise ValueError(
            f"{path} makes {len(books)} rulebooks; expected one, as in GAME = Rulebook(...)"
        )
    try:
        paytable(books[0])
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return books[0]


def module_names(path: Path, source: str) -> dict[str, object]:
    """The names that a Python file defines. An error in the file is raised with its line."""
    names: dict[str, object] = {"__name__": path.stem, "__file__": str(path)}
    try:
        exec(compile(source, str(path), "exec"), names)
    except SyntaxError as error:
        raise ValueError(f"{path}, line {error.lineno}: {error.msg}") from None
    except Exception as error:  # The code of a user may raise anything.
        steps = traceback.extract_tb(error.__traceback__)
        lines = [step.lineno for step in steps if step.filename == str(path)]
        kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
        raise ValueError(f"{path}, line {lines[-1]}: {kind}{error}") from None
    return names
