"""Compute the exact odds of every wager, for any cards left in the shoe.

Python imports each name on first use, so callers that need no NumPy do not wait for its import.

>>> from punto import game, odds
>>> shoe = odds.full(8)
>>> player, *_ = odds.odds_of_composition(game("tiger"), shoe)
>>> player.expected
Fraction(-241149546272, 19524993263685)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from punto.odds.batch import BatchOdds, batch_odds
    from punto.odds.card_removal import RemovalEffects, betting_correlation, effects_of_removal
    from punto.odds.composition import Composition, full, unseen
    from punto.odds.engine import count_pay_lines, odds_of_composition
    from punto.odds.measures import PayLineCounts, PayLineOdds, WagerOdds, odds_of_counts
    from punto.odds.par_sheet import ParSheet, par_sheet
    from punto.odds.shoe_tracker import ShoeTracker, odds_after_each_card, track_shoe
    from punto.odds.slip import SlipOdds, covariances, slip_odds
    from punto.odds.what_if import WagerChange, compare_wagers, sensitivities, with_pays

_PLACES = {
    "batch": ("BatchOdds", "batch_odds"),
    "composition": ("Composition", "full", "unseen"),
    "engine": ("count_pay_lines", "odds_of_composition"),
    "shoe_tracker": ("ShoeTracker", "odds_after_each_card", "track_shoe"),
    "measures": ("PayLineCounts", "PayLineOdds", "WagerOdds", "odds_of_counts"),
    "par_sheet": ("ParSheet", "par_sheet"),
    "card_removal": ("RemovalEffects", "betting_correlation", "effects_of_removal"),
    "slip": ("SlipOdds", "covariances", "slip_odds"),
    "what_if": ("WagerChange", "compare_wagers", "sensitivities", "with_pays"),
}
_MODULES = {name: module for module, names in _PLACES.items() for name in names}

__all__ = [
    "BatchOdds",
    "Composition",
    "ParSheet",
    "PayLineCounts",
    "PayLineOdds",
    "RemovalEffects",
    "ShoeTracker",
    "SlipOdds",
    "WagerChange",
    "WagerOdds",
    "batch_odds",
    "betting_correlation",
    "compare_wagers",
    "count_pay_lines",
    "covariances",
    "effects_of_removal",
    "full",
    "odds_after_each_card",
    "odds_of_composition",
    "odds_of_counts",
    "par_sheet",
    "sensitivities",
    "slip_odds",
    "track_shoe",
    "unseen",
    "with_pays",
]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
