"""Change settings, open and close tables, and list terminals over the routes of the pit."""

import json
import secrets
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from punto.floor.access.staff_access import person_actor
from punto.floor.read_models.significant_events import staff_event_view
from punto.house.staff.commands import DeferCommand
from punto.house.staff.events import CommandDeferred
from punto.table.actors import HOUSE_DEALER
from punto.table.commands import ChangeSettings
from punto.table.next_step import next_step
from punto.table.state import BETWEEN_ROUNDS, IN_ROUND, Phase
from tests.floor.playing import FAST, Served, Terminal, entries_of, plan_of, served, until
from tests.floor.working import GAME, LIVE, STEPS, Member, signed
from tests.texts import text

TABLE = "tiger-5"
PACE = structs.replace(FAST, betting_ms=400, result_pause_ms=150)


async def settings_of(member: Member) -> dict[str, Any]:
    found: dict[str, Any] = await member.get(f"tables/{TABLE}/settings")
    return found


def raised(found: dict[str, Any], cents: int) -> dict[str, Any]:
    """The same settings with another maximum on every wager."""
    limits = [{**each, "maximum_cents": cents} for each in found["settings"]["limits"]]
    return {**found["settings"], "limits": limits}


async def test_limits_changed_while_bets_are_open_take_effect_in_the_next_round(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, plan_of("tiger", pace=PACE)) as floor:
        live = floor.floor.owners[TABLE]
        async with signed(floor, "P-07") as pit:
            wanted = raised(await settings_of(pit), 2_000_00)
            printed = await floor.get(f"/api/tables/{TABLE}/layout")
            await until(lambda: live.state.phase is Phase.BETS_OPEN)
            round_ = live.state.rounds
            path = f"tables/{TABLE}/previews"
            body: dict[str, Any] = {"command": "ChangeSettings", "with": {"settings": wanted}}
            preview = await pit.said(path, **body)
            assert (preview["ok"], preview["needs_second"]) == (True, True)
            body["with"] = {"settings": raised(await settings_of(pit), 50)}
            assert (await pit.said(path, **body))["code"] == "limit-range"
            alone = await pit.act("ChangeSettings", TABLE, settings=wanted)
            assert alone["needs_second"]
            answer = await pit.act("ChangeSettings", TABLE, second="S-31", settings=wanted)
            assert answer["ok"], answer
            assert live.state.rounds == round_
            assert live.state.settings_in_force.limits[0].maximum_cents == 5_000_00
            waiting = (await settings_of(pit))["later"]
            assert [each["what"] for each in waiting] == ["ChangeSettings"]
            await until(lambda: live.state.settings_in_force.limits[0].maximum_cents == 2_000_00)
            assert live.state.rounds == round_
            assert live.state.phase in BETWEEN_ROUNDS
            assert (await settings_of(pit))["later"] == []
            # The layout and the views name the limits in force.
            anew = await floor.get(f"/api/tables/{TABLE}/layout")
            assert {each["maximum_cents"] for each in anew["areas"]} == {2_000_00}
            assert anew["layout_version"] != printed["layout_version"]
            replica = floor.floor.replicas[TABLE]
            head = json.loads(replica.view_cache.public_part(replica.state, replica.countdown()))
            assert (
                head["layout_version"]
                == anew["layout_version"]
                == replica.effective_plan.layout_version
            )
            (row,) = (await floor.get("/api/lobby"))["tables"]
            assert row["limits"]["maximum_cents"] == 2_000_00
            await until(lambda: live.state.rounds > round_ + 1)


