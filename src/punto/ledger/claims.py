"""Settle claims, the sums owed to or by a visit after a round was reversed or corrected.

A reversal or correction never fails for lack of credit, because it moves the claim. Settling
the claim is a separate decision (P24).
"""

from collections.abc import Collection
from typing import TypeAlias, assert_never

import msgspec

from punto.ledger.accounts import claim, credit
from punto.ledger.transfers import BalanceCondition, TransferReason

# Commands


class PayClaim(msgspec.Struct, frozen=True):
    """Pay the whole claim of a visit: to its credit, or in cash after the visit has ended."""

    visit: str
    cents: int


class CollectClaim(msgspec.Struct, frozen=True):
    """Collect a claim from the credit of the same visit. The visit continues to owe the rest."""

    visit: str
    cents: int
    still_owed_cents: int


class WriteOffClaim(msgspec.Struct, frozen=True):
    """Write off the whole sum that a visit owes, as a loss of the house."""

    visit: str
    cents: int


ClaimCommand: TypeAlias = PayClaim | CollectClaim | WriteOffClaim


# Events


class ClaimPaid(msgspec.Struct, frozen=True):
    """The claim of a visit became its credit, or was paid in cash."""

    visit: str
    cents: int
    in_cash: bool


class ClaimCollected(msgspec.Struct, frozen=True):
    """Credit of a visit paid the sum that it owed, or part of it."""

    visit: str
    cents: int
    still_owed_cents: int


class ClaimWrittenOff(msgspec.Struct, frozen=True):
    """The sum that a visit owed became a loss of the house."""

    visit: str
    cents: int


ClaimEvent: TypeAlias = ClaimPaid | ClaimCollected | ClaimWrittenOff


def decide(visits: Collection[str], command: ClaimCommand) -> ClaimEvent:
    """Return the event of a command. The ledger checks afterwards whether the sum is right."""
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
