"""`punto deal`: a shoe, dealt and explained."""

import random
from itertools import islice
from typing import Annotated

from cyclopts import Parameter

from punto.api import DEFAULT_CUT, DEFAULT_DECKS, deal_shoe
from punto.cli.console import show_record, show_sheet
from punto.cli.options import Decks, Game, Json, Language, Whole
from punto.core.shoe import Cut
from punto.games.library import game as game_named
from punto.reports.games.transcript import transcript, transcript_record


def deal(
    game: Game,
    /,
    *,
    seed: Annotated[Whole | None, Parameter(help="The same seed, the same shoe.")] = None,
    rounds_: Annotated[
        Whole | None,
        Parameter(name="--rounds", help="At most so many rounds; else the whole shoe."),
    ] = None,
    decks: Decks = DEFAULT_DECKS,
    cut: Annotated[
        Whole, Parameter(help="Cards behind the cutting card.")
    ] = DEFAULT_CUT.cards_behind,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """A shoe of a game as a transcript that says why each third card was drawn or not.

    For example:

      punto deal tiger --rounds 5
      punto deal seven-up --seed 7 --decks 6 --lang zh
    """
    book = game_named(game)
    if rounds_ is not None and rounds_ < 1:
        raise ValueError(f"{rounds_} rounds; expected at least one")
    if seed is None:
        seed = random.SystemRandom().randrange(10**9)
    below = random.Random(seed).randrange  # noqa: S311  a seed is asked for, not a secret
    dealt = list(islice(deal_shoe(book, below, decks, Cut(cut)), rounds_))
    if as_json:
        show_record(transcript_record(book, dealt, seed, decks))
    else:
        show_sheet(transcript(book, dealt, seed, decks), lang)
