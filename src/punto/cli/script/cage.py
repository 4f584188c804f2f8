"""Lines for the cage: vouchers, and what a round that was put right has left to pay."""

from collections.abc import Callable
from typing import TypeAlias

from punto.cli.script.tokens import one, seat
from punto.core import money
from punto.core.staff_positions import StaffPosition
from punto.ledger import accounts
from punto.ledger.cage import CageCommand, RedeemVoucher, VoidVoucher
from punto.ledger.claims import CollectClaim, PayClaim, WriteOffClaim
from punto.table.actors import HOUSE_DEALER, Actor, ActorKind

HELP = """\
redeem NUMBER AMOUNT [SEAT]           a voucher for cash, or as credit of a seat
cancel NUMBER AMOUNT REASON           a voucher that is worth nothing now
claim SEAT              what a reversal left is paid, or taken from credit
write-off SEAT          what a patron owes is a loss of the house
"""

Balance: TypeAlias = Callable[[str], int]
"""What an account holds, in cents."""

CageRequest: TypeAlias = tuple[CageCommand, Actor]
CageLine: TypeAlias = Callable[[Balance, list[str]], CageRequest]

SHIFT_MANAGER = Actor(ActorKind.STAFF, "Pat", StaffPosition.GAMING_SHIFT_MANAGER)


def visit_of(words: list[str]) -> str:
    """The visit of the patron at a seat."""
    return f"visit-{seat(words)}"


def _redeem(_balance: Balance, words: list[str]) -> CageRequest:
    visit = visit_of(words[2:]) if words[2:] else ""
    return RedeemVoucher(*_paper(words), visit), HOUSE_DEALER


def _cancel(_balance: Balance, words: list[str]) -> CageRequest:
    reason = " ".join(words[2:])
    return VoidVoucher(*_paper(words), is_expired=False, reason=reason), HOUSE_DEALER


def _paper(words: list[str]) -> tuple[str, int]:
    """The number of a voucher, and the sum that stands on it."""
    number = one(words, "the number of a voucher")
    return number, money.parse_cents(one(words[1:], "the sum on the voucher"))


def _claim(balance: Balance, words: list[str]) -> CageRequest:
    """Pays what waits for a visit, or takes what it owes as far as its credit goes."""
    visit = visit_of(words)
    waits = balance(accounts.claim(visit))
    if waits >= 0:
        return PayClaim(visit, waits), HOUSE_DEALER
    collected = min(-waits, balance(accounts.credit(visit)))
    return CollectClaim(visit, collected, -waits - collected), HOUSE_DEALER


def _write_off(balance: Balance, words: list[str]) -> CageRequest:
    visit = visit_of(words)
    return WriteOffClaim(visit, -balance(accounts.claim(visit))), SHIFT_MANAGER


CAGE_LINES: dict[str, CageLine] = {
    "redeem": _redeem,
    "cancel": _cancel,
    "claim": _claim,
    "write-off": _write_off,
}
"""What each line asks of the cage, and who asks it."""
