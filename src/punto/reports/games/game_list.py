"""List the games of the library and their documents."""

from collections.abc import Sequence

from punto.core import money
from punto.core.rulebook import Rulebook
from punto.messages.message import Message, message
from punto.reports.descriptions.names import game_message, game_name, wager_name
from punto.reports.formats.sheet import Sheet, sheet_table, text_columns


def game_list_sheet(books: Sequence[Rulebook]) -> Sheet:
    """One row per game."""
    table = sheet_table(
        columns=text_columns(
            message("column.key"),
            message("column.game"),
            message("column.document"),
            message("column.decks"),
            message("column.unit"),
            message("column.wagers"),
        ),
        rows=tuple(
            (
                book.key,
                game_message(book),
                f"{book.document.key}, {book.cite_clause(book.clause)}",
                f"{book.document.decks.minimum}–{book.document.decks.maximum}",
                money.format_cents(book.unit_cents),
                _wagers(book),
            )
            for book in books
        ),
    )
    return Sheet(message("rules-page.games"), (table,))


def _wagers(book: Rulebook) -> Message:
    names = tuple(wager_name(wager.key, book) for wager in book.wagers)
    return message("rules-page.wagers", wagers=names)


def game_list_record(books: Sequence[Rulebook]) -> list[dict[str, object]]:
    """The same for a program."""
    return [
        {
            "key": book.key,
            "name": dict(game_name(book)),
            "document": book.document.key,
            "clause": book.clause,
            "version": book.document.version,
            "effective": book.document.effective,
            "digest": book.digest,
            "decks": [book.document.decks.minimum, book.document.decks.maximum],
            "unit_cents": book.unit_cents,
            "wagers": [wager.key for wager in book.wagers],
            "optional": [wager.key for wager in book.wagers if wager.optional],
        }
        for book in books
    ]
