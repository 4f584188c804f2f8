"""Staff sign in and out, wrong passwords lock a name, and administrators change people."""

import asyncio
from dataclasses import replace
from pathlib import Path

from punto.floor.access.demo_staff import demo_password
from punto.floor.access.refusal_log import WRITTEN_AT_ONCE
from punto.floor.access.sessions import IDLE_SECONDS
from punto.floor.operations.key_uses import uses_of
from punto.house.staff.events import ActionRefused, Duty, PasswordSet, SignedOut
from punto.journal.keys import KeyRing
from tests.floor.playing import Served, entries_of, plan_of, served
from tests.floor.working import PASSWORD, Member, administrator, at_door, signed

PLAN = plan_of("tiger")


async def test_the_first_start_makes_an_administrator_whose_code_must_be_changed(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, PLAN) as floor:
        code = floor.floor.staff.first_code
        assert code is not None
        async with signed(floor, "admin", code) as admin:
            me = (await admin.get("me"))["me"]
            assert (me["must_change"], me["screens"]) == (True, ["people"])
            answer = await admin.client.get("/api/staff/people")
            assert (answer.status_code, answer.json()["code"]) == (403, "must-change")
            assert await admin.refused("password", old=code, new="too short") == "too-short"
            assert await admin.refused("password", old="x", new=PASSWORD) == "wrong-password"
            await admin.done("password", old=code, new=PASSWORD)
            assert not (await admin.get("me"))["me"]["must_change"]
            people = (await admin.get("people"))["people"]
            assert people[0]["name"] == "admin"
        assert floor.floor.staff.first_code is None
        text = (tmp_path / "floor.db").read_bytes()
        assert code.encode() not in text
        assert PASSWORD.encode() not in text
    # A password survives a new key: the next sign-in hashes it with the new key.
    ring = KeyRing(tmp_path / "keys")
    ring.renew("house")
    assert uses_of(tmp_path, ring.key("house"), 1) == ["passwords of: admin"]
    async with served(tmp_path, PLAN) as floor:
        assert floor.floor.staff.first_code is None
        for _ in range(2):
            async with signed(floor, "admin", PASSWORD):
                pass
        set_ = [each for kept in entries_of(floor.floor, "staff") for each in kept.entry.events]
        assert sum(isinstance(each, PasswordSet) for each in set_) == 2
        assert floor.floor.staff.state.people["admin"].password.startswith("2$argon2id$")
    assert uses_of(tmp_path, ring.key("house"), 1) == []


