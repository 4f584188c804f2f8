"""List planted errors in journals, each with the check that must find it."""

from tests.audit.plants import (
    in_cards,
    in_money,
    in_remedies,
    in_settlement,
    in_the_file,
    in_wagers,
)
from tests.audit.plants.plant import LIVE, PLANTS, SILENT, TIGER, Plant

__all__ = [
    "LIVE",
    "PLANTS",
    "SILENT",
    "TIGER",
    "Plant",
    "in_cards",
    "in_money",
    "in_remedies",
    "in_settlement",
    "in_the_file",
    "in_wagers",
]
