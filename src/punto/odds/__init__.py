"""What every wager is worth, exactly, for any cards still in the shoe.

Names are loaded when they are first asked for, so that whoever needs no NumPy waits for none.

>>> from punto import game, odds
>>> shoe = odds.full(8)
>>> player, *_ = odds.odds_in(game("tiger"), shoe)
>>> player.expected
Fraction(-241149546272, 19524993263685)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from punto.odds.batch import Priced, price
    from punto.odds.card_removal import Effects, betting_correlation, effects_of_removal
    from punto.odds.composition import Composition, full, unseen
    from punto.odds.engine import count_lines, odds_in
    from punto.odds.measures import LineCounts, LineOdds, WagerOdds, odds_of_lines
    from punto.odds.par_sheet import ParSheet, par_sheet
    from punto.odds.shoe_tracker import Following, follow, through_round
    from punto.odds.slip import SlipOdds, covariances, slip_odds
    from punto.odds.what_if import Change, changes, sensitivities, with_pays

_PLACES = {
    "batch": ("Priced", "price"),
    "composition": ("Composition", "full", "unseen"),
    "engine": ("count_lines", "odds_in"),
    "shoe_tracker": ("Following", "follow", "through_round"),
    "measures": ("LineCounts", "LineOdds", "WagerOdds", "odds_of_lines"),
    "par_sheet": ("ParSheet", "par_sheet"),
    "card_removal": ("Effects", "betting_correlation", "effects_of_removal"),
    "slip": ("SlipOdds", "covariances", "slip_odds"),
    "what_if": ("Change", "changes", "sensitivities", "with_pays"),
}
_MODULES = {name: module for module, names in _PLACES.items() for name in names}

__all__ = [
    "Change",
    "Composition",
    "Effects",
    "Following",
    "LineCounts",
    "LineOdds",
    "ParSheet",
    "Priced",
    "SlipOdds",
    "WagerOdds",
    "betting_correlation",
    "changes",
    "count_lines",
    "covariances",
    "effects_of_removal",
    "follow",
    "full",
    "odds_in",
    "odds_of_lines",
    "par_sheet",
    "price",
    "sensitivities",
    "slip_odds",
    "through_round",
    "unseen",
    "with_pays",
]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
