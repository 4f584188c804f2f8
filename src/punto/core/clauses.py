"""Define a document's clauses, their status, and the readings of unclear clauses."""

from dataclasses import dataclass
from enum import StrEnum


class ClauseStatus(StrEnum):
    """How Punto implements a clause."""

    CARRIED_OUT = "carried-out"
    """Code or data carries out the clause."""

    NAMES = "names-a-word"
    """The clause defines a word, or is the heading of other clauses."""

    LAYOUT = "layout"
    """The clause describes the contents of a layout or of a terminal's screen."""

    STAFF = "staff"
    """Staff carry out the clause, and the help pages show it to them."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A numbered clause, or a definition under its word, and how Punto implements it."""

    number: str
    about: str
    """The subject of the clause in our words, because we copy no sentence of a document."""

    disposition: ClauseStatus
    where: tuple[str, ...] = ()
    """The places in the code that carry it out, beyond those that a rulebook cites."""

    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """Our interpretation of a document where it is unclear, silent or contradictory."""

    number: str
    clauses: tuple[tuple[str, tuple[str, ...]], ...]
    """The letter of each document with the clauses concerned; no clauses if it is silent."""

    trouble: str
    reading: str
    is_policy: bool = False
    """Whether the house chooses this rule, so that the settings of a table may change it."""
