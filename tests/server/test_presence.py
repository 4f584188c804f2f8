"""Terminals whose lines break: what becomes of their wagers and of their seats."""

import asyncio
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from punto.table.state import IN_ROUND
from tests.server.playing import FAST, Served, Terminal, plan_of, served

TABLE = "tiger-5"
SLOW = replace(FAST, betting_ms=900)


def test_a_terminal_that_saw_its_wager_accepted_is_settled_in_its_absence(tmp_path: Path) -> None:
    async def play() -> None:
        async with served(tmp_path, plan_of("tiger")) as floor:
            async with floor.terminal(TABLE, cents=500_00) as terminal:
                answer = await terminal.place(TABLE, player=100_00)
                await _acknowledged(floor, terminal)
                key, round_ = (terminal.name, terminal.key), answer["receipt"]["round"]
            async with floor.terminal(TABLE, key=key) as again:
                view = await again.seen(TABLE, "settled", after=round_ - 1)
                shown = await again.recalled(TABLE, round_)
                (wager,) = shown["wagers"]
                assert wager["result"] in ("won", "lost", "push")
                assert shown["before_cents"] == 500_00
                assert view["own"] is not None, "the seat was kept"
                assert again.welcome["credit_cents"] in (400_00, shown["after_cents"])

    asyncio.run(play())


async def _acknowledged(floor: Served, terminal: Terminal) -> None:
    """Waits until the table knows what the terminal has painted."""
    live = floor.floor.tables[TABLE]
    view = await terminal.seen(TABLE, "bets-open", "bets-closed")
    while live.state.current.accepted.get(view["own"]["seat"], 0) < view["own"]["set"]:
        await asyncio.sleep(0.005)


def test_a_terminal_cut_off_before_it_saw_the_acceptance_is_not_in_the_round(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with served(tmp_path, plan_of("tiger", pace=SLOW)) as floor:
            async with floor.terminal(TABLE, cents=500_00) as terminal:
                terminal.acknowledges = False
                answer = await terminal.place(TABLE, player=100_00)
                key, round_ = (terminal.name, terminal.key), answer["receipt"]["round"]
            await floor.over(TABLE, round_)
            async with floor.terminal(TABLE, key=key) as again:
                shown = await again.recalled(TABLE, round_)
                (wager,) = shown["wagers"]
                assert wager["result"] == "void"
                assert wager["clause"] == "POLICY P2"
                assert wager["returned_cents"] == 100_00
                assert again.welcome["credit_cents"] == 500_00

    asyncio.run(play())


@pytest.mark.parametrize("phase", ["bets-closed", "dealing", "complete", "settled"])
def test_a_line_that_breaks_after_the_close_changes_nothing(tmp_path: Path, phase: str) -> None:
    pace = replace(FAST, card_gap_ms=60, settle_ms=120, confirm_ms=400)

    async def play() -> None:
        async with served(tmp_path, plan_of("tiger", pace=pace)) as floor:
            async with floor.terminal(TABLE, cents=500_00) as terminal:
                terminal.acknowledges = phase != "bets-closed"
                answer = await terminal.place(TABLE, player=100_00)
                round_ = answer["receipt"]["round"]
                await terminal.seen(TABLE, phase, after=round_ - 1)
                key = (terminal.name, terminal.key)
            async with floor.terminal(TABLE, key=key) as again:
                await floor.over(TABLE, round_)
                shown = await again.recalled(TABLE, round_)
                assert shown["wagers"][0]["result"] in ("won", "lost", "push")
                net = shown["wagers"][0]["returned_cents"] - 100_00
                assert shown["after_cents"] - shown["before_cents"] == net
                await again.until(lambda t: TABLE in t.views and t.views[TABLE]["round"] > round_)
                assert again.views[TABLE]["credit_cents"] == 500_00 + net

    asyncio.run(play())


def test_a_terminal_that_is_back_before_its_loss_is_written_is_not_cut_off(tmp_path: Path) -> None:
    """It was asked whether it is cut off before it was, and stayed so for as long as it played."""

    async def play() -> None:
        plan = plan_of("tiger", pace=replace(FAST, betting_ms=20_000))
        async with served(tmp_path, plan) as floor:
            live, append = floor.floor.tables[TABLE], floor.floor.journal.append
            written = threading.Event()

            def slow(*batches: Any) -> Any:
                written.wait(10)
                return append(*batches)

            async with floor.terminal(TABLE, cents=100_00) as terminal:
                assert (await terminal.place(TABLE, banker=1_00))["ok"]
                await _acknowledged(floor, terminal)
                key = (terminal.name, terminal.key)
                with patch.object(floor.floor.journal, "append", slow):
                    await terminal.line.close()
                    while terminal.name in floor.floor.hub.by_terminal:
                        await asyncio.sleep(0.01)
                    async with floor.terminal(TABLE, key=key) as again:
                        seat = live.seat_of(again.welcome["visit"])
                        assert seat is not None
                        assert not live.state.seats[seat].is_cut_off, "not written yet"
                        written.set()
                        while not live.inbox.is_idle:
                            await asyncio.sleep(0.01)
                        assert not live.state.seats[seat].is_cut_off
                        assert seat in live.connected
            told = [e for kept in floor.floor.entries(TABLE, 1, 10_000) for e in kept.entry.events]
            names = [type(each).__name__ for each in told]
            assert names.index("TerminalLost") < names.index("TerminalRegained")

    asyncio.run(play())


def test_a_seat_that_nobody_comes_back_to_is_given_up(tmp_path: Path) -> None:
    async def play() -> None:
        plan = plan_of("tiger", pace=replace(FAST, seat_hold_ms=1))
        async with served(tmp_path, plan) as floor:
            live = floor.floor.tables[TABLE]
            async with floor.terminal(TABLE, cents=100_00):
                assert live.state.seats
            async with asyncio.timeout(20):
                while live.state.seats:
                    await asyncio.sleep(0.05)
            assert live.state.phase in IN_ROUND or live.state.rounds

    asyncio.run(play())
