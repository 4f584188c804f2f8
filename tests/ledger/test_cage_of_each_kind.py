"""Test the cages of a demo floor and of a real-money floor."""

import pytest
from msgspec.structs import replace

from punto.ledger.accounts import CAGE, DEMO, cash_account
from punto.ledger.cage import (
    BeginVisit,
    BuyCredit,
    Cage,
    CageCommand,
    CollectCredit,
    CreditBought,
    FloorKindRecorded,
    HandPay,
    RecordFloorKind,
    RedeemVoucher,
    VisitBegun,
    VoidVoucher,
    decide,
    evolve,
    transfers_of,
)
from punto.ledger.claims import CollectClaim, PayClaim
from punto.ledger.drawers import CageRefusal, Drawer
from punto.table.actors import CLOCK, HOUSE_DEALER, Actor, ActorKind
from punto.table.refusals import Refusal

PATRON = Actor(ActorKind.PATRON, "terminal-1")
CASHIER = Actor(ActorKind.STAFF, "Cat")
PAIR = replace(CASHIER, seconded_by=Actor(ActorKind.STAFF, "Dan"))
UNRECORDED = Cage({"v": "terminal-1"}, 3, {"Cat": Drawer(1, 200_00, 200_00, 1_000_00)}, 1)
REAL = replace(UNRECORDED, is_demo=False)
SHOWN = replace(UNRECORDED, is_demo=True)


@pytest.mark.parametrize("is_demo", [True, False])
def test_the_house_records_the_kind_of_a_floor_before_anything_else(is_demo: bool) -> None:
    assert decide(Cage(), RecordFloorKind(is_demo), HOUSE_DEALER) == (FloorKindRecorded(is_demo),)
    after = evolve(Cage(), FloorKindRecorded(is_demo))
    assert after == Cage(events=1, is_demo=is_demo)
    for again in (True, False):
        assert decide(after, RecordFloorKind(again), HOUSE_DEALER) == CageRefusal.KIND_RECORDED.at()
    later = evolve(Cage(), VisitBegun("v", "terminal-1"))
    assert decide(later, RecordFloorKind(is_demo), HOUSE_DEALER) == CageRefusal.KIND_RECORDED.at()
    assert evolve(after, VisitBegun("v", "terminal-1")).is_demo is is_demo
    assert transfers_of("c", FloorKindRecorded(is_demo), CAGE) == ()


@pytest.mark.parametrize("by", [PATRON, CASHIER, CLOCK])
def test_no_one_but_the_house_records_the_kind_of_a_floor(by: Actor) -> None:
    for cage in (Cage(), UNRECORDED, REAL, SHOWN):
        assert isinstance(decide(cage, RecordFloorKind(is_demo=True), by), Refusal)


def test_only_a_demo_floor_sells_credit_at_a_terminal() -> None:
    """Before, a patron bought credit at a terminal, and a cashier paid the voucher in cash."""
    bought = BuyCredit("v", 1_000_000_00)
    assert decide(SHOWN, bought, PATRON) == (CreditBought("v", 1_000_000_00),)
    for cage in (REAL, UNRECORDED):
        assert decide(cage, bought, PATRON) == CageRefusal.CASHIER_ONLY.at()


@pytest.mark.parametrize(
    "command",
    [
        BuyCredit("v", 5),
        CollectCredit("v", 5, "n"),
        RedeemVoucher("n", 5),
        VoidVoucher("n", 5, is_expired=True),
        HandPay("v", 5),
        PayClaim("v", 5),
        CollectClaim("v", 5, 0),
    ],
)
def test_on_a_real_money_floor_a_cashier_moves_money_and_the_house_does_not(
    command: CageCommand,
) -> None:
    assert decide(REAL, command, HOUSE_DEALER) == CageRefusal.CASHIER_ONLY.at()
    assert not isinstance(decide(UNRECORDED, command, HOUSE_DEALER), Refusal)
    assert isinstance(decide(REAL, command, PAIR), tuple)


def test_on_a_real_money_floor_the_house_begins_visits() -> None:
    begun = decide(REAL, BeginVisit("w", "terminal-2"), HOUSE_DEALER)
    assert begun == (VisitBegun("w", "terminal-2"),)


@pytest.mark.parametrize("number", ["n", "demo-n"])
def test_a_voucher_is_valid_only_on_a_floor_of_its_kind(number: str) -> None:
    commands = (
        CollectCredit("v", 5, number),
        RedeemVoucher(number, 5, "v"),
        RedeemVoucher(number, 5),
    )
    for command in (*commands, VoidVoucher(number, 5, is_expired=False)):
        for cage in (SHOWN, REAL, UNRECORDED):
            decision = decide(cage, command, PAIR)
            is_own = (number == "demo-n") is (cage is SHOWN)
            assert (decision == CageRefusal.VOUCHER_KIND.at()) is not is_own, (command, cage)


def test_cash_of_a_demo_floor_never_touches_the_cages_account() -> None:
    assert [cash_account(kind) for kind in (True, False, None)] == [DEMO, CAGE, CAGE]
    commands: tuple[CageCommand, ...] = (
        BuyCredit("v", 5),
        RedeemVoucher("demo-n", 5),
        VoidVoucher("demo-n", 5, is_expired=False),
        HandPay("v", 5),
        PayClaim("gone", 5),
    )
    for command in commands:
        events = decide(SHOWN, command, PAIR)
        assert not isinstance(events, Refusal)
        (moved,) = (each for event in events for each in transfers_of("c", event, DEMO))
        assert DEMO in (moved.source, moved.target), command
        assert CAGE not in (moved.source, moved.target), command
