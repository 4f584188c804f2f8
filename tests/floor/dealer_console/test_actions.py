"""Actions of staff are parsed strictly, and run once under the name of the person."""

import asyncio
import secrets
from pathlib import Path
from typing import Any

import pytest

from punto.floor.dealer_console.actions import NOT_A_COMMAND, DrawNextCard, MakeShoe, parse_action
from punto.table import commands
from punto.table.actors import DEVICE
from punto.table.refusals import Refusal
from tests.floor.playing import entries_of, plan_of, served
from tests.floor.working import GAME, LIVE, noted, signed
from tests.texts import text

PLAN = plan_of(GAME)


class Planned:
    """Stands for a table: reading needs only its plan and its rulebook."""

    plan = PLAN.tables[0]
    state = type("State", (), {"book": PLAN.tables[0].book})()


def understood(name: str, fields: dict[str, Any]) -> Any:
    return parse_action(name, fields, Planned())  # type: ignore[arg-type]


def test_actions_of_the_floor_accept_only_their_own_fields() -> None:
    assert understood("DrawNextCard", {}) == DrawNextCard()
    assert understood("LoadShoe", {}) == MakeShoe(is_promised=True)
    assert understood("LoadShoe", {"shoe": "emulator"}) == MakeShoe(is_promised=False)
    assert understood("LoadShoe", {"shoe": "S-7"}) == commands.LoadShoe("S-7")
    opened = understood("OpenTable", {})
    assert opened.settings == PLAN.tables[0].settings
    assert understood("EnterCard", {"number": 3, "card": "9s"}) == commands.EnterCard(3, "9s")


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("", {}),
        ("Table", {}),
        ("__class__", {}),
        ("DrawNextCard", {"card": "9s"}),
        ("OpenBets", {"round": 1}),
        ("EnterCard", {"number": "3", "card": "9s"}),
        ("EnterCard", {"number": 3}),
        ("DrawSeveralCards", {"count": 1}),
        ("DrawSeveralCards", {"count": 7}),
        ("GiveRuling", {"outcome": "as I like", "reason": "x"}),
        ("EnterChips", {"round": 1, "position": 1, "after": 0, "stakes": [{"wager": "tie"}]}),
        (
            "EnterChips",
            {
                "round": 1,
                "position": 1,
                "after": 0,
                "stakes": [{"wager": "tie", "cents": 1, "bonus": 1}],
            },
        ),
    ],
)
def test_an_action_with_wrong_fields_is_refused(name: str, fields: dict[str, Any]) -> None:
    found = understood(name, fields)
    assert isinstance(found, Refusal)
    assert found.code == NOT_A_COMMAND.code


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("LoadShoe", {"shoe": "S-7", "commitment": "ab"}),
        ("EndShoe", {"order": "9s", "salt": ""}),
        ("EndShoe", {"salt": "00"}),
    ],
)
def test_only_the_house_commits_to_the_order_of_a_shoe(name: str, fields: dict[str, Any]) -> None:
    assert understood(name, fields).code == "not-allowed"


