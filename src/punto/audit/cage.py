"""The cage: visits that begin and end, vouchers that are spent once and whole."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from punto.audit.events import (
    CageEvent,
    Collected,
    CreditBought,
    VisitBegun,
    VoucherCancelled,
    VoucherRedeemed,
)
from punto.audit.findings import Check, Findings, money
from punto.audit.ledger import Ledger

SPENT = 0


@dataclass(slots=True)
class Cage:
    """The visits under way and every voucher there ever was."""

    findings: Findings
    ledger: Ledger
    visits: set[str] = field(default_factory=set)
    vouchers: dict[str, int] = field(default_factory=dict)
    """What each voucher is worth, nothing once it is spent."""

    leaving: list[str] = field(default_factory=list)
    """The visits that the entry at hand has ended."""

    def take(self, event: CageEvent) -> None:
        """Takes an event and reports what could not have been."""
        match event:
            case VisitBegun():
                if event.visit in self.visits:
                    self._say(Check.VISIT, f"{event.visit} began again", "a visit not under way")
                self.visits.add(event.visit)
            case CreditBought():
                self._check_visit(event.visit, f"{money(event.cents)} of credit")
                if event.cents < 1:
                    self._say(Check.VISIT, f"credit of {money(event.cents)}", "a sum")
            case Collected():
                self._collected(event)
            case VoucherRedeemed():
                if event.visit:
                    self._check_visit(event.visit, f"voucher {event.number}")
                self._spend(event)
            case VoucherCancelled():
                self._spend(event)

    def check_left(self, tables: Iterable[str]) -> None:
        """A visit that has collected leaves nothing behind, neither as credit nor at stake."""
        balances = self.ledger.balances
        for visit in self.leaving:
            for account in (f"credit/{visit}", *(f"stakes/{visit}/{name}" for name in tables)):
                if balances.get(account, 0):
                    self._say(
                        Check.VISIT,
                        f"{visit} collected and left {money(balances[account])} on {account}",
                        "nothing",
                    )
        self.leaving.clear()

    def _collected(self, event: Collected) -> None:
        self._check_visit(event.visit, "a collection")
        self.visits.discard(event.visit)
        self.leaving.append(event.visit)
        if event.cents < 1:
            self._say(Check.VOUCHER, f"a voucher of {money(event.cents)}", "a sum")
        if event.number in self.vouchers:
            self._say(Check.VOUCHER, f"voucher {event.number} issued again", "a new number")
        self.vouchers[event.number] = event.cents

    def _spend(self, event: VoucherRedeemed | VoucherCancelled) -> None:
        worth = self.vouchers.get(event.number)
        if worth is None:
            self._say(Check.VOUCHER, f"voucher {event.number} was never issued", "one of the house")
        elif worth == SPENT:
            self._say(Check.VOUCHER, f"voucher {event.number} spent again", "once")
        elif worth != event.cents:
            self._say(
                Check.VOUCHER,
                f"{money(event.cents)} of voucher {event.number}",
                f"the whole {money(worth)}",
            )
        self.vouchers[event.number] = SPENT

    def _check_visit(self, visit: str, what: str) -> None:
        if visit not in self.visits:
            self._say(Check.VISIT, f"{what} for {visit}", "a visit under way")

    def _say(self, check: Check, found: str, expected: str) -> None:
        self.findings.add(check, found, expected)
