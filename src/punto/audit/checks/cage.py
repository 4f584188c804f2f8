"""Check visits, vouchers and claims, and the cash in each cashier's drawer."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from punto.audit.checks.ledger import Ledger
from punto.audit.events.cage import (
    BookEvent,
    CageEvent,
    ClaimCollected,
    ClaimEvent,
    ClaimPaid,
    ClaimWrittenOff,
    CreditBought,
    CreditCollected,
    DrawerEvent,
    DrawerFilled,
    FloorKindRecorded,
    HandPaid,
    PatronCashMoved,
    ShiftClosed,
    ShiftOpened,
    VisitBegun,
    VisitEnded,
    VoucherRedeemed,
    VoucherVoided,
)
from punto.audit.findings import Check, Findings
from punto.audit.rules.remedies import SHIFT_MANAGER, outranks
from punto.audit.store.entry import Actor

AT_A_TERMINAL = frozenset({"CreditBought", "CreditCollected", "VoucherRedeemed"})
"""The events that a patron may cause without staff."""


@dataclass(slots=True)
class Drawers:
    """The open drawers: shift, cash and the amount that needs a second person, by cashier."""

    findings: Findings
    used: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    shifts: int = 0
    due_cents: int = 0
    """The cash in the current entry's other events that no drawer event has recorded yet."""

    def at_counter(self, event: Any, by: Actor) -> None:
        """Check the actor of an event at the counter, and the second person if one is required."""
        title = type(event).__name__
        if by.kind == "patron":
            if title not in AT_A_TERMINAL or (title == "VoucherRedeemed" and not event.visit):
                self.findings.add_finding(
                    Check.WHO, "finding.not-cashier", event=title, actor=by.name
                )
            return
        # The house cannot know that a patron has left, so it may not end a visit.
        if title == "ClaimWrittenOff" or (by.kind == "house" and title != "VisitEnded"):
            return
        drawer = self.used.get(by.name)
        if by.kind != "staff" or drawer is None:
            self.findings.add_finding(Check.WHO, "finding.not-cashier", event=title, actor=by.name)
            return
        cents = getattr(event, "cents", 0)
        if title == "VoucherVoided" or cents >= drawer[2]:
            self.findings.require_second("cage", by)
        self.due_cents += _cash(title, event)

    def apply(self, event: DrawerEvent, by: Actor) -> None:
        """Apply an event of a drawer and check its cash."""
        if by.kind != "staff" or by.name != event.cashier:
            self.findings.add_finding(
                Check.WHO, "finding.drawer-actor", cashier=event.cashier, actor=by.name
            )
        if isinstance(event, ShiftOpened):
            self._opened(event)
            return
        shift, cash, large = self.used.get(event.cashier, (0, 0, 0))
        self.findings.compare(Check.DRAWER, "shift", event.shift, shift)
        if isinstance(event, ShiftClosed):
            if event.counted_cents != event.cash_cents:
                self.findings.require_second("drawer-counted", by)
            self.used.pop(event.cashier, None)
        else:
            cash += event.cents
            self.used[event.cashier] = (shift, cash, large)
            if isinstance(event, PatronCashMoved):
                self.due_cents -= event.cents
            else:
                self.findings.require_second("drawer-filled", by)
        if event.cash_cents != cash or cash < 0:
            self.findings.add_finding(
                Check.DRAWER,
                "finding.drawer-cash",
                amount=event.cash_cents,
                cashier=event.cashier,
                expected=cash,
            )

    def check_cash(self) -> None:
        """Check that all cash of an entry is recorded in a drawer, to the cent."""
        if self.due_cents:
            self.findings.add_finding(
                Check.DRAWER, "finding.cash-in-no-drawer", amount=self.due_cents
            )
            self.due_cents = 0

    def _opened(self, event: ShiftOpened) -> None:
        self.shifts += 1
        self.findings.compare(Check.DRAWER, "shift", event.shift, self.shifts)
        if event.cashier in self.used:
            self.findings.add_finding(Check.DRAWER, "finding.again", what="shift-opened")
        if event.float_cents < 0 or event.large_cents < 1:
            self.findings.add_finding(
                Check.DRAWER, "finding.not-positive", what="drawer-float", amount=event.float_cents
            )
        self.used[event.cashier] = (event.shift, event.float_cents, event.large_cents)


