"""Settle claims, the sums owed to or by a visit after a round was reversed or corrected.

A reversal or correction never fails for lack of credit, because it moves the claim. Settling
the claim is a separate decision (P24).
"""

from typing import TypeAlias, assert_never

import msgspec

from punto.ledger.accounts import claim, credit
from punto.ledger.transfers import BalanceCondition, TransferReason


class SumOfVisit(msgspec.Struct, frozen=True):
    """The fields of most commands and events of the cage: a visit and a sum."""

    visit: str
    cents: int


# Commands


class PayClaim(SumOfVisit, frozen=True):
    """Pay the whole claim of a visit: to its credit, or in cash after the visit has ended."""


class CollectClaim(SumOfVisit, frozen=True):
    """Collect a claim from the credit of the same visit. The visit continues to owe the rest."""

    still_owed_cents: int


class WriteOffClaim(SumOfVisit, frozen=True):
    """Write off the whole sum that a visit owes, as a loss of the house."""


ClaimCommand: TypeAlias = PayClaim | CollectClaim | WriteOffClaim


# Events


class ClaimPaid(SumOfVisit, frozen=True):
    """The claim of a visit became its credit, or was paid in cash."""

    in_cash: bool


class ClaimCollected(SumOfVisit, frozen=True):
    """Credit of a visit paid the sum that it owed, or part of it."""

    still_owed_cents: int


class ClaimWrittenOff(SumOfVisit, frozen=True):
    """The sum that a visit owed became a loss of the house."""


ClaimEvent: TypeAlias = ClaimPaid | ClaimCollected | ClaimWrittenOff


def transfer_of(event: ClaimEvent, cash: str) -> tuple[str, str, TransferReason]:
    """The source, target and reason of the transfer of an event."""
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
    """The balance that the claim must then have. A claim may be negative, so state it exactly."""
    owed = event.still_owed_cents if isinstance(event, ClaimCollected) else 0
    return BalanceCondition(claim(event.visit), -owed)
