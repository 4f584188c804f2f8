"""Test a floor with lost connections, restarts, returning patrons and unexpected errors."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from msgspec import structs

from punto.floor.access.staff_access import person_actor
from punto.floor.floor import Floor
from punto.floor.plan import FloorPlan, Pace
from punto.floor.public_view import table_view
from punto.floor.public_view.table_view import Countdown
from punto.floor.read_models import snapshot_file
from punto.floor.read_models.history import History
from punto.floor.streams.aggregates import table_aggregate
from punto.floor.streams.owner import Committed
from punto.floor.streams.writer import CommittedEntry
from punto.floor.tables.table_owner import TableOwner
from punto.house.staff.commands import AssignDealer
from punto.journal.chain import verify
from punto.journal.stores.sqlite import SqliteJournal
from punto.table.commands import InterruptRound
from punto.table.state import IN_ROUND, Phase, Table
from tests.floor.playing import FAST, Served, Terminal, plan_of, served
from tests.floor.working import signed

TABLE = "tiger-5"
SLOW = structs.replace(FAST, betting_ms=900)


async def test_a_voucher_is_redeemed_on_another_terminal_and_only_once(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with floor.terminal(TABLE, cents=750_00) as one:
            answer = await one.done(type="collect", cents=750_00)
            voucher = answer["voucher"]
            assert (voucher["cents"], voucher["terminal"]) == (750_00, one.name)
            again = await one.ask(type="collect", cents=750_00, id=answer["id"])
            assert again == answer, "a repeat gets the same answer and has no effect"
        async with floor.terminal() as two, floor.terminal() as three:
            small = voucher["number"].lower().replace("-", "")
            await two.done(type="redeem", voucher=small)
            await two.until(lambda t: t.money.get("credit_cents") == 750_00)
            assert await three.refused(type="redeem", voucher=small) == "voucher-spent"
            assert await two.refused(type="redeem", voucher=small) == "voucher-spent"
            forged = "A" * len(small)
            assert await two.refused(type="redeem", voucher=forged) == "not-a-voucher"


async def test_collecting_needs_the_sum_that_the_patron_saw_and_no_open_wager(
    tmp_path: Path,
) -> None:
    async with served(
        tmp_path, plan_of("tiger", pace=structs.replace(FAST, betting_ms=3_000))
    ) as f:
        async with f.terminal(TABLE, cents=500_00) as terminal:
            assert await terminal.refused(type="collect", cents=499_00) == "sum-changed"
            assert (await terminal.place(TABLE, tie=100_00))["ok"]
            assert await terminal.refused(type="collect", cents=400_00) == "wager-open"
            assert (await terminal.place(TABLE))["ok"], "an empty set takes all wagers back"
            assert (await terminal.done(type="collect", cents=500_00))["voucher"]


async def test_a_newer_connection_of_a_terminal_ends_the_older_one(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with floor.terminal(TABLE, cents=100_00) as older:
            key = (older.name, older.key)
            async with floor.terminal(TABLE, key=key) as newer:
                assert (await older.heard("goodbye"))["code"] == "taken-over"
                assert newer.welcome["visit"] == older.welcome["visit"]
                assert (await newer.place(TABLE, tie=10_00))["ok"]


async def test_a_repeated_id_gets_the_same_answer_also_after_reconnecting(
    tmp_path: Path,
) -> None:
    plan = plan_of("tiger", pace=structs.replace(FAST, betting_ms=3_000))
    async with served(tmp_path, plan) as floor:
        async with floor.terminal(TABLE, cents=100_00) as terminal:
            view = await terminal.seen(TABLE, "bets-open")
            wish = {
                "type": "place-wagers",
                "table": TABLE,
                "round": view["round"],
                "after": 0,
                "stakes": [{"wager": "tie", "cents": 10_00}],
                "id": "a" * 32,
            }
            first = await terminal.done(**wish)
            assert await terminal.done(**wish) == first
            await terminal.until(lambda t: t.money.get("credit_cents") == 90_00)
        key = (terminal.name, terminal.key)
        async with floor.terminal(TABLE, key=key) as again:
            assert again.welcome["credit_cents"] == 90_00
            assert (await again.ask(**wish))["number"] == first["number"]


async def test_the_limits_of_a_patron_are_enforced(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with floor.terminal(TABLE, cents=1_000_00) as terminal:
            await terminal.done(type="limits", loss_cents=50_00, minutes=60)
            assert (await terminal.place(TABLE, tie=60_00))["code"] == "loss-limit"
            assert (await terminal.place(TABLE, tie=40_00))["ok"]
            await terminal.done(type="limits", loss_cents=900_00, minutes=None)
            limits = floor.floor.visits.limits(terminal.welcome["visit"])
            assert (limits.loss_cents, limits.minutes) == (50_00, 60), (
                "a raised limit starts after a day"
            )


async def test_a_graceful_stop_finishes_the_round_and_a_restart_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The stop writes the snapshot file, and the restart begins with it.
    monkeypatch.setattr(snapshot_file, "ENTRIES_WORTH", 1)

    plan = plan_of(
        "tiger", "tiger-no-commission-live", pace=structs.replace(FAST, betting_ms=5_000)
    )
    async with served(tmp_path, plan) as floor:
        async with floor.terminal(TABLE, cents=500_00) as terminal:
            round_ = (await terminal.place(TABLE, player=100_00))["receipt"]["round"]
            floor.server.should_exit = True
            assert (await terminal.heard("notice"))["level"] == "warn"
            assert (await terminal.heard("goodbye"))["code"] == "stopping"
            key = (terminal.name, terminal.key)
    begun = Floor(plan, tmp_path)
    assert begun.replica.history.tables[TABLE].rounds[round_].is_over
    begun.journal.close()
    async with served(tmp_path, plan) as floor, floor.terminal(TABLE, key=key) as again:
        shown = await again.recalled(TABLE, round_)
        assert shown["wagers"][0]["result"] in ("won", "lost", "push")
        assert again.welcome["credit_cents"] == shown["after_cents"]
        view = await again.seen(TABLE, "bets-open")
        assert view["round"] > round_


def test_a_stop_at_any_moment_leaves_no_unfinished_round(tmp_path: Path) -> None:
    at_once = Pace(1, confirm_ms=1, card_gap_ms=1, settle_ms=1, result_pause_ms=1, shoe_ms=1)

    async def left_in_a_round(milliseconds: int) -> list[str]:
        floor = Floor(plan_of("tiger", "seven-up", "super-six-plus", pace=at_once), tmp_path)
        await floor.start()
        await asyncio.sleep(milliseconds / 1_000)
        await floor.stop()
        desks = (each.queue.owner for each in floor.owners.values())
        return [desk.stream for desk in desks if desk.state.phase in IN_ROUND]

    for milliseconds in range(20, 200, 12):
        assert asyncio.run(left_in_a_round(milliseconds)) == []


@pytest.mark.parametrize(
    "game", ["tiger", "seven-up", "tiger-no-commission-live", "super-six-plus"]
)
def test_a_terminal_draws_the_views_recomputed_from_the_journal(tmp_path: Path, game: str) -> None:
    drawn: list[dict[str, Any]] = []

    async def play(plan: FloorPlan) -> None:
        table = plan.tables[0].key
        async with served(tmp_path, plan) as floor:
            async with floor.terminal(table, cents=5_000_00) as terminal:
                for _ in range(4):
                    answer = await terminal.place(table, banker=100_00, tie=20_00)
                    await terminal.seen(table, "settled", after=answer["receipt"]["round"] - 1)
                drawn.extend(each for each in terminal.heard_all if each["type"] == "view")

    plan = plan_of(game)
    asyncio.run(play(plan))
    recomputed = _recomputed(tmp_path, plan)
    assert len(drawn) > 20
    for view in drawn:
        seat = view["own"]["seat"] if view["own"] else None
        public, own = recomputed[view["version"], seat]
        assert {**_plain(view), "own": view["own"]} == {**_plain(public), "own": own}


def _plain(view: dict[str, Any]) -> dict[str, Any]:
    """A view without fields that depend on the moment: clocks, credit, and roads already sent."""
    passing = ("timer", "own", "roads", "credit_cents", "paced_ms", "closing", "type")
    return {name: value for name, value in view.items() if name not in passing}


def _recomputed(folder: Path, plan: FloorPlan) -> dict[tuple[int, int | None], Any]:
    """Every view of a table, recomputed only from its journal."""
    journal = SqliteJournal(folder / "floor.db", read_only=True)
    verify(journal)
    (table,) = plan.tables
    business, history = table_aggregate(table.key), History()
    state: Table = business.new
    views: dict[tuple[int, int | None], Any] = {}
    for kept in journal.in_order():
        history.apply(CommittedEntry(kept.stream, kept.number, kept.entry))
        if kept.stream != table.key:
            continue
        for event in kept.entry.events:
            state = business.evolve(state, event)
        past = history.table(table.key)
        view = table_view.public_view(table, state, past, Countdown(None, {}), may_answer=False)
        for seat in (None, *state.seats):
            own = table_view.seat_view(state, past, seat) if seat else None
            views[state.events, seat] = (
                json.loads(table_view.ENCODE(view)),
                json.loads(table_view.ENCODE(own)),
            )
    journal.close()
    return views


async def test_an_old_round_is_recalled_from_the_journal(tmp_path: Path) -> None:
    with patch("punto.floor.read_models.history.MAX_ROUNDS", 2):
        async with served(tmp_path, plan_of("tiger")) as floor:
            async with floor.terminal(TABLE, cents=500_00) as terminal:
                round_ = (await terminal.place(TABLE, player=100_00))["receipt"]["round"]
                await floor.over(TABLE, round_)
                before = await terminal.recalled(TABLE, round_)
                await terminal.seen(TABLE, "settled", after=round_ + 2)
                assert round_ not in floor.floor.replicas[TABLE].history.rounds
                after = await terminal.recalled(TABLE, round_)
                assert {**after, "before_cents": 0, "after_cents": 0} == {
                    **before,
                    "before_cents": 0,
                    "after_cents": 0,
                }
                listed = await floor.get(f"/api/tables/{TABLE}/rounds?before={round_ + 1}&limit=1")
                assert [each["round"] for each in listed["rounds"]] == [round_]


async def test_a_changed_plan_takes_effect_between_rounds(tmp_path: Path) -> None:
    plan = plan_of("tiger")
    async with served(tmp_path, plan) as floor:
        async with floor.terminal(TABLE, cents=500_00) as terminal:
            await terminal.place(TABLE, tie=100_00)
    (table,) = plan.tables
    fewer = structs.replace(table.settings, decks=6, betting_seconds=9)
    changed = replace(plan, tables=(replace(table, settings=fewer),))
    async with served(tmp_path, changed) as floor:
        live = floor.floor.owners[TABLE]
        async with asyncio.timeout(20):
            while live.state.shoe is None:
                await asyncio.sleep(0.01)
        assert live.state.settings == fewer
        assert live.state.device.decks == 6


def _is_asked(view: dict[str, Any]) -> bool:
    return view["hold"] is not None and view["hold"]["may_answer"]


async def test_after_an_interruption_each_patron_may_withdraw_or_stay(tmp_path: Path) -> None:
    live = "tiger-live-8"

    plan = plan_of("tiger-no-commission-live", pace=structs.replace(FAST, card_gap_ms=300))
    async with served(tmp_path, plan) as floor:
        async with (
            floor.terminal(live, cents=500_00) as leaves,
            floor.terminal(live, cents=500_00) as stays,
        ):
            placing = [each.place(live, player=100_00) for each in (leaves, stays)]
            one, two = await asyncio.gather(*placing)
            assert one["receipt"]["round"] == two["receipt"]["round"]
            round_ = one["receipt"]["round"]
            for each in (leaves, stays):
                await each.seen(live, "dealing", after=round_ - 1)
            await floor.floor.owners[live].ask(InterruptRound())
            for each in (leaves, stays):
                await each.until(lambda t: bool((t.views[live]["hold"] or {}).get("may_answer")))
            hold = leaves.views[live]["hold"]
            assert hold["is_offer"]
            assert hold["timer"]["of_ms"] == 30_000
            await leaves.done(type="answer-withdrawal", table=live, withdraws=True)
            await leaves.until(lambda t: t.money.get("credit_cents") == 500_00)
            some = [{"wager": "tie", "cents": 100}]
            code = await stays.refused(
                type="answer-withdrawal", table=live, withdraws=True, stakes=some
            )
            assert code == "nothing-held"
            code = await leaves.refused(type="answer-withdrawal", table=live, withdraws=True)
            assert code in ("nothing-held", "not-your-seat")
            await stays.done(type="answer-withdrawal", table=live, withdraws=False)
            view = await leaves.seen(live, "settled", after=round_ - 1)
            (wager,) = view["own"]["settled"]
            assert (wager["result"], wager["returned_cents"]) == ("withdrawn", 100_00)
            view = await stays.seen(live, "settled", after=round_ - 1)
            assert view["own"]["settled"][0]["result"] in ("won", "lost", "push")


async def _stopped(floor: Served, terminal: Terminal, why: str) -> None:
    """Check that the floor has stopped, and reports it to terminals and monitors."""
    await terminal.until(lambda t: any(each["type"] == "notice" for each in t.heard_all))
    assert await terminal.refused(type="buy", cents=1_00) == "floor-unavailable"
    async with floor.http() as client:
        ready = await client.get("/ready")
        assert (ready.status_code, ready.json()["why"]) == (503, why)
        assert (await client.get("/health")).status_code == 200
    rounds = {key: live.state.rounds for key, live in floor.floor.owners.items()}
    await asyncio.sleep(0.6)
    assert {key: live.state.rounds for key, live in floor.floor.owners.items()} == rounds


@pytest.mark.parametrize("part", ["replica.apply", "staff_screens.refresh"])
async def test_an_unexpected_error_after_a_commit_stops_the_floor_but_not_the_answer(
    tmp_path: Path, part: str
) -> None:
    # A long betting time keeps other commits away from this test.
    plan = plan_of("tiger", "super-six", pace=structs.replace(FAST, betting_ms=20_000))

    async with served(tmp_path, plan) as floor:
        async with floor.terminal(TABLE, cents=100_00) as terminal:
            owner, _, name = part.rpartition(".")
            where = getattr(floor.floor, owner)
            # Patch the class, because a replica accepts only its fields as attributes.
            with patch.object(type(where), name, side_effect=AssertionError("never so")):
                # A durable command is answered as done, although the floor stops after it.
                if owner != "staff_screens":
                    await terminal.done(type="buy", cents=1_00)
                else:
                    dealer = person_actor(floor.floor.staff.state.people["D-214"])
                    attends = AssignDealer("super-six-1", attends=True, at="")
                    answer = await floor.floor.staff.ask(attends, dealer)
                    assert isinstance(answer, Committed)
                await _stopped(floor, terminal, "AssertionError: never so")


async def _end_shoe(live: TableOwner) -> None:
    """End the shoe as soon as no round is in progress."""
    await live.end_shoe()
    while live.state.shoe is not None:
        await asyncio.sleep(0)
        await live.end_shoe()


@asynccontextmanager
async def _default_threads_busy() -> AsyncIterator[None]:
    """Keep every thread of the loop's default pool busy while the block runs."""
    loop, released = asyncio.get_running_loop(), threading.Event()
    loop.set_default_executor(ThreadPoolExecutor(1))
    busy = loop.run_in_executor(None, released.wait)
    try:
        yield
        assert not busy.done()
    finally:
        released.set()


