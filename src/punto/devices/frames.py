"""Encode and decode the frames that a dealing device and its host exchange, byte by byte.

A frame begins with two bytes that mark its start, the direction, the number of body bytes, the
device, a counter and a letter. The body, a checksum and a tag follow. Only a holder of the
device's key can compute the tag.
"""

import hmac
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum

START = b"\xc5\x5c"
MAX_BODY_BYTES = 32
SESSION_BYTES = 16
KEY_BYTES = 32
TAG_BYTES = 16

_HEAD = struct.Struct(">2sBBIIc")
_CHECKSUM = struct.Struct(">I")
MIN_BYTES = _HEAD.size + _CHECKSUM.size + TAG_BYTES
MAX_BYTES = MIN_BYTES + MAX_BODY_BYTES


class Direction(IntEnum):
    """Who writes, and by which version of this format."""

    FROM_DEVICE = 0x01
    FROM_HOST = 0x81


@dataclass(frozen=True, slots=True)
class Frame:
    """One thing said, by its letter, under a number of its own."""

    device: int
    counter: int
    letter: str
    body: bytes = b""
    direction: Direction = Direction.FROM_DEVICE


@dataclass(frozen=True, slots=True)
class LineKeys:
    """What both ends of a line know: the device, its key, and the session the host began.

    The session is fresh whenever a line is opened and enters every tag, so that a frame recorded
    in an earlier session is worth nothing in this one.
    """

    device: int
    key: bytes
    session: bytes

    def __post_init__(self) -> None:
        if len(self.key) != KEY_BYTES:
            raise ValueError(f"a key of {len(self.key)} bytes; expected {KEY_BYTES}")
        if len(self.session) != SESSION_BYTES:
            raise ValueError(f"a session of {len(self.session)} bytes; expected {SESSION_BYTES}")

    def tag(self, content: bytes) -> bytes:
        """Return the tag that proves that a holder of the key sent the content in this session."""
        return hmac.digest(self.key, self.session + content, "sha256")[:TAG_BYTES]


class FrameError(StrEnum):
    """Why bytes are not a frame of this line."""

    DAMAGED = "damaged"
    """The checksum does not fit: the line is at fault."""

    SPOOFED = "spoofed"
    """The checksum fits and the tag does not: somebody else wrote this, or wrote it before."""


def encode_frame(frame: Frame, link: LineKeys) -> bytes:
    """A frame as bytes."""
    if len(frame.body) > MAX_BODY_BYTES:
        raise ValueError(f"a body of {len(frame.body)} bytes; expected at most {MAX_BODY_BYTES}")
    head = _HEAD.pack(
        START,
        frame.direction,
        len(frame.body),
        frame.device,
        frame.counter,
        frame.letter.encode("ascii"),
    )
    content = head + frame.body
    return authenticate_frame(content, link.tag(content))


def authenticate_frame(content: bytes, tag: bytes) -> bytes:
    """Append a checksum and a tag to the content of a frame."""
    return content + _CHECKSUM.pack(zlib.crc32(content)) + tag


class FrameReader:
    """Finds the frames in a stream of bytes, whatever lies between them."""

    def __init__(self, link: LineKeys, direction: Direction = Direction.FROM_DEVICE) -> None:
        self._link, self._direction = link, direction
        self._left = b""

    def feed(self, data: bytes) -> Iterator[Frame | FrameError]:
        """The frames that are complete now; of what is no frame one word, why not."""
        self._left += data
        while found := self._next():
            yield found

    def on_silence(self) -> Iterator[Frame | FrameError]:
        """The line has gone quiet: what looks like half a frame was none, what follows may be."""
        while self._left:
            yield self._skip()
            yield from self.feed(b"")

    def _next(self) -> Frame | FrameError | None:
        if skipped := _junk(self._left):
            self._left = self._left[skipped:]
            return FrameError.DAMAGED
        if len(self._left) < _HEAD.size:
            return None
        _, direction, many, device, counter, letter = _HEAD.unpack_from(self._left)
        size = MIN_BYTES + many
        if direction != self._direction or many > MAX_BODY_BYTES:
            return self._skip()
        if len(self._left) < size:
            return None
        end = _HEAD.size + many
        content, tag = self._left[:end], self._left[size - TAG_BYTES : size]
        if _CHECKSUM.unpack_from(self._left, end) != (zlib.crc32(content),):
            return self._skip()
        self._left = self._left[size:]
        ours = hmac.compare_digest(tag, self._link.tag(content)) and device == self._link.device
        if not ours:
            return FrameError.SPOOFED
        return Frame(
            device, counter, letter.decode("latin-1"), content[_HEAD.size :], self._direction
        )

    def _skip(self) -> FrameError:
        """Passes the start of what is no frame, so that a true one behind it is found."""
        self._left = self._left[1:]
        return FrameError.DAMAGED


def _junk(data: bytes) -> int:
    """How many bytes lie before the next possible start of a frame."""
    at = data.find(START)
    if at >= 0:
        return at
    return len(data) - 1 if data.endswith(START[:1]) else len(data)
