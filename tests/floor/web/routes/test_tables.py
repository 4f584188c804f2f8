"""Deal, disable and answer calls as staff, while patrons play."""

import asyncio
import secrets
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from msgspec import structs

from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod
from punto.core.staff_positions import StaffPosition
from punto.floor.plan import TablePlan
from punto.floor.streams.owner import CommandRequest, Committed
from punto.floor.tables.table_owner import TableOwner
from punto.table.actors import patron_actor as actor_of
from punto.table.commands import (
    AnswerWithdrawal,
    GiveRuling,
    ReopenBets,
    ReportIrregularity,
    RulingOutcome,
)
from tests.floor.playing import FAST, ODD_NUMBERS, Terminal, plan_of, served
from tests.floor.working import GAME, LIVE, at_rest, signed
from tests.tables import staff

PLAN = plan_of(GAME)


async def test_patrons_play_at_a_table_with_a_dealer(tmp_path: Path) -> None:
    # The wait is so long that only the acknowledgements of the screens can end it.
    plan = replace(PLAN, pace=structs.replace(FAST, confirm_ms=20_000, betting_ms=50))
    async with served(tmp_path, plan) as floor, signed(floor, "D-214") as dealer:
        live = floor.floor.owners[LIVE]
        await dealer.begin()
        async with floor.terminal(LIVE, cents=1_000_00) as patron:
            await asyncio.sleep(0.2)
            assert (await patron.place(LIVE, banker=100_00))["ok"], "the timer has run out"
            reading = asyncio.ensure_future(_read(patron))
            async with asyncio.timeout(10):
                await dealer.acts("CloseBets", "ConfirmParticipants")
            assert live.state.current.close_shown == frozenset({1})
            while live.state.phase != "complete":
                await dealer.acts("DrawNextCard")
            await dealer.acts("SettleRound")
            reading.cancel()
            assert floor.floor.replicas[LIVE].history.rounds[live.state.rounds].wagers


async def test_a_terminal_displays_the_second_close_of_a_round_too(tmp_path: Path) -> None:
    """The floor once took its acknowledgement for a repetition of the first one."""

    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
        live = floor.floor.owners[LIVE]
        await dealer.begin()
        async with floor.terminal(LIVE, cents=1_000_00) as patron:
            assert (await patron.place(LIVE, banker=100_00))["ok"]
            reading = asyncio.ensure_future(_read(patron))
            await dealer.acts("CloseBets")
            await _close_shown(live)
            own = actor_of(live.state.seats[1].visit)
            for number, command in enumerate(REOPENING):
                by = own if isinstance(command, AnswerWithdrawal) else TWO_MANAGERS
                assert isinstance(
                    await live.queue.submit(CommandRequest(f"r{number}", by, command)),
                    Committed,
                )
            assert live.state.current.close_shown == frozenset()
            await dealer.acts("CloseBets")
            await _close_shown(live)
            reading.cancel()


TWO_MANAGERS = staff(StaffPosition.GAMING_SHIFT_MANAGER, "Max", second="Bob")
REOPENING = (
    ReportIrregularity(Trigger.UNCOVERED, evidence="a bent card"),
    GiveRuling(RulingOutcome.REOPEN_BETS, "nothing is dealt"),
    AnswerWithdrawal(1, withdraws=False),
    ReopenBets(),
)


async def _close_shown(live: TableOwner) -> None:
    async with asyncio.timeout(10):
        while live.state.current.close_shown != frozenset({1}):
            await asyncio.sleep(0.005)


async def _read(patron: Terminal) -> None:
    while True:
        await patron.next()


