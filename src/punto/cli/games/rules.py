"""`punto rules` shows the rules and the paytable of a game."""

from typing import Annotated

from cyclopts import Parameter

from punto.api import DEFAULT_DECKS, check_decks, odds_of
from punto.cli.console import show_record, show_sheet, show_text
from punto.cli.options import Decks, Game, Json, Language
from punto.games.library import game as game_named
from punto.reports.games.rules import rules_record, rules_sheet


def rules(
    game: Game,
    /,
    *,
    lang: Language = "en",
    decks: Decks = DEFAULT_DECKS,
    canonical: Annotated[
        bool,
        Parameter(
            negative="",
            show_default=False,
            help="Print the canonical text whose SHA-256 is the digest.",
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Show the rules and the paytable of a game in our words, with clauses and odds.

    For example:

      punto rules tiger
      punto rules seven-up --lang zh
      punto rules super-six --canonical | sha256sum
      punto rules tiger --json
    """
    book = game_named(game)
    check_decks(book, decks)
    if canonical:
        show_text(book.text)
    elif as_json:
        show_record(rules_record(book, odds_of(book, decks), decks))
    else:
        show_sheet(rules_sheet(book, odds_of(book, decks), decks), lang)
