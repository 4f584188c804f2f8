"""Act as a cashier over the real API."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from httpx2 import AsyncClient

from punto.floor.access.demo_staff import demo_password
from tests.floor.playing import Served


class Cashier:
    """A person of the staff at the cage."""

    def __init__(self, client: AsyncClient) -> None:
        self.client = client

    async def act(
        self, command: str, second: dict[str, str] | None = None, **fields: Any
    ) -> dict[str, Any]:
        id_ = fields.pop("id", secrets.token_hex(16))
        body = {"id": id_, "command": command, "with": fields, "second": second}
        answer = await self.client.post("/api/staff/cage/actions", json=body)
        found: dict[str, Any] = answer.json()
        return found

    async def done(self, command: str, second: dict[str, str] | None = None, **fields: Any) -> None:
        answer = await self.act(command, second, **fields)
        assert answer["ok"], answer

    async def refused(
        self, command: str, second: dict[str, str] | None = None, **fields: Any
    ) -> str:
        answer = await self.act(command, second, **fields)
        assert not answer["ok"], answer
        return str(answer["code"])

    async def proposed(self, command: str, **fields: Any) -> dict[str, Any]:
        """Propose a command that a second person approves at another desk."""
        id_ = secrets.token_hex(16)
        body = {"id": id_, "command": command, "with": fields, "propose": True}
        found: dict[str, Any] = (
            await self.client.post("/api/staff/cage/actions", json=body)
        ).json()
        return found

    async def waiting(self) -> list[dict[str, Any]]:
        answer = await self.client.get("/api/staff/cage/entries")
        found: list[dict[str, Any]] = answer.json()["entries"]
        return found

    async def answered(
        self,
        entry: str,
        answer: str,
        reason: str = "",
        path: str = "cage/entries",
        digest: str | None = None,
    ) -> dict[str, Any]:
        """Answer a request, with the details as they are now if no digest is given."""
        if digest is None:
            waiting = (await self.client.get("/api/staff/approvals")).json().get("entries")
            waiting = await self.waiting() if waiting is None else waiting
            digest = next((each["digest"] for each in waiting if each["entry"] == entry), "")
        body = {"id": secrets.token_hex(16), "answer": answer, "reason": reason, "digest": digest}
        said = await self.client.post(f"/api/staff/{path}/{entry}", json=body)
        found: dict[str, Any] = said.json()
        return found

    async def picture(self) -> dict[str, Any]:
        answer = await self.client.get("/api/staff/cage")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def find(self, voucher: str) -> dict[str, Any]:
        answer = await self.client.post("/api/staff/cage/vouchers", json={"voucher": voucher})
        found: dict[str, Any] = answer.json()
        return found


@asynccontextmanager
async def signed_in(floor: Served, name: str = "C-11") -> AsyncIterator[Cashier]:
    headers = {"x-punto": "staff"}
    async with AsyncClient(base_url=floor.address, headers=headers, timeout=30) as client:
        body = {"name": name, "password": demo_password(name)}
        answer = await client.post("/api/staff/sign-in", json=body)
        assert answer.status_code == 200, answer.text
        yield Cashier(client)
