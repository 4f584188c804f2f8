"""Connect a table to its card-reading shoe, and reconnect after the connection breaks."""

import asyncio
import contextlib
import secrets
import socket
import threading
from collections import deque
from collections.abc import Callable

import structlog

from punto.devices.frames import SESSION_BYTES, LineKeys
from punto.devices.shoe_commands import NoticeKind, StaffNotice
from punto.devices.shoe_events import Lamp
from punto.devices.shoe_status import ShoeStatus
from punto.floor.network.shoe_address import ShoeAddress, parse_address
from punto.floor.network.tls import TrustedCertificate
from punto.floor.shoe_lines.dealer import DeviceDealer
from punto.floor.shoe_lines.session import ShoeSession
from punto.floor.streams.command_queue import CommandQueue
from punto.floor.streams.owner import CommandAnswer, CommandRequest
from punto.floor.tables.table_owner import TableOwner
from punto.house.staff.commands import RecordSignificantEvent
from punto.house.staff.events import SignificantEventKind
from punto.journal.keys import KeyRing, SealedStore
from punto.table.state import Table

HELLO = b"PUNTO-SHOE-1\n"
"""The first bytes from the host; the number of the device and the session follow."""

TICK_SECONDS = 0.05
QUIET_TICKS = 40
"""The silence after which the host asks the device for lost messages."""

RETRY_SECONDS = 1.0
CONNECT_SECONDS = 5.0
NOTICES_RETAINED = 200
DARK = (Lamp.OFF, 0, 0)
LOG = structlog.get_logger("punto.shoe")


