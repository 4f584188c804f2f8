"""Define the events of the cage, in the versions that the auditor knows."""

from typing import TypeAlias

from punto.audit.events.table import StrictRecord


class FloorKindRecorded(StrictRecord, frozen=True, gc=False):
    """The floor is a demo floor or a real-money floor."""

    is_demo: bool


class VisitBegun(StrictRecord, frozen=True, gc=False):
    """A visit began."""

    visit: str
    terminal: str


class CreditBought(StrictRecord, frozen=True, gc=False):
    """Cash became credit."""

    visit: str
    cents: int


class CreditCollected(StrictRecord, frozen=True, gc=False):
    """All credit of a visit became a voucher."""

    visit: str
    cents: int
    number: str


class VoucherRedeemed(StrictRecord, frozen=True, gc=False):
    """A voucher became credit, or cash if no visit is named."""

    number: str
    cents: int
    visit: str


class VoucherVoided(StrictRecord, frozen=True, gc=False):
    """A voucher lost its value."""

    number: str
    cents: int
    is_expired: bool
    reason: str = ""


class HandPaid(StrictRecord, frozen=True, gc=False):
    """All credit of a visit was paid in cash."""

    visit: str
    cents: int


class VisitEnded(StrictRecord, frozen=True, gc=False):
    """A visit without credit ended."""

    visit: str


class ClaimPaid(StrictRecord, frozen=True, gc=False):
    """The house paid a claim."""

    visit: str
    cents: int
    in_cash: bool


class ClaimCollected(StrictRecord, frozen=True, gc=False):
    """The credit of a visit paid what the visit owed."""

    visit: str
    cents: int
    still_owed_cents: int


class ClaimWrittenOff(StrictRecord, frozen=True, gc=False):
    """The house wrote off what a visit owed."""

    visit: str
    cents: int


class ShiftOpened(StrictRecord, frozen=True, gc=False):
    """A cashier opened a shift with a float."""

    shift: int
    cashier: str
    float_cents: int
    large_cents: int


class DrawerFilled(StrictRecord, frozen=True, gc=False):
    """Cash moved between a drawer and the vault."""

    shift: int
    cashier: str
    cents: int
    cash_cents: int


class PatronCashMoved(StrictRecord, frozen=True, gc=False):
    """Cash moved between a drawer and a patron."""

    shift: int
    cashier: str
    cents: int
    cash_cents: int


class ShiftClosed(StrictRecord, frozen=True, gc=False):
    """A cashier counted the drawer and closed the shift."""

    shift: int
    cashier: str
    cash_cents: int
    counted_cents: int


BookEvent: TypeAlias = (
    VisitBegun
    | CreditBought
    | CreditCollected
    | VoucherRedeemed
    | VoucherVoided
    | HandPaid
    | VisitEnded
)
ClaimEvent: TypeAlias = ClaimPaid | ClaimCollected | ClaimWrittenOff
DrawerEvent: TypeAlias = ShiftOpened | DrawerFilled | PatronCashMoved | ShiftClosed
CageEvent: TypeAlias = BookEvent | ClaimEvent | DrawerEvent | FloorKindRecorded
