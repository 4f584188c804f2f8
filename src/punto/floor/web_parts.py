"""Give each feature of the transport the parts of the floor that it uses."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from punto.floor.access.staff_access import StaffAccess
from punto.floor.approvals.approvals import Approvals
from punto.floor.approvals.cage_approvals import CageApprovals
from punto.floor.approvals.details import ApprovalParts
from punto.floor.broadcast import Broadcaster, StaffScreens
from punto.floor.cage.counter import CageCounter, CageParts
from punto.floor.dealer_console.actions import ActionRunner
from punto.floor.displays import DisplayMonitor
from punto.floor.operations.checkpoint_export import CheckpointExporter
from punto.floor.operations.integrity_check import IntegrityCheck
from punto.floor.operations.start_check import HouseKeys
from punto.floor.plan import FloorPlan
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.read_models.replica import Replica
from punto.floor.shoe_lines.dealer import returned_cards
from punto.floor.staff_views import StaffViewParts
from punto.floor.streams.command_queue import CommandQueue
from punto.floor.streams.writer import Writer
from punto.floor.tables.seat_presence import SeatPresence
from punto.floor.tables.table_owner import TableOwner
from punto.floor.tasks import ReaderThread, Tasks
from punto.floor.terminals.connection import TerminalParts
from punto.floor.terminals.enrolment import Enrolment
from punto.floor.terminals.next_visit import VisitParts, begin_next_visit, leave_seats
from punto.floor.terminals.round_recall import RecallParts
from punto.floor.terminals.visits import Visits
from punto.floor.terminals.vouchers import Vouchers
from punto.journal.stores.sqlite import SqliteJournal


@dataclass(frozen=True, slots=True)
class Tables:
    """The owners and replicas of all tables, by their streams."""

    owners: Mapping[str, TableOwner]
    replicas: Mapping[str, TableReplica]


@dataclass(frozen=True, slots=True)
class HealthParts:
    """The parts that health checks and metrics read."""

    software: str
    is_ready: Callable[[], bool]
    faults: Callable[[], Mapping[str, str]]
    tables: Tables
    writer: Writer
    tasks: Tasks
    broadcaster: Broadcaster
    displays: DisplayMonitor
    replica: Replica


@dataclass(frozen=True, slots=True)
class TerminalRouteParts:
    """The parts that terminals, public displays and the lobby use."""

    plan: FloorPlan
    replicas: Mapping[str, TableReplica]
    connections: TerminalParts
    recall: RecallParts


@dataclass(frozen=True, slots=True)
class StaffSocketParts:
    """The parts that staff screens watch."""

    plan: FloorPlan
    replicas: Mapping[str, TableReplica]
    views: StaffViewParts
    screens: StaffScreens
    tasks: Tasks


@dataclass(frozen=True, slots=True)
class TableRouteParts:
    """The parts that the dealer console and the pit send commands to."""

    tables: Tables
    terminals: TerminalParts
    actions: ActionRunner
    approvals: Approvals
    replica: Replica


@dataclass(frozen=True, slots=True)
class ApprovalRouteParts:
    """The parts that handle requests for approval by a second person."""

    approvals: Approvals
    at_cage: CageApprovals
    details: ApprovalParts


@dataclass(frozen=True, slots=True)
class CageRouteParts:
    """The parts that cashiers use."""

    counter: CageCounter
    approvals: CageApprovals


@dataclass(frozen=True, slots=True)
class AuditRouteParts:
    """The parts that auditors use."""

    journal: Path
    reader: ReaderThread
    tasks: Tasks
    replicas: Mapping[str, TableReplica]
    recall: RecallParts
    exporter: CheckpointExporter
    integrity_check: IntegrityCheck
    access_log: CommandQueue
    keys: HouseKeys
    currency: str
    software: str


@dataclass(frozen=True, slots=True)
class WebParts:
    """Everything that the transport serves."""

    plan: FloorPlan
    journal: Path
    staff: StaffAccess
    health: HealthParts
    terminals: TerminalRouteParts
    staff_socket: StaffSocketParts
    tables: TableRouteParts
    approvals: ApprovalRouteParts
    cage: CageRouteParts
    audit: AuditRouteParts
    stop: Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class ServedParts:
    """The parts of the floor from which `assemble` chooses."""

    plan: FloorPlan
    software: str
    journal: SqliteJournal
    keys: HouseKeys
    recalling: ReaderThread
    auditing: ReaderThread
    exporter: CheckpointExporter
    writer: Writer
    tasks: Tasks
    replica: Replica
    owners: Mapping[str, TableOwner]
    replicas: Mapping[str, TableReplica]
    broadcaster: Broadcaster
    screens: StaffScreens
    displays: DisplayMonitor
    presence: SeatPresence
    staff: StaffAccess
    actions: ActionRunner
    approvals: Approvals
    enrolment: Enrolment
    visits: Visits
    vouchers: Vouchers
    cage: CommandQueue
    access_log: CommandQueue
    integrity_check: IntegrityCheck
    faults: Callable[[], Mapping[str, str]]
    is_ready: Callable[[], bool]
    stop: Callable[[], Awaitable[None]]


def assemble(parts: ServedParts) -> WebParts:
    """Return the parts that each feature of the transport uses."""
    tables = Tables(parts.owners, parts.replicas)
    terminals = _terminal_parts(parts)
    history = parts.replica.history
    counter = _cage_counter(parts, terminals.visits)
    at_cage = CageApprovals(parts.staff, parts.approvals, counter)
    recall = RecallParts(parts.recalling, history, parts.vouchers)
    return WebParts(
        plan=parts.plan,
        journal=parts.journal.path,
        staff=parts.staff,
        health=HealthParts(
            software=parts.software,
            is_ready=parts.is_ready,
            faults=parts.faults,
            tables=tables,
            writer=parts.writer,
            tasks=parts.tasks,
            broadcaster=parts.broadcaster,
            displays=parts.displays,
            replica=parts.replica,
        ),
        terminals=TerminalRouteParts(parts.plan, parts.replicas, terminals, recall),
        staff_socket=StaffSocketParts(
            parts.plan, parts.replicas, _staff_view_parts(parts), parts.screens, parts.tasks
        ),
        tables=TableRouteParts(tables, terminals, parts.actions, parts.approvals, parts.replica),
        approvals=ApprovalRouteParts(
            parts.approvals,
            at_cage,
            ApprovalParts(parts.approvals, at_cage, parts.replicas, history),
        ),
        cage=CageRouteParts(counter, at_cage),
        audit=AuditRouteParts(
            journal=parts.journal.path,
            reader=parts.auditing,
            tasks=parts.tasks,
            replicas=parts.replicas,
            recall=recall,
            exporter=parts.exporter,
            integrity_check=parts.integrity_check,
            access_log=parts.access_log,
            keys=parts.keys,
            currency=parts.plan.currency,
            software=parts.software,
        ),
        stop=parts.stop,
    )


def _terminal_parts(parts: ServedParts) -> TerminalParts:
    visits = VisitParts(
        enrolment=parts.enrolment,
        visits=parts.visits,
        vouchers=parts.vouchers,
        history=parts.replica.history,
        presence=parts.presence,
        owners=parts.owners,
        replicas=parts.replicas,
        currency=parts.plan.currency,
        software=parts.software,
    )
    return TerminalParts(
        visits=visits,
        broadcaster=parts.broadcaster,
        displays=parts.displays,
        staff=parts.staff,
        messages_per_second=parts.plan.messages_per_second,
    )


def _cage_counter(parts: ServedParts, visits: VisitParts) -> CageCounter:
    return CageCounter(
        CageParts(
            queue=parts.cage,
            journal=parts.journal,
            history=parts.replica.history,
            vouchers=parts.vouchers,
            broadcaster=parts.broadcaster,
            replicas=parts.replicas,
            leave_seats=partial(leave_seats, parts.owners, parts.replicas),
            begin_visit=partial(begin_next_visit, visits),
            currency=parts.plan.currency,
            large_cents=parts.plan.large_cents,
        )
    )


def _staff_view_parts(parts: ServedParts) -> StaffViewParts:
    return StaffViewParts(
        plan=parts.plan,
        staff=parts.staff,
        replicas=parts.replicas,
        replica=parts.replica,
        broadcaster=parts.broadcaster,
        enrolment=parts.enrolment,
        connected_seats=parts.presence.connected_seats,
        device_returns=lambda table: returned_cards(parts.owners.get(table)),
        displays=parts.displays,
        faults=parts.faults,
        last_checkpoint=lambda: parts.exporter.last,
    )
