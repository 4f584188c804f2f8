"""`punto settle` settles wagers on a round."""

from typing import Annotated

from cyclopts import Parameter

from punto import api
from punto.cli.console import show_record, show_sheet
from punto.cli.options import Game, Json, Language, Whole
from punto.core import money
from punto.games.library import game as game_named
from punto.reports.games.receipt import receipt, receipt_record


def settle(
    game: Game,
    round_: Annotated[
        str, Parameter(name="ROUND", help="Cards of Player, a slash, cards of Banker.")
    ],
    /,
    *wagers: Annotated[str, Parameter(help="Wager with its stake, as in banker=20.00.")],
    decks: Annotated[
        Whole | None, Parameter(help="Number of decks that the cards come from.")
    ] = None,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """Settle wagers on a round, with pay line, clause and arithmetic.

    For example:

      punto settle tiger "9s 4d 2h / Kc 6h" banker=20.00 tiger=5 tie=5
      punto settle seven-up "7h Ks / Kc 2d 5d" super_sevens=5.00 --json
    """
    book = game_named(game)
    tableau = api.parse_round(book, round_)
    settled = api.settle(book, tableau, stakes(wagers), decks)
    if as_json:
        show_record(receipt_record(book, tableau, settled))
    else:
        show_sheet(receipt(book, tableau, settled), lang)


def stakes(wagers: tuple[str, ...]) -> dict[str, int]:
    """Parse stakes such as `banker=20.00` into cents."""
    if not wagers:
        raise ValueError("a wager is missing; expected at least one, as in banker=20.00")
    found: dict[str, int] = {}
    for word in wagers:
        key, equals, amount = word.partition("=")
        if not equals or key in found:
            raise ValueError(
                f"{word!r:.60} is not a wager; expected each wager once, as in tie=5.00"
            )
        found[key] = money.parse_cents(amount)
    return found
