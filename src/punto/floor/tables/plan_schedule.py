"""Run a table by the plan in force; another plan takes effect only between rounds."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from punto.core.rulebook import DealingMethod
from punto.floor.plan import TablePlan
from punto.floor.streams.writer import CommittedEntry
from punto.floor.tables.house_dealer import STANDING_ORDER
from punto.floor.tasks import Tasks
from punto.table.actors import HOUSE_DEALER, Actor, ActorKind
from punto.table.commands import CloseTable, Command, OpenTable
from punto.table.events import TableClosed, TableOpened
from punto.table.settings import Settings
from punto.table.state import BETWEEN_ROUNDS, IN_ROUND, Phase, Table

MAX_WAIT_SECONDS = 3_600.0
"""The longest wait for the next plan; clocks of machines are corrected in between."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How a table was last opened and closed."""

    settings: Settings | None = None
    """The settings with which it was opened, None before the first time."""

    is_closed_by_staff: bool = False


class PlannedTable(Protocol):
    """The part of a table that its plans use."""

    state: Table
    is_closing: bool

    async def ask(self, command: Command, by: Actor = HOUSE_DEALER) -> None:
        """Queue a command of the house dealer."""
        ...

    async def end_shoe(self) -> object:
        """End the shoe, and reveal the order that was committed to."""
        ...


class PlanSchedule:
    """The plan that one table runs by, and the clock of the next."""

    def __init__(
        self,
        plan: TablePlan,
        table: PlannedTable,
        opening: Opening,
        now: Callable[[], str],
        pause_seconds: float,
        tasks: Tasks,
    ) -> None:
        self._table, self._now, self._pause_seconds = table, now, pause_seconds
        self._tasks, self._opening = tasks, opening
        self.plan = self._holding(plan)
        self._clock: asyncio.TimerHandle | None = None
        self._taking_up: asyncio.Task[None] | None = None

    def follow(self, entries: Sequence[CommittedEntry]) -> None:
        """Follow entries of the table that open or close it."""
        for each in entries:
            for event in each.entry.events:
                if isinstance(event, TableOpened):
                    self._opening = Opening(event.settings)
                elif isinstance(event, TableClosed):
                    is_by_staff = each.entry.by.kind is ActorKind.STAFF
                    self._opening = Opening(self._opening.settings, is_by_staff)

    async def apply(self) -> None:
        """Between rounds, close a table that does not run as planned, and open it by its plan."""
        table = self._table
        if table.state.phase in BETWEEN_ROUNDS and self.is_outdated:
            if table.state.shoe is not None:
                await table.end_shoe()
            await table.ask(CloseTable())
        if table.state.phase is Phase.CLOSED:
            self._turn_to(self._holding(self.plan))
        if table.state.phase is Phase.CLOSED and not self._opening.is_closed_by_staff:
            opened = OpenTable(self.plan.book.text, self.plan.settings)
            # Methods A and C need a person's authority: that of the author of the plan.
            is_method_b = self.plan.settings.method is DealingMethod.B
            await table.ask(opened, HOUSE_DEALER if is_method_b else STANDING_ORDER)

    @property
    def is_outdated(self) -> bool:
        """Whether the table does not run by the plan of this moment."""
        if self._holding(self.plan) is not self.plan:
            return True
        # Compared with the opening settings, so that later changes by staff are preserved.
        state = self._table.state
        opened = self._opening.settings or state.settings
        return state.book != self.plan.book or opened != self.plan.settings

    def switch(self) -> None:
        """Between rounds, run the table by the plan of this moment."""
        is_at_it = self._taking_up is not None and not self._taking_up.done()
        if not is_at_it and not self._table.is_closing and self._table.state.phase not in IN_ROUND:
            name = f"follow the plan of {self.plan.key}"
            self._taking_up = self._tasks.retry(name, self.apply)

    def switch_later(self) -> None:
        """Switch once the result of the round has been shown for its time."""
        self._set(self._pause_seconds, self.switch)

    def wait(self) -> None:
        """Set the clock for the next plan."""
        coming = self.plan.coming
        if coming is None:
            return
        left = (coming.at - datetime.fromisoformat(self._now())).total_seconds()
        if left > 0:
            self._set(min(left, MAX_WAIT_SECONDS), self.wait)
        else:
            self.switch_later()

    def stop(self) -> None:
        """Stop the clock."""
        if self._clock is not None:
            self._clock.cancel()

    def _turn_to(self, plan: TablePlan) -> None:
        """Change to another plan while the table is closed."""
        if plan is not self.plan:
            self.plan = plan
            self.wait()

    def _set(self, seconds: float, then: Callable[[], None]) -> None:
        self.stop()
        self._clock = asyncio.get_running_loop().call_later(seconds, then)

    def _holding(self, plan: TablePlan) -> TablePlan:
        if plan.coming is None:
            return plan
        return plan.plan_at(datetime.fromisoformat(self._now()))
