"""Decide the cage's commands on visits, credit, vouchers, claims and cashiers' drawers.

Only a voucher's own account holds its value. Redeeming the voucher empties the account, so a copy
of the voucher finds it empty.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias, assert_never

import msgspec
from msgspec.structs import asdict

from punto.core.money import MAX_CENTS
from punto.core.staff_positions import StaffPosition
from punto.ledger import claims, drawers, vouchers
from punto.ledger.accounts import claim, credit, stakes_of, voucher
from punto.ledger.claims import (
    ClaimCollected,
    ClaimCommand,
    ClaimEvent,
    ClaimPaid,
    ClaimWrittenOff,
    CollectClaim,
    PayClaim,
    SumOfVisit,
    WriteOffClaim,
)
from punto.ledger.drawers import (
    CageRefusal,
    CloseShift,
    Drawer,
    DrawerCommand,
    DrawerEvent,
    DrawerFilled,
    FillDrawer,
    OpenShift,
    PatronCashMoved,
    ShiftClosed,
    ShiftOpened,
    has_second,
)
from punto.ledger.transfers import BalanceCondition, Transfer, TransferReason
from punto.table.actors import Actor, ActorKind, holds_or_higher
from punto.table.refusals import No, Refusal

NOT_ALLOWED = No.NOT_ALLOWED.at(None)


class RecordFloorKind(msgspec.Struct, frozen=True):
    """Record the kind of the floor, before anything else happens at its cage."""

    is_demo: bool


class FloorKindRecorded(msgspec.Struct, frozen=True):
    """The floor is a demo floor or a real-money floor from now on."""

    is_demo: bool


class Cage(msgspec.Struct, frozen=True):
    """The current visits, each with its terminal, and the cashiers' drawers."""

    visits: Mapping[str, str] = msgspec.field(default_factory=dict)
    events: int = 0
    drawers: Mapping[str, Drawer] = msgspec.field(default_factory=dict)
    shifts: int = 0
    is_demo: bool | None = None
    """Whether this is the cage of a demo floor; None if no floor records it (a simulated day)."""


# Commands


class BeginVisit(msgspec.Struct, frozen=True):
    """Begin a visit at a terminal."""

    visit: str
    terminal: str


class BuyCredit(SumOfVisit, frozen=True):
    """Buy credit with cash."""


class CollectCredit(SumOfVisit, frozen=True):
    """Collect all credit, a sum that the patron saw, as a voucher with a new number."""

    number: str


class RedeemVoucher(msgspec.Struct, frozen=True):
    """Redeem a voucher for credit of a visit, or for cash if no visit is named."""

    number: str
    cents: int
    visit: str = ""


class VoidVoucher(msgspec.Struct, frozen=True):
    """Void a voucher, because staff give a reason or because it has expired."""

    number: str
    cents: int
    is_expired: bool
    reason: str = ""


class HandPay(SumOfVisit, frozen=True):
    """Pay all credit, a sum that the patron saw, as cash over the counter."""


class EndVisit(msgspec.Struct, frozen=True):
    """End a visit without credit, so that the next patron begins a new one."""

    visit: str


VisitCommand: TypeAlias = (
    BeginVisit
    | BuyCredit
    | CollectCredit
    | RedeemVoucher
    | VoidVoucher
    | HandPay
    | EndVisit
    | ClaimCommand
)
"""The commands of the cage, except those about drawers."""

CageCommand: TypeAlias = VisitCommand | DrawerCommand | RecordFloorKind


# Events


class VisitBegun(msgspec.Struct, frozen=True):
    """A visit has begun."""

    visit: str
    terminal: str


class CreditBought(SumOfVisit, frozen=True):
    """Cash became credit."""


class CreditCollected(SumOfVisit, frozen=True):
    """All credit of a visit became a voucher, and the visit ended."""

    number: str


class VoucherRedeemed(msgspec.Struct, frozen=True):
    """A voucher became credit, or cash if no visit is named."""

    number: str
    cents: int
    visit: str


class VoucherVoided(msgspec.Struct, frozen=True):
    """A voucher is void. The house no longer owes its value."""

    number: str
    cents: int
    is_expired: bool
    reason: str = ""


class HandPaid(SumOfVisit, frozen=True):
    """The cage paid all credit of a visit in cash, and the visit ended."""


class VisitEnded(msgspec.Struct, frozen=True):
    """A visit without credit ended."""

    visit: str


VisitEvent: TypeAlias = (
    CreditBought | CreditCollected | VoucherRedeemed | VoucherVoided | HandPaid | ClaimEvent
)
CageEvent: TypeAlias = VisitBegun | VisitEnded | VisitEvent | DrawerEvent | FloorKindRecorded


