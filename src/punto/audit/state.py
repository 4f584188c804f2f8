"""The state of a table, as its events so far have made it."""

from dataclasses import dataclass, field
from enum import StrEnum

from punto.audit.deal import Hands
from punto.audit.events import Stake, Step
from punto.audit.findings import Check, Findings
from punto.audit.game import Game
from punto.audit.settings import Settings
from punto.audit.shoe import Shoe


class Phase(StrEnum):
    """How far a table is."""

    CLOSED = "closed"
    BETWEEN_ROUNDS = "between rounds"
    BETS_OPEN = "bets open"
    BETS_CLOSED = "bets closed"
    DEALING = "dealing"
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class PlacedSet:
    """The stakes of a seat, whose they are, and the number under which they were accepted."""

    number: int
    visit: str
    stakes: tuple[Stake, ...]
    cents: int


@dataclass(slots=True)
class Seat:
    """A place at the table that a visit has."""

    visit: str
    is_cut_off: bool = False


@dataclass(slots=True)
class Trouble:
    """Something that went wrong in a round."""

    trigger: str
    source: str
    circumstances: tuple[str, ...]


@dataclass(slots=True)
class Round:
    """A round that runs."""

    number: int
    hands: Hands
    sets: dict[int, PlacedSet] = field(default_factory=dict)
    sets_placed: int = 0
    visits: set[str] = field(default_factory=set)
    """Everybody who has staked something, though it may be back."""

    accepted: dict[int, int] = field(default_factory=dict)
    close_shown: set[int] = field(default_factory=set)
    cut_off: frozenset[int] = frozenset()
    ruled_on: dict[int, bool] = field(default_factory=dict)
    is_confirmed: bool = False
    due: list[Step | None] = field(default_factory=list)
    """What must be seen through before the round goes on; None while the cause is not known."""

    proposed: tuple[Step, ...] = ()
    answered: set[int] = field(default_factory=set)
    trouble: Trouble | None = None
    ruled: str = ""
    since: dict[tuple[int, Stake], int] = field(default_factory=dict)
    """The number of the set by which each stake reached its amount."""

    uncounted: dict[tuple[int, Stake], int] = field(default_factory=dict)
    """What of a stake outside the limits is not settled."""

    face_down: set[tuple[str, int]] = field(default_factory=set)
    is_lower_asked: bool = False

    @property
    def next_remedy(self) -> str:
        """What the round waits for."""
        if not self.due:
            return ""
        return self.due[0].remedy if self.due[0] else "cause"


@dataclass(slots=True)
class Table:
    """A table, and what is to be said of it."""

    name: str
    findings: Findings
    phase: Phase = Phase.CLOSED
    game: Game | None = None
    settings: Settings | None = None
    seats: dict[int, Seat] = field(default_factory=dict)
    shoe: Shoe | None = None
    round: Round | None = None
    rounds_opened: int = 0
    rounds_settled: int = 0
    rounds_void: int = 0
    wagers: int = 0
    staked_cents: int = 0
    returned_cents: int = 0
    shoes_shown: int = 0
    shoes_not_shown: int = 0
    """Shoes whose order was promised and, the key lost or not, never shown."""

    events: int = 0
    under_minimum: set[str] = field(default_factory=set)
    """Whose wagers under the minimum were settled, which is done one time only."""

    device: int = 0
    """The position of the patron who controls the device, 0 for the Dealer."""

    may_draw: set[int] = field(default_factory=set)
    is_lost: bool = False
    """Whether it was said that there is no rulebook to judge it by."""

    disputed: set[str] = field(default_factory=set)
    """Digests of rounds that were reported, so that each is reported once."""

    ended: Round | None = None
    """The round that the entry at hand has ended."""

    def say(self, check: Check, found: str, expected: str) -> None:
        """Takes a difference down."""
        self.findings.add(check, found, expected)

    def running(self, number: int, what: str, *phases: Phase) -> Round | None:
        """The round that runs, if there is one; says so if the event is not its or not now."""
        found = self.round
        if found is None:
            self.say(Check.PHASE, f"{what} with no round running", "a round")
            return None
        if number != found.number:
            self.say(Check.OTHER_ROUND, f"{what} for round {number}", f"round {found.number}")
        if phases and self.phase not in phases:
            self.say(Check.PHASE, f"{what} while {self.phase}", " or ".join(phases))
        return found

    def going(self, number: int, what: str, *phases: Phase) -> Round | None:
        """The round that runs and waits for nothing; says so if it does wait."""
        found = self.running(number, what, *phases)
        if found is not None and found.due:
            self.say(
                Check.IRREGULARITY,
                f"{what} while the round waits for {found.next_remedy}",
                "that to be seen through first",
            )
        return found
