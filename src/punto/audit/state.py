"""The state of a table after the events so far."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from punto.audit.events.table import (
    FactsCorrected,
    IrregularityRaised,
    Numbered,
    Stake,
    WagerSettled,
)
from punto.audit.findings import NOTHING, Check, Findings, named
from punto.audit.rules.deal import Hands
from punto.audit.rules.game import Game
from punto.audit.rules.remedies import LADDER, RemedyStep, outranks
from punto.audit.rules.settings import Settings
from punto.audit.rules.shoe import Shoe
from punto.audit.store.entry import Actor
from punto.messages.message import Message, Value, message


class Phase(StrEnum):
    """The phases of a table."""

    CLOSED = "closed"
    BETWEEN_ROUNDS = "between-rounds"
    BETS_OPEN = "bets-open"
    BETS_CLOSED = "bets-closed"
    DEALING = "dealing"
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class WagerSet:
    """The stakes of a seat, their owner, and the number under which the table accepted them."""

    number: int
    visit: str
    stakes: tuple[Stake, ...]
    cents: int


@dataclass(slots=True)
class Seat:
    """A seat that a visit occupies."""

    visit: str
    is_cut_off: bool = False


@dataclass(slots=True)
class PendingStep:
    """A remedy step that the table waits for."""

    trigger: str
    source: str
    step: RemedyStep | None
    """The remedy step; None while the cause is unknown."""

    round: int
    proposed: tuple[RemedyStep, ...] = ()
    cards: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    answered: set[int] = field(default_factory=set)
    raised: IrregularityRaised | FactsCorrected | None = None
    """The event that caused it; None once a position has ruled."""

    @property
    def remedy(self) -> str:
        """The remedy that the table waits for."""
        return self.step.remedy if self.step else "cause"

    @property
    def position(self) -> str:
        """The position that decides; empty if a rule does."""
        return (self.step.position or "") if self.step else ""

    @property
    def detail(self) -> str:
        """The variant of the remedy."""
        return (self.step.detail or "") if self.step else ""


@dataclass(slots=True)
class LiveRound:
    """The cards of a round that are face down, and the positions that hold them."""

    face_down: list[tuple[str, int]] = field(default_factory=list)
    holders: dict[str, int] = field(default_factory=dict)
    refused: dict[str, list[int]] = field(default_factory=dict)
    squeezers: dict[tuple[str, int], int] = field(default_factory=dict)
    first_hand: str = ""
    dealer_draws: bool = False
    """Whether the Dealer draws because no patron takes the device."""


@dataclass(slots=True)
class Round:
    """The current round, or the last one."""

    number: int
    hands: Hands
    shoe: str = ""
    sets: dict[int, WagerSet] = field(default_factory=dict)
    """The stakes by seat. Chips on the layout have the negative number of their position."""

    since: dict[tuple[int, Stake], int] = field(default_factory=dict)
    """The number of the set in which each stake reached its amount."""

    sets_placed: int = 0
    visits: set[str] = field(default_factory=set)
    """Every visit that staked something, even if the stake was returned."""

    accepted: dict[int, int] = field(default_factory=dict)
    close_shown: set[int] = field(default_factory=set)
    cut_off: frozenset[int] = frozenset()
    ruled_on: dict[int, bool] = field(default_factory=dict)
    is_confirmed: bool = False
    loose: tuple[Numbered, ...] = ()
    is_loose_ordered: bool = False
    aside: tuple[Numbered, ...] | None = None
    candidates: tuple[str, ...] = ()
    handling: LiveRound = field(default_factory=LiveRound)
    is_lower_requested: bool = False
    is_cut_first: bool = False
    uncounted: dict[tuple[int, Stake], int] = field(default_factory=dict)
    """The uncounted part of each stake outside the limits."""

    @property
    def has_card(self) -> bool:
        """Whether a card of the round was drawn."""
        return bool(self.hands.cards or self.loose)

    @property
    def is_sorted_out(self) -> bool:
        """Whether it needs a card although all others were sorted into decks."""
        return bool(self.candidates) and self.hands.is_known and bool(self.hands.next())


@dataclass(slots=True)
class SettledRound:
    """A settled round: its payments, and whether the order of its shoe was committed."""

    wagers: tuple[WagerSettled, ...]
    is_promised: bool


@dataclass(slots=True)
class Table:
    """The state of a table, and the findings about it."""

    name: str
    findings: Findings
    phase: Phase = Phase.CLOSED
    game: Game | None = None
    settings: Settings | None = None
    seats: dict[int, Seat] = field(default_factory=dict)
    shoe: Shoe | None = None
    round: Round | None = None
    last: Round | None = None
    """The round that ended last."""

    is_void: bool = False
    """Whether that round is void."""

    past: dict[int, SettledRound] = field(default_factory=dict)
    """The rounds settled last, by number."""

    pending_steps: list[PendingStep] = field(default_factory=list)
    device: int = 0
    """The position that controls the dealing device, 0 for the Dealer."""

    may_draw: list[int] = field(default_factory=list)
    under_minimum: set[str] = field(default_factory=set)
    rounds_opened: int = 0
    rounds_settled: int = 0
    rounds_void: int = 0
    rounds_reversed: int = 0
    rounds_corrected: int = 0
    wagers: int = 0
    staked_cents: int = 0
    returned_cents: int = 0
    shoes_shown: int = 0
    shoes_not_shown: int = 0
    """Shoes with a committed order that was never revealed."""

    events: int = 0
    is_lost: bool = False
    """Whether it was reported that the table has no rulebook."""

    disputed: set[str] = field(default_factory=set)
    """Wrong digests that were reported, so that each is reported once."""

    # The current entry

    ended: Round | None = None
    """The round that the current entry ended."""

    titles: tuple[str, ...] = ()
    was_in_round: bool = False
    had_card: bool = False
    """Whether the round had a card when the entry began."""

    raised: IrregularityRaised | None = None
    """The irregularity that the entry raised last."""

    noticed: set[str] = field(default_factory=set)
    """Every trigger that the entry raised."""

    spare: dict[int, str] = field(default_factory=dict)
    """Cards that no rule called for after a settled round was put into order."""

    replacing: str = ""
    """The source by which this entry must still require new cards."""

    burning: str = ""
    """The card that this entry must still remove from the device."""

    def begin(self, titles: tuple[str, ...]) -> None:
        """Start the next entry."""
        self.titles, self.raised, self.replacing, self.burning = titles, None, "", ""
        self.noticed.clear()
        self.spare = {}
        self.was_in_round = self.round is not None
        self.had_card = self.round is not None and self.round.has_card

    def add_finding(self, check: Check, key: str, /, **values: Value) -> None:
        """Record a difference."""
        self.findings.add(check, Message(key, values))

    @property
    def record_cards(self) -> bool:
        """Whether the current entry draws cards of a round."""
        return bool({"CardDrawn", "CardsMisplaced"} & set(self.titles))

    @property
    def document(self) -> str:
        """The letter of the document, empty for a custom rulebook."""
        return self.game.document if self.game else ""

    def outranks(self, holds: str, due: str) -> bool:
        """Whether a position equals the required one or is higher, in the house's order."""
        return outranks(holds, due, self.ladder)

    @property
    def ladder(self) -> tuple[str, ...]:
        """The positions from the lowest to the highest, in the house's order."""
        return self.settings.chosen.ladder if self.settings else LADDER

    @property
    def method(self) -> str:
        """The dealing method in use."""
        return self.settings.chosen.method if self.settings else ""

    @property
    def patrons_handle_cards(self) -> bool:
        """Whether patrons may hold cards."""
        return self.document == "T" and self.method in ("A", "C")

    @property
    def patron_draws(self) -> bool:
        """Whether a patron draws instead of the Dealer."""
        return self.document == "T" and self.method == "C"

    @property
    def next_step(self) -> PendingStep | None:
        """The step that the table waits for."""
        return self.pending_steps[0] if self.pending_steps else None

    @property
    def next_remedy(self) -> str:
        """The remedy that the table waits for."""
        return self.next_step.remedy if self.next_step else ""

    @property
    def awaited(self) -> Message:
        """The remedy that the table waits for, as a message."""
        match self.next_remedy:
            case "":
                return NOTHING
            case "cause":
                return message("finding-part.cause")
            case remedy:
                return message("remedy-step.plain", remedy=remedy)

    @property
    def current(self) -> Round | None:
        """The current round, or the last one."""
        return self.round or self.last

    def offered(self, item: PendingStep) -> Iterator[tuple[int, tuple[Stake, ...]]]:
        """The stakes that each seat may still take back. Visible cards decide the others (R18)."""
        if self.round is None or self.game is None:
            return
        remaining = item.detail == "all-remaining-wagers"
        visible = self.round.hands.face_up_ranks(self.round.handling.face_down)
        standings = self.game.standings(*visible) if remaining else {}
        for seat, placed in self.round.sets.items():
            stakes = tuple(
                stake for stake in placed.stakes if standings.get(stake.wager, "open") == "open"
            )
            if stakes and seat not in item.answered:
                yield seat, stakes

    def require_position(self, what: str, by: Actor, lowest: str) -> None:
        """Report an actor who is not a member of staff in this position or a higher one."""
        if by.kind != "staff" or not self.outranks(by.holds, lowest):
            self.add_finding(
                Check.WHO, "finding.position-too-low", what=what, actor=by.name, position=lowest
            )

    def report_not_due(self, what: str, check: Check = Check.IRREGULARITY) -> None:
        """Report an event in place of the next remedy."""
        self.add_finding(check, "finding.not-due", what=what, expected=self.awaited)

    def require_phase(self, what: str, *phases: Phase, check: Check = Check.PHASE) -> None:
        """Report an event in another phase."""
        if self.phase not in phases:
            self.add_finding(
                check, "finding.wrong-phase", what=what, phase=self.phase, expected=phases
            )

    def is_seat_of(self, what: str, number: int, visit: str) -> bool:
        """Whether a visit is at a seat; report the event if not."""
        seat = self.seats.get(number)
        if seat is not None and seat.visit == visit:
            return True
        self.add_finding(
            Check.SEAT,
            "finding.seat-of-visit",
            what=what,
            visit=visit,
            seat=number,
            expected=named(seat.visit if seat else ""),
        )
        return False

    def running(self, number: int, what: str, *phases: Phase) -> Round | None:
        """The current round; report the event if it belongs to another round or phase."""
        found = self.round
        if found is None:
            self.add_finding(Check.PHASE, "finding.no-round", what=what)
            return None
        self.findings.compare_round(what, number, found.number)
        if phases:
            self.require_phase(what, *phases)
        return found

    def going(self, number: int, what: str, *phases: Phase) -> Round | None:
        """The current round; also report the event if the round is on hold."""
        found = self.running(number, what, *phases)
        self.is_idle(what)
        return found

    def is_between_rounds(self, what: str) -> None:
        """Report an event that must come between rounds, without pending steps."""
        self.is_idle(what)
        self.require_phase(what, Phase.BETWEEN_ROUNDS)

    def is_idle(self, what: str) -> None:
        """Report an event that must wait for the pending steps."""
        if self.pending_steps:
            self.add_finding(
                Check.IRREGULARITY, "finding.round-on-hold", what=what, remedy=self.awaited
            )
