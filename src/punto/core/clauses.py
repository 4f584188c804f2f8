"""Define a document's clauses, their status, and the readings of unclear clauses."""

from dataclasses import dataclass
from enum import StrEnum


class ClauseStatus(StrEnum):
    """What became of a clause."""

    CARRIED_OUT = "carried-out"
    """Code or data does what the clause says."""

    NAMES = "names-a-word"
    """The clause says what a word means, or heads the clauses under it."""

    LAYOUT = "layout"
    """The clause says what a layout or a terminal shows."""

    STAFF = "staff"
    """People do what the clause says, and help shows it."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A numbered clause, or a definition by its word, and what became of it."""

    number: str
    about: str
    """What the clause is about, in our words."""

    disposition: ClauseStatus
    where: tuple[str, ...] = ()
    """Places that carry it out beyond those that cite it in a rulebook."""

    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """How an unclear, silent or contradictory place of a document is read."""

    number: str
    clauses: tuple[tuple[str, tuple[str, ...]], ...]
    """The document's letter and the clauses concerned; none where it is silent."""

    trouble: str
    reading: str
    is_policy: bool = False
    """Whether this is the house's own rule, which a table's settings may change."""
