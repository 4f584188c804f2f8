"""Define transfers of money, each with an id used once, and apply them to account balances."""

from collections.abc import Callable, Iterable
from enum import StrEnum

import msgspec

from punto.ledger.accounts import may_be_below_zero


class TransferReason(StrEnum):
    """The purposes of transfers. Meters count by them."""

    BUY_IN = "buy-in"
    WAGER = "wager"
    WAGER_RETURNED = "wager-returned"
    COLLECTED = "collected"
    PAID = "paid"
    REFUND = "refund"
    WITHDRAWAL = "withdrawal"
    REMOVAL = "removal"
    VOUCHER_OUT = "voucher-out"
    VOUCHER_IN = "voucher-in"
    VOUCHER_CASHED = "voucher-cashed"
    VOUCHER_VOIDED = "voucher-voided"
    VOUCHER_EXPIRED = "voucher-expired"
    HAND_PAY = "hand-pay"
    RECLAIMED = "taken-back"
    RESTORED = "given-back"
    CORRECTED = "corrected"
    CLAIM_PAID = "claim-paid"
    CLAIM_COLLECTED = "claim-taken"
    CLAIM_WRITTEN_OFF = "claim-written-off"


class Transfer(msgspec.Struct, frozen=True):
    """Cents that leave one account and reach another, under an id used once."""

    id: str
    source: str
    target: str
    cents: int
    reason: TransferReason

    def __post_init__(self) -> None:
        assert self.cents > 0, "a transfer moves something"
        assert self.source != self.target, "a transfer leads somewhere else"


class BalanceCondition(msgspec.Struct, frozen=True):
    """The balance that an account must have after the transfers of a command.

    A name that ends with a slash stands for all accounts under it.
    """

    account: str
    cents: int


class InsufficientFunds(Exception):
    """A balance that would be negative, or would differ from a balance condition."""

    def __init__(self, account: str) -> None:
        super().__init__(account)
        self.account = account


def post_transfers(balance: Callable[[str], int], transfers: Iterable[Transfer]) -> dict[str, int]:
    """The changed balances. Raise `InsufficientFunds` if one would be negative but may not."""
    changed: dict[str, int] = {}
    for each in transfers:
        for account, cents in ((each.source, -each.cents), (each.target, each.cents)):
            before = changed[account] if account in changed else balance(account)
            changed[account] = before + cents
    for account, cents in changed.items():
        if cents < 0 and not may_be_below_zero(account):
            raise InsufficientFunds(account)
    return changed
