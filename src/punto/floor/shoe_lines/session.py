"""A shoe port: the line to a card-reading shoe on one side, the desk of its table on the other."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from punto.core.notation import FACE_DOWN
from punto.devices.card_reader import CardReader, Fault, FaultKind, Heard, Received
from punto.devices.frames import Link
from punto.devices.shoe_commands import Notice, NoticeKind, commands_for
from punto.devices.shoe_events import ShoeEvent, StandingBy
from punto.devices.shoe_monitor import Finding, ShoeWatch
from punto.devices.shoe_status import Condition, after
from punto.floor.streams.owner import Answer, Asked
from punto.table.actors import DEVICE, Actor, Kind
from punto.table.commands.play import Command, DrawCard
from punto.table.events.irregularities import CardsLoose, Numbered
from punto.table.events.play import CardBurned, CardDrawn, CardLeftOver
from punto.table.refusals import No, Refusal
from punto.table.state import Table

WAITS = frozenset(each.at(None).code for each in (No.HELD, No.CARD_UNREAD, No.DEVICE_NOT_HELD))
"""The refusals after which a card that is out waits for somebody at the table."""

_KINDS = {
    FaultKind.DAMAGED: NoticeKind.PROMPT,
    FaultKind.GAP: NoticeKind.PROMPT,
    FaultKind.SPOOFED: NoticeKind.ALARM,
    FaultKind.CONTRADICTION: NoticeKind.ALARM,
    FaultKind.NOT_UNDERSTOOD: NoticeKind.ALARM,
}


class AskedOf(Protocol):
    """A desk as a device knows it: the table as it is, and an answer to what is asked of it."""

    @property
    def state(self) -> Table:
        """The table as it is now."""
        ...

    def ask(self, *asked: Asked) -> list[Answer]:
        """Answers commands in their order."""
        ...


class ShoePort:
    """Hears a device and asks its table, each thing once; what must be heard again is asked for."""

    def __init__(
        self,
        desk: AskedOf,
        link: Link,
        send: Callable[[bytes], object],
        condition: Condition | None = None,
    ) -> None:
        self.desk, self._send = desk, send
        self._session = f"shoe-{link.device}-{link.session.hex()}"
        self.reader = CardReader(link)
        self.condition = condition or Condition()
        self.watch: ShoeWatch | None = None
        self._waiting: list[tuple[str, DrawCard]] = []

    def receive(self, data: bytes) -> list[Notice]:
        """Takes bytes from the line; what staff must know of it."""
        return self._taken(self.reader.feed(data))

    def quiet(self) -> list[Notice]:
        """The line has said nothing for a while: the last frame may have been lost as a whole."""
        notices = self._taken(self.reader.quiet())
        self._send(self.reader.resend())
        return notices

    def resume(self) -> list[Notice]:
        """Tells the table the cards that came while it was held."""
        waiting, self._waiting = self._waiting, []
        return [notice for id_, command in waiting for notice in self._ask(id_, command)]

    def confirm_revoked(self, by: Actor) -> None:
        """Somebody of the staff has seen that cards went back."""
        if by.kind is not Kind.STAFF:
            raise ValueError(f"{by} is not of the staff; somebody who is confirms it")
        self.condition = self.condition.confirmed()

    def _taken(self, received: Sequence[Received]) -> list[Notice]:
        notices: list[Notice] = []
        for each in received:
            if isinstance(each, Heard):
                notices += self._heard(each.counter, each.event)
            else:
                notices.append(Notice(_KINDS[each.kind], f"From the device: {each.words}."))
        if any(_is_of_the_line(each) for each in received):
            self._send(self.reader.resend())
        return notices

    def _heard(self, counter: int, event: ShoeEvent) -> list[Notice]:
        notices = self.resume()
        told = commands_for(event, self.desk.state, self.condition)
        self.condition = after(self.condition, event)
        if isinstance(event, StandingBy):
            self._stands_by(event)
        notices += told.notices
        for at, command in enumerate(told.commands):
            notices += self._ask(f"{self._session}-{counter}-{at}", command)
        return notices

    def _stands_by(self, event: StandingBy) -> None:
        """A new shoe is watched anew; cards that an earlier session took along are asked for."""
        shoe = self.desk.state.shoe
        if event.cards_out == 0:
            self._watch_anew()
        elif shoe is not None and event.cards_out > shoe.cards_out:
            self._send(self.reader.cards_behind(shoe.cards_out))

    def _ask(self, id_: str, command: Command) -> list[Notice]:
        if isinstance(command, DrawCard) and self._waiting:
            # Cards keep their order: none overtakes one that the table has not taken.
            self._waiting.append((id_, command))
            return []
        (answer,) = self.desk.ask(Asked(id_, DEVICE, command))
        if not isinstance(answer, Refusal):
            return self._seen(answer.events)
        if isinstance(command, DrawCard) and answer.code in WAITS:
            self._waiting.append((id_, command))
            return [Notice(NoticeKind.PROMPT, f"A card waits: {answer.words}")]
        return [Notice(NoticeKind.ALARM, f"The device was not heeded: {answer.words}")]

    def _seen(self, events: Iterable[object]) -> list[Notice]:
        """Shows the watch the cards that the table has taken, each at its place in the shoe."""
        if self.watch is None:
            self._watch_anew()
        assert self.watch is not None, "a watch begins with the shoe"
        found: list[Finding] = []
        for number, text in _cards_in(events):
            # What was burned or entered by hand the device has not told.
            while len(self.watch.cards) < number - 1:
                self.watch.see(FACE_DOWN)
            if len(self.watch.cards) < number:
                found += self.watch.see(text)
        return [Notice(NoticeKind.ALARM, f"Card {each.number}: {each.what}.") for each in found]

    def _watch_anew(self) -> None:
        """A new shoe is compared with the one before it."""
        before = self.watch.cards if self.watch is not None else []
        if self.watch is None or before:
            self.watch = ShoeWatch(self.desk.state.chosen.decks, before)


def _cards_in(events: Iterable[object]) -> Iterator[Numbered]:
    for event in events:
        match event:
            case CardDrawn(_, number, text) | CardLeftOver(number, text) | CardBurned(number, text):
                yield number, text
            case CardsLoose(_, cards):
                yield from cards
            case _:
                pass


def _is_of_the_line(received: Received) -> bool:
    """Whether something may have been lost that the device can say again."""
    return isinstance(received, Fault) and received.kind in (FaultKind.DAMAGED, FaultKind.GAP)
