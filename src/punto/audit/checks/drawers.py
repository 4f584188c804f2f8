"""Recompute the cash in each cashier's drawer, and check that the right actor moved it."""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from punto.audit.events.records import StrictRecord
from punto.audit.findings import Check, Findings
from punto.audit.store.entry import Actor


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


DrawerEvent: TypeAlias = ShiftOpened | DrawerFilled | PatronCashMoved | ShiftClosed

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
        if (title == "VoucherVoided" or cents >= drawer[2]) and not by.is_seconded:
            self.findings.add_finding(Check.WHO, "finding.alone", what="cage", actor=by.name)
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
        if event.shift != shift:
            self.findings.add_finding(
                Check.DRAWER, "finding.number", field="shift", number=event.shift, expected=shift
            )
        if isinstance(event, ShiftClosed):
            if event.counted_cents != event.cash_cents and not by.is_seconded:
                self.findings.add_finding(
                    Check.WHO, "finding.alone", what="drawer-counted", actor=by.name
                )
            self.used.pop(event.cashier, None)
        else:
            cash += event.cents
            self.used[event.cashier] = (shift, cash, large)
            if isinstance(event, PatronCashMoved):
                self.due_cents -= event.cents
            elif not by.is_seconded:
                self.findings.add_finding(
                    Check.WHO, "finding.alone", what="drawer-filled", actor=by.name
                )
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
        if event.shift != self.shifts or event.cashier in self.used:
            self.findings.add_finding(
                Check.DRAWER,
                "finding.number",
                field="shift",
                number=event.shift,
                expected=self.shifts,
            )
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
