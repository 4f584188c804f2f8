"""Refuse the bodies of requests that are invalid or too long."""

from pathlib import Path

import pytest

from tests.floor.playing import plan_of, served
from tests.floor.working import GAME, LIVE, signed

PLAN = plan_of(GAME)


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"\xff", b'{"attends":1}', b"[" * 9_000],
    ids=["nothing", "half", "list", "bytes", "number", "deep"],
)
async def test_an_invalid_body_is_refused(tmp_path: Path, body: bytes) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
        path = f"/api/staff/tables/{LIVE}/dealer"
        assert (await dealer.client.post(path, content=body)).status_code == 400
        long = await dealer.client.post(path, content=b"x" * 70_000)
        assert long.status_code == 413
