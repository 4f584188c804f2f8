"""Sign staff in to a served floor, and send their commands to its tables."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from httpx2 import AsyncClient

from punto.floor.access.demo_staff import demo_password
from punto.floor.staff_views import table_view
from tests.floor.playing import Served


class Member:
    """A member of the demo staff."""

    def __init__(self, served: Served, client: AsyncClient, name: str) -> None:
        self._served, self._client, self.name = served, client, name

    async def post(self, path: str, **body: Any) -> dict[str, Any]:
        answer = await self._client.post(f"/api/staff/{path}", json=body)
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        said: dict[str, Any] = answer.json()
        return said

    async def ask(self, table: str, command: str, second: str = "", **fields: Any) -> Any:
        """Send a command to a table, and return the answer."""
        beside = {"name": second, "password": demo_password(second)} if second else None
        return await self.post(
            f"tables/{table}/actions",
            id=secrets.token_hex(16),
            command=command,
            second=beside,
            propose=False,
            **{"with": fields},
        )

    async def does(self, table: str, command: str, second: str = "", **fields: Any) -> None:
        answer = await self.ask(table, command, second, **fields)
        assert answer["ok"], (command, answer)

    async def attend(self, table: str) -> None:
        answer = await self.post(f"tables/{table}/dealer", attends=True)
        assert answer["ok"], answer

    def picture(self, table: str) -> dict[str, Any]:
        """The view of a table that the floor would send to this person now."""
        floor = self._served.floor
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


@asynccontextmanager
async def member(served: Served, name: str) -> AsyncIterator[Member]:
    """Sign a member of the demo staff in while the block runs."""
    async with served.http(**{"x-punto": "staff", "origin": served.address}) as client:
        made = Member(served, client, name)
        await made.post("sign-in", name=name, password=demo_password(name))
        yield made
