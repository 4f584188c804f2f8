"""Serve one browser of a patron, from its first message to the close."""

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from punto.floor import metrics
from punto.floor.access.authorisation import PATRON_DISABLED, TABLE_DISABLED, TERMINAL_DISABLED
from punto.floor.access.staff_access import StaffAccess
from punto.floor.broadcast import Broadcaster, Subscriber
from punto.floor.displays import DisplayMonitor
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.public_view.table_view import game_number
from punto.floor.rate_limit import TokenBucket
from punto.floor.read_models.history import History
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.owner import CommandAnswer, CommandRequest, Committed
from punto.floor.tables.seat_presence import SeatPresence
from punto.floor.tables.table_owner import TableOwner
from punto.floor.terminals.enrolment import Enrolment
from punto.floor.terminals.recent_answers import BURST, Outbound, RecentAnswers
from punto.floor.terminals.visits import VISIT_OVER, Visits
from punto.floor.terminals.vouchers import Vouchers, collected
from punto.floor.wire import terminal as wire
from punto.messages.message import Message, message
from punto.table.actors import patron_actor
from punto.table.commands import (
    AcknowledgeScreen,
    AnswerWithdrawal,
    Command,
    ExposeCards,
    LeaveSeat,
    PlaceWagers,
    RefuseCards,
    TakeSeat,
)
from punto.table.events import WagersPlaced
from punto.table.refusals import No, Refusal

AtSeat: TypeAlias = wire.Leave | wire.AnswerWithdrawal | wire.ExposeCards | wire.RefuseCards
AtCage: TypeAlias = wire.BuyCredit | wire.RedeemVoucher | wire.SetLimits | wire.CallAttendant
CommandInbound: TypeAlias = AtSeat | AtCage | wire.Sit | wire.PlaceWagers | wire.CollectCredit

NOT_SEATED = FloorRefusal.NOT_SEATED.at()
NOT_UNDERSTOOD = FloorRefusal.NOT_UNDERSTOOD.at()
NO_TABLE = FloorRefusal.NO_TABLE.at()
FULL = FloorRefusal.NO_FREE_SEAT.at()
VIEWERS_ONLY_WATCH = FloorRefusal.NOT_A_VIEWER.at()

PATIENCE_SECONDS = 60.0
"""How long a browser may exceed its rate before the floor closes the connection, at least.

Reading a slowed browser costs less than its reconnection. The limit varies up to twice this value
with the moment of the connection, so that many browsers do not reconnect together.
"""

SEAT_TRIES = 4
HEARTBEAT_MS = 5_000


class ConnectionClosed(Exception):
    """The connection must end, with a code and a message for the patron."""

    def __init__(self, code: str, words: Message) -> None:
        super().__init__(code)
        self.code, self.words = code, words


@dataclass(frozen=True, slots=True)
class TerminalParts:
    """The parts of the floor that serve the browsers of patrons and displays."""

    enrolment: Enrolment
    visits: Visits
    vouchers: Vouchers
    history: History
    presence: SeatPresence
    owners: Mapping[str, TableOwner]
    replicas: Mapping[str, TableReplica]
    broadcaster: Broadcaster
    displays: DisplayMonitor
    staff: StaffAccess
    currency: str
    software: str
    messages_per_second: float


