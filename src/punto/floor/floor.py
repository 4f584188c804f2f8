"""The floor: every table, the cage and all terminals on one journal."""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import structlog

from punto.core.endings import paytable
from punto.devices.shoe_commands import StaffNotice
from punto.floor.access.common_passwords import CommonPasswords
from punto.floor.access.staff_access import HOUSE, StaffAccess
from punto.floor.approvals.approvals import Approvals
from punto.floor.approvals.cage_approvals import CageApprovals
from punto.floor.approvals.details import ApprovalParts
from punto.floor.broadcast import Broadcaster, StaffScreen, Subscriber
from punto.floor.cage.counter import CageCounter, CageParts
from punto.floor.dealer_console.actions import ActionRunner
from punto.floor.displays import DisplayMonitor
from punto.floor.operations.checkpoint_export import make_exporter
from punto.floor.operations.integrity_check import DAY_SECONDS, IntegrityCheck
from punto.floor.operations.start_check import check_kind, house_keys, record_kind
from punto.floor.plan import FloorPlan
from punto.floor.read_models.event_notes import device_note
from punto.floor.read_models.snapshot_schedule import SnapshotSchedule
from punto.floor.shoe_lines.connection import ShoeConnection, connect_shoe
from punto.floor.software_identity import software_digest
from punto.floor.staff_views import StaffViewParts
from punto.floor.streams.aggregates import (
    ACCESS_LOG,
    CAGE,
    STAFF,
    TERMINALS,
    access_log_aggregate,
    cage_aggregate,
    staff_aggregate,
    terminals_aggregate,
)
from punto.floor.streams.command_queue import UNAVAILABLE, CommandQueue
from punto.floor.streams.owner import CommandRequest, Committed, StreamOwner
from punto.floor.streams.writer import CommittedEntry, Writer, WriteResult
from punto.floor.tables.seat_presence import SeatPresence
from punto.floor.tables.stop_notices import notify
from punto.floor.tables.table_owner import TableOwner
from punto.floor.tasks import ReaderThread, Tasks
from punto.floor.terminals.connection import TerminalParts
from punto.floor.terminals.enrolment import Enrolment
from punto.floor.terminals.next_visit import VisitParts, begin_next_visit, leave_seats
from punto.floor.terminals.round_recall import RecallParts
from punto.floor.terminals.visits import Visits
from punto.floor.terminals.vouchers import Vouchers
from punto.floor.wire import terminal as wire
from punto.house.staff.commands import DisableComponent, RecordSignificantEvent
from punto.house.staff.decide import MAX_REASON_CHARACTERS
from punto.house.terminals import AttendantCalled
from punto.journal.entry import format_time
from punto.journal.keys.key_ring import KeyRing
from punto.journal.keys.sealed_store import SealedStore
from punto.journal.stores.sqlite import SqliteJournal
from punto.pages import phrases
from punto.reports.descriptions import table_state
from punto.table.actors import DEVICE
from punto.table.state import IN_ROUND
from punto.table.views import view_for

SILENT_SECONDS = 20.0
STAGGER_MS = 617
SWEEP_SECONDS = 2.0
FINISHING_SECONDS = 20.0
PARTING_SECONDS = 2.0

LOG = structlog.get_logger("punto.floor")


def utc_now() -> datetime:
    """The wall clock, whose time is a label and orders nothing."""
    return datetime.now(UTC)


