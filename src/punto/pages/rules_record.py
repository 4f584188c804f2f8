"""The rules of a game for a program: its paytable with odds, its irregularities and positions."""

from collections.abc import Sequence

from punto.core.rulebook import Rulebook
from punto.odds.measures import WagerOdds
from punto.pages.catalogue import catalogue_record
from punto.pages.irregularities import chapter_record
from punto.pages.odds import odds_record


def rules_record(book: Rulebook, odds: Sequence[WagerOdds], decks: int) -> dict[str, object]:
    """What the rules page says, as values."""
    (record,) = catalogue_record((book,))
    return {
        **record,
        "odds": odds_record(book, odds, decks),
        "irregularities": chapter_record(book),
        "authorities": [
            {"position": each.position, "may": each.act, "clause": each.clause}
            for each in book.document.authorities
        ],
    }
