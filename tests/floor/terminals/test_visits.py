"""Visits, patrons' limits and vouchers, against a real journal and a clock that can be set."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from punto.floor.floor import Floor
from punto.floor.operations.key_uses import uses_of
from punto.floor.streams.owner import Asked, Done
from punto.floor.terminals.next_visit import begin_anew, welcome
from punto.floor.wire import terminal as wire
from punto.journal.errors import JournalError
from punto.journal.keys.key_ring import KeyRing
from punto.journal.keys.vault import Vault
from punto.ledger.cage import HandPay
from punto.ledger.vouchers import VOUCHER_DAYS
from punto.table.actors import Actor, Kind
from punto.table.refusals import Refusal
from punto.table.state import Phase
from tests.floor.cashier import signed_in
from tests.floor.playing import Served, Terminal, plan_of, served
from tests.floor.staffed import Member, member

TIGER = "tiger-5"
START = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


def run(
    folder: Path, play: Callable[[Floor, Clock], Awaitable[None]], ring: KeyRing | None = None
) -> None:
    async def main() -> None:
        clock = Clock()
        floor = Floor(plan_of("tiger"), folder, clock, ring=ring)
        await floor.start()
        try:
            await play(floor, clock)
        finally:
            await floor.stop()

    asyncio.run(main())


def id_(number: int) -> str:
    return f"{number:032x}"


async def visiting(floor: Floor, cents: int = 100_00) -> tuple[str, str]:
    """A terminal with a visit that has credit."""
    paired = await floor.sessions.pair()
    assert not isinstance(paired, Refusal)
    visit = await floor.sessions.visit(paired[0])
    assert isinstance(visit, str)
    await floor.sessions.buy(wire.Buy(id_(1), cents), paired[0], visit)
    return paired[0], visit


def test_a_key_opens_its_own_terminal_only(tmp_path: Path) -> None:
    async def play(floor: Floor, _clock: Clock) -> None:
        one, two = await floor.sessions.pair(), await floor.sessions.pair()
        assert not isinstance(one, Refusal)
        assert not isinstance(two, Refusal)
        assert floor.sessions.knows(*one)
        assert not floor.sessions.knows(one[0], two[1])
        assert not floor.sessions.knows("", "")
        assert not floor.sessions.knows("T-9999", "")
        assert not floor.sessions.knows(one[0], "\ud800")
        text = (tmp_path / "floor.db").read_bytes() + (tmp_path / "floor.db-wal").read_bytes()
        assert one[1].encode() not in text, "the key itself is kept nowhere"

    run(tmp_path, play)


def test_a_terminal_has_one_visit_at_a_time(tmp_path: Path) -> None:
    async def play(floor: Floor, _clock: Clock) -> None:
        paired = await floor.sessions.pair()
        assert not isinstance(paired, Refusal)
        visits = await asyncio.gather(*(floor.sessions.visit(paired[0]) for _ in range(8)))
        assert len(set(visits)) == 1

    run(tmp_path, play)


def test_the_time_limit_ends_staking_and_not_taking_back(tmp_path: Path) -> None:
    async def play(floor: Floor, clock: Clock) -> None:
        terminal, visit = await visiting(floor)
        await floor.sessions.set_limits(wire.Limits(id_(2), None, 30), terminal, visit)
        assert floor.sessions.over_limit(visit, 10_00) is None
        clock.now += timedelta(minutes=30)
        refusal = floor.sessions.over_limit(visit, 10_00)
        assert refusal is not None
        assert refusal.code == "time-limit"
        assert floor.sessions.over_limit(visit, -10_00) is None

    run(tmp_path, play)


def test_a_visit_is_played_from_its_first_credit_on(tmp_path: Path) -> None:
    """A terminal that had stood idle for three hours refused the first wager of a time limit."""

    async def play(floor: Floor, clock: Clock) -> None:
        paired = await floor.sessions.pair()
        assert not isinstance(paired, Refusal)
        terminal, visit = paired[0], await floor.sessions.visit(paired[0])
        assert isinstance(visit, str)
        idle = floor.sessions.session(visit)
        assert idle is not None
        assert (idle.since, floor.sessions.money(visit).since) == ("", "")
        clock.now += timedelta(hours=3)
        await floor.sessions.buy(wire.Buy(id_(1), 100_00), terminal, visit)
        await floor.sessions.set_limits(wire.Limits(id_(2), None, 60), terminal, visit)
        assert floor.sessions.over_limit(visit, 10_00) is None
        clock.now += timedelta(minutes=59)
        # More credit does not begin it anew: the limit is the patron's own.
        await floor.sessions.buy(wire.Buy(id_(3), 100_00), terminal, visit)
        clock.now += timedelta(minutes=1)
        refusal = floor.sessions.over_limit(visit, 10_00)
        assert refusal is not None
        assert refusal.code == "time-limit"
        assert floor.sessions.money(visit).since == "2026-01-01T15:00:00.000Z"

    run(tmp_path, play)


def test_whoever_asks_just_when_the_cage_has_ended_their_visit_is_told_so(tmp_path: Path) -> None:
    """The line ended without a word, for nobody knew the visit any more that it spoke of."""

    async def play() -> None:
        async with served(tmp_path, plan_of("tiger")) as floor:
            async with floor.terminal(TIGER, cents=50_00) as one:
                visit = one.welcome["visit"]
                command = HandPay(visit, 50_00)
                asked = Asked("paid", Actor(Kind.HOUSE, "the house"), command)
                assert isinstance(await floor.floor.sessions.cage.ask(asked), Done)
                assert (await one.place(TIGER, banker=1_00))["code"] == "visit-over"
                assert await one.refused(type="limits", loss_cents=5_00, minutes=None) == (
                    "visit-over"
                )
                assert await one.refused(type="collect", cents=50_00) == "no-visit"
                (connection,) = floor.floor.hub.connections
                welcome(floor.floor.visit_parts, connection)
                assert (await one.heard("welcome"))["session"] is None
                await begin_anew(floor.floor.visit_parts, connection)
                assert (await one.heard("welcome"))["visit"] != visit
                await one.done(type="buy", cents=5_00)

    asyncio.run(play())


def test_a_voucher_expires(tmp_path: Path) -> None:
    async def play(floor: Floor, clock: Clock) -> None:
        terminal, visit = await visiting(floor)
        answer = await floor.sessions.collect(wire.CollectAll(id_(3), 100_00), terminal, visit)
        assert isinstance(answer, Done)
        voucher = floor.sessions.voucher(answer, terminal, id_(3), None)
        assert voucher is not None
        assert voucher.expires == "2026-06-30T12:00:00.000Z"
        clock.now += timedelta(days=VOUCHER_DAYS)
        other, again = await visiting(floor)
        refused = await floor.sessions.redeem(wire.Redeem(id_(4), voucher.number), other, again)
        assert isinstance(refused, Refusal)
        assert refused.code == "voucher-expired"
        clock.now -= timedelta(seconds=1)
        taken = await floor.sessions.redeem(wire.Redeem(id_(5), voucher.number), other, again)
        assert isinstance(taken, Done)

    run(tmp_path, play)


def test_one_voucher_at_many_terminals_is_paid_once(tmp_path: Path) -> None:
    async def play(floor: Floor, _clock: Clock) -> None:
        terminal, visit = await visiting(floor)
        answer = await floor.sessions.collect(wire.CollectAll(id_(3), 100_00), terminal, visit)
        assert isinstance(answer, Done)
        voucher = floor.sessions.voucher(answer, terminal, id_(3), None)
        assert voucher is not None
        visitors = [await visiting(floor) for _ in range(20)]
        answers = await asyncio.gather(
            *(
                floor.sessions.redeem(wire.Redeem(id_(9), voucher.number), *each)
                for each in visitors
            )
        )
        assert sum(isinstance(each, Done) for each in answers) == 1
        credit = sum(floor.history.credit_cents(each[1]) for each in visitors)
        assert credit == 20 * 100_00 + 100_00

    run(tmp_path, play)


def test_the_key_of_the_house_is_made_once(tmp_path: Path) -> None:
    ring = KeyRing(tmp_path / "keys")
    assert ring.key("house") == KeyRing(tmp_path / "keys").key("house")
    assert (tmp_path / "keys" / "house.key").stat().st_mode & 0o777 == 0o600


def test_a_voucher_outlives_the_key_it_was_printed_with(tmp_path: Path) -> None:
    """The same ask again brings the same paper, and the paper is paid, under a renewed key."""
    kept: list[tuple[str, str, wire.Voucher]] = []
    asked = wire.CollectAll(id_(3), 100_00)

    async def before(floor: Floor, _clock: Clock) -> None:
        for _ in range(2):
            terminal, visit = await visiting(floor)
            answer = await floor.sessions.collect(asked, terminal, visit)
            assert isinstance(answer, Done)
            voucher = floor.sessions.voucher(answer, terminal, asked.id, None)
            assert voucher is not None
            kept.append((terminal, visit, voucher))

    async def after(floor: Floor, _clock: Clock) -> None:
        for terminal, visit, voucher in kept:
            answer = await floor.sessions.collect(asked, terminal, visit)
            assert isinstance(answer, Done)
            assert answer.is_repeat
            assert floor.sessions.voucher(answer, terminal, asked.id, None) == voucher
        other, again = await visiting(floor)
        taken = await floor.sessions.redeem(wire.Redeem(id_(5), kept[0][2].number), other, again)
        assert isinstance(taken, Done)
        answer = await floor.sessions.collect(wire.CollectAll(id_(6), 200_00), other, again)
        assert isinstance(answer, Done)
        newer = floor.sessions.voucher(answer, other, id_(6), None)
        assert newer is not None
        kept.append((other, again, newer))

    run(tmp_path, before)
    ring = KeyRing(tmp_path / "keys")
    assert ring.renew("house", "hmac-sha3-256").version == 2
    run(tmp_path, after)
    key = ring.key("house")
    assert uses_of(tmp_path, key, 1) == ["vouchers out: 1, worth 100.00"]
    assert uses_of(tmp_path, key, 2) == ["vouchers out: 1, worth 200.00", "passwords of: admin"]
    ring.retire("house", 1)

    async def last(floor: Floor, _clock: Clock) -> None:
        assert isinstance(floor.sessions.find(kept[1][2].number), Refusal)
        assert isinstance(floor.sessions.find(kept[2][2].number), tuple)

    # The same floor with its keys in a vault, and none without what opens it.
    vault = Vault(b"m" * 32)
    ring.lock(vault)
    run(tmp_path, last, KeyRing(tmp_path / "keys", vault))
    with pytest.raises(JournalError, match="is locked"):
        run(tmp_path, last)


def test_a_voucher_that_nobody_saw_before_a_restart_is_shown_when_it_is_asked_for_again(
    tmp_path: Path,
) -> None:
    async def play() -> None:
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

    asyncio.run(play())


def test_a_voucher_redeemed_before_a_restart_is_answered_again_under_its_id(
    tmp_path: Path,
) -> None:
    """A terminal that never heard the answer asked again, and was told that it came too late."""

    async def play() -> None:
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
                # So long ago that nobody remembers what it was worth.
                floor.floor.history.cage.vouchers.clear()
                assert await one.refused(type="redeem", voucher=printed) == "voucher-spent"

    asyncio.run(play())


async def corrected(
    floor: Served, one: Terminal, two: Terminal, dealer: Member, boss: Member
) -> tuple[Terminal, Terminal]:
    """Who owes and who is owed, once a round with a wager on each hand was put right."""
    live = floor.floor.tables[TIGER]

    async def on(*phases: Phase) -> None:
        while live.state.phase not in phases:
            before, step = live.state, dealer.picture(TIGER)["next"]
            if step["act"] is None or step["off_because"] is not None:
                await asyncio.sleep(0.01)
                continue
            answer = await dealer.ask(TIGER, step["act"]["command"], **step["act"]["with"])
            # The house may have been at this very step when the table was taken over.
            assert answer["ok"] or live.state is not before, answer

    await dealer.attend(TIGER)
    await on(Phase.SETTLED, Phase.VOID)
    # A shoe whose order nobody promised: else the promise says which cards there were.
    await dealer.does(TIGER, "EndShoe")
    await dealer.does(TIGER, "LoadShoe", shoe="emulator")
    await on(Phase.BETS_OPEN)
    assert (await one.place(TIGER, banker=100_00))["ok"]
    assert (await two.place(TIGER, player=100_00))["ok"]
    await on(Phase.SETTLED)
    last = live.past.last
    assert last is not None
    await one.until(lambda _: last.is_over)
    has_banker_won = last.winner == "B"
    cards = ["9h", "2c", "Td", "3s"] if has_banker_won else ["2c", "9h", "3s", "Td"]
    answer = await boss.ask(
        TIGER,
        "Report",
        "P-07",
        trigger="wrong-display",
        round=last.number,
        cards=cards,
        evidence="camera 4",
    )
    assert answer["ok"], answer
    return (one, two) if has_banker_won else (two, one)


def test_whoever_has_a_claim_is_told_so_and_collects_once_it_is_settled(tmp_path: Path) -> None:
    """A patron could not leave after a corrected round, and heard of a sum that had changed."""

    async def play() -> None:
        async with served(tmp_path, plan_of("tiger")) as floor:
            async with (
                floor.terminal(TIGER, cents=1_000_00) as one,
                floor.terminal(TIGER, cents=1_000_00) as two,
                member(floor, "D-214") as dealer,
                member(floor, "S-31") as boss,
                signed_in(floor) as cat,
            ):
                await cat.done("OpenShift", float_cents=2_000_00)
                sides = await corrected(floor, one, two, dealer, boss)
                for each, words in zip(sides, ("is owed to the house", "waits at"), strict=True):
                    history, visit = floor.floor.history, each.welcome["visit"]
                    claim, credit = history.cage.claims[visit], history.credit_cents(visit)
                    net = credit + claim - 1_000_00
                    await each.until(lambda t, net=net: t.money.get("net_cents") == net)  # type: ignore[misc]
                    answer = await each.ask(type="collect", cents=credit)
                    assert answer["code"] == "claim-open"
                    assert words in answer["words"]["en"]
                    assert f"{abs(claim) // 100}.00" in answer["words"]["zh"]
                    assert await cat.refused("HandPay", visit=visit, cents=credit) == "claim-open"
                    settle = "PayClaim" if claim > 0 else "TakeClaim"
                    await cat.done(settle, visit=visit, cents=abs(claim))
                    await each.until(lambda t, net=net: t.money["credit_cents"] == 1_000_00 + net)  # type: ignore[misc]
                    assert (await each.done(type="collect", cents=credit + claim))["voucher"]

    asyncio.run(play())


def test_what_is_owed_counts_towards_a_loss_limit(tmp_path: Path) -> None:
    async def play() -> None:
        async with served(tmp_path, plan_of("tiger")) as floor:
            async with (
                floor.terminal(TIGER, cents=1_000_00) as one,
                floor.terminal(TIGER, cents=1_000_00) as two,
                member(floor, "D-214") as dealer,
                member(floor, "S-31") as boss,
            ):
                owes, _ = await corrected(floor, one, two, dealer, boss)
                visit = owes.welcome["visit"]
                await owes.done(type="limits", loss_cents=150_00, minutes=None)
                lost = -floor.floor.history.net_cents(visit)
                assert lost == 100_00
                assert floor.floor.sessions.over_limit(visit, 50_00) is None
                refusal = floor.floor.sessions.over_limit(visit, 50_01)
                assert refusal is not None
                assert refusal.code == "loss-limit"

    asyncio.run(play())
