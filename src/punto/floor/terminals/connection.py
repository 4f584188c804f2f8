"""A conversation: what one browser says, and what the floor does about it."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from punto.core.rulebook import Words
from punto.floor import metrics
from punto.floor.access.authorisation import PATRON_DISABLED, TABLE_DISABLED, TERMINAL_DISABLED
from punto.floor.access.staff_access import StaffRoom
from punto.floor.broadcast import Connection, Hub
from punto.floor.displays import Displays
from punto.floor.public_view.table_view import game_number
from punto.floor.rate_limit import Budget
from punto.floor.streams.owner import Answer, Asked, Done
from punto.floor.tables.table_owner import LiveTable
from punto.floor.terminals.next_visit import VisitParts, begin_anew, leave_seats, welcome
from punto.floor.terminals.recent_answers import BURST, Memory, Told
from punto.floor.terminals.visits import VISIT_OVER
from punto.floor.wire import terminal as wire
from punto.pages import phrases
from punto.reports.descriptions import table_state
from punto.table.actors import patron
from punto.table.commands.live import ExposeCards, RefuseCards
from punto.table.commands.play import (
    Acknowledge,
    AnswerWithdrawal,
    Command,
    LeaveSeat,
    PlaceWagers,
    TakeSeat,
)
from punto.table.events.play import WagersPlaced
from punto.table.refusals import Refusal

Asking: TypeAlias = (
    wire.Sit
    | wire.Leave
    | wire.PlaceSet
    | wire.AnswerOffer
    | wire.ShowCards
    | wire.DeclineCards
    | wire.Buy
    | wire.Redeem
    | wire.CollectAll
    | wire.Limits
    | wire.CallSomebody
)
AtSeat: TypeAlias = wire.Leave | wire.AnswerOffer | wire.ShowCards | wire.DeclineCards
SeatCommand: TypeAlias = Callable[[int], Command]
HANDLING: dict[type, type[ExposeCards | RefuseCards]] = {
    wire.ShowCards: ExposeCards,
    wire.DeclineCards: RefuseCards,
}

NOT_SEATED = Refusal("not-seated", "POLICY", "You have no seat at this table.")
NO_TABLE = Refusal("no-such-table", "POLICY", "There is no such table.")
FULL = Refusal("no-free-seat", "POLICY", "Every seat of this table is taken.")
VIEWER = Refusal("not-a-viewer", "POLICY", "This screen may only look on.")

PATIENCE_SECONDS = 60.0
"""How long at least somebody may keep saying more than is heard, and up to twice that.

