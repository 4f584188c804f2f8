"""Run shifts, vouchers, claims and approvals over the routes of the cage."""

from pathlib import Path
from typing import Any

from httpx2 import AsyncClient

from punto.floor.access.demo_staff import demo_password
from punto.floor.streams.writer import CommittedEntry
from punto.journal.entry import Entry
from punto.journal.protocol import Batch
from punto.ledger.accounts import DEMO, bank, claim
from punto.ledger.cage import VisitEnded
from punto.ledger.meters import meters_of
from punto.ledger.transfers import Transfer, TransferReason
from punto.table.actors import Actor, ActorKind
from tests.floor.cashier import signed_in
from tests.floor.playing import Served, plan_of, served
from tests.texts import text

TABLE = "tiger-5"
SECOND = {"name": "C-12", "password": demo_password("C-12")}
SUPERVISOR = {"name": "S-31", "password": demo_password("S-31")}


def cage_cents(floor: Served) -> int:
    return floor.floor.journal.balance(DEMO)


async def test_a_shift_from_opening_to_closing_balances_with_the_ledger(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor) as cat, floor.terminal(TABLE) as one:
            visit = one.welcome["visit"]
            assert await cat.refused("BuyCredit", visit=visit, cents=500_00) == "no-shift"
            await cat.done("OpenShift", float_cents=2_000_00)
            await cat.done("BuyCredit", visit=visit, cents=500_00)
            await one.until(lambda terminal: terminal.money.get("credit_cents") == 500_00)
            collected = await one.done(type="collect", cents=500_00)
            printed = collected["voucher"]["number"]
            found = await cat.find(printed)
            assert (found["voucher"]["cents"], found["voucher"]["state"]) == (500_00, "issued")
            await cat.done("RedeemVoucher", voucher=printed, cents=500_00)
            assert (await cat.find(printed))["code"] == "voucher-spent"
            assert await cat.refused("RedeemVoucher", voucher=printed, cents=500_00) == (
                "voucher-spent"
            )
            again = one.heard_all[-1]
            while again["type"] != "welcome":
                again = await one.heard("welcome")
            await cat.done("BuyCredit", visit=again["visit"], cents=300_00)
            await cat.done("HandPay", visit=again["visit"], cents=300_00)
            await cat.done("FillDrawer", SECOND, cents=-1_000_00)
            listed = await cat.picture()
            shift = listed["shift"]
            assert shift["cash_cents"] == 1_000_00
            assert shift["ledger_cents"] == -cage_cents(floor) == 0
            assert shift["unexplained_cents"] == 0
            assert shift["sums"]["buy-in"] == [2, 800_00, 0]
            assert shift["sums"]["hand-pay"] == [1, -300_00, 0]
            assert shift["sums"]["voucher-cashed"] == [1, -500_00, 0]
            assert await cat.refused("CloseShift", counted_cents=999_99) == "needs-second"
            await cat.done("CloseShift", SUPERVISOR, counted_cents=999_99)
            listed = await cat.picture()
            assert listed["shift"] is None
            (closed,) = listed["closed"]
            assert (closed["difference_cents"], closed["second"]) == (-1, "S-31")
            meters = meters_of(
                each for stored in floor.floor.journal.in_order() for each in stored.entry.transfers
            )
            assert meters["floor"][TransferReason.HAND_PAY].cents == 300_00


async def test_the_account_of_the_cage_adds_drawers_vouchers_and_unattended_credit(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor) as cat, floor.terminal(TABLE, cents=700_00) as one:
            await cat.done("OpenShift", float_cents=0)
            await cat.done("BuyCredit", visit=one.welcome["visit"], cents=50_00)
            await one.until(lambda terminal: terminal.money.get("credit_cents") == 750_00)
            await one.done(type="collect", cents=750_00)
            (voucher,) = (await cat.picture())["vouchers"]
            assert "number" not in voucher
            void = {"ref": voucher["ref"], "cents": voucher["cents"], "reason": "printed twice"}
            nameless = {**void, "reason": ""}
            assert await cat.refused("VoidVoucher", SECOND, **nameless) == "not-a-command"
            assert await cat.refused("VoidVoucher", **void) == "needs-second"
            await cat.done("VoidVoucher", SECOND, **void)
            view = await cat.picture()
            account = view["account"]
            assert view["shift"]["lines"][0]["about"] == f"{void['ref']} printed twice"
            assert account == {
                "cents": -cage_cents(floor),
                "drawers_cents": 50_00,
                "paper_cents": -750_00,
                "unattended_cents": 700_00,
            }
            assert await cat.refused("VoidVoucher", SECOND, **void) == "voucher-spent"


