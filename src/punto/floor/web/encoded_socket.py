"""Send text that is already encoded over a WebSocket, as one frame.

The floor sends one view to dozens of screens at a time. Decoding it, encoding it again and wrapping
it in frame objects would cost more than all other work for a screen.
"""

import struct
from collections.abc import Awaitable, Callable

from starlette.websockets import WebSocket
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

ENCODED = "punto.encoded"
"""The extension of an ASGI scope with a function that sends text as bytes."""

TEXT_FRAME = 0x81
SHORT, LONG = 126, 127


class EncodedWebSocket(WebSocketsSansIOProtocol):
    """The WebSocket of the server, with a function that sends encoded text."""

    def handle_connect(self, event: Request) -> None:
        """Offer the extension to the application."""
        super().handle_connect(event)
        # A refused handshake has no scope.
        if self.response.status_code == 101:
            self.scope["extensions"][ENCODED] = {"send": self.send_encoded}

    def connection_lost(self, exc: Exception | None) -> None:
        """Break the reference cycle, so that the memory is free at once."""
        super().connection_lost(exc)
        if hasattr(self, "scope"):
            self.scope["extensions"].pop(ENCODED, None)

    async def send_encoded(self, text: bytes) -> None:
        """Send text once the client has read enough of the text before it."""
        await self.writable.wait()
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(encode_frame(text))


def sender_of(socket: WebSocket) -> Callable[[bytes], Awaitable[None]]:
    """The function that sends encoded text, as bytes if the server has the extension."""
    encoded = socket.scope.get("extensions", {}).get(ENCODED)
    if encoded is not None:
        send: Callable[[bytes], Awaitable[None]] = encoded["send"]
        return send
    return lambda text: socket.send_text(text.decode())


def encode_frame(text: bytes) -> bytes:
    """Encode text as one frame; a server does not mask its frames."""
    size = len(text)
    if size < SHORT:
        return bytes((TEXT_FRAME, size)) + text
    if size < 1 << 16:
        return struct.pack("!BBH", TEXT_FRAME, SHORT, size) + text
    return struct.pack("!BBQ", TEXT_FRAME, LONG, size) + text
