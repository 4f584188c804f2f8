"""Collect the totals of a period that the reports need, entry by entry."""

from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import sqrt
from typing import NamedTuple, TypeAlias

from punto.core.rulebook import Rulebook
from punto.ledger.meters import Meter
from punto.ledger.transfers import Transfer, TransferReason
from punto.messages.message import Message, message
from punto.reports.descriptions.names import game_name
from punto.reports.floor.event_list import ReportedEvent
from punto.reports.floor.period import Period, PeriodSide, Slot
from punto.reports.floor.tally import Tally
from punto.reports.floor.theory import products_of, theory_of
from punto.reports.formats.sheet import Text
from punto.table.actors import Actor
from punto.table.settings import Settings
from punto.table.stakes import Stake, are_chips

MAX_POINTS = 400
INTERRUPTED = "interrupted"
"""The source of a hold while staff have not reported the cause of an interruption."""


@dataclass(frozen=True, slots=True)
class Paytable:
    """A rulebook and a number of decks."""

    book: Rulebook
    decks: int

    @property
    def label(self) -> Message:
        """The game and its number of decks."""
        return message("report-text.paytable", game=game_name(self.book), decks=self.decks)


class PlaceKind(StrEnum):
    """The kind of a place from which wagers come. The values define the order of rows."""

    LAYOUT = "layout"
    TERMINAL = "terminal"
    VISIT = "visit"


class Place(NamedTuple):
    """A terminal, the layout of a table, or a visit without a known terminal."""

    kind: PlaceKind
    name: str

    @property
    def label(self) -> Text:
        """The place in a row of a report."""
        match self.kind:
            case PlaceKind.TERMINAL:
                return self.name
            case PlaceKind.LAYOUT:
                return message("report-row.layout", table=self.name)
            case PlaceKind.VISIT:
                return message("report-row.visit", visit=self.name)


Key: TypeAlias = tuple[str, Paytable, Slot | None]
"""A table, its paytable and the shift; no shift for entries without a time."""


@dataclass(slots=True)
class TableContext:
    """The state of a table that its next entries depend on."""

    paytable: Paytable | None = None
    settings: Settings | None = None
    decks: int = 8
    round: int = 0
    is_running: bool = False
    held_by: str = ""
    dealer: str = ""
    sets: dict[int, tuple[Stake, ...]] = field(default_factory=dict)
    past: OrderedDict[int, tuple[int, int]] = field(default_factory=OrderedDict)
    """For each of the latest rounds, its stakes and the payment that its cards require."""


@dataclass(frozen=True, slots=True)
class UnfinishedRound:
    """A round that still ran at the end of the period."""

    table: str
    round: int
    held_by: str


@dataclass(slots=True)
class DrawerRecord:
    """A cashier's drawer, from its float to its count, by its events."""

    shift: int
    cashier: str
    opened: str
    float_cents: int
    filled_cents: int = 0
    in_cents: int = 0
    out_cents: int = 0
    must_cents: int = 0
    counted_cents: int | None = None
    closed: str = ""


@dataclass(slots=True)
class ReturnCurve:
    """A return round by round, thinned out as it grows."""

    rounds: int = 0
    wagered: float = 0.0
    returned: float = 0.0
    expected: float = 0.0
    variance: float = 0.0
    stride: int = 1
    points: list[tuple[int, float, float, float]] = field(default_factory=list)

    def add(
        self, wagered: float, returned: float, expected: float, variance: float, sign: int = 1
    ) -> None:
        """Add a round, or remove one."""
        self.rounds += sign
        self.wagered += sign * wagered
        self.returned += sign * returned
        self.expected += sign * expected
        self.variance += sign * variance
        if sign < 0:
            # The later points include the removed round.
            self.points = [point for point in self.points if point[0] < self.rounds]
        if self.rounds % self.stride or self.wagered <= 0:
            return
        spread = sqrt(max(self.variance, 0.0)) / self.wagered
        ratio = self.returned / self.wagered, self.expected / self.wagered
        self.points.append((self.rounds, *ratio, spread))
        if len(self.points) > MAX_POINTS:
            self.points = self.points[1::2]
            self.stride *= 2


