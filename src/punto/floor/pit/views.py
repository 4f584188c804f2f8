"""Define the pit's views of tables, the decision queue, significant events and totals."""

from typing import Literal

from msgspec import Struct

from punto.core.rulebook import Words
from punto.floor.dealer_console.views import Level
from punto.floor.read_models.significant_events import SignificantEventView
from punto.reports.descriptions.words import Text


class LimitsView(Struct, frozen=True):
    """The least and the most that a wager of a table may hold."""

    minimum_cents: int
    maximum_cents: int


class SeatCount(Struct, frozen=True):
    """How many seats are occupied, of how many."""

    occupied_count: int
    of: int


class StakeSums(Struct, frozen=True):
    """What lies on the hands, on everything else, and in all."""

    player: int
    banker: int
    side: int
    all: int


class Band(Struct, frozen=True):
    """How far a table's win lies from what it should be, in deviations."""

    z: float
    deviation_cents: int
    words: Words
    is_outside: bool


class TableAlarm(Struct, frozen=True):
    """What a table wants looked at."""

    level: Level
    words: Text | None
    sub: Text | None
    since: str


class PitTableRow(Struct, frozen=True):
    """One row of the pit."""

    table: str
    name: str
    number: int
    title: Words
    document: str
    version: str
    effective: str
    mode: str
    method: str | None
    is_hlga: bool
    dealer: str | None
    dealt_by: Literal["house", "staff", "nobody"]
    phase: str
    phase_words: Text
    is_held: bool
    sub: Words
    round: int
    limits: LimitsView
    differential_cents: int | None
    seats: SeatCount
    stakes: StakeSums
    differs_cents: int
    differs: Words
    win_cents: int
    expected_cents: int
    band: Band
    rounds: int
    voids: int
    by_hand: int
    alarm: TableAlarm


class QueueTarget(Struct, frozen=True):
    """What an item of the queue leads to."""

    kind: Literal["hold", "entry", "call", "differential", "fault"]
    id: str


class QueueItem(Struct, frozen=True):
    """Something that waits for a decision."""

    key: str
    level: Level
    table: str
    kind: Words
    title: Text
    sub: Text
    since: str
    left_ms: int | None
    opens: QueueTarget


class FloorTotals(Struct, frozen=True):
    """The whole floor in a line."""

    tables: int
    in_play: int
    held: int
    waiting: int
    rounds: int
    voids: int
    by_hand: int
    seats: int
    stakes: StakeSums
    win_cents: int
    expected_cents: int


class TerminalCount(Struct, frozen=True):
    """How many terminals can speak, of those that are known."""

    connected: int
    of: int


class ChainStatus(Struct, frozen=True):
    """How far the journal is, and when its head last left the machine."""

    head: str
    entries: int
    exported_at: str | None


class PitView(Struct, frozen=True, tag_field="type", tag="floor"):
    """The picture of the pit."""

    at: str
    currency: str
    tables: tuple[PitTableRow, ...]
    queue: tuple[QueueItem, ...]
    events: tuple[SignificantEventView, ...]
    totals: FloorTotals
    terminals: TerminalCount
    chain: ChainStatus
