"""Change frames on the line, and compare the cards that a reader accepts with the real ones."""

import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random

from punto.core.shoe import cards_of_decks
from punto.core.tableau import STANDARD
from punto.devices.card_reader import CardReader, Received, ReceivedEvent
from punto.devices.frames import (
    TAG_BYTES,
    Direction,
    Frame,
    FrameReader,
    LineKeys,
    authenticate_frame,
    encode_frame,
)
from punto.devices.shoe_emulator import ShoeEmulator
from punto.devices.shoe_events import RETRANSMISSION, CardRead, decode

LINK = LineKeys(7, bytes(range(32)), b"this session now")
EARLIER = LineKeys(7, bytes(range(32)), b"a former session")
STRANGER = LineKeys(7, bytes(reversed(range(32))), b"this session now")

WINDOW = 5
"""The number of frames that the reader receives around the changed one."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded shoe: its frames, and the card of each number."""

    frames: tuple[bytes, ...]
    again: tuple[bytes, ...]
    """The same frames as the device sends them on request."""

    cards: dict[int, str]


@cache
def recorded(seed: int = 1) -> Recorded:
    """Record an honest shoe, dealt to its end."""
    cards = [str(card) for card in cards_of_decks(8)]
    Random(seed).shuffle(cards)
    shoe = ShoeEmulator(LINK, cards, STANDARD)
    data = shoe.stand_by()
    while shoe.cards_out < len(cards) - 6:
        data += shoe.begin()
        while not shoe.is_over:
            data += shoe.draw()
        data += shoe.finish()
    frames = _frames_in(data)
    first = CardReader(LINK).request_resend()
    again = _frames_in(shoe.receive(first))
    assert len(again) == len(frames)
    return Recorded(
        tuple(encode_frame(frame, LINK) for frame in frames),
        tuple(encode_frame(frame, LINK) for frame in again),
        dict(enumerate(cards, start=1)),
    )


def _frames_in(data: bytes) -> list[Frame]:
    return [frame for frame in FrameReader(LINK).feed(data) if isinstance(frame, Frame)]


@dataclass
class Tally:
    """The results of changed frames."""

    tried: int = 0
    wrong: int = 0
    twice: int = 0
    unrecovered: int = 0
    by_kind: dict[str, int] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)

    def add(self, other: "Tally") -> None:
        self.tried += other.tried
        self.wrong += other.wrong
        self.twice += other.twice
        self.unrecovered += other.unrecovered
        for name in ("by_kind", "faults"):
            mine = getattr(self, name)
            for key, count in getattr(other, name).items():
                mine[key] = mine.get(key, 0) + count


def mutated(
    trials: int, seed: int, make: Callable[[LineKeys], CardReader] = CardReader, shoe: int = 1
) -> Tally:
    """Change one frame of a recorded shoe per trial, and compare the received cards."""
    chance, line, tally = Random(seed), recorded(shoe), Tally()
    kinds = list(KINDS)
    for _ in range(trials):
        kind = chance.choice(kinds)
        at = chance.randrange(2, len(line.frames) - WINDOW)
        frames = list(line.frames[at : at + WINDOW])
        KINDS[kind](chance, line, at, frames)
        reader = make(LINK)
        reader.next_counter = at + 1
        received = reader.feed(b"".join(frames)) + reader.on_silence()
        # The device sends lost frames again, so the reader receives each frame once in the end.
        received += reader.feed(b"".join(line.again[reader.next_counter - 1 : at + WINDOW]))
        judge(line, received, tally)
        if reader.next_counter < at + 1 + WINDOW:
            tally.unrecovered += 1
        tally.tried += 1
        tally.by_kind[kind] = tally.by_kind.get(kind, 0) + 1
    return tally


def judge(line: Recorded, received: Sequence[Received], tally: Tally) -> None:
    """Count the cards that the shoe did not deal, and the cards that were counted twice."""
    cards = []
    for found in received:
        if not isinstance(found, ReceivedEvent):
            tally.faults[found.kind] = tally.faults.get(found.kind, 0) + 1
        elif isinstance(found.event, CardRead):
            cards.append(found.event)
    numbers = [read.number for read in cards]
    tally.wrong += sum(line.cards.get(read.number) != read.card for read in cards)
    tally.twice += len(numbers) - len(set(numbers))


def _flip(chance: Random, _: Recorded, __: int, frames: list[bytes]) -> None:
    data = bytearray(frames[1])
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    frames[1] = bytes(data)