class PeriodTotals:
    """The totals of one period that its reports need."""

    def __init__(
        self, period: Period, large_cents: int, stored_balances: Mapping[str, int]
    ) -> None:
        self.period, self.large_cents = period, large_cents
        self.entries = self.entries_within = self.untimed = 0
        self.tallies: dict[Key, Tally] = {}
        self.courses: dict[Paytable, ReturnCurve] = {}
        self.terminals: dict[Place, dict[TransferReason, Meter]] = {}
        self.games_at: Counter[Place] = Counter()
        self.put_right: Counter[Place] = Counter()
        """The gain of the house from reversals and corrections at each terminal."""

        self.cage: dict[tuple[Actor, Slot | None], dict[TransferReason, Meter]] = {}
        self.drawers: dict[int, DrawerRecord] = {}
        """The drawers that were in use in the period, by the number of their shift."""

        self.staffed_cents = 0
        """The patrons' cash in the period by transfers that staff caused."""

        self.drawn_cents = 0
        """The patrons' cash that came into drawers in the period, less the cash that left them."""

        self.dealers: dict[tuple[str, str, Slot | None], Counter[str]] = {}
        self.irregular: list[ReportedEvent] = []
        self.significant: list[ReportedEvent] = []
        self.moved: dict[TransferReason, Meter] = {}
        self.opening: Counter[str] = Counter()
        self.closing: Counter[str] = Counter()
        self.latest: Counter[str] = Counter()
        self.stored_balances = stored_balances
        """The balances that the journal stores, for comparison."""

        self.open_rounds: dict[str, UnfinishedRound] = {}
        self.heads: dict[str, tuple[int, str]] = {}
        self._tables: dict[str, TableContext] = {}
        self._terminal_of: dict[str, str] = {}

    def post(self, transfers: Iterable[Transfer], place: PeriodSide) -> None:
        """Post transfers to the balances at the beginning, at the end, and now."""
        into = [self.latest]
        if place is PeriodSide.BEFORE:
            into += [self.opening, self.closing]
        elif place is PeriodSide.WITHIN:
            into.append(self.closing)
        for each in transfers:
            for balances in into:
                balances[each.source] -= each.cents
                balances[each.target] += each.cents

    def observe(self, stream: str) -> None:
        """Record whether a round runs at a table after an entry of the period."""
        table = self._tables.get(stream)
        if table is not None and table.is_running:
            self.open_rounds[stream] = UnfinishedRound(stream, table.round, table.held_by)
        else:
            self.open_rounds.pop(stream, None)

    def table(self, stream: str) -> TableContext:
        """The state of a table so far."""
        return self._tables.setdefault(stream, TableContext())

    def tally(self, stream: str, slot: Slot | None) -> Tally | None:
        """The tally of a table's rounds in a shift, None before it has a game."""
        played = self.table(stream).paytable
        if played is None:
            return None
        return self.tallies.setdefault((stream, played, slot), Tally())

    def terminal_of(self, visit: str, table: str) -> Place:
        """The place of a visit's wagers; chips on the layout belong to the table."""
        if are_chips(visit):
            return Place(PlaceKind.LAYOUT, table)
        terminal = self._terminal_of.get(visit)
        if terminal is None:
            return Place(PlaceKind.VISIT, visit)
        return Place(PlaceKind.TERMINAL, terminal)

    def record_seat(self, visit: str, terminal: str) -> None:
        """Record that a visit is at a terminal from now on."""
        self._terminal_of[visit] = terminal

    def advance(
        self, played: Paytable, staked: Mapping[str, int], returned: int, sign: int = 1
    ) -> None:
        """Add a round to the return curve of a paytable, or remove one."""
        theory = theory_of(played.book, played.decks)
        self.courses.setdefault(played, ReturnCurve()).add(
            sum(staked.values()),
            returned,
            float(theory.expected_cents(staked)),
            float(theory.variance(products_of(staked))),
            sign,
        )

    @property
    def games_tables(self) -> tuple[str, ...]:
        """Every table that has had a game, in order of name."""
        return tuple(name for name in self.tables if self._tables[name].paytable is not None)

    @property
    def tables(self) -> tuple[str, ...]:
        """Every table of the journal, in order of name."""
        return tuple(sorted(self._tables))
