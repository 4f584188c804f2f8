"""Find the wagers that are won or lost for certain while cards are still to come (R11)."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import cache

from punto.core.endings import paytable, possible_endings
from punto.core.facts import Ending
from punto.core.rulebook import PayLine, Rulebook
from punto.core.tableau import Tableau


class Standing(StrEnum):
    """How a wager stands; it is open while its completions disagree."""

    WON = "won"
    LOST = "lost"
    PUSHED = "pushed"
    OPEN = "open"


CONCLUSIVE = (Standing.WON, Standing.LOST)
"""The standings that establish an outcome; a push does not."""


def standings(book: Rulebook, tableau: Tableau) -> Mapping[str, Standing]:
    """How each wager of a game stands on the cards on the layout."""
    standings = _standings(book)
    # Of thousands of endings there are few that differ in how the wagers stand.
    different = {standings[ending] for ending in possible_endings(tableau)}
    return {
        wager.key: _common(set(each))
        for wager, each in zip(book.wagers, zip(*different, strict=True), strict=True)
    }


def is_conclusive(book: Rulebook, tableau: Tableau, offered: Collection[str]) -> bool:
    """Whether any wager on offer has conclusively won or lost, placed or not.

    A win counts though its amount may still grow; a push is neither.
    """
    by_wager = standings(book, tableau)
    return any(by_wager[key] in CONCLUSIVE for key in offered)


@cache
def _standings(book: Rulebook) -> Mapping[Ending, tuple[Standing, ...]]:
    """How each wager stands in every ending of a game."""
    return {
        ending: tuple(_standing(held[wager.key]) for wager in book.wagers)
        for ending, held in paytable(book).items()
    }


def _standing(line: PayLine | None) -> Standing:
    if line is None:
        return Standing.LOST
    return Standing.PUSHED if line.pays.is_push else Standing.WON


def _common(standings: set[Standing]) -> Standing:
    return standings.pop() if len(standings) == 1 else Standing.OPEN
