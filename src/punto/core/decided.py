"""Decided: which wagers have conclusively won or lost with cards still to come (R11)."""

from collections.abc import Collection, Mapping
from enum import StrEnum

from punto.core.endings import paytable, possible_endings
from punto.core.rulebook import PayLine, Rulebook
from punto.core.tableau import Tableau


class Standing(StrEnum):
    """How a wager stands; it is open while its completions disagree."""

    WON = "won"
    LOST = "lost"
    PUSHED = "pushed"
    OPEN = "open"


DECISIVE = (Standing.WON, Standing.LOST)
"""The standings that establish an outcome; a push does not."""


def decided(book: Rulebook, tableau: Tableau) -> Mapping[str, Standing]:
    """How each wager of a game stands on the cards on the layout."""
    table, possible = paytable(book), possible_endings(tableau)
    return {
        wager.key: _common({_standing(table[ending][wager.key]) for ending in possible})
        for wager in book.wagers
    }


def established(book: Rulebook, tableau: Tableau, offered: Collection[str]) -> bool:
    """Whether any wager on offer has conclusively won or lost, placed or not.

    A win counts though its amount may still grow; a push is neither.
    """
    standings = decided(book, tableau)
    return any(standings[key] in DECISIVE for key in offered)


def _standing(line: PayLine | None) -> Standing:
    if line is None:
        return Standing.LOST
    return Standing.PUSHED if line.pays.is_push else Standing.WON


def _common(standings: set[Standing]) -> Standing:
    return standings.pop() if len(standings) == 1 else Standing.OPEN
