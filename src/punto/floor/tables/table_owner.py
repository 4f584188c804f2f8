"""Own one table, with its queue of commands, its dealer and its clock."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import structlog
from msgspec.structs import replace

from punto.core.irregularities import Circumstance
from punto.core.rulebook import DealingMethod
from punto.floor.plan import Pace, TablePlan
from punto.floor.public_view.table_wait import (
    TableWait,
    begins_round,
    is_acknowledgement_due,
    is_confirmable,
    table_wait,
)
from punto.floor.read_models.table_operations import TableOperations, stop_reason
from punto.floor.read_models.waiting_commands import WaitingCommand
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.aggregates import table_aggregate
from punto.floor.streams.command_queue import OUT_OF_SERVICE, UNAVAILABLE, CommandQueue
from punto.floor.streams.owner import CommandAnswer, CommandRequest, Committed, StreamOwner
from punto.floor.streams.writer import CommittedEntry, Writer, WriteResult
from punto.floor.tables.deferred_commands import DeferredCommands, Record
from punto.floor.tables.house_dealer import HouseDealer, unattended_command
from punto.floor.tables.plan_schedule import Opening, PlanSchedule
from punto.floor.tasks import Tasks
from punto.journal.keys import SealedStore
from punto.journal.protocol import Journal
from punto.table.actors import CLOCK, HOUSE_DEALER, Actor
from punto.table.commands import Command, EndShoe, LoadShoe
from punto.table.decide import decide
from punto.table.next_step import NextStep, next_step
from punto.table.refusals import No, Refusal
from punto.table.state import IN_ROUND, Phase, Table

RETRY_SECONDS = 2.0
GRACE_SECONDS = 0.02
NEEDS_DEALER = FloorRefusal.NEEDS_DEALER.at()
NO_DEVICE = FloorRefusal.NO_DEVICE.at()
FROM_SHOE = FloorRefusal.FROM_SHOE.at()
DEVICE_SECONDS = 0.02
"""How long a closing table waits before it checks again for a card from its device."""

LOG = structlog.get_logger("punto.table")


@dataclass(frozen=True, slots=True)
class OwnerParts:
    """The parts of the floor that the owners of all tables use."""

    journal: Journal
    writer: Writer
    sealed: SealedStore
    sealing: Executor
    """The thread that writes and deletes sealed orders."""

    pace: Pace
    now: Callable[[], str]
    tasks: Tasks
    operations: TableOperations
    """The decisions of staff on how tables run."""

    record: Record
    """Records in the staff's stream which commands wait for the end of a round."""

    failed: Callable[[str, str], None]
    """Called once with a table that an unexpected error put out of service, and the error."""


