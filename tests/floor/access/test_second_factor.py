"""Second factors follow RFC 6238, and some people must have one."""

from dataclasses import replace
from pathlib import Path

from msgspec import structs

from punto.core.staff_positions import StaffPosition
from punto.floor.access import second_factor
from punto.floor.access.staff_access import Needs, StaffAccess
from punto.floor.floor import Floor, utc_now
from punto.house.staff.events import Duty
from punto.house.staff.state import Person
from punto.journal.keys import Key, KeyVersion, key_of
from tests.floor.playing import plan_of, served
from tests.floor.working import PASSWORD, at_door, signed

PLAN = replace(plan_of("tiger"), demo=False)


def code_now(floor: Floor, name: str, steps: int = 0) -> str:
    """The code of an authenticator app, now or some steps later."""
    person = floor.staff.state.people[name]
    secret = floor.staff.factors.secret(name, person.factor or floor.staff._salts[name])
    return second_factor.code_of(secret, floor.staff.now // second_factor.STEP_SECONDS + steps)


def test_codes_match_the_samples_of_the_standard() -> None:
    secret = b"12345678901234567890"
    # RFC 6238, appendix B: the last six digits of its eight.
    for seconds, code in ((59, "287082"), (1_111_111_109, "081804"), (20_000_000_000, "353130")):
        assert second_factor.code_of(secret, seconds // 30) == code
    assert second_factor.base32_text(secret) == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    assert "issuer=Punto" in second_factor.otpauth_uri(secret, "D 9")
    assert "/Punto:D%209?" in second_factor.otpauth_uri(secret, "D 9")


def test_a_code_is_valid_for_one_person_and_a_short_time() -> None:
    factors = second_factor.SecondFactors(key_of(b"k" * 32))
    code = second_factor.code_of(factors.secret("A", "salt"), 100)
    assert factors.matching_step("A", "salt", code, 100 * 30) == 100
    assert factors.matching_step("A", "salt", code, 101 * 30) == 100
    assert factors.matching_step("A", "salt", code, 102 * 30) is None
    assert factors.matching_step("B", "salt", code, 100 * 30) is None
    assert factors.matching_step("A", "other", code, 100 * 30) is None
    assert factors.matching_step("A", "salt", "１２３４５６", 100 * 30) is None


def test_a_factor_survives_a_new_key_and_ends_with_its_key_version() -> None:
    first = key_of(b"k" * 32)
    both = Key("house", {1: first.newest, 2: KeyVersion(2, b"n" * 32)})
    before, renewed = second_factor.SecondFactors(first), second_factor.SecondFactors(both)
    old, new = before.new_salt(), renewed.new_salt()
    assert (second_factor.version_of(old), second_factor.version_of(new)) == (1, 2)
    assert before.secret("A", old) == renewed.secret("A", old)
    code = second_factor.code_of(renewed.secret("A", old), 100)
    assert renewed.matching_step("A", old, code, 100 * 30) == 100
    retired = second_factor.SecondFactors(Key("house", {2: both.newest}))
    assert retired.matching_step("A", old, code, 100 * 30) is None
    assert retired.secret("A", new) == renewed.secret("A", new)


async def test_an_administrator_signs_in_with_a_code_and_another_removes_a_lost_factor(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, PLAN) as floor:
        at = floor.floor
        code = at.staff.first_code
        async with signed(floor, "admin", code or "") as admin:
            await admin.done("password", old=code, new=PASSWORD)
            me = (await admin.get("me"))["me"]
            assert (me["lacks_factor"], me["has_factor"]) == (True, False)
            answer = await admin.client.get("/api/staff/people")
            assert (answer.status_code, answer.json()["code"]) == (403, "factor-due")
            assert await admin.refused("second-factor", password="x") == "wrong-password"
            assert await admin.refused("second-factor/confirm", code="123456") == "wrong-code"
            shown = await admin.done("second-factor", password=PASSWORD)
            assert shown["secret"] in shown["address"]
            assert await admin.refused("second-factor/confirm", code="abcdef") == "wrong-code"
            await admin.done("second-factor/confirm", code=code_now(at, "admin"))
            new = {
                "name": "B",
                "display_name": "B",
                "position": None,
                "duties": ["administrator"],
            }
            await admin.done("people", **new)
            assert (await admin.get("people"))["people"][0]["has_factor"]
            assert await admin.refused("second-factor", password=PASSWORD) == "code-due"
        async with at_door(floor) as door:
            known = {"name": "admin", "password": PASSWORD}
            assert (await door.said("sign-in", **known))["code"] == "code-due"
            assert (await door.said("sign-in", **known, code="abcdef"))["code"] == "wrong-code"
            right = code_now(at, "admin")
            assert "me" in await door.said("sign-in", **known, code=right)
            # The same code again is a stolen one, and so is any that is older.
            assert (await door.said("sign-in", **known, code=right))["code"] == "wrong-code"
            old = code_now(at, "admin", -1)
            assert (await door.said("sign-in", **known, code=old))["code"] == "wrong-code"
        assert shown["secret"].encode() not in (tmp_path / "floor.db").read_bytes()


def test_the_plan_decides_who_needs_a_second_factor() -> None:
    admin = Person("A", "A", None, (Duty.ADMINISTRATOR,), "")
    dealer = Person("D", "D", StaffPosition.DEALER, (), "")
    demo = Person("X", "X", None, (), "", is_demo=True)
    asked: tuple[tuple[Needs, list[bool]], ...] = (
        ("nobody", [False, False, False]),
        ("administrators", [True, False, False]),
        ("everybody", [True, True, False]),
    )
    for needs, lack in asked:
        room = StaffAccess(key_of(b"k" * 32), utc_now, has_demo=False, needs_factor=needs)
        assert [room.needs_second_factor(each) for each in (admin, dealer, demo)] == lack
        assert not room.needs_second_factor(structs.replace(admin, factor="salt"))
