"""Test vouchers and claims with a real journal and a clock that tests set."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from punto.floor.operations.key_uses import uses_of
from punto.floor.streams.owner import Committed
from punto.floor.wire import terminal as wire
from punto.journal.errors import JournalError
from punto.journal.keys import KeyRing, Vault
from punto.ledger.vouchers import VOUCHER_DAYS
from punto.table.refusals import Refusal
from tests.floor.cashier import signed_in
from tests.floor.playing import plan_of, served
from tests.floor.terminals.visiting import TIGER, corrected, id_, opened, visiting
from tests.floor.working import signed


async def test_a_voucher_expires(tmp_path: Path) -> None:
    async with opened(tmp_path) as (floor, clock):
        terminal, visit = await visiting(floor)
        answer = await floor.vouchers.collect(wire.CollectCredit(id_(3), 100_00), terminal, visit)
        assert isinstance(answer, Committed)
        voucher = await floor.vouchers.voucher(answer, terminal, id_(3), None)
        assert voucher is not None
        assert voucher.expires == "2026-06-30T12:00:00.000Z"
        clock.now += timedelta(days=VOUCHER_DAYS)
        other, again = await visiting(floor)
        refused = await floor.vouchers.redeem(
            wire.RedeemVoucher(id_(4), voucher.number), other, again
        )
        assert isinstance(refused, Refusal)
        assert refused.code == "voucher-expired"
        clock.now -= timedelta(seconds=1)
        taken = await floor.vouchers.redeem(
            wire.RedeemVoucher(id_(5), voucher.number), other, again
        )
        assert isinstance(taken, Committed)


async def test_a_repeated_collection_returns_its_voucher_from_the_journal(
    tmp_path: Path,
) -> None:
    """Every voucher stayed in memory for such a repeat."""
    async with opened(tmp_path) as (floor, _):
        terminal, visit = await visiting(floor)
        asked = wire.CollectCredit(id_(3), 100_00)
        answer = await floor.vouchers.collect(asked, terminal, visit)
        assert isinstance(answer, Committed)
        voucher = await floor.vouchers.voucher(answer, terminal, id_(3), None)
        floor.history.cage.vouchers.clear()
        next_visit = await floor.visits.visit(terminal)
        assert isinstance(next_visit, str)
        again = await floor.vouchers.collect(asked, terminal, next_visit)
        assert again == Committed(answer.number, answer.events, is_repeat=True)
        assert isinstance(again, Committed)
        assert await floor.vouchers.voucher(again, terminal, id_(3), None) == voucher
        bought = wire.BuyCredit(id_(4), 5_00)
        await floor.visits.buy_demo_credit(bought, terminal, next_visit)
        for id_used, cents in ((3, 99_00), (4, 5_00)):
            other = wire.CollectCredit(id_(id_used), cents)
            refused = await floor.vouchers.collect(other, terminal, next_visit)
            assert isinstance(refused, Refusal)
            assert refused.code == "said-otherwise"


async def test_one_voucher_at_many_terminals_is_paid_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as (floor, _):
        terminal, visit = await visiting(floor)
        answer = await floor.vouchers.collect(wire.CollectCredit(id_(3), 100_00), terminal, visit)
        assert isinstance(answer, Committed)
        voucher = await floor.vouchers.voucher(answer, terminal, id_(3), None)
        assert voucher is not None
        visitors = [await visiting(floor) for _ in range(20)]
        answers = await asyncio.gather(
            *(
                floor.vouchers.redeem(wire.RedeemVoucher(id_(9), voucher.number), *each)
                for each in visitors
            )
        )
        assert sum(isinstance(each, Committed) for each in answers) == 1
        credit = sum(floor.history.credit_cents(each[1]) for each in visitors)
        assert credit == 20 * 100_00 + 100_00


def test_the_key_of_the_house_is_made_once(tmp_path: Path) -> None:
    ring = KeyRing(tmp_path / "keys")
    assert ring.key("house") == KeyRing(tmp_path / "keys").key("house")
    assert (tmp_path / "keys" / "house.key").stat().st_mode & 0o777 == 0o600


async def test_a_voucher_is_valid_after_its_key_is_renewed(tmp_path: Path) -> None:
    """After the renewal, a repeated request returns the same voucher, and the cage pays it."""
    kept: list[tuple[str, str, wire.Voucher]] = []
    asked = wire.CollectCredit(id_(3), 100_00)
    async with opened(tmp_path) as (floor, _):
        for _ in range(2):
            terminal, visit = await visiting(floor)
            answer = await floor.vouchers.collect(asked, terminal, visit)
            assert isinstance(answer, Committed)
            voucher = await floor.vouchers.voucher(answer, terminal, asked.id, None)
            assert voucher is not None
            kept.append((terminal, visit, voucher))
    ring = KeyRing(tmp_path / "keys")
    assert ring.renew("house").version == 2
    async with opened(tmp_path) as (floor, _):
        for terminal, visit, voucher in kept:
            answer = await floor.vouchers.collect(asked, terminal, visit)
            assert isinstance(answer, Committed)
            assert answer.is_repeat
            assert await floor.vouchers.voucher(answer, terminal, asked.id, None) == voucher
        other, again = await visiting(floor)
        taken = await floor.vouchers.redeem(
            wire.RedeemVoucher(id_(5), kept[0][2].number), other, again
        )
        assert isinstance(taken, Committed)
        answer = await floor.vouchers.collect(wire.CollectCredit(id_(6), 200_00), other, again)
        assert isinstance(answer, Committed)
        newer = await floor.vouchers.voucher(answer, other, id_(6), None)
        assert newer is not None
        kept.append((other, again, newer))
    key = ring.key("house")
    assert uses_of(tmp_path, key, 1) == ["vouchers out: 1, worth 100.00"]
    assert uses_of(tmp_path, key, 2) == ["vouchers out: 1, worth 200.00", "passwords of: admin"]
    ring.retire("house", 1)
    # The same floor with its keys in a vault opens only with the master key.
    vault = Vault(b"m" * 32)
    ring.lock(vault)
    async with opened(tmp_path, KeyRing(tmp_path / "keys", vault)) as (floor, _):
        assert isinstance(floor.vouchers.find(kept[1][2].number), Refusal)
        assert isinstance(floor.vouchers.find(kept[2][2].number), tuple)
    with pytest.raises(JournalError, match="is locked"):
        async with opened(tmp_path):
            pass


async def test_a_repeat_after_a_restart_returns_the_voucher_of_the_lost_answer(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with floor.terminal(TIGER, cents=750_00) as one:
            key = one.name, one.key
            answer = await one.done(type="collect", cents=750_00)
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with floor.terminal(TIGER, key=key) as one:
            again = await one.ask(type="collect", cents=750_00, id=answer["id"])
            assert again["voucher"] == answer["voucher"]
            await one.done(type="buy", cents=5_00)
            assert await one.refused(type="collect", cents=750_00) == "sum-changed"


async def test_a_repeat_after_a_restart_confirms_the_redemption(
    tmp_path: Path,
) -> None:
    """A terminal that lost the answer repeated its request, and was refused as too late."""

    async with served(tmp_path, plan_of("tiger")) as floor:
        async with floor.terminal(TIGER, cents=750_00) as one:
            key = one.name, one.key
            printed = (await one.done(type="collect", cents=750_00))["voucher"]["number"]
            answer = await one.done(type="redeem", voucher=printed)
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with floor.terminal(TIGER, key=key) as one:
            again = await one.done(type="redeem", voucher=printed, id=answer["id"])
            assert again["number"] == answer["number"]
            assert await one.refused(type="redeem", voucher=printed) == "voucher-spent"
            assert floor.floor.history.credit_cents(one.welcome["visit"]) == 750_00
            # So long ago that the value is no longer in memory.
            floor.floor.history.cage.vouchers.clear()
            assert await one.refused(type="redeem", voucher=printed) == "voucher-spent"


async def test_a_patron_with_a_claim_collects_once_it_is_settled(tmp_path: Path) -> None:
    """After a corrected round a patron could not leave: the refusal was that the sum changed."""

    async with served(tmp_path, plan_of("tiger")) as floor:
        async with (
            floor.terminal(TIGER, cents=1_000_00) as one,
            floor.terminal(TIGER, cents=1_000_00) as two,
            signed(floor, "D-214") as dealer,
            signed(floor, "S-31") as boss,
            signed_in(floor) as cat,
        ):
            await cat.done("OpenShift", float_cents=2_000_00)
            sides = await corrected(floor, one, two, dealer, boss)
            for each, code in zip(sides, ("claim-owed", "claim-open"), strict=True):
                history, visit = floor.floor.history, each.welcome["visit"]
                claim, credit = history.cage.claims[visit], history.credit_cents(visit)
                net = credit + claim - 1_000_00
                await each.until(lambda t, net=net: t.money.get("net_cents") == net)  # type: ignore[misc]
                answer = await each.ask(type="collect", cents=credit)
                assert (answer["code"], answer["values"]) == (code, {"sum": abs(claim)})
                assert await cat.refused("HandPay", visit=visit, cents=credit) == code
                settle = "PayClaim" if claim > 0 else "CollectClaim"
                await cat.done(settle, visit=visit, cents=abs(claim))
                await each.until(lambda t, net=net: t.money["credit_cents"] == 1_000_00 + net)  # type: ignore[misc]
                assert (await each.done(type="collect", cents=credit + claim))["voucher"]