class TerminalConnection:
    """One connection from its hello to its end."""

    def __init__(
        self, parts: TerminalParts, recent_answers: RecentAnswers, connection: Subscriber
    ) -> None:
        self._parts, self._recent_answers, self.connection = parts, recent_answers, connection
        self._visits, self._vouchers = parts.visits, parts.vouchers
        self._owners, self._replicas = parts.owners, parts.replicas
        self._loop = asyncio.get_running_loop()
        connection.received_at = self._loop.time()
        self._slowed_since: float | None = None
        self._patience = PATIENCE_SECONDS * (1 + connection.received_at % 1)
        self._budget = TokenBucket.full(
            parts.messages_per_second,
            parts.messages_per_second * BURST,
            self._loop.time(),
        )

    def end(self) -> None:
        """Remove the connection from its display and its seats."""
        self._parts.displays.leave(self.connection)
        self._parts.presence.detach(self.connection)

    async def receive(self, text: str | bytes) -> None:
        """Carry out a message; raise `ConnectionClosed` if the connection must end."""
        now = self._loop.time()
        self.connection.received_at = now
        await self._pace(now)
        if len(text) > wire.MAX_BYTES:
            raise ConnectionClosed("too-large", message("goodbye.too-large"))
        try:
            inbound = wire.decode(text)
        except wire.DecodeError as error:
            raise ConnectionClosed(NOT_UNDERSTOOD.code, NOT_UNDERSTOOD.message) from error
        metrics.MESSAGES.labels(type(inbound).__name__).inc()
        if isinstance(inbound, wire.Hello):
            await self._hello(inbound)
        elif self.connection not in self._parts.broadcaster.connections:
            raise ConnectionClosed("protocol", message("goodbye.hello-first"))
        elif isinstance(inbound, wire.Ping):
            self.connection.send(wire.Pong(inbound.n))
        elif isinstance(inbound, wire.Watch):
            self._watch(inbound.tables)
        elif isinstance(inbound, wire.AcknowledgeScreen):
            await self._acknowledge(inbound)
        elif isinstance(inbound, wire.DisplayReport):
            self._parts.displays.on_report(self.connection, inbound)
        else:
            await self._carry_out(inbound)

    async def _pace(self, now: float) -> None:
        """Wait until the budget allows the next message. Unread messages slow the sender."""
        terminal = self.connection.terminal
        budget = self._recent_answers.budget(terminal, now) if terminal else self._budget
        seconds = budget.wait(now)
        if not seconds:
            self._slowed_since = None
            return
        if self._slowed_since is None:
            self._slowed_since = now
        if now - self._slowed_since > self._patience:
            raise ConnectionClosed("too-fast", message("goodbye.too-fast"))
        await asyncio.sleep(seconds)

    async def _hello(self, hello: wire.Hello) -> None:
        broadcaster, connection = self._parts.broadcaster, self.connection
        if connection in broadcaster.connections:
            raise ConnectionClosed("protocol", message("goodbye.hello-once"))
        if hello.protocol != wire.PROTOCOL:
            raise ConnectionClosed("protocol", message("goodbye.other-protocol"))
        if hello.terminal == hello.key == "":
            broadcaster.join(connection)
            send_welcome(self._parts, self.connection)
            self._watch(hello.tables)
            if hello.is_display:
                self._parts.displays.join(connection)
            return
        if not self._parts.enrolment.is_enrolled_key(hello.terminal, hello.key):
            raise ConnectionClosed("unknown-terminal", message("goodbye.unknown-terminal"))
        visit = await self._visits.visit(hello.terminal)
        if isinstance(visit, Refusal):
            raise ConnectionClosed(visit.code, visit.message)
        connection.terminal = hello.terminal
        broadcaster.join(connection)
        self._parts.presence.attach(connection, visit)
        send_welcome(self._parts, self.connection)
        self._watch(hello.tables)

    def _watch(self, tables: tuple[str, ...]) -> None:
        known = [table for table in tables if table in self._replicas]
        self._parts.broadcaster.watch(self.connection, known)

    async def _acknowledge(self, message: wire.AcknowledgeScreen) -> None:
        owner, seat = self._owner_and_seat(message.table)
        visit = self.connection.visit
        if owner is None or seat is None or visit is None:
            return
        command = AcknowledgeScreen(message.round, seat, message.accepted, message.closed)
        # After bets reopen, the same acknowledgement is new. The table ignores other repeats.
        id_ = f"{self.connection.terminal}/shown-{secrets.token_hex(8)}"
        await owner.queue.submit(CommandRequest(id_, patron_actor(visit), command))

    async def _carry_out(self, message: CommandInbound) -> None:
        """Carry out a command once, and answer a repeat of its id from memory."""
        terminal, visit = self.connection.terminal, self.connection.visit
        known = self._recent_answers.find(terminal, message.id)
        if known is not None:
            self.connection.send(known)
            return
        if visit is None:
            self._answer(message.id, VIEWERS_ONLY_WATCH)
            return
        no = self._not_now(message, visit)
        if no is not None:
            self._answer(message.id, no)
            return
        match message:
            case wire.PlaceWagers():
                await self._place(message, visit)
            case wire.CollectCredit():
                await self._collect(message, visit)
            case wire.Sit():
                self._answer(message.id, await self._sit(message, visit))
            case wire.BuyCredit() | wire.RedeemVoucher() | wire.SetLimits() | wire.CallAttendant():
                self._answer(message.id, await self._at_cage(message, visit))
            case _:
                self._answer(message.id, await self._at_seat(message, visit))

    def _not_now(self, message: CommandInbound, visit: str) -> Refusal | None:
        """Refuse to begin anything new here. A patron may always finish a round and leave."""
        # The cage may have just ended the visit. A repeated collection still gets its voucher.
        if self._visits.is_over(visit) and not isinstance(message, wire.CollectCredit):
            return VISIT_OVER
        if isinstance(message, wire.Sit | wire.BuyCredit | wire.RedeemVoucher) and (
            no := self._stopped()
        ):
            return no
        replica = self._replicas.get(message.table) if isinstance(message, wire.Sit) else None
        return TABLE_DISABLED if replica is not None and replica.is_disabled else None

    def _stopped(self) -> Refusal | None:
        """Refuse new bets and credit if the terminal or its patron is disabled."""
        disabled = self._parts.staff.state.disabled
        if self.connection.terminal in disabled:
            return TERMINAL_DISABLED
        return PATRON_DISABLED if self.connection.visit in disabled else None

    async def _at_cage(self, message: AtCage, visit: str) -> CommandAnswer:
        terminal = self.connection.terminal
        match message:
            case wire.BuyCredit():
                return await self._visits.buy_demo_credit(message, terminal, visit)
            case wire.RedeemVoucher():
                return await self._vouchers.redeem(message, terminal, visit)
            case wire.SetLimits():
                answer = await self._visits.set_limits(message, terminal, visit)
                send_welcome(self._parts, self.connection)
                return answer
            case wire.CallAttendant():
                if message.table not in self._replicas:
                    return NO_TABLE
                return await self._parts.enrolment.call(message, terminal)

    async def _sit(self, message: wire.Sit, visit: str) -> CommandAnswer:
        replica = self._replicas.get(message.table)
        if replica is None:
            return NO_TABLE
        for _ in range(SEAT_TRIES):
            if replica.seat_of(visit) is not None:
                return Committed(0, ())
            positions = replica.effective_plan.settings.positions
            free = set(range(1, positions + 1)) - replica.state.seats.keys()
            if not free:
                return FULL
            request = self._by_patron(message.id, visit, TakeSeat(min(free), visit))
            answer = await self._owners[message.table].queue.submit(request)
            if isinstance(answer, Committed) or answer.code != "seat-taken":
                return answer
        return FULL

    async def _place(self, message: wire.PlaceWagers, visit: str) -> None:
        owner, seat = self._owner_and_seat(message.table)
        if owner is None or seat is None:
            self._answer(message.id, NO_TABLE if owner is None else NOT_SEATED)
            return
        replica = self._replicas[message.table]
        stakes = wire.stakes_of(message.stakes)
        placed = replica.state.round.sets.get(seat) if replica.state.round else None
        added = sum(each.cents for each in stakes) - (placed.cents if placed else 0)
        if added > 0 and (no := self._no_more_staked(replica, visit, added)):
            self._answer(message.id, no)
            return
        command = PlaceWagers(message.round, seat, stakes, message.after)
        answer = await owner.queue.submit(self._by_patron(message.id, visit, command))
        self._answer(message.id, answer, receipt=self._receipt(replica, visit, answer))

    def _no_more_staked(self, replica: TableReplica, visit: str, cents: int) -> Refusal | None:
        """Refuse a higher stake at a disabled place, or beyond the patron's own limits."""
        off = TABLE_DISABLED if replica.is_disabled else self._stopped()
        return off or self._visits.over_limit(visit, cents)

    def _receipt(
        self, replica: TableReplica, visit: str, answer: CommandAnswer
    ) -> wire.WagerReceipt | None:
        if isinstance(answer, Refusal):
            return None
        for event in answer.events:
            if not isinstance(event, WagersPlaced):
                continue
            record = replica.history.rounds.get(event.round)
            for accepted in record.accepted.get(visit, ()) if record else ():
                if record and accepted.entry == answer.number:
                    return self._vouchers.receipt(
                        self.connection.terminal,
                        replica.key,
                        record.number,
                        accepted,
                        record.digest,
                    )
        return None

    async def _collect(self, message: wire.CollectCredit, visit: str) -> None:
        """Turn all credit into a voucher, which ends the visit and frees its seats."""
        terminal = self.connection.terminal
        answer = await self._vouchers.collect(message, terminal, visit)
        if isinstance(answer, Refusal):
            self._answer(message.id, answer)
            return
        # A repeat after a restart concerns the earlier visit: its voucher may not have arrived.
        visit = collected(answer).visit
        last = self._last_game(visit)
        voucher = await self._vouchers.voucher(answer, terminal, message.id, last)
        self._answer(message.id, answer, voucher=voucher)
        await leave_seats(self._parts, visit, f"{terminal}/{message.id}")
        refused = await begin_next_visit(self._parts, self.connection)
        if refused is not None:
            raise ConnectionClosed(refused.code, refused.message)

    def _last_game(self, visit: str) -> str | None:
        """The last round in which a visit had a wager."""
        played = [
            (record.at, game_number(name, record.number))
            for name, replica in self._replicas.items()
            for record in replica.history.rounds.values()
            if visit in record.wagers
        ]
        return max(played)[1] if played else None

    def _owner_and_seat(self, table: str) -> tuple[TableOwner | None, int | None]:
        replica, visit = self._replicas.get(table), self.connection.visit
        seat = replica.seat_of(visit) if replica and visit else None
        return self._owners.get(table), seat

    async def _at_seat(self, message: AtSeat, visit: str) -> CommandAnswer:
        owner, seat = self._owner_and_seat(message.table)
        if owner is None or seat is None:
            return NO_TABLE if owner is None else NOT_SEATED
        command: Command
        match message:
            case wire.Leave():
                command = LeaveSeat(seat)
            case wire.AnswerWithdrawal():
                some = wire.stakes_of(message.stakes)
                command = AnswerWithdrawal(seat, message.withdraws, some)
            case wire.ExposeCards():
                command = ExposeCards(message.side, seat)
            case wire.RefuseCards():
                command = RefuseCards(message.side, seat)
        return await owner.queue.submit(self._by_patron(message.id, visit, command))

    def _by_patron(self, id_: str, visit: str, command: Command) -> CommandRequest:
        return CommandRequest(f"{self.connection.terminal}/{id_}", patron_actor(visit), command)

    def _answer(
        self,
        id_: str,
        answer: CommandAnswer,
        voucher: wire.Voucher | None = None,
        receipt: wire.WagerReceipt | None = None,
    ) -> None:
        reply: Outbound
        if isinstance(answer, Refusal):
            metrics.REFUSALS.labels(answer.code).inc()
            values = answer.values
            if answer.code == No.SHORT_OF_CREDIT.code and self.connection.visit:
                credit_cents = self._parts.history.credit_cents(self.connection.visit)
                values = {"credit": message("credit.left", credit=credit_cents)}
            reply = wire.CommandRefused(id_, answer.code, answer.clause, values)
        else:
            reply = wire.CommandCompleted(id_, answer.number, voucher=voucher, receipt=receipt)
            # Only successes are stored: a repeat of a refused command may succeed.
            self._recent_answers.add(self.connection.terminal, reply)
        self.connection.send(reply)