def _cash(title: str, event: Any) -> int:
    match title:
        case "CreditBought":
            return int(event.cents)
        case "HandPaid":
            return -int(event.cents)
        case "VoucherRedeemed" if not event.visit:
            return -int(event.cents)
        case "ClaimPaid" if event.in_cash:
            return -int(event.cents)
        case _:
            return 0


SPENT = 0
DEMO = "demo-"
"""The prefix of a demo voucher's number."""


@dataclass(slots=True)
class Cage:
    """The current visits, and the value of every voucher ever issued."""

    findings: Findings
    ledger: Ledger
    visits: set[str] = field(default_factory=set)
    vouchers: dict[str, int] = field(default_factory=dict)
    """The value of each voucher, 0 after it was redeemed or voided."""

    leaving: list[str] = field(default_factory=list)
    """The visits that the current entry ended."""

    claims: list[tuple[str, int]] = field(default_factory=list)
    """The balance that each claim in the current entry must then have."""

    is_demo: bool | None = None
    """Whether the floor is recorded as a demo floor; None if its kind is not recorded."""

    events: int = 0
    drawers: Drawers = field(init=False)

    def __post_init__(self) -> None:
        self.drawers = Drawers(self.findings)

    @property
    def cash(self) -> str:
        """The account for cash that comes in and goes out."""
        return "demo" if self.is_demo else "cage"

    def apply(self, event: CageEvent, by: Actor) -> None:
        """Apply an event of the cage and report each impossible step."""
        self._check_kind(event, by)
        self.events += 1
        if isinstance(event, FloorKindRecorded):
            return
        if isinstance(event, ShiftOpened | DrawerFilled | PatronCashMoved | ShiftClosed):
            self.drawers.apply(event, by)
            return
        self.drawers.at_counter(event, by)
        if isinstance(event, ClaimPaid | ClaimCollected | ClaimWrittenOff):
            self._claimed(event, by)
        else:
            self._booked(event)

    def _check_kind(self, event: CageEvent, by: Actor) -> None:
        """Check that a real-money floor has neither demo credit nor demo vouchers."""
        if isinstance(event, FloorKindRecorded):
            if self.events or by.kind != "house":
                self.findings.add_finding(
                    Check.FLOOR_KIND,
                    "finding.floor-kind-late",
                    actor=by.name,
                    place=self.events + 1,
                )
            else:
                self.is_demo = event.is_demo
            return
        if isinstance(event, CreditBought) and by.kind == "patron" and not self.is_demo:
            self.findings.add_finding(
                Check.FLOOR_KIND, "finding.demo-credit", amount=event.cents, actor=by.name
            )
        is_by_house = by.kind == "house" and not isinstance(event, VisitBegun)
        if is_by_house and self.is_demo is False:
            self.findings.add_finding(
                Check.FLOOR_KIND, "finding.not-cashier", event=type(event).__name__, actor=by.name
            )
        number = getattr(event, "number", None)
        if number is not None and number.startswith(DEMO) is not bool(self.is_demo):
            self.findings.add_finding(Check.FLOOR_KIND, "finding.voucher-kind", voucher=number)

    def _booked(self, event: BookEvent) -> None:
        match event:
            case VisitBegun():
                if event.visit in self.visits:
                    self.findings.add_finding(Check.VISIT, "finding.visit-again", visit=event.visit)
                self.visits.add(event.visit)
            case CreditBought():
                self._check_visit(event.visit, "credit-bought")
                self.findings.require_positive(Check.VISIT, "credit-bought", event.cents)
            case CreditCollected():
                self._collected(event)
            case VoucherRedeemed():
                if event.visit:
                    self._check_visit(event.visit, "voucher-redeemed")
                self._spend(event)
            case VoucherVoided():
                self._spend(event)
            case HandPaid() | VisitEnded():
                what = "hand-paid" if isinstance(event, HandPaid) else "visit-ended"
                self._check_visit(event.visit, what)
                self._leave(event)

    def check_transfers(self, tables: Iterable[str]) -> None:
        """Check the drawers, claims and ended visits after an entry's transfers."""
        self.drawers.check_cash()
        if self.claims:
            self.check_claims()
        if self.leaving:
            self.check_visits_ended(tables)

    def check_visits_ended(self, tables: Iterable[str]) -> None:
        """Check that a visit left no credit, claim or stakes when it ended."""
        balances, names = self.ledger.balances, list(tables)
        for visit in self.leaving:
            stakes = [f"stakes/{visit}/{name}" for name in names]
            for account in (f"credit/{visit}", f"claim/{visit}", *stakes):
                self.findings.compare_balance(Check.VISIT, account, balances.get(account, 0), 0)
        self.leaving.clear()

    def check_claims(self) -> None:
        """Check that each claim has the expected balance."""
        for visit, cents in self.claims:
            account = f"claim/{visit}"
            held = self.ledger.balances.get(account, 0)
            self.findings.compare_balance(Check.CLAIM, account, held, cents)
        self.claims.clear()

    def _claimed(self, event: ClaimEvent, by: Actor) -> None:
        visit, there = event.visit, event.visit in self.visits
        self.findings.require_positive(Check.CLAIM, "claim", event.cents)
        owed = 0
        match event:
            case ClaimPaid():
                if event.in_cash is there:
                    self.findings.add_finding(Check.CLAIM, "finding.claim-paid", visit=visit)
            case ClaimCollected():
                owed = event.still_owed_cents
                if not there or owed < 0:
                    self.findings.add_finding(Check.CLAIM, "finding.claim-collected", visit=visit)
            case ClaimWrittenOff():
                if by.kind != "staff" or not outranks(by.holds, SHIFT_MANAGER):
                    self.findings.add_finding(
                        Check.WHO,
                        "finding.position-too-low",
                        what="claim-written-off",
                        actor=by.name,
                        position=SHIFT_MANAGER,
                    )
        self.claims.append((visit, -owed))

    def _collected(self, event: CreditCollected) -> None:
        self._check_visit(event.visit, "credit-collected")
        self._leave(event)
        if event.number in self.vouchers:
            self.findings.add_finding(Check.VOUCHER, "finding.voucher-again", voucher=event.number)
        self.vouchers[event.number] = event.cents

    def _leave(self, event: CreditCollected | HandPaid | VisitEnded) -> None:
        self.visits.discard(event.visit)
        self.leaving.append(event.visit)
        if not isinstance(event, VisitEnded):
            self.findings.require_positive(Check.VOUCHER, "visit-ended", event.cents)

    def _spend(self, event: VoucherRedeemed | VoucherVoided) -> None:
        worth = self.vouchers.get(event.number)
        if worth is None:
            self.findings.add_finding(
                Check.VOUCHER, "finding.voucher-unknown", voucher=event.number
            )
        elif worth == SPENT:
            self.findings.add_finding(Check.VOUCHER, "finding.voucher-spent", voucher=event.number)
        elif worth != event.cents:
            self.findings.add_finding(
                Check.VOUCHER,
                "finding.voucher-part",
                amount=event.cents,
                voucher=event.number,
                expected=worth,
            )
        self.vouchers[event.number] = SPENT

    def _check_visit(self, visit: str, what: str) -> None:
        if visit not in self.visits:
            self.findings.add_finding(Check.VISIT, "finding.visit-unknown", what=what, visit=visit)