class Floor:
    """Everything that runs while `punto serve` does."""

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
        folder.mkdir(parents=True, exist_ok=True)
        self.software = software_digest()
        self._clock = clock
        self.journal = SqliteJournal(folder / "floor.db")
        check_kind(self.journal, folder, is_demo=plan.demo)
        self.ring = ring or KeyRing(folder / "keys")
        self.keys = house_keys(self.ring, self.journal)
        self.tasks = Tasks(lambda error: self.writer.fail(error))
        self.hub = Broadcaster()
        self.remembering = SnapshotSchedule(
            folder, self.journal.path, plan.large_cents, plan.calendar
        )
        self.replica = self.remembering.load()
        self.history = self.replica.history
        self.exporter = make_exporter(
            self.journal,
            plan.checkpoints or folder / "checkpoints",
            self.keys.sign,
            lambda: {key: live.effective_plan.book.digest for key, live in self.tables.items()},
            lambda: format_time(clock()),
        )
        self.staff = StaffAccess(
            self.keys.house,
            clock,
            plan.demo,
            # A floor that is only shown asks nobody for more than the password it tells them.
            needs_factor="nobody" if plan.demo else plan.second_factor,
            usual=CommonPasswords(plan.refused_passwords),
        )
        self.recalling = ReaderThread(self.journal.path, "punto-recall")
        self.auditing = ReaderThread(self.journal.path, "punto-audit")
        self.sealing = ThreadPoolExecutor(1, thread_name_prefix="punto-sealing")
        self.acts = ActionRunner()
        self.approvals = Approvals(self.staff, self.acts, lambda: self.tables)
        self.staff_screens: set[StaffScreen] = set()
        self.tables: dict[str, TableOwner] = {}
        self.displays = DisplayMonitor(lambda: self.tables, lambda: self._loop.time(), self._note)
        self.presence = SeatPresence(
            self.hub,
            lambda: self.tables,
            lambda table: self._staff_look(table.plan.key),
            plan.pace.seat_hold_ms / 1_000,
        )
        self._inboxes: list[CommandQueue] = []
        self._disabled: Mapping[str, str] = {}
        self._has_failed = False
        self.self_check = IntegrityCheck(lambda: format_time(clock()), self.staff.stop_floor)
        self.lines: dict[str, ShoeConnection] = {}
        """The lines to devices, by the tables they deal to."""

        self.is_ready = False

    async def start(self) -> None:
        """Reads the journal, takes every stream, and lets the tables go on."""
        self._loop = asyncio.get_running_loop()
        now: Callable[[], str] = lambda: format_time(self._clock())  # noqa: E731
        cage = StreamOwner(self.journal, CAGE, cage_aggregate(), now)
        record_kind(cage, is_demo=self.plan.demo)
        for kept in self.journal.in_order(self.replica.entries):
            self.replica.apply(CommittedEntry(kept.stream, kept.number, kept.entry))
        self.remembering.save(self.replica, self.journal.streams())
        terminals = StreamOwner(self.journal, TERMINALS, terminals_aggregate(), now)
        staff = StreamOwner(self.journal, STAFF, staff_aggregate(), now)
        sealed = SealedStore(self.folder / "sealed", self.keys.seal)
        desks = {}
        self.writer = Writer(self.journal, self._deliver)
        at_terminals = CommandQueue(terminals, self.writer, self._terminals_changed)
        self.cage = CommandQueue(cage, self.writer)
        self.enrolment = Enrolment(at_terminals)
        self.visits = Visits(at_terminals, self.cage, self.history, self._clock)
        self.vouchers = Vouchers(
            self.cage, self.journal, self.history, self.keys.house, self._clock, self.recalling
        )
        for place, plan in enumerate(self.plan.tables):
            # Made before anybody waits for it: it takes a moment the first time.
            for each in plan.all_in_turn():
                paytable(each.book)
            # Tables that all deal at the same moment would keep every screen waiting for all.
            late_ms = place * STAGGER_MS % max(1, self.plan.pace.result_pause_ms)
            desks[plan.key] = TableOwner(
                plan,
                self.journal,
                self.writer,
                sealed,
                self.sealing,
                self.history,
                self.plan.pace,
                now,
                self.tasks,
                late_ms,
            )
        self.looks = CommandQueue(
            StreamOwner(self.journal, ACCESS_LOG, access_log_aggregate(), now), self.writer
        )
        self.tables = desks
        self._assemble()
        inbox = CommandQueue(staff, self.writer, lambda _: self._staff_changed())
        self._inboxes += (at_terminals, self.cage, self.looks, inbox)
        self._inboxes += (table.inbox for table in desks.values())
        await self.staff.start(inbox, recovers=self._recovers)
        self._staff_changed()
        await self.approvals.expire(all_=True)
        for table in desks.values():
            if table.plan.shoe:
                self._join(table, sealed)
            table.changed, table.gap.keep = self._changed, self.staff.defer_command
            self.presence.guard(table)
            table.failed = self._table_failed
            await table.start()
            changes = self.staff.state.changes.values()
            table.gap.restore(tuple(each for each in changes if each.table == table.plan.key))
        # What was significant and not noted yet, because the floor stopped just then.
        for asked in list(self.replica.unrecorded.values()):
            await self.staff.inbox.submit(asked, is_bounded=False)
        self._record_keys()
        for line in self.lines.values():
            line.start()
        await self.self_check.check()
        self._repeat_chores()
        self.is_ready = True
        LOG.info("open", tables=len(desks), software=self.software[:16])

    def _assemble(self) -> None:
        """Give the folders above the tables the parts of the floor that each of them uses."""
        self.visit_parts = VisitParts(
            enrolment=self.enrolment,
            visits=self.visits,
            vouchers=self.vouchers,
            history=self.history,
            presence=self.presence,
            tables=self.tables,
            currency=self.plan.currency,
            software=self.software,
        )
        self.terminal_parts = TerminalParts(
            visits=self.visit_parts,
            hub=self.hub,
            displays=self.displays,
            staff=self.staff,
            messages_per_second=self.plan.messages_per_second,
        )
        self.recall_parts = RecallParts(self.recalling, self.history, self.vouchers)
        self.cage_counter = CageCounter(
            CageParts(
                inbox=self.cage,
                journal=self.journal,
                history=self.history,
                vouchers=self.vouchers,
                hub=self.hub,
                tables=self.tables,
                leave_seats=partial(leave_seats, self.tables),
                begin_visit=partial(begin_next_visit, self.visit_parts),
                currency=self.plan.currency,
                large_cents=self.plan.large_cents,
            )
        )
        self.cage_approvals = CageApprovals(self.staff, self.approvals, self.cage_counter)
        self.approval_parts = ApprovalParts(
            entries=self.approvals,
            at_cage=self.cage_approvals,
            tables=self.tables,
            history=self.history,
        )
        self.staff_view_parts = StaffViewParts(
            plan=self.plan,
            staff=self.staff,
            tables=self.tables,
            replica=self.replica,
            hub=self.hub,
            enrolment=self.enrolment,
            displays=self.displays,
            faults=self.faults,
            last_checkpoint=lambda: self.exporter.last,
        )

    def _record_keys(self) -> None:
        try:
            self.ring.record()
        except OSError as error:
            # The floor can deal: only a later loss of a key would go unnoticed.
            LOG.warning("the versions of the keys were not recorded", why=str(error))

    def _join(self, table: TableOwner, sealed: SealedStore) -> None:
        """Gives a table the line that its cards come by, and the staff what its device says."""
        line = connect_shoe(table, sealed, self.ring)
        line.noticed = lambda notice: self._device_said(table, notice)
        self.lines[table.plan.key] = line

    def _device_said(self, table: TableOwner, notice: StaffNotice) -> None:
        if note := device_note(table.plan.key, table.state.events, notice):
            self._note(f"device-{secrets.token_hex(8)}", note)

    def _note(self, id_: str, note: RecordSignificantEvent) -> None:
        self.staff.inbox.submit_when_due(CommandRequest(id_, DEVICE, note))

    async def finish_rounds(self) -> None:
        """Deals out every round that is not held, and says goodbye."""
        if not self.is_ready:
            return
        self.is_ready = False
        self.hub.send_to_all(wire.Notice(phrases.CLOSING, "warn"))
        concluding = [
            self.tasks.spawn(f"conclude {key}", each.finish_round(), failed=each.inbox.fail)
            for key, each in self.tables.items()
        ]
        _, late = await asyncio.wait(concluding, timeout=FINISHING_SECONDS)
        for task in late:
            task.cancel()
        for connection in list(self.hub.connections):
            connection.close("stopping", phrases.STOPPING)
        for screen in list(self.staff_screens):
            screen.stop()
        until = self._loop.time() + PARTING_SECONDS
        while self.hub.connections and self._loop.time() < until:
            await asyncio.sleep(0.02)
        held = sum(table.state.phase in IN_ROUND for table in self.tables.values())
        LOG.info("concluded", tables=len(self.tables), held=held)

    async def stop(self) -> None:
        """Concludes what runs, and closes the journal."""
        await self.finish_rounds()
        await self.staff.refusing.flush()
        for table in self.tables.values():
            table.stop()
        for line in self.lines.values():
            await line.stop()
        self.tasks.cancel()
        await asyncio.to_thread(self.writer.stop)
        threads = self.recalling.close, self.auditing.close, self.sealing.shutdown
        for close in (*threads, self.exporter.close):
            await asyncio.to_thread(close)
        if self.writer.failure is None:
            self.remembering.save(self.replica, self.journal.streams())
        self.journal.close()
        LOG.info("closed")

    def faults(self) -> dict[str, str]:
        """Every desk that is out of service and every failed task, with the reason."""
        desks = (each.desk for each in self._inboxes)
        return {each.stream: each.failure for each in desks if each.failure} | self.tasks.faults

    def _table_failed(self, table: TableOwner) -> None:
        """Disable a table that is out of service: after the restart staff open it again."""
        reason = f"unexpected error: {table.inbox.desk.failure}"[:MAX_REASON_CHARACTERS]
        disable = DisableComponent(table.plan.key, reason)
        self.staff.inbox.submit_when_due(CommandRequest(secrets.token_hex(16), HOUSE, disable))

    # Connections

    def detach(self, connection: Subscriber) -> None:
        """A connection is gone."""
        self.displays.leave(connection)
        self.presence.detach(connection)

    def terminal_view(self, connection: Subscriber, table: str) -> bytes:
        """A table as one connection may see it."""
        live, visit = self.tables[table], connection.visit
        seat = live.seat_of(visit) if visit else None
        may_answer, own = False, b"null"
        if seat is not None:
            hold = view_for(live.state, seat).hold if live.state.pending_steps else None
            may_answer = hold is not None and hold.may_answer
            own = live.picture.seat_part(live.state, seat)
        revision, roads = live.picture.roads()
        if connection.roads_seen.get(table) == revision:
            roads = b"null"
        connection.roads_seen[table] = revision
        credit = b"null" if visit is None else b"%d" % self.history.credit_cents(visit)
        head = live.picture.public_part(live.state, live.countdown(), may_answer=may_answer)
        return b"".join(
            (head[:-1], b',"roads":', roads, b',"own":', own, b',"credit_cents":', credit, b"}")
        )

    def _staff_changed(self) -> None:
        """Who deals where, and which tables go on, as the staff desk has it now."""
        state = self.staff.state
        for component in state.disabled.keys() ^ self._disabled.keys():
            is_disabled = component in state.disabled
            notify(self.hub, self.tables, component, is_disabled=is_disabled)
        self._disabled = state.disabled
        for key, table in self.tables.items():
            table.set_operation(is_attended=key in state.attended, disabled=state.disabled)
        self._staff_look()

    def _terminals_changed(self, written: WriteResult) -> None:
        """Whoever calls is in the pictures of the staff at once."""
        done = (answer for answer in written.answers if isinstance(answer, Committed))
        if any(isinstance(event, AttendantCalled) for each in done for event in each.events):
            self._staff_look()

    def _staff_look(self, table: str | None = None) -> None:
        """Has the staff's screens show a table anew, or all of them."""
        for screen in self.staff_screens:
            screen.on_change(table)

    def _changed(self, table: TableOwner, seats: frozenset[int] | None) -> None:
        self._staff_look(table.plan.key)
        if seats is None:
            self.displays.on_table_changed(table)
            self.presence.update_seats(table)
            self.hub.send_view(table.plan.key)
            return
        taken = table.state.seats
        self.hub.send_view(table.plan.key, [taken[seat].visit for seat in seats if seat in taken])

    # The journal

    def _deliver(self, kept: list[CommittedEntry], answers: list[Callable[[], None]]) -> None:
        """Called by the writer's thread after each commit."""
        self._loop.call_soon_threadsafe(self._delivered, kept, answers)

    def _delivered(self, kept: list[CommittedEntry], answers: list[Callable[[], None]]) -> None:
        moved: dict[str, None] = {}
        parts: list[Callable[[], None]] = [partial(self._take, kept, moved), *answers]
        parts += [self._show_failure, partial(self._tell_money, moved)]
        for part in parts:
            try:
                part()
            except Exception as error:
                # Whoever else waits is still answered; that the floor stops, everybody learns.
                self.writer.fail(error)

    def _take(self, kept: list[CommittedEntry], moved: dict[str, None]) -> None:
        self.exporter.observe(kept)
        for each in kept:
            for asked in self.replica.apply(each):
                self.staff.inbox.submit_when_due(asked)
            moved.update(dict.fromkeys(_moved(each)))
        if self.remembering.is_due(self.replica):
            # The file is only a cache: without a new one the next start reads more entries.
            self.tasks.spawn(
                "refresh the cache for the next start",
                self.remembering.refresh(self.replica),
                failed=lambda _error: None,
            )

    def _show_failure(self) -> None:
        if self.writer.failure is not None and not self._has_failed:
            self._has_failed = True
            LOG.error("the floor has stopped", why=str(self.writer.failure))
            self.hub.send_to_all(wire.Notice(table_state.refusal_message(UNAVAILABLE), "warn"))

    def _tell_money(self, moved: Iterable[str]) -> None:
        for visit in moved:
            connection = self.hub.by_visit.get(visit)
            if connection is not None and visit in self.history.visits:
                connection.send(self.visits.balance(visit))

    # Time

    def _repeat_chores(self) -> None:
        """Begin the work that repeats; each chore alone, so that none ends with another."""
        repeat = self.tasks.repeat
        repeat("close silent connections", SWEEP_SECONDS, self._close_silent)
        repeat("free abandoned seats", SWEEP_SECONDS, self.presence.free_seats)
        repeat("expire sign-ins", SWEEP_SECONDS, self.staff.expire)
        repeat("expire approvals", SWEEP_SECONDS, self.approvals.expire)
        repeat("check the software", DAY_SECONDS, self.self_check.check)
        seconds = self.plan.checkpoint_seconds
        repeat("export checkpoints", seconds, self.exporter.export_when_due)

    async def _close_silent(self) -> None:
        """Close connections that are silent or stalled."""
        now = self._loop.time()
        for connection in list(self.hub.connections):
            if now - connection.heard_at > SILENT_SECONDS or connection.is_stalled(now):
                connection.close("silent", phrases.SILENT)


def _moved(kept: CommittedEntry) -> Iterator[str]:
    """The visits whose money an entry moves; a wager that loses moves no credit."""
    for transfer in kept.entry.transfers:
        for account in (transfer.source, transfer.target):
            kind, _, rest = account.partition("/")
            if kind in ("credit", "stakes", "claim"):
                yield rest.partition("/")[0]