async def test_impossible_limits_are_refused_at_once(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger", pace=PACE)) as floor:
        live = floor.floor.owners[TABLE]
        async with signed(floor, "P-07") as pit:
            wrong = raised(await settings_of(pit), 1)
            await until(lambda: live.state.phase is Phase.BETS_OPEN)
            answer = await pit.act("ChangeSettings", TABLE, second="S-31", settings=wrong)
            assert (answer["ok"], answer["code"]) == (False, "limit-range")
            assert (await settings_of(pit))["later"] == []


async def test_a_method_without_authority_is_refused_at_once(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of(GAME, pace=PACE)) as floor:
        async with signed(floor, "D-214") as dealer:
            await dealer.begin()
            answer = await dealer.act("ChooseMethod", LIVE, method="A")
            assert (answer["ok"], answer["code"]) == (False, "not-allowed")
            assert floor.floor.owners[LIVE].deferred_commands.waiting == []
            assert not floor.floor.staff.state.changes


async def test_only_the_pit_manager_lowers_the_wagers_per_area_from_the_next_round(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, plan_of(GAME, "tiger", pace=PACE)) as floor:
        live = floor.floor.owners[LIVE]
        async with signed(floor, "D-214") as dealer, signed(floor, "P-07") as pit:
            found = await pit.get(f"tables/{LIVE}/settings")
            assert found["per_area"] == {"most": 3, "clause": "T 3.6.1"}
            assert (await settings_of(pit))["per_area"] is None
            await dealer.begin()
            answer = await dealer.act("RestrictWagers", LIVE, per_area=2)
            assert (answer["ok"], answer["code"]) == (False, "not-allowed")
            assert (await pit.act("RestrictWagers", LIVE, per_area=4))[
                "code"
            ] == "area-limit-out-of-range"
            assert (await pit.act("RestrictWagers", LIVE, per_area=2))["ok"]
            (waits,) = (await pit.get(f"tables/{LIVE}/settings"))["later"]
            assert waits["what"] == "RestrictWagers"
            assert live.state.settings_in_force.wagers_per_area == 3
            await dealer.acts("CloseBets", table=LIVE)
            while live.state.phase in IN_ROUND:
                await dealer.acts(STEPS[next_step(live.state)], table=LIVE)
            await until(lambda: live.state.settings_in_force.wagers_per_area == 2)


async def test_deferred_commands_survive_a_crash(tmp_path: Path) -> None:
    """A stop finishes every round, so only a crash leaves a deferred command."""

    async with served(tmp_path, plan_of("tiger", pace=PACE)) as floor:
        staff_access, live = floor.floor.staff, floor.floor.owners[TABLE]
        wanted = structs.replace(live.state.settings_in_force, betting_seconds=17)
        body = msgspec.json.encode(ChangeSettings(wanted)).decode()
        second = person_actor(staff_access.state.people["S-31"])
        by = person_actor(staff_access.state.people["P-07"], second)
        await staff_access.ask(DeferCommand(f"{TABLE}:P-07/x", TABLE, "ChangeSettings", body), by)
    async with served(tmp_path, plan_of("tiger", pace=PACE)) as floor:
        staff_access, live = floor.floor.staff, floor.floor.owners[TABLE]
        await until(lambda: live.state.settings_in_force.betting_seconds == 17)
        await until(lambda: not staff_access.state.changes)
        table_entries = [each.entry for each in entries_of(floor.floor, TABLE)]
        (changed,) = [each for each in table_entries if each.id == "P-07/x"]
        assert changed.by == by


async def test_the_pit_reads_why_a_deferred_command_was_refused(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger", pace=PACE)) as floor:
        live = floor.floor.owners[TABLE]
        async with signed(floor, "P-07") as pit:
            found = await settings_of(pit)
            fewer = {**found["settings"], "decks": 6}
            await until(lambda: live.state.phase is Phase.BETS_OPEN)
            answer = await pit.act("ChangeSettings", TABLE, second="S-31", settings=fewer)
            if answer["ok"]:
                await until(lambda: live.deferred_commands.refused is not None)
                refused = (await settings_of(pit))["refused"]
                assert refused["what"] == "ChangeSettings"
                assert refused["code"]
            else:
                assert answer["code"] == "decks-not-allowed"


async def test_a_table_closes_after_its_round_and_opens_again(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger", pace=PACE)) as floor:
        live = floor.floor.owners[TABLE]
        async with signed(floor, "P-07") as pit, floor.terminal(TABLE, cents=100_00) as one:
            await one.place(TABLE, player=5_00)
            round_ = live.state.rounds
            closing = {"id": secrets.token_hex(16), "reason": "the evening is over"}
            await pit.done(f"tables/{TABLE}/close", **closing)
            notice = await one.heard("notice")
            assert notice["words"]["key"] == "notice.table-closes"
            await until(lambda: live.state.phase is Phase.CLOSED)
            assert live.state.rounds == round_
            assert floor.floor.replicas[TABLE].history.rounds[round_].is_over
            again = {"id": secrets.token_hex(16), "reason": "once more"}
            assert await pit.refused(f"tables/{TABLE}/close", **again) == "table-closed"
            await pit.done(f"tables/{TABLE}/open", **again)
            await until(lambda: live.state.phase is Phase.BETS_OPEN)
            assert TABLE not in floor.floor.staff.state.disabled
            await closed_after_one_more(floor, pit, one)


async def closed_after_one_more(floor: Served, pit: Member, one: Terminal) -> None:
    """Announce a last round, withdraw the notice, and announce it again on every screen."""
    live = floor.floor.owners[TABLE]

    def notice(**more: int) -> dict[str, Any]:
        return {"id": secrets.token_hex(16), "reason": "a quiet night", **more}

    for verb in ("close", "open", "close"):
        await pit.done(f"tables/{TABLE}/{verb}", **notice(rounds=1))
        is_open = verb == "open"
        await one.until(lambda one: (one.views[TABLE]["closing"] is None) == is_open)  # noqa: B023
    staff = [stored.entry for stored in entries_of(floor.floor, "staff")]
    deferred = [
        event for entry in staff for event in entry.events if isinstance(event, CommandDeferred)
    ]
    last: int = msgspec.json.decode(deferred[-1].body)["after_round"]
    view = staff_event_view(deferred[-1], "at", HOUSE_DEALER)
    assert view is not None
    assert text(view.words) == "Waits for the end of the round: Closing of the table."
    assert (view.table, view.before, text(view.after)) == (TABLE, None, f"after round {last}")
    assert text(view.after, "zh") == f"第 {last} 局之后"
    await one.until(lambda one: one.views[TABLE]["phase"] == "closed" or is_last(one.views[TABLE]))
    assert one.views[TABLE]["round"] == last
    await until(lambda: live.state.phase is Phase.CLOSED)
    assert live.state.rounds == last
    await until(lambda: not floor.floor.staff.state.changes)


def is_last(view: dict[str, Any]) -> bool:
    return bool(view["closing"] == 0)


async def test_supervisors_read_the_settings_and_managers_close_tables(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger", pace=PACE)) as floor:
        body = {"id": "a" * 32, "reason": "why not"}
        for name, status in (("D-214", 403), ("C-11", 403), ("A-05", 403), ("S-31", 200)):
            async with signed(floor, name) as member:
                settings = await member.client.get(f"/api/staff/tables/{TABLE}/settings")
                assert settings.status_code == status, name
                for verb in ("close", "open"):
                    answer = await member.post(f"tables/{TABLE}/{verb}", **body)
                    assert answer.status_code == 403, (name, verb)
        async with signed(floor, "P-07") as pit:
            assert (await pit.post("tables/nowhere/close", **body)).status_code == 404
            assert (await pit.client.get("/api/staff/tables/nowhere/settings")).status_code == 404
            assert (await pit.post(f"tables/{TABLE}/close", id="a" * 32)).status_code == 400
        assert floor.floor.owners[TABLE].state.phase is not Phase.CLOSED


async def test_a_disabled_terminal_is_in_the_list_with_its_reason(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger", pace=PACE)) as floor:
        async with signed(floor, "S-31") as pit, floor.terminal(TABLE, cents=100_00) as one:
            await pit.done(f"terminals/{one.name}/disable", reason="spilt drink")
            (row,) = (await settings_of(pit))["terminals"]
            assert row["terminal"] == one.name
            assert (row["is_disabled"], row["reason"]) == (True, "spilt drink")
