"""Test that one thread commits for all stream owners, and that a failed journal stops them."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from punto.floor.streams.aggregates import CAGE, cage_aggregate
from punto.floor.streams.command_queue import (
    BUSY,
    MAX_WAITING,
    OUT_OF_SERVICE,
    UNAVAILABLE,
    CommandQueue,
)
from punto.floor.streams.owner import (
    Aggregate,
    CommandAnswer,
    CommandRequest,
    Committed,
    StreamOwner,
)
from punto.floor.streams.writer import CommittedEntry, Writer, WriteResult
from punto.journal.errors import StorageFailed
from punto.journal.protocol import AppendResult
from punto.journal.stores.sqlite import SqliteJournal
from punto.ledger.cage import BeginVisit, BuyCredit, CollectCredit
from punto.table.actors import HOUSE_DEALER
from punto.table.refusals import Refusal


class Floor:
    """Three cages on one journal, so that several owners share a commit."""

    def __init__(self, folder: Path, one: Aggregate[Any] | None = None) -> None:
        self.journal = SqliteJournal(folder / "j.db")
        self.kept: list[CommittedEntry] = []
        self.delivered = 0
        self.is_held_up = threading.Event()
        self.loop = asyncio.get_running_loop()
        self.writer = Writer(self.journal, self.take)
        self.one, self.two, self.three = (
            CommandQueue(
                StreamOwner(self.journal, name, business or cage_aggregate(), lambda: "now"),
                self.writer,
            )
            for name, business in ((CAGE, one), ("other", None), ("third", None))
        )

    def take(self, entries: Sequence[CommittedEntry]) -> None:
        self.delivered += 1
        self.kept.extend(entries)

    def close(self) -> None:
        self.writer.stop()
        self.journal.close()


@asynccontextmanager
async def running(folder: Path, one: Aggregate[Any] | None = None) -> AsyncIterator[Floor]:
    floor = Floor(folder, one)
    try:
        yield floor
    finally:
        floor.close()


def visit(number: int) -> CommandRequest:
    return CommandRequest(f"v{number}", HOUSE_DEALER, BeginVisit(f"v{number}", "T"))


@contextmanager
def held_up(floor: Floor) -> Iterator[None]:
    """Delay the writer's next commit until the block ends."""
    gate, append = threading.Event(), floor.journal.append

    def slow(*batches: Any) -> Any:
        floor.is_held_up.set()
        gate.wait()
        return append(*batches)

    with patch.object(floor.journal, "append", slow):
        try:
            yield
        finally:
            gate.set()


async def in_one_batch(
    floor: Floor, *jobs: tuple[CommandQueue, list[CommandRequest]]
) -> list[tuple[CommandAnswer, ...]]:
    """Return the answers to jobs that the writer decides together, in this order."""
    written: dict[CommandQueue, WriteResult] = {}
    with held_up(floor):
        before = asyncio.ensure_future(floor.three.submit(visit(0)))
        while not floor.is_held_up.is_set():
            await asyncio.sleep(0.001)
        for inbox, asked in jobs:
            done = partial(written.__setitem__, inbox)
            floor.writer.submit(inbox.owner, asked, done)
    await before
    while len(written) < len(jobs):
        await asyncio.sleep(0.001)
    return [written[inbox].answers for inbox, _ in jobs]


async def test_waiting_commands_share_one_commit(tmp_path: Path) -> None:
    async with running(tmp_path) as floor:
        with held_up(floor):
            asked = [inbox.submit(visit(n)) for n in range(20) for inbox in (floor.one, floor.two)]
            waiting = asyncio.gather(*asked)
            await asyncio.sleep(0)
        answers = await waiting
        assert all(isinstance(answer, Committed) for answer in answers)
        assert floor.writer.commits <= 4, "forty commands, a few commits"
        assert len(floor.kept) == 40
        for stream in (CAGE, "other"):
            numbers = [each.number for each in floor.kept if each.stream == stream]
            assert numbers == list(range(1, 21))


async def test_a_command_that_the_ledger_refuses_does_not_stop_the_others(tmp_path: Path) -> None:
    async with running(tmp_path) as floor:
        await floor.one.submit(visit(1))
        wishes: list[CommandRequest] = [
            CommandRequest("a", HOUSE_DEALER, BuyCredit("v1", 5_00)),
            collect("b", 9_00),
            CommandRequest("c", HOUSE_DEALER, BuyCredit("v1", 1_00)),
        ]
        answers = await asyncio.gather(*(floor.one.submit(each) for each in wishes))
        codes = [answer.code if isinstance(answer, Refusal) else "done" for answer in answers]
        assert codes == ["done", "sum-changed", "done"]
        assert floor.journal.balance("credit/v1") == 6_00


