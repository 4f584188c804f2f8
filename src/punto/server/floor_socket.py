"""A WebSocket that writes text which is encoded already as one frame, without a detour.

A picture goes to dozens of screens at a time: to decode it, encode it again and wrap it in frame
objects costs more than all else that is done for one of them.
"""

import struct
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

UTF8 = "punto.utf8"
"""The extension of a scope that takes text as bytes, under this name."""

TEXT_FRAME = 0x81
SHORT, MIDDLE = 126, 127


class FloorSocket(WebSocketsSansIOProtocol):
    """The server's own socket, with one way more to send."""

    def handle_connect(self, event: Request) -> None:
        """Offers the extension to the application."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][UTF8] = {}

    async def send(self, message: Any) -> None:
        """Sends text that is encoded already; anything else goes the usual way."""
        body = message.get(UTF8)
        if body is None:
            await super().send(message)
            return
        await self.writable.wait()
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(framed(body))


def framed(body: bytes) -> bytes:
    """Text as one frame of a server, which masks nothing."""
    size = len(body)
    if size < SHORT:
        return bytes((TEXT_FRAME, size)) + body
    if size < 1 << 16:
        return struct.pack("!BBH", TEXT_FRAME, SHORT, size) + body
    return struct.pack("!BBQ", TEXT_FRAME, MIDDLE, size) + body
