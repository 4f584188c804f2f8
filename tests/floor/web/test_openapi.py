"""The published interface against the routes that there are."""

import asyncio
import re
from pathlib import Path

from starlette.routing import Route

from punto.floor.web.app import make_app
from punto.floor.web.openapi import openapi
from tests.floor.playing import plan_of, served
from tests.floor.working import GAME, LIVE, at_door

PLAN = plan_of(GAME)


def test_the_interface_says_everything_that_is_there(tmp_path: Path) -> None:
    async def work() -> None:
        published = openapi()["paths"]
        async with served(tmp_path, PLAN) as floor:
            routes = [each for each in make_app(floor.floor.web).routes if isinstance(each, Route)]
        said = [each for each in routes if each.path.startswith("/api/")]
        assert len(said) > 60
        for route in said:
            methods = {each.lower() for each in route.methods or ()} - {"head"}
            assert methods <= published[re.sub(r":\w+}", "}", route.path)].keys(), route.path

    asyncio.run(work())


def test_what_the_interface_says_of_staff_is_there(tmp_path: Path) -> None:
    async def work() -> None:
        async with served(tmp_path, PLAN) as floor, at_door(floor) as stranger:
            paths = (await floor.get("/api/openapi.json"))["paths"]
            for path, methods in paths.items():
                if path.startswith("/api/staff/"):
                    for method in methods:
                        filled = re.sub("{(call|round|number)}", "1", path)
                        filled = filled.replace("{table}", LIVE)
                        answer = await stranger.client.request(method.upper(), filled)
                        expected = {"/api/staff/me": 200, "/api/staff/sign-in": 400}
                        assert answer.status_code == expected.get(path, 401), (method, path)

    asyncio.run(work())
