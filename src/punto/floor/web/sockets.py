"""Run the tasks of a WebSocket until it ends, and send text that is already encoded as one frame.

The floor sends one view to dozens of screens at a time. Decoding it, encoding it again and wrapping
it in frame objects would cost more than all other work for a screen.
"""

import asyncio
import struct
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from punto.floor import metrics

ENCODED = "punto.encoded"
"""The extension of an ASGI scope with a function that sends text as bytes."""

CLOSE_SECONDS = 2.0
TEXT_FRAME = 0x81
SHORT, LONG = 126, 127
LOG = structlog.get_logger("punto.line")


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


async def run_connection(
    coroutines: tuple[Coroutine[Any, Any, None], ...],
    leave: Callable[[], None],
    whose: Callable[[], dict[str, str]],
) -> bool:
    """Run the tasks of a connection until one ends; return whether no unexpected error ended it."""
    tasks = [asyncio.ensure_future(coroutine) for coroutine in coroutines]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        leave()
        has_ended_well = [await _log_end(task, whose()) for task in tasks]
    return all(has_ended_well)


async def _log_end(task: "asyncio.Future[None]", whose: dict[str, str]) -> bool:
    """Await a task of a closed connection. Log an unexpected error and return False."""
    try:
        await task
    except (asyncio.CancelledError, WebSocketDisconnect, TimeoutError, RuntimeError, OSError):
        return True
    except Exception:
        metrics.UNEXPECTED_ERRORS.inc()
        LOG.exception("unexpected error", **whose)
        return False
    return True


async def close_socket(socket: WebSocket, code: int, last: bytes | None) -> None:
    """Send the last text of a connection, if there is one, and close it."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            if last is not None:
                await socket.send_text(last.decode())
            await socket.close(code)
