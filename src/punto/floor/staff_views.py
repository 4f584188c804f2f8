"""Collect data from the floor for staff screens, and encode the views of tables and the pit."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

import msgspec

from punto.core.rulebook import Words
from punto.devices.shoe_events import CardsReturned
from punto.floor.access.staff_access import StaffAccess, person_actor
from punto.floor.approvals.approvals import time_of
from punto.floor.broadcast import Broadcaster
from punto.floor.dealer_console import views
from punto.floor.dealer_console.actions import ConfirmCardsReturned
from punto.floor.dealer_console.table_view import TableContext, staff_table_view
from punto.floor.displays import DisplayMonitor
from punto.floor.pit import overview
from punto.floor.pit import views as pit_views
from punto.floor.plan import FloorPlan
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.read_models.replica import Replica
from punto.floor.read_models.significant_events import staff_event_view
from punto.floor.streams.aggregates import ACCESS_LOG, CAGE, STAFF, TERMINALS
from punto.floor.terminals.enrolment import Enrolment
from punto.house.staff.events import StaffEvent
from punto.house.staff.state import PendingApproval, Person
from punto.house.terminals import CallReason
from punto.journal.checkpoints import Checkpoint
from punto.journal.entry import format_time
from punto.messages.message import message
from punto.pages.phrases import filled
from punto.reports.descriptions import table_state
from punto.reports.descriptions.requests import request_title

ENCODE = msgspec.json.Encoder().encode

CALLS = {
    CallReason.ATTENDANT: Words("A patron calls an attendant.", "客人呼叫服务员。"),
    CallReason.DISPUTE: Words("A patron disputes a round.", "客人对牌局有异议。"),
    CallReason.PIT: Words("The dealer calls the pit.", "荷官呼叫赌区。"),
}

WENT_BACK = Words(
    "Cards {first} to {last} went back into the device: whoever deals looks, and confirms it.",
    "第 {first} 至 {last} 张牌退回牌靴：请荷官查看并确认。",
)


@dataclass(frozen=True, slots=True)
class StaffViewParts:
    """The parts of the floor that staff screens draw."""

    plan: FloorPlan
    staff: StaffAccess
    replicas: Mapping[str, TableReplica]
    replica: Replica
    broadcaster: Broadcaster
    enrolment: Enrolment
    connected_seats: Callable[[str], frozenset[int]]
    device_returns: Callable[[str], CardsReturned | None]
    """The cards of a table that went back into its device, while nobody has confirmed it."""

    displays: DisplayMonitor
    faults: Callable[[], Mapping[str, str]]
    last_checkpoint: Callable[[], Checkpoint | None]


def table_view(parts: StaffViewParts, replica: TableReplica, person: Person) -> bytes:
    """A table as one of the staff sees it."""
    around = table_context(parts, replica)
    return ENCODE(
        staff_table_view(replica.plan, replica.state, replica.history, around, person_actor(person))
    )


def table_context(parts: StaffViewParts, replica: TableReplica) -> TableContext:
    """What the floor knows of a table beside its own state."""
    attended = parts.staff.state.attended.get(replica.key)
    return TableContext(
        at=format_time(parts.staff.clock()),
        currency=parts.plan.currency,
        attended=None
        if attended is None
        else views.DealerAssignmentView(attended.by, attended.since),
        connected=parts.connected_seats(replica.key),
        calls=tuple(open_calls(parts, replica)),
        faults=(
            *parts.displays.faults(replica),
            *_device_faults(parts.device_returns(replica.key)),
        ),
        timing=replica.countdown(),
    )


PARTS = {
    CAGE: Words("Cage", "账房"),
    TERMINALS: Words("Terminals", "终端"),
    STAFF: Words("Staff", "员工"),
    ACCESS_LOG: Words("Audit", "审计"),
}
TASK_FAILED = Words("background task failed: {why}", "后台任务失败：{why}")


def _faults(parts: StaffViewParts) -> Iterator[pit_views.QueueItem]:
    """The failed parts that the rows of tables do not show: streams and background tasks."""
    for part, why in parts.faults().items():
        if part in PARTS:
            yield overview.stopped(part, PARTS[part], why)
        elif part in parts.replicas:
            if not parts.replicas[part].failure:
                # The staff's stream could not record it.
                yield overview.stopped(part, table_state.OUT_OF_SERVICE, why, part)
        else:
            yield overview.failed(part, Words(part), filled(TASK_FAILED, why=why), level=2)


def _device_faults(back: CardsReturned | None) -> Iterator[views.FaultView]:
    """The fault of a device into which cards went back."""
    if back is not None:
        words = filled(WENT_BACK, first=back.first, last=back.first + back.many - 1)
        yield views.FaultView(2, words, ConfirmCardsReturned.__name__)


def open_calls(parts: StaffViewParts, replica: TableReplica) -> Iterator[views.PatronCallView]:
    """Whoever called at a table and has not been answered."""
    for number, (at, called) in parts.replica.calls.items():
        if called.table == replica.key:
            visit = parts.replica.history.visit_at.get(called.terminal, "")
            words = CALLS[called.reason]
            if called.text:
                words = Words(f"{words.en} {called.text}", f"{words.zh}{called.text}")
            yield views.PatronCallView(
                number,
                at,
                called.terminal,
                replica.seat_of(visit),
                called.reason,
                called.round,
                words,
            )


def pit_view(parts: StaffViewParts, _person: Person) -> bytes:
    """The whole floor as one of the staff sees it."""
    at = format_time(parts.staff.clock())
    day = parts.plan.calendar.day_of(at)
    tables = [
        overview.PitTable(
            replica.plan,
            replica.state,
            replica.history,
            table_context(parts, replica),
            replica.history.takings.on(day),
        )
        for replica in parts.replicas.values()
    ]
    known = overview.FloorContext(
        at=at,
        currency=parts.plan.currency,
        terminals=pit_views.TerminalCount(
            len(parts.broadcaster.by_terminal), parts.enrolment.enrolled_count
        ),
        chain=_chain(parts),
        entries=tuple(_queued(parts, each) for each in parts.staff.state.waiting.values()),
        faults=tuple(_faults(parts)),
    )
    of_staff = (
        staff_event_view(cast("StaffEvent", each.event), each.at, each.by)
        for each in parts.replica.significant
    )
    of_tables = (each.view for each in parts.replica.history.significant)
    significant = sorted(
        (*of_tables, *(each for each in of_staff if each)),
        key=lambda each: each.at,
    )
    return ENCODE(overview.pit_view(tables, known, significant))


def _chain(parts: StaffViewParts) -> pit_views.ChainStatus:
    """How far the journal is, and the checkpoint that last left the machine."""
    last = parts.last_checkpoint()
    head = "" if last is None else f"{last.sequence}"
    return pit_views.ChainStatus(head, parts.replica.entries, None if last is None else last.at)


ENTRY = Words("Second person", "第二人")
BY = Words("entered by {name}", "{name} 录入")


def _queued(parts: StaffViewParts, waiting: PendingApproval) -> pit_views.QueueItem:
    now = parts.staff.clock().timestamp()
    return pit_views.QueueItem(
        key=waiting.approval,
        level=2,
        table=waiting.table,
        kind=ENTRY,
        title=message("request.awaited", command=request_title(waiting.command, waiting.body)),
        sub=filled(BY, name=waiting.by),
        since=time_of(waiting.at),
        left_ms=max(0, round((waiting.lapses_at - now) * 1_000)),
        opens=pit_views.QueueTarget("entry", waiting.approval),
    )
