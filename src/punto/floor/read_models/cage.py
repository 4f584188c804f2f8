"""Derive the claims, vouchers and shifts of the cage from the journal, for its screen."""

import hashlib
from typing import Any, Literal

from msgspec import Struct

from punto.floor.streams.writer import CommittedEntry
from punto.ledger.accounts import CAGE, CASH
from punto.ledger.cage import CreditCollected, VoucherRedeemed, VoucherVoided
from punto.ledger.drawers import DrawerFilled, PatronCashMoved, ShiftClosed, ShiftOpened
from punto.ledger.transfers import Transfer, TransferReason
from punto.table.actors import ActorKind

MAX_CLOSED_SHIFTS = 60
MAX_LINES = 60
"""The number of movements per shift in memory. The sums of a shift include all of them."""

MAX_SPENT_VOUCHERS = 2_000
"""The number of vouchers without a value in memory. All vouchers with a value are in memory."""

REF_DIGITS = 16
"""The length of a short name. With 8 digits, two of 100,000 vouchers would probably share one."""

CASH_REASONS = (
    TransferReason.BUY_IN,
    TransferReason.VOUCHER_CASHED,
    TransferReason.HAND_PAY,
    TransferReason.CLAIM_PAID,
)
"""The reasons of the transfers that accompany a movement of cash."""


class VoucherRecord(Struct):
    """A voucher, its value and its state."""

    ref: str
    cents: int
    issued: str
    visit: str
    state: Literal["issued", "redeemed", "cashed", "void", "expired"] = "issued"
    ended: str = ""
    by: str = ""
    reason: str = ""


class ShiftMovement(Struct, frozen=True):
    """One movement of a shift, with or without cash."""

    entry: int
    at: str
    why: str
    about: str
    cents: int
    """The cash that the drawer received, below zero if it paid."""

    paper_cents: int
    """The amount that moved without cash."""

    second: str


class ShiftRecord(Struct):
    """A cashier's shift, from its float to its count."""

    shift: int
    cashier: str
    opened: str
    float_cents: int
    large_cents: int
    cash_cents: int
    filled_cents: int = 0
    ledger_cents: int = 0
    """The cash received over the counter according to the ledger, to compare with the drawer."""

    lines: list[ShiftMovement] = []
    """The latest movements, the newest at the end."""

    sums: dict[str, tuple[int, int, int]] = {}
    """By reason: the number of movements, the cash and the amount without cash, in cents."""

    counted_cents: int | None = None
    closed: str = ""
    second: str = ""

    def add(self, movement: ShiftMovement) -> None:
        """Add a movement to the sums, and to the latest movements."""
        times, cash, paper = self.sums.get(movement.why, (0, 0, 0))
        self.sums[movement.why] = (
            times + 1,
            cash + movement.cents,
            paper + movement.paper_cents,
        )
        self.lines.append(movement)
        del self.lines[:-MAX_LINES]

    @property
    def difference_cents(self) -> int | None:
        """The surplus in the drawer at the count, below zero if cash was missing."""
        return None if self.counted_cents is None else self.counted_cents - self.cash_cents

    @property
    def unexplained_cents(self) -> int:
        """The difference between drawer and ledger, zero unless a cashier made a mistake."""
        return self.cash_cents - self.float_cents - self.filled_cents - self.ledger_cents