class ShoeConnection:
    """A thread that reads one device and submits its commands to the event loop."""

    def __init__(
        self,
        address: ShoeAddress,
        device: int,
        key: bytes,
        queue: CommandQueue,
        dealer: DeviceDealer,
        trust: TrustedCertificate | None = None,
    ) -> None:
        assert address.is_tls is (trust is not None), "by TLS a device shows who it is"
        self._address, self._device, self._key = address, device, key
        self._queue, self._dealer, self._trust = queue, dealer, trust
        self._loop = asyncio.get_running_loop()
        self._is_ending = threading.Event()
        self._has_failed = False
        self._lit = DARK
        self._condition = ShoeStatus()
        self.notices: deque[StaffNotice] = deque(maxlen=NOTICES_RETAINED)
        self.noticed: Callable[[StaffNotice], None] = lambda _: None
        """Called in the event loop with each notice for staff."""

        self._thread = threading.Thread(target=self._run, name="punto-shoe", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    async def stop(self) -> None:
        """End the connection. The next connection asks for a card that is still on its way."""
        self._is_ending.set()
        await asyncio.to_thread(self._thread.join)

    # Requests of a session to the stream owner, which belongs to the loop and its writer

    @property
    def state(self) -> Table:
        """The table as it is now."""
        found: Table = self._queue.owner.state
        return found

    def handle(self, *requests: CommandRequest) -> list[CommandAnswer]:
        """Submit commands in the event loop, and wait for durable answers."""
        return [
            asyncio.run_coroutine_threadsafe(
                self._queue.submit(each, is_bounded=False), self._loop
            ).result()
            for each in requests
        ]

    # The connection

    def _run(self) -> None:
        while not self._is_ending.is_set():
            why = self._serve_connection()
            if self._is_ending.is_set():
                return
            self._hold(f"the line to the device is down: {why}", is_fresh=False)
            if self._has_failed:
                return
            self._is_ending.wait(RETRY_SECONDS)

    def _serve_connection(self) -> str:
        """Hear a device until its connection breaks, and return the reason."""
        try:
            with self._called() as line:
                line.settimeout(TICK_SECONDS)
                return self._hear(line)
        except OSError as error:
            return error.strerror or str(error)
        except Exception as error:
            # Stop the table: it would otherwise wait forever without an alarm.
            self._has_failed = True
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._queue.fail, error)
            return "the table is out of service"

    def _called(self) -> socket.socket:
        host, port = self._address.host, self._address.port
        if self._trust is None:
            return socket.create_connection((host, port), CONNECT_SECONDS)
        return self._trust.expected_name(host, port, CONNECT_SECONDS)

    def _hear(self, line: socket.socket) -> str:
        link = LineKeys(self._device, self._key, secrets.token_bytes(SESSION_BYTES))
        line.sendall(HELLO + link.device.to_bytes(2, "big") + link.session)
        port, silent = ShoeSession(self, link, line.sendall, self._condition.with_new_line()), 0
        self._lit = DARK
        while not self._is_ending.is_set():
            try:
                data = line.recv(4_096)
                if not data:
                    return "the device closed it"
                silent = 0
                self._notify(port.receive(data))
            except TimeoutError:
                silent += 1
                self._notify(port.resume())
                if silent % QUIET_TICKS == 0:
                    self._notify(port.on_silence())
            self._confirm(port)
            self._condition = port.condition
            self._dealer.went_back = port.condition.revoked
            has_reported = port.condition.cards_out is not None
            hold = port.condition.hold if has_reported else "the device has not been heard"
            self._hold(hold, is_fresh=port.condition.cards_out == 0)
            self._light(port, line)
        return ""

    def _confirm(self, port: ShoeSession) -> None:
        """Pass on the dealer's confirmations, except those for cards that are no longer back."""
        while not self._dealer.return_confirmations.empty():
            by, returned = self._dealer.return_confirmations.get()
            if returned == port.condition.revoked:
                port.confirm_cards_returned(by)
                last = returned.first + returned.many - 1
                words = f"{by.name} has seen that cards {returned.first} to {last} went back."
                self._notify([StaffNotice(NoticeKind.SIGNIFICANT, words)])

    def _light(self, port: ShoeSession, line: socket.socket) -> None:
        """Set the lamp of the device to the step of the table; off while the device has a fault."""
        if (cut := self._dealer.cut()) is not None:
            self.handle(cut)
        table = self.state
        shows = Lamp.OFF if self._dealer.hold else self._dealer.lamp(table)
        # Light it again for every card, so that the dealer does not draw for a card that was on its
        # way. A card that went back and came again does not change the table.
        still_back = len(port.condition.redrawn)
        lit = (shows, table.events, still_back) if shows else DARK
        if lit != self._lit:
            self._lit = lit
            line.sendall(port.reader.lamp(shows))

    def _hold(self, why: str, *, is_fresh: bool) -> None:
        before = (self._dealer.hold, self._dealer.is_fresh)
        self._dealer.hold, self._dealer.is_fresh = why, is_fresh
        if before == (why, is_fresh):
            return
        if why and why != before[0]:
            self._notify([StaffNotice(NoticeKind.ALARM, f"No card is taken: {why}.")])
        if not why:
            # The table may have waited for the device only.
            self._loop.call_soon_threadsafe(self._queue.submit_when_due, self._dealer.begin_command)

    def _notify(self, notices: list[StaffNotice]) -> None:
        for notice in notices:
            if self.notices and notice == self.notices[-1]:
                continue
            self.notices.append(notice)
            if notice.kind is not NoticeKind.STEP:
                LOG.warning("device", table=self._queue.owner.stream, why=notice.words)
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self.noticed, notice)


def connect_shoe(
    table: TableOwner,
    sealed: SealedStore,
    ring: KeyRing,
    note: Callable[[str, RecordSignificantEvent], None],
) -> ShoeConnection:
    """Connect a table to its card-reading shoe, and record what staff must know of the device."""
    dealer = DeviceDealer(table.queue.owner, sealed)
    dealer.may_begin = lambda: table.deals_itself and not table.is_closing
    table.dealer = dealer
    plan, paper = table.plan, table.plan.shoe_certificate
    key = ring.key(f"shoe-{plan.key}").newest.raw
    trust = None if paper is None else TrustedCertificate(paper)
    address = parse_address(plan.shoe)
    connection = ShoeConnection(address, plan.number, key, table.queue, dealer, trust)

    def noticed(notice: StaffNotice) -> None:
        if notice.kind in (NoticeKind.SIGNIFICANT, NoticeKind.ALARM):
            kind, entry = SignificantEventKind.DEVICE, table.state.events
            note(
                f"device-{secrets.token_hex(8)}",
                RecordSignificantEvent(kind, plan.key, entry, notice.words),
            )

    connection.noticed = noticed
    return connection
