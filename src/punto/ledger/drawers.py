"""Track each cashier's cash drawer from the opening of a shift to its count."""

from collections.abc import Mapping
from typing import TypeAlias, assert_never

import msgspec
from msgspec.structs import replace

from punto.core.money import MAX_CENTS
from punto.table.actors import Actor, ActorKind
from punto.table.refusals import HouseRefusal, No, Refusal


class Drawer(msgspec.Struct, frozen=True):
    """A drawer in use: shift, float, cash that must be in it, and the sum that counts as large."""

    shift: int
    float_cents: int
    cash_cents: int
    large_cents: int


# Commands


class OpenShift(msgspec.Struct, frozen=True):
    """Open a shift with a float. Sums from `large_cents` on need a second person."""

    float_cents: int
    large_cents: int


class FillDrawer(msgspec.Struct, frozen=True):
    """Move cash from the vault into the drawer, or into the vault if negative."""

    cents: int


class CloseShift(msgspec.Struct, frozen=True):
    """Close a shift after the cashier has counted the drawer."""

    counted_cents: int


DrawerCommand: TypeAlias = OpenShift | FillDrawer | CloseShift


# Events


class ShiftOpened(msgspec.Struct, frozen=True):
    """A cashier opened a shift with a float in the drawer."""

    shift: int
    cashier: str
    float_cents: int
    large_cents: int


class DrawerFilled(msgspec.Struct, frozen=True):
    """Cash was moved from the vault into a drawer, or into the vault if negative."""

    shift: int
    cashier: str
    cents: int
    cash_cents: int


class PatronCashMoved(msgspec.Struct, frozen=True):
    """A patron's cash went into a drawer, or out of it if negative."""

    shift: int
    cashier: str
    cents: int
    cash_cents: int


class ShiftClosed(msgspec.Struct, frozen=True):
    """A cashier counted the drawer: the cash that must be in it, and the cash that is."""

    shift: int
    cashier: str
    cash_cents: int
    counted_cents: int

    @property
    def difference_cents(self) -> int:
        """The excess of cash in the drawer, negative for a shortage."""
        return self.counted_cents - self.cash_cents


DrawerEvent: TypeAlias = ShiftOpened | DrawerFilled | PatronCashMoved | ShiftClosed

Drawers: TypeAlias = Mapping[str, Drawer]
"""The drawers in use, by the name of their cashier."""


class CageRefusal(HouseRefusal):
    """Why the cage refuses a command; earlier members win."""

    NO_SHIFT = "no-shift"
    SHIFT_OPEN = "shift-open"
    VISIT_EXISTS = "visit-exists"
    NO_VISIT = "no-visit"
    NOT_A_SUM = "not-a-sum"
    DRAWER_SHORT = "drawer-short"
    KIND_RECORDED = "kind-recorded"
    CASHIER_ONLY = "cashier-only"
    VOUCHER_KIND = "voucher-kind"
    SUM_CHANGED = "sum-changed"
    """The account does not hold the sum that the command pays or takes."""

    VOUCHER_SPENT = "voucher-spent"


def has_second(by: Actor) -> bool:
    """Whether another staff member approves a command at the cage."""
    second = by.seconded_by
    return second is not None and second.kind is ActorKind.STAFF and second.name != by.name


def decide(
    drawers: Drawers, shifts: int, command: DrawerCommand, by: Actor
) -> DrawerEvent | Refusal:
    """Decide a command about the drawer of its sender."""
    match command:
        case OpenShift():
            if not 0 <= command.float_cents <= MAX_CENTS or command.large_cents < 1:
                return CageRefusal.NOT_A_SUM.at()
            shift = shifts + 1
            return ShiftOpened(shift, by.name, command.float_cents, command.large_cents)
        case FillDrawer():
            drawer = drawers[by.name]
            if command.cents == 0 or abs(command.cents) > MAX_CENTS:
                return CageRefusal.NOT_A_SUM.at()
            if not has_second(by):
                return No.NEEDS_SECOND.at(None)
            cash_cents = drawer.cash_cents + command.cents
            if cash_cents < 0:
                return CageRefusal.DRAWER_SHORT.at(cash=drawer.cash_cents)
            return DrawerFilled(drawer.shift, by.name, command.cents, cash_cents)
        case CloseShift():
            drawer = drawers[by.name]
            if command.counted_cents < 0:
                return CageRefusal.NOT_A_SUM.at()
            # A second person must approve closing a drawer that does not balance.
            if command.counted_cents != drawer.cash_cents and not has_second(by):
                return No.NEEDS_SECOND.at(None)
            return ShiftClosed(drawer.shift, by.name, drawer.cash_cents, command.counted_cents)
        case unreachable:
            assert_never(unreachable)


def cash_events(drawer: Drawer, cashier: str, cents: int) -> PatronCashMoved:
    """The event of a patron's cash that goes into a drawer, or out of it."""
    return PatronCashMoved(drawer.shift, cashier, cents, drawer.cash_cents + cents)


def evolve(drawers: Drawers, event: DrawerEvent) -> dict[str, Drawer]:
    """The drawers after an event."""
    found = dict(drawers)
    match event:
        case ShiftOpened():
            cents = event.float_cents
            found[event.cashier] = Drawer(event.shift, cents, cents, event.large_cents)
        case DrawerFilled() | PatronCashMoved():
            found[event.cashier] = replace(found[event.cashier], cash_cents=event.cash_cents)
        case ShiftClosed():
            del found[event.cashier]
        case unreachable:
            assert_never(unreachable)
    return found
