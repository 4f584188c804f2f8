"""Check the headers, hosts, errors and metrics of a floor over real sockets."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route

from punto.floor.floor import Floor
from punto.floor.metrics import UNEXPECTED_ERRORS
from punto.floor.web import app
from punto.floor.web.security_headers import HEADERS
from punto.games.library import GAMES
from tests.floor.playing import connected, plan_of, served
from tests.floor.working import signed


async def test_every_response_has_strict_headers_and_other_sites_are_refused(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with floor.http() as client:
            for path in ("/health", "/ready", "/api/lobby", "/nothing", "/static/nothing"):
                answer = await client.get(path)
                for name, value in HEADERS:
                    assert answer.headers[name.decode()] == value.decode()
        async with floor.http(origin="http://evil.example") as client:
            assert (await client.get("/api/lobby")).status_code == 403
            assert (await client.post("/api/terminals")).status_code == 403
        async with floor.http(host="evil.example") as client:
            assert (await client.get("/api/lobby")).status_code == 403
        async with floor.http(origin=floor.address) as client:
            assert (await client.get("/api/lobby")).status_code == 200
        with pytest.raises(Exception, match="403"):
            async with connected(floor.port, origin="http://evil.example"):
                pass


async def test_the_openapi_document_is_true(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        paths = (await floor.get("/api/openapi.json"))["paths"]
        async with floor.http() as client:
            for path, methods in paths.items():
                filled = path.replace("{table}", "tiger-5").replace("{round}", "0")
                if "get" not in methods:
                    continue
                answer = await client.get(filled)
                assert str(answer.status_code) in methods["get"]["responses"], path
            missing = await client.get("/api/tables/none/layout")
            assert missing.status_code == 404
            wrong = await client.get("/api/tables/tiger-5/rounds?limit=x")
            assert wrong.status_code == 400
        layout = await floor.get("/api/tables/tiger-5/layout")
        assert layout["digest"] == GAMES[4].digest
        assert {each["wager"] for each in layout["areas"]} == {each.key for each in GAMES[4].wagers}
        metrics = (await _text(floor, "/metrics")).splitlines()
        assert "punto_ready 1.0" in metrics


async def _text(floor: Any, path: str) -> str:
    async with floor.http() as client:
        return str((await client.get(path)).text)


async def test_metrics_are_for_this_machine_and_for_clients_with_the_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = plan_of("tiger", metrics_token="a token of some length")
    async with served(tmp_path, plan) as floor, floor.http() as client:
        assert (await client.get("/metrics")).status_code == 200
        monkeypatch.setattr(app, "OWN_ADDRESSES", ())
        for authorization, status in (
            ("", 404),
            ("Bearer x", 404),
            ("Bearer a token of some length", 200),
        ):
            answer = await client.get("/metrics", headers={"authorization": authorization})
            assert answer.status_code == status, authorization


async def test_a_staff_host_serves_staff_screens_and_no_other_host_does(tmp_path: Path) -> None:
    plan = plan_of("tiger", staff_host="localhost")
    async with served(tmp_path, plan) as floor:
        staff_paths = ("/staff", "/pit", "/dealer/tiger-5", "/api/staff/me")
        patron_paths = ("/", "/play", "/display/tiger-5")
        both = (
            "/api/lobby",
            "/static/shared/dom.js",
            "/catalogues/en/terminal.json",
            "/health",
        )
        for host, own, others in (
            ("localhost", staff_paths, patron_paths),
            ("127.0.0.1", patron_paths, staff_paths),
        ):
            async with floor.http(host=f"{host}:{floor.port}") as client:
                for path in (*own, *both):
                    assert (await client.get(path)).status_code == 200, (host, path)
                for path in others:
                    assert (await client.get(path)).status_code == 403, (host, path)


async def test_the_headers_of_a_proxy_are_ignored(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed(floor, "D-214") as dealer:
            forged = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}
            answer = await dealer.client.get("/api/staff/sessions", headers=forged)
            assert answer.json()["sessions"][0]["address"] == "127.0.0.1"
            assert "strict-transport-security" not in answer.headers


ENDS = (
    "content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    "content-length: 4\r\ncontent-length: 40\r\n\r\nabcd",
    "content-length: +4\r\n\r\nabcd",
    "transfer-encoding: xchunked\r\n\r\n0\r\n\r\n",
    "transfer-encoding : chunked\r\n\r\n0\r\n\r\n",
    "transfer-encoding: chunked\r\n\r\n-1\r\n\r\n",
)


async def test_a_request_with_an_ambiguous_end_is_refused(tmp_path: Path) -> None:
    """A request with two possible ends could hide a second request."""

    async with served(tmp_path, plan_of("tiger")) as floor:
        head = f"POST /api/terminals HTTP/1.1\r\nhost: 127.0.0.1:{floor.port}\r\n"
        hidden = f"GET /health HTTP/1.1\r\nhost: 127.0.0.1:{floor.port}\r\n\r\n"
        for lines in ENDS:
            reader, writer = await asyncio.open_connection("127.0.0.1", floor.port)
            writer.write((head + lines + hidden).encode())
            async with asyncio.timeout(20):
                answer = await reader.read()
            writer.close()
            assert answer.startswith(b"HTTP/1.1 400"), (lines, answer)
            assert answer.count(b"HTTP/1.1 ") == 1, (lines, answer)


async def test_an_unexpected_error_is_counted_and_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_floor: object) -> None:
        raise ArithmeticError("an unexpected error")

    async with served(tmp_path, plan_of("tiger")) as floor, floor.http() as client:
        before = UNEXPECTED_ERRORS._value.get()
        monkeypatch.setattr("punto.floor.web.routes.terminals.lobby.lobby", broken)
        answer = await client.get("/api/lobby")
        assert answer.status_code == 500
        assert "logged it" in answer.json()["error"]
        assert UNEXPECTED_ERRORS._value.get() == before + 1


async def test_no_route_converts_its_numbers_itself(tmp_path: Path) -> None:
    """The conversion of Starlette has no bound."""

    floor = Floor(plan_of("tiger"), tmp_path)
    await floor.start()
    routes = [each for each in app.make_app(floor.web).routes if isinstance(each, Route)]
    assert any("{round}" in each.path for each in routes)
    assert [each.path for each in routes if ":" in each.path] == []
    await floor.stop()
