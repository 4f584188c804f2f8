"""Provide casino baccarat with rulebooks as data, settlement by clause, and exact odds.

>>> import punto
>>> tiger = punto.game("tiger")
>>> [settled] = punto.settle(tiger, "9s 4d 2h / Kc 6h", {"banker": 20_00})
>>> settled.win_cents, settled.line.pays.printed, tiger.at(settled.line.clause)
(1900, '0.95 to 1', 'E 4.7')
"""

from punto import notebook as _notebook  # noqa: F401  lets notebooks draw values as pictures
from punto.api import deal_shoe, odds_of, parse_round, settle
from punto.core.cards import Card, Rank, Suit, card, rank
from punto.core.conditions import All, Either, Is, Not
from punto.core.drawing_rules import DrawDecision
from punto.core.facts import Ending, Fact, Winner
from punto.core.notation import format_round
from punto.core.rulebook import (
    PUSH,
    Decks,
    Document,
    LayoutCell,
    PayLine,
    Pays,
    Rulebook,
    WagerGroup,
    WagerRule,
    to,
)
from punto.core.rules import Rule
from punto.core.settlement import SettledWager
from punto.core.shoe import Cut, Shoe
from punto.core.sides import BySide, Side
from punto.core.standings import Standing, is_conclusive, standings
from punto.core.tableau import (
    SEVEN_UP,
    STANDARD,
    DealOrder,
    Tableau,
    WrongCard,
    draw_decisions,
    ending,
    lay_out,
    next_side,
)
from punto.games.library import DOCUMENTS, GAMES, game
from punto.odds.composition import Composition
from punto.odds.measures import PayLineOdds, WagerOdds

__all__ = [
    "DOCUMENTS",
    "GAMES",
    "PUSH",
    "SEVEN_UP",
    "STANDARD",
    "All",
    "BySide",
    "Card",
    "Composition",
    "Cut",
    "DealOrder",
    "Decks",
    "Document",
    "DrawDecision",
    "Either",
    "Ending",
    "Fact",
    "Is",
    "LayoutCell",
    "Not",
    "PayLine",
    "PayLineOdds",
    "Pays",
    "Rank",
    "Rule",
    "Rulebook",
    "SettledWager",
    "Shoe",
    "Side",
    "Standing",
    "Suit",
    "Tableau",
    "WagerGroup",
    "WagerOdds",
    "WagerRule",
    "Winner",
    "WrongCard",
    "card",
    "deal_shoe",
    "draw_decisions",
    "ending",
    "format_round",
    "game",
    "is_conclusive",
    "lay_out",
    "next_side",
    "odds_of",
    "parse_round",
    "rank",
    "settle",
    "standings",
    "to",
]
