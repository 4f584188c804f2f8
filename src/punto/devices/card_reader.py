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
"""The number of frames stored for comparison with repeats; a shoe sends fewer than that."""


class FaultKind(StrEnum):
    """The kind of a fault in received data."""

    DAMAGED = "damaged"
    SPOOFED = "spoofed"
    MISSING = "gap"
    """A later frame came before an earlier one; nothing counts until the earlier one comes."""

    CONTRADICTION = "contradiction"
    """A repeated frame has other content than the first one."""

    NOT_UNDERSTOOD = "not-understood"


@dataclass(frozen=True, slots=True)
class ReceivedEvent:
    """An event of the device, with the number of its frame."""

    counter: int
    event: ShoeEvent


@dataclass(frozen=True, slots=True)
class ReceiveFault:
    """Received data that is ignored, with the reason."""

    kind: FaultKind
    words: str


Received: TypeAlias = ReceivedEvent | ReceiveFault

_BAD = {
    FrameError.DAMAGED: ReceiveFault(
        FaultKind.DAMAGED, "bytes on the line are not a frame; the line was disturbed"
    ),
    FrameError.SPOOFED: ReceiveFault(FaultKind.SPOOFED, "a frame lacks a valid tag of this device"),
}


class CardReader:
    """The host's end of the line to one device."""

    def __init__(self, link: LineKeys) -> None:
        self._link = link
        self._frames = FrameReader(link)
        self._contents: OrderedDict[int, tuple[str, bytes]] = OrderedDict()
        self.next_counter = 1
        self.repeats = 0
        """The number of repeated frames that were ignored."""

        self.is_waiting = False
        """Whether an earlier frame is missing, so that the round is on hold."""

    def feed(self, data: bytes) -> list[Received]:
        """The events and faults in bytes from the line."""
        return list(self._received(self._frames.feed(data)))

    def on_silence(self) -> list[Received]:
        """The events and faults in the remaining bytes, after the line has become silent."""
        return list(self._received(self._frames.on_silence()))

    def request_resend(self) -> bytes:
        """The request to send all frames again, from the first missing one."""
        return self._request(RESEND, b"")

    def cards_behind(self, number: int) -> bytes:
        """The request for the cards after a number, reported in an earlier session."""
        return self._request(CARDS_BEHIND, number.to_bytes(2, "big"))

    def lamp(self, lamp: Lamp) -> bytes:
        """The request to set the lamp of the device."""
        return self._request(LAMP, bytes([lamp]))

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
            words = f"frame {frame.counter} came before frame {self.next_counter}"
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
            FaultKind.CONTRADICTION, f"frame {counter} came again with other content"
        )


def _original(frame: Frame) -> tuple[str, bytes]:
    """The letter and the body of a frame; of a retransmission, those of the first transmission."""
    if frame.letter == RETRANSMISSION:
        return frame.body[:1].decode("latin-1"), frame.body[1:]
    return frame.letter, frame.body