def decide(cage: Cage, command: CageCommand, by: Actor) -> tuple[CageEvent, ...] | Refusal:
    """Return the events of a command, or its refusal. The ledger checks the sums afterwards."""
    if no := _refused_to(cage, command, by) or _refused_by_kind(cage, command, by):
        return no
    if isinstance(command, RecordFloorKind):
        return (FloorKindRecorded(command.is_demo),)
    drawer = cage.drawers.get(by.name) if by.kind is ActorKind.STAFF else None
    if isinstance(command, OpenShift | FillDrawer | CloseShift):
        drawer_event = drawers.decide(cage.drawers, cage.shifts, command, by)
        return drawer_event if isinstance(drawer_event, Refusal) else (drawer_event,)
    if no := _refused(cage, command):
        return no
    if drawer is not None and _needs_second(drawer, command) and not has_second(by):
        return No.NEEDS_SECOND.at(None)
    event = _decided(cage, command)
    cash_cents = cash_of(event)
    if drawer is None or cash_cents == 0:
        return (event,)
    if drawer.cash_cents + cash_cents < 0:
        return CageRefusal.DRAWER_SHORT.at(cash=drawer.cash_cents)
    return event, drawers.cash_events(drawer, by.name, cash_cents)


def cash_of(event: CageEvent) -> int:
    """The cash that an event brings over the counter, negative if the cage pays it."""
    match event:
        case CreditBought():
            return event.cents
        case HandPaid():
            return -event.cents
        case VoucherRedeemed():
            return 0 if event.visit else -event.cents
        case ClaimPaid():
            return -event.cents if event.in_cash else 0
        case _:
            return 0


def _refused_to(cage: Cage, command: CageCommand, by: Actor) -> Refusal | None:
    """The refusal if an actor may not send such a command at all.

    Patrons may send what a terminal offers. A sender without a cashier, such as a demo floor or a
    script, has no drawer. It cannot write off a claim, and it cannot see whether a patron has left.
    """
    match by.kind:
        case ActorKind.PATRON:
            is_at_terminal = isinstance(command, BuyCredit | CollectCredit) or (
                isinstance(command, RedeemVoucher) and command.visit != ""
            )
            return None if is_at_terminal else NOT_ALLOWED
        case ActorKind.HOUSE:
            of_staff = WriteOffClaim | OpenShift | FillDrawer | CloseShift | EndVisit
            return NOT_ALLOWED if isinstance(command, of_staff) else None
        case ActorKind.STAFF:
            if isinstance(command, WriteOffClaim):
                is_so = holds_or_higher(by, StaffPosition.GAMING_SHIFT_MANAGER)
                return None if is_so else NOT_ALLOWED
            is_open = by.name in cage.drawers
            if isinstance(command, OpenShift):
                return CageRefusal.SHIFT_OPEN.at() if is_open else None
            return None if is_open else CageRefusal.NO_SHIFT.at()
        case _:
            return NOT_ALLOWED


def _refused_by_kind(cage: Cage, command: CageCommand, by: Actor) -> Refusal | None:
    """The refusal that the kind of the floor demands.

    A terminal sells credit only on a demo floor. On a real-money floor only a cashier moves money.
    A voucher is valid only on a floor of its own kind.
    """
    match command:
        case RecordFloorKind():
            return CageRefusal.KIND_RECORDED.at() if cage.events else None
        case BeginVisit():
            return None
        case _ if cage.is_demo is False and by.kind is ActorKind.HOUSE:
            return CageRefusal.CASHIER_ONLY.at()
        case BuyCredit() if by.kind is ActorKind.PATRON:
            return None if cage.is_demo else CageRefusal.CASHIER_ONLY.at()
        case CollectCredit() | RedeemVoucher() | VoidVoucher():
            is_own = vouchers.is_demo(command.number) is bool(cage.is_demo)
            return None if is_own else CageRefusal.VOUCHER_KIND.at()
        case _:
            return None


def _needs_second(drawer: Drawer, command: VisitCommand) -> bool:
    """Whether a second person must approve: for large sums and for voiding a voucher."""
    if isinstance(command, BeginVisit | EndVisit):
        return False
    return isinstance(command, VoidVoucher) or command.cents >= drawer.large_cents


_EVENTS: Mapping[type[VisitCommand], Callable[..., CageEvent]] = {
    BeginVisit: VisitBegun,
    BuyCredit: CreditBought,
    CollectCredit: CreditCollected,
    RedeemVoucher: VoucherRedeemed,
    VoidVoucher: VoucherVoided,
    HandPay: HandPaid,
    EndVisit: VisitEnded,
    CollectClaim: ClaimCollected,
    WriteOffClaim: ClaimWrittenOff,
}
"""The event of each command, with the same fields."""


