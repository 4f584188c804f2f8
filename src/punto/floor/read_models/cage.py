"""The cage's book: claims, vouchers and shifts as the journal tells them, for the desk's screen."""

import hashlib
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Literal

from punto.floor.streams.writer import CommittedEntry
from punto.ledger.accounts import CAGE, CASH
from punto.ledger.cage import CreditCollected, VoucherRedeemed, VoucherVoided
from punto.ledger.drawers import DrawerFilled, PatronCashMoved, ShiftClosed, ShiftOpened
from punto.ledger.transfers import Transfer, TransferReason
from punto.table.actors import ActorKind

SHIFTS_REMEMBERED = 60
VOUCHERS_REMEMBERED = 2_000
"""How many spent vouchers are kept at hand; those still worth something all are."""

REF_DIGITS = 16
"""Of eight, two of a hundred thousand vouchers were likely to share a name, and money by it."""

CASH_REASONS = (
    TransferReason.BUY_IN,
    TransferReason.VOUCHER_CASHED,
    TransferReason.HAND_PAY,
    TransferReason.CLAIM_PAID,
)
"""Reasons for which the cage's account moves because cash does."""


@dataclass(slots=True)
class VoucherRecord:
    """A voucher: what it was worth, and what became of it."""

    ref: str
    cents: int
    issued: str
    visit: str
    state: Literal["issued", "redeemed", "cashed", "void", "expired"] = "issued"
    ended: str = ""
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ShiftMovement:
    """One movement of a shift: cash that came or went, or paper that was dealt with."""

    entry: int
    at: str
    why: str
    about: str
    cents: int
    """What the drawer took, below zero where it paid."""

    paper_cents: int
    """What moved without cash."""

    second: str


@dataclass(slots=True)
class ShiftRecord:
    """A cashier's shift, from its float to its count."""

    shift: int
    cashier: str
    opened: str
    float_cents: int
    large_cents: int
    cash_cents: int
    filled_cents: int = 0
    ledger_cents: int = 0
    """What the ledger says came over the counter: a second book beside the drawer's own."""

    lines: list[ShiftMovement] = field(default_factory=list)
    counted_cents: int | None = None
    closed: str = ""
    second: str = ""

    @property
    def difference_cents(self) -> int | None:
        """What was too much in the drawer at the count."""
        return None if self.counted_cents is None else self.counted_cents - self.cash_cents

    @property
    def unexplained_cents(self) -> int:
        """What the drawer's book and the ledger differ by: nothing, or somebody is at fault."""
        return self.cash_cents - self.float_cents - self.filled_cents - self.ledger_cents