async def test_large_amounts_need_an_authorised_second_person(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger", large_cents=100000)) as floor:
        async with signed_in(floor) as cat, floor.terminal(TABLE) as one:
            await cat.done("OpenShift", float_cents=0)
            large = {"visit": one.welcome["visit"], "cents": 1_000_00}
            assert await cat.refused("BuyCredit", **large) == "needs-second"
            own = {"name": "C-11", "password": demo_password("C-11")}
            dealer = {"name": "D-214", "password": demo_password("D-214")}
            wrong = {"name": "C-12", "password": "demo-c-13"}
            assert await cat.refused("BuyCredit", own, **large) == "not-another"
            assert await cat.refused("BuyCredit", dealer, **large) == "not-allowed"
            assert await cat.refused("BuyCredit", wrong, **large) == "wrong-password"
            assert cage_cents(floor) == 0
            await cat.done("BuyCredit", SECOND, **large)
            assert cage_cents(floor) == -1_000_00


async def test_a_command_repeated_with_one_id_is_carried_out_once(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor) as cat, floor.terminal(TABLE) as one:
            await cat.done("OpenShift", float_cents=0)
            sale = {"visit": one.welcome["visit"], "cents": 5_00, "id": "a" * 32}
            await cat.done("BuyCredit", **sale)
            await cat.done("BuyCredit", **sale)
            assert cage_cents(floor) == -5_00
            sale["cents"] = 6_00
            assert await cat.refused("BuyCredit", **sale) == "said-otherwise"


async def test_a_voucher_with_a_lost_answer_is_answered_again_and_paid_once(tmp_path: Path) -> None:
    """A cage screen that repeated its command read that the voucher was spent already."""
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor) as cat, floor.terminal(TABLE, cents=500_00) as one:
            await cat.done("OpenShift", float_cents=2_000_00)
            printed = (await one.done(type="collect", cents=500_00))["voucher"]["number"]
            cashed: dict[str, Any] = {"voucher": printed, "cents": 500_00, "id": "a" * 32}
            await cat.done("RedeemVoucher", **cashed)
            await cat.done("RedeemVoucher", **cashed)
            assert (await cat.picture())["shift"]["cash_cents"] == 1_500_00
            assert await cat.refused("RedeemVoucher", **{**cashed, "id": "b" * 32}) == (
                "voucher-spent"
            )
            await one.until(lambda terminal: terminal.heard_all[-1]["type"] == "welcome")
            await one.done(type="buy", cents=100_00)
            await one.done(type="collect", cents=100_00)
            (voucher,) = (await cat.picture())["vouchers"]
            void = {"ref": voucher["ref"], "cents": 100_00, "reason": "torn", "id": "c" * 32}
            await cat.done("VoidVoucher", SECOND, **void)
            await cat.done("VoidVoucher", SECOND, **void)
            # A worthless voucher needs no approval.
            later = {**void, "id": "d" * 32}
            assert await cat.refused("VoidVoucher", **later) == "voucher-spent"
            later.pop("id")
            assert (await cat.proposed("VoidVoucher", **later))["code"] == "voucher-spent"
            spent = await cat.proposed("RedeemVoucher", voucher=printed, cents=500_00)
            assert spent["code"] == "voucher-spent"
            assert (await cat.picture())["shift"]["cash_cents"] == 1_500_00


async def test_a_voucher_is_paid_only_with_its_own_amount(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor) as cat, floor.terminal(TABLE, cents=500_00) as one:
            await cat.done("OpenShift", float_cents=2_000_00)
            printed = (await one.done(type="collect", cents=500_00))["voucher"]["number"]
            assert await cat.refused("RedeemVoucher", voucher=printed, cents=499_00) == (
                "sum-changed"
            )