def _decided(cage: Cage, command: VisitCommand) -> CageEvent:
    if isinstance(command, PayClaim):
        return ClaimPaid(command.visit, command.cents, command.visit not in cage.visits)
    return _EVENTS[type(command)](**asdict(command))


def _refused(cage: Cage, command: VisitCommand) -> Refusal | None:
    if isinstance(command, BeginVisit):
        return CageRefusal.VISIT_EXISTS.at() if command.visit in cage.visits else None
    if isinstance(command, EndVisit):
        return None if command.visit in cage.visits else CageRefusal.NO_VISIT.at()
    visit = "" if isinstance(command, VoidVoucher) else command.visit
    # A visit that has ended may still have a claim.
    late = isinstance(command, PayClaim | WriteOffClaim)
    needs_visit = (visit and not late) or isinstance(command, BuyCredit | CollectCredit | HandPay)
    if needs_visit and visit not in cage.visits:
        return CageRefusal.NO_VISIT.at()
    if isinstance(command, CollectClaim) and command.still_owed_cents < 0:
        return CageRefusal.NOT_A_SUM.at()
    maximum = MAX_CENTS if isinstance(command, BuyCredit) else command.cents
    return None if 1 <= command.cents <= maximum else CageRefusal.NOT_A_SUM.at()


def evolve(cage: Cage, event: CageEvent) -> Cage:
    """The cage after an event."""
    visits = cage.visits
    if isinstance(event, VisitBegun):
        visits = {**visits, event.visit: event.terminal}
    if isinstance(event, CreditCollected | HandPaid | VisitEnded):
        # Copying the dictionary and deleting one key takes a tenth of the time of a comprehension.
        left = dict(visits)
        left.pop(event.visit, None)
        visits = left
    used, shifts = cage.drawers, cage.shifts
    if isinstance(event, ShiftOpened | DrawerFilled | PatronCashMoved | ShiftClosed):
        used = drawers.evolve(used, event)
        shifts += isinstance(event, ShiftOpened)
    is_demo = event.is_demo if isinstance(event, FloorKindRecorded) else cage.is_demo
    return Cage(visits, cage.events + 1, used, shifts, is_demo)


def transfers_of(command: str, event: CageEvent, cash: str) -> tuple[Transfer, ...]:
    """The transfers of an event, with the floor's account of cash."""
    if isinstance(event, VisitBegun | VisitEnded | DrawerEvent | FloorKindRecorded):
        return ()
    source, target, why = _movement(event, cash)
    return (Transfer(f"cage/{command}/1", source, target, event.cents, why),)


def _movement(event: VisitEvent, cash: str) -> tuple[str, str, TransferReason]:
    match event:
        case CreditBought():
            return cash, credit(event.visit), TransferReason.BUY_IN
        case CreditCollected():
            return credit(event.visit), voucher(event.number), TransferReason.VOUCHER_OUT
        case VoucherRedeemed():
            if event.visit:
                return voucher(event.number), credit(event.visit), TransferReason.VOUCHER_IN
            return voucher(event.number), cash, TransferReason.VOUCHER_CASHED
        case HandPaid():
            return credit(event.visit), cash, TransferReason.HAND_PAY
        case VoucherVoided():
            why = (
                TransferReason.VOUCHER_EXPIRED
                if event.is_expired
                else TransferReason.VOUCHER_VOIDED
            )
            return voucher(event.number), cash, why
        case ClaimPaid() | ClaimCollected() | ClaimWrittenOff():
            return claims.transfer_of(event, cash)
        case unreachable:
            assert_never(unreachable)


def balance_conditions(event: CageEvent) -> tuple[BalanceCondition, ...]:
    """The balances after an event: COLLECT empties the credit, and a voucher is spent once."""
    match event:
        case CreditCollected():
            return (
                *_left_behind(event.visit),
                BalanceCondition(voucher(event.number), event.cents),
            )
        case HandPaid() | VisitEnded():
            return _left_behind(event.visit)
        case VoucherRedeemed() | VoucherVoided():
            return (BalanceCondition(voucher(event.number), 0),)
        case ClaimPaid() | ClaimCollected() | ClaimWrittenOff():
            return (claims.balance_condition(event),)
        case _:
            return ()


def _left_behind(visit: str) -> tuple[BalanceCondition, ...]:
    # A visit must settle the claim of a corrected round before it ends (P24).
    return (
        BalanceCondition(credit(visit), 0),
        BalanceCondition(stakes_of(visit), 0),
        BalanceCondition(claim(visit), 0),
    )
