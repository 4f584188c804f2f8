"""`punto games` lists the games."""

from punto.cli.console import show_record, show_sheet
from punto.cli.options import Json, Language
from punto.games.library import GAMES
from punto.reports.games.game_list import game_list_record, game_list_sheet


def games(*, lang: Language = "en", as_json: Json = False) -> None:
    """List the games and their rule documents.

    For example:

      punto games
      punto games --json
    """
    if as_json:
        show_record(game_list_record(GAMES))
    else:
        show_sheet(game_list_sheet(GAMES), lang)
