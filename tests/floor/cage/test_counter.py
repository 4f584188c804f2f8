"""A second person approves requests of the cage at another screen."""

import asyncio
from pathlib import Path

from punto.floor.access.demo_staff import demo_password
from punto.floor.access.staff_access import person_actor
from punto.floor.streams.owner import Committed
from punto.house.staff.events import ApprovalAnswered, ApprovalOutcome
from punto.ledger.accounts import DEMO
from tests.floor.cashier import signed_in
from tests.floor.playing import Served, plan_of, served

TABLE = "tiger-5"
SECOND = {"name": "C-12", "password": demo_password("C-12")}
SUPERVISOR = {"name": "S-31", "password": demo_password("S-31")}


def cage_cents(floor: Served) -> int:
    return floor.floor.journal.balance(DEMO)


async def test_a_second_person_approves_a_large_sum_at_another_screen(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger", large_cents=100000)) as floor:
        async with signed_in(floor) as cat, signed_in(floor, "C-12") as other:
            async with signed_in(floor, "S-31") as pit, floor.terminal(TABLE) as one:
                await cat.done("OpenShift", float_cents=5_000_00)
                large = {"visit": one.welcome["visit"], "cents": 1_000_00}
                small = {**large, "cents": 5_00}
                assert (await cat.proposed("BuyCredit", **small))["code"] == "needs-no-second"
                entries = [(await cat.proposed("BuyCredit", **large))["entry"] for _ in range(3)]
                (seen, *_) = await other.waiting()
                assert (seen["by"], seen["details"]["with"]["cents"]) == ("C-11", 1_000_00)
                assert seen["i_may"]
                assert not (await cat.waiting())[0]["i_may"]
                assert (await cat.answered(entries[0], "approve"))["code"] == "not-another"
                assert (await other.answered(entries[0], "approve"))["ok"]
                assert (await pit.answered(entries[1], "decline", reason="too much"))["ok"]
                # A supervisor answers from the pit's own queue too.
                answer = await pit.answered(entries[2], "approve", path="approvals")
                assert answer["ok"], answer
                assert cage_cents(floor) == -2_000_00
                assert (await other.answered(entries[0], "approve"))["code"] == "no-such-entry"
                await one.until(lambda terminal: terminal.money.get("credit_cents") == 2_000_00)
                voucher = (await one.ask(type="collect", cents=2_000_00))["voucher"]["number"]
                paid = await cat.proposed("RedeemVoucher", voucher=voucher, cents=2_000_00)
                (seen,) = await other.waiting()
                assert voucher not in repr(seen)
                # Without its paper no voucher is paid: its short name is on every screen.
                assert (
                    await cat.refused("RedeemVoucher", SECOND, **seen["details"]["with"])
                    == "not-a-command"
                )
                assert (await cat.picture())["entries"][0]["is_own"]
                assert (await other.answered(paid["entry"], "approve"))["ok"]
                lines = (await cat.picture())["shift"]["lines"]
                assert [each["second"] for each in lines] == ["C-12", "S-31", "C-12"]


async def test_a_request_of_the_cage_cannot_be_declined_during_its_approval(tmp_path: Path) -> None:
    """Both were told that they had been heard, and the drawer was filled all the same."""
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor) as cat, signed_in(floor, "C-12") as two:
            async with signed_in(floor, "S-31") as pit:
                await cat.done("OpenShift", float_cents=0)
                filled = 0
                for _ in range(4):
                    entry = (await cat.proposed("FillDrawer", cents=100_00))["entry"]
                    yes, no = await asyncio.gather(
                        two.answered(entry, "approve"), pit.answered(entry, "decline", "not seen")
                    )
                    assert yes["ok"] is not no["ok"]
                    filled += yes["ok"]
                shift = (await cat.picture())["shift"]
                assert shift["cash_cents"] == filled * 100_00


async def test_a_count_is_approved_only_with_the_difference_that_the_approver_saw(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor) as cat, signed_in(floor, "C-12") as other:
            await cat.done("OpenShift", float_cents=0)
            entry = (await cat.proposed("CloseShift", counted_cents=5_00))["entry"]
            (seen,) = await other.waiting()
            await cat.done("FillDrawer", SECOND, cents=100_00)
            late = await other.answered(entry, "approve", digest=seen["digest"])
            assert late["code"] == "details-changed"
            assert (await other.answered(entry, "approve"))["ok"]
            (closed,) = (await cat.picture())["closed"]
            assert closed["difference_cents"] == -95_00


async def test_a_request_of_the_cage_carried_out_before_a_stop_counts_as_approved(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor) as cat, signed_in(floor, "C-12"):
            await cat.done("OpenShift", float_cents=0)
            entry = (await cat.proposed("FillDrawer", cents=100_00))["entry"]
            people = floor.floor.staff.state.people
            by = person_actor(people["C-11"], person_actor(people["C-12"]))
            done = await floor.floor.web.counter.carry_out(
                "FillDrawer", {"cents": 100_00}, by, f"entry-{entry}"
            )
            assert isinstance(done, Committed)
    async with served(tmp_path, plan_of("tiger")) as floor:
        (answered,) = [
            (kept.entry.by.name, event.outcome)
            for kept in floor.floor.journal.read("staff")
            for event in kept.entry.events
            if isinstance(event, ApprovalAnswered)
        ]
        assert answered == ("C-12", ApprovalOutcome.APPROVED)
