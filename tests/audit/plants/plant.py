"""A planted error: one change of a journal, and what the auditor must say of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from punto.audit import Check
from tests.audit.forger import Event, Forger

TIGER, LIVE, SILENT = "tiger", "tiger-no-commission-live", "super-six-plus"
"""Games whose shifts are changed: one on terminals, a dealer's, and one that leaves more open."""


@dataclass(frozen=True)
class Plant:
    """One change, the journal it is made in, and what the auditor must say of it."""

    change: Callable[[Forger], None]
    found_by: Check
    words: str
    game: str = TIGER

    @property
    def name(self) -> str:
        """What was changed, in words."""
        return self.change.__name__.replace("_", " ")


PLANTS: list[Plant] = []


def planted(found_by: Check, words: str, game: str = TIGER) -> Callable[[Any], Any]:
    """Adds a change to the list."""

    def add(change: Callable[[Forger], None]) -> Callable[[Forger], None]:
        PLANTS.append(Plant(change, found_by, words, game))
        return change

    return add


def forged(found_by: Check, words: str, game: str = TIGER) -> Callable[[Any], Any]:
    """Adds a change after which chain, transfers and balances are made to fit again."""

    def add(change: Callable[[Forger], None]) -> Callable[[Forger], None]:
        def forge(forger: Forger) -> None:
            change(forger)
            forger.write()

        forge.__name__ = change.__name__
        PLANTS.append(Plant(forge, found_by, words, game))
        return change

    return add


def wins(event: Event) -> bool:
    """Whether somebody won something in a settled round."""
    return any(wager["line"] for wager in event["wagers"])


def moved(forger: Forger, place: int, to: int) -> None:
    """Puts an entry somewhere else in the journal."""
    forger.rows.insert(to, forger.rows.pop(place))
