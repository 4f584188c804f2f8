"""Repeat the work that no command starts, and close the screens when the floor closes."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

import structlog

from punto.floor.access.staff_access import StaffAccess
from punto.floor.approvals.approvals import Approvals
from punto.floor.broadcast import Broadcaster, StaffScreens
from punto.floor.operations.checkpoint_export import CheckpointExporter
from punto.floor.operations.integrity_check import DAY_SECONDS, IntegrityCheck
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.tables.seat_presence import SeatPresence
from punto.floor.tables.table_owner import TableOwner
from punto.floor.tasks import Tasks
from punto.floor.wire import terminal as wire
from punto.messages.message import message
from punto.table.state import IN_ROUND

SILENT_SECONDS = 20.0
SWEEP_SECONDS = 2.0
FINISHING_SECONDS = 20.0
PARTING_SECONDS = 2.0

LOG = structlog.get_logger("punto.floor")


@dataclass(frozen=True, slots=True)
class Chores:
    """The repeated work of a floor."""

    tasks: Tasks
    broadcaster: Broadcaster
    presence: SeatPresence
    staff: StaffAccess
    approvals: Approvals
    integrity_check: IntegrityCheck
    exporter: CheckpointExporter
    replicas: Mapping[str, TableReplica]
    checkpoint_seconds: float

    def begin(self) -> None:
        """Begin each chore in its own task, so that an error in one does not end another."""
        repeat = self.tasks.repeat
        repeat("close silent connections", SWEEP_SECONDS, self._close_silent)
        repeat("free abandoned seats", SWEEP_SECONDS, self.presence.free_seats)
        repeat("follow the plans of closed tables", SWEEP_SECONDS, self._follow_plans)
        repeat("expire sign-ins", SWEEP_SECONDS, self.staff.expire)
        repeat("expire approvals", SWEEP_SECONDS, self.approvals.expire)
        repeat("check the software", DAY_SECONDS, self.integrity_check.check)
        repeat("export checkpoints", self.checkpoint_seconds, self.exporter.export_when_due)

    async def _close_silent(self) -> None:
        """Close connections that are silent or stalled."""
        now = asyncio.get_running_loop().time()
        for connection in list(self.broadcaster.connections):
            if now - connection.received_at > SILENT_SECONDS or connection.is_stalled(now):
                connection.close("silent", message("goodbye.silent"))

    async def _follow_plans(self) -> None:
        """Change closed tables to the plans of this moment."""
        for replica in self.replicas.values():
            replica.follow_plan()


async def finish_rounds(
    owners: Mapping[str, TableOwner],
    replicas: Mapping[str, TableReplica],
    broadcaster: Broadcaster,
    screens: StaffScreens,
    tasks: Tasks,
) -> None:
    """Finish every round that is not on hold, then close every screen."""
    broadcaster.send_to_all(wire.Notice(message("notice.floor-closes"), "warn"))
    for replica in replicas.values():
        replica.close_floor()
    concluding = [
        tasks.spawn(f"conclude {key}", each.finish_round(), failed=each.queue.fail)
        for key, each in owners.items()
    ]
    _, late = await asyncio.wait(concluding, timeout=FINISHING_SECONDS)
    for task in late:
        task.cancel()
    for connection in list(broadcaster.connections):
        connection.close("stopping", message("goodbye.stopping"))
    screens.stop()
    loop = asyncio.get_running_loop()
    until = loop.time() + PARTING_SECONDS
    while broadcaster.connections and loop.time() < until:
        await asyncio.sleep(0.02)
    held = sum(table.state.phase in IN_ROUND for table in owners.values())
    LOG.info("concluded", tables=len(owners), held=held)
