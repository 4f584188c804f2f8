"""Sign in over the routes, and check the cookie and the header of staff screens."""

from pathlib import Path

import pytest

from tests.floor.playing import plan_of, served
from tests.floor.working import GAME, LIVE, at_door, signed

PLAN = plan_of(GAME)


async def test_scripts_cannot_read_the_staff_cookie_and_other_sites_cannot_send_it(
    tmp_path: Path,
) -> None:
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
        assert (await door.get("me"))["me"] is None, "the earlier token is invalid"


@pytest.mark.parametrize("path", ["sign-in", "sign-out", "password", f"tables/{LIVE}/actions"])
async def test_a_request_without_the_header_of_staff_screens_is_refused(
    tmp_path: Path, path: str
) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
        del dealer.client.headers["x-punto"]
        answer = await dealer.post(path, name="D-214", password="demo-d-214")
        assert (answer.status_code, answer.json()["code"]) == (403, "not-from-here")