def _scramble(chance: Random, _: Recorded, __: int, frames: list[bytes]) -> None:
    data = bytearray(frames[1])
    for _byte in range(chance.randrange(1, 6)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    frames[1] = bytes(data)


def _shorten(chance: Random, _: Recorded, __: int, frames: list[bytes]) -> None:
    first, last = sorted(chance.sample(range(len(frames[1])), 2))
    frames[1] = frames[1][:first] + frames[1][last:]


def _lengthen(chance: Random, _: Recorded, __: int, frames: list[bytes]) -> None:
    at = chance.randrange(len(frames[1]))
    frames[1] = frames[1][:at] + chance.randbytes(chance.randrange(1, 9)) + frames[1][at:]


def _noise(chance: Random, _: Recorded, __: int, frames: list[bytes]) -> None:
    frames.insert(1, b"\xc5\x5c\x01" + chance.randbytes(chance.randrange(60)))


def _double(chance: Random, _: Recorded, __: int, frames: list[bytes]) -> None:
    frames.insert(chance.randrange(2, len(frames)), frames[1])


def _swap(_: Random, __: Recorded, ___: int, frames: list[bytes]) -> None:
    frames[1], frames[2] = frames[2], frames[1]


def _drop(_: Random, __: Recorded, ___: int, frames: list[bytes]) -> None:
    del frames[1]


def _old(chance: Random, line: Recorded, at: int, frames: list[bytes]) -> None:
    frames.insert(1, line.frames[chance.randrange(at + 1)])


def _retransmit(_: Random, line: Recorded, at: int, frames: list[bytes]) -> None:
    letter, body = _content(line.frames[at])
    frames.insert(1, encode_frame(Frame(7, at + 1, RETRANSMISSION, letter.encode() + body), LINK))


def _splice(chance: Random, _: Recorded, __: int, frames: list[bytes]) -> None:
    cut = chance.randrange(1, min(len(frames[1]), len(frames[2])))
    frames[1] = frames[1][:cut] + frames[2][cut:]


def _other_card(chance: Random, _: Recorded, __: int, frames: list[bytes]) -> None:
    """Insert another card with a valid checksum, which is possible without the key."""
    content, tag = bytearray(frames[1][: -TAG_BYTES - 4]), frames[1][-TAG_BYTES:]
    content[-1] = (content[-1] + chance.randrange(1, 52)) % 256
    frames.insert(1, authenticate_frame(bytes(content), tag))


def _other_counter(chance: Random, _: Recorded, __: int, frames: list[bytes]) -> None:
    content, tag = bytearray(frames[1][: -TAG_BYTES - 4]), frames[1][-TAG_BYTES:]
    (counter,) = struct.unpack_from(">I", content, 8)
    struct.pack_into(">I", content, 8, (counter + chance.choice((-2, -1, 1, 2))) % (1 << 32))
    frames.insert(1, bytes(content) + struct.pack(">I", zlib.crc32(bytes(content))) + tag)


def _false_tag(chance: Random, line: Recorded, at: int, frames: list[bytes]) -> None:
    letter, body = _content(line.frames[at + 1])
    content = bytearray(encode_frame(Frame(7, at + 2, letter, body), LINK)[: -TAG_BYTES - 4])
    content[-1] ^= 1 + chance.randrange(7)
    frames.insert(1, authenticate_frame(bytes(content), chance.randbytes(TAG_BYTES)))


def _from(link: LineKeys) -> Callable[[Random, Recorded, int, list[bytes]], None]:
    def mutate(chance: Random, _: Recorded, at: int, frames: list[bytes]) -> None:
        body = struct.pack(">HBB", chance.randrange(1, 417), 1, chance.randrange(1, 53))
        frames.insert(1, encode_frame(Frame(7, at + 2, "D", body), link))

    return mutate


def _reflected(chance: Random, _: Recorded, at: int, frames: list[bytes]) -> None:
    """Send a request of the host back to it."""
    request = Frame(7, at + 2, "Q", chance.randbytes(4), Direction.FROM_HOST)
    frames.insert(1, encode_frame(request, LINK))


def _content(frame: bytes) -> tuple[str, bytes]:
    (found,) = FrameReader(LINK).feed(frame)
    assert isinstance(found, Frame)
    decode(found.letter, found.body)
    return found.letter, found.body


KINDS: dict[str, Callable[[Random, Recorded, int, list[bytes]], None]] = {
    "one bit flipped": _flip,
    "some bytes changed": _scramble,
    "bytes lost": _shorten,
    "bytes added": _lengthen,
    "noise that begins like a frame": _noise,
    "frame doubled": _double,
    "frames swapped": _swap,
    "frame lost": _drop,
    "old frame sent again": _old,
    "retransmission": _retransmit,
    "two frames spliced": _splice,
    "other card, checksum corrected": _other_card,
    "other counter, checksum corrected": _other_counter,
    "false tag": _false_tag,
    "another key": _from(STRANGER),
    "an earlier session": _from(EARLIER),
    "the host's own request": _reflected,
}


class Uncounted(CardReader):
    """A faulty reader for comparison, which accepts every frame as a new one."""

    def _one(self, frame: Frame) -> Received | None:
        self.next_counter = frame.counter
        return super()._one(frame)