class CageReadModel:
    """Fed with entries in the journal's order."""

    def __init__(self) -> None:
        self.claims: dict[str, int] = {}
        self.vouchers: OrderedDict[str, VoucherRecord] = OrderedDict()
        self.shifts: OrderedDict[int, ShiftRecord] = OrderedDict()
        self.open: dict[str, ShiftRecord] = {}
        """The shifts under way, by cashier."""

        self.account_cents = 0
        """What the cage's account has taken in all, below zero where it has given more."""

        self.drawer_cents = self.paper_cents = self.unattended_cents = 0
        """Of that: through drawers, without cash, and without anybody at the counter."""

        self.refs: dict[str, str] = {}
        self.spent: OrderedDict[str, None] = OrderedDict()

    def number_of(self, ref: str) -> str | None:
        """The number of a voucher, by the short name that screens use."""
        return self.refs.get(ref)

    def apply(self, kept: CommittedEntry) -> None:
        """Takes an entry down."""
        for each in kept.entry.transfers:
            for account, cents in ((each.source, -each.cents), (each.target, each.cents)):
                kind, _, visit = account.partition("/")
                if kind == "claim":
                    self.claims[visit] = self.claims.get(visit, 0) + cents
                    if not self.claims[visit]:
                        del self.claims[visit]
        if kept.stream != CAGE:
            return
        for event in kept.entry.events:
            self._drawer(event, kept)
            self._voucher(event, kept)
        by = kept.entry.by
        shift = self.open.get(by.name) if by.kind is ActorKind.STAFF else None
        for each in kept.entry.transfers:
            self._post(each, kept, shift)

    def _post(self, each: Transfer, kept: CommittedEntry, shift: ShiftRecord | None) -> None:
        taken = sum(
            cents
            for account, cents in ((each.source, each.cents), (each.target, -each.cents))
            if account in CASH
        )
        is_cash = each.reason in CASH_REASONS and taken != 0
        self.account_cents += taken
        if not is_cash:
            self.paper_cents += taken
        elif shift is None:
            self.unattended_cents += taken
        else:
            self.drawer_cents += taken
            shift.ledger_cents += taken
        if shift is not None:
            second = kept.entry.by.seconded_by
            about = next(
                rest
                for account in (each.target, each.source)
                for kind, _, rest in [account.partition("/")]
                if kind in ("credit", "voucher", "claim")
            )
            if about in self.vouchers:
                kept_voucher = self.vouchers[about]
                about = f"{kept_voucher.ref} {kept_voucher.reason}".rstrip()
            cash, paper = (taken, 0) if is_cash else (0, each.cents)
            name = second.name if second else ""
            shift.lines.append(
                ShiftMovement(kept.number, kept.entry.at, each.reason, about, cash, paper, name)
            )

    def _drawer(self, event: Any, kept: CommittedEntry) -> None:
        second = kept.entry.by.seconded_by
        match event:
            case ShiftOpened():
                cents = event.float_cents
                shift = ShiftRecord(
                    event.shift, event.cashier, kept.entry.at, cents, event.large_cents, cents
                )
                self.shifts[event.shift] = self.open[event.cashier] = shift
                if len(self.shifts) > SHIFTS_REMEMBERED:
                    self.shifts.popitem(last=False)
            case DrawerFilled():
                shift = self.open[event.cashier]
                shift.cash_cents = event.cash_cents
                shift.filled_cents += event.cents
                name = second.name if second else ""
                line = ShiftMovement(kept.number, kept.entry.at, "fill", "", event.cents, 0, name)
                shift.lines.append(line)
            case PatronCashMoved():
                self.open[event.cashier].cash_cents = event.cash_cents
            case ShiftClosed():
                shift = self.open.pop(event.cashier)
                shift.counted_cents, shift.closed = event.counted_cents, kept.entry.at
                shift.second = second.name if second else ""

    def _voucher(self, event: Any, kept: CommittedEntry) -> None:
        match event:
            case CreditCollected():
                ref = voucher_reference(event.number)
                self.refs[ref] = event.number
                self.vouchers[event.number] = VoucherRecord(
                    ref, event.cents, kept.entry.at, event.visit
                )
            case VoucherRedeemed():
                self._spend(event.number, "redeemed" if event.visit else "cashed", kept)
            case VoucherVoided():
                if event.number in self.vouchers:
                    self.vouchers[event.number].reason = event.reason
                self._spend(event.number, "expired" if event.is_expired else "void", kept)

    def _spend(
        self,
        number: str,
        state: Literal["redeemed", "cashed", "void", "expired"],
        kept: CommittedEntry,
    ) -> None:
        voucher = self.vouchers.get(number)
        if voucher is None:
            return
        voucher.state, voucher.ended, voucher.by = state, kept.entry.at, kept.entry.by.name
        self.spent[number] = None
        if len(self.spent) > VOUCHERS_REMEMBERED:
            oldest, _ = self.spent.popitem(last=False)
            gone = self.vouchers.pop(oldest)
            if self.refs.get(gone.ref) == oldest:
                del self.refs[gone.ref]


def voucher_reference(number: str) -> str:
    """A short name for a voucher that tells nothing of the number printed on it."""
    digest = hashlib.sha256(f"voucher {number}".encode()).hexdigest()
    return f"V-{digest[:REF_DIGITS].upper()}"