async def test_the_wait_for_silent_screens_ends(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
        await dealer.begin()
        async with floor.terminal(LIVE, cents=1_000_00) as patron:
            patron.acknowledges = False
            assert (await patron.place(LIVE, banker=100_00))["ok"]
            begun = asyncio.get_running_loop().time()
            await dealer.acts("CloseBets", "ConfirmParticipants")
            assert asyncio.get_running_loop().time() - begun >= FAST.confirm_ms / 1_000


async def test_a_restart_leaves_a_round_with_its_dealer(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
        await dealer.begin()
        await dealer.acts("CloseBets", "ConfirmParticipants", "DrawNextCard")
    async with served(tmp_path, PLAN) as floor:
        live = floor.floor.owners[LIVE]
        assert live.is_attended
        assert live.state.pending_steps, "the round is held: somebody must say what happened"
        await asyncio.sleep(0.3)
        assert live.state.pending_steps, "no standing order rules where somebody deals"
        async with signed(floor, "D-214") as dealer:
            interrupted = await dealer.act("InterruptRound", power_failure=False)
            assert interrupted["ok"], interrupted
            assert live.state.current.tableau.cards_drawn == 1


async def test_a_disabled_table_finishes_its_round_and_accepts_no_new_bets(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "S-31") as supervisor:
        live = floor.floor.owners[LIVE]
        async with floor.terminal(LIVE, cents=1_000_00) as patron:
            assert (await patron.place(LIVE, banker=100_00))["ok"]
            number = live.state.rounds
            await supervisor.done(f"tables/{LIVE}/disable", reason="a spill")
            notice = await patron.heard("notice")
            assert notice["words"]["key"] == "notice.table-closes"
            await patron.seen(LIVE, "settled", after=number - 1)
            await asyncio.sleep(0.3)
            assert (live.state.phase, live.state.rounds) == ("settled", number)
            async with floor.terminal(LIVE) as other:
                assert await other.refused(type="sit", table=LIVE) == "table-disabled"
            assert await supervisor.refused(f"tables/{LIVE}/disable", reason="x") == "already-so"
            await supervisor.done(f"tables/{LIVE}/enable", reason="dry again")
            await patron.seen(LIVE, "bets-open", after=number)


async def test_a_version_of_a_game_and_the_whole_floor_are_disabled_at_once(tmp_path: Path) -> None:
    plan = plan_of("tiger", "super-six")

    async with served(tmp_path, plan) as floor, signed(floor, "P-07") as manager:
        six, tiger = floor.floor.owners.values()
        path = f"tables/{tiger.plan.key}"

        def stopped() -> tuple[bool, bool]:
            return six.is_disabled, tiger.is_disabled

        async with floor.terminal(six.plan.key) as patron:
            await manager.done(f"{path}/game/disable", reason="pays in doubt")
            assert stopped() == (False, True)
            found = await manager.get(f"{path}/settings")
            assert (found["game_disabled"], found["floor_disabled"]) == ("pays in doubt", None)
            assert not found["is_disabled"]
            await manager.done("floor/disable", reason="fire drill")
            assert stopped() == (True, True)
            notice = await patron.heard("notice")
            assert notice["words"]["key"] == "notice.table-closes"
            refused = await patron.refused(type="sit", table=six.plan.key)
            assert refused == "table-disabled"
            await manager.done(f"{path}/game/enable", reason="pays are right")
            assert stopped() == (True, True)
            await manager.done("floor/enable", reason="over")
            assert stopped() == (False, False)
            assert await manager.refused("floor/enable", reason="x") == "already-so"
        nowhere = await manager.post("tables/none/game/disable", reason="x")
        assert nowhere.status_code == 404


async def test_disabled_terminals_and_patrons_place_no_bets_and_may_collect(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "P-07") as manager:
        async with floor.terminal(LIVE, cents=1_000_00) as patron:
            name = patron.name
            await manager.done(f"terminals/{name}/disable", reason="screen dark")
            placed = await patron.place(LIVE, banker=100_00)
            assert placed["code"] == "terminal-disabled"
            assert await patron.refused(type="buy", cents=1_00) == "terminal-disabled"
            await manager.done(f"terminals/{name}/enable", reason="light again")
            visit = next(each.visit for each in floor.floor.owners[LIVE].state.seats.values())
            await manager.done(f"visits/{visit}/disable", reason="asked to rest")
            assert (await patron.place(LIVE, banker=100_00))["code"] == "patron-disabled"
            assert await patron.refused(type="buy", cents=1_00) == "patron-disabled"
            (listed,) = (await manager.get(f"tables/{LIVE}/settings"))["terminals"]
            assert (listed["visit"], listed["patron_reason"]) == (visit, "asked to rest")
            assert (await patron.ask(type="collect", cents=1_000_00))["voucher"]
        assert (await manager.post("visits/V-0/disable", reason="x")).status_code == 404
        nobody = await manager.post("terminals/T-9999/disable", reason="x")
        assert nobody.status_code == 404


async def test_calls_of_patrons_and_dealers_are_answered_once(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
        async with floor.terminal(LIVE, cents=1_00) as patron, dealer.watching(LIVE) as screen:
            await patron.done(type="call-attendant", table=LIVE, reason="dispute", round=None)
            view = await screen.heard("table")
            while not view["calls"]:
                view = await screen.heard("table")
            (call,) = view["calls"]
            assert (call["terminal"], call["seat"]) == (patron.name, 1)
            path = f"calls/{call['number']}/outcome"
            await dealer.done(path, outcome="explained")
            assert await dealer.refused(path, outcome="again") == "already-answered"
        pit = f"tables/{LIVE}/calls"
        called = await dealer.done(pit, id=secrets.token_hex(16), reason="a question")
        async with signed(floor, "S-31") as supervisor:
            await supervisor.done(f"calls/{called['number']}/outcome", outcome="done")
        for number in ("99", *(quote(text) for text in ODD_NUMBERS)):
            answer = await dealer.post(f"calls/{number}/outcome", outcome="x")
            assert (answer.status_code, answer.json()["code"]) == (404, "no-such-call"), number


async def test_settings_that_staff_changed_survive_a_restart(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "P-07") as manager:
        live = floor.floor.owners[LIVE]
        await manager.done(f"tables/{LIVE}/disable", reason="other limits")
        await at_rest(floor)
        import msgspec

        settings = msgspec.to_builtins(
            structs.replace(live.state.settings_in_force, total_minimum_cents=5_00)
        )
        done = await manager.act("ChangeSettings", second="G-02", settings=settings)
        assert done["ok"], done
        await manager.done(f"tables/{LIVE}/enable", reason="changed")
        while live.state.phase != "bets-open":
            await asyncio.sleep(0.02)
        assert live.state.settings_in_force.total_minimum_cents == 5_00
    async with served(tmp_path, PLAN) as floor, signed(floor, "P-07") as manager:
        live = floor.floor.owners[LIVE]
        assert live.state.settings_in_force.total_minimum_cents == 5_00
        await manager.done(f"tables/{LIVE}/disable", reason="to be closed")
        await at_rest(floor)
        assert (await manager.act("EndShoe"))["code"] == "not-attending"
        await manager.attend()
        await manager.acts("EndShoe", "CloseTable")
    async with served(tmp_path, PLAN) as floor:
        assert floor.floor.owners[LIVE].state.phase == "closed"


async def test_a_table_for_staff_never_deals_itself(tmp_path: Path) -> None:
    def staffed(plan: TablePlan) -> TablePlan:
        settings = structs.replace(plan.settings, method=DealingMethod.C, is_hlga=True)
        return replace(plan, dealing="staff", settings=settings)

    plan = replace(PLAN, tables=tuple(map(staffed, PLAN.tables)))
    async with served(tmp_path, plan) as floor, signed(floor, "D-214") as dealer:
        live = floor.floor.owners[LIVE]
        await asyncio.sleep(0.2)
        assert live.state.phase == "idle", "the house opens it, and goes no further"
        assert (await dealer.act("LoadShoe"))["code"] == "not-attending"
        await dealer.attend()
        await dealer.acts("LoadShoe", "OpenBets", "CloseBets")
        await dealer.attend(attends=False)
        assert not live.deals_itself


async def test_a_second_dealer_does_not_deal_beside_the_first(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor:
        async with signed(floor, "D-214") as dealer, signed(floor, "D-198") as other:
            await dealer.begin()
            assert (await other.act("CloseBets"))["code"] == "other-dealer"
            async with signed(floor, "S-31") as supervisor:
                await supervisor.acts("CloseBets")
            await other.attend()
            assert (await dealer.act("ConfirmParticipants"))["code"] == "other-dealer"
            await other.acts("ConfirmParticipants")
