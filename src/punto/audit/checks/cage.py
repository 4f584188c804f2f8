"""Check that visits begin and end, and that each voucher is redeemed once and in full."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from punto.audit.checks.drawers import (
    DrawerFilled,
    Drawers,
    PatronCashMoved,
    ShiftClosed,
    ShiftOpened,
)
from punto.audit.checks.ledger import Ledger
from punto.audit.events.irregularities import ClaimCollected, ClaimEvent, ClaimPaid, ClaimWrittenOff
from punto.audit.events.play import (
    BookEvent,
    CageEvent,
    CreditBought,
    CreditCollected,
    FloorKindRecorded,
    HandPaid,
    VisitBegun,
    VisitEnded,
    VoucherRedeemed,
    VoucherVoided,
)
from punto.audit.findings import Check, Findings
from punto.audit.rules.remedies import SHIFT_MANAGER, outranks
from punto.audit.store.entry import Actor

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
                if event.cents < 1:
                    self.findings.add_finding(
                        Check.VISIT,
                        "finding.not-positive",
                        what="credit-bought",
                        amount=event.cents,
                    )
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
                if balances.get(account, 0):
                    self.findings.add_finding(
                        Check.VISIT,
                        "finding.balance",
                        account=account,
                        amount=balances[account],
                        expected=0,
                    )
        self.leaving.clear()

    def check_claims(self) -> None:
        """Check that each claim has the expected balance."""
        for visit, cents in self.claims:
            held = self.ledger.balances.get(f"claim/{visit}", 0)
            if held != cents:
                self.findings.add_finding(
                    Check.CLAIM,
                    "finding.balance",
                    account=f"claim/{visit}",
                    amount=held,
                    expected=cents,
                )
        self.claims.clear()

    def _claimed(self, event: ClaimEvent, by: Actor) -> None:
        visit, there = event.visit, event.visit in self.visits
        if event.cents < 1:
            self.findings.add_finding(
                Check.CLAIM, "finding.not-positive", what="claim", amount=event.cents
            )
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
        if not isinstance(event, VisitEnded) and event.cents < 1:
            self.findings.add_finding(
                Check.VOUCHER, "finding.not-positive", what="visit-ended", amount=event.cents
            )

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
