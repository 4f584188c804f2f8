"""Test a shift of a whole floor in browsers, with cage, pit, dealer and patrons."""

import json
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser

from punto.audit import audit
from punto.reports.floor.report_kinds import KINDS
from tests.browser.desks import PIT_MANAGER, SUPERVISOR
from tests.browser.evening import Evening, bet
from tests.browser.member import PIT_SCREEN, Member
from tests.browser.test_cage_desk import cage_cents, drawer
from tests.browser.test_terminal import collected

FLOAT_CENTS, SOLD_CENTS = 5_000_00, 400_00


def test_after_a_shift_drawer_audit_and_reports_agree(
    browser: Browser, evening: Evening, tmp_path: Path
) -> None:
    """The cage sells credit, one round is settled, one is void, and the cage pays all vouchers."""
    dealer = evening.opened()
    cashier = Member(browser, evening.house.address, "C-11", "/cage")
    pit = Member(browser, evening.house.address, PIT_MANAGER, "/pit", PIT_SCREEN)
    patrons = [evening.patron(credit_cents=0) for _ in range(2)]
    cashier.press("o")
    cashier.type("5000")
    cashier.press("Enter")
    drawer(cashier, FLOAT_CENTS)
    for place, patron in enumerate(patrons, start=1):
        cashier.until(f"document.querySelectorAll('.visits-grid tbody tr').length >= {place}")
        cashier.press(str(place))
        cashier.reads("Enter a sum such as")
        cashier.type("400")
        cashier.reads("Credit then")
        cashier.press("Enter")
        drawer(cashier, FLOAT_CENTS + place * SOLD_CENTS)
        patron.until(f"punto.terminal.credit === {SOLD_CENTS}")

    dealer.step()
    bet(patrons[0], "banker", 2)
    bet(patrons[1], "player", 3)
    dealer.deal_until("settle")
    dealer.step()
    dealer.deal_until("open-bets")
    dealer.step()
    bet(patrons[0], "tie")
    dealer.deal_until("draw")
    dealer.step()
    dealer.report("foreign-card", evidence="The back is of another deck")
    dealer.second(SUPERVISOR)
    patrons[0].until("punto.terminal.seat.view.void")
    pit.until("punto.pit.floor.tables[0].voids === 1")

    paid = 0
    for patron in patrons:
        worth = patron.page.evaluate("punto.terminal.credit")
        cashier.press("r")
        cashier.type(collected(patron))
        cashier.press("Enter")
        cashier.until("document.querySelector('.worth-box .loud')")
        cashier.press("Enter")
        cashier.reads("and keep voucher V-")
        cashier.press("Enter")
        paid += worth
        drawer(cashier, FLOAT_CENTS + 2 * SOLD_CENTS - paid)
        cashier.page.evaluate("document.activeElement.blur()")
    cashier.press("c")
    cashier.type(f"{(FLOAT_CENTS + 2 * SOLD_CENTS - paid) / 100:.2f}")
    cashier.reads("the drawer balances")
    cashier.press("Enter")
    cashier.reads("Count the float, then open your shift.")
    for member in (cashier, pit):
        member.close()
    evening.house.close()

    assert cage_cents(evening.house.journal) == paid - 2 * SOLD_CENTS
    assert audit(evening.house.journal).findings == ()
    assert reports_of(evening.house.journal, tmp_path / "reports") == dict.fromkeys(KINDS, True)


def reports_of(journal: Path, folder: Path) -> dict[str, bool]:
    """Whether each report of the command line agrees with the ledger."""
    words = ["report", str(journal), "all", "--format", "json", "-o", str(folder)]
    subprocess.run([Path(sys.executable).with_name("punto"), *words], check=True)
    return {
        kind: json.loads((folder / f"{kind}.json").read_text(encoding="utf-8"))["is_reconciled"]
        for kind in KINDS
    }