async def test_credit_pays_a_claim_once_when_the_command_is_repeated(
    tmp_path: Path,
) -> None:
    """The first command changed the claim, so its repetition seemed to contradict it."""
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor) as cat, floor.terminal(TABLE, cents=500_00) as one:
            await cat.done("OpenShift", float_cents=0)
            visit = one.welcome["visit"]
            owe(floor, visit, 300_00)
            part: dict[str, Any] = {"visit": visit, "cents": 100_00, "id": "a" * 32}
            await cat.done("CollectClaim", **part)
            await cat.done("CollectClaim", **part)
            await one.until(lambda terminal: terminal.money.get("credit_cents") == 400_00)
            assert floor.floor.history.cage.claims[visit] == -200_00
            assert await cat.refused("CollectClaim", **{**part, "cents": 50_00}) == "said-otherwise"
            await cat.done("BuyCredit", visit=visit, cents=10_00, id="b" * 32)
            other = {**part, "cents": 10_00, "id": "b" * 32}
            assert await cat.refused("CollectClaim", **other) == "said-otherwise"


def owe(floor: Served, visit: str, cents: int) -> None:
    """Make a claim on a visit, as a reversed round does."""
    stream = "a round put right"
    moved = Transfer(f"{stream}/1", claim(visit), bank(TABLE), cents, TransferReason.RECLAIMED)
    by = Actor(ActorKind.HOUSE, "the house")
    entry = Entry("e", "2026-01-01T00:00:00.000Z", by, "", (), (moved,), ())
    journal = floor.floor.journal
    lease = journal.acquire(stream)
    journal.append(Batch(stream, lease.epoch, lease.version, [entry]))
    floor.floor.replica.apply(CommittedEntry(stream, 1, entry))


async def test_an_empty_visit_is_ended_for_the_next_patron(tmp_path: Path) -> None:
    """The next patron inherited the loss and the limit of one who had lost everything."""
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor) as cat, floor.terminal(TABLE, cents=10_00) as one:
            visit, history = one.welcome["visit"], floor.floor.history
            await one.done(type="limits", loss_cents=10_00, minutes=None)
            assert await cat.refused("EndVisit", visit=visit) == "no-shift"
            await cat.done("OpenShift", float_cents=0)
            assert await cat.refused("EndVisit", visit=visit) == "credit-left"
            assert (await one.place(TABLE, tie=10_00))["ok"]
            assert await cat.refused("EndVisit", visit=visit) == "wager-open"
            await one.until(lambda _: not history.visits[visit].staked_cents)
            if history.credit_cents(visit):
                # The tie won, or the round was void: a claim takes the rest of the credit.
                cents = history.credit_cents(visit)
                owe(floor, visit, cents)
                assert await cat.refused("EndVisit", visit=visit) == "claim-owed"
                await cat.done("CollectClaim", visit=visit, cents=cents)
            (listed,) = (await cat.picture())["visits"]
            assert listed["is_spent"]
            await cat.done("EndVisit", visit=visit, id="e" * 32)
            await cat.done("EndVisit", visit=visit, id="e" * 32)
            welcome = await one.heard("welcome")
            assert welcome["visit"] != visit
            fresh = welcome["session"]
            assert (fresh["net_cents"], fresh["loss_limit_cents"], fresh["since"]) == (0, None, "")
            assert floor.floor.replicas[TABLE].seat_of(visit) is None
            (listed,) = (await cat.picture())["visits"]
            assert not listed["is_spent"], "the new visit has no credit yet"
            assert await cat.refused("EndVisit", visit=visit) == "no-visit"
            ended = [
                stored.entry.by.name
                for stored in floor.floor.journal.read("cage")
                for event in stored.entry.events
                if isinstance(event, VisitEnded)
            ]
            assert ended == ["C-11"]


