"""Test visits and patrons' limits with a real journal and a clock that tests set."""

import asyncio
from datetime import timedelta
from pathlib import Path

from punto.floor.streams.owner import CommandRequest, Committed
from punto.floor.terminals.connection import begin_next_visit, send_welcome
from punto.floor.wire import terminal as wire
from punto.ledger.cage import HandPay
from punto.table.actors import Actor, ActorKind
from punto.table.refusals import Refusal
from tests.floor.playing import plan_of, served
from tests.floor.terminals.visiting import TIGER, corrected, id_, opened, visiting
from tests.floor.working import signed


async def test_a_terminal_has_one_visit_at_a_time(tmp_path: Path) -> None:
    async with opened(tmp_path) as (floor, _):
        paired = await floor.enrolment.enrol()
        assert not isinstance(paired, Refusal)
        visits = await asyncio.gather(*(floor.visits.visit(paired[0]) for _ in range(8)))
        assert len(set(visits)) == 1


async def test_the_time_limit_refuses_stakes_but_not_withdrawals(tmp_path: Path) -> None:
    async with opened(tmp_path) as (floor, clock):
        terminal, visit = await visiting(floor)
        await floor.visits.set_limits(wire.SetLimits(id_(2), None, 30), terminal, visit)
        assert floor.visits.over_limit(visit, 10_00) is None
        clock.now += timedelta(minutes=30)
        refusal = floor.visits.over_limit(visit, 10_00)
        assert refusal is not None
        assert refusal.code == "time-limit"
        assert floor.visits.over_limit(visit, -10_00) is None


async def test_the_time_limit_runs_from_the_first_credit(tmp_path: Path) -> None:
    """A terminal that had stood idle for three hours refused the first wager of a time limit."""
    async with opened(tmp_path) as (floor, clock):
        paired = await floor.enrolment.enrol()
        assert not isinstance(paired, Refusal)
        terminal, visit = paired[0], await floor.visits.visit(paired[0])
        assert isinstance(visit, str)
        idle = floor.visits.session(visit)
        assert idle is not None
        assert (idle.since, floor.visits.balance(visit).since) == ("", "")
        clock.now += timedelta(hours=3)
        await floor.visits.buy_demo_credit(wire.BuyCredit(id_(1), 100_00), terminal, visit)
        await floor.visits.set_limits(wire.SetLimits(id_(2), None, 60), terminal, visit)
        assert floor.visits.over_limit(visit, 10_00) is None
        clock.now += timedelta(minutes=59)
        # More credit does not restart the time, because the patron set the limit.
        await floor.visits.buy_demo_credit(wire.BuyCredit(id_(3), 100_00), terminal, visit)
        clock.now += timedelta(minutes=1)
        refusal = floor.visits.over_limit(visit, 10_00)
        assert refusal is not None
        assert refusal.code == "time-limit"
        assert floor.visits.balance(visit).since == "2026-01-01T15:00:00.000Z"


async def test_a_command_for_a_visit_that_the_cage_just_ended_is_refused(tmp_path: Path) -> None:
    """The connection closed without a reason, because the floor no longer knew the visit."""

    async with served(tmp_path, plan_of("tiger")) as floor:
        async with floor.terminal(TIGER, cents=50_00) as one:
            visit = one.welcome["visit"]
            command = HandPay(visit, 50_00)
            asked = CommandRequest("paid", Actor(ActorKind.HOUSE, "the house"), command)
            assert isinstance(await floor.floor.cage.submit(asked), Committed)
            assert (await one.place(TIGER, banker=1_00))["code"] == "visit-over"
            assert await one.refused(type="limits", loss_cents=5_00, minutes=None) == ("visit-over")
            assert await one.refused(type="collect", cents=50_00) == "no-visit"
            (connection,) = floor.floor.broadcaster.connections
            send_welcome(floor.floor.web.terminals, connection)
            assert (await one.heard("welcome"))["session"] is None
            await begin_next_visit(floor.floor.web.terminals, connection)
            assert (await one.heard("welcome"))["visit"] != visit
            await one.done(type="buy", cents=5_00)


async def test_a_claim_counts_towards_the_loss_limit(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with (
            floor.terminal(TIGER, cents=1_000_00) as one,
            floor.terminal(TIGER, cents=1_000_00) as two,
            signed(floor, "D-214") as dealer,
            signed(floor, "S-31") as boss,
        ):
            owes, _ = await corrected(floor, one, two, dealer, boss)
            visit = owes.welcome["visit"]
            await owes.done(type="limits", loss_cents=150_00, minutes=None)
            lost = -floor.floor.history.net_cents(visit)
            assert lost == 100_00
            assert floor.floor.visits.over_limit(visit, 50_00) is None
            refusal = floor.floor.visits.over_limit(visit, 50_01)
            assert refusal is not None
            assert refusal.code == "loss-limit"
