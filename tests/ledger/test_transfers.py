import pytest

from punto.ledger.accounts import (
    CAGE,
    CASH,
    bank,
    claim,
    credit,
    may_be_below_zero,
    stakes,
    voucher,
)
from punto.ledger.transfers import InsufficientFunds, Transfer, TransferReason, post_transfers


def move(source: str, target: str, cents: int) -> Transfer:
    return Transfer("t/1", source, target, cents, TransferReason.WAGER)


def test_money_leaves_one_account_and_reaches_another() -> None:
    before = {"credit/a": 100}
    after = post_transfers(lambda name: before.get(name, 0), [move("credit/a", "stakes/a/t", 60)])
    assert after == {"credit/a": 40, "stakes/a/t": 60}


def test_transfers_are_made_one_after_the_other() -> None:
    moves = [move(CAGE, "credit/a", 50), move("credit/a", "stakes/a/t", 50)]
    assert post_transfers(lambda _name: 0, moves) == {CAGE: -50, "credit/a": 0, "stakes/a/t": 50}


def test_a_patrons_balance_is_never_negative() -> None:
    with pytest.raises(InsufficientFunds) as refused:
        post_transfers(lambda _name: 10, [move("credit/a", "stakes/a/t", 11)])
    assert refused.value.account == "credit/a"


def test_only_accounts_of_the_house_and_claims_may_be_negative() -> None:
    assert all(map(may_be_below_zero, (*CASH, bank("t"), claim("v"))))
    assert not any(map(may_be_below_zero, (credit("v"), stakes("v", "t"), voucher("n"))))


@pytest.mark.parametrize(("target", "cents"), [("a", 5), ("b", 0), ("b", -5)])
def test_a_transfer_needs_cents_and_two_accounts(target: str, cents: int) -> None:
    with pytest.raises(AssertionError):
        move("a", target, cents)
