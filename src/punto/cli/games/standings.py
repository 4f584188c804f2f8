"""`punto standings` shows the wagers that are already won or lost."""

from typing import Annotated

from cyclopts import Parameter

from punto.api import parse_round
from punto.cli.console import show_record, show_sheet
from punto.cli.options import Game, Json, Language
from punto.core import standings as core_standings
from punto.games.library import game as game_named
from punto.reports.games.standings import standings_record
from punto.reports.games.standings import standings_sheet as standings_page


def standings(
    game: Game,
    round_: Annotated[
        str, Parameter(name="ROUND", help='Cards so far: "9s 9d / Kc"; ? is face down.')
    ],
    /,
    *,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """Show the wagers that are already won or lost, as if the table offered every wager.

    A wager is decided if every possible ending of the round gives it the same
    result. The remedy for an interrupted round depends on it.

    For example:

      punto standings tiger "9s 9d / Kc"
      punto standings seven-up "/ 7h" --json
    """
    book = game_named(game)
    tableau = parse_round(book, round_)
    found = core_standings.standings(book, tableau)
    if as_json:
        show_record(standings_record(book, tableau, found))
    else:
        show_sheet(standings_page(book, tableau, found), lang)
