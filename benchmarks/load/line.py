"""Read a WebSocket with as little work as possible.

Two thousand readers share one process and a core. Their work on one view delays the next view, and
the benchmark would count that delay as the server's. So a reader does only what it needs.
"""

import asyncio
import base64
import json
import secrets
import struct
import time
from collections.abc import Callable
from typing import Any

from punto.floor.wire.terminal import SUBPROTOCOL

OnMessage = Callable[[bytes, int], None]
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Line(asyncio.Protocol):
    """One connection. It passes on each message with the time of its arrival."""

    def __init__(self, port: int, on_message: OnMessage) -> None:
        self._port, self._on_message = port, on_message
        self._rest = b""
        self._is_open = False
        self._transport: Any = None
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.ended: asyncio.Future[None] = loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request a WebSocket."""
        self._transport = transport
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self._transport.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n".encode()
        )

    def connection_lost(self, _error: Exception | None) -> None:
        """Wake the task that waits for the connection."""
        for future in (self.opened, self.ended):
            if not future.done():
                future.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Pass on every complete message."""
        now = time.monotonic_ns()
        data = self._rest + data if self._rest else data
        if not self._is_open:
            head, blank, data = data.partition(b"\r\n\r\n")
            if not blank:
                self._rest = head
                return
            assert head.startswith(b"HTTP/1.1 101"), head[:80]
            self._is_open = True
            self.opened.set_result(None)
        at = 0
        while (frame := _frame(data, at)) is not None:
            kind, start, at = frame
            if kind == TEXT:
                self._on_message(data[start:at], now)
            elif kind == PING:
                self._send(PONG, data[start:at])
            elif kind == CLOSE:
                self._transport.close()
        self._rest = data[at:]

    def say(self, **message: Any) -> None:
        """Send a message."""
        self._send(TEXT, json.dumps(message).encode())

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()

    def _send(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = (
            struct.pack("!BB", 0x80 | kind, 0x80 | size)
            if size < 126
            else struct.pack("!BBH", 0x80 | kind, 0x80 | 126, size)
        )
        # A mask of zeros is valid, and these messages are not secret.
        self._transport.write(head + bytes(4) + body)


def _frame(data: bytes, at: int) -> tuple[int, int, int] | None:
    """The kind of the frame at a place, the start of its body and its end, if it is complete."""
    if len(data) < at + 2:
        return None
    size, start = data[at + 1] & 0x7F, at + 2
    if size >= 126:
        wide = 2 if size == 126 else 8
        if len(data) < start + wide:
            return None
        size, start = int.from_bytes(data[start : start + wide], "big"), start + wide
    if len(data) < start + size:
        return None
    return data[at] & 0x0F, start, start + size


async def dialled(port: int, on_message: OnMessage) -> Line:
    """An open connection."""
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(lambda: Line(port, on_message), "127.0.0.1", port)
    await line.opened
    return line
