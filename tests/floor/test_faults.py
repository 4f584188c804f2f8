"""Test that an unexpected error stops only its table, and that patrons and the pit see it."""

from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn
from unittest.mock import patch

import msgspec
import pytest

from punto.floor.floor import Floor
from punto.floor.staff_views import pit_view
from punto.floor.tasks import MAXIMUM_LENGTH, described
from punto.floor.web.app import metrics_page
from punto.table.commands import CloseBets, SettleRound
from punto.table.state import IN_ROUND, Phase
from tests.floor.playing import Served, Terminal, plan_of, served, until
from tests.floor.working import signed
from tests.texts import text

BROKEN, SOUND = "super-six-1", "tiger-5"
WHY = "AssertionError: never so"
ID = "a" * 32


def break_(floor: Floor, table: str, command: type) -> None:
    """Give a table a bug that one command causes."""
    desk = floor.owners[table].queue.owner
    decide = desk._business.decide

    def failing(state: Any, asked: Any, by: Any) -> Any:
        if isinstance(asked, command):
            raise AssertionError("never so\nand more")
        return decide(state, asked, by)

    desk._business = replace(desk._business, decide=failing)


def never() -> NoReturn:
    raise AssertionError("never so")


async def stopped(floor: Served, terminal: Terminal) -> dict[str, Any]:
    """Stop the table in a round with a patron's wager, and return the patron's view."""
    assert (await terminal.place(BROKEN, tie=10_00))["ok"]
    break_(floor.floor, BROKEN, CloseBets)
    await terminal.until(lambda each: each.views[BROKEN]["stopped"])
    return terminal.views[BROKEN]


async def test_an_error_stops_one_table_and_patrons_read_it(tmp_path: Path) -> None:
    """An assertion of one table once stopped every table, the cage and pairing."""

    async with served(tmp_path, plan_of("tiger", "super-six")) as floor:
        async with floor.terminal(BROKEN, SOUND, cents=100_00) as terminal:
            view = await stopped(floor, terminal)
            assert view["stopped"] == {"key": "table-state.out-of-service", "values": {}}
            assert (view["phase"], view["timer"], view["closing"]) == ("bets-open", None, 0)
            notice = "notice.table-stopped"
            await terminal.until(lambda each: notice in str(each.heard_all))
            assert await terminal.refused(type="leave", table=BROKEN) == "out-of-service"
            place = {"round": view["round"], "after": 1, "stakes": []}
            code = await terminal.refused(type="place-wagers", table=BROKEN, **place)
            assert code == "out-of-service"
            # The other table, the cage and pairing continue.
            round_ = (await terminal.place(SOUND, tie=10_00))["receipt"]["round"]
            await terminal.seen(SOUND, "settled", after=round_ - 1)
            await terminal.done(type="buy", cents=5_00)
            await floor.paired()
        live = floor.floor.owners[BROKEN]
        assert (live.retries, live.state.phase) == (0, Phase.BETS_OPEN)
        rows = {each["table"]: each for each in (await floor.get("/api/lobby"))["tables"]}
        assert text(rows[BROKEN]["phase_words"]) == "Out of service"
        assert text(rows[SOUND]["phase_words"]) != "Out of service"
        ready = await floor.get("/ready")
        assert ready["faults"] == [{"part": BROKEN, "why": WHY}]
        assert f'punto_fault{{part="{BROKEN}"}} 1.0' in metrics_page(floor.floor.web)[0].decode()


