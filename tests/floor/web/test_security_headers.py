"""A machine outside the allowed networks reaches nothing behind the check."""

import pytest
from starlette.types import Message, Receive, Scope, Send
from structlog.testing import capture_logs

from punto.floor.network.allowed_networks import AllowedNetworks
from punto.floor.web.security_headers import NetworkCheck


@pytest.mark.parametrize("client", [None, ("8.8.8.8", 7), ("::ffff:8.8.8.8", 7)])
async def test_a_stranger_reaches_nothing_behind_the_check(client: tuple[str, int] | None) -> None:
    reached, sent, now = [], list[Message](), [0.0]

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        reached.append(scope["type"])

    async def receive() -> Message:
        raise AssertionError("nothing is read of what a stranger says")

    async def send(message: Message) -> None:
        sent.append(message)

    layer = NetworkCheck(app, AllowedNetworks(clock=lambda: now[0]))

    async def ask(kind: str, at: float) -> None:
        now[0] = at
        await layer({"type": kind, "client": client, "headers": []}, receive, send)

    with capture_logs() as logs:
        await ask("lifespan", 0)
        for kind, at in (("websocket", 1), ("http", 2), ("http", 60.9), ("websocket", 61)):
            await ask(kind, at)
    assert reached == ["lifespan"]
    assert sent[0] == {"type": "websocket.close", "code": 1008}
    assert [each["status"] for each in sent if each["type"] == "http.response.start"] == [403, 403]
    # The log has one line per minute, with the number of the others.
    assert [each["count"] for each in logs] == [1, 3]
