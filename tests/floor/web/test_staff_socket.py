"""Send whole views to staff screens, and only to people who are signed in."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from tests.floor.playing import plan_of, served
from tests.floor.working import GAME, LIVE, signed, staff_line
from tests.texts import text

PLAN = plan_of(GAME)


async def test_a_view_follows_every_change(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
        async with dealer.watching(LIVE, "no-such-table") as screen:
            view = await screen.heard("table", table=LIVE)
            assert view["dealt_by"] == "house"
            await dealer.begin()
            view = await screen.heard("table", dealt_by="staff")
            assert view["attended"]["by"] == "D-214"
            await screen.say(type="ping", n=7)
            assert (await screen.heard("pong"))["n"] == 7
            await dealer.acts("CloseBets")
            view = await screen.heard("table", phase="bets-closed")
            assert view["next"]["act"]["command"] == "ConfirmParticipants"


async def test_calls_and_lost_connections_update_a_view_without_a_countdown(tmp_path: Path) -> None:
    """The floor repeated only views with a countdown. A case in the queue of the pit looked as if
    its call were answered."""

    async with (
        served(tmp_path, PLAN) as floor,
        signed(floor, "D-214") as dealer,
        signed(floor, "S-31") as supervisor,
    ):
        async with floor.terminal(LIVE, cents=100_00) as patron:
            await dealer.begin()
            await dealer.acts("CloseBets")
            async with asyncio.timeout(20), supervisor.watching(LIVE) as screen:
                view = await screen.heard("table", phase="bets-closed", calls=[])
                (seat,) = view["seats"]["connected"]
                await patron.done(type="call-attendant", table=LIVE, reason="attendant", round=None)
                while not view["calls"]:
                    view = await screen.heard("table")
                assert view["calls"][0]["terminal"] == patron.name
                assert (view["calls"][0]["seat"], view["timer"]) == (seat, None)
                await patron.line.close()
                while view["seats"]["connected"]:
                    view = await screen.heard("table")


async def test_the_view_of_the_floor_has_the_open_cases(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "P-07") as manager:
        async with manager.watching(floor=True) as screen:
            view = await screen.heard("floor")
            assert [each["table"] for each in view["tables"]] == [LIVE]
            await manager.done(f"tables/{LIVE}/disable", reason="a spill")
            while not any("a spill" in text(each["words"]) for each in view["events"]):
                view = await screen.heard("floor")


@pytest.mark.parametrize("token", ["", "0" * 64, "D-214"])
async def test_a_socket_without_a_session_is_refused(tmp_path: Path, token: str) -> None:
    async with served(tmp_path, PLAN) as floor:
        with pytest.raises(InvalidStatus, match="403"):
            async with staff_line(floor.port, token):
                pass


async def test_a_socket_of_another_site_or_protocol_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
        for options in (
            {"origin": "http://evil.example"},
            {"origin": "null"},
            {"origin": f"http://127.0.0.1:{floor.port + 1}"},
            {"subprotocols": [Subprotocol("punto.1")]},
            {"subprotocols": None},
        ):
            with pytest.raises(InvalidStatus, match="403"):
                async with staff_line(floor.port, dealer.token, **options):
                    pass
        ours = f"http://127.0.0.1:{floor.port}"
        async with staff_line(floor.port, dealer.token, origin=ours):
            pass


@pytest.mark.parametrize(
    "message",
    ["", "{}", '{"type":"watch"}', '{"type":"watch","tables":[],"more":1}', "[" * 3_000, b"\xff"],
    ids=["nothing", "empty", "short", "long", "deep", "bytes"],
)
async def test_an_invalid_message_ends_the_connection(tmp_path: Path, message: str | bytes) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
        async with staff_line(floor.port, dealer.token) as line:
            await line.send(message)
            ended = json.loads(await line.recv())
            assert ended["code"] == "not-understood"
            with pytest.raises(ConnectionClosed):
                await line.recv()


async def test_an_error_in_a_view_closes_the_connection_with_a_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> bytes:
        raise ArithmeticError("an unexpected error")

    with capture_logs() as logs:
        async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
            monkeypatch.setattr("punto.floor.web.staff_socket.table_view", broken)
            async with staff_line(floor.port, dealer.token) as line:
                await line.send(json.dumps({"type": "watch", "tables": [LIVE], "floor": False}))
                with pytest.raises(ConnectionClosed) as closed:
                    await line.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1011
            monkeypatch.undo()
            async with dealer.watching(LIVE) as screen:
                await screen.heard("table", table=LIVE)
    (logged,) = [each for each in logs if each["event"] == "unexpected error"]
    assert logged["staff"] == "D-214"


async def test_a_new_gaming_day_begins_with_an_empty_win_without_any_event(tmp_path: Path) -> None:
    now = [datetime(2026, 11, 15, 12, tzinfo=UTC)]

    async with (
        served(tmp_path, PLAN, clock=lambda: now[0]) as floor,
        signed(floor, "S-31") as supervisor,
    ):
        while not floor.floor.replicas[LIVE].history.takings.rounds:
            await asyncio.sleep(0.01)
        await supervisor.begin()
        async with asyncio.timeout(20), supervisor.watching(floor=True) as screen:
            view = await screen.heard("floor")
            assert view["tables"][0]["rounds"] > 0
            now[0] += timedelta(days=1)
            while view["tables"][0]["rounds"]:
                view = await screen.heard("floor")
