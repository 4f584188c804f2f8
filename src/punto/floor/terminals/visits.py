"""A visit is one patron's time at a terminal, with the patron's credit and own limits."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

from punto.floor.read_models.history import History
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.command_queue import CommandQueue
from punto.floor.streams.owner import CommandAnswer, CommandRequest
from punto.floor.terminals.enrolment import terminal_request
from punto.floor.wire import terminal as wire
from punto.house.terminals import PatronLimits, SetPatronLimits, limits_of, visit_id
from punto.ledger.cage import BeginVisit, BuyCredit
from punto.table.actors import HOUSE_CAGE
from punto.table.refusals import Refusal

TIME_LIMIT = FloorRefusal.TIME_LIMIT.at()
VISIT_OVER = FloorRefusal.VISIT_OVER.at()


class Visits:
    """The visits at the terminals of a floor."""

    def __init__(
        self,
        terminals: CommandQueue,
        cage: CommandQueue,
        history: History,
        clock: Callable[[], datetime],
    ) -> None:
        self._terminals, self._cage = terminals, cage
        self._history, self._clock = history, clock
        self._beginning = asyncio.Lock()

    def visit_at(self, terminal: str) -> str | None:
        """The current visit at a terminal."""
        return self._history.visit_at.get(terminal)

    async def visit(self, terminal: str) -> str | Refusal:
        """Return the current visit at a terminal; begin one if there is none."""
        async with self._beginning:
            visit = self.visit_at(terminal)
            if visit is not None:
                return visit
            visit = visit_id(terminal, self._cage.owner.state.events + 1)
            request = CommandRequest(f"visit/{visit}", HOUSE_CAGE, BeginVisit(visit, terminal))
            answer = await self._cage.submit(request)
            return answer if isinstance(answer, Refusal) else visit

    def is_over(self, visit: str) -> bool:
        """Whether a visit has ended; its terminal may still send commands for it."""
        return visit not in self._history.visits

    def session(self, visit: str) -> wire.VisitSummary | None:
        """The visit so far, with its limits; None once it is over."""
        if self.is_over(visit):
            return None
        so_far = self._history.visits[visit]
        limits = self.limits(visit)
        return wire.VisitSummary(
            since=so_far.played_since,
            net_cents=self._history.net_cents(visit),
            rounds=so_far.rounds,
            loss_limit_cents=limits.loss_cents,
            minutes_limit=limits.minutes,
            commission_cents=so_far.commission_cents,
        )

    def balance(self, visit: str) -> wire.BalanceChanged:
        """The credit of a visit and its result so far."""
        history, so_far = self._history, self._history.visits[visit]
        credit, net = history.credit_cents(visit), history.net_cents(visit)
        played = so_far.rounds, so_far.commission_cents, so_far.played_since
        return wire.BalanceChanged(credit, net, *played)

    async def buy_demo_credit(
        self, message: wire.BuyCredit, terminal: str, visit: str
    ) -> CommandAnswer:
        """Sell demo credit; the cage of a real-money floor refuses."""
        command = BuyCredit(visit, message.cents)
        return await self._cage.submit(terminal_request(terminal, message.id, command))

    # Limits

    def limits(self, visit: str) -> PatronLimits:
        """The limits that the patron has set for the visit."""
        return limits_of(self._terminals.owner.state, visit, int(self._clock().timestamp()))

    async def set_limits(self, message: wire.SetLimits, terminal: str, visit: str) -> CommandAnswer:
        """Record the patron's own limits."""
        limits = PatronLimits(message.loss_cents, message.minutes)
        command = SetPatronLimits(visit, limits, int(self._clock().timestamp()))
        return await self._terminals.submit(terminal_request(terminal, message.id, command))

    def over_limit(self, visit: str, added_cents: int) -> Refusal | None:
        """The refusal if the patron's own limits forbid such an additional stake."""
        if added_cents <= 0:
            return None
        limits, so_far = self.limits(visit), self._history.visits[visit]
        if limits.minutes is not None:
            until = datetime.fromisoformat(so_far.since) + timedelta(minutes=limits.minutes)
            if self._clock() >= until:
                return TIME_LIMIT
        left = self._history.balance_with_claims(visit) - added_cents
        if limits.loss_cents is not None and so_far.brought_cents - left > limits.loss_cents:
            return FloorRefusal.LOSS_LIMIT.at(limit=limits.loss_cents)
        return None