def send_welcome(parts: TerminalParts, connection: Subscriber) -> None:
    """Send a connection its terminal, visit and credit."""
    visit = connection.visit
    connection.send(
        wire.Welcome(
            terminal=connection.terminal,
            visit=visit,
            credit_cents=parts.history.credit_cents(visit) if visit else None,
            software=parts.software,
            currency=parts.currency,
            tables=tuple(parts.replicas),
            heartbeat_ms=HEARTBEAT_MS,
            session=parts.visits.session(visit) if visit else None,
            is_demo=parts.vouchers.is_demo,
        )
    )


async def leave_seats(parts: TerminalParts, visit: str, id_: str) -> None:
    """Free the seats of a visit that is over."""
    for key, replica in parts.replicas.items():
        seat = replica.seat_of(visit)
        if seat is not None:
            left = CommandRequest(id_, patron_actor(visit), LeaveSeat(seat))
            await parts.owners[key].queue.submit(left, is_bounded=False)


async def begin_next_visit(parts: TerminalParts, connection: Subscriber) -> Refusal | None:
    """Begin the next visit at a terminal whose last one is over."""
    begun = await parts.visits.visit(connection.terminal)
    if isinstance(begun, Refusal):
        return begun
    parts.presence.attach(connection, begun)
    connection.send(parts.visits.balance(begun))
    send_welcome(parts, connection)
    for table in connection.watched:
        connection.send_view(table)
    return None
