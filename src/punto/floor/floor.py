"""Assemble the parts that run during `punto serve`, on one journal."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import structlog

from punto.core.endings import paytable
from punto.floor.access.common_passwords import CommonPasswords
from punto.floor.access.staff_access import HOUSE, StaffAccess
from punto.floor.approvals.approvals import Approvals
from punto.floor.approvals.table_requests import TableRequests
from punto.floor.broadcast import Broadcaster, StaffScreens
from punto.floor.cage.counter import CageCounter, CageParts
from punto.floor.dealer_console.actions import ActionRunner
from punto.floor.displays import DisplayMonitor
from punto.floor.operations.announcements import Announcements
from punto.floor.operations.chores import Chores, finish_rounds
from punto.floor.operations.integrity_check import IntegrityCheck
from punto.floor.operations.start_check import record_kind
from punto.floor.operations.storage import Storage
from punto.floor.plan import FloorPlan, TablePlan
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.shoe_lines.connection import ShoeConnection, connect_shoe
from punto.floor.shoe_lines.dealer import returned_cards
from punto.floor.software_identity import software_digest
from punto.floor.staff_views import StaffViewParts
from punto.floor.streams import aggregates
from punto.floor.streams.command_queue import CommandQueue
from punto.floor.streams.owner import Aggregate, CommandRequest, StreamOwner
from punto.floor.streams.writer import Writer
from punto.floor.tables.plan_schedule import Opening
from punto.floor.tables.seat_presence import SeatPresence
from punto.floor.tables.table_owner import OwnerParts, TableOwner
from punto.floor.tasks import Tasks
from punto.floor.terminals.connection import TerminalParts, begin_next_visit, leave_seats
from punto.floor.terminals.enrolment import Enrolment
from punto.floor.terminals.round_recall import RecallParts
from punto.floor.terminals.visits import Visits
from punto.floor.terminals.vouchers import Vouchers
from punto.floor.web_parts import WebParts
from punto.house.staff.commands import RecordSignificantEvent
from punto.journal.entry import format_time
from punto.journal.keys import KeyRing
from punto.table.actors import DEVICE

STAGGER_MS = 617

LOG = structlog.get_logger("punto.floor")


def utc_now() -> datetime:
    """Return the time of the wall clock. Entries show it, but their numbers define their order."""
    return datetime.now(UTC)


class Floor:
    """The parts that run during `punto serve`, from the journal to the screens."""

    def __init__(
        self,
        plan: FloorPlan,
        folder: Path,
        clock: Callable[[], datetime] = utc_now,
        *,
        recovers: bool = False,
        ring: KeyRing | None = None,
    ) -> None:
        self.plan, self.folder, self._recovers = plan, folder, recovers
        self._clock = clock
        self.owners: dict[str, TableOwner] = {}
        self.replicas: dict[str, TableReplica] = {}
        self.storage = Storage(
            plan,
            folder,
            ring,
            lambda: {key: each.effective_plan.book.digest for key, each in self.replicas.items()},
            self._now,
        )
        self.journal, self.keys = self.storage.journal, self.storage.keys
        self.replica, self.history = self.storage.replica, self.storage.replica.history
        self.feed, self.exporter = self.storage.feed, self.storage.exporter
        self.tasks = Tasks(lambda error: self.writer.fail(error))
        self.broadcaster, self.staff_screens = Broadcaster(), StaffScreens()
        self.staff = StaffAccess(
            self.keys.house,
            clock,
            plan.demo,
            # A demo floor shows its passwords, so a second factor would protect nothing.
            needs_factor="nobody" if plan.demo else plan.second_factor,
            common_passwords=CommonPasswords(plan.refused_passwords),
        )
        self.actions = ActionRunner()
        self.approvals = Approvals(self.staff)
        self.displays = DisplayMonitor(self.replicas, lambda: self._loop.time(), self._note)
        self.presence = SeatPresence(
            self.broadcaster,
            self.owners,
            self.replicas,
            self.staff_screens.refresh,
            plan.pace.seat_hold_ms / 1_000,
        )
        self._queues: list[CommandQueue] = []
        self.integrity_check = IntegrityCheck(self._now, self.staff.stop_floor)
        self.shoe_connections: dict[str, ShoeConnection] = {}
        """The connections to dealing devices, by the tables they deal to."""

        self.is_ready = False

    # Starting

    async def start(self) -> None:
        """Bring the replica up to date, take every stream, and let the tables continue."""
        self._loop = asyncio.get_running_loop()
        cage = StreamOwner(self.journal, aggregates.CAGE, aggregates.cage_aggregate(), self._now)
        record_kind(cage, is_demo=self.plan.demo)
        self.storage.catch_up()
        self._own_streams(cage)
        for place, plan in enumerate(self.plan.tables):
            self._add_table(place, plan)
        self.web = self._parts()
        self.announcements.begin()
        await self._start_streams()
        self.storage.record_keys()
        for connection in self.shoe_connections.values():
            connection.start()
        self._chores().begin()
        self.is_ready = True
        LOG.info("open", tables=len(self.owners), software=software_digest()[:16])

    def _own_streams(self, cage: StreamOwner[Any]) -> None:
        """Take the streams that are not tables, and let the replica follow every commit."""
        self.writer = Writer(
            self.journal, self.feed.take, lambda: self.announcements.announce_stop()
        )
        at_terminals = self._queue(aggregates.TERMINALS, aggregates.terminals_aggregate())
        self.cage = CommandQueue(cage, self.writer)
        self.access_log = self._queue(aggregates.ACCESS_LOG, aggregates.access_log_aggregate())
        self._staff_queue = self._queue(aggregates.STAFF, aggregates.staff_aggregate())
        self._queues += (at_terminals, self.cage, self.access_log, self._staff_queue)
        self.enrolment = Enrolment(at_terminals)
        self.visits = Visits(at_terminals, self.cage, self.history, self._clock)
        self.vouchers = Vouchers(
            self.cage,
            self.journal,
            self.history,
            self.keys.house,
            self._clock,
            self.storage.recalling,
        )
        self.announcements = Announcements(
            self.broadcaster, self.staff_screens, self.feed, self.replicas, self.visits
        )
        self.feed.note = self._staff_queue.submit_when_due
        self.feed.failed = self._follower_failed
        self.storage.follow(self.tasks)

    def _queue(self, stream: str, aggregate: Aggregate[Any]) -> CommandQueue:
        return CommandQueue(StreamOwner(self.journal, stream, aggregate, self._now), self.writer)

    def _add_table(self, place: int, plan: TablePlan) -> None:
        """Create the replica and the owner of a table; only entries pass between them."""
        # The first computation of a paytable takes a moment, in which no patron should wait.
        for each in plan.all_in_turn():
            paytable(each.book)
        pace = self.plan.pace
        replica = TableReplica(plan, self.feed, pace, self._clock)
        replica.follow(self.broadcaster.on_table_changed)
        replica.follow(self.staff_screens.on_table_changed)
        replica.follow(self.displays.on_table_changed)
        replica.follow(self.presence.on_table_changed)
        past = self.history.table(plan.key)
        owner = TableOwner(
            plan,
            Opening(past.opened_with, past.is_closed_by_staff),
            OwnerParts(
                journal=self.journal,
                writer=self.writer,
                sealed=self.storage.sealed,
                sealing=self.storage.sealing,
                pace=pace,
                now=self._now,
                tasks=self.tasks,
                operations=self.replica.operations,
                record=lambda change, by: self.staff.ask(change, by or HOUSE),
                failed=self.staff.disable_failed_table,
            ),
            # If all tables dealt at the same moment, every screen would wait for all of them.
            place * STAGGER_MS % max(1, pace.result_pause_ms),
        )
        self.feed.follow(plan.key, owner.plan_schedule.follow)
        self.feed.follow(aggregates.STAFF, owner.follow_staff)
        self.presence.guard(owner)
        self.replicas[plan.key], self.owners[plan.key] = replica, owner
        self.approvals.places[plan.key] = TableRequests(owner, replica, self.actions, self.staff)
        self._queues.append(owner.queue)

    async def _start_streams(self) -> None:
        """Conclude what a stop interrupted, check the software, and start every table."""
        await self.staff.start(self._staff_queue, recovers=self._recovers)
        await self.integrity_check.check()
        self.staff.mark_restarted(dict(self.replica.operations.failures))
        await self.approvals.expire(all_=True)
        for key, owner in self.owners.items():
            if owner.plan.shoe:
                storage = self.storage
                connection = connect_shoe(owner, storage.sealed, storage.ring, self._note)
                self.shoe_connections[key] = connection
            await owner.start()
        # The floor may have stopped between a significant event and the note about it.
        for request in list(self.replica.unrecorded.values()):
            await self._staff_queue.submit(request, is_bounded=False)

    # Parts

    def _parts(self) -> WebParts:
        """Collect the parts that the transport serves."""
        terminals = TerminalParts(
            enrolment=self.enrolment,
            visits=self.visits,
            vouchers=self.vouchers,
            history=self.history,
            presence=self.presence,
            owners=self.owners,
            replicas=self.replicas,
            broadcaster=self.broadcaster,
            displays=self.displays,
            staff=self.staff,
            currency=self.plan.currency,
            software=software_digest(),
            messages_per_second=self.plan.messages_per_second,
        )
        counter = self._counter(terminals)
        self.approvals.places[aggregates.CAGE] = counter
        return WebParts(
            plan=self.plan,
            software=terminals.software,
            journal=self.journal.path,
            keys=self.keys,
            staff=self.staff,
            owners=self.owners,
            replicas=self.replicas,
            replica=self.replica,
            terminals=terminals,
            recall=RecallParts(self.storage.recalling, self.history, self.vouchers),
            screens=self.staff_screens,
            views=self._staff_views(),
            actions=self.actions,
            approvals=self.approvals,
            counter=counter,
            auditing=self.storage.auditing,
            access_log=self.access_log,
            exporter=self.exporter,
            integrity_check=self.integrity_check,
            writer=self.writer,
            tasks=self.tasks,
            faults=self.faults,
            is_ready=lambda: self.is_ready,
            stop=self.stop,
        )

    def _counter(self, terminals: TerminalParts) -> CageCounter:
        return CageCounter(
            CageParts(
                queue=self.cage,
                journal=self.journal,
                history=self.history,
                vouchers=self.vouchers,
                broadcaster=self.broadcaster,
                replicas=self.replicas,
                leave_seats=partial(leave_seats, terminals),
                begin_visit=partial(begin_next_visit, terminals),
                currency=self.plan.currency,
                large_cents=self.plan.large_cents,
            )
        )

    def _staff_views(self) -> StaffViewParts:
        return StaffViewParts(
            plan=self.plan,
            staff=self.staff,
            replicas=self.replicas,
            replica=self.replica,
            broadcaster=self.broadcaster,
            enrolment=self.enrolment,
            connected_seats=self.presence.connected_seats,
            device_returns=lambda table: returned_cards(self.owners.get(table)),
            displays=self.displays,
            faults=self.faults,
            last_checkpoint=lambda: self.exporter.last,
        )

    def _chores(self) -> Chores:
        return Chores(
            self.tasks,
            self.broadcaster,
            self.presence,
            self.staff,
            self.approvals,
            self.integrity_check,
            self.exporter,
            self.replicas,
            self.plan.checkpoint_seconds,
        )

    # Stopping

    async def finish_rounds(self) -> None:
        """Deal out every round that is not held, and close the screens."""
        if self.is_ready:
            self.is_ready = False
            await finish_rounds(
                self.owners, self.replicas, self.broadcaster, self.staff_screens, self.tasks
            )

    async def stop(self) -> None:
        """Finish the rounds, stop the devices and tasks, and close the journal."""
        await self.finish_rounds()
        await self.staff.refusing.flush()
        for owner in self.owners.values():
            owner.stop()
        for connection in self.shoe_connections.values():
            await connection.stop()
        self.tasks.cancel()
        await asyncio.to_thread(self.writer.stop)
        await self.storage.close(has_failed=self.writer.failure is not None)
        LOG.info("closed")

    # Callbacks

    def faults(self) -> dict[str, str]:
        """Every stream that is out of service and every failed task, with the reason."""
        owners = (each.owner for each in self._queues)
        return {each.stream: each.failure for each in owners if each.failure} | self.tasks.faults

    def _now(self) -> str:
        return format_time(self._clock())

    def _follower_failed(self, name: str, error: Exception) -> None:
        """Limit the effect of a failed follower.

        A table goes out of service. The staff and terminal streams stop the floor. Any other
        failure is only reported.
        """
        if name in self.owners:
            self.owners[name].queue.fail(error)
        elif name in (aggregates.STAFF, aggregates.TERMINALS):
            self.writer.fail(error)
        else:
            self.tasks.report(name, error)

    def _note(self, id_: str, note: RecordSignificantEvent) -> None:
        self._staff_queue.submit_when_due(CommandRequest(id_, DEVICE, note))
