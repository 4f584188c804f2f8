"""Receive the events of a card-reading shoe, each once and in order, and report faults."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from punto.devices.frames import Direction, Frame, FrameError, FrameReader, LineKeys, encode_frame
from punto.devices.shoe_events import (
    CARDS_BEHIND,
    LAMP,
    RESEND,
    RETRANSMISSION,
    Lamp,
    ShoeEvent,
    decode,
)

FRAMES_STORED = 2_048
"""How many frames are kept to compare a repeat with; a shoe says less than that."""


class FaultKind(StrEnum):
    """What is wrong with something heard."""

    DAMAGED = "damaged"
    SPOOFED = "spoofed"
    MISSING = "gap"
    """A later frame came before an earlier one: nothing more is heard until that has come."""

    CONTRADICTION = "contradiction"
    """Under a number that was used before something else is said."""

    NOT_UNDERSTOOD = "not-understood"


@dataclass(frozen=True, slots=True)
class ReceivedEvent:
    """Something the device said, under its number."""

    counter: int
    event: ShoeEvent


@dataclass(frozen=True, slots=True)
class ReceiveFault:
    """Something heard that counts for nothing, and why."""

    kind: FaultKind
    words: str


Received: TypeAlias = ReceivedEvent | ReceiveFault

_BAD = {
    FrameError.DAMAGED: ReceiveFault(
        FaultKind.DAMAGED, "bytes on the line are no frame: it was disturbed"
    ),
    FrameError.SPOOFED: ReceiveFault(FaultKind.SPOOFED, "a frame does not bear this device's tag"),
}


class CardReader:
    """The host's end of the line to one device."""

    def __init__(self, link: LineKeys) -> None:
        self._link = link
        self._frames = FrameReader(link)
        self._contents: OrderedDict[int, tuple[str, bytes]] = OrderedDict()
        self.next_counter = 1
        self.repeats = 0
        """How many frames came again and were ignored."""

        self.is_waiting = False
        """Whether an earlier frame is missing, so that the round is frozen."""

    def feed(self, data: bytes) -> list[Received]:
        """What bytes from the line say."""
        return list(self._received(self._frames.feed(data)))

    def on_silence(self) -> list[Received]:
        """What is left to hear when the line has gone quiet."""
        return list(self._received(self._frames.on_silence()))

    def request_resend(self) -> bytes:
        """The frame that asks for everything from the first that is missing."""
        return self._request(RESEND, b"")

    def cards_behind(self, number: int) -> bytes:
        """The frame that asks for the cards behind a number, which an earlier session told."""
        return self._request(CARDS_BEHIND, number.to_bytes(2, "big"))

    def lamp(self, shows: Lamp) -> bytes:
        """The frame that sets the lamp at the device."""
        return self._request(LAMP, bytes([shows]))

    def _request(self, letter: str, body: bytes) -> bytes:
        counter = self.next_counter
        frame = Frame(self._link.device, counter, letter, body, Direction.FROM_HOST)
        return encode_frame(frame, self._link)

    def _received(self, frames: Iterable[Frame | FrameError]) -> Iterator[Received]:
        for frame in frames:
            if isinstance(frame, FrameError):
                yield _BAD[frame]
            elif found := self._one(frame):
                yield found

    def _one(self, frame: Frame) -> Received | None:
        content = _original(frame)
        if frame.counter < self.next_counter:
            return self._again(frame.counter, content)
        if frame.counter > self.next_counter:
            self.is_waiting = True
            words = f"frame {frame.counter} came, {self.next_counter} has not"
            return ReceiveFault(FaultKind.MISSING, words)
        self.next_counter += 1
        self.is_waiting = False
        self._contents[frame.counter] = content
        if len(self._contents) > FRAMES_STORED:
            self._contents.popitem(last=False)
        try:
            return ReceivedEvent(frame.counter, decode(*content))
        except ValueError as error:
            return ReceiveFault(FaultKind.NOT_UNDERSTOOD, f"frame {frame.counter}: {error}")

    def _again(self, counter: int, content: tuple[str, bytes]) -> ReceiveFault | None:
        """Report a repeated frame only if its content differs from the first one."""
        self.repeats += 1
        if self._contents.get(counter, content) == content:
            return None
        return ReceiveFault(
            FaultKind.CONTRADICTION, f"frame {counter} came again and says otherwise"
        )


def _original(frame: Frame) -> tuple[str, bytes]:
    """What a frame says, of a retransmission what was said at first."""
    if frame.letter == RETRANSMISSION:
        return frame.body[:1].decode("latin-1"), frame.body[1:]
    return frame.letter, frame.body