@pytest.mark.timeout(120)
async def test_a_shoe_and_a_checkpoint_do_not_wait_for_passwords(tmp_path: Path) -> None:
    """They once shared the default threads with passwords, help and odds."""

    async with served(tmp_path, plan_of("tiger", checkpoint_seconds=0)) as floor:
        live, exporter = floor.floor.owners[TABLE], floor.floor.exporter
        await floor.over(TABLE, 1)
        async with _default_threads_busy():
            before, rounds = exporter.last, live.state.rounds
            await _end_shoe(live)
            await floor.over(TABLE, rounds + 2)
            while exporter.last is before:
                await asyncio.sleep(0.01)


@pytest.mark.timeout(120)
async def test_a_dealer_who_loads_a_shoe_does_not_wait_for_passwords(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor, signed(floor, "D-214") as dealer:
        live = floor.floor.owners[TABLE]
        await dealer.attend(TABLE)
        while live.state.phase is not Phase.SETTLED:
            await dealer.next(TABLE)
        await _end_shoe(live)
        async with _default_threads_busy():
            await dealer.does(TABLE, "LoadShoe")


async def test_the_sealing_thread_deletes_the_order_of_an_ended_shoe(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        live = floor.floor.owners[TABLE]
        await floor.over(TABLE, 1)
        (order,) = (tmp_path / "sealed").iterdir()
        released = threading.Event()
        slow = live.sealing.submit(released.wait, 60)
        try:
            await _end_shoe(live)
            assert (await floor.get("/health"))["status"] == "alive"
            assert order.exists()
            assert not slow.done()
        finally:
            released.set()
        await floor.over(TABLE, live.state.rounds + 1)
        assert not order.exists()


async def test_the_threads_of_a_floor_end_with_it(tmp_path: Path) -> None:
    names = {f"punto-{each}_0" for each in ("recall", "audit", "sealing", "export")}
    others = set(threading.enumerate())

    def own() -> set[str]:
        return {each.name for each in set(threading.enumerate()) - others}

    async with served(tmp_path, plan_of("tiger")) as floor:
        await floor.over(TABLE, 1)
        await floor.get(f"/api/tables/{TABLE}/rounds/1")
        await floor.floor.storage.auditing.read(lambda reader: reader.streams())
        while floor.floor.exporter.last is None:
            await asyncio.sleep(0.01)
        assert names <= own()
    assert not names & own()
