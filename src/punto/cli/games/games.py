"""`punto games`: the ten games."""

from punto.cli.console import show, show_record
from punto.cli.options import Json, Language
from punto.games.library import GAMES
from punto.reports.games.game_list import catalogue, catalogue_record


def games(*, lang: Language = "en", as_json: Json = False) -> None:
    """The ten games and where they come from.

    For example:

      punto games
      punto games --json
    """
    if as_json:
        show_record(catalogue_record(GAMES))
    else:
        show(catalogue(GAMES, lang))
