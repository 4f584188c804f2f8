"""Run a bare WebSocket server that repeats a floor's messages at the same moments, and echoes."""

import asyncio
import json
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn

from punto.floor.wire.terminal import MAX_BYTES, SUBPROTOCOL

Queue = asyncio.Queue[str]
MONEY = '{"type":"balance","rest":"' + "x" * 40 + '"}'
ACCEPTED = '{"type":"command-done","receipt":{},"rest":"' + "x" * 256 + '",'


class FanOut(NamedTuple):
    """A change of a table on a floor: its time, its number of readers and the size of its view."""

    seconds: float
    table: str
    readers: int
    size: int
    phase: str
    round: int


class Bare:
    """A server with a queue and a task per reader, and nothing else."""

    def __init__(self, fan_outs: list[FanOut]) -> None:
        self._fan_outs = fan_outs
        self._groups: dict[str, list[Queue]] = {}
        self._turns: dict[str, Any] = {}

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one reader from its first message to its last."""
        assert scope["type"] == "websocket"
        await receive()
        await send({"type": "websocket.accept", "subprotocol": SUBPROTOCOL})
        queue: Queue = asyncio.Queue()
        (table,) = json.loads((await receive())["text"])["tables"]
        self._groups.setdefault(table, []).append(queue)
        queue.put_nowait(_text(FanOut(0, table, 1, 0, "waiting", 0)))
        pumping = asyncio.ensure_future(_pump(queue, send))
        while (message := await receive())["type"] == "websocket.receive":
            self._answer(queue, message["text"])
        pumping.cancel()

    def _answer(self, queue: Queue, text: str) -> None:
        """Send as many messages as the floor sent, without reading the reader's message."""
        match text[10:15]:
            case "begin":
                self._begin()
            case "place":
                queue.put_nowait(MONEY)
                queue.put_nowait(ACCEPTED + text[1:])
            case "ackno":
                pass
            case _:
                queue.put_nowait(text)

    def _begin(self) -> None:
        loop = asyncio.get_running_loop()
        self._turns = {table: cycle(group) for table, group in self._groups.items()}
        for each in self._fan_outs:
            loop.call_later(each.seconds, self._fan_out, each)

    def _fan_out(self, each: FanOut) -> None:
        group = self._groups[each.table]
        text = _text(each)
        for queue in islice(self._turns[each.table], min(each.readers, len(group))):
            queue.put_nowait(text)


def _text(each: FanOut) -> str:
    """A view of the same size as the floor's. Its version is the time of its creation."""
    head = (
        f'{{"type":"view","table":"{each.table}","version":{time.monotonic_ns()},'
        f'"phase":"{each.phase}","round":{each.round},"own":{{"seat":1,"set":1}},"rest":"'
    )
    return head + "x" * (each.size - len(head) - 2) + '"}'


async def _pump(queue: Queue, send: Callable[[Any], Any]) -> None:
    while True:
        await send({"type": "websocket.send", "text": await queue.get()})


def bare_server(folder: Path) -> uvicorn.Server:
    """A server that repeats the messages that a floor recorded in a folder."""
    rows = json.loads((folder / "fan-outs.json").read_text())
    config = uvicorn.Config(
        Bare([FanOut(*row) for row in rows]).app,
        interface="asgi3",
        ws="websockets-sansio",
        ws_max_size=MAX_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=2,
    )
    return uvicorn.Server(config)
