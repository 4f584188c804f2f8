"""Build the pit's view of tables, the decision queue, and win compared with theory."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict

from punto.core.irregularities import Remedy
from punto.core.sides import Side
from punto.floor.dealer_console.held_round import referral_text
from punto.floor.dealer_console.side_panel import differential_view
from punto.floor.dealer_console.table_view import (
    Level,
    PatronCallView,
    TableContext,
    dealer_kind,
    phase_text,
)
from punto.floor.plan import TablePlan
from punto.floor.public_view.layout import mode_of
from punto.floor.read_models.daily_win import (
    DailyWin,
    StakedAmounts,
    TheoryComparison,
    compare_with_theory,
    wager_moments,
)
from punto.floor.read_models.significant_events import SignificantEventView
from punto.floor.read_models.table_history import TableHistory
from punto.messages.message import Message, message
from punto.reports.descriptions import table_state
from punto.reports.descriptions.names import game_message, short_game_message
from punto.reports.descriptions.situations import situation_title, who_is_awaited
from punto.table.card_handling import method_in_use
from punto.table.decide.irregularities.withdrawal import open_offer
from punto.table.differential import balancing_proposal
from punto.table.settings import Settings
from punto.table.state import IN_ROUND, Phase, Table
from punto.table.views import public_phase, round_number

EVENTS_IN_VIEW = 40
OUTSIDE_95 = 1.96
FEWEST_ROUNDS = 30
"""With fewer rounds that had a wager, a win says nothing, however large it is."""


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
    """The difference between win and theory, in standard deviations."""

    z: float
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
    short_title: Message
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
    opens: QueueTarget
    since: str = ""
    left_ms: int | None = None


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

    entries: int
    exported_at: str | None


class PitView(Struct, frozen=True, tag_field="type", tag="floor"):
    """The view of the pit."""

    at: str
    tables: tuple[PitTableRow, ...]
    queue: tuple[QueueItem, ...]
    events: tuple[SignificantEventView, ...]
    totals: FloorTotals
    terminals: TerminalCount
    chain: ChainStatus


@dataclass(frozen=True, slots=True)
class PitTable:
    """One table of the floor, with its history and its context."""

    plan: TablePlan
    table: Table
    history: TableHistory
    around: TableContext
    takings: DailyWin
    """The win of the present gaming day."""

    @property
    def is_held(self) -> bool:
        """Whether the round waits for a decision. An offer to withdraw expires by itself."""
        is_waiting = bool(self.table.pending_steps) and not self.around.timing.failure
        return is_waiting and open_offer(self.table) is None


def pit_view(
    pit_tables: Sequence[PitTable],
    events: Iterable[SignificantEventView],
    others: Iterable[QueueItem] = (),
    *,
    at: str,
    terminals: TerminalCount,
    chain: ChainStatus,
) -> PitView:
    """The view of the pit; `others` are the items of the queue that belong to no table."""
    rows = tuple(_row(each) for each in pit_tables)
    queue = (*others, *(item for each in pit_tables for item in _queued(each)))
    return PitView(
        at=at,
        tables=rows,
        queue=tuple(sorted(queue, key=lambda each: (-each.level, each.since, each.key))),
        events=tuple(reversed(tuple(events)))[:EVENTS_IN_VIEW],
        totals=_totals(rows, len(queue)),
        terminals=terminals,
        chain=chain,
    )


# A row


def _row(pit_table: PitTable) -> PitTableRow:
    plan, table, takings = pit_table.plan, pit_table.table, pit_table.takings
    book, settings = table.book or plan.book, table.settings or plan.settings
    method = method_in_use(table) if table.book is not None else None
    phase = public_phase(table)
    compared = compare_with_theory(takings)
    attended = pit_table.around.attended
    return PitTableRow(
        table=plan.key,
        name=plan.name,
        number=plan.number,
        title=game_message(book),
        short_title=short_game_message(book),
        effective=book.document.effective,
        mode=mode_of(book),
        method=None if method is None else str(method.method),
        is_hlga=settings.is_hlga,
        dealer=attended.by if attended else None,
        dealt_by=dealer_kind(plan, pit_table.around),
        phase=phase,
        phase_words=message("phase-note.held")
        if pit_table.is_held
        else phase_text(plan, pit_table.around, phase),
        is_held=pit_table.is_held,
        sub=_sub(pit_table),
        round=round_number(table),
        limits=_limits(settings),
        differential_cents=settings.differential_cents,
        seats=SeatCount(len(table.seats), settings.positions),
        stakes=stake_sums(table),
        differs=_differs(table),
        win_cents=takings.won_cents,
        expected_cents=compared.expected_cents,
        band=_band(takings, compared),
        rounds=takings.rounds,
        voids=takings.voids,
        by_hand=takings.by_hand,
        alarm=_alarm(pit_table, compared),
    )


def _limits(settings: Settings) -> LimitsView:
    return LimitsView(
        min(each.minimum_cents for each in settings.limits),
        max(each.maximum_cents for each in settings.limits),
    )


def _sub(pit_table: PitTable) -> Message:
    """The time, the round, or the rounds until the table closes."""
    table, timing = pit_table.table, pit_table.around.timing
    is_timed = table.phase is Phase.BETS_OPEN or bool(table.pending_steps)
    if timing.timer is not None and is_timed:
        return message("row-note.seconds-left", seconds=-(-timing.timer.left_ms // 1_000))
    if not table.rounds:
        return message("row-note.no-round")
    left = None if timing.failure or table.phase is Phase.CLOSED else timing.rounds_to_come
    if left is None:
        return message("row-note.round", round=table.rounds)
    return message("row-note.closes-after", round=table.rounds, last=table.rounds + left)


def _differs(table: Table) -> Message:
    apart = differential_view(table)
    if apart is None or not stake_sums(table).all:
        return message("row-note.no-stakes")
    return apart.words


def stake_sums(table: Table) -> StakeSums:
    """The stakes on each hand and on the side wagers."""
    on = dict.fromkeys(Side, 0)
    total = 0
    sets = table.round.sets if table.round is not None and table.phase in IN_ROUND else {}
    for placed in sets.values():
        for stake in placed.stakes:
            total += stake.cents
            if stake.wager in on:
                on[Side(stake.wager)] += stake.cents
    player, banker = on[Side.PLAYER], on[Side.BANKER]
    return StakeSums(player, banker, total - player - banker, total)


def _band(takings: DailyWin, compared: TheoryComparison) -> Band:
    outside = _is_outside(takings, compared)
    if takings.rounds_staked < FEWEST_ROUNDS:
        words = message("win-band.too-few", rounds=takings.rounds_staked)
    else:
        words = message("win-band.outside") if outside else message("win-band.within")
    return Band(round(compared.z, 2), words, outside)


def _is_outside(takings: DailyWin, compared: TheoryComparison) -> bool:
    return takings.rounds_staked >= FEWEST_ROUNDS and abs(compared.z) > OUTSIDE_95


# Alarms and the queue


def _queued(pit_table: PitTable) -> Iterator[QueueItem]:
    """The items of one table that wait for a decision."""
    table, plan, around = pit_table.table, pit_table.plan, pit_table.around
    if failure := around.timing.failure:
        yield stopped(plan.key, table_state.OUT_OF_SERVICE, failure, plan.key)
    elif table.pending_steps:
        yield _held(pit_table)
    elif table.phase is Phase.BETS_OPEN:
        yield from _unbalanced(pit_table)
    yield from (_called(plan.key, call) for call in around.calls)
    for place, fault in enumerate(around.faults):
        if fault.level >= 1:
            yield QueueItem(
                key=f"fault/{plan.key}/{place}",
                level=fault.level,
                table=plan.key,
                kind=message("queue.fault"),
                title=fault.words,
                sub=message("queue.text", text=plan.name),
                opens=QueueTarget("fault", plan.key),
            )


def _unbalanced(pit_table: PitTable) -> Iterator[QueueItem]:
    """The stakes that exceed the differential."""
    table, key, calls = pit_table.table, pit_table.plan.key, pit_table.history.dealer_calls
    over = balancing_proposal(table)
    if over is not None:
        is_requested = table.current.live.is_lower_requested
        yield QueueItem(
            key=f"differential/{key}/{table.rounds}",
            level=2,
            table=key,
            kind=message("queue.differential"),
            title=message("queue.over-by", hand=over.heavier, cents=over.exceeded_cents),
            sub=message("queue.asked") if is_requested else message("queue.ask-first"),
            since=calls[-1][0] if calls else "",
            opens=QueueTarget("differential", key),
        )


def _called(key: str, call: PatronCallView) -> QueueItem:
    is_dispute = call.reason == "dispute"
    return QueueItem(
        key=f"call/{call.number}",
        level=1 if call.reason == "attendant" else 2,
        table=key,
        kind=message("queue.dispute") if is_dispute else message("queue.call"),
        title=call.words,
        sub=message("queue.text", text=call.terminal),
        since=call.at,
        opens=QueueTarget("call", str(call.number)),
    )


def stopped(part: str, title: Message, why: str, table: str = "") -> QueueItem:
    """A part of the floor that an unexpected error put out of service."""
    return failed(part, title, message("queue.restart", why=why), level=3, table=table)


def failed(part: str, title: Message, why: Message, level: Level, table: str = "") -> QueueItem:
    """A part of the floor that has failed."""
    return QueueItem(
        key=f"fault/{part}",
        level=level,
        table=table,
        kind=message("queue.fault"),
        title=title,
        sub=why,
        opens=QueueTarget("fault", part),
    )


def _held(pit_table: PitTable) -> QueueItem:
    table, key, item = pit_table.table, pit_table.plan.key, pit_table.table.pending_steps[0]
    is_offered, timer = open_offer(table) is not None, pit_table.around.timing.timer
    sub = waits = who_is_awaited(table, item)
    referred = referral_text(pit_table.history.held, item)
    if referred is not None:
        sub = message("queue.waits-and-referred", waits=waits, referred=referred)
    elif item.source:
        sub = message("queue.waits-in-clause", waits=waits, source=item.source)
    return QueueItem(
        key=f"hold/{key}/{item.event}",
        level=2 if is_offered else 3,
        table=key,
        kind=_kind(table) if referred is None else message("queue.referred"),
        title=situation_title(item.trigger),
        sub=sub,
        since=pit_table.history.held[0][0] if pit_table.history.held else "",
        left_ms=timer.left_ms if is_offered and timer is not None else None,
        opens=QueueTarget("hold", key),
    )


def _kind(table: Table) -> Message:
    step = table.pending_steps[0].step
    if step is None:
        return message("queue.cause")
    if step.remedy is Remedy.OFFER_WITHDRAWAL and step.position is None:
        return message("queue.withdrawals")
    return message("queue.ruling") if step.position is not None else message("queue.remedy")


def _alarm(pit_table: PitTable, compared: TheoryComparison) -> TableAlarm:
    """The most urgent problem of a table."""
    first = max(_queued(pit_table), key=lambda each: each.level, default=None)
    if first is not None:
        return TableAlarm(first.level, first.title, first.sub, first.since)
    if _is_outside(pit_table.takings, compared):
        return TableAlarm(1, message("win-band.alarm"), message("win-band.outside"), "")
    return TableAlarm(0, None, None, "")


def _totals(rows: Sequence[PitTableRow], waiting: int) -> FloorTotals:
    def of_all(*names: str) -> dict[str, int]:
        return {name: sum(getattr(row, name) for row in rows) for name in names}

    stakes = [asdict(row.stakes) for row in rows]
    return FloorTotals(
        tables=len(rows),
        in_play=sum(row.phase != Phase.CLOSED for row in rows),
        held=sum(row.is_held for row in rows),
        waiting=waiting,
        seats=sum(row.seats.occupied_count for row in rows),
        stakes=StakeSums(
            **{name: sum(each[name] for each in stakes) for name in StakeSums.__struct_fields__}
        ),
        **of_all("rounds", "voids", "by_hand", "win_cents", "expected_cents"),
    )


def prepare(plans: Iterable[TablePlan], played: Iterable[StakedAmounts] = ()) -> None:
    """Count the odds in advance: the first count takes a second."""
    for each in plans:
        wager_moments(each.book, each.settings.decks)
    for laid in played:
        wager_moments(laid.book, laid.decks)