def collect(id_: str, cents: int) -> CommandRequest:
    return CommandRequest(id_, HOUSE_DEALER, CollectCredit("v1", cents, "00" * 16))


async def test_refused_commands_cost_one_decision_each_and_no_commit(tmp_path: Path) -> None:
    """Once n refused wagers cost n commits and n²/2 decisions, while every table waited."""
    decided: list[str] = []

    sound = cage_aggregate()

    def counting(state: Any, asked: Any, by: Any) -> Any:
        decided.append(type(asked).__name__)
        return sound.decide(state, asked, by)

    async with running(tmp_path, replace(sound, decide=counting)) as floor:
        await floor.one.submit(visit(1))
        await floor.one.submit(CommandRequest("buy", HOUSE_DEALER, BuyCredit("v1", 5_00)))
        commits = floor.writer.commits
        decided.clear()
        asked = [floor.one.submit(collect(f"c{number}", 9_00)) for number in range(200)]
        answers = await asyncio.gather(*asked)
        assert {each.code for each in answers if isinstance(each, Refusal)} == {"sum-changed"}
        assert len(decided) == len(answers) == 200
        assert floor.writer.commits == commits
        assert floor.journal.balance("credit/v1") == 5_00


async def test_an_owner_sees_the_money_that_another_moves_in_the_same_batch(tmp_path: Path) -> None:
    async with running(tmp_path) as floor:
        for inbox in (floor.one, floor.two):
            await inbox.submit(visit(1))
        await floor.one.submit(CommandRequest("buy", HOUSE_DEALER, BuyCredit("v1", 5_00)))
        appended: list[AppendResult] = []
        append = floor.journal.append

        def watched(*batches: Any) -> Any:
            appended.extend(answers := append(*batches))
            return answers

        with patch.object(floor.journal, "append", watched):
            first, second = await in_one_batch(
                floor, (floor.one, [collect("a", 5_00)]), (floor.two, [collect("b", 5_00)])
            )
        assert isinstance(first[0], Committed)
        assert isinstance(second[0], Refusal)
        assert second[0].code == "sum-changed"
        # The second owner refused the command itself, so the journal refused nothing.
        assert [each.refused_by for each in appended] == ["", ""]
        assert floor.journal.balance("credit/v1") == 0


async def test_other_owners_may_use_the_money_of_one_that_fails_in_the_batch(
    tmp_path: Path,
) -> None:
    async with running(tmp_path, failing_at("v3", "decide")) as floor:
        for inbox in (floor.one, floor.two):
            await inbox.submit(visit(1))
        await floor.one.submit(CommandRequest("buy", HOUSE_DEALER, BuyCredit("v1", 5_00)))
        jobs = (floor.one, [collect("a", 5_00), visit(3)]), (floor.two, [collect("b", 5_00)])
        first, second = await in_one_batch(floor, *jobs)
        assert first == ()
        assert isinstance(second[0], Committed)
        assert (floor.writer.failure, floor.one.owner.failure) == (None, "AssertionError: never so")
        assert floor.journal.balance("credit/v1") == 0


async def test_a_journal_that_fails_stops_the_floor(tmp_path: Path) -> None:
    async with running(tmp_path) as floor:
        await floor.one.submit(visit(1))
        with patch.object(floor.journal, "append", side_effect=StorageFailed("full")):
            assert await floor.one.submit(visit(2)) == UNAVAILABLE
        assert isinstance(floor.writer.failure, StorageFailed)
        assert await floor.two.submit(visit(3)) == UNAVAILABLE
        assert len(floor.kept) == 1


def failing_at(visit_: str, part: str) -> Aggregate[Any]:
    """The aggregate of a cage, with a bug that one visit causes."""
    sound = cage_aggregate()
    work: Callable[..., Any] = getattr(sound, part)

    def failing(state: Any, asked: Any, *by: Any) -> Any:
        if getattr(asked, "visit", "") == visit_:
            raise AssertionError("never so")
        return work(state, asked, *by)

    changed: dict[str, Any] = {part: failing}
    return replace(sound, **changed)


