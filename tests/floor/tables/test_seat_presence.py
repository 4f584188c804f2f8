"""A lost terminal keeps the wagers that it saw accepted, and later loses its seat."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any
from unittest.mock import patch

import pytest
from msgspec import structs

from punto.floor.broadcast import Subscriber
from punto.floor.floor import Floor
from punto.floor.streams.command_queue import MAX_WAITING
from punto.floor.streams.owner import CommandRequest, Committed
from punto.journal.stores.sqlite import SqliteJournal
from punto.table.actors import DEVICE, HOUSE_DEALER, Actor, patron_actor
from punto.table.commands import CloseBets, Command, PlaceWagers, TakeSeat
from punto.table.stakes import Stake
from punto.table.state import IN_ROUND, Phase
from tests.floor.playing import FAST, Served, Terminal, entries_of, plan_of, served
from tests.floor.terminals.visiting import visiting

TABLE = "tiger-5"
SLOW = structs.replace(FAST, betting_ms=900)


async def test_a_terminal_that_saw_its_wager_accepted_is_settled_in_its_absence(
    tmp_path: Path,
) -> None:
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


async def _acknowledged(floor: Served, terminal: Terminal) -> None:
    """Waits until the table knows what the terminal has painted."""
    live = floor.floor.owners[TABLE]
    view = await terminal.seen(TABLE, "bets-open", "bets-closed")
    while live.state.current.accepted.get(view["own"]["seat"], 0) < view["own"]["set"]:
        await asyncio.sleep(0.005)


async def test_a_terminal_cut_off_before_it_saw_the_acceptance_is_not_in_the_round(
    tmp_path: Path,
) -> None:
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


@pytest.mark.parametrize("phase", ["bets-closed", "dealing", "complete", "settled"])
async def test_a_connection_lost_after_the_close_changes_nothing(
    tmp_path: Path, phase: str
) -> None:
    pace = structs.replace(FAST, card_gap_ms=60, settle_ms=120, confirm_ms=400)

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


class SteppedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes only when a test advances it."""

    now = 0.0

    def time(self) -> float:
        return self.now


class Seated:
    """A floor without sockets, and a terminal that has a seat and 10.00 on Player."""

    def __init__(self, floor: Floor, loop: SteppedLoop) -> None:
        self.floor, self.loop, self.live = floor, loop, floor.owners[TABLE]

    async def begin(self) -> None:
        self.terminal, self.visit = await visiting(self.floor)
        self.attach()
        await self.done(TakeSeat(1, self.visit), self.patron)
        while self.live.state.phase is not Phase.BETS_OPEN:
            await self.advance(0.01)
        await self.done(self.wager(), self.patron)

    @property
    def patron(self) -> Actor:
        return patron_actor(self.visit)

    def wager(self, after: int = 0) -> PlaceWagers:
        return PlaceWagers(self.live.state.rounds, 1, (Stake("player", 10_00),), after)

    def asked(self, command: Command, by: Actor) -> CommandRequest:
        return CommandRequest(token_hex(8), by, command)

    async def done(self, command: Command, by: Actor = HOUSE_DEALER) -> None:
        answer = await self.live.queue.submit(self.asked(command, by))
        assert isinstance(answer, Committed), answer

    def attach(self) -> None:
        self.connection = Subscriber(self.terminal)
        self.floor.broadcaster.join(self.connection)
        self.floor.presence.attach(self.connection, self.visit)

    def detach(self) -> None:
        self.floor.presence.detach(self.connection)

    async def advance(self, seconds: float) -> None:
        """Lets time pass, and waits until the table has answered what is then due."""
        self.loop.now += seconds
        # The first turn of the loop finds the timers that are due, the second runs them.
        for _ in range(3):
            await asyncio.sleep(0)
        await self.idle()

    async def idle(self) -> None:
        while not self.live.queue.is_idle:
            await asyncio.sleep(0)

    @property
    def recorded(self) -> list[str]:
        return changes_of(self.floor, "TerminalDisconnected", "TerminalReconnected", "BetsClosed")

    @property
    def marked(self) -> bool:
        return self.live.state.seats[1].is_cut_off


