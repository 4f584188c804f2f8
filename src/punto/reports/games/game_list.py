"""List the games of the catalogue and their documents."""

from collections.abc import Sequence

from punto.core import money
from punto.core.rulebook import Rulebook
from punto.pages import phrases
from punto.reports.formats.sheet import Sheet, SheetColumn, SheetTable


def game_list_sheet(books: Sequence[Rulebook], language: str = "en") -> Sheet:
    """One row a game."""
    heads = (
        phrases.KEY,
        phrases.GAME,
        phrases.DOCUMENT,
        phrases.DECKS,
        phrases.UNIT,
        phrases.WAGERS,
    )
    return Sheet(
        phrases.GAMES_TITLE.in_(language),
        (
            SheetTable(
                columns=tuple(SheetColumn(each.in_(language)) for each in heads),
                rows=tuple(
                    (
                        book.key,
                        book.name.in_(language),
                        f"{book.document.key}, {book.cite_clause(book.clause)}",
                        str(book.document.decks),
                        money.format_cents(book.unit_cents),
                        ", ".join(wager.label.in_(language) for wager in book.wagers),
                    )
                    for book in books
                ),
            ),
        ),
    )


def game_list_record(books: Sequence[Rulebook]) -> list[dict[str, object]]:
    """The same for a program."""
    return [
        {
            "key": book.key,
            "name": {"en": book.name.en, "zh": book.name.zh},
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