@pytest.mark.parametrize("part", ["decide", "evolve"])
async def test_an_unexpected_error_puts_only_its_owner_out_of_service(
    tmp_path: Path, part: str
) -> None:
    """An assertion of one table once stopped every table, the cage and pairing."""
    async with running(tmp_path, failing_at("v3", part)) as floor:
        assert isinstance(await floor.one.submit(visit(1)), Committed)
        asked = [(floor.one, 2), (floor.two, 1), (floor.one, 3), (floor.two, 2)]
        # The journal stores no command of the job with the error.
        with held_up(floor):
            before = asyncio.gather(*(each.submit(visit(9)) for each in (floor.one, floor.two)))
            answering = asyncio.gather(*(each.submit(visit(n)) for each, n in asked))
            await asyncio.sleep(0)
        await before
        answers = await answering
        assert answers[0::2] == [OUT_OF_SERVICE, OUT_OF_SERVICE]
        assert all(isinstance(each, Committed) for each in answers[1::2])
        assert floor.one.owner.failure == "AssertionError: never so"
        assert await floor.one.submit(visit(4)) == OUT_OF_SERVICE
        assert await floor.one.submit_when_due(visit(5)) == OUT_OF_SERVICE
        assert isinstance(await floor.two.submit(visit(4)), Committed)
        assert (floor.writer.failure, floor.two.owner.failure) == (None, "")
        assert floor.one.owner.state.visits.keys() == {"v1", "v9"}
    journal = SqliteJournal(tmp_path / "j.db")
    assert [each.entry.id for each in journal.read(CAGE)] == ["v1", "v9"]
    # The error did not change the state, so a new owner of the stream continues.
    again: StreamOwner[Any] = StreamOwner(journal, CAGE, cage_aggregate(), lambda: "now")
    assert isinstance(again.handle(visit(3))[0], Committed)
    journal.close()


async def test_an_unexpected_error_in_a_snapshot_stops_its_owner_after_the_answers(
    tmp_path: Path,
) -> None:
    async with running(tmp_path) as floor:
        with patch.object(floor.one.owner, "save_snapshot", side_effect=ZeroDivisionError("odd")):
            assert isinstance(await floor.one.submit(visit(1)), Committed)
            while not floor.one.owner.failure:
                await asyncio.sleep(0.001)
        assert await floor.one.submit(visit(2)) == OUT_OF_SERVICE
        assert isinstance(await floor.two.submit(visit(2)), Committed)


async def test_a_snapshot_that_shows_a_damaged_journal_stops_the_floor(tmp_path: Path) -> None:
    async with running(tmp_path) as floor:
        with patch.object(floor.one.owner, "save_snapshot", side_effect=StorageFailed("full")):
            assert isinstance(await floor.one.submit(visit(1)), Committed)
            while floor.delivered < 2:
                await asyncio.sleep(0.001)
        assert floor.writer.failure is not None
        assert await floor.two.submit(visit(2)) == UNAVAILABLE


async def test_an_error_in_building_a_command_stops_its_owner_and_refuses_later_commands(
    tmp_path: Path,
) -> None:
    async with running(tmp_path) as floor:
        first = asyncio.ensure_future(floor.one.submit(visit(1)))
        await asyncio.sleep(0)
        odd = floor.one.submit_when_due(lambda: 1 // 0)  # type: ignore[arg-type, return-value]
        other = floor.one.submit_when_due(lambda: visit(2))
        assert isinstance(await first, Committed)
        assert (await odd, await other) == (OUT_OF_SERVICE, OUT_OF_SERVICE)
        assert "ZeroDivisionError" in floor.one.owner.failure
        assert isinstance(await floor.two.submit(visit(1)), Committed)


async def test_a_full_queue_refuses_patrons_but_not_staff(tmp_path: Path) -> None:
    async with running(tmp_path) as floor:
        asked = [floor.one.submit(visit(n)) for n in range(MAX_WAITING + 20)]
        asked.append(floor.one.submit(visit(9_999), is_bounded=False))
        answers: list[CommandAnswer] = await asyncio.gather(*asked)
        assert answers.count(BUSY) >= 10
        assert isinstance(answers[-1], Committed)


async def test_a_due_command_is_built_on_the_state_after_the_commands_before_it(
    tmp_path: Path,
) -> None:
    """It was once built while the writer still had the commands before it."""
    async with running(tmp_path) as floor:
        seen: list[int] = []

        def due() -> CommandRequest | None:
            seen.append(len(floor.one.owner.state.visits))
            return visit(9)

        first = floor.one.submit(visit(0))
        asked = [asyncio.ensure_future(first)]
        await asyncio.sleep(0)
        asked += [asyncio.ensure_future(floor.one.submit(visit(number))) for number in (1, 2)]
        await asyncio.sleep(0)
        assert isinstance(await floor.one.submit_when_due(due), Committed)
        assert seen == [3]
        assert all(isinstance(each.result(), Committed) for each in asked)


async def test_a_command_that_is_not_due_is_skipped(tmp_path: Path) -> None:
    async with running(tmp_path) as floor:
        assert await floor.one.submit_when_due(lambda: None) is None
        assert isinstance(await floor.one.submit_when_due(lambda: visit(1)), Committed)
        assert floor.one.is_idle