@contextmanager
def held_back(journal: SqliteJournal) -> Iterator[Callable[[], None]]:
    """A journal that takes nothing until it is released."""
    append, released = journal.append, threading.Event()

    def slow(*batches: Any) -> Any:
        released.wait()
        return append(*batches)

    with patch.object(journal, "append", slow):
        try:
            yield released.set
        finally:
            released.set()


def changes_of(floor: Floor, *kinds: str) -> list[str]:
    """The events of some kinds in the journal of the table, in order."""
    told = (event for kept in entries_of(floor, TABLE) for event in kept.entry.events)
    return [name for event in told if (name := type(event).__name__) in kinds]


def stepped(folder: Path, play: Callable[[Seated], Awaitable[None]]) -> None:
    """Play at a table where bets stay open while the clock is stopped."""

    async def main() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, SteppedLoop)
        floor = Floor(plan_of("tiger", pace=structs.replace(FAST, betting_ms=600_000)), folder)
        await floor.start()
        seated = Seated(floor, loop)
        await seated.begin()
        try:
            await play(seated)
        finally:
            await seated.idle()
            seated.detach()
            await floor.stop()

    with asyncio.Runner(loop_factory=SteppedLoop) as runner:
        runner.run(main())


def test_a_terminal_that_is_gone_for_a_moment_leaves_no_entry(tmp_path: Path) -> None:
    async def play(seated: Seated) -> None:
        for _ in range(50):
            seated.detach()
            await seated.advance(0.9)
            seated.attach()
            await seated.advance(0.9)
        await seated.advance(10)
        assert seated.recorded == []

    stepped(tmp_path, play)


def test_a_change_that_lasts_is_recorded_once(tmp_path: Path) -> None:
    async def play(seated: Seated) -> None:
        seated.detach()
        await seated.advance(1)
        assert seated.recorded == ["TerminalDisconnected"]
        assert seated.marked
        await seated.advance(10)
        seated.attach()
        await seated.advance(0.9)
        assert seated.recorded == ["TerminalDisconnected"]
        await seated.advance(0.1)
        assert seated.recorded == ["TerminalDisconnected", "TerminalReconnected"]
        await seated.advance(10)
        assert len(seated.recorded) == 2
        assert not seated.marked

    stepped(tmp_path, play)


CLOSES: dict[str, Callable[[Seated], CommandRequest]] = {
    "close": lambda seated: seated.asked(CloseBets(), HOUSE_DEALER),
    "card": lambda seated: seated.live.dealer.draw_command(),
    "cards": lambda seated: seated.asked(
        seated.live.dealer.several_cards_report(2, (), "", DEVICE)[1], DEVICE
    ),
}


@pytest.mark.parametrize("close", CLOSES.values(), ids=CLOSES)
def test_a_terminal_that_has_just_gone_is_recorded_before_the_close(
    tmp_path: Path, close: Callable[[Seated], CommandRequest]
) -> None:
    async def play(seated: Seated) -> None:
        seated.detach()
        assert isinstance(await seated.live.queue.submit(close(seated)), Committed)
        assert seated.recorded == ["TerminalDisconnected", "BetsClosed"]
        assert 1 in seated.live.state.current.cut_off_at_close

    stepped(tmp_path, play)


def test_a_terminal_that_is_just_back_is_recorded_before_the_close(tmp_path: Path) -> None:
    async def play(seated: Seated) -> None:
        seated.detach()
        await seated.advance(5)
        seated.attach()
        await seated.done(CloseBets())
        assert seated.recorded == ["TerminalDisconnected", "TerminalReconnected", "BetsClosed"]
        assert seated.live.state.current.cut_off_at_close == frozenset()

    stepped(tmp_path, play)


