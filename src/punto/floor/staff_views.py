"""Collect data from the floor for staff screens, and encode the views of tables and the pit."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

import msgspec

from punto.devices.shoe_events import CardsReturned
from punto.floor.access.staff_access import StaffAccess, person_actor
from punto.floor.approvals.approvals import time_of
from punto.floor.broadcast import Broadcaster
from punto.floor.dealer_console.actions import ConfirmCardsReturned
from punto.floor.dealer_console.table_view import (
    FaultView,
    PatronCallView,
    TableContext,
    staff_table_view,
)
from punto.floor.displays import DisplayMonitor
from punto.floor.pit import overview
from punto.floor.plan import FloorPlan
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.read_models.replica import Replica
from punto.floor.read_models.significant_events import staff_event_view
from punto.floor.streams.aggregates import ACCESS_LOG, CAGE, STAFF, TERMINALS
from punto.floor.terminals.enrolment import Enrolment
from punto.house.staff.events import ApprovalRequested, StaffEvent
from punto.house.staff.state import Person
from punto.house.terminals import CallReason
from punto.journal.checkpoints import Checkpoint
from punto.journal.entry import format_time
from punto.messages.message import message
from punto.reports.descriptions import table_state
from punto.reports.descriptions.requests import request_title

ENCODE = msgspec.json.Encoder().encode

CALLS = {
    CallReason.ATTENDANT: message("patron-call.attendant"),
    CallReason.DISPUTE: message("patron-call.dispute"),
    CallReason.PIT: message("patron-call.pit"),
}


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
    """The cards of a table that went back into its device, until a dealer confirms it."""

    displays: DisplayMonitor
    faults: Callable[[], Mapping[str, str]]
    last_checkpoint: Callable[[], Checkpoint | None]


def table_view(parts: StaffViewParts, replica: TableReplica, person: Person) -> bytes:
    """The encoded view of a table for a person of the staff."""
    around = table_context(parts, replica)
    return ENCODE(
        staff_table_view(replica.plan, replica.state, replica.history, around, person_actor(person))
    )


def table_context(parts: StaffViewParts, replica: TableReplica) -> TableContext:
    """The data of a table that the floor has besides the state of the table."""
    return TableContext(
        at=format_time(parts.staff.clock()),
        currency=parts.plan.currency,
        attended=parts.staff.state.attended.get(replica.key),
        connected=parts.connected_seats(replica.key),
        calls=tuple(open_calls(parts, replica)),
        faults=(
            *parts.displays.faults(replica),
            *_device_faults(parts.device_returns(replica.key)),
        ),
        timing=replica.countdown(),
    )


PARTS = {
    CAGE: message("stream.cage"),
    TERMINALS: message("stream.terminals"),
    STAFF: message("stream.staff"),
    ACCESS_LOG: message("stream.access-log"),
}


def _faults(parts: StaffViewParts) -> Iterator[overview.QueueItem]:
    """The failed parts that the rows of tables do not show: streams and background tasks."""
    for part, why in parts.faults().items():
        if part in PARTS:
            yield overview.stopped(part, PARTS[part], why)
        elif part in parts.replicas:
            if not parts.replicas[part].failure:
                # The stream of the staff could not record it.
                title = table_state.OUT_OF_SERVICE
                yield overview.stopped(part, title, why, part)
        else:
            title, sub = message("queue.text", text=part), message("queue.task-failed", why=why)
            yield overview.failed(part, title, sub, level=2)


def _device_faults(back: CardsReturned | None) -> Iterator[FaultView]:
    """The fault of a device into which cards went back."""
    if back is not None:
        last = back.first + back.many - 1
        words = message("fault.cards-returned", first=back.first, last=last)
        yield FaultView(2, words, ConfirmCardsReturned.__name__)


def open_calls(parts: StaffViewParts, replica: TableReplica) -> Iterator[PatronCallView]:
    """The calls at a table that staff have not answered."""
    for number, (at, called) in parts.replica.calls.items():
        if called.table == replica.key:
            visit = parts.replica.history.visit_at.get(called.terminal, "")
            words = CALLS[called.reason]
            if called.text:
                words = message("patron-call.with-text", call=words, text=called.text)
            yield PatronCallView(
                number,
                at,
                called.terminal,
                replica.seat_of(visit),
                called.reason,
                called.round,
                words,
            )


def pit_view(parts: StaffViewParts, _person: Person) -> bytes:
    """The encoded view of the whole floor."""
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
    of_staff = (
        staff_event_view(cast("StaffEvent", each.event), each.at, each.by)
        for each in parts.replica.significant
    )
    of_tables = (each.view for each in parts.replica.history.significant)
    significant = sorted(
        (*of_tables, *(each for each in of_staff if each)),
        key=lambda each: each.at,
    )
    requests = (_queued(parts, each) for each in parts.staff.state.waiting.values())
    last = parts.last_checkpoint()
    view = overview.pit_view(
        tables,
        significant,
        (*requests, *_faults(parts)),
        at=at,
        terminals=overview.TerminalCount(
            len(parts.broadcaster.by_terminal), parts.enrolment.enrolled_count
        ),
        chain=overview.ChainStatus(parts.replica.entries, None if last is None else last.at),
    )
    return ENCODE(view)


def _queued(parts: StaffViewParts, waiting: ApprovalRequested) -> overview.QueueItem:
    now = parts.staff.clock().timestamp()
    return overview.QueueItem(
        key=waiting.approval,
        level=2,
        table=waiting.table,
        kind=message("queue.approval"),
        title=message("request.awaited", command=request_title(waiting.command, waiting.body)),
        sub=message("queue.requested-by", name=waiting.by),
        since=time_of(waiting.at),
        left_ms=max(0, round((waiting.lapses_at - now) * 1_000)),
        opens=overview.QueueTarget("entry", waiting.approval),
    )
