"""A live table: a desk with its inbox, its dealer, its clock, and the picture of it."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Executor

import structlog
from msgspec.structs import replace

from punto.core.rulebook import DealingMethod
from punto.floor.plan import Pace, TablePlan
from punto.floor.public_view import table_view
from punto.floor.public_view import views as public_views
from punto.floor.public_view.view_cache import ViewCache, affected_seats
from punto.floor.read_models.history import History
from punto.floor.streams.aggregates import table_aggregate
from punto.floor.streams.command_queue import OUT_OF_SERVICE, UNAVAILABLE, CommandQueue
from punto.floor.streams.owner import CommandAnswer, CommandRequest, Committed, StreamOwner
from punto.floor.streams.writer import Writer, WriteResult
from punto.floor.tables.deferred_commands import DeferredCommand, DeferredCommands
from punto.floor.tables.device_operation import DeviceOperation
from punto.floor.tables.house_dealer import HouseDealer
from punto.floor.tables.pace import (
    TableWait,
    is_acknowledgement_due,
    is_confirmable,
    table_wait,
    unattended_command,
)
from punto.floor.tables.plan_schedule import PlanSchedule
from punto.floor.tables.stops import stop_reason
from punto.floor.tasks import Tasks
from punto.journal.keys.sealed_store import SealedStore
from punto.journal.protocol import Journal
from punto.table.actors import CLOCK, HOUSE_DEALER, Actor
from punto.table.commands.play import Command, EndShoe
from punto.table.next_step import NextStep, next_step
from punto.table.refusals import No, Refusal
from punto.table.state import IN_ROUND, Phase, Table

RETRY_SECONDS = 2.0
GRACE_SECONDS = 0.02
NEEDS_DEALER = Refusal(
    "needs-dealer", "POLICY", "By this method patrons handle cards; somebody must deal."
)
DEVICE_SECONDS = 0.02
"""How long a table that ends waits before it looks again for a card from its device."""

LOG = structlog.get_logger("punto.table")


class TableOwner:
    """One table of the floor, which deals itself unless a person does."""

    def __init__(
        self,
        plan: TablePlan,
        journal: Journal,
        writer: Writer,
        sealed: SealedStore,
        sealing: Executor,
        history: History,
        pace: Pace,
        now: Callable[[], str],
        tasks: Tasks,
        late_ms: int = 0,
    ) -> None:
        self._pace, self._late_ms = pace, late_ms
        desk = StreamOwner(journal, plan.key, table_aggregate(plan.key), now)
        self.inbox = CommandQueue(desk, writer, self._written, self._failed)
        self.gap = DeferredCommands(plan.key, self.inbox, self._ending, tasks)
        self.dealer = HouseDealer(desk, sealed)
        self.sealing = sealing
        """The thread that writes and deletes sealed orders."""

        self.past = history.table(plan.key)
        self.state: Table = desk.state
        self.changed: Callable[[TableOwner, frozenset[int] | None], None] = lambda *_: None
        """Told after every change, with the seats that alone are concerned, None for all."""

        self.failed: Callable[[TableOwner], None] = lambda _: None
        """Called once, if an unexpected error puts the table out of service."""

        self.connected: frozenset[int] = frozenset()
        """The seats whose terminals can speak."""

        self.retries = 0
        """How often a step had to be tried again, which on a sound floor is never."""

        self.is_closing = False
        self.following = PlanSchedule(plan, self, now, pace.result_pause_ms / 1_000, tasks)
        self.handling = DeviceOperation(self)
        self.picture = ViewCache(self.plan, self.past)
        self.is_attended = False
        """Whether a person deals here; then nothing is dealt by itself."""

        self._disabled: Mapping[str, str] = {}
        """What the staff have disabled, and why."""

        self._wait: TableWait | None = None
        self._since = self._until = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._paced_ms = {"card": pace.card_gap_ms, "result": pace.result_pause_ms}
        self._run_from: tuple[object, ...] = (None,) * 4
        self._as_run = plan
        self._seated_from: object = None
        self._seated: dict[str, int] = {}

    # Going on

    async def start(self) -> None:
        """Opens the table as planned, or takes it up where the journal leaves it."""
        if self.state.phase in IN_ROUND:
            await self.inbox.submit_when_due(self.dealer.interruption_command)
        await self.following.apply()
        self._reckon()
        self.following.wait()

    @property
    def plan(self) -> TablePlan:
        """The plan it runs by, or is about to."""
        return self.following.plan

    def on_plan_changed(self) -> None:
        """Whatever was made from the plan is made again."""
        self.picture = ViewCache(self.plan, self.past)
        self.invalidate_views()

    async def end_shoe(self) -> None:
        """Takes the shoe out, and shows what was promised of it."""
        await self.inbox.submit_when_due(self.dealer.end_shoe_command)

    async def ask(self, command: Command, by: Actor = HOUSE_DEALER) -> None:
        """Has the house's own dealer do something."""
        await self.inbox.submit_when_due(
            lambda: CommandRequest(f"house-{self.inbox.desk.version}", by, command)
        )

    async def finish_round(self) -> None:
        """Ends the betting and deals the round out; one that is held stays held."""
        self.is_closing = True
        # What was asked before may begin a round, and is waited for.
        await self.drain()
        # A round that a person deals is theirs: it waits for them, here or after a restart.
        while self.deals_itself and self.state.phase in IN_ROUND and not self.state.pending_steps:
            answer = await self.inbox.submit_when_due(self.dealer.next_command)
            if answer in (UNAVAILABLE, OUT_OF_SERVICE):
                break
            if answer is None:
                # The next card is the device's to give.
                await asyncio.sleep(DEVICE_SECONDS)
        self.stop()
        self.following.stop()

    async def drain(self) -> None:
        """Waits until whatever was asked before is done or refused."""
        await self.inbox.submit_when_due(lambda: None)

    def stop(self) -> None:
        """Stops the clock."""
        if self._timer is not None:
            self._timer.cancel()

    def set_connected_seats(self, connected: frozenset[int]) -> None:
        """Takes down which seats have a terminal that can speak."""
        self.connected = connected
        self._reckon()

    @property
    def deals_itself(self) -> bool:
        """Whether the house's own dealer takes the steps."""
        return not self.is_attended and self.plan.dealing == "house"

    @property
    def is_stopped(self) -> bool:
        """Whether an unexpected error put the table out of service until the floor restarts."""
        return bool(self.inbox.desk.failure)

    @property
    def is_disabled(self) -> bool:
        """Whether no further round may begin, by these rules, here or anywhere."""
        return stop_reason(self._disabled, self.plan.key, self.effective_plan.book) is not None

    def set_operation(self, *, is_attended: bool, disabled: Mapping[str, str]) -> None:
        """Takes down whether a person deals, and whether rounds may begin."""
        before = self.is_attended, self.is_disabled
        self.is_attended, self._disabled = is_attended, disabled
        if before == (self.is_attended, self.is_disabled):
            return
        # Whoever takes over begins with a clock of their own.
        self._wait = None
        self._reckon()
        self.invalidate_views()

    def invalidate_views(self) -> None:
        """Every screen is to show it anew."""
        self.picture.invalidate()
        self.changed(self, None)

    def release_refusal(self) -> Refusal | None:
        """Why the house's own dealer cannot go on here; where it never deals, nothing is amiss."""
        if self.plan.dealing == "staff" or self.state.settings is None:
            return None
        if self.state.phase in IN_ROUND:
            return No.ROUND_RUNNING.at(self.state.book)
        return None if self.state.settings_in_force.method is DealingMethod.B else NEEDS_DEALER

    def _ending(self, table: Table, later: DeferredCommand) -> CommandRequest | None:
        """The shoe that goes before a table is closed; what was promised is shown as it goes."""
        id_ = f"{later.id}-shoe"
        if table.shoe is None:
            return None
        if not table.shoe.is_committed:
            return CommandRequest(id_, later.by, EndShoe())
        return replace(self.dealer.end_shoe_command(), id=id_, by=later.by)

    async def wait_for_close_acknowledged(self) -> None:
        """Waits, for the usual grace, until the screens of all who wager have shown the close."""
        loop = asyncio.get_running_loop()
        until = self._since + self._pace.confirm_ms / 1_000
        while is_acknowledgement_due(self.state, self.connected) and loop.time() < until:
            await asyncio.sleep(GRACE_SECONDS)

    def _failed(self) -> None:
        """Stop every clock of the table, and show that it is out of service."""
        self._wait = None
        self.stop()
        self.following.stop()
        self.invalidate_views()
        self.failed(self)

    def _written(self, written: WriteResult) -> None:
        try:
            self._take(written)
        except Exception as error:
            self.inbox.fail(error)

    def _take(self, written: WriteResult) -> None:
        before, self.state = self.state, written.state
        happened = [
            event
            for answer in written.answers
            if isinstance(answer, Committed) and not answer.is_repeat
            for event in answer.events
        ]
        for shoe in self.dealer.observe(happened):
            self.sealing.submit(self.dealer.forget, shoe)
        if written.failure is not None:
            self.stop()
        if self.state is before:
            return
        self.gap.apply_due(self.state)
        self._reckon()
        is_over = before.phase in IN_ROUND and self.state.phase not in IN_ROUND
        if is_over and not self.deals_itself and self.following.is_outdated:
            self.following.switch_later()
        seats = affected_seats(happened)
        if seats is None:
            self.picture.invalidate()
        self.changed(self, seats)

    def _reckon(self) -> None:
        """Sets the clock for what the table waits for now."""
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
        """Whether a round would be next, and none may begin."""
        return self.is_disabled and next_step(table) in (NextStep.OPEN_BETS, NextStep.LOAD_SHOE)

    def _set(self, seconds: float) -> None:
        self.stop()
        loop = asyncio.get_running_loop()
        self._until = loop.time() + seconds
        self._timer = loop.call_at(self._until, self._rung)

    def _rung(self) -> None:
        try:
            self._due()
        except Exception as error:
            self.inbox.fail(error)

    def _due(self) -> None:
        if self._wait is None:
            return
        key = self._wait.key

        def due() -> CommandRequest | None:
            # By its turn the table may wait for something else, and not for as long yet.
            wait = table_wait(self.inbox.desk.state, self._pace)
            if self.is_closing or wait is None or wait.key != key:
                return None
            if self.inbox.desk.state.pending_steps:
                return self._unattended()
            stands = not self.deals_itself or self._may_not_begin(self.inbox.desk.state)
            return None if stands else self.dealer.next_command()

        if not self.deals_itself and not self.state.pending_steps:
            # The clock reminds whoever deals, and does nothing in their place.
            return
        if next_step(self.state) is NextStep.OPEN_BETS and self.following.is_outdated:
            # A round that a restart or a new plan found running was played out as it had begun.
            self.following.switch()
            return
        if next_step(self.state) is NextStep.LOAD_SHOE:
            # What is sealed is on disk before it is used; the loop does not wait for the disk.
            loop = asyncio.get_running_loop()
            making = loop.run_in_executor(self.sealing, self.dealer.prepare)
            making.add_done_callback(lambda made: self._made(made, due))
            return
        self._go_on(due)

    def _made(self, made: "asyncio.Future[None]", due: Callable[[], CommandRequest | None]) -> None:
        """Loads a shoe that was made; where the disk did not take it, tries again."""
        if made.cancelled():
            return
        if made.exception() is None:
            self._go_on(due)
        else:
            self._retry("no shoe could be sealed", made.exception())

    def _go_on(self, due: Callable[[], CommandRequest | None]) -> None:
        """Takes the step that is due; a table that then waits for the same must not stand."""
        waited = self._wait

        def gone_on(done: "asyncio.Future[CommandAnswer | None]") -> None:
            answer = None if done.cancelled() else done.result()
            if answer not in (None, UNAVAILABLE, OUT_OF_SERVICE) and self._wait is waited:
                self._retry("a step of the house dealer led nowhere", answer)

        self.inbox.submit_when_due(due).add_done_callback(gone_on)

    def _retry(self, what: str, why: object) -> None:
        self.retries += 1
        LOG.error(what, table=self.plan.key, why=str(why))
        self._set(RETRY_SECONDS)

    def _unattended(self) -> CommandRequest | None:
        desk = self.inbox.desk
        found = unattended_command(desk.state, self.dealer.has_cards)
        if found is not None and not self.deals_itself and found[1] is not CLOCK:
            # Where somebody deals, only the time for answers ends by itself.
            return None
        return (
            None if found is None else CommandRequest(f"house-{desk.version}", found[1], found[0])
        )

    # The picture

    @property
    def is_timed(self) -> bool:
        """Whether a clock runs that is shown."""
        return self._wait is not None and self._wait.is_shown

    def countdown(self) -> table_view.Countdown:
        """What the clock shows."""
        timer = None
        if self._wait is not None and self._wait.is_shown:
            left = max(0, round((self._until - asyncio.get_running_loop().time()) * 1_000))
            timer = public_views.CountdownView(min(left, self._wait.ms), self._wait.ms)
        return table_view.Countdown(
            timer, self._paced_ms, self._rounds_to_come(), self.inbox.desk.failure
        )

    def _rounds_to_come(self) -> int | None:
        """How many rounds may still begin before it closes, None if it is not to close."""
        after = self.gap.closes_after
        if self.is_closing or self.is_disabled or self.is_stopped:
            return 0
        return None if after is None else max(0, after - self.state.rounds)

    @property
    def effective_plan(self) -> TablePlan:
        """The plan with the rules and settings in force, the same value for as long as they are."""
        state = self.state
        run = self.plan, state.book, state.settings, state.phase is Phase.CLOSED
        if any(one is not other for one, other in zip(run, self._run_from, strict=True)):
            self._run_from, self._as_run = run, self.plan.with_state(state)
        return self._as_run

    def seat_of(self, visit: str) -> int | None:
        """The seat that a visit has."""
        if self._seated_from is not self.state.seats:
            self._seated_from = self.state.seats
            self._seated = {each.visit: seat for seat, each in self.state.seats.items()}
        return self._seated.get(visit)
