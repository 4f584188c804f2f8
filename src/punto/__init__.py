"""Baccarat, done right: rulebooks as data, settled and explained by clause, priced exactly.

>>> import punto
>>> tiger = punto.game("tiger")
>>> [settled] = punto.settle(tiger, "9s 4d 2h / Kc 6h", {"banker": 20_00})
>>> settled.win_cents, settled.line.label.en, tiger.at(settled.line.clause)
(1900, 'Banker', 'E 4.7')
"""

from punto import notebook as _notebook  # noqa: F401  values show themselves as pictures
from punto.api import odds_of, read, rounds, settle
from punto.core.cards import Card, Rank, Suit, card, rank
from punto.core.conditions import All, Either, Is, Not
from punto.core.drawing_rules import Ruling
from punto.core.facts import Ending, Fact, Winner
from punto.core.notation import write
from punto.core.rulebook import (
    PUSH,
    Cell,
    Decks,
    Document,
    PayLine,
    Pays,
    Rulebook,
    Tone,
    WagerRule,
    Words,
    to,
)
from punto.core.rules import Rule
from punto.core.settlement import Settled
from punto.core.shoe import Cut, Shoe
from punto.core.sides import BySide, Side
from punto.core.standings import Standing, decided, established
from punto.core.tableau import (
    SEVEN_UP,
    STANDARD,
    DealOrder,
    Tableau,
    WrongCard,
    ending,
    laid_out,
    next_side,
    rulings,
)
from punto.games.library import DOCUMENTS, GAMES, game
from punto.odds.composition import Composition
from punto.odds.measures import LineOdds, WagerOdds

__all__ = [
    "DOCUMENTS",
    "GAMES",
    "PUSH",
    "SEVEN_UP",
    "STANDARD",
    "All",
    "BySide",
    "Card",
    "Cell",
    "Composition",
    "Cut",
    "DealOrder",
    "Decks",
    "Document",
    "Either",
    "Ending",
    "Fact",
    "Is",
    "LineOdds",
    "Not",
    "PayLine",
    "Pays",
    "Rank",
    "Rule",
    "Rulebook",
    "Ruling",
    "Settled",
    "Shoe",
    "Side",
    "Standing",
    "Suit",
    "Tableau",
    "Tone",
    "WagerOdds",
    "WagerRule",
    "Winner",
    "Words",
    "WrongCard",
    "card",
    "decided",
    "ending",
    "established",
    "game",
    "laid_out",
    "next_side",
    "odds_of",
    "rank",
    "read",
    "rounds",
    "rulings",
    "settle",
    "to",
    "write",
]
