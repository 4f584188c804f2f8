"""Find the wagers that are won or lost for certain while cards are still to come (R11)."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import cache

from punto.core.endings import paytable, possible_endings
from punto.core.facts import Ending
from punto.core.rulebook import PayLine, Rulebook
from punto.core.tableau import Tableau


class Standing(StrEnum):
    """Whether a wager is won, lost, pushed, or open because the possible endings differ."""

    WON = "won"
    LOST = "lost"
    PUSHED = "pushed"
    OPEN = "open"


CONCLUSIVE = (Standing.WON, Standing.LOST)
"""The standings that establish an outcome; a push does not."""


def standings(book: Rulebook, tableau: Tableau) -> Mapping[str, Standing]:
    """Return the standing of each wager of a game, by its key, for the cards on the layout."""
    by_ending = _standings(book)
    # A set is much smaller here: thousands of endings have only a few different sets of standings.
    different = {by_ending[ending] for ending in possible_endings(tableau)}
    return {
        wager.key: _common(set(possible))
        for wager, possible in zip(book.wagers, zip(*different, strict=True), strict=True)
    }


def is_conclusive(book: Rulebook, tableau: Tableau, offered: Collection[str]) -> bool:
    """Whether any offered wager is certain to win or to lose, whether or not a patron placed it.

    A certain win counts even if its amount is still open. A certain push does not count.
    """
    by_wager = standings(book, tableau)
    return any(by_wager[key] in CONCLUSIVE for key in offered)


@cache
def _standings(book: Rulebook) -> Mapping[Ending, tuple[Standing, ...]]:
    """Return the standing of each wager of a game in every ending."""
    return {
        ending: tuple(_standing(lines[wager.key]) for wager in book.wagers)
        for ending, lines in paytable(book).items()
    }


def _standing(line: PayLine | None) -> Standing:
    if line is None:
        return Standing.LOST
    return Standing.PUSHED if line.pays.is_push else Standing.WON


def _common(standings: set[Standing]) -> Standing:
    return standings.pop() if len(standings) == 1 else Standing.OPEN
