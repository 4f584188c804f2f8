"""Convert a shoe's messages into table commands, each sent once, and request lost messages."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from punto.core.notation import FACE_DOWN
from punto.devices.card_reader import CardReader, FaultKind, Received, ReceivedEvent, ReceiveFault
from punto.devices.frames import LineKeys
from punto.devices.shoe_commands import NoticeKind, StaffNotice, commands_for
from punto.devices.shoe_events import ShoeEvent, ShoeReady
from punto.devices.shoe_monitor import MonitorAlert, ShoeMonitor
from punto.devices.shoe_status import ShoeStatus, evolve
from punto.floor.streams.owner import CommandAnswer, CommandRequest
from punto.messages.render import render
from punto.table.actors import DEVICE, Actor, ActorKind
from punto.table.commands import Command, DrawCard
from punto.table.events import CardBurned, CardDrawn, CardsMisplaced, ExcessCardDrawn, NumberedCard
from punto.table.refusals import No, Refusal
from punto.table.state import Table

WAITS = frozenset(each.code for each in (No.HELD, No.CARD_UNREAD, No.DEVICE_NOT_HELD))
"""The refusals after which a card waits until staff act at the table."""

_KINDS = {
    FaultKind.DAMAGED: NoticeKind.PROMPT,
    FaultKind.MISSING: NoticeKind.PROMPT,
    FaultKind.SPOOFED: NoticeKind.ALARM,
    FaultKind.CONTRADICTION: NoticeKind.ALARM,
    FaultKind.NOT_UNDERSTOOD: NoticeKind.ALARM,
}


class TablePort(Protocol):
    """The part of a table's owner that a device uses."""

    @property
    def state(self) -> Table:
        """The current state of the table."""
        ...

    def handle(self, *requests: CommandRequest) -> list[CommandAnswer]:
        """Answer commands in their order."""
        ...


class ShoeSession:
    """Turn each message of a device into one command, and ask for lost messages."""

    def __init__(
        self,
        owner: TablePort,
        link: LineKeys,
        send: Callable[[bytes], object],
        condition: ShoeStatus | None = None,
    ) -> None:
        self.owner, self._send = owner, send
        self._session = f"shoe-{link.device}-{link.session.hex()}"
        self.reader = CardReader(link)
        self.condition = condition or ShoeStatus()
        self.watch: ShoeMonitor | None = None
        self._waiting: list[tuple[str, DrawCard]] = []

    def receive(self, data: bytes) -> list[StaffNotice]:
        """Process bytes from the device, and return the notices for staff."""
        return self._process_received(self.reader.feed(data))

    def on_silence(self) -> list[StaffNotice]:
        """Ask for the last frame after a silence, because all of it may have been lost."""
        notices = self._process_received(self.reader.on_silence())
        self._send(self.reader.request_resend())
        return notices

    def resume(self) -> list[StaffNotice]:
        """Submit the cards that came while the table was on hold."""
        waiting, self._waiting = self._waiting, []
        return [notice for id_, command in waiting for notice in self._ask(id_, command)]

    def confirm_cards_returned(self, by: Actor) -> None:
        """Record that a person of the staff confirmed the returned cards."""
        if by.kind is not ActorKind.STAFF:
            raise ValueError(
                f"{by} is not a person of the staff; only staff confirm returned cards"
            )
        self.condition = self.condition.with_cards_returned()

    def _process_received(self, received: Sequence[Received]) -> list[StaffNotice]:
        notices: list[StaffNotice] = []
        for each in received:
            if isinstance(each, ReceivedEvent):
                notices += self._handle_event(each.counter, each.event)
            else:
                notices.append(StaffNotice(_KINDS[each.kind], f"From the device: {each.words}."))
        if any(_is_of_the_line(each) for each in received):
            self._send(self.reader.request_resend())
        return notices

    def _handle_event(self, counter: int, event: ShoeEvent) -> list[StaffNotice]:
        notices = self.resume()
        response = commands_for(event, self.owner.state, self.condition)
        self.condition = evolve(self.condition, event)
        if isinstance(event, ShoeReady):
            self._stands_by(event)
        notices += response.notices
        for at, command in enumerate(response.commands):
            notices += self._ask(f"{self._session}-{counter}-{at}", command)
        return notices

    def _stands_by(self, event: ShoeReady) -> None:
        """Begin to monitor a new shoe, or ask for the cards that an earlier session missed."""
        shoe = self.owner.state.shoe
        if event.cards_out == 0:
            self._begin_watch()
        elif shoe is not None and event.cards_out > shoe.cards_out:
            self._send(self.reader.cards_behind(shoe.cards_out))

    def _ask(self, id_: str, command: Command) -> list[StaffNotice]:
        if isinstance(command, DrawCard) and self._waiting:
            # Cards keep their order, so a card waits behind a card that the table refused.
            self._waiting.append((id_, command))
            return []
        (answer,) = self.owner.handle(CommandRequest(id_, DEVICE, command))
        if not isinstance(answer, Refusal):
            return self._watch_cards(answer.events)
        reason = render(answer.message, "en")
        if isinstance(command, DrawCard) and answer.code in WAITS:
            self._waiting.append((id_, command))
            return [StaffNotice(NoticeKind.PROMPT, f"A card waits: {reason}")]
        return [
            StaffNotice(NoticeKind.ALARM, f"The table refused a message of the device: {reason}")
        ]

    def _watch_cards(self, events: Iterable[object]) -> list[StaffNotice]:
        """Pass the cards that the table accepted to the monitor, each at its place in the shoe."""
        if self.watch is None:
            self._begin_watch()
        assert self.watch is not None, "a watch begins with the shoe"
        found: list[MonitorAlert] = []
        for number, text in _cards_in(events):
            # The device did not report cards that were burned or entered by hand.
            while len(self.watch.cards) < number - 1:
                self.watch.observe(FACE_DOWN)
            if len(self.watch.cards) < number:
                found += self.watch.observe(text)
        return [
            StaffNotice(NoticeKind.ALARM, f"Card {each.number}: {each.finding}.") for each in found
        ]

    def _begin_watch(self) -> None:
        """Monitor a new shoe, and compare it with the one before it."""
        before = self.watch.cards if self.watch is not None else []
        if self.watch is None or before:
            self.watch = ShoeMonitor(self.owner.state.settings_in_force.decks, before)


def _cards_in(events: Iterable[object]) -> Iterator[NumberedCard]:
    for event in events:
        match event:
            case (
                CardDrawn(_, number, text)
                | ExcessCardDrawn(number, text)
                | CardBurned(number, text)
            ):
                yield number, text
            case CardsMisplaced(_, cards):
                yield from cards
            case _:
                pass


def _is_of_the_line(received: Received) -> bool:
    """Whether the device may repeat a message that was lost."""
    return isinstance(received, ReceiveFault) and received.kind in (
        FaultKind.DAMAGED,
        FaultKind.MISSING,
    )
