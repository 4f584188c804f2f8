"""`punto deal` deals a shoe and explains each third card."""

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
    seed: Annotated[
        Whole | None, Parameter(help="Random seed. The same seed gives the same shoe.")
    ] = None,
    rounds_: Annotated[
        Whole | None,
        Parameter(name="--rounds", help="Maximum number of rounds. Default: the whole shoe."),
    ] = None,
    decks: Decks = DEFAULT_DECKS,
    cut: Annotated[
        Whole, Parameter(help="Number of cards behind the cutting card.")
    ] = DEFAULT_CUT.cards_behind,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """Deal a shoe and print a transcript with the rule of each third card.

    For example:

      punto deal tiger --rounds 5
      punto deal seven-up --seed 7 --decks 6 --lang zh
    """
    book = game_named(game)
    if rounds_ is not None and rounds_ < 1:
        raise ValueError(f"{rounds_} rounds are too few; expected at least one")
    if seed is None:
        seed = random.SystemRandom().randrange(10**9)
    below = random.Random(seed).randrange  # noqa: S311  a person may choose the seed; it is not a secret
    dealt = list(islice(deal_shoe(book, below, decks, Cut(cut)), rounds_))
    if as_json:
        show_record(transcript_record(book, dealt, seed, decks))
    else:
        show_sheet(transcript(book, dealt, seed, decks), lang)
