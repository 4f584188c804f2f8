"""`punto irregularities`: everything that can go wrong, and what is then done."""

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
            help="A document's key or letter, or a game's key; all five documents unless told.",
            completer=lambda _context: [each.key for each in (*DOCUMENTS, *GAMES)],
        ),
    ] = None,
    /,
    *,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """Every irregularity as the documents and the house have it, with clause or policy.

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
    """The game with a name, or the game that stands for a document."""
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
    """A game that stands for a document: its rows are the document's."""
    return next(book for book in GAMES if book.document.key == document)