class CageReadModel(Struct):
    """Claims, vouchers and shifts after the entries so far."""

    claims: dict[str, int] = {}
    vouchers: dict[str, VoucherRecord] = {}
    """Every voucher that has a value, and the latest of the others."""

    open: dict[str, ShiftRecord] = {}
    """The open shifts, by cashier."""

    closed: list[ShiftRecord] = []
    """The latest closed shifts, in the order of their numbers."""

    account_cents: int = 0
    """The net amount that the cage's account has received, below zero if it has paid more."""

    drawer_cents: int = 0
    """The part of it that went through drawers."""

    paper_cents: int = 0
    """The part of it that moved without cash."""

    unattended_cents: int = 0
    """The part of it that moved as cash without an open shift of the person who acted."""

    refs: dict[str, str] = {}
    """The number of each voucher, by the short name that screens use."""

    spent: dict[str, None] = {}
    """The vouchers without a value, the latest at the end."""

    def number_of(self, ref: str) -> str | None:
        """Return the number of a voucher, by the short name that screens use."""
        return self.refs.get(ref)

    def apply(self, committed: CommittedEntry) -> None:
        """Apply an entry."""
        for each in committed.entry.transfers:
            for account, cents in ((each.source, -each.cents), (each.target, each.cents)):
                kind, _, visit = account.partition("/")
                if kind == "claim":
                    self.claims[visit] = self.claims.get(visit, 0) + cents
                    if not self.claims[visit]:
                        del self.claims[visit]
        if committed.stream != CAGE:
            return
        for event in committed.entry.events:
            self._drawer(event, committed)
            self._voucher(event, committed)
        by = committed.entry.by
        shift = self.open.get(by.name) if by.kind is ActorKind.STAFF else None
        for each in committed.entry.transfers:
            self._post(each, committed, shift)

    def _post(self, each: Transfer, committed: CommittedEntry, shift: ShiftRecord | None) -> None:
        received = sum(
            cents
            for account, cents in ((each.source, each.cents), (each.target, -each.cents))
            if account in CASH
        )
        is_cash = each.reason in CASH_REASONS and received != 0
        self.account_cents += received
        if not is_cash:
            self.paper_cents += received
        elif shift is None:
            self.unattended_cents += received
        else:
            self.drawer_cents += received
            shift.ledger_cents += received
        if shift is not None:
            second = committed.entry.by.seconded_by
            about = next(
                rest
                for account in (each.target, each.source)
                for kind, _, rest in [account.partition("/")]
                if kind in ("credit", "voucher", "claim")
            )
            if about in self.vouchers:
                voucher = self.vouchers[about]
                about = f"{voucher.ref} {voucher.reason}".rstrip()
            cash, paper = (received, 0) if is_cash else (0, each.cents)
            name = second.name if second else ""
            shift.add(
                ShiftMovement(
                    committed.number, committed.entry.at, each.reason, about, cash, paper, name
                )
            )

    def _drawer(self, event: Any, committed: CommittedEntry) -> None:
        second = committed.entry.by.seconded_by
        match event:
            case ShiftOpened():
                cents = event.float_cents
                self.open[event.cashier] = ShiftRecord(
                    event.shift, event.cashier, committed.entry.at, cents, event.large_cents, cents
                )
            case DrawerFilled():
                shift = self.open[event.cashier]
                shift.cash_cents = event.cash_cents
                shift.filled_cents += event.cents
                name = second.name if second else ""
                line = ShiftMovement(
                    committed.number, committed.entry.at, "fill", "", event.cents, 0, name
                )
                shift.add(line)
            case PatronCashMoved():
                self.open[event.cashier].cash_cents = event.cash_cents
            case ShiftClosed():
                shift = self.open.pop(event.cashier)
                shift.counted_cents, shift.closed = event.counted_cents, committed.entry.at
                shift.second = second.name if second else ""
                self.closed = sorted((*self.closed, shift), key=lambda each: each.shift)
                del self.closed[:-MAX_CLOSED_SHIFTS]

    def _voucher(self, event: Any, committed: CommittedEntry) -> None:
        match event:
            case CreditCollected():
                ref = voucher_reference(event.number)
                self.refs[ref] = event.number
                self.vouchers[event.number] = VoucherRecord(
                    ref, event.cents, committed.entry.at, event.visit
                )
            case VoucherRedeemed():
                self._spend(event.number, "redeemed" if event.visit else "cashed", committed)
            case VoucherVoided():
                if event.number in self.vouchers:
                    self.vouchers[event.number].reason = event.reason
                self._spend(event.number, "expired" if event.is_expired else "void", committed)

    def _spend(
        self,
        number: str,
        state: Literal["redeemed", "cashed", "void", "expired"],
        committed: CommittedEntry,
    ) -> None:
        voucher = self.vouchers.get(number)
        if voucher is None:
            return
        voucher.state, voucher.ended, voucher.by = (
            state,
            committed.entry.at,
            committed.entry.by.name,
        )
        self.spent[number] = None
        if len(self.spent) > MAX_SPENT_VOUCHERS:
            oldest = next(iter(self.spent))
            del self.spent[oldest]
            gone = self.vouchers.pop(oldest)
            if self.refs.get(gone.ref) == oldest:
                del self.refs[gone.ref]


def voucher_reference(number: str) -> str:
    """Return a short name for a voucher, which does not reveal its printed number."""
    digest = hashlib.sha256(f"voucher {number}".encode()).hexdigest()
    return f"V-{digest[:REF_DIGITS].upper()}"
