"""Run the web server of a floor; it finishes running rounds before it disconnects screens."""

import gc
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import Receive, Scope, Send

from punto.floor.floor import Floor
from punto.floor.network.tls import CertificatePair
from punto.floor.web.app import LOOPBACK, make_app
from punto.floor.web.sockets import EncodedWebSocket
from punto.floor.web_parts import WebParts
from punto.floor.wire.terminal import MAX_BYTES

RECEIVE_BYTES = 8_192
"""The receive buffer of a connection. It is small, so that a client that floods waits itself."""

COLLECTED_AFTER = (50_000, 20, 50)
"""The thresholds of the garbage collector: new objects, then collections of younger objects."""


def bind_socket(host: str, port: int) -> socket.socket:
    """Open the socket to serve on; port 0 chooses a free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, the event loop sets TCP_NODELAY and small answers leave at once.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BYTES)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        raise ValueError(f"port {port} of {host} cannot be used: {error.strerror}") from None
    return found


def make_server(
    floor: Floor,
    hosts: tuple[str, ...] = LOOPBACK,
    opened: Callable[[], None] = lambda: None,
    ping_seconds: float | None = 20.0,
    pair: CertificatePair | None = None,
) -> "FloorServer":
    """Make the server of a floor; with a certificate pair it serves TLS only."""
    context = None if pair is None else pair.context()
    application = _Application()
    config = uvicorn.Config(
        application,
        ws=EncodedWebSocket,
        ws_max_size=MAX_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=ping_seconds,
        ws_ping_timeout=ping_seconds,
        loop="uvloop",
        http="httptools",
        log_config=None,
        access_log=False,
        server_header=False,
        # A client could forge the headers of a proxy.
        proxy_headers=False,
        ssl_context_factory=None if context is None else lambda _config, _default: context,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )
    return FloorServer(config, floor, lambda: application.open(floor.web, hosts), opened)


class _Application:
    """The ASGI application, which has no parts before the floor has started."""

    def open(self, parts: WebParts, hosts: tuple[str, ...]) -> None:
        """Serve the parts of a floor that has started."""
        self._app = make_app(parts, hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)


def _settle_memory() -> None:
    """Make the garbage collector run rarely, and exempt the objects of the start.

    A full collection takes a tenth of a second on a large floor and delays every screen.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)


class FloorServer(uvicorn.Server):
    """A server that reports when it is open, and finishes rounds before it disconnects screens."""

    def __init__(
        self,
        config: uvicorn.Config,
        floor: Floor,
        started: Callable[[], None],
        opened: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._floor, self._floor_started, self._opened = floor, started, opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the floor, then listen; the caller reports why a floor cannot start."""
        await self._floor.start()
        self._floor_started()
        await super().startup(sockets)
        if self.started:
            _settle_memory()
            self._opened()

    async def main_loop(self) -> None:
        """Serve until a signal stops the server, then finish the rounds in progress."""
        await super().main_loop()
        await self._floor.finish_rounds()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on a signal, with exit code 0."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        signals = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in signals}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
