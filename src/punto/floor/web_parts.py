"""Define the parts of a started floor that the transport serves."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from punto.floor.access.staff_access import StaffAccess
from punto.floor.approvals.approvals import Approvals
from punto.floor.broadcast import StaffScreens
from punto.floor.cage.counter import CageCounter
from punto.floor.dealer_console.actions import ActionRunner
from punto.floor.operations.checkpoint_export import CheckpointExporter
from punto.floor.operations.integrity_check import IntegrityCheck
from punto.floor.operations.start_check import HouseKeys
from punto.floor.plan import FloorPlan
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.read_models.replica import Replica
from punto.floor.staff_views import StaffViewParts
from punto.floor.streams.command_queue import CommandQueue
from punto.floor.streams.writer import Writer
from punto.floor.tables.table_owner import TableOwner
from punto.floor.tasks import ReaderThread, Tasks
from punto.floor.terminals.connection import TerminalParts
from punto.floor.terminals.round_recall import RecallParts


@dataclass(frozen=True, slots=True)
class WebParts:
    """The parts of a floor that has started. A route receives them, and not the floor itself."""

    plan: FloorPlan
    software: str
    journal: Path
    keys: HouseKeys
    staff: StaffAccess
    owners: Mapping[str, TableOwner]
    replicas: Mapping[str, TableReplica]
    replica: Replica
    terminals: TerminalParts
    recall: RecallParts
    screens: StaffScreens
    views: StaffViewParts
    actions: ActionRunner
    approvals: Approvals
    counter: CageCounter
    auditing: ReaderThread
    access_log: CommandQueue
    exporter: CheckpointExporter
    integrity_check: IntegrityCheck
    writer: Writer
    tasks: Tasks
    faults: Callable[[], Mapping[str, str]]
    is_ready: Callable[[], bool]
    stop: Callable[[], Awaitable[None]]
