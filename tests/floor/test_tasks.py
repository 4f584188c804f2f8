"""A failed background task runs again, or the floor stops."""

import asyncio
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest

from punto.floor import tasks
from punto.floor.audit_desk.verification_run import VerificationRun
from punto.floor.operations import chores
from punto.floor.tables.plan_schedule import PlanSchedule
from punto.floor.tables.seat_presence import SeatPresence
from punto.table.state import BETWEEN_ROUNDS
from tests.floor.playing import Served, plan_of, served, until
from tests.floor.web.routes.test_audit import AUDIT, as_staff, auditor, get

TABLE = "tiger-5"
CHORE = "free abandoned seats"


@pytest.fixture(autouse=True)
def _no_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "RESTART_SECONDS", 0.01)
    monkeypatch.setattr(chores, "SWEEP_SECONDS", 0.01)


def broken() -> None:
    raise OSError("odd")


async def ready(floor: Served) -> tuple[int, Any]:
    async with floor.http() as client:
        answer = await client.get("/ready")
    return answer.status_code, answer.json()


async def metrics(floor: Served) -> str:
    async with floor.http() as client:
        return (await client.get("/metrics")).text


def test_a_failed_chore_runs_again_and_is_listed_until_it_succeeds(tmp_path: Path) -> None:
    """One exception once ended the sweep for good, and /ready said nothing."""

    async def play() -> None:
        with patch.object(SeatPresence, "free_seats", side_effect=broken) as free_seats:
            await fail_and_succeed(free_seats)

    async def fail_and_succeed(free_seats: AsyncMock) -> None:
        async with served(tmp_path, plan_of("tiger")) as floor:
            failures, faults = floor.floor.tasks.failures, floor.floor.tasks.faults
            await until(lambda: failures[CHORE] > 2)
            told = {"status": "ready", "tables": 1}
            listed = [{"part": CHORE, "why": "OSError: odd"}]
            assert await ready(floor) == (200, told | {"faults": listed})
            page = await metrics(floor)
            assert f'punto_fault{{part="{CHORE}"}} 1.0' in page
            assert f'punto_task_failures{{task="{CHORE}"}}' in page
            assert failures.keys() == {CHORE}, "the other chores continue"
            free_seats.side_effect = None
            await until(lambda: not faults)
            assert await ready(floor) == (200, told | {"faults": []})
            assert f'punto_fault{{part="{CHORE}"}}' not in await metrics(floor)

    asyncio.run(play())


async def test_a_task_whose_failure_would_leave_the_floor_wrong_stops_it(tmp_path: Path) -> None:
    async def failing() -> None:
        raise AssertionError("never so")

    async with served(tmp_path, plan_of("tiger")) as floor:
        floor.floor.tasks.spawn("record deferred commands", failing())
        await until(lambda: floor.floor.writer.failure)
        status, told = await ready(floor)
        assert (status, told["why"]) == (503, "AssertionError: never so")


async def test_a_table_that_fails_to_follow_its_plan_tries_again(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        live, board = floor.floor.owners[TABLE], floor.floor.tasks
        name = f"follow the plan of {TABLE}"
        with patch.object(PlanSchedule, "apply", side_effect=broken) as follow:
            await until(lambda: live.state.phase in BETWEEN_ROUNDS)
            live.plan_schedule.switch()
            await until(lambda: board.failures[name] > 2)
            follow.side_effect = None
            await until(lambda: name not in board.faults)
        assert floor.floor.writer.failure is None


async def test_a_verification_that_fails_says_why_and_shows_no_older_answer(tmp_path: Path) -> None:
    """It once ended without a message, and the audit desk still showed the previous result."""

    async with served(tmp_path, plan_of("tiger")) as floor:
        async with as_staff(floor, await auditor(floor)) as client:

            async def verified() -> Any:
                await client.post(f"{AUDIT}/verify", json={})
                while (state := await get(client, "verify"))["running"]:
                    await asyncio.sleep(0.02)
                return state

            state = await verified()
            assert (state["answer"]["is_whole"], state["failure"]) == (True, "")
            with patch.object(VerificationRun, "_chain", side_effect=OSError("no memory")):
                state = await verified()
            assert (state["answer"], state["failure"]) == (None, "OSError: no memory")
            assert (await ready(floor))[1]["faults"][0]["part"] == "verify the journal"
