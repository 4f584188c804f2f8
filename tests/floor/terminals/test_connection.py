"""Test the messages of a browser, the reasons to close its connection, and hostile input."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec import structs
from websockets.exceptions import ConnectionClosed

from campaigns.fuzz import Attack
from punto.floor.terminals import connection
from punto.floor.terminals.connection import TerminalConnection
from tests.floor.playing import connected, plan_of, served

TABLE = "tiger-5"


@pytest.mark.parametrize("seed", [11, 12])
def test_hostile_messages_raise_nothing_and_no_refusal_moves_the_floor(
    tmp_path: Path, seed: int
) -> None:
    counts = asyncio.run(Attack(tmp_path, seed).run(1_500))
    assert counts["refused"] > 20
    assert counts["ended not-understood"] > 300
    assert counts["done"] > 100


@contextmanager
def _refusals_that_do_it_anyway() -> Iterator[None]:
    """A planted bug: a patron without a seat gets one with the refusal."""
    leave = TerminalConnection._at_seat

    async def wrong(self: TerminalConnection, said: object, command: object) -> object:
        answer = await leave(self, said, command)  # type: ignore[arg-type]
        await self._parts.enrolment.enrol()
        return answer

    with patch.object(TerminalConnection, "_at_seat", wrong):
        yield


def test_a_refusal_that_moves_the_floor_is_found(tmp_path: Path) -> None:
    with _refusals_that_do_it_anyway(), pytest.raises(AssertionError, match="a refusal moved"):
        asyncio.run(Attack(tmp_path, 1).run(1_500))


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("{", "not-understood"),
        (b"\xff\xfe", "not-understood"),
        ('{"type":"ping","n":1}', "protocol"),
        ('{"type":"hello","protocol":2,"terminal":"T-0001","key":""}', "protocol"),
        ('{"type":"hello","protocol":1,"terminal":"T-0001","key":"00"}', "unknown-terminal"),
        ('{"type":"hello","protocol":1,"terminal":"T-9999","key":"00"}', "unknown-terminal"),
        ('{"type":"hello","protocol":1,"terminal":"","key":"","more":1}', "not-understood"),
        ('{"type":"hello","protocol":true,"terminal":"","key":""}', "not-understood"),
    ],
)
async def test_an_invalid_message_closes_the_connection(
    tmp_path: Path, sent: str | bytes, code: str
) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        await floor.paired()
        async with connected(floor.port) as line:
            await line.send(sent)
            bye = json.loads(await line.recv())
            assert (bye["type"], bye["code"]) == ("goodbye", code)
            with pytest.raises(ConnectionClosed):
                await line.recv()


async def test_a_message_that_is_too_large_closes_the_connection(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor, connected(floor.port) as line:
        await line.send("x" * 5_000)
        with pytest.raises(ConnectionClosed, match="1009"):
            await line.recv()


async def test_a_viewer_without_a_terminal_may_only_watch(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with floor.terminal(TABLE, key=("", "")) as viewer:
            assert viewer.welcome["visit"] is None
            view = await viewer.seen(TABLE, "bets-open", "dealing")
            assert (view["own"], view["credit_cents"]) == (None, None)
            for wish in ({"type": "sit", "table": TABLE}, {"type": "buy", "cents": 100}):
                assert await viewer.refused(**wish) == "not-a-viewer"


async def test_no_view_holds_another_seats_money_or_a_card_to_come(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with (
            floor.terminal(TABLE, cents=777_00) as rich,
            floor.terminal(TABLE, cents=100_00) as other,
        ):
            answer = await rich.place(TABLE, tie=123_40)
            await other.seen(TABLE, "settled", after=answer["receipt"]["round"] - 1)
            text = json.dumps(other.heard_all)
            assert "77700" not in text
            assert "12340" not in text
            shoe = floor.floor.owners[TABLE].dealer._open()
            assert shoe is not None
            out = floor.floor.owners[TABLE].state.device.cards_out
            assert shoe.order[2 * out :] not in text
            assert shoe.salt not in text


async def test_a_lost_round_changes_the_net_position(tmp_path: Path) -> None:
    async with (
        served(tmp_path, plan_of("tiger")) as floor,
        floor.terminal(TABLE, cents=500_00) as terminal,
    ):
        has_lost, rounds = False, 0
        while not has_lost:
            answer = await terminal.place(TABLE, tie=10_00)
            before, round_ = terminal.money["credit_cents"], answer["receipt"]["round"]
            await terminal.seen(TABLE, "bets-open", after=round_)
            rounds, has_lost = rounds + 1, terminal.money["credit_cents"] == before
            assert terminal.money["rounds"] == rounds
            assert terminal.money["net_cents"] == terminal.money["credit_cents"] - 500_00


async def test_a_flooding_browser_is_slowed_and_then_disconnected(tmp_path: Path) -> None:
    plan = plan_of("tiger", messages_per_second=50)
    with patch.object(connection, "PATIENCE_SECONDS", 0.3):
        async with served(tmp_path, plan) as floor, floor.terminal() as terminal:
            for n in range(1_000):
                await terminal.say(type="ping", n=n)
            assert (await terminal.heard("goodbye"))["code"] == "too-fast"
            heard = [each["n"] for each in terminal.heard_all if each["type"] == "pong"]
            assert 200 <= len(heard) < 1_000, "the burst was answered, the flood was not"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"type": "sit", "table": "none"}, "no-such-table"),
        ({"type": "leave", "table": "none"}, "no-such-table"),
        ({"type": "leave", "table": TABLE}, "not-seated"),
        ({"type": "answer-withdrawal", "table": TABLE, "withdraws": True}, "not-seated"),
        ({"type": "expose-cards", "table": TABLE, "side": "player"}, "not-seated"),
        ({"type": "refuse-cards", "table": "none", "side": "banker"}, "no-such-table"),
        (
            {"type": "place-wagers", "table": TABLE, "round": 1, "after": 0, "stakes": []},
            "not-seated",
        ),
        (
            {"type": "place-wagers", "table": "x", "round": 1, "after": 0, "stakes": []},
            "no-such-table",
        ),
        ({"type": "collect", "cents": 0}, "not-a-sum"),
        ({"type": "collect", "cents": 1}, "sum-changed"),
        ({"type": "call-attendant", "table": "none", "reason": "dispute"}, "no-such-table"),
        ({"type": "redeem", "voucher": ""}, "not-a-voucher"),
    ],
    ids=lambda each: each if isinstance(each, str) else each["type"],
)
async def test_a_refused_request_is_answered_with_its_code(
    tmp_path: Path, wish: dict[str, object], code: str
) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor, floor.terminal() as terminal:
        answer = await terminal.ask(**wish)
        assert (answer["ok"], answer["code"]) == (False, code)


async def test_a_patron_calls_an_attendant_and_leaves_the_seat(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with floor.terminal(TABLE, cents=100_00) as terminal:
            await terminal.done(type="call-attendant", table=TABLE, reason="dispute", round=1)
            await terminal.done(type="sit", table=TABLE)
            await terminal.done(type="leave", table=TABLE)
            await terminal.until(lambda t: TABLE in t.views and t.views[TABLE]["own"] is None)


async def test_a_full_table_refuses_a_patron(tmp_path: Path) -> None:
    plan = plan_of("tiger")
    only = replace(plan.tables[0], settings=structs.replace(plan.tables[0].settings, positions=1))
    async with served(tmp_path, replace(plan, tables=(only,))) as floor:
        async with floor.terminal(TABLE, cents=100_00), floor.terminal(TABLE) as late:
            assert await late.refused(type="sit", table=TABLE) == "no-free-seat"


async def test_a_stake_beyond_the_credit_is_refused_with_the_credit(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with floor.terminal(TABLE, cents=100_00) as terminal:
            answer = await terminal.place(TABLE, tie=200_00)
            left = {"key": "credit.left", "values": {"credit": 100_00}}
            assert (answer["code"], answer["values"]) == ("short-of-credit", {"credit": left})
