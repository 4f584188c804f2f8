"""Settle claims, the sums owed to or by a visit after a round was reversed or corrected.

A reversal or correction never fails for lack of credit, because it moves the claim. Settling
the claim is a separate decision (P24).
"""

from collections.abc import Collection
from typing import TypeAlias, assert_never

import msgspec

from punto.ledger.accounts import claim, credit
from punto.ledger.transfers import BalanceCondition, TransferReason

# What may be asked


class PayClaim(msgspec.Struct, frozen=True):
    """The whole of what waits for a visit is paid: to its credit, or in cash once it is over."""

    visit: str
    cents: int


class CollectClaim(msgspec.Struct, frozen=True):
    """Credit of the same visit pays what it owes, as far as it goes; the rest stays owed."""

    visit: str
    cents: int
    still_owed_cents: int


class WriteOffClaim(msgspec.Struct, frozen=True):
    """The whole of what a visit owes becomes a loss of the house, in the name of who asks."""

    visit: str
    cents: int


ClaimCommand: TypeAlias = PayClaim | CollectClaim | WriteOffClaim


# What happens


class ClaimPaid(msgspec.Struct, frozen=True):
    """What waited for a visit is its credit, or was paid in cash."""

    visit: str
    cents: int
    in_cash: bool


class ClaimCollected(msgspec.Struct, frozen=True):
    """Credit of a visit has paid what it owed, or part of it."""

    visit: str
    cents: int
    still_owed_cents: int


class ClaimWrittenOff(msgspec.Struct, frozen=True):
    """What a visit owed is a loss of the house."""

    visit: str
    cents: int


ClaimEvent: TypeAlias = ClaimPaid | ClaimCollected | ClaimWrittenOff


def decide(visits: Collection[str], command: ClaimCommand) -> ClaimEvent:
    """What becomes of a claim; whether it is as large as was said is the ledger's to check."""
    match command:
        case PayClaim():
            return ClaimPaid(command.visit, command.cents, command.visit not in visits)
        case CollectClaim():
            return ClaimCollected(command.visit, command.cents, command.still_owed_cents)
        case WriteOffClaim():
            return ClaimWrittenOff(command.visit, command.cents)
        case unreachable:
            assert_never(unreachable)


def transfer_of(event: ClaimEvent, cash: str) -> tuple[str, str, TransferReason]:
    """From where to where an event about a claim moves its cents, and what for."""
    match event:
        case ClaimPaid():
            target = cash if event.in_cash else credit(event.visit)
            return claim(event.visit), target, TransferReason.CLAIM_PAID
        case ClaimCollected():
            return credit(event.visit), claim(event.visit), TransferReason.CLAIM_COLLECTED
        case ClaimWrittenOff():
            return cash, claim(event.visit), TransferReason.CLAIM_WRITTEN_OFF
        case unreachable:
            assert_never(unreachable)


def balance_condition(event: ClaimEvent) -> BalanceCondition:
    """What the claim must then hold: it may be below zero, so a balance alone would not tell."""
    owed = event.still_owed_cents if isinstance(event, ClaimCollected) else 0
    return BalanceCondition(claim(event.visit), -owed)
