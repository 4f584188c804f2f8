"""`punto settle`: what wagers return on a round."""

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
    round_: Annotated[str, Parameter(name="ROUND", help="The cards: Player's, a slash, Banker's.")],
    /,
    *wagers: Annotated[str, Parameter(help="A wager and its stake, as in banker=20.00.")],
    decks: Annotated[Whole | None, Parameter(help="How many decks the cards come from.")] = None,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """Each payment with its line, its clause and its arithmetic.

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
    """The stakes that words such as `banker=20.00` name, in cents."""
    if not wagers:
        raise ValueError("no wagers; expected at least one, as in banker=20.00")
    found: dict[str, int] = {}
    for word in wagers:
        key, equals, amount = word.partition("=")
        if not equals or key in found:
            raise ValueError(
                f"{word!r:.60}; expected each wager once with its stake, as in tie=5.00"
            )
        found[key] = money.parse_cents(amount)
    return found
