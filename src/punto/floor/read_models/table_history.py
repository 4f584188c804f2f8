"""Define the past of a table, with its rounds and the results of its shoe."""

from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias, cast

import msgspec
from msgspec import Struct

from punto.core import notation
from punto.core.facts import Ending, Winner
from punto.core.irregularities import Trigger
from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.floor.read_models.daily_win import DailyWin
from punto.floor.read_models.rulebooks import rulebook
from punto.floor.read_models.stored_values import StoredEvent, StoredTable
from punto.table import events
from punto.table.settings import Settings
from punto.table.stakes import Stake
from punto.table.state import Table

Result: TypeAlias = Literal["won", "lost", "push", "void", "withdrawn", "removed", "reversed"]
RoundEnd: TypeAlias = (
    events.RoundSettled | events.RoundCorrected | events.RoundVoided | events.RoundReversed
)
LETTERS = {Winner.BANKER: "B", Winner.PLAYER: "P", Winner.NEITHER: "T"}


class PatronWager(NamedTuple):
    """One stake of a visit in a round, and its result."""

    stake: Stake
    line: int
    returned_cents: int
    result: Result
    source: str
    """The clause by which a stake was returned, empty if it was settled."""

    claim_cents: int = 0
    """The amount that the cage owes after a reversed settlement, below zero if the patron owes."""


class AcceptedSet(NamedTuple):
    """An accepted set of stakes, with the number and the time of its entry."""

    entry: int
    at: str
    set: int
    stakes: tuple[Stake, ...]


class RoundRecord(Struct, array_like=True):
    """A round in progress or over."""

    number: int
    rulebook: str
    """The digest of the rulebook."""

    first_entry: int
    digest: str
    """The rulebook's digest as recorded when the bets opened; receipts show it."""

    at: str = ""
    last_entry: int = 0
    cards: str = "/"
    winner: str | None = None
    void: tuple[Trigger, str] | None = None
    is_over: bool = False
    stakes: dict[str, tuple[Stake, ...]] = {}
    wagers: dict[str, list[PatronWager]] = {}
    credit: dict[str, tuple[int, int]] = {}
    """The credit of each visit before and after the round."""

    accepted: dict[str, list[AcceptedSet]] = {}

    @property
    def book(self) -> Rulebook:
        """The rulebook of the round."""
        return rulebook(self.rulebook)

    @property
    def tableau(self) -> Tableau:
        """The cards of the round."""
        return notation.parse_round(self.cards, self.book.order)


class ShoeResult(NamedTuple):
    """A concluded round of the shoe on the table."""

    round: int
    ending: Ending


class TableHistory(Struct, dict=True):
    """The past of a table that screens show."""

    rulebook: str = ""
    """The digest of the rulebook in use, empty before the table was first opened."""

    opened_with: Settings | None = None
    """The settings of the last opening; staff may have changed them since."""

    is_closed_by_staff: bool = False
    shoes: int = 0
    commitment: str = ""
    results: list[ShoeResult] = []
    revision: int = 0
    """Increases whenever the results of the shoe change."""

    rounds: dict[int, RoundRecord] = {}
    """The latest rounds, in order."""

    now: StoredTable = msgspec.field(default_factory=lambda: StoredTable(Table()))
    dealer_calls: list[tuple[str, StoredTable]] = []
    """The times of the dealer's announcements in this round, each with the table just before."""

    held_events: list[StoredEvent] = []
    """The events since the table went on hold, empty if it is not on hold."""

    end: StoredEvent | None = None
    """The result of the last round, until the next one begins."""

    takings: DailyWin = msgspec.field(default_factory=DailyWin)

    @property
    def book(self) -> Rulebook | None:
        """The rulebook in use, None before the table was first opened."""
        return rulebook(self.rulebook) if self.rulebook else None

    @property
    def state(self) -> Table:
        """The table after the entries so far."""
        return self.now.table

    @state.setter
    def state(self, table: Table) -> None:
        self.now = StoredTable(table)

    @property
    def held(self) -> list[tuple[str, events.Event]]:
        """The events since the table went on hold, each with its time."""
        return [(each.at, cast("events.Event", each.event)) for each in self.held_events]

    @property
    def ended(self) -> RoundEnd | None:
        """The result of the last round, until the next one begins."""
        return None if self.end is None else cast("RoundEnd", self.end.event)

    @property
    def last(self) -> RoundRecord | None:
        """The round in progress, or the last one."""
        return next(reversed(self.rounds.values())) if self.rounds else None

    # Caches of the screens, which the snapshot file does not have.

    @cached_property
    def drawn(self) -> dict[ShoeResult, Any]:
        """The signs of each result on the roads."""
        return {}

    @cached_property
    def counted(self) -> tuple[int, Any] | None:
        """The last counts of the results, with their revision."""
        return None
