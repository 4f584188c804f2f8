import pytest

from punto.core.money import MOST_CENTS
from punto.ledger.cage import (
    BeginVisit,
    BuyCredit,
    Cage,
    CageCommand,
    CancelVoucher,
    Collect,
    Collected,
    CreditBought,
    NotAtCage,
    RedeemVoucher,
    VisitBegun,
    VoucherCancelled,
    VoucherRedeemed,
    decide,
    demands_of,
    evolve,
    transfers_of,
)
from punto.ledger.claims import (
    ClaimPaid,
    ClaimTaken,
    ClaimWrittenOff,
    PayClaim,
    TakeClaim,
    WriteOffClaim,
)
from punto.ledger.transfers import Demand, Transfer, Why

HERE = Cage({"v": "terminal-1"})


def test_a_visit_begins_once_and_ends_with_collect() -> None:
    assert decide(Cage(), BeginVisit("v", "terminal-1")) == (VisitBegun("v", "terminal-1"),)
    assert decide(HERE, BeginVisit("v", "terminal-2")) is NotAtCage.VISIT_EXISTS
    assert evolve(Cage(), VisitBegun("v", "terminal-1")).visits == {"v": "terminal-1"}
    assert evolve(HERE, Collected("v", 100, "n")).visits == {}


@pytest.mark.parametrize(
    "command", [BuyCredit("w", 100), Collect("w", 100, "n"), RedeemVoucher("n", 100, "w")]
)
def test_nothing_is_done_for_a_visit_that_is_not_there(command: CageCommand) -> None:
    assert decide(HERE, command) is NotAtCage.NO_VISIT


@pytest.mark.parametrize(
    "command",
    [
        BuyCredit("v", 0),
        BuyCredit("v", -1),
        BuyCredit("v", MOST_CENTS + 1),
        Collect("v", 0, "n"),
        RedeemVoucher("n", 0),
        CancelVoucher("n", -5, is_expired=True),
        PayClaim("v", 0),
        TakeClaim("v", 100, -1),
    ],
)
def test_a_sum_that_is_none_is_refused(command: CageCommand) -> None:
    assert decide(HERE, command) is NotAtCage.NOT_A_SUM


@pytest.mark.parametrize(
    ("command", "source", "target", "why"),
    [
        (BuyCredit("v", 500), "cage", "credit/v", Why.BUY_IN),
        (Collect("v", 500, "n"), "credit/v", "voucher/n", Why.VOUCHER_OUT),
        (RedeemVoucher("n", 500, "v"), "voucher/n", "credit/v", Why.VOUCHER_IN),
        (RedeemVoucher("n", 500), "voucher/n", "cage", Why.VOUCHER_CASHED),
        (CancelVoucher("n", 500, is_expired=False), "voucher/n", "cage", Why.VOUCHER_VOIDED),
        (CancelVoucher("n", 500, is_expired=True), "voucher/n", "cage", Why.VOUCHER_EXPIRED),
        (PayClaim("v", 500), "claim/v", "credit/v", Why.CLAIM_PAID),
        (PayClaim("gone", 500), "claim/gone", "cage", Why.CLAIM_PAID),
        (TakeClaim("v", 500, 0), "credit/v", "claim/v", Why.CLAIM_TAKEN),
        (WriteOffClaim("gone", 500), "cage", "claim/gone", Why.CLAIM_WRITTEN_OFF),
    ],
)
def test_what_each_command_moves(command: CageCommand, source: str, target: str, why: Why) -> None:
    events = decide(HERE, command)
    assert not isinstance(events, NotAtCage)
    (event,) = events
    assert transfers_of("c9", event) == (Transfer("cage/c9/1", source, target, 500, why),)


def test_a_visit_begins_with_nothing() -> None:
    assert transfers_of("c", VisitBegun("v", "x")) == ()
    assert demands_of(CreditBought("v", 5)) == ()


def test_collect_takes_all_and_leaves_nothing_at_any_table() -> None:
    assert demands_of(Collected("v", 500, "n")) == (
        Demand("credit/v", 0),
        Demand("stakes/v/", 0),
        Demand("claim/v", 0),
        Demand("voucher/n", 500),
    )


def test_a_voucher_is_spent_whole() -> None:
    for event in (VoucherRedeemed("n", 5, ""), VoucherCancelled("n", 5, is_expired=False)):
        assert demands_of(event) == (Demand("voucher/n", 0),)
        assert evolve(HERE, event).visits == HERE.visits


def test_a_claim_is_paid_whole_and_taken_only_as_far_as_was_said() -> None:
    assert demands_of(ClaimPaid("v", 500, in_cash=False)) == (Demand("claim/v", 0),)
    assert demands_of(ClaimTaken("v", 500, 200)) == (Demand("claim/v", -200),)
    assert demands_of(ClaimWrittenOff("v", 500)) == (Demand("claim/v", 0),)


def test_nothing_is_taken_from_another_visit_than_the_one_that_owes() -> None:
    assert decide(HERE, TakeClaim("gone", 500, 0)) is NotAtCage.NO_VISIT
