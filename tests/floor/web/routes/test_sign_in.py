"""Signing in through the routes: the cookie, and the header of a staff screen."""

import asyncio
from pathlib import Path

import pytest

from tests.floor.playing import plan_of, served
from tests.floor.working import GAME, LIVE, at_door, signed

PLAN = plan_of(GAME)


def test_a_cookie_of_staff_is_not_read_by_scripts_and_not_sent_from_elsewhere(
    tmp_path: Path,
) -> None:
    async def work() -> None:
        async with served(tmp_path, PLAN) as floor, at_door(floor) as door:
            answer = await door.post("sign-in", name="D-214", password="demo-d-214")
            cookie = answer.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=strict" in cookie
            first = door.token
            await door.post("sign-in", name="D-214", password="demo-d-214")
            again = door.token
            assert again != first
            door.client.cookies.clear()
            door.client.cookies.set("punto_staff", first)
            assert (await door.get("me"))["me"] is None, "the token before is worth nothing"

    asyncio.run(work())


@pytest.mark.parametrize("path", ["sign-in", "sign-out", "password", f"tables/{LIVE}/actions"])
def test_nothing_is_asked_without_the_header_of_a_staff_screen(tmp_path: Path, path: str) -> None:
    async def work() -> None:
        async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
            del dealer.client.headers["x-punto"]
            answer = await dealer.post(path, name="D-214", password="demo-d-214")
            assert (answer.status_code, answer.json()["code"]) == (403, "not-from-here")

    asyncio.run(work())
