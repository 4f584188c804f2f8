"""Compare the OpenAPI document with the routes of the application."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from starlette.routing import Mount, Route, WebSocketRoute

from punto.floor.floor import Floor
from punto.floor.web.app import make_app
from punto.floor.web.endpoints import ApiRoute
from punto.floor.web.openapi import openapi
from punto.floor.web.routes import pages
from tests.floor.playing import plan_of, served
from tests.floor.working import GAME, LIVE, at_door, signed

PLAN = plan_of(GAME)


async def test_every_route_is_declared_and_described(tmp_path: Path) -> None:
    floor = Floor(PLAN, tmp_path)
    await floor.start()
    routes = make_app(floor.web).routes
    await floor.stop()
    of_pages = {route.path for route in pages.routes() if isinstance(route, Route)}
    declared = [route for route in routes if isinstance(route, ApiRoute)]
    others = [route for route in routes if not isinstance(route, ApiRoute | Mount)]
    sockets = {route.path for route in others if isinstance(route, WebSocketRoute)}
    plain = {route.path for route in others if isinstance(route, Route)}
    assert sockets == {"/ws", "/ws/staff"}
    assert plain == of_pages
    assert len(others) == len(sockets | plain)
    assert len(declared) > 60
    paths = openapi(routes)["paths"]
    for route in declared:
        assert route.declared.method.lower() in paths[route.path], route.path
    assert sum(map(len, paths.values())) == len(declared)


async def test_only_these_routes_are_public(tmp_path: Path) -> None:
    floor = Floor(PLAN, tmp_path)
    await floor.start()
    declared = [each.declared for each in make_app(floor.web).routes if isinstance(each, ApiRoute)]
    await floor.stop()
    assert {each.path for each in declared if each.needs is None} == {
        "/api/lobby",
        "/api/openapi.json",
        "/api/staff/me",
        "/api/staff/sign-in",
        "/api/tables/{table}/help",
        "/api/tables/{table}/layout",
        "/api/tables/{table}/odds",
        "/api/tables/{table}/rounds",
        "/api/tables/{table}/rounds/{round}",
        "/api/terminals",
        "/api/wire.json",
        "/health",
        "/metrics",
        "/ready",
        "/static/report.css",
    }
    new = {each.path.removeprefix("/api/staff/") for each in declared if each.may_be_new}
    assert new == {
        "password",
        "second-factor",
        "second-factor/confirm",
        "sessions",
        "sessions/end",
        "sign-out",
    }


async def test_the_document_names_only_schemas_that_it_has(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor:
        document = await floor.get("/api/openapi.json")
    assert document["openapi"].startswith("3.1")
    names = {name.rpartition("/")[2] for name in references(document)}
    assert names == document["components"]["schemas"].keys()
    assert {"RefusalView", "CommandResult", "ActionRequest", "StopRequest"} <= names
    for methods in document["paths"].values():
        for operation in methods.values():
            assert operation["summary"].endswith(".")


def references(value: Any) -> Iterator[str]:
    match value:
        case {"$ref": str(name)}:
            yield name
    for each in value.values() if isinstance(value, dict) else value:
        if isinstance(each, dict | list):
            yield from references(each)


async def test_a_command_of_staff_describes_its_body_its_refusals_and_its_result(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, PLAN) as floor:
        paths = (await floor.get("/api/openapi.json"))["paths"]
    operation = paths["/api/staff/tables/{table}/disable"]["post"]
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    assert schema == {"$ref": "#/components/schemas/StopRequest"}
    assert operation["responses"].keys() == {"200", "400", "401", "403", "404", "413"}
    done = operation["responses"]["200"]["content"]["application/json"]["schema"]
    assert done == {
        "anyOf": [
            {"$ref": "#/components/schemas/CommandResult"},
            {"$ref": "#/components/schemas/RefusalView"},
        ]
    }
    rounds = paths["/api/tables/{table}/rounds"]["get"]
    assert [(each["name"], each["in"]) for each in rounds["parameters"]] == [
        ("table", "path"),
        ("before", "query"),
        ("limit", "query"),
    ]
    assert "requestBody" not in rounds


async def test_every_staff_route_of_the_document_refuses_a_stranger(tmp_path: Path) -> None:
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


async def test_a_reply_has_the_type_that_its_route_declares(tmp_path: Path) -> None:
    """A declared type that the handler does not return would be a false description."""

    async with served(tmp_path, PLAN) as floor, signed(floor, "S-31") as supervisor:
        routes = make_app(floor.floor.web).routes
        declared = [each.declared for each in routes if isinstance(each, ApiRoute)]
        for endpoint in declared:
            types = endpoint.reply_types
            if endpoint.method != "GET" or not types:
                continue
            answer = await supervisor.client.get(endpoint.path.replace("{table}", LIVE))
            if answer.status_code == 200:
                (kind,) = types
                msgspec.json.decode(answer.content, type=kind)
