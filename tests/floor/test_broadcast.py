"""Test that newer views replace older ones in a queue, and that slow readers are disconnected."""

import asyncio
import json
from typing import Any

from punto.floor.broadcast import MAX_QUEUED, STALLED_SECONDS, Broadcaster, Subscriber
from punto.floor.wire import terminal as wire


class Drawn:
    """A replica whose view is its name."""

    def __init__(self, key: str) -> None:
        self.key = key

    def terminal_view(self, _visit: str | None, _roads_sent: int | None) -> tuple[int, bytes]:
        return 0, self.key.encode()


DRAWN: Any = {key: Drawn(key) for key in ("t1", "t2")}


async def test_only_the_newest_view_waits_for_a_slow_reader() -> None:
    connection, sent = Subscriber(), list[bytes]()
    gate = asyncio.Event()

    async def send(text: bytes) -> None:
        sent.append(text)
        await gate.wait()

    pumping = asyncio.ensure_future(connection.write_loop(send, DRAWN))
    for _ in range(1_000):
        connection.send_view("t1")
        await asyncio.sleep(0)
    connection.send_view("t2")
    gate.set()
    await asyncio.sleep(0.01)
    assert sent.count(b"t1") <= 3
    assert sent[-1] == b"t2"
    pumping.cancel()


async def test_a_reader_that_takes_nothing_is_disconnected() -> None:
    connection = Subscriber()
    for n in range(MAX_QUEUED + 1):
        connection.send(wire.Pong(n))
    assert connection.bye is not None
    assert connection.bye.code == "slow"
    await asyncio.wait_for(connection.write_loop(_never, DRAWN), 1)


async def _never(_text: bytes) -> None:
    await asyncio.sleep(60)


async def test_a_blocked_send_marks_the_connection_as_stalled() -> None:
    connection = Subscriber()
    pumping = asyncio.ensure_future(connection.write_loop(_never, DRAWN))
    connection.send(wire.Pong(1))
    await asyncio.sleep(0.01)
    now = asyncio.get_running_loop().time()
    assert not connection.is_stalled(now)
    assert connection.is_stalled(now + STALLED_SECONDS + 1)
    pumping.cancel()


async def test_a_new_connection_of_a_terminal_replaces_the_older_one() -> None:
    hub, older, newer = Broadcaster(), Subscriber("T-1"), Subscriber("T-1")
    hub.join(older)
    hub.set_visit(older, "v")
    hub.join(newer)
    hub.set_visit(newer, "v")
    assert older.bye is not None
    assert not hub.leave(older), "the terminal is still connected"
    assert hub.by_visit["v"] is newer
    assert hub.leave(newer)
    assert (hub.by_terminal, hub.by_visit, hub.connections) == ({}, {}, set())


async def test_a_change_is_sent_to_the_screens_that_it_concerns() -> None:
    hub, one, two = Broadcaster(), Subscriber("T-1"), Subscriber("T-2")
    for connection, visit in ((one, "v1"), (two, "v2")):
        hub.join(connection)
        hub.set_visit(connection, visit)
        hub.watch(connection, ["t"])
        connection._due_tables.clear()
    hub.send_view("t", ["v2", "gone"])
    assert (list(one._due_tables), list(two._due_tables)) == ([], ["t"])
    hub.send_view("t")
    assert list(one._due_tables) == ["t"]
    hub.watch(one, [])
    one._due_tables.clear()
    hub.send_view("t")
    assert list(one._due_tables) == []
    hub.send_to_all(wire.Pong(3))
    assert json.loads(two._messages[-1]) == {"type": "pong", "n": 3}
