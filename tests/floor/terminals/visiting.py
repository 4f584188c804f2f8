"""Serve a floor with a clock that tests set, and correct a round."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from punto.floor.floor import Floor
from punto.floor.wire import terminal as wire
from punto.journal.keys import KeyRing
from punto.table.refusals import Refusal
from punto.table.state import Phase
from tests.floor.playing import Served, Terminal, plan_of
from tests.floor.working import Member

TIGER = "tiger-5"
START = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Clock:
    """A clock that moves only when a test sets it."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


@asynccontextmanager
async def opened(folder: Path, ring: KeyRing | None = None) -> AsyncIterator[tuple[Floor, Clock]]:
    """A floor without a server while the block runs, and its clock."""
    clock = Clock()
    floor = Floor(plan_of("tiger"), folder, clock, ring=ring)
    await floor.start()
    try:
        yield floor, clock
    finally:
        await floor.stop()


def id_(number: int) -> str:
    return f"{number:032x}"


async def visiting(floor: Floor, cents: int = 100_00) -> tuple[str, str]:
    """A terminal with a visit that has credit."""
    paired = await floor.enrolment.enrol()
    assert not isinstance(paired, Refusal)
    visit = await floor.visits.visit(paired[0])
    assert isinstance(visit, str)
    await floor.visits.buy_demo_credit(wire.BuyCredit(id_(1), cents), paired[0], visit)
    return paired[0], visit


async def corrected(
    floor: Served, one: Terminal, two: Terminal, dealer: Member, boss: Member
) -> tuple[Terminal, Terminal]:
    """The patrons who owe and are owed after the correction of a round with bets on both hands."""
    live = floor.floor.owners[TIGER]

    async def on(*phases: Phase) -> None:
        while live.state.phase not in phases:
            before, step = live.state, dealer.picture(TIGER)["next"]
            if step["act"] is None or step["off_because"] is not None:
                await asyncio.sleep(0.01)
                continue
            answer = await dealer.act(step["act"]["command"], TIGER, **step["act"]["with"])
            # The house may have done this step just before the dealer took the table over.
            assert answer["ok"] or live.state is not before, answer

    await dealer.attend(TIGER)
    await on(Phase.SETTLED, Phase.VOID)
    # A shoe without a commitment: otherwise the commitment proves which cards it had.
    await dealer.does(TIGER, "EndShoe")
    await dealer.does(TIGER, "LoadShoe", shoe="emulator")
    await on(Phase.BETS_OPEN)
    assert (await one.place(TIGER, banker=100_00))["ok"]
    assert (await two.place(TIGER, player=100_00))["ok"]
    await on(Phase.SETTLED)
    last = floor.floor.replicas[TIGER].history.last
    assert last is not None
    await one.until(lambda _: last.is_over)
    has_banker_won = last.winner == "B"
    cards = ["9h", "2c", "Td", "3s"] if has_banker_won else ["2c", "9h", "3s", "Td"]
    await boss.does(
        TIGER,
        "ReportIrregularity",
        "P-07",
        trigger="wrong-display",
        round=last.number,
        cards=cards,
        evidence="camera 4",
    )
    return (one, two) if has_banker_won else (two, one)
