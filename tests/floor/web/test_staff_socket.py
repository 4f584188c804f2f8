"""The staff socket shows whole pictures to whoever is signed in, and to nobody else."""

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

PLAN = plan_of(GAME)


def test_a_picture_follows_every_change(tmp_path: Path) -> None:
    async def work() -> None:
        async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
            async with dealer.watching(LIVE, "no-such-table") as screen:
                picture = await screen.heard("table", table=LIVE)
                assert picture["dealt_by"] == "house"
                await dealer.begin()
                picture = await screen.heard("table", dealt_by="staff")
                assert picture["attended"]["by"] == "D-214"
                await screen.say(type="ping", n=7)
                assert (await screen.heard("pong"))["n"] == 7
                await dealer.acts("CloseBets")
                picture = await screen.heard("table", phase="bets-closed")
                assert picture["next"]["act"]["command"] == "ConfirmParticipants"

    asyncio.run(work())


def test_a_call_and_a_line_that_breaks_are_shown_where_no_clock_runs(tmp_path: Path) -> None:
    """Only tables whose clock is shown came again by themselves: a case that was opened from the
    pit's queue read that its call was answered."""

    async def work() -> None:
        async with (
            served(tmp_path, PLAN) as floor,
            signed(floor, "D-214") as dealer,
            signed(floor, "S-31") as boss,
        ):
            async with floor.terminal(LIVE, cents=100_00) as patron:
                await dealer.begin()
                await dealer.acts("CloseBets")
                async with asyncio.timeout(20), boss.watching(LIVE) as screen:
                    picture = await screen.heard("table", phase="bets-closed", calls=[])
                    (seat,) = picture["seats"]["connected"]
                    await patron.done(
                        type="call-attendant", table=LIVE, reason="attendant", round=None
                    )
                    while not picture["calls"]:
                        picture = await screen.heard("table")
                    assert picture["calls"][0]["terminal"] == patron.name
                    assert (picture["calls"][0]["seat"], picture["timer"]) == (seat, None)
                    await patron.line.close()
                    while picture["seats"]["connected"]:
                        picture = await screen.heard("table")

    asyncio.run(work())


def test_the_whole_floor_is_shown_with_what_waits(tmp_path: Path) -> None:
    async def work() -> None:
        async with served(tmp_path, PLAN) as floor, signed(floor, "P-07") as manager:
            async with manager.watching(floor=True) as screen:
                picture = await screen.heard("floor")
                assert [each["table"] for each in picture["tables"]] == [LIVE]
                await manager.done(f"tables/{LIVE}/disable", reason="a spill")
                while not any("a spill" in each["words"]["en"] for each in picture["events"]):
                    picture = await screen.heard("floor")

    asyncio.run(work())


@pytest.mark.parametrize("token", ["", "0" * 64, "D-214"])
def test_nobody_who_is_not_signed_in_is_let_in(tmp_path: Path, token: str) -> None:
    async def work() -> None:
        async with served(tmp_path, PLAN) as floor:
            with pytest.raises(InvalidStatus, match="403"):
                async with staff_line(floor.port, token):
                    pass

    asyncio.run(work())


def test_no_other_page_and_no_other_protocol_is_let_in(tmp_path: Path) -> None:
    async def work() -> None:
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

    asyncio.run(work())


@pytest.mark.parametrize(
    "message",
    ["", "{}", '{"type":"watch"}', '{"type":"watch","tables":[],"more":1}', "[" * 3_000, b"\xff"],
    ids=["nothing", "empty", "short", "long", "deep", "bytes"],
)
def test_what_is_not_understood_ends_the_line(tmp_path: Path, message: str | bytes) -> None:
    async def work() -> None:
        async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
            async with staff_line(floor.port, dealer.token) as line:
                await line.send(message)
                ended = json.loads(await line.recv())
                assert ended["code"] == "not-understood"
                with pytest.raises(ConnectionClosed):
                    await line.recv()

    asyncio.run(work())


def test_a_picture_that_cannot_be_made_ends_the_line_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> bytes:
        raise ArithmeticError("a picture that nobody foresaw")

    async def work() -> None:
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

    with capture_logs() as logs:
        asyncio.run(work())
    (line,) = [each for each in logs if each["event"] == "unforeseen"]
    assert line["staff"] == "D-214"


def test_a_new_gaming_day_begins_with_nothing_taken_though_nothing_happens(tmp_path: Path) -> None:
    now = [datetime(2026, 11, 15, 12, tzinfo=UTC)]

    async def work() -> None:
        async with (
            served(tmp_path, PLAN, clock=lambda: now[0]) as floor,
            signed(floor, "S-31") as boss,
        ):
            while not floor.floor.replicas[LIVE].history.takings.rounds:
                await asyncio.sleep(0.01)
            await boss.begin()
            async with asyncio.timeout(20), boss.watching(floor=True) as screen:
                picture = await screen.heard("floor")
                assert picture["tables"][0]["rounds"] > 0
                now[0] += timedelta(days=1)
                while picture["tables"][0]["rounds"]:
                    picture = await screen.heard("floor")

    asyncio.run(work())
