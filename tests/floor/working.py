"""Let staff sign in to a served floor and work there over the real API."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from httpx2 import AsyncClient, Response
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from punto.floor.access.demo_staff import demo_password
from punto.floor.read_models.stored_values import StoredEvent
from punto.floor.staff_views import table_view
from punto.floor.wire.staff import SUBPROTOCOL
from punto.table.next_step import NextStep, next_step
from punto.table.state import BETWEEN_ROUNDS, Phase
from tests.floor.playing import Served

LIVE = "tiger-live-8"
GAME = "tiger-no-commission-live"


STEPS = {
    NextStep.LOAD_SHOE: "LoadShoe",
    NextStep.END_SHOE: "EndShoe",
    NextStep.BURN: "DrawNextCard",
    NextStep.DRAW: "DrawNextCard",
    NextStep.OPEN_BETS: "OpenBets",
    NextStep.CONFIRM_SEATS: "ConfirmParticipants",
    NextStep.SETTLE: "SettleRound",
}


class Member:
    """A person of the staff in their own browser."""

    def __init__(self, served: Served, client: AsyncClient, name: str) -> None:
        self.served, self.client, self.name = served, client, name

    async def post(self, path: str, **body: Any) -> Response:
        return await self.client.post(f"/api/staff/{path}", json=body)

    async def get(self, path: str) -> Any:
        answer = await self.client.get(f"/api/staff/{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def said(self, path: str, **body: Any) -> dict[str, Any]:
        """The answer, also if it is a refusal."""
        said: dict[str, Any] = (await self.post(path, **body)).json()
        return said

    async def done(self, path: str, **body: Any) -> dict[str, Any]:
        said = await self.said(path, **body)
        assert said["ok"], said
        return said

    async def refused(self, path: str, **body: Any) -> str:
        said = await self.said(path, **body)
        assert not said["ok"], said
        return str(said["code"])

    async def act(
        self,
        command: str,
        table: str = LIVE,
        id_: str = "",
        second: str = "",
        propose: bool = False,
        **fields: Any,
    ) -> dict[str, Any]:
        beside = {"name": second, "password": demo_password(second)} if second else None
        return await self.said(
            f"tables/{table}/actions",
            **{
                "id": id_ or secrets.token_hex(16),
                "command": command,
                "with": fields,
                "second": beside,
                "propose": propose,
            },
        )

    async def acts(self, *commands: str, table: str = LIVE) -> None:
        """Send commands without fields, all of which must be accepted."""
        for command in commands:
            answer = await self.act(command, table)
            assert answer["ok"], (command, answer)

    async def attend(self, table: str = LIVE, attends: bool = True) -> None:
        await self.done(f"tables/{table}/dealer", attends=attends)

    async def begin(self, table: str = LIVE) -> None:
        """Take the table over in any state, and deal until bets are open."""
        live = self.served.floor.owners[table]
        await self.attend(table)
        while live.state.phase is not Phase.BETS_OPEN:
            await self.acts(STEPS[next_step(live.state)], table=table)

    async def does(self, table: str, command: str, second: str = "", **fields: Any) -> None:
        answer = await self.act(command, table, second=second, **fields)
        assert answer["ok"], (command, answer)

    def picture(self, table: str) -> dict[str, Any]:
        """The view of a table that the floor would send to this person now."""
        floor = self.served.floor
        person = floor.staff.state.people[self.name]
        shown: dict[str, Any] = msgspec.json.decode(
            table_view(floor.web.views, floor.replicas[table], person)
        )
        return shown

    async def next(self, table: str) -> str:
        """Take the next step of the view, and return its key."""
        step = self.picture(table)["next"]
        assert step["act"] is not None, step
        assert step["off_because"] is None, step
        await self.does(table, step["act"]["command"], **step["act"]["with"])
        return str(step["key"])

    @property
    def token(self) -> str:
        return str(self.client.cookies["punto_staff"])

    @asynccontextmanager
    async def watching(self, *tables: str, floor: bool = False) -> AsyncIterator["Watching"]:
        async with staff_line(self.served.port, self.token) as line:
            watching = Watching(line)
            await watching.say(type="watch", tables=tables, floor=floor)
            yield watching


async def at_rest(served: Served, table: str = LIVE) -> None:
    """Wait until a disabled table has finished its round."""
    live = served.floor.owners[table]
    while not (live.state.phase in BETWEEN_ROUNDS and live.is_disabled and live.queue.is_idle):
        await asyncio.sleep(0.02)


async def noted(served: Served, word: str) -> list[StoredEvent]:
    """Wait for the significant events with a word; they are recorded shortly after their cause."""
    async with asyncio.timeout(20):
        while not (
            found := [each for each in served.floor.replica.significant if word in repr(each)]
        ):
            await asyncio.sleep(0.02)
    return found


class Watching:
    """A staff screen that stores the last view of each table."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line

    async def say(self, **message: Any) -> None:
        await self.line.send(json.dumps(message))

    async def heard(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Wait for the next message of a kind with these values."""
        while True:
            message: dict[str, Any] = json.loads(await self.line.recv())
            if message["type"] == kind and all(message[key] == fields[key] for key in fields):
                return message


@asynccontextmanager
async def staff_line(port: int, token: str, **options: Any) -> AsyncIterator[ClientConnection]:
    """Connect to the staff socket with a token."""
    options.setdefault("subprotocols", [Subprotocol(SUBPROTOCOL)])
    headers = {"cookie": f"punto_staff={token}"}
    async with connect(
        f"ws://127.0.0.1:{port}/ws/staff",
        additional_headers=headers,
        compression=None,
        proxy=None,
        **options,
    ) as line:
        yield line


@asynccontextmanager
async def at_door(served: Served) -> AsyncIterator[Member]:
    """A person without a session."""
    async with served.http(**{"x-punto": "staff"}) as client:
        yield Member(served, client, "")


@asynccontextmanager
async def signed(served: Served, name: str, password: str = "") -> AsyncIterator[Member]:
    """A person with a session."""
    async with at_door(served) as member:
        answer = await member.post("sign-in", name=name, password=password or demo_password(name))
        assert answer.status_code == 200, answer.text
        member.name = name
        yield member


@asynccontextmanager
async def administrator(served: Served) -> AsyncIterator[Member]:
    """The administrator, who has chosen a password."""
    code = served.floor.staff.first_code
    assert code is not None
    async with signed(served, "admin", code) as member:
        await member.done("password", old=code, new=PASSWORD)
        yield member


PASSWORD = "a password of their own"
