"""A table whose plan has changed closes between rounds and opens again."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from structlog.testing import capture_logs

from punto.floor.floor import Floor
from punto.floor.plan import FloorPlan, PlannedChange, TablePlan
from punto.floor.read_models.table_operations import game_version
from punto.floor.streams.owner import CommandRequest
from punto.floor.tables.house_dealer import HouseDealer
from punto.floor.tables.table_owner import TableOwner
from punto.floor.web.app import metrics_page
from punto.games.library import game
from punto.table.commands import OpenBets, SettleRound
from punto.table.events import BetsOpened, RoundSettled, RoundVoided, TableClosed, TableOpened
from punto.table.settings import default_settings
from tests.floor.playing import FAST, entries_of, plan_of, served, until


def test_another_rulebook_takes_effect_at_a_restart_and_the_journal_has_both(
    tmp_path: Path,
) -> None:
    tiger, other = game("tiger"), game("super-six")
    plan = plan_of(tiger.key, pace=FAST)
    (table,) = plan.tables
    later = replace(table, book=other, settings=default_settings(other))

    async def opened(plan: FloorPlan) -> list[str]:
        floor = Floor(plan, tmp_path)
        await floor.start()
        assert floor.owners[table.key].state.book == plan.tables[0].book
        entries = entries_of(floor, table.key)
        await floor.stop()
        events = [event for kept in entries for event in kept.entry.events]
        marks = [each for each in events if isinstance(each, TableOpened | TableClosed)]
        return [each.digest if isinstance(each, TableOpened) else "closed" for each in marks]

    assert asyncio.run(opened(plan)) == [tiger.digest]
    # The same plan again changes nothing.
    assert asyncio.run(opened(plan)) == [tiger.digest]
    anew = [tiger.digest, "closed", other.digest]
    assert asyncio.run(opened(replace(plan, tables=(later,)))) == anew


SHOES = 10
"""Every fifth shoe or so, the cutting card lies just before the first card of a round."""

AT_ONCE = structs.replace(FAST, betting_ms=1, confirm_ms=1, result_pause_ms=1)


async def test_tables_continue_for_every_place_of_the_cutting_card(tmp_path: Path) -> None:
    plan = plan_of(pace=AT_ONCE)
    short = [structs.replace(each.settings, cards_behind_cut=404) for each in plan.tables]
    pairs = zip(plan.tables, short, strict=True)
    tables = tuple(replace(table, settings=chosen) for table, chosen in pairs)

    floor = Floor(replace(plan, tables=tables), tmp_path)
    await floor.start()
    for each in floor.replicas.values():
        await until(lambda each=each: each.history.shoes >= SHOES)  # type: ignore[misc]
    assert {live.retries for live in floor.owners.values()} == {0}
    await floor.stop()


async def test_a_refused_step_is_logged_counted_and_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("punto.floor.tables.table_owner.RETRY_SECONDS", 0.01)
    plan, due = plan_of("tiger", pace=AT_ONCE), HouseDealer.next_command
    settling = iter([True])

    def too_early(dealer: HouseDealer) -> CommandRequest | None:
        """Settle once instead of opening bets."""
        asked = due(dealer)
        if asked is not None and isinstance(asked.command, OpenBets) and next(settling, False):
            return structs.replace(asked, command=SettleRound())
        return asked

    monkeypatch.setattr(HouseDealer, "next_command", too_early)

    with capture_logs() as logs:
        floor = Floor(plan, tmp_path)
        await floor.start()
        (live,) = floor.owners.values()
        await until(lambda: live.state.rounds > 1)
        assert live.retries == 1
        assert (
            f'punto_steps_retried{{table="{live.plan.key}"}} 1.0'
            in metrics_page(floor.web)[0].decode()
        )
        await floor.stop()
    (line,) = [each for each in logs if each["event"] == "a step of the house dealer led nowhere"]
    assert "no-round" in line["why"]


class Calendar:
    """A clock that stays before the change of plans until the test moves it."""

    instant = datetime(2026, 12, 1, tzinfo=timezone(timedelta(hours=8)))

    def __init__(self) -> None:
        self.now = self.instant - timedelta(seconds=1)

    def __call__(self) -> datetime:
        return self.now

    def turn(self, live: TableOwner) -> None:
        """It is now that instant, and the table's own clock rings."""
        self.now = self.instant
        live.plan_schedule.wait()

    def plan(self, **changes: Any) -> tuple[FloorPlan, TablePlan]:
        """A table of Tiger that plays Super Six from the instant on, and the plan of then."""
        plan = plan_of("tiger", pace=FAST)
        table, other = replace(plan.tables[0], **changes), game("super-six")
        then = replace(table, book=other, settings=default_settings(other))
        return replace(
            plan, tables=(replace(table, coming=PlannedChange(self.instant, then)),)
        ), then


def test_new_rules_take_effect_between_rounds_on_every_screen(
    tmp_path: Path,
) -> None:
    calendar = Calendar()
    plan, then = calendar.plan()

    async def play() -> list[object]:
        path = f"/api/tables/{then.key}/layout"
        async with served(tmp_path, plan, clock=calendar) as floor:
            live = floor.floor.owners[then.key]
            old = await floor.get(path)
            assert old["digest"] == game("tiger").digest
            assert old["coming"]["words"]["key"] == "table-state.planned-change"
            async with floor.terminal(then.key, cents=100_00) as patron:
                assert (await patron.place(then.key, banker=10_00))["ok"]
                assert patron.views[then.key]["layout_version"] == old["layout_version"]
                calendar.turn(live)
                await patron.until(
                    lambda each: each.views[then.key]["layout_version"] != old["layout_version"]
                )
                new = await floor.get(path)
                assert (new["digest"], new["coming"]) == (then.book.digest, None)
                assert patron.views[then.key]["layout_version"] == new["layout_version"]
                round_ = patron.views[then.key]["round"]
                await patron.seen(then.key, "settled", after=round_)
            assert live.plan == then
            entries = entries_of(floor.floor, then.key)
        return [event for kept in entries for event in kept.entry.events]

    rounds: list[str] = []
    for event in asyncio.run(play()):
        match event:
            case TableOpened():
                rounds.append(event.digest)
            case BetsOpened():
                rounds.append("round")
            case RoundSettled() | RoundVoided():
                assert rounds.pop() == "round"
            case TableClosed():
                assert rounds == [game("tiger").digest], "a round is never cut short"
    assert rounds[:2] == [game("tiger").digest, then.book.digest]


async def test_a_table_of_staff_follows_its_plan_also_after_a_restart(
    tmp_path: Path,
) -> None:
    calendar = Calendar()
    plan, then = calendar.plan(dealing="staff")

    floor = Floor(plan, tmp_path, calendar)
    await floor.start()
    live = floor.owners[then.key]
    assert live.state.book == game("tiger")
    floor.replica.operations.disabled[game_version(game("tiger"))] = "pays in doubt"
    live.follow_staff()
    assert live.is_disabled
    calendar.turn(live)
    await until(lambda: live.state.book == then.book)
    assert live.plan == then
    assert not live.is_disabled, "it was the other version that nobody may play"
    await floor.stop()
    again = Floor(plan, tmp_path, calendar)
    await again.start()
    assert again.owners[then.key].plan == then
    assert again.owners[then.key].state.book == then.book
    await again.stop()
