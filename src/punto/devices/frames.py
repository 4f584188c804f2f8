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
    """The sender of a frame, with the version of this format."""

    FROM_DEVICE = 0x01
    FROM_HOST = 0x81


@dataclass(frozen=True, slots=True)
class Frame:
    """One message with its own number; the letter gives the kind of message."""

    device: int
    counter: int
    letter: str
    body: bytes = b""
    direction: Direction = Direction.FROM_DEVICE


@dataclass(frozen=True, slots=True)
class LineKeys:
    """The values that both ends of a line share: the device, its key, and the host's session.

    Each connection has a fresh session, and every tag depends on it. A frame that was recorded in
    an earlier session is therefore invalid in this one.
    """

    device: int
    key: bytes
    session: bytes

    def __post_init__(self) -> None:
        if len(self.key) != KEY_BYTES:
            raise ValueError(f"a line key has {len(self.key)} bytes; expected {KEY_BYTES}")
        if len(self.session) != SESSION_BYTES:
            raise ValueError(f"a session has {len(self.session)} bytes; expected {SESSION_BYTES}")

    def tag(self, content: bytes) -> bytes:
        """The tag that proves that a holder of the key sent the content in this session."""
        return hmac.digest(self.key, self.session + content, "sha256")[:TAG_BYTES]


class FrameError(StrEnum):
    """The reason why bytes are not a frame of this line."""

    DAMAGED = "damaged"
    """The checksum does not match: the line was disturbed."""

    SPOOFED = "spoofed"
    """The checksum matches but the tag does not: another sender, or a recorded frame."""


def encode_frame(frame: Frame, link: LineKeys) -> bytes:
    """Encode a frame with its checksum and tag."""
    if len(frame.body) > MAX_BODY_BYTES:
        raise ValueError(
            f"a frame body has {len(frame.body)} bytes; expected at most {MAX_BODY_BYTES}"
        )
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
    """A parser that finds the frames in a stream of bytes and skips other bytes."""

    def __init__(self, link: LineKeys, direction: Direction = Direction.FROM_DEVICE) -> None:
        self._link, self._direction = link, direction
        self._unread = b""

    def feed(self, data: bytes) -> Iterator[Frame | FrameError]:
        """Yield the frames that are complete now, and an error for bytes that are not a frame."""
        self._unread += data
        while found := self._next():
            yield found

    def on_silence(self) -> Iterator[Frame | FrameError]:
        """Yield the remaining frames and errors after the line has become silent.

        An incomplete frame at the start is skipped, because a valid frame may begin inside it.
        """
        while self._unread:
            yield self._skip()
            yield from self.feed(b"")

    def _next(self) -> Frame | FrameError | None:
        if skipped := _bytes_to_skip(self._unread):
            self._unread = self._unread[skipped:]
            return FrameError.DAMAGED
        if len(self._unread) < _HEAD.size:
            return None
        _, direction, body_bytes, device, counter, letter = _HEAD.unpack_from(self._unread)
        size = MIN_BYTES + body_bytes
        if direction != self._direction or body_bytes > MAX_BODY_BYTES:
            return self._skip()
        if len(self._unread) < size:
            return None
        end = _HEAD.size + body_bytes
        content, tag = self._unread[:end], self._unread[size - TAG_BYTES : size]
        if _CHECKSUM.unpack_from(self._unread, end) != (zlib.crc32(content),):
            return self._skip()
        self._unread = self._unread[size:]
        is_ours = hmac.compare_digest(tag, self._link.tag(content)) and device == self._link.device
        if not is_ours:
            return FrameError.SPOOFED
        return Frame(
            device, counter, letter.decode("latin-1"), content[_HEAD.size :], self._direction
        )

    def _skip(self) -> FrameError:
        """Skip one byte of an invalid frame, so that a valid frame after it is found."""
        self._unread = self._unread[1:]
        return FrameError.DAMAGED


def _bytes_to_skip(data: bytes) -> int:
    """The number of bytes before the next possible start of a frame."""
    at = data.find(START)
    if at >= 0:
        return at
    return len(data) - 1 if data.endswith(START[:1]) else len(data)
