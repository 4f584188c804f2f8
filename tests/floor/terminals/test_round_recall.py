"""Test that a recalled round has its own steps, even if it was corrected after later rounds."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch
from urllib.parse import quote

import pytest

from punto.certification.days.day import FAULTS, Day
from punto.floor.network.numbers import LARGEST
from punto.floor.read_models.history import History
from punto.floor.streams.writer import CommittedEntry
from punto.floor.terminals import round_recall
from punto.floor.terminals.round_recall import replay_round
from punto.games.library import game
from punto.journal.stores.memory import MemoryJournal
from punto.table.state import Phase, Table
from tests.floor.playing import ODD_NUMBERS, Served, plan_of, served
from tests.floor.working import Member, signed

TABLE = "tiger-5"
CARDS = ["9h", "2c", "Td", "3s"]


async def _deals_on(floor: Served, dealer: Member, until: Callable[[Table], bool]) -> None:
    live = floor.floor.owners[TABLE]
    while not until(live.state):
        await dealer.next(TABLE)


async def test_a_round_corrected_two_rounds_later_is_recalled_without_those(tmp_path: Path) -> None:
    """Its steps included those of the later rounds, and the journal returned the last round."""

    with patch("punto.floor.read_models.history.MAX_ROUNDS", 3):
        async with (
            served(tmp_path, plan_of("tiger")) as floor,
            floor.terminal(TABLE, cents=1_000_00) as patron,
            signed(floor, "D-214") as dealer,
            signed(floor, "S-31") as boss,
        ):
            own = {"authorization": f"Terminal {patron.name} {patron.key}"}

            def over(rounds: int) -> Callable[[Table], bool]:
                return lambda table: table.rounds >= rounds and table.phase is Phase.SETTLED

            await dealer.attend(TABLE)
            while not floor.floor.owners[TABLE].queue.is_idle:
                await asyncio.sleep(0.01)
            await _deals_on(floor, dealer, over(1))
            # The order of a committed shoe is known, so that its rounds need no correction.
            await dealer.does(TABLE, "EndShoe")
            await dealer.does(TABLE, "LoadShoe", shoe="emulator")
            await _deals_on(floor, dealer, lambda table: table.phase is Phase.BETS_OPEN)
            number = (await patron.place(TABLE, banker=5_00, player=3_00))["receipt"]["round"]
            await _deals_on(floor, dealer, over(number + 2))
            path = f"/api/tables/{TABLE}/rounds/{number}"
            before = await floor.get(path, **own)
            put_right = {"trigger": "wrong-display", "round": number, "cards": CARDS}
            await boss.does(TABLE, "ReportIrregularity", "P-07", evidence="camera 4", **put_right)
            after = await floor.get(path, **own)
            told = [each["words"] for each in after["events"]]
            assert told[: len(before["events"])] == [each["words"] for each in before["events"]]
            keys = [words["key"] for words in told]
            assert keys[-1] == "event.round-corrected"
            assert keys.count("event.bets-opened") == 1
            assert after["cards"] == {"player": ["9h", "Td"], "banker": ["2c", "3s"]}
            await _deals_on(floor, dealer, over(number + 4))
            assert number not in floor.floor.replicas[TABLE].history.rounds
            older = await floor.get(path, **own)
            unknown = {"before_cents": None, "after_cents": None}
            assert older == {**after, **unknown}
            assert len(older["wagers"]) == 2


@pytest.mark.parametrize("name", ["tiger", "super-six", "tiger-no-commission-live"])
def test_the_journal_recalls_a_round_as_memory_did(name: str) -> None:
    """The cards of every round stayed in memory because of the void ones."""
    journal, history = MemoryJournal(), History()
    Day(3, journal, FAULTS, game(name)).play(150)
    for kept in journal.read("table"):
        history.apply(CommittedEntry(kept.stream, kept.number, kept.entry))
    voids = 0
    for number, record in history.table("table").rounds.items():
        span = record.first_entry, record.last_entry
        found = replay_round(round_recall._entries(journal, "table", number, span))
        record.credit.clear()
        assert found == (record if record.is_over else found)
        voids += record.void is not None and record.cards != "/"
    assert voids > 3


@pytest.mark.timeout(90)
async def test_the_largest_before_lists_the_newest_rounds(tmp_path: Path) -> None:
    """The server counted down from it to the last round and served nothing else meanwhile."""

    with patch("punto.floor.read_models.history.MAX_ROUNDS", 2):
        async with served(tmp_path, plan_of("tiger")) as floor:
            await floor.over(TABLE, 5)

            async def listed(query: str) -> list[int]:
                rounds = (await floor.get(f"/api/tables/{TABLE}/rounds?{query}"))["rounds"]
                return [each["round"] for each in rounds]

            newest = await listed(f"before={LARGEST}&limit=2")
            assert newest == [newest[0], newest[0] - 1]
            assert newest[0] >= 5
            assert await listed("before=5") == [4, 3, 2, 1]
            assert await listed("before=4&limit=2") == [3, 2]
            assert await listed(f"limit={LARGEST}&before=5") == [4, 3, 2, 1]
            for query in ("before=0", "before=1", "limit=0", f"before={LARGEST}&limit=0"):
                assert await listed(query) == []
            await floor.over(TABLE, newest[0] + 1)


async def test_a_before_or_limit_that_is_not_a_number_is_refused_by_its_name(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor, floor.http() as client:
        for name in ("before", "limit"):
            for text in ("", *ODD_NUMBERS):
                query = f"{name}={quote(text)}"
                answer = await client.get(f"/api/tables/{TABLE}/rounds?{query}")
                error = f"{name} must be a whole number from 0 to {LARGEST}"
                assert (answer.status_code, answer.json()) == (400, {"error": error}), query


async def test_a_table_continues_while_a_recall_waits_for_the_disk(tmp_path: Path) -> None:
    """The event loop read the journal itself, and every table waited with it."""

    with patch("punto.floor.read_models.history.MAX_ROUNDS", 2):
        async with served(tmp_path, plan_of("tiger")) as floor:
            await floor.over(TABLE, 4)
            released = threading.Event()
            slow = asyncio.ensure_future(
                floor.floor.storage.recalling.read(lambda _: released.wait(60))
            )
            path, now = f"/api/tables/{TABLE}/rounds", floor.floor.owners[TABLE].state.rounds
            asked = [
                asyncio.ensure_future(floor.get(each))
                for each in (f"{path}?before=3", f"{path}/1", f"{path}/{now - 1}")
            ]
            try:
                await floor.over(TABLE, now + 2)
                assert not any(each.done() for each in asked)
            finally:
                released.set()
            listed, oldest, recent = await asyncio.gather(*asked)
            assert await slow
            assert [each["round"] for each in listed["rounds"]] == [2, 1]
            assert (oldest["round"], recent["round"]) == (1, now - 1)
            for each in (oldest, recent):
                assert each["events"][0]["words"]["key"] == "event.bets-opened"
