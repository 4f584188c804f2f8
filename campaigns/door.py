"""Send requests and sockets to a floor in process, in the form that a server uses (ASGI)."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from punto.floor.floor import Floor
from punto.floor.streams.writer import _Job as Job

HERE = "127.0.0.1"
HOST = b"127.0.0.1:8731"


class Inside:
    """A client of the application with a token."""

    def __init__(self, app: Any, token: str, address: str = HERE) -> None:
        self._app, self._token, self._client = app, token, (address, 1)

    async def post(self, path: str, body: bytes) -> tuple[int, Any]:
        """Send a request and return its answer."""
        return await self._http("POST", path, body)

    async def get(self, path: str) -> tuple[int, Any]:
        """Read a page and return its answer."""
        return await self._http("GET", path, b"")

    async def _http(self, method: str, path: str, body: bytes) -> tuple[int, Any]:
        answer: dict[str, Any] = {}

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                answer["status"] = message["status"]
            else:
                answer["body"] = answer.get("body", b"") + message.get("body", b"")

        headers = [(b"host", HOST), (b"x-punto", b"staff"), *self._cookie()]
        scope = {
            "type": "http",
            "method": method,
            "scheme": "http",
            **self._scope(path, headers),
        }
        await self._app(scope, receive, send)
        return answer["status"], json.loads(answer["body"])

    async def is_let_in(self, path: str, protocol: str, origin: bytes | None) -> bool:
        """Whether a socket is accepted. The client disconnects at once."""
        incoming = iter(({"type": "websocket.connect"},))
        sent: list[str] = []

        async def receive() -> dict[str, Any]:
            return next(incoming, {"type": "websocket.disconnect", "code": 1001})

        async def send(message: dict[str, Any]) -> None:
            sent.append(message["type"])

        headers = [(b"host", HOST), *self._cookie()]
        if origin is not None:
            headers.append((b"origin", origin))
        scope = {
            "type": "websocket",
            "scheme": "ws",
            **self._scope(path, headers),
            "subprotocols": [protocol],
        }
        await self._app(scope, receive, send)
        return "websocket.accept" in sent

    def _scope(self, path: str, headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
        return {
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": headers,
            "client": self._client,
            "server": ("127.0.0.1", 8731),
        }

    def _cookie(self) -> list[tuple[bytes, bytes]]:
        if not self._token:
            return []
        return [(b"cookie", f"punto_staff={self._token}".encode("utf-8", "surrogatepass"))]

    def close(self) -> None:
        """Do nothing: there is no connection to close."""


@contextmanager
def planted(where: Any, name: str, instead: Any) -> Iterator[None]:
    """Replace a check while a block runs."""
    original = getattr(where, name)
    setattr(where, name, instead)
    try:
        yield
    finally:
        setattr(where, name, original)


def decides_at_once(floor: Floor) -> None:
    """Make a floor decide in the calling thread, without disk syncs: only its interface counts."""
    writer: Any = floor.writer
    # The writer's thread may still be in a transaction, and the journal has one connection.
    writer.stop()
    journal: Any = floor.journal
    journal._db.execute("PRAGMA synchronous = OFF")
    writer.submit = lambda owner, requested, answered: writer._write(
        [Job(owner, requested, answered)]
    )


def say(words: str) -> None:
    """Print a result at once."""
    print(words, flush=True)