class TableOwner:
    """The owner of one table, which deals by itself unless a person does."""

    def __init__(
        self, plan: TablePlan, opening: Opening, parts: OwnerParts, late_ms: int = 0
    ) -> None:
        self._parts, self._pace, self._late_ms = parts, parts.pace, late_ms
        owner = StreamOwner(parts.journal, plan.key, table_aggregate(plan.key), parts.now)
        self.queue = CommandQueue(owner, parts.writer, self._written, self._failed)
        self.deferred_commands = DeferredCommands(
            plan.key, self.queue, parts.operations, self._ending, parts.tasks, parts.record
        )
        self.dealer = HouseDealer(owner, parts.sealed)
        self.sealing = parts.sealing
        self.state: Table = owner.state
        self.connected: frozenset[int] = frozenset()
        """The seats with a connected terminal."""

        self.retries = 0
        """How often a step had to be tried again; on a sound floor this stays zero."""

        self.is_closing = False
        pause_seconds = parts.pace.result_pause_ms / 1_000
        self.plan_schedule = PlanSchedule(
            plan, self, opening, parts.now, pause_seconds, parts.tasks
        )
        self._loading = asyncio.Lock()
        self._operated = self.is_attended, self.is_disabled
        self._wait: TableWait | None = None
        self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None

    # Starting and stopping

    async def start(self) -> None:
        """Open the table as planned, or continue where the journal ends."""
        if self.state.phase in IN_ROUND:
            await self.queue.submit_when_due(self.dealer.interruption_command)
        await self.plan_schedule.apply()
        self._reckon()
        self.plan_schedule.wait()
        self.deferred_commands.apply_due(self.queue.owner.state)

    @property
    def plan(self) -> TablePlan:
        """The plan in force, or the next one of a closed table."""
        return self.plan_schedule.plan

    async def ask(self, command: Command, by: Actor = HOUSE_DEALER) -> None:
        """Queue a command of the house dealer."""
        await self.queue.submit_when_due(lambda: CommandRequest(self._house_id, by, command))

    async def finish_round(self) -> None:
        """Play the running round to its end; a held round stays held."""
        self.is_closing = True
        # An earlier command may begin a round.
        await self.drain()
        # A round that a person deals waits for that person, here or after a restart.
        while self.deals_itself and self.state.phase in IN_ROUND and not self.state.pending_steps:
            answer = await self.queue.submit_when_due(self.dealer.next_command)
            if answer in (UNAVAILABLE, OUT_OF_SERVICE):
                break
            if answer is None:
                # Wait for the next card from the device.
                await asyncio.sleep(DEVICE_SECONDS)
        self.stop()
        self.plan_schedule.stop()

    async def drain(self) -> None:
        """Wait until every earlier command is done or refused."""
        await self.queue.submit_when_due(lambda: None)

    def stop(self) -> None:
        """Stop the clock."""
        if self._timer is not None:
            self._timer.cancel()

    def set_connected_seats(self, connected: frozenset[int]) -> None:
        """Record which seats have a connected terminal."""
        self.connected = connected
        self._reckon()

    @property
    def deals_itself(self) -> bool:
        """Whether the house dealer takes the steps."""
        return not self.is_attended and self.plan.dealing == "house"

    @property
    def is_stopped(self) -> bool:
        """Whether an unexpected error put the table out of service until the floor restarts."""
        return bool(self.queue.owner.failure)

    @property
    def is_attended(self) -> bool:
        """Whether a person deals here. Then the house dealer does not act."""
        return self.plan.key in self._parts.operations.attended

    @property
    def is_disabled(self) -> bool:
        """Whether the table, its game or the whole floor is disabled."""
        is_open = self.state.book is not None and self.state.phase is not Phase.CLOSED
        book = self.state.book if is_open and self.state.book else self.plan.book
        return stop_reason(self._parts.operations.disabled, self.plan.key, book) is not None

    def follow_staff(self, _entries: Sequence[CommittedEntry] = ()) -> None:
        """Follow entries of the staff's stream that change who deals or whether rounds begin."""
        before, self._operated = self._operated, (self.is_attended, self.is_disabled)
        if before != self._operated:
            # A dealer who takes over begins with a full countdown.
            self._wait = None
            self._reckon()

    def release_refusal(self) -> Refusal | None:
        """The reason for which the house dealer cannot take over; None if it never deals here."""
        if self.plan.dealing == "staff" or self.state.settings is None:
            return None
        if self.state.phase in IN_ROUND:
            return No.ROUND_RUNNING.at(self.state.book)
        return None if self.state.settings_in_force.method is DealingMethod.B else NEEDS_DEALER

    def _ending(self, table: Table, waiting: WaitingCommand) -> CommandRequest | None:
        """The command that ends the shoe before a table closes."""
        return (
            None if table.shoe is None else self._ending_of_shoe(waiting.by, f"{waiting.id}-shoe")
        )

    async def wait_for_close_acknowledged(self) -> None:
        """Wait, for a short grace, until every screen with a wager has shown the close."""
        loop = asyncio.get_running_loop()
        until = self._since + self._pace.confirm_ms / 1_000
        while is_acknowledgement_due(self.state, self.connected) and loop.time() < until:
            await asyncio.sleep(GRACE_SECONDS)

    # The dealing device, operated by a dealer

    async def draw(self, id_: str) -> CommandAnswer:
        """Let the device deal the next card."""
        state = self.state
        if next_step(state) not in (NextStep.BURN, NextStep.DRAW):
            return (No.HELD if state.pending_steps else No.NO_CARD_DUE).at(state.book)
        if self.plan.shoe:
            return FROM_SHOE
        if not self.dealer.has_cards:
            return NO_DEVICE
        return await self._answered(lambda: replace(self.dealer.draw_command(), id=id_))

    async def draw_several(
        self, count: int, saw: tuple[Circumstance, ...], evidence: str, by: Actor, id_: str
    ) -> CommandAnswer:
        """Report cards that left the device together, as the device read them."""
        if self.plan.shoe:
            return FROM_SHOE
        if self.state.shoe is None or not self.dealer.has_cards:
            return NO_DEVICE
        return await self._answered(
            lambda: CommandRequest(id_, *self.dealer.several_cards_report(count, saw, evidence, by))
        )

    async def load_shoe(self, by: Actor, id_: str, *, is_promised: bool) -> CommandAnswer:
        """Load a shoe that the house makes, or the one in the device."""
        # One at a time, so that no load overwrites the sealed order of another.
        async with self._loading:
            return await self._load(by, id_, is_promised=is_promised)

    async def _load(self, by: Actor, id_: str, *, is_promised: bool) -> CommandAnswer:
        first = decide(self.state, LoadShoe("new"), by)
        if isinstance(first, Refusal):
            return first
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self.sealing, self.dealer.prepare)

        def due() -> CommandRequest:
            request = self.dealer.load_command()
            assert isinstance(request.command, LoadShoe), "a shoe is loaded"
            command = request.command if is_promised else LoadShoe(request.command.shoe)
            return CommandRequest(id_, by, command)

        return await self._answered(due)

    async def end_shoe(self, by: Actor = HOUSE_DEALER, id_: str = "") -> CommandAnswer:
        """End the shoe, and reveal the order of a committed one."""
        return await self._answered(lambda: self._ending_of_shoe(by, id_ or self._house_id))

    def _ending_of_shoe(self, by: Actor, id_: str) -> CommandRequest:
        shoe = self.queue.owner.state.shoe
        if shoe is None or not shoe.is_committed:
            return CommandRequest(id_, by, EndShoe())
        return replace(self.dealer.end_shoe_command(), id=id_, by=by)

    async def _answered(self, due: Callable[[], CommandRequest]) -> CommandAnswer:
        answer = await self.queue.submit_when_due(due)
        assert answer is not None, "what is asked is answered"
        return answer

    # The clock

    def _failed(self) -> None:
        """Stop every clock of the table, and report that it is out of service."""
        self._wait = None
        self.stop()
        self.plan_schedule.stop()
        self._parts.failed(self.plan.key, self.queue.owner.failure)

    def _written(self, written: WriteResult) -> None:
        try:
            self._take(written)
        except Exception as error:
            self.queue.fail(error)

    def _take(self, written: WriteResult) -> None:
        before, self.state = self.state, written.state
        new_events = [
            event
            for answer in written.answers
            if isinstance(answer, Committed) and not answer.is_repeat
            for event in answer.events
        ]
        for shoe in self.dealer.observe(new_events):
            self.sealing.submit(self.dealer.forget, shoe)
        if written.failure is not None:
            self.stop()
        if self.state is before:
            return
        self.deferred_commands.apply_due(self.state)
        self._reckon()
        is_over = before.phase in IN_ROUND and self.state.phase not in IN_ROUND
        if is_over and not self.deals_itself and self.plan_schedule.is_outdated:
            self.plan_schedule.switch_later()

    def _reckon(self) -> None:
        """Set the clock for the present wait of the table."""
        loop = asyncio.get_running_loop()
        is_over = self.is_closing or self.is_stopped
        wait = None if is_over else table_wait(self.state, self._pace)
        if self._may_not_begin(self.state):
            wait = None
        if wait is None or self._wait is None or wait.key != self._wait.key:
            self.stop()
            self._wait, self._since = wait, loop.time()
            if wait is not None:
                self._set((wait.ms + self._late_ms) / 1_000)
                self._late_ms = 0
        if wait is not None and is_confirmable(self.state, self.connected):
            self._set(0)

    def _may_not_begin(self, table: Table) -> bool:
        """Whether a round would begin next at a disabled table."""
        return self.is_disabled and begins_round(table)

    def _set(self, seconds: float) -> None:
        self.stop()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(seconds, self._rung)

    def _rung(self) -> None:
        try:
            self._due()
        except Exception as error:
            self.queue.fail(error)

    def _due(self) -> None:
        if self._wait is None:
            return
        key = self._wait.key

        def due() -> CommandRequest | None:
            # By its turn the table may wait for something else.
            wait = table_wait(self.queue.owner.state, self._pace)
            if self.is_closing or wait is None or wait.key != key:
                return None
            if self.queue.owner.state.pending_steps:
                return self._unattended()
            stands = not self.deals_itself or self._may_not_begin(self.queue.owner.state)
            return None if stands else self.dealer.next_command()

        if not self.deals_itself and not self.state.pending_steps:
            # The clock reminds the dealer, and does not act for them.
            return
        if next_step(self.state) is NextStep.OPEN_BETS and self.plan_schedule.is_outdated:
            # A round that was running at a restart or a change of plan ends as it began.
            self.plan_schedule.switch()
            return
        if next_step(self.state) is NextStep.LOAD_SHOE:
            # A shoe is on disk before it is used; the event loop does not wait for the disk.
            loop = asyncio.get_running_loop()
            making = loop.run_in_executor(self.sealing, self.dealer.prepare)
            making.add_done_callback(lambda prepared: self._on_prepared(prepared, due))
            return
        self._go_on(due)

    def _on_prepared(
        self, prepared: "asyncio.Future[None]", due: Callable[[], CommandRequest | None]
    ) -> None:
        """Load the prepared shoe, or try again if the disk failed."""
        if prepared.cancelled():
            return
        if prepared.exception() is None:
            self._go_on(due)
        else:
            self._retry("no shoe could be sealed", prepared.exception())

    def _go_on(self, due: Callable[[], CommandRequest | None]) -> None:
        """Take the step that is due, and retry if the table still waits for the same."""
        waited = self._wait

        def gone_on(future: "asyncio.Future[CommandAnswer | None]") -> None:
            answer = None if future.cancelled() else future.result()
            if answer not in (None, UNAVAILABLE, OUT_OF_SERVICE) and self._wait is waited:
                self._retry("a step of the house dealer led nowhere", answer)

        self.queue.submit_when_due(due).add_done_callback(gone_on)

    def _retry(self, what: str, why: object) -> None:
        self.retries += 1
        LOG.error(what, table=self.plan.key, why=str(why))
        self._set(RETRY_SECONDS)

    def _unattended(self) -> CommandRequest | None:
        found = unattended_command(self.queue.owner.state, self.dealer.has_cards)
        if found is not None and not self.deals_itself and found[1] is not CLOCK:
            # At a table with a dealer only the time for answers ends by itself.
            return None
        return None if found is None else CommandRequest(self._house_id, found[1], found[0])

    @property
    def _house_id(self) -> str:
        """The id of a command of the house dealer."""
        return f"house-{self.queue.owner.version}"
