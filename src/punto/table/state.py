"""The state of a table: what all its events so far have come to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from punto.core.irregularity import Step, Trigger
from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.table.commands import Stake
from punto.table.events import WagerSettled
from punto.table.settings import Settings


class Phase(StrEnum):
    """How far a table is."""

    CLOSED = "closed"
    IDLE = "idle"
    BETS_OPEN = "bets-open"
    BETS_CLOSED = "bets-closed"
    DEALING = "dealing"
    COMPLETE = "complete"
    SETTLED = "settled"
    VOID = "void"


BETWEEN_ROUNDS = frozenset({Phase.IDLE, Phase.SETTLED, Phase.VOID})
IN_ROUND = frozenset({Phase.BETS_OPEN, Phase.BETS_CLOSED, Phase.DEALING, Phase.COMPLETE})


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table that somebody has."""

    visit: str
    is_cut_off: bool = False


Place: TypeAlias = tuple[str, int, int]
"""A wager, the position whose area it lies on, and the stack there."""


def place_of(seat: int, stake: Stake) -> Place:
    """Where a stake of a seat lies."""
    return stake.wager, stake.position or seat, stake.stack


@dataclass(frozen=True, slots=True)
class PlacedSet:
    """The stakes of one seat, the number under which they were accepted, and whose they are."""

    number: int
    visit: str
    stakes: tuple[Stake, ...]

    @property
    def cents(self) -> int:
        """What lies on all its places together."""
        return sum(stake.cents for stake in self.stakes)


@dataclass(frozen=True, slots=True)
class ShoeOnTable:
    """The shoe in the device, as far as the table may know it."""

    key: str
    decks: int
    is_committed: bool
    cards_out: int = 0
    is_burned: bool = True
    left_over: tuple[tuple[int, str], ...] = ()
    """Cards out of the device that no rule has called for yet, each with its number."""

    rounds_left: int | None = None
    """How many rounds may still begin; None until the cutting card is out."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round, from the opening of bets to its end."""

    number: int
    tableau: Tableau
    sets: Mapping[int, PlacedSet] = field(default_factory=dict)
    sets_placed: int = 0
    accepted: Mapping[int, int] = field(default_factory=dict)
    """The last set that each terminal says it has seen accepted."""

    close_shown: frozenset[int] = frozenset()
    cut_off_at_close: frozenset[int] = frozenset()
    ruled_on: Mapping[int, bool] = field(default_factory=dict)
    is_confirmed: bool = False
    settled: tuple[WagerSettled, ...] = ()

    @property
    def staked_cents(self) -> int:
        """What all seats have at stake."""
        return sum(placed.cents for placed in self.sets.values())


@dataclass(frozen=True, slots=True)
class Item:
    """Something the table must see through before it goes on."""

    trigger: Trigger
    source: str
    step: Step | None
    """The remedy that is due; None while the table waits to be told the cause."""

    proposed: tuple[Step, ...] = ()
    event: int = 0
    answered: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Table:
    """A gaming table."""

    phase: Phase = Phase.CLOSED
    book: Rulebook | None = None
    settings: Settings | None = None
    seats: Mapping[int, Seat] = field(default_factory=dict)
    shoe: ShoeOnTable | None = None
    round: Round | None = None
    rounds: int = 0
    agenda: tuple[Item, ...] = ()
    events: int = 0

    @property
    def game(self) -> Rulebook:
        """The rulebook of a table that is open."""
        assert self.book is not None, "an open table has a rulebook"
        return self.book

    @property
    def chosen(self) -> Settings:
        """The settings of a table that is open."""
        assert self.settings is not None, "an open table has settings"
        return self.settings

    @property
    def current(self) -> Round:
        """The round that is running, or the last one."""
        assert self.round is not None, "a round has begun"
        return self.round

    @property
    def device(self) -> ShoeOnTable:
        """The shoe of a table that has one."""
        assert self.shoe is not None, "a shoe is loaded"
        return self.shoe
