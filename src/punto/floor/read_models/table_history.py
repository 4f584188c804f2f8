"""A table's history: its rounds and the results of its shoe, as screens ask for them."""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from punto.core import notation
from punto.core.facts import Ending, Winner
from punto.core.irregularities import Trigger
from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.floor.read_models.daily_win import DailyWin
from punto.table.events import play as events
from punto.table.settings import Settings
from punto.table.stakes import Stake
from punto.table.state import Table

Result: TypeAlias = Literal["won", "lost", "push", "void", "withdrawn", "removed", "reversed"]
RoundEnd: TypeAlias = (
    events.RoundSettled | events.RoundCorrected | events.RoundVoided | events.RoundReversed
)
LETTERS = {Winner.BANKER: "B", Winner.PLAYER: "P", Winner.NEITHER: "T"}


class PatronWager(NamedTuple):
    """One stake of a visit in a round, and what became of it."""

    stake: Stake
    line: int
    returned_cents: int
    result: Result
    source: str
    """Where a stake that went back went back by, empty for one that was settled."""

    claim_cents: int = 0
    """What the cage owes for a settlement that was undone, below zero what it is owed."""


class AcceptedSet(NamedTuple):
    """A set of stakes that was accepted: the number of its entry, and when."""

    entry: int
    at: str
    set: int
    stakes: tuple[Stake, ...]


@dataclass(slots=True)
class RoundRecord:
    """A round that is running or over."""

    number: int
    book: Rulebook
    first_entry: int
    digest: str
    at: str = ""
    last_entry: int = 0
    cards: str = "/"
    winner: str | None = None
    void: tuple[Trigger, str] | None = None
    is_over: bool = False
    stakes: dict[str, tuple[Stake, ...]] = field(default_factory=dict)
    wagers: dict[str, list[PatronWager]] = field(default_factory=dict)
    credit: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The credit of each visit before and after the round."""

    accepted: dict[str, list[AcceptedSet]] = field(default_factory=dict)

    @property
    def tableau(self) -> Tableau:
        """The cards of the round."""
        return notation.parse_round(self.cards, self.book.order)


class ShoeResult(NamedTuple):
    """A concluded round of the shoe on the table."""

    round: int
    ending: Ending


@dataclass(slots=True)
class TableHistory:
    """What a table has seen."""

    book: Rulebook | None = None
    opened_with: Settings | None = None
    """The settings it was last opened with; staff may have changed them since."""

    is_closed_by_staff: bool = False
    shoes: int = 0
    commitment: str = ""
    results: list[ShoeResult] = field(default_factory=list)
    revision: int = 0
    """Counts up whenever the results of the shoe change."""

    rounds: "OrderedDict[int, RoundRecord]" = field(default_factory=OrderedDict)
    state: Table = field(default_factory=Table)
    """The table itself: what lies on it is not worked out twice."""

    said: list[tuple[str, Table]] = field(default_factory=list)
    """When something was called in this round, and the table just before."""

    held: list[tuple[str, events.Event]] = field(default_factory=list)
    """When and what, since the table is held; empty while nothing holds it."""

    ended: RoundEnd | None = None
    """What the last round came to, until the next one begins."""

    takings: DailyWin = field(default_factory=DailyWin)
    drawn: dict[ShoeResult, Any] = field(default_factory=dict, compare=False)
    """What the roads show of each result."""

    counted: tuple[int, Any] | None = None
    """What a screen last counted of the results, with their revision."""

    @property
    def last(self) -> RoundRecord | None:
        """The round that is running, or the last one."""
        return next(reversed(self.rounds.values())) if self.rounds else None
