"""A WebSocket that writes text which is encoded already as one frame, without a detour.

A picture goes to dozens of screens at a time: to decode it, encode it again and wrap it in frame
objects costs more than all else that is done for one of them.
"""

import struct
from collections.abc import Awaitable, Callable

from starlette.websockets import WebSocket
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

ENCODED = "punto.encoded"
"""The extension of a scope under which a function takes text as bytes."""

TEXT_FRAME = 0x81
SHORT, LONG = 126, 127


class EncodedWebSocket(WebSocketsSansIOProtocol):
    """The server's own socket, with one way more to send."""

    def handle_connect(self, event: Request) -> None:
        """Offers the extension to the application."""
        super().handle_connect(event)
        # A handshake that was refused has no scope.
        if self.response.status_code == 101:
            self.scope["extensions"][ENCODED] = {"send": self.send_encoded}

    def connection_lost(self, exc: Exception | None) -> None:
        """Lets go of what refers to itself, so that memory is free at once."""
        super().connection_lost(exc)
        if hasattr(self, "scope"):
            self.scope["extensions"].pop(ENCODED, None)

    async def send_encoded(self, text: bytes) -> None:
        """Sends text once the reader has taken enough of what was sent before."""
        await self.writable.wait()
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(encode_frame(text))


def sender_of(socket: WebSocket) -> Callable[[bytes], Awaitable[None]]:
    """The way by which encoded text goes out: as it is where the server takes it so."""
    encoded = socket.scope.get("extensions", {}).get(ENCODED)
    if encoded is not None:
        send: Callable[[bytes], Awaitable[None]] = encoded["send"]
        return send
    return lambda text: socket.send_text(text.decode())


def encode_frame(text: bytes) -> bytes:
    """Text as one frame of a server, which masks nothing."""
    size = len(text)
    if size < SHORT:
        return bytes((TEXT_FRAME, size)) + text
    if size < 1 << 16:
        return struct.pack("!BBH", TEXT_FRAME, SHORT, size) + text
    return struct.pack("!BBQ", TEXT_FRAME, LONG, size) + text