async def test_only_cashiers_and_the_shift_manager_open_the_cage(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        for name in ("D-214", "S-31", "P-07", "M-03", "A-05"):
            async with signed_in(floor, name) as other:
                answer = await other.client.get("/api/staff/cage")
                assert answer.status_code == 403, name
                body = {"id": "a" * 32, "command": "OpenShift", "with": {"float_cents": 5}}
                answer = await other.client.post("/api/staff/cage/actions", json=body)
                assert answer.status_code == 403, name
                answer = await other.client.post("/api/staff/cage/vouchers", json={"voucher": "x"})
                assert answer.status_code == 403, name
        async with signed_in(floor, "G-02") as manager:
            assert (await manager.picture())["is_cashier"] is False
            assert await manager.refused("OpenShift", float_cents=5) == "not-allowed"
            lost: dict[str, Any] = {"visit": "T-0001-1", "cents": 5}
            assert await manager.refused("WriteOffClaim", **lost) == "sum-changed"
        async with AsyncClient(base_url=floor.address) as nobody:
            assert (await nobody.get("/api/staff/cage")).status_code == 401
            body = {"id": "a" * 32, "command": "OpenShift", "with": {"float_cents": 5}}
            assert (await nobody.post("/api/staff/cage/actions", json=body)).status_code == 403


async def test_an_invalid_request_to_the_cage_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor) as cat:
            await cat.done("OpenShift", float_cents=100_00)
            wrong: tuple[tuple[str, dict[str, Any]], ...] = (
                ("BeginVisit", {"visit": "v", "terminal": "t"}),
                ("OpenShift", {"float_cents": 5, "large_cents": 10**12}),
                ("BuyCredit", {"visit": "v", "cents": -5}),
                ("BuyCredit", {"visit": "v", "cents": 5.5}),
                ("FillDrawer", {"cents": "5"}),
                ("CollectCredit", {"visit": "v", "cents": 5, "number": "n"}),
            )
            for command, fields in wrong:
                assert await cat.refused(command, **fields) == "not-a-command", command
            assert await cat.refused("BuyCredit", visit="nobody", cents=5) == "no-visit"
            assert await cat.refused("HandPay", visit="nobody", cents=5) == "no-visit"
            forged: dict[str, Any] = {"voucher": "AAAAA-BBBBB-CCCCC-DDDDD", "cents": 5}
            assert await cat.refused("RedeemVoucher", **forged) == "not-a-voucher"
            assert (await cat.find("AAAAA"))["code"] == "not-a-voucher"
            unknown: dict[str, Any] = {"ref": "V-00000000", "cents": 5, "reason": "x"}
            assert await cat.refused("VoidVoucher", SECOND, **unknown) == "no-voucher"
            answer = await cat.client.post("/api/staff/cage/actions", json={"id": "a"})
            assert answer.status_code == 400
            assert cage_cents(floor) == 0


async def test_the_cage_is_the_same_after_a_restart(tmp_path: Path) -> None:
    before: dict[str, Any] = {}
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor) as cat, floor.terminal(TABLE) as one:
            await cat.done("OpenShift", float_cents=100_00)
            await cat.done("BuyCredit", visit=one.welcome["visit"], cents=5_00)
            before.update(await cat.picture())
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor) as cat:
            after = await cat.picture()
            assert after["shift"] == before["shift"]
            assert after["account"] == before["account"]
            await cat.done("CloseShift", counted_cents=105_00)


async def test_the_pit_reads_the_difference_of_a_count_and_approves_it(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor) as cat, signed_in(floor, "P-07") as pit:
            await cat.done("OpenShift", float_cents=4_021_00)
            entry = (await cat.proposed("CloseShift", counted_cents=4_000_00))["entry"]
            (listed,) = (await pit.client.get("/api/staff/approvals")).json()["entries"]
            assert (listed["table"], listed["i_may"], listed["by"]) == ("cage", True, "C-11")
            rows = [tuple(map(text, each.values())) for each in listed["details"]["rows"]]
            assert rows == [
                ("In the drawer", "$4,021.00"),
                ("Counted", "$4,000.00"),
                ("Difference", "−$21.00"),
            ]
            assert (await pit.answered(entry, "approve", path="approvals"))["ok"]
            (closed,) = (await cat.picture())["closed"]
            assert (closed["difference_cents"], closed["second"]) == (-21_00, "P-07")
            await cat.done("OpenShift", float_cents=0)
            await cat.proposed("FillDrawer", cents=900_00)
            (listed,) = (await pit.client.get("/api/staff/approvals")).json()["entries"]
            assert [text(each["value"]) for each in listed["details"]["rows"]] == ["$900.00"]