To hear them once a second costs less than to see them come back. The moment at which they came
says how much longer, so that many of them do not go and come back together.
"""

SEAT_TRIES = 4


class Ended(Exception):
    """A connection that has to end: the code and the words to say."""

    def __init__(self, code: str, words: Words) -> None:
        super().__init__(code)
        self.code, self.words = code, words


@dataclass(frozen=True, slots=True)
class TerminalParts:
    """The parts of the floor that a browser of a patron, or a display, talks to."""

    visits: VisitParts
    hub: Hub
    displays: Displays
    staff: StaffRoom
    messages_per_second: float


class Conversation:
    """One connection from its hello to its end."""

    def __init__(self, parts: TerminalParts, memory: Memory, connection: Connection) -> None:
        self._parts, self._memory, self.connection = parts, memory, connection
        self._visit_parts = parts.visits
        self._enrolment = parts.visits.enrolment
        self._visits, self._vouchers = parts.visits.visits, parts.visits.vouchers
        self._tables = parts.visits.tables
        self._loop = asyncio.get_running_loop()
        connection.heard_at = self._loop.time()
        self._slowed_since: float | None = None
        self._patience = PATIENCE_SECONDS * (1 + connection.heard_at % 1)
        self._budget = Budget.full(
            parts.messages_per_second,
            parts.messages_per_second * BURST,
            self._loop.time(),
        )

    async def hear(self, text: str | bytes) -> None:
        """Does what a message asks; raises `Ended` if the connection has to end."""
        now = self._loop.time()
        self.connection.heard_at = now
        await self._pace(now)
        if len(text) > wire.MOST_BYTES:
            raise Ended("too-large", phrases.TOO_LARGE)
        try:
            said = wire.said(text)
        except wire.NotUnderstood as error:
            raise Ended("not-understood", phrases.NOT_UNDERSTOOD) from error
        metrics.MESSAGES.labels(type(said).__name__).inc()
        if isinstance(said, wire.Hello):
            await self._hello(said)
        elif self.connection not in self._parts.hub.connections:
            raise Ended("protocol", phrases.HELLO_FIRST)
        elif isinstance(said, wire.Ping):
            self.connection.tell(wire.Pong(said.n))
        elif isinstance(said, wire.Watch):
            self._watch(said.tables)
        elif isinstance(said, wire.Acknowledged):
            await self._acknowledge(said)
        elif isinstance(said, wire.Painted):
            self._parts.displays.heard(self.connection, said)
        else:
            await self._asked(said)

    async def _pace(self, now: float) -> None:
        """Hears no faster than the budget allows: what is not read yet fills the sender's line."""
        terminal = self.connection.terminal
        budget = self._memory.budget(terminal, now) if terminal else self._budget
        seconds = budget.wait(now)
        if not seconds:
            self._slowed_since = None
            return
        if self._slowed_since is None:
            self._slowed_since = now
        if now - self._slowed_since > self._patience:
            raise Ended("too-fast", phrases.TOO_FAST)
        await asyncio.sleep(seconds)

    async def _hello(self, said: wire.Hello) -> None:
        hub, connection = self._parts.hub, self.connection
        if connection in hub.connections:
            raise Ended("protocol", phrases.HELLO_ONCE)
        if said.protocol != wire.PROTOCOL:
            raise Ended("protocol", phrases.OTHER_PROTOCOL)
        if said.terminal == said.key == "":
            hub.join(connection)
            welcome(self._visit_parts, self.connection)
            self._watch(said.tables)
            if said.is_display:
                self._parts.displays.join(connection)
            return
        if not self._enrolment.is_enrolled_key(said.terminal, said.key):
            raise Ended("unknown-terminal", phrases.UNKNOWN_TERMINAL)
        visit = await self._visits.visit(said.terminal)
        if isinstance(visit, Refusal):
            raise Ended(visit.code, table_state.refusal(visit))
        connection.terminal = said.terminal
        hub.join(connection)
        self._visit_parts.presence.attach(connection, visit)
        welcome(self._visit_parts, self.connection)
        self._watch(said.tables)

    def _watch(self, tables: tuple[str, ...]) -> None:
        known = [table for table in tables if table in self._tables]
        self._parts.hub.watch(self.connection, known)

    async def _acknowledge(self, said: wire.Acknowledged) -> None:
        live, seat = self._seat(said.table)
        visit = self.connection.visit
        if live is None or seat is None or visit is None:
            return
        command = Acknowledge(said.round, seat, said.accepted, said.closed)
        # Said again after bets were reopened it is news, and the table knows what is none.
        id_ = f"{self.connection.terminal}/shown-{secrets.token_hex(8)}"
        await live.inbox.ask(Asked(id_, patron(visit), command))

    async def _asked(self, said: Asking) -> None:
        """Does one thing under its id, once."""
        terminal, visit = self.connection.terminal, self.connection.visit
        known = self._memory.answered(terminal, said.id)
        if known is not None:
            self.connection.tell(known)
            return
        if visit is None:
            self._answer(said.id, VIEWER)
            return
        no = self._not_now(said, visit)
        if no is not None:
            self._answer(said.id, no)
            return
        match said:
            case wire.Sit():
                self._answer(said.id, await self._sit(said, visit))
            case wire.Leave():
                self._answer(said.id, await self._at_seat(said, lambda seat: LeaveSeat(seat)))
            case wire.PlaceSet():
                await self._place(said, visit)
            case wire.AnswerOffer():
                withdraws, some = said.withdraws, wire.stakes_of(said.stakes)
                answer = await self._at_seat(
                    said, lambda seat: AnswerWithdrawal(seat, withdraws, some)
                )
                self._answer(said.id, answer)
            case wire.ShowCards() | wire.DeclineCards():
                side, asks = said.side, HANDLING[type(said)]
                answer = await self._at_seat(said, lambda seat: asks(side, seat))
                self._answer(said.id, answer)
            case wire.CollectAll():
                await self._collect(said, visit)
            case _:
                self._answer(said.id, await self._at_cage(said, visit))

    def _not_now(self, said: Asking, visit: str) -> Refusal | None:
        """Why nothing new may be begun here; what was begun is concluded, and nobody is kept."""
        # The cage may have ended it this moment; what was collected from it is told again.
        if self._visits.is_over(visit) and not isinstance(said, wire.CollectAll):
            return VISIT_OVER
        if isinstance(said, wire.Sit | wire.Buy | wire.Redeem) and (no := self._stopped()):
            return no
        live = self._tables.get(said.table) if isinstance(said, wire.Sit) else None
        return TABLE_DISABLED if live is not None and live.is_disabled else None

    def _stopped(self) -> Refusal | None:
        """Why this terminal or whoever sits at it begins nothing new."""
        disabled = self._parts.staff.state.disabled
        if self.connection.terminal in disabled:
            return TERMINAL_DISABLED
        return PATRON_DISABLED if self.connection.visit in disabled else None

    async def _at_cage(
        self, said: "wire.Buy | wire.Redeem | wire.Limits | wire.CallSomebody", visit: str
    ) -> Answer:
        terminal = self.connection.terminal
        match said:
            case wire.Buy():
                return await self._visits.buy_demo_credit(said, terminal, visit)
            case wire.Redeem():
                return await self._vouchers.redeem(said, terminal, visit)
            case wire.Limits():
                answer = await self._visits.set_limits(said, terminal, visit)
                welcome(self._visit_parts, self.connection)
                return answer
            case wire.CallSomebody():
                if said.table not in self._tables:
                    return NO_TABLE
                return await self._enrolment.call(said, terminal)

    async def _sit(self, said: wire.Sit, visit: str) -> Answer:
        live = self._tables.get(said.table)
        if live is None:
            return NO_TABLE
        for _ in range(SEAT_TRIES):
            if live.seat_of(visit) is not None:
                return Done(0, ())
            free = set(range(1, live.as_run.settings.positions + 1)) - live.state.seats.keys()
            if not free:
                return FULL
            asked = self._by_patron(said.id, visit, TakeSeat(min(free), visit))
            answer = await live.inbox.ask(asked)
            if isinstance(answer, Done) or answer.code != "seat-taken":
                return answer
        return FULL

    async def _place(self, said: wire.PlaceSet, visit: str) -> None:
        live, seat = self._seat(said.table)
        if live is None or seat is None:
            self._answer(said.id, NO_TABLE if live is None else NOT_SEATED)
            return
        stakes = wire.stakes_of(said.stakes)
        placed = live.state.round.sets.get(seat) if live.state.round else None
        added = sum(each.cents for each in stakes) - (placed.cents if placed else 0)
        if added > 0 and (no := self._no_more_staked(live, visit, added)):
            self._answer(said.id, no)
            return
        command = PlaceWagers(said.round, seat, stakes, said.after)
        answer = await live.inbox.ask(self._by_patron(said.id, visit, command))
        self._answer(said.id, answer, receipt=self._receipt(live, visit, answer))

    def _no_more_staked(self, live: LiveTable, visit: str, cents: int) -> Refusal | None:
        """Why a patron may not stake more than lies there."""
        off = TABLE_DISABLED if live.is_disabled else self._stopped()
        return off or self._visits.over_limit(visit, cents)

    def _receipt(self, live: LiveTable, visit: str, answer: Answer) -> wire.BetReceipt | None:
        if isinstance(answer, Refusal):
            return None
        for event in answer.events:
            kept = live.past.rounds.get(event.round) if isinstance(event, WagersPlaced) else None
            for accepted in kept.accepted.get(visit, ()) if kept else ():
                if kept and accepted.entry == answer.number:
                    return self._vouchers.receipt(
                        self.connection.terminal, live.plan.key, kept.number, accepted, kept.digest
                    )
        return None

    async def _collect(self, said: wire.CollectAll, visit: str) -> None:
        """A voucher for everything; the visit is over, and its seats are free."""
        vouchers, terminal = self._vouchers, self.connection.terminal
        # Asked again after a restart, it is still that visit's: the paper may never have been seen.
        visit = vouchers.collected_visit(said, terminal) or visit
        answer = await vouchers.collect(said, terminal, visit)
        if isinstance(answer, Refusal):
            self._answer(said.id, answer)
            return
        last = self._last_game(visit)
        voucher = vouchers.voucher(answer, terminal, said.id, last)
        self._answer(said.id, answer, voucher=voucher)
        await leave_seats(self._tables, visit, f"{terminal}/{said.id}")
        refused = await begin_anew(self._visit_parts, self.connection)
        if refused is not None:
            raise Ended(refused.code, table_state.refusal(refused))

    def _last_game(self, visit: str) -> str | None:
        """The last round in which a visit had a wager."""
        played = [
            (kept.at, game_number(name, kept.number))
            for name, live in self._tables.items()
            for kept in live.past.rounds.values()
            if visit in kept.wagers
        ]
        return max(played)[1] if played else None

    def _seat(self, table: str) -> tuple[LiveTable | None, int | None]:
        live, visit = self._tables.get(table), self.connection.visit
        return live, live.seat_of(visit) if live and visit else None

    async def _at_seat(self, said: AtSeat, command: SeatCommand) -> Answer:
        live, seat = self._seat(said.table)
        if live is None or seat is None or self.connection.visit is None:
            return NO_TABLE if live is None else NOT_SEATED
        asked = self._by_patron(said.id, self.connection.visit, command(seat))
        return await live.inbox.ask(asked)

    def _by_patron(self, id_: str, visit: str, command: Command) -> Asked:
        return Asked(f"{self.connection.terminal}/{id_}", patron(visit), command)

    def _answer(
        self,
        id_: str,
        answer: Answer,
        voucher: wire.Voucher | None = None,
        receipt: wire.BetReceipt | None = None,
    ) -> None:
        told: Told
        if isinstance(answer, Refusal):
            metrics.REFUSALS.labels(answer.code).inc()
            told = wire.Refused(id_, answer.code, answer.clause, table_state.refusal(answer))
        else:
            told = wire.Answered(id_, answer.number, voucher=voucher, receipt=receipt)
            # A refusal moved nothing: asked again, it may be answered otherwise.
            self._memory.keep(self.connection.terminal, told)
        self.connection.tell(told)