def test_the_house_dealer_closes_bets_after_the_change_is_recorded(tmp_path: Path) -> None:
    async def play(seated: Seated) -> None:
        seated.loop.now += 599.5
        seated.detach()
        while seated.live.state.phase is Phase.BETS_OPEN:
            await seated.advance(0.1)
        assert seated.recorded[:2] == ["TerminalDisconnected", "BetsClosed"]

    stepped(tmp_path, play)


def test_a_wager_that_is_decided_just_before_the_close_counts(tmp_path: Path) -> None:
    """The terminal goes while its wager waits in the inbox, and the close waits behind it."""

    async def play(seated: Seated) -> None:
        placed = seated.live.state.current.sets[1].number
        taken_back = PlaceWagers(seated.live.state.rounds, 1, (), placed)
        asking = asyncio.gather(
            seated.done(taken_back, seated.patron),
            seated.done(seated.wager(), seated.patron),
            seated.done(CloseBets()),
        )
        seated.detach()
        await asking
        assert seated.recorded == ["TerminalDisconnected", "BetsClosed"]

    stepped(tmp_path, play)


def test_a_terminal_that_returns_while_its_loss_is_recorded_is_not_cut_off(tmp_path: Path) -> None:
    async def play(seated: Seated) -> None:
        with held_back(seated.floor.journal) as release:
            seated.detach()
            seated.loop.now += 1
            while seated.live.queue.is_idle:
                await asyncio.sleep(0)
            seated.attach()
            assert not seated.marked, "not written yet"
            release()
            await seated.idle()
        await seated.advance(1)
        assert seated.recorded == ["TerminalDisconnected", "TerminalReconnected"]
        assert not seated.marked
        assert 1 in seated.live.connected

    stepped(tmp_path, play)


MANY = MAX_WAITING + 1


def test_a_change_waits_while_the_inbox_is_full_as_a_wager_would(tmp_path: Path) -> None:
    async def play(seated: Seated) -> None:
        with held_back(seated.floor.journal) as release:
            number = seated.live.state.current.sets[1].number
            more = [seated.done(seated.wager(number + n), seated.patron) for n in range(MANY)]
            asking = [asyncio.ensure_future(each) for each in more]
            await asyncio.sleep(0)
            assert seated.live.queue.is_full
            seated.detach()
            seated.loop.now += 1
            for _ in range(3):
                await asyncio.sleep(0)
            release()
            await asyncio.gather(*asking)
        assert seated.recorded == []
        await seated.advance(1)
        assert seated.recorded == ["TerminalDisconnected"]

    stepped(tmp_path, play)


async def test_connecting_in_a_loop_does_not_fill_the_journal(tmp_path: Path) -> None:
    """A patron wrote 8,000 entries in 8 seconds by this."""

    plan = plan_of("tiger", pace=structs.replace(FAST, betting_ms=600_000))
    async with served(tmp_path, plan) as floor:
        async with floor.terminal(TABLE, cents=100_00) as terminal:
            assert (await terminal.place(TABLE, player=10_00))["ok"]
            key = (terminal.name, terminal.key)
        begun = asyncio.get_running_loop().time()
        for _ in range(50):
            async with floor.terminal(key=key):
                pass
        seconds = asyncio.get_running_loop().time() - begun
        recorded = changes_of(floor.floor, "TerminalDisconnected", "TerminalReconnected")
        assert len(recorded) <= seconds + 1, "one per second and seat"


async def test_an_abandoned_seat_becomes_free(tmp_path: Path) -> None:
    plan = plan_of("tiger", pace=structs.replace(FAST, seat_hold_ms=1))
    async with served(tmp_path, plan) as floor:
        live = floor.floor.owners[TABLE]
        async with floor.terminal(TABLE, cents=100_00):
            assert live.state.seats
        async with asyncio.timeout(20):
            while live.state.seats:
                await asyncio.sleep(0.05)
        assert live.state.phase in IN_ROUND or live.state.rounds
