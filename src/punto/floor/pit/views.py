"""Define the pit's views of tables, the decision queue, significant events and totals."""

from typing import Literal

from msgspec import Struct

from punto.floor.dealer_console.table_view import Level
from punto.floor.read_models.significant_events import SignificantEventView
from punto.messages.message import Message


class LimitsView(Struct, frozen=True):
    """The lowest minimum and the highest maximum of the wagers at a table."""

    minimum_cents: int
    maximum_cents: int


class SeatCount(Struct, frozen=True):
    """The number of occupied seats, and of all seats."""

    occupied_count: int
    of: int


class StakeSums(Struct, frozen=True):
    """The stakes on each hand, on the side wagers, and in all."""

    player: int
    banker: int
    side: int
    all: int


class Band(Struct, frozen=True):
    """The difference between win and theory, in standard deviations and in cents."""

    z: float
    deviation_cents: int
    words: Message
    is_outside: bool


class TableAlarm(Struct, frozen=True):
    """The most urgent problem of a table."""

    level: Level
    words: Message | None
    sub: Message | None
    since: str


class PitTableRow(Struct, frozen=True):
    """One row of the pit."""

    table: str
    name: str
    number: int
    title: Message
    document: str
    version: str
    effective: str
    mode: str
    method: str | None
    is_hlga: bool
    dealer: str | None
    dealt_by: Literal["house", "staff", "nobody"]
    phase: str
    phase_words: Message
    is_held: bool
    sub: Message
    round: int
    limits: LimitsView
    differential_cents: int | None
    seats: SeatCount
    stakes: StakeSums
    differs_cents: int
    differs: Message
    win_cents: int
    expected_cents: int
    band: Band
    rounds: int
    voids: int
    by_hand: int
    alarm: TableAlarm


class QueueTarget(Struct, frozen=True):
    """The case that an item of the queue opens."""

    kind: Literal["hold", "entry", "call", "differential", "fault"]
    id: str


class QueueItem(Struct, frozen=True):
    """An item that waits for a decision."""

    key: str
    level: Level
    table: str
    kind: Message
    title: Message
    sub: Message
    since: str
    left_ms: int | None
    opens: QueueTarget


class FloorTotals(Struct, frozen=True):
    """The totals of the floor."""

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
    """The number of connected terminals, and of enrolled ones."""

    connected: int
    of: int


class ChainStatus(Struct, frozen=True):
    """The number of journal entries, and the last exported checkpoint."""

    head: str
    entries: int
    exported_at: str | None


class PitView(Struct, frozen=True, tag_field="type", tag="floor"):
    """The view of the pit."""

    at: str
    currency: str
    tables: tuple[PitTableRow, ...]
    queue: tuple[QueueItem, ...]
    events: tuple[SignificantEventView, ...]
    totals: FloorTotals
    terminals: TerminalCount
    chain: ChainStatus