async def test_a_round_of_a_dealer_waits_for_the_dealer(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
        live = floor.floor.owners[LIVE]
        await dealer.begin()
        before = live.state
        await asyncio.sleep(0.6)
        assert live.state is before, "the timer only reminds"
        await dealer.acts(
            "CloseBets",
            "ConfirmParticipants",
            "DrawNextCard",
            "DrawNextCard",
            "DrawNextCard",
            "DrawNextCard",
        )
        drawn = live.state.events
        await asyncio.sleep(0.2)
        assert live.state.events == drawn
        while live.state.phase == "dealing":
            await dealer.acts("DrawNextCard")
        assert (await dealer.act("DrawNextCard"))["code"] == "no-card-due"
        await dealer.acts("SettleRound", "OpenBets")
        # Each command has the name of its sender; the device deals at the dealer's command.
        kept = entries_of(floor.floor, LIVE)
        theirs = [each for each in kept if each.entry.id.startswith("D-214/")]
        kinds = {type(each.entry.events[0]).__name__: each.entry.by for each in theirs}
        assert kinds["BetsClosed"].name == "D-214"
        assert kinds["CardDrawn"] == DEVICE
        await dealer.acts("CloseBets")
        assert await dealer.refused(f"tables/{LIVE}/dealer", attends=False) == "round-running"


async def test_an_action_runs_once_per_id(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
        live = floor.floor.owners[LIVE]
        await dealer.begin()
        await dealer.acts("CloseBets", "ConfirmParticipants")
        id_ = secrets.token_hex(16)
        first, again = [await dealer.act("DrawNextCard", id_=id_) for _ in range(2)]
        assert first == again
        assert live.state.current.tableau.cards_drawn == 1
        assert (await dealer.act("SettleRound", id_=id_))["code"] == "said-otherwise"


async def test_a_dealer_loads_and_ends_shoes(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
        live = floor.floor.owners[LIVE]
        await dealer.begin()
        await dealer.acts(
            "CloseBets",
            "ConfirmParticipants",
            "DrawNextCard",
            "DrawNextCard",
            "DrawNextCard",
            "DrawNextCard",
        )
        while live.state.phase == "dealing":
            await dealer.acts("DrawNextCard")
        await dealer.acts("SettleRound", "EndShoe")
        assert (await dealer.act("DrawNextCard"))["code"] == "no-card-due"
        answers = await asyncio.gather(*(dealer.act("LoadShoe") for _ in range(3)))
        assert [each["ok"] for each in answers].count(True) == 1
        await dealer.acts(
            "OpenBets", "CloseBets", "ConfirmParticipants", "DrawNextCard", "DrawNextCard"
        )
        order = live.dealer._open()
        assert order is not None
        drawn = live.state.current.tableau
        cards = [str(card) for card in (*drawn.player, *drawn.banker)]
        assert sorted(cards) == sorted(str(order.card(each)) for each in (1, 2))
        # The device reports cards that came together, because only the device has read them.
        told = await dealer.act("DrawSeveralCards", count=2, saw=["order-known"])
        assert told["ok"], told
        assert live.state.device.cards_out == 4


async def test_cards_of_a_physical_shoe_need_two_people(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
        live = floor.floor.owners[LIVE]
        await dealer.begin()
        await dealer.acts(
            "CloseBets",
            "ConfirmParticipants",
            "DrawNextCard",
            "DrawNextCard",
            "DrawNextCard",
            "DrawNextCard",
        )
        while live.state.phase == "dealing":
            await dealer.acts("DrawNextCard")
        await dealer.acts("SettleRound", "EndShoe")
        assert (await dealer.act("LoadShoe", shoe="S-7"))["ok"]
        await dealer.acts("OpenBets", "CloseBets", "ConfirmParticipants")
        assert (await dealer.act("DrawNextCard"))["code"] == "no-device"
        alone = await dealer.act("EnterCard", number=1, card="9s")
        assert (alone["code"], alone["needs_second"]) == ("needs-second", True)
        own = await dealer.act("EnterCard", second="D-214", number=1, card="9s")
        assert own["code"] == "not-another"
        cashier = await dealer.act("EnterCard", second="C-11", number=1, card="9s")
        assert cashier["code"] == "not-allowed"
        assert (await dealer.act("EnterCard", second="S-31", number=1, card="9s"))["ok"]
        last = entries_of(floor.floor, LIVE)[-1]
        assert last.entry.by.seconded_by is not None
        assert last.entry.by.seconded_by.name == "S-31"
        (note,) = await noted(floor, "manual-card")
        assert "9s" not in repr(note), "which card it is may still be hidden"
        assert (await dealer.act("DrawSeveralCards", evidence="x"))["code"] == "no-device"
        answer = await dealer.client.get(f"/api/staff/tables/{LIVE}/irregularities")
        reports = [each for group in answer.json()["groups"] for each in group["forms"]]
        together = next(each for each in reports if each["key"] == "drawn-together")
        assert together["off_because"] is None
        assert "cards" in {each["field"] for each in together["fields"]}
        told = await dealer.act(
            "ReportIrregularity",
            second="S-31",
            trigger="drawn-together",
            saw=["order-unknown"],
            cards=["4h", "2c"],
            evidence="camera 3",
        )
        assert told["ok"], told
        assert live.state.phase == "void", "T 5.8.2.1"


async def test_a_void_needs_two_people_although_the_device_read_the_cards(tmp_path: Path) -> None:
    """Once the device was named for it: one dealer voided a round alone, and typed for nothing."""

    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
        live = floor.floor.owners[LIVE]
        await dealer.begin()
        await dealer.acts("CloseBets", "ConfirmParticipants", "DrawNextCard", "DrawNextCard")
        saw: dict[str, Any] = {"saw": ["order-unknown"]}
        assert (await dealer.act("DrawSeveralCards", **saw))["code"] == "no-evidence"
        proved: dict[str, Any] = {**saw, "evidence": "camera 3"}
        asked = {"command": "DrawSeveralCards", "with": proved}
        shown = (await dealer.post(f"tables/{LIVE}/previews", **asked)).json()
        assert (shown["ok"], shown["needs_second"], shown["clause"]) == (
            True,
            True,
            "T 5.8.2, 5.8.2.1",
        )
        assert shown["events"]
        assert text(shown["patrons_read"]).startswith(f"Round {live.state.rounds} is void")
        alone = await dealer.act("DrawSeveralCards", **proved)
        assert (alone["code"], alone["needs_second"]) == ("needs-second", True)
        entered = await dealer.act("DrawSeveralCards", propose=True, **proved)
        assert entered["entry"], entered
        assert live.state.phase == "dealing"
        assert (await dealer.act("DrawSeveralCards", second="S-31", **proved))["ok"]
        assert live.state.phase == "void"
        last = entries_of(floor.floor, LIVE)[-1]
        assert (last.entry.by.name, str(last.entry.by.seconded_by)) == (
            "D-214",
            "S-31 (pit-supervisor)",
        )
        assert "camera 3" in repr(last.entry)


async def test_the_device_reports_cards_without_a_void_and_names_the_dealer(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
        await dealer.begin()
        await dealer.acts("CloseBets", "ConfirmParticipants", "DrawNextCard", "DrawNextCard")
        asked = {"command": "DrawSeveralCards", "with": {"saw": ["order-known"]}}
        shown = (await dealer.post(f"tables/{LIVE}/previews", **asked)).json()
        # The next cards are secret, so the preview has no money either.
        assert (shown["ok"], shown["events"], shown["seats"]) == (True, [], [])
        assert text(shown["then"]) == "The console shows it after you report."
        entered = await dealer.act("DrawSeveralCards", propose=True, saw=["order-known"])
        assert entered["code"] == "needs-no-second"
        assert (await dealer.act("DrawSeveralCards", saw=["order-known"], evidence="heard two"))[
            "ok"
        ]
        last = entries_of(floor.floor, LIVE)[-1]
        assert last.entry.by == DEVICE
        assert "heard two; reported by D-214 (dealer); as the device read them" in repr(last.entry)


async def test_several_cards_need_cards_in_the_device(tmp_path: Path) -> None:
    async with served(tmp_path, PLAN) as floor, signed(floor, "D-214") as dealer:
        live = floor.floor.owners[LIVE]
        await dealer.begin()
        await dealer.acts(
            "CloseBets",
            "ConfirmParticipants",
            "DrawNextCard",
            "DrawNextCard",
            "DrawNextCard",
            "DrawNextCard",
        )
        while live.state.phase == "dealing":
            await dealer.acts("DrawNextCard")
        asked = {"command": "DrawSeveralCards", "with": {"saw": ["order-unknown"]}}
        late = (await dealer.post(f"tables/{LIVE}/previews", **asked)).json()
        assert (late["ok"], late["then"]) == (False, None)
        await dealer.acts("SettleRound", "EndShoe")
        shown = (await dealer.post(f"tables/{LIVE}/previews", **asked)).json()
        assert text(shown["words"]) == "The cards decide the next step."
        assert (await dealer.act("DrawSeveralCards"))["code"] == "no-device"
