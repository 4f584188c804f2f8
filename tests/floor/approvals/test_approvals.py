"""A second person approves a request in time, and never the requester."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from punto.floor.access.staff_access import HOUSE, person_actor
from punto.floor.dealer_console.actions import parse_action
from punto.floor.streams.owner import CommandRequest, Committed
from punto.house.staff.commands import ApplyDeferredCommand, DeferCommand, DisablePerson
from punto.house.staff.events import LAPSE_SECONDS, ApprovalAnswered, ApprovalOutcome
from punto.table.commands import ChangeSettings
from tests.floor.playing import Served, plan_of, served
from tests.floor.working import GAME, LIVE, Member, at_rest, noted, signed

PLAN = plan_of(GAME)


@asynccontextmanager
async def entered(folder: Path) -> AsyncIterator[tuple[Served, Member, Member, str]]:
    """A change of limits that a Pit Manager has entered, and a Shift Manager who looks on."""
    async with served(folder, PLAN) as floor:
        async with signed(floor, "P-07") as first, signed(floor, "G-02") as second:
            await first.done(f"tables/{LIVE}/disable", reason="other limits")
            await at_rest(floor)
            answer = await first.act("ChangeSettings", propose=True, settings=limits(floor))
            assert answer["ok"], answer
            yield floor, first, second, answer["entry"]


def limits(floor: Served) -> Any:
    settings = floor.floor.owners[LIVE].state.settings_in_force
    return msgspec.to_builtins(replace(settings, betting_seconds=33))


async def answered(by: Member, entry: str, answer: str = "approve", **more: Any) -> Any:
    """The answer to a request, with the details as they are now if no digest is given."""
    if "digest" not in more:
        waiting = (await by.get("approvals"))["entries"]
        more["digest"] = next((each["digest"] for each in waiting if each["entry"] == entry), "")
    return await by.said(f"approvals/{entry}", id=secrets.token_hex(16), answer=answer, **more)


async def test_another_person_approves_a_request_at_another_screen(tmp_path: Path) -> None:
    async with entered(tmp_path) as (floor, first, second, entry):
        (mine,) = (await first.get("approvals"))["entries"]
        (theirs,) = (await second.get("approvals"))["entries"]
        assert (mine["i_may"], theirs["i_may"]) == (False, True)
        assert theirs["details"]["preview"]["ok"]
        assert theirs["by"] == "P-07"
        assert (await answered(first, entry))["code"] == "not-another"
        done = await answered(second, entry)
        assert done["ok"], done
        assert floor.floor.owners[LIVE].state.settings_in_force.betting_seconds == 33
        assert (await answered(second, entry))["code"] == "no-such-entry"
        assert (await first.get("approvals"))["entries"] == []
        (note,) = await noted(floor, "SignificantEventKind.SETTINGS")
        assert note.by.name == "P-07"
        assert note.by.seconded_by is not None
        assert '"values":{"value":25}' in repr(note.event)
        assert '"values":{"value":33}' in repr(note.event)


async def test_another_person_approves_a_request_at_the_same_screen(tmp_path: Path) -> None:
    async with entered(tmp_path) as (_, first, _second, entry):
        own = {"name": "P-07", "password": "demo-p-07"}
        assert (await answered(first, entry, second=own))["code"] == "not-another"
        wrong = {"name": "G-02", "password": "guessed"}
        assert (await answered(first, entry, second=wrong))["code"] == "wrong-password"
        cashier = {"name": "C-11", "password": "demo-c-11"}
        assert (await answered(first, entry, second=cashier))["code"] == "not-allowed"
        other = {"name": "G-02", "password": "demo-g-02"}
        assert (await answered(first, entry, second=other))["ok"]


async def test_a_request_whose_details_have_changed_is_refused_until_they_are_read(
    tmp_path: Path,
) -> None:
    async with entered(tmp_path) as (floor, first, second, entry):
        (seen,) = (await second.get("approvals"))["entries"]
        (row,) = seen["details"]["rows"]
        assert row["value"]["values"]["before"]["values"] == {"value": 25}
        live = floor.floor.owners[LIVE].state
        wider = replace(live.settings_in_force, betting_seconds=30)
        fields = {"settings": msgspec.to_builtins(wider)}
        assert (await first.act("ChangeSettings", second="G-02", **fields))["ok"]
        for digest in ("", seen["digest"]):
            assert (await answered(second, entry, digest=digest))["code"] == "details-changed"
        assert (await answered(first, entry, digest=""))["code"] == "not-another"
        assert outcomes(floor, entry) == []
        (now,) = (await second.get("approvals"))["entries"]
        assert now["details"]["rows"][0]["value"]["values"]["before"]["values"] == {"value": 30}
        assert (await answered(second, entry, digest=now["digest"]))["ok"]
        assert floor.floor.owners[LIVE].state.settings_in_force.betting_seconds == 33


async def test_a_declined_request_has_no_effect(tmp_path: Path) -> None:
    async with entered(tmp_path) as (floor, _, second, entry):
        assert (await answered(second, entry, "decline", reason="too long"))["ok"]
        assert floor.floor.owners[LIVE].state.settings_in_force.betting_seconds == 25
        assert (await answered(second, entry))["code"] == "no-such-entry"


async def test_a_request_cannot_be_declined_during_its_approval(tmp_path: Path) -> None:
    """An approval and a decline at one moment were both told that they had been heard."""

    async with entered(tmp_path) as (floor, first, second, entry):
        yes, no, *more = await asyncio.gather(
            answered(second, entry),
            answered(first, entry, "decline", reason="not yet"),
            answered(second, entry),
        )
        assert [each["ok"] for each in (yes, no, *more)].count(True) == 1
        is_done = floor.floor.owners[LIVE].state.settings_in_force.betting_seconds == 33
        assert is_done is not no["ok"]
        (outcome,) = outcomes(floor, entry)
        assert outcome is (ApprovalOutcome.DECLINED if no["ok"] else ApprovalOutcome.APPROVED)


async def test_a_request_does_not_lapse_during_its_approval(tmp_path: Path) -> None:
    async with entered(tmp_path) as (floor, _, _second, entry):
        entries = floor.floor.approvals
        async with entries.lock(entry):
            await entries.expire(all_=True)
            assert outcomes(floor, entry) == []
        await entries.expire(all_=True)
        assert outcomes(floor, entry) == [ApprovalOutcome.LAPSED]


@pytest.mark.parametrize("is_at_once", [True, False])
async def test_a_request_carried_out_before_a_stop_counts_as_approved(
    tmp_path: Path, is_at_once: bool
) -> None:
    """A floor that stopped between the act and its answer said that the entry had lapsed."""

    async with entered(tmp_path) as (floor, first, second, entry):
        room, live = floor.floor.staff, floor.floor.owners[LIVE]
        people = room.state.people
        by = person_actor(people[first.name], person_actor(people[second.name]))
        act = parse_action(
            "ChangeSettings", {"settings": limits(floor)}, floor.floor.replicas[LIVE]
        )
        assert isinstance(act, ChangeSettings)
        asked = CommandRequest(f"{by.name}/entry-{entry}", by, act)
        if is_at_once:
            assert isinstance(await live.queue.submit(asked), Committed)
        else:
            kept = DeferCommand(f"{LIVE}:{asked.id}", LIVE, "ChangeSettings", "{}")
            await room.ask(kept, by)
        await floor.floor.approvals.expire(all_=True)
        assert outcomes(floor, entry) == [ApprovalOutcome.APPROVED]
        told = [kept.entry for kept in floor.floor.journal.read("staff")]
        assert [each.by.name for each in told if "ApprovalAnswered" in repr(each)] == ["G-02"]
        if not is_at_once:
            await room.ask(
                ApplyDeferredCommand(f"{LIVE}:{asked.id}", ApprovalOutcome.DECLINED), HOUSE
            )


async def test_a_request_lapses_if_its_approver_has_left_the_staff(
    tmp_path: Path,
) -> None:
    async with entered(tmp_path) as (floor, first, second, entry):
        room, live = floor.floor.staff, floor.floor.owners[LIVE]
        people = room.state.people
        by = person_actor(people[first.name], person_actor(people[second.name]))
        act = parse_action(
            "ChangeSettings", {"settings": limits(floor)}, floor.floor.replicas[LIVE]
        )
        await live.queue.submit(CommandRequest(f"{by.name}/entry-{entry}", by, act))
        await room.ask(DisablePerson(second.name), HOUSE)
        await floor.floor.approvals.expire(all_=True)
        assert outcomes(floor, entry) == [ApprovalOutcome.LAPSED]


def outcomes(floor: Served, entry: str) -> list[ApprovalOutcome]:
    """The outcome of a request, from the staff's stream."""
    return [
        event.outcome
        for kept in floor.floor.journal.read("staff")
        for event in kept.entry.events
        if isinstance(event, ApprovalAnswered) and event.approval == entry
    ]


