"""Define a planted error as one change of a journal, with the auditor's expected finding."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from punto.audit import Check
from tests.audit.forger import Event, Forger

TIGER, LIVE, SILENT = "tiger", "tiger-no-commission-live", "super-six-plus"
"""The games of the changed shifts: one on terminals, one live, and one with more policies."""


@dataclass(frozen=True)
class Plant:
    """One change, the journal that it changes, and the auditor's expected finding."""

    change: Callable[[Forger], None]
    found_by: Check
    words: str
    game: str = TIGER

    @property
    def name(self) -> str:
        """The name of the change as words."""
        return self.change.__name__.replace("_", " ")


PLANTS: list[Plant] = []


def planted(found_by: Check, words: str, game: str = TIGER) -> Callable[[Any], Any]:
    """Add a change to the list."""

    def add(change: Callable[[Forger], None]) -> Callable[[Forger], None]:
        PLANTS.append(Plant(change, found_by, words, game))
        return change

    return add


def forged(found_by: Check, words: str, game: str = TIGER) -> Callable[[Any], Any]:
    """Add a change after which chain, transfers and balances are made to match."""

    def add(change: Callable[[Forger], None]) -> Callable[[Forger], None]:
        def forge(forger: Forger) -> None:
            change(forger)
            forger.write()

        forge.__name__ = change.__name__
        PLANTS.append(Plant(forge, found_by, words, game))
        return change

    return add


def wins(event: Event) -> bool:
    """Whether a wager of a settled round won."""
    return any(wager["line"] for wager in event["wagers"])


def moved(forger: Forger, place: int, to: int) -> None:
    """Move an entry to another place in the journal."""
    forger.rows.insert(to, forger.rows.pop(place))
