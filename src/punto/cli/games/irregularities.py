"""`punto irregularities` lists every irregularity with its remedy and clause."""

from typing import Annotated

from cyclopts import Parameter

from punto.cli.console import show_record, show_sheet
from punto.cli.options import Json, Language
from punto.core.rulebook import Rulebook
from punto.games.library import DOCUMENTS, GAMES
from punto.games.library import document as document_named
from punto.games.library import game as game_named
from punto.reports.games.irregularities import irregularities_record, irregularities_sheet


def irregularities(
    name: Annotated[
        str | None,
        Parameter(
            name="DOCUMENT|GAME",
            help="Key or letter of a rule document, or key of a game. Default: all documents.",
            completer=lambda _context: [each.key for each in (*DOCUMENTS, *GAMES)],
        ),
    ] = None,
    /,
    *,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """List every irregularity with its remedy, and the clause or policy behind it.

    For example:

      punto irregularities T
      punto irregularities seven-up --lang zh
      punto irregularities --json
    """
    books = [trigger_named(name)] if name is not None else [one_of(each.key) for each in DOCUMENTS]
    if as_json:
        show_record([row for book in books for row in irregularities_record(book)])
    else:
        for book in books:
            show_sheet(irregularities_sheet(book), lang)


def trigger_named(name: str) -> Rulebook:
    """The game with this key, or a game of the document with this key or letter."""
    known = {each.key for each in DOCUMENTS} | {each.letter for each in DOCUMENTS}
    if name in known:
        return one_of(document_named(name).key)
    try:
        return game_named(name)
    except ValueError as error:
        if name.endswith(".py"):
            raise
        documents = ", ".join(f"{each.key} ({each.letter})" for each in DOCUMENTS)
        raise ValueError(f"{error} (documents: {documents})") from None


def one_of(document: str) -> Rulebook:
    """A game of the document; all games of a document have the same rows."""
    return next(book for book in GAMES if book.document.key == document)