async def test_a_request_lapses(tmp_path: Path) -> None:
    async with entered(tmp_path) as (floor, _, second, entry):
        room = floor.floor.staff
        clock = room.clock
        room.clock = lambda: clock() + timedelta(seconds=LAPSE_SECONDS)
        assert (await answered(second, entry))["code"] == "lapsed"
        await floor.floor.approvals.expire()
        assert (await second.get("approvals"))["entries"] == []
        assert "lapsed" in repr(floor.floor.replica.significant[-1])


async def test_a_request_lapses_at_a_restart(tmp_path: Path) -> None:
    async with entered(tmp_path):
        pass
    async with served(tmp_path, PLAN) as floor, signed(floor, "G-02") as second:
        assert (await second.get("approvals"))["entries"] == []


async def test_a_request_of_a_disabled_person_is_refused(tmp_path: Path) -> None:
    async with entered(tmp_path) as (floor, _, second, entry):
        await floor.floor.staff.ask(DisablePerson("P-07"), HOUSE)
        assert (await answered(second, entry))["code"] == "not-allowed"


async def test_only_a_request_that_needs_a_second_person_is_recorded(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "P-07") as manager:
        assert (await manager.act("DrawNextCard", propose=True))["code"] == "not-attending"
        await manager.attend()
        open_ = await manager.act("OpenBets", propose=True)
        assert open_["code"] in ("needs-no-second", "bets-open", "round-running")
        assert (await manager.act("Nothing", propose=True))["code"] == "not-a-command"