async def test_the_pit_lists_a_stopped_table_with_the_reason(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger", "super-six")) as floor:
        async with floor.terminal(BROKEN, cents=100_00) as terminal:
            await stopped(floor, terminal)
        await until(lambda: BROKEN in floor.floor.staff.state.disabled)
        manager = floor.floor.staff.state.people["P-07"]
        shown = msgspec.json.decode(pit_view(floor.floor.web.views, manager))
        row = next(each for each in shown["tables"] if each["table"] == BROKEN)
        why = f"restart the floor: {WHY}"
        assert (text(row["phase_words"]), row["is_held"]) == ("Out of service", False)
        assert (row["alarm"]["level"], text(row["alarm"]["sub"])) == (3, why)
        (item,) = [each for each in shown["queue"] if each["table"] == BROKEN]
        assert (text(item["title"]), text(item["sub"])) == (
            "Out of service",
            why,
        )
        words = f"{BROKEN} takes no new bets: unexpected error: {WHY}."
        (event,) = [each for each in shown["events"] if text(each["words"]) == words]
        assert (event["table"], event["by"]) == (BROKEN, "the house")
        async with signed(floor, "P-07") as pit:
            for path in (f"tables/{BROKEN}/open", f"tables/{BROKEN}/enable"):
                body = {"id": ID} if path.endswith("open") else {}
                assert await pit.refused(path, reason="try again", **body) == "out-of-service"


async def test_a_disabled_table_with_an_error_is_out_of_service_too(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger", "super-six")) as floor:
        async with floor.terminal(BROKEN, cents=100_00) as terminal:
            assert (await terminal.place(BROKEN, tie=10_00))["ok"]
            async with signed(floor, "P-07") as pit:
                await pit.done(f"tables/{BROKEN}/disable", reason="spilled drink")
            break_(floor.floor, BROKEN, SettleRound)
            await terminal.until(lambda each: each.views[BROKEN]["stopped"])
        assert floor.floor.staff.state.disabled[BROKEN] == f"unexpected error: {WHY}"


async def test_a_restart_finishes_the_round_and_staff_open_the_table_again(tmp_path: Path) -> None:
    plan = plan_of("tiger", "super-six")
    async with served(tmp_path, plan) as floor:
        async with floor.terminal(BROKEN, cents=100_00) as terminal:
            await stopped(floor, terminal)
        await until(lambda: BROKEN in floor.floor.staff.state.disabled)
    async with served(tmp_path, plan) as floor:
        live = floor.floor.owners[BROKEN]
        await until(lambda: live.state.phase not in IN_ROUND)
        assert floor.floor.faults() == {}
        assert live.is_disabled
        # The screens show it as disabled, and no longer as out of service.
        reason = f"restarted after unexpected error: {WHY}"
        assert floor.floor.staff.state.disabled[BROKEN] == reason
        assert floor.floor.replicas[BROKEN].countdown().failure == ""
        rounds = live.state.rounds
        async with signed(floor, "P-07") as pit:
            await pit.done(f"tables/{BROKEN}/open", id=ID, reason="corrected")
        await until(lambda: live.state.rounds > rounds)


@pytest.mark.parametrize("part", ["_take", "_due"])
async def test_an_error_in_the_owner_of_a_table_stops_it_alone(tmp_path: Path, part: str) -> None:
    """The follow-up of a commit and the clock belong to one table, like its rules."""

    async with served(tmp_path, plan_of("tiger", "super-six")) as floor:
        live, sound = floor.floor.owners[BROKEN], floor.floor.owners[SOUND]
        with patch.object(live, part, side_effect=AssertionError("never so")):
            await until(lambda: live.is_stopped)
            await until(lambda: BROKEN in floor.floor.staff.state.disabled)
            rounds = sound.state.rounds
            await until(lambda: sound.state.rounds > rounds + 1)
        assert floor.floor.faults() == {BROKEN: WHY}
        assert floor.floor.writer.failure is None


async def test_a_failed_export_is_reported_and_the_floor_continues(tmp_path: Path) -> None:
    """An error in a function that only informs about entries once stopped the floor."""

    async with served(tmp_path, plan_of("tiger")) as floor:
        rounds = floor.floor.owners[SOUND].state.rounds
        with patch.dict(
            floor.floor.feed._followers_of_all, {"export of checkpoints": lambda _: never()}
        ):
            await until(lambda: floor.floor.owners[SOUND].state.rounds > rounds + 1)
        assert floor.floor.faults() == {"export of checkpoints": WHY}
        assert floor.floor.writer.failure is None


async def test_an_error_at_the_cage_stops_only_the_cage(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with floor.terminal(SOUND, cents=100_00) as terminal:
            desk = floor.floor.cage.owner
            desk._business = replace(desk._business, decide=lambda *_: never())
            assert await terminal.refused(type="buy", cents=1_00) == "out-of-service"
            round_ = (await terminal.place(SOUND, tie=10_00))["receipt"]["round"]
            await terminal.seen(SOUND, "settled", after=round_ - 1)
        manager = floor.floor.staff.state.people["P-07"]
        shown = msgspec.json.decode(pit_view(floor.floor.web.views, manager))
        (item,) = [each for each in shown["queue"] if each["opens"]["kind"] == "fault"]
        assert (item["table"], text(item["title"]), item["level"]) == ("", "Cage", 3)
        assert text(item["sub"]).endswith(WHY)


def test_an_error_is_described_in_one_short_line() -> None:
    assert described(KeyError()) == "KeyError: "
    assert described(AssertionError("one\ntwo")) == "AssertionError: one"
    assert len(described(ValueError("x" * 999))) == MAXIMUM_LENGTH
