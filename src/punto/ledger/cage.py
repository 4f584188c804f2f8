"""The cage: visits begin, credit is bought, vouchers go out and come back.

What a voucher is worth stands on its own account, and nowhere else: redeeming empties the account,
so a copy finds it empty.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias, assert_never

from punto.core.money import MOST_CENTS
from punto.ledger import claims
from punto.ledger.accounts import CAGE, claim, credit, stakes_of, voucher
from punto.ledger.claims import (
    ClaimCommand,
    ClaimEvent,
    ClaimPaid,
    ClaimTaken,
    ClaimWrittenOff,
    PayClaim,
    TakeClaim,
    WriteOffClaim,
)
from punto.ledger.transfers import Demand, Transfer, Why


@dataclass(frozen=True, slots=True)
class Cage:
    """The visits under way, each with its terminal."""

    visits: Mapping[str, str] = field(default_factory=dict)
    events: int = 0


# What may be asked


@dataclass(frozen=True, slots=True)
class BeginVisit:
    """A patron comes to a terminal."""

    visit: str
    terminal: str


@dataclass(frozen=True, slots=True)
class BuyCredit:
    """A patron pays cash for credit."""

    visit: str
    cents: int


@dataclass(frozen=True, slots=True)
class Collect:
    """A patron takes all credit, a sum they saw, as a voucher with a new number."""

    visit: str
    cents: int
    number: str


@dataclass(frozen=True, slots=True)
class RedeemVoucher:
    """A voucher worth a sum becomes credit of a visit, or cash where no visit is named."""

    number: str
    cents: int
    visit: str = ""


@dataclass(frozen=True, slots=True)
class CancelVoucher:
    """A voucher worth a sum is voided by staff, or has expired."""

    number: str
    cents: int
    is_expired: bool


CageCommand: TypeAlias = (
    BeginVisit | BuyCredit | Collect | RedeemVoucher | CancelVoucher | ClaimCommand
)


# What happens


@dataclass(frozen=True, slots=True)
class VisitBegun:
    """A visit is under way."""

    visit: str
    terminal: str


@dataclass(frozen=True, slots=True)
class CreditBought:
    """Cash became credit."""

    visit: str
    cents: int


@dataclass(frozen=True, slots=True)
class Collected:
    """All credit of a visit became a voucher, and the visit is over."""

    visit: str
    cents: int
    number: str


@dataclass(frozen=True, slots=True)
class VoucherRedeemed:
    """A voucher became credit, or cash where no visit is named."""

    number: str
    cents: int
    visit: str


@dataclass(frozen=True, slots=True)
class VoucherCancelled:
    """A voucher is worthless; what the house owed on it is the house's."""

    number: str
    cents: int
    is_expired: bool


CageEvent: TypeAlias = (
    VisitBegun | CreditBought | Collected | VoucherRedeemed | VoucherCancelled | ClaimEvent
)


class NotAtCage(StrEnum):
    """Why the cage does not do something."""

    VISIT_EXISTS = "visit-exists"
    NO_VISIT = "no-visit"
    NOT_A_SUM = "not-a-sum"


def decide(cage: Cage, command: CageCommand) -> tuple[CageEvent, ...] | NotAtCage:
    """What a command brings about at the cage, or why nothing; sums are the ledger's to check."""
    if no := _refused(cage, command):
        return no
    match command:
        case BeginVisit():
            return (VisitBegun(command.visit, command.terminal),)
        case BuyCredit():
            return (CreditBought(command.visit, command.cents),)
        case Collect():
            return (Collected(command.visit, command.cents, command.number),)
        case RedeemVoucher():
            return (VoucherRedeemed(command.number, command.cents, command.visit),)
        case CancelVoucher():
            return (VoucherCancelled(command.number, command.cents, command.is_expired),)
        case PayClaim() | TakeClaim() | WriteOffClaim():
            return (claims.decided(cage.visits, command),)
        case unreachable:
            assert_never(unreachable)


def _refused(cage: Cage, command: CageCommand) -> NotAtCage | None:
    if isinstance(command, BeginVisit):
        return NotAtCage.VISIT_EXISTS if command.visit in cage.visits else None
    visit = "" if isinstance(command, CancelVoucher) else command.visit
    # Whoever has left may still be owed something, or owe it.
    late = isinstance(command, PayClaim | WriteOffClaim)
    needs_visit = (visit and not late) or isinstance(command, BuyCredit | Collect)
    if needs_visit and visit not in cage.visits:
        return NotAtCage.NO_VISIT
    if isinstance(command, TakeClaim) and command.still_owed_cents < 0:
        return NotAtCage.NOT_A_SUM
    most = MOST_CENTS if isinstance(command, BuyCredit) else command.cents
    return None if 1 <= command.cents <= most else NotAtCage.NOT_A_SUM


def evolve(cage: Cage, event: CageEvent) -> Cage:
    """The cage after an event."""
    visits = dict(cage.visits)
    if isinstance(event, VisitBegun):
        visits[event.visit] = event.terminal
    if isinstance(event, Collected):
        del visits[event.visit]
    return replace(cage, visits=visits, events=cage.events + 1)


def transfers_of(command: str, event: CageEvent) -> tuple[Transfer, ...]:
    """The money that an event at the cage moves."""
    if isinstance(event, VisitBegun):
        return ()
    source, target, why = _movement(event)
    return (Transfer(f"cage/{command}/1", source, target, event.cents, why),)


def _movement(
    event: CreditBought | Collected | VoucherRedeemed | VoucherCancelled | ClaimEvent,
) -> tuple[str, str, Why]:
    match event:
        case CreditBought():
            return CAGE, credit(event.visit), Why.BUY_IN
        case Collected():
            return credit(event.visit), voucher(event.number), Why.VOUCHER_OUT
        case VoucherRedeemed():
            if event.visit:
                return voucher(event.number), credit(event.visit), Why.VOUCHER_IN
            return voucher(event.number), CAGE, Why.VOUCHER_CASHED
        case VoucherCancelled():
            why = Why.VOUCHER_EXPIRED if event.is_expired else Why.VOUCHER_VOIDED
            return voucher(event.number), CAGE, why
        case ClaimPaid() | ClaimTaken() | ClaimWrittenOff():
            return claims.movement(event)
        case unreachable:
            assert_never(unreachable)


def demands_of(event: CageEvent) -> tuple[Demand, ...]:
    """What must then be so: COLLECT takes all there is, and a voucher is spent whole, once."""
    match event:
        case Collected():
            return (
                Demand(credit(event.visit), 0),
                Demand(stakes_of(event.visit), 0),
                # What a reversed round owes, or is owed, is settled before anybody leaves (P24).
                Demand(claim(event.visit), 0),
                Demand(voucher(event.number), event.cents),
            )
        case VoucherRedeemed() | VoucherCancelled():
            return (Demand(voucher(event.number), 0),)
        case ClaimPaid() | ClaimTaken() | ClaimWrittenOff():
            return (claims.demand_of(event),)
        case _:
            return ()
