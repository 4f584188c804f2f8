"""Postings: the money that each event moves, worked out a second time."""

from collections.abc import Callable
from typing import Any, TypeAlias

from punto.audit.conduct_events import WagersRemoved
from punto.audit.events import (
    Collected,
    CreditBought,
    Returned,
    RoundSettled,
    RoundVoided,
    SeatsConfirmed,
    VoucherCancelled,
    VoucherRedeemed,
    WagersPlaced,
    WithdrawalAnswered,
)

Movement: TypeAlias = tuple[str, str, int, str]
"""From where, to where, how many cents, and what for."""


def _placed(table: str, event: WagersPlaced) -> list[Movement]:
    credit, stakes = _purse(table, event.visit), f"stakes/{event.visit}/{table}"
    return [
        (credit, stakes, event.taken_cents, "wager"),
        (stakes, credit, event.returned_cents, "wager-returned"),
    ]


def _settled(table: str, event: RoundSettled) -> list[Movement]:
    staked: dict[str, int] = {}
    paid: dict[str, int] = {}
    for wager in event.wagers:
        visit = wager.visit
        staked[visit] = staked.get(visit, 0) + wager.stake.cents
        paid[visit] = paid.get(visit, 0) + wager.returned_cents
    bank = f"bank/{table}"
    found = []
    for visit, cents in staked.items():
        found.append((f"stakes/{visit}/{table}", bank, cents, "collected"))
        found.append((bank, _purse(table, visit), paid[visit], "paid"))
    return found


def _given_back(table: str, event: SeatsConfirmed | RoundVoided) -> list[Movement]:
    return [_back(table, each, "refund") for each in event.returned]


def _withdrawn(table: str, event: WithdrawalAnswered) -> list[Movement]:
    return [_back(table, event, "withdrawal")]


def _removed(table: str, event: WagersRemoved) -> list[Movement]:
    return [_back(table, event, "removal")]


def _back(table: str, each: Returned | WithdrawalAnswered | WagersRemoved, why: str) -> Movement:
    return f"stakes/{each.visit}/{table}", _purse(table, each.visit), each.cents, why


def _purse(table: str, owner: str) -> str:
    """Where a stake comes from: credit, or the chips that patrons brought to the table."""
    return f"chips/{table}" if owner.startswith("chips@") else f"credit/{owner}"


def _bought(_cage: str, event: CreditBought) -> list[Movement]:
    return [("cage", f"credit/{event.visit}", event.cents, "buy-in")]


def _collected(_cage: str, event: Collected) -> list[Movement]:
    return [(f"credit/{event.visit}", f"voucher/{event.number}", event.cents, "voucher-out")]


def _redeemed(_cage: str, event: VoucherRedeemed) -> list[Movement]:
    voucher = f"voucher/{event.number}"
    if event.visit:
        return [(voucher, f"credit/{event.visit}", event.cents, "voucher-in")]
    return [(voucher, "cage", event.cents, "voucher-cashed")]


def _cancelled(_cage: str, event: VoucherCancelled) -> list[Movement]:
    why = "voucher-expired" if event.is_expired else "voucher-voided"
    return [(f"voucher/{event.number}", "cage", event.cents, why)]


POSTINGS: dict[type, Callable[[str, Any], list[Movement]]] = {
    WagersPlaced: _placed,
    RoundSettled: _settled,
    SeatsConfirmed: _given_back,
    RoundVoided: _given_back,
    WithdrawalAnswered: _withdrawn,
    WagersRemoved: _removed,
    CreditBought: _bought,
    Collected: _collected,
    VoucherRedeemed: _redeemed,
    VoucherCancelled: _cancelled,
}
"""What each kind of event moves at a table or at the cage; the others move nothing."""