async def test_a_code_that_was_never_used_is_replaced_at_the_next_start(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor:
        lost = floor.floor.staff.first_code
    async with served(tmp_path, PLAN) as floor:
        assert floor.floor.staff.first_code not in (None, lost)
        async with at_door(floor) as door:
            assert (await door.post("sign-in", name="admin", password=lost)).status_code == 401


async def test_only_a_demo_floor_lists_demo_staff(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, at_door(floor) as door:
        demo = (await door.get("me"))["demo"]
        for each in demo:
            answer = await door.post("sign-in", name=each["name"], password=each["password"])
            me = answer.json()["me"]
            assert (me["display_name"], me["is_demo"]) == (each["display_name"], True)
            assert Duty.ADMINISTRATOR not in me["duties"]
    plan = replace(PLAN, demo=False)
    async with served(tmp_path / "real", plan) as floor, at_door(floor) as d:
        assert (await d.get("me"))["demo"] is None
        for each in demo:
            answer = await d.post("sign-in", name=each["name"], password=each["password"])
            assert answer.status_code == 401


async def test_three_wrong_passwords_lock_a_name_until_an_administrator_helps(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, PLAN) as floor, administrator(floor) as admin:
        person = {"name": "D-9", "display_name": "Dealer 9", "position": "dealer", "duties": []}
        code = (await admin.done("people", **person))["code"]
        async with at_door(floor) as door:
            tries = [
                door.post("sign-in", name="D-9", password=f"wrong {each}") for each in range(8)
            ]
            codes = [answer.status_code for answer in await asyncio.gather(*tries)]
            assert sorted(codes) == [401, 401, 429, 429, 429, 429, 429, 429]
            assert (await door.post("sign-in", name="D-9", password=code)).status_code == 429
            code = (await admin.done("people/D-9/reset"))["code"]
            assert (await door.post("sign-in", name="D-9", password=code)).status_code == 200
        events = [event for each in entries_of(floor.floor, "staff") for event in each.entry.events]
        names = [type(event).__name__ for event in events]
        assert (names.count("SignInFailed"), names.count("SignInLocked")) == (3, 1)


async def test_a_person_who_is_disabled_changed_or_signed_out_loses_access_at_once(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, PLAN) as floor, administrator(floor) as admin:
        for change in ("disable", "enable", "sign-out"):
            if change == "enable":
                await admin.done("people/D-214/enable")
                continue
            async with signed(floor, "D-214") as dealer, dealer.watching("tiger-5") as screen:
                await screen.heard("table")
                await admin.done(f"people/D-214/{change}")
                ended = await screen.heard("ended")
                assert ended["code"] == "revoked"
                assert (await dealer.post("sign-out")).status_code == 401
        async with signed(floor, "D-214") as dealer:
            same = {"name": "D-214", "display_name": "D", "position": "dealer", "duties": []}
            await admin.done("people/D-214/change", **same)
            assert (await dealer.get("me"))["me"] is None


async def test_a_restart_and_idle_time_sign_people_out(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
        token = dealer.token
        sessions = floor.floor.staff.sessions
        began = sessions._clock()
        sessions._clock = lambda: began + IDLE_SECONDS + 1
        assert (await dealer.get("me"))["me"] is None
    async with served(tmp_path, PLAN) as floor, at_door(floor) as door:
        door.client.cookies.set("punto_staff", token)
        assert (await door.get("me"))["me"] is None


async def test_a_changed_password_ends_every_other_session(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, administrator(floor) as admin:
        async with signed(floor, "admin", PASSWORD) as other:
            await admin.done("password", old=PASSWORD, new="another long password")
            assert (await other.get("me"))["me"] is None
            assert (await admin.get("me"))["me"]["name"] == "admin"
        assert await admin.refused("people/D-214/reset") == "demo-staff"


async def test_the_first_administrator_can_be_disabled_and_enabled_on_the_machine(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, PLAN) as floor, administrator(floor) as admin:
        new = {
            "name": "B-1",
            "display_name": "B",
            "position": None,
            "duties": ["administrator"],
        }
        code = (await admin.done("people", **new))["code"]
        async with signed(floor, "B-1", code) as other:
            await other.done("password", old=code, new="nobody foretells this one")
            await other.done("people/admin/disable")
    async with served(tmp_path, PLAN) as floor, at_door(floor) as door:
        room = floor.floor.staff
        assert room.first_code is None
        known = {"name": "admin", "password": PASSWORD}
        assert (await door.post("sign-in", **known)).status_code == 401
        await room.start(room.queue, recovers=True)
        known["password"] = str(floor.floor.staff.first_code)
        assert (await door.post("sign-in", **known)).status_code == 200


async def test_a_common_password_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, administrator(floor) as admin:
        for new in ("casino-dealer-2026", "administrator!!"):
            answer = await admin.said("password", old=PASSWORD, new=new)
            assert answer["code"] == "usual-password"


async def test_people_see_their_own_sessions_and_end_them_with_their_password(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as here:
        async with signed(floor, "D-214") as there, signed(floor, "D-198") as other:
            seen = (await here.get("sessions"))["sessions"]
            assert [each["is_this"] for each in seen] == [True, False]
            assert len((await other.get("sessions"))["sessions"]) == 1
            wrong = await here.said("sessions/end", password="x")
            assert wrong["code"] == "wrong-password"
            await here.done("sessions/end", password="demo-d-214", mark=seen[1]["mark"])
            assert (await there.get("me"))["me"] is None
            await here.done("sessions/end", password="demo-d-214")
            assert (await here.get("me"))["me"]["name"] == "D-214"
            assert (await other.get("me"))["me"]["name"] == "D-198"


async def test_refusals_for_lack_of_authority_are_recorded_at_a_limited_rate(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
        for _ in range(WRITTEN_AT_ONCE + 5):
            assert await dealer.refused("people/D-198/disable") == "not-allowed"
        answer = await dealer.act("OpenBets", "tiger-5")
        assert answer["code"] == "not-attending"
        async with signed(floor, "A-05") as auditor:
            path = "/api/staff/tables/tiger-5/settings"
            assert (await auditor.client.get(path)).status_code == 403
        await floor.floor.staff.refusing.flush()
        kept = [
            (each.entry.by.name, event)
            for each in entries_of(floor.floor, "staff")
            for event in each.entry.events
            if isinstance(event, ActionRefused)
        ]
        assert kept[0] == (
            "D-214",
            ActionRefused("POST people/D-198/disable", "not-allowed", 0),
        )
        assert len([who for who, _ in kept if who == "D-214"]) == WRITTEN_AT_ONCE
        assert kept[-1] == (
            "A-05",
            ActionRefused("GET tables/tiger-5/settings", "not-allowed", 0),
        )


async def lent(manager: Member, dealer: Member) -> None:
    """A dealer acts as a Pit Supervisor by leave of a Pit Manager."""
    await manager.done(f"people/{dealer.name}/acting", position="pit-supervisor")
    await dealer.done("acting", position="pit-supervisor")


def signed_out(floor: Served, name: str) -> list[tuple[str, str]]:
    """The reason and the actor of each sign-out."""
    return [
        (event.reason, kept.entry.by.name)
        for kept in entries_of(floor.floor, "staff")
        for event in kept.entry.events
        if isinstance(event, SignedOut) and event.name == name
    ]


async def test_a_sign_in_of_another_person_ends_the_acting_position(
    tmp_path: Path,
) -> None:
    """D-214 had no session and was a Pit Supervisor still, and nothing said that they had left."""

    async with served(tmp_path, PLAN) as floor, signed(floor, "P-07") as manager:
        async with signed(floor, "D-214") as dealer:
            await lent(manager, dealer)
            again = {"name": "D-214", "password": demo_password("D-214")}
            assert (await dealer.post("sign-in", **again)).status_code == 200
            people = floor.floor.staff.state.people
            assert people["D-214"].acting_as is not None, "the same person goes on"
            other = {"name": "D-198", "password": demo_password("D-198")}
            assert (await dealer.post("sign-in", **other)).status_code == 200
            gone = floor.floor.staff.state.people["D-214"]
            assert (gone.lent, gone.acting_as) == (None, None)
            assert signed_out(floor, "D-214") == [("signed-out", "D-214")]


async def test_acting_positions_end_at_a_restart(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "P-07") as manager:
        async with signed(floor, "D-214") as dealer:
            await lent(manager, dealer)
    async with served(tmp_path, PLAN) as floor:
        person = floor.floor.staff.state.people["D-214"]
        assert (person.lent, person.acting_as) == (None, None)
        assert signed_out(floor, "D-214") == [("restart", "clock")]
        assert signed_out(floor, "P-07") == []


async def test_a_person_without_a_session_is_signed_out_for_any_cause(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, administrator(floor) as admin:
        room = floor.floor.staff
        person = {"name": "D-9", "display_name": "Dealer 9", "position": "dealer", "duties": []}
        code = (await admin.done("people", **person))["code"]
        async with at_door(floor) as door, signed(floor, "P-07") as manager:
            door.name = "D-9"
            assert (await door.post("sign-in", name="D-9", password=code)).status_code == 200
            await door.done("password", old=code, new=PASSWORD)
            await lent(manager, door)
            code = (await admin.done("people/D-9/reset"))["code"]
            assert room.state.people["D-9"].acting_as is None

            assert (await door.post("sign-in", name="D-9", password=code)).status_code == 200
            await door.done("password", old=code, new=PASSWORD)
            await lent(manager, door)
            # Its token is shown from another place: a stolen one.
            room.sessions.find(door.token, "10.9.8.7")
            await room.expire()
            assert room.state.people["D-9"].acting_as is None

            body = {"name": "D-9", "password": PASSWORD}
            assert (await door.post("sign-in", **body)).status_code == 200
            (own,) = (await door.get("sessions"))["sessions"]
            await lent(manager, door)
            await door.done("sessions/end", password=PASSWORD, mark=own["mark"])
            assert room.state.people["D-9"].acting_as is None

            assert (await door.post("sign-in", **body)).status_code == 200
            await admin.done("people/D-9/sign-out")
            await admin.done("people/D-9/disable")
            await room.expire()
            assert signed_out(floor, "D-9") == [
                ("revoked", "clock"),
                ("elsewhere", "clock"),
                ("revoked", "clock"),
                ("by-another", "admin"),
                ("disabled", "admin"),
            ]
