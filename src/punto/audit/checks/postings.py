"""Recompute the transfers of each event, independently of the code that posted them."""

from collections.abc import Callable
from typing import Any, TypeAlias

from punto.audit.events.irregularities import (
    ClaimCollected,
    ClaimPaid,
    ClaimWrittenOff,
    RoundCorrected,
    RoundReversed,
)
from punto.audit.events.live import WagersRemoved
from punto.audit.events.play import (
    CreditBought,
    CreditCollected,
    HandPaid,
    ParticipantsConfirmed,
    RoundSettled,
    RoundVoided,
    VoucherRedeemed,
    VoucherVoided,
    WagersPlaced,
    WithdrawalAnswered,
)
from punto.audit.events.records import ReturnedStakes, WagerSettled

Movement: TypeAlias = tuple[str, str, int, str]
"""The source, the target, the cents, and the reason."""


def _purse(owner: str, table: str) -> str:
    """The account that stakes come from and return to: credit, or the chips on the layout."""
    return f"chips/{table}" if owner.startswith("chips@") else f"credit/{owner}"


def _claim(owner: str, table: str) -> str:
    """The account for amounts owed after a settled round was reversed or corrected."""
    return f"chips/{table}" if owner.startswith("chips@") else f"claim/{owner}"


def _placed(table: str, event: WagersPlaced) -> list[Movement]:
    purse, stakes = _purse(event.visit, table), f"stakes/{event.visit}/{table}"
    return [
        (purse, stakes, event.debited_cents, "wager"),
        (stakes, purse, event.returned_cents, "wager-returned"),
    ]


def _sums(wagers: tuple[WagerSettled, ...]) -> tuple[dict[str, int], dict[str, int]]:
    """The stakes and the payments of each visit."""
    staked: dict[str, int] = {}
    paid: dict[str, int] = {}
    for wager in wagers:
        visit = wager.visit
        staked[visit] = staked.get(visit, 0) + wager.stake.cents
        paid[visit] = paid.get(visit, 0) + wager.returned_cents
    return staked, paid


def _settled(table: str, event: RoundSettled) -> list[Movement]:
    staked, paid = _sums(event.wagers)
    bank = f"bank/{table}"
    found = []
    for visit, cents in staked.items():
        found.append((f"stakes/{visit}/{table}", bank, cents, "collected"))
        found.append((bank, _purse(visit, table), paid[visit], "paid"))
    return found


def _reversed(table: str, event: RoundReversed) -> list[Movement]:
    staked, paid = _sums(event.wagers)
    bank = f"bank/{table}"
    found = []
    for visit, cents in staked.items():
        found.append((_claim(visit, table), bank, paid[visit], "taken-back"))
        found.append((bank, _claim(visit, table), cents, "given-back"))
    return found


def _corrected(table: str, event: RoundCorrected) -> list[Movement]:
    bank = f"bank/{table}"
    _, before = _sums(event.before)
    found = []
    for visit, paid in _sums(event.wagers)[1].items():
        more, claim = paid - before.get(visit, 0), _claim(visit, table)
        source, target = (bank, claim) if more > 0 else (claim, bank)
        found.append((source, target, abs(more), "corrected"))
    return found


def _refunded(table: str, event: ParticipantsConfirmed | RoundVoided) -> list[Movement]:
    return [_back(table, each, "refund") for each in event.returned]


def _withdrawn(table: str, event: WithdrawalAnswered) -> list[Movement]:
    return [_back(table, event, "withdrawal")]


def _removed(table: str, event: WagersRemoved) -> list[Movement]:
    return [_back(table, event, "removal")]


def _back(
    table: str, each: ReturnedStakes | WithdrawalAnswered | WagersRemoved, why: str
) -> Movement:
    return f"stakes/{each.visit}/{table}", _purse(each.visit, table), each.cents, why


def _claim_paid(cash: str, event: ClaimPaid) -> list[Movement]:
    target = cash if event.in_cash else f"credit/{event.visit}"
    return [(f"claim/{event.visit}", target, event.cents, "claim-paid")]


def _claim_collected(_cash: str, event: ClaimCollected) -> list[Movement]:
    return [(f"credit/{event.visit}", f"claim/{event.visit}", event.cents, "claim-taken")]


def _written_off(cash: str, event: ClaimWrittenOff) -> list[Movement]:
    return [(cash, f"claim/{event.visit}", event.cents, "claim-written-off")]


def _bought(cash: str, event: CreditBought) -> list[Movement]:
    return [(cash, f"credit/{event.visit}", event.cents, "buy-in")]


def _collected(_cash: str, event: CreditCollected) -> list[Movement]:
    return [(f"credit/{event.visit}", f"voucher/{event.number}", event.cents, "voucher-out")]


def _redeemed(cash: str, event: VoucherRedeemed) -> list[Movement]:
    voucher = f"voucher/{event.number}"
    if event.visit:
        return [(voucher, f"credit/{event.visit}", event.cents, "voucher-in")]
    return [(voucher, cash, event.cents, "voucher-cashed")]


def _hand_paid(cash: str, event: HandPaid) -> list[Movement]:
    return [(f"credit/{event.visit}", cash, event.cents, "hand-pay")]


def _cancelled(cash: str, event: VoucherVoided) -> list[Movement]:
    why = "voucher-expired" if event.is_expired else "voucher-voided"
    return [(f"voucher/{event.number}", cash, event.cents, why)]


POSTINGS: dict[type, Callable[[str, Any], list[Movement]]] = {
    WagersPlaced: _placed,
    RoundSettled: _settled,
    ParticipantsConfirmed: _refunded,
    RoundVoided: _refunded,
    RoundReversed: _reversed,
    RoundCorrected: _corrected,
    WithdrawalAnswered: _withdrawn,
    WagersRemoved: _removed,
    ClaimPaid: _claim_paid,
    ClaimCollected: _claim_collected,
    ClaimWrittenOff: _written_off,
    CreditBought: _bought,
    CreditCollected: _collected,
    VoucherRedeemed: _redeemed,
    VoucherVoided: _cancelled,
    HandPaid: _hand_paid,
}
"""The transfers of each kind of event. The first argument is the table's name, or the cage's cash
account. Other kinds move nothing."""
