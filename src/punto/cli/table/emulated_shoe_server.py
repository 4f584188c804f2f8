"""Serve an emulated shoe to a floor over TCP or TLS; it deals when its lamp is on."""

import socket
import threading
import time
from pathlib import Path

from punto.devices.frames import KEY_BYTES, SESSION_BYTES, LineKeys
from punto.devices.shoe_emulator import EmulatedDealer
from punto.floor.network.tls import CertificatePair
from punto.floor.shoe_lines.connection import HELLO

HELLO_BYTES = len(HELLO) + 2 + SESSION_BYTES
TICK_SECONDS = 0.02
GREETING_SECONDS = 5.0


class EmulatedShoeServer:
    """Serve one floor after another. The shoe has the same cards on the next connection."""

    def __init__(
        self,
        listening: socket.socket,
        key: bytes,
        dealing: EmulatedDealer,
        card_seconds: float,
        pair: CertificatePair | None = None,
    ) -> None:
        self._listening, self._key, self._dealing = listening, key, dealing
        self._tls = None if pair is None else pair.context()
        self._card_seconds = card_seconds
        self.is_ending = threading.Event()
        self.hang_up = threading.Event()
        """An event that breaks the current connection."""

    def run(self) -> None:
        """Serve until `is_ending` is set."""
        self._listening.settimeout(TICK_SECONDS)
        while not self.is_ending.is_set():
            try:
                line, _ = self._listening.accept()
            except TimeoutError:
                continue
            try:
                with self._secured(line) as connection:
                    self._serve(connection)
            except OSError:
                # The floor disconnected. The next one gets the shoe in its present state.
                continue

    def _secured(self, line: socket.socket) -> socket.socket:
        """Return the connection, wrapped in TLS if the shoe has a certificate."""
        if self._tls is None:
            return line
        line.settimeout(GREETING_SECONDS)
        return self._tls.wrap_socket(line, server_side=True)

    def _serve(self, line: socket.socket) -> None:
        line.settimeout(TICK_SECONDS)
        link = self._greeted(line)
        if link is None:
            return
        shoe = self._dealing.shoe
        line.sendall(shoe.connect(link))
        due = time.monotonic() + self._card_seconds
        self.hang_up.clear()
        while not self.is_ending.is_set() and not self.hang_up.is_set():
            try:
                data = line.recv(4_096)
                if not data:
                    return
                line.sendall(shoe.receive(data))
            except TimeoutError:
                pass
            if time.monotonic() >= due:
                due = time.monotonic() + self._card_seconds
                line.sendall(self._dealing.act())

    def _greeted(self, line: socket.socket) -> LineKeys | None:
        """The keys of the connection that a floor opened; None without a complete greeting."""
        greeting, until = b"", time.monotonic() + GREETING_SECONDS
        while len(greeting) < HELLO_BYTES and time.monotonic() < until:
            try:
                more = line.recv(HELLO_BYTES - len(greeting))
            except TimeoutError:
                continue
            if not more:
                return None
            greeting += more
        if len(greeting) < HELLO_BYTES or not greeting.startswith(HELLO):
            return None
        rest = greeting[len(HELLO) :]
        return LineKeys(int.from_bytes(rest[:2], "big"), self._key, rest[2:])


def read_key(path: Path) -> bytes:
    """Read the key that a device and its floor share; raise `ValueError` if the file has none."""
    try:
        key = path.read_bytes()
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None
    if len(key) != KEY_BYTES:
        raise ValueError(f"{path} has {len(key)} bytes; expected a key of {KEY_BYTES}")
    return key
