"""Play every game over real sockets, and read the lobby, layouts and rounds."""

import asyncio
from pathlib import Path
from typing import Any
from urllib.parse import quote

from punto.floor.metrics import UNEXPECTED_ERRORS
from tests.floor.playing import ODD_NUMBERS, plan_of, served


async def test_a_patron_plays_a_round_of_each_of_the_ten_games(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of()) as floor, asyncio.TaskGroup() as group:
        for table in floor.floor.owners:
            group.create_task(_play_a_round(floor, table))


async def _play_a_round(floor: Any, table: str) -> None:
    async with floor.terminal(table, cents=1_000_00) as terminal:
        answer = await terminal.place(table, banker=100_00, tie=10_00)
        assert answer["ok"], answer
        assert answer["receipt"]["stakes"] == [
            {"wager": "banker", "cents": 100_00},
            {"wager": "tie", "cents": 10_00},
        ]
        round_ = answer["receipt"]["round"]
        view = await terminal.seen(table, "settled", after=round_ - 1)
        own = view["own"]
        assert view["round"] == round_
        assert own["before_cents"] == 1_000_00
        assert own["after_cents"] == 1_000_00 - 110_00 + own["win_cents"] == view["credit_cents"]
        assert [each["wager"] for each in own["settled"]] == ["banker", "tie"]
        recalled = await floor.get(
            f"/api/tables/{table}/rounds/{round_}",
            **{"x-terminal": terminal.name, "x-key": terminal.key},
        )
        assert recalled["wagers"] == own["settled"]
        assert recalled["cards"]["player"] == view["hands"]["player"]["cards"]
        assert recalled["winner"] == view["winner"]
        assert recalled["events"][0]["words"]["key"] == "event.bets-opened"
        stranger = await floor.get(f"/api/tables/{table}/rounds/{round_}")
        assert stranger["wagers"] == []
        assert stranger["before_cents"] is None
        assert stranger["receipts"] == []


async def test_a_layout_is_sent_once(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor, floor.http() as client:
        first = await client.get("/api/tables/tiger-5/layout")
        etag = first.headers["etag"]
        again = await client.get("/api/tables/tiger-5/layout", headers={"if-none-match": etag})
        assert (again.status_code, again.text) == (304, "")


async def test_the_lobby_has_the_current_state_of_every_table(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger", "seven-up")) as floor:
        async with floor.terminal("tiger-5", cents=100_00) as terminal:
            view = await terminal.seen("tiger-5", "settled", after=1)
            tables = {each["table"]: each for each in (await floor.get("/api/lobby"))["tables"]}
            assert set(tables) == {"tiger-5", "seven-up-9"}
            row = tables["tiger-5"]
            assert (row["taken"], row["seats"], row["mode"]) == (1, 8, "electronic")
            assert row["limits"] == {"minimum_cents": 1_00, "maximum_cents": 5_000_00}
            assert row["last"][-1] == view["winner"] or row["round"] > view["round"]
            assert [each["result"] for each in row["roads"]["bead"]] == row["last"]
            counted = {each["key"]: each["count"] for each in row["counters"]}
            assert counted["banker"] + counted["player"] + counted["tie"] == len(row["last"])


async def test_a_path_with_an_invalid_number_finds_no_round(tmp_path: Path) -> None:
    """A number of 5,000 digits was an unexpected error with a traceback in the log."""

    async with served(tmp_path, plan_of("tiger")) as floor, floor.http() as client:
        before = UNEXPECTED_ERRORS._value.get()
        for text in ("0", *ODD_NUMBERS):
            answer = await client.get(f"/api/tables/tiger-5/rounds/{quote(text)}")
            assert answer.status_code == 404, text
            assert answer.json() == {"error": "there is no such thing here"}
        assert UNEXPECTED_ERRORS._value.get() == before
