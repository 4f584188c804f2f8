"""Test shifts by keyboard, approvals and a lost connection at the cage in a browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from punto.journal.stores.sqlite import SqliteJournal
from punto.ledger.accounts import DEMO
from tests.browser.conftest import NewPatron
from tests.browser.house import House
from tests.browser.member import PIT_SCREEN, Member
from tests.browser.test_terminal import collected


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A floor of one table, whose patrons buy credit only from the cashier in these tests."""
    served = House(tmp_path_factory.mktemp("house"), {"tiger-5": "tiger"})
    served.open()
    yield served
    served.close()


@pytest.fixture
def cashier(browser: Browser, house: House) -> Iterator[Member]:
    member = Member(browser, house.address, "C-11", "/cage")
    yield member
    member.close()


def cage_cents(path: Path) -> int:
    journal = SqliteJournal(path, read_only=True)
    try:
        return journal.balance(DEMO)
    finally:
        journal.close()


def drawer(member: Member, cents: int) -> None:
    """Wait until the screen shows this amount of cash in the drawer."""
    member.until(f"document.querySelector('[data-cash]')?.dataset.cash === '{cents}'")


def test_a_shift_from_opening_to_closing_balances(
    cashier: Member, new_patron: NewPatron, house: House
) -> None:
    cashier.reads("Count the float, then open your shift.")
    assert cashier.serious() == []
    cashier.press("o")
    cashier.type("2000")
    cashier.press("Enter")
    drawer(cashier, 2_000_00)

    patron = new_patron().sit("tiger-5", credit_cents=0)
    cashier.until("document.querySelector('.visits-grid tbody tr')")
    cashier.press("1")
    cashier.reads("Enter a sum such as")
    cashier.type("500.50")
    cashier.reads("Credit then")
    cashier.press("Enter")
    drawer(cashier, 2_500_50)
    patron.until("document.querySelector('[data-meter=credit]').textContent.includes('500.50')")

    number = collected(patron)
    cashier.press("r")
    cashier.type(number)
    cashier.press("Enter")
    cashier.until("document.querySelector('.worth-box .loud')?.textContent === '$500.50'")
    assert cashier.serious() == []
    cashier.press("Enter")
    cashier.reads("and keep voucher V-")
    cashier.press("Enter")
    drawer(cashier, 2_000_00)
    cashier.press("r")
    cashier.type(number)
    cashier.press("Enter")
    cashier.reads("This voucher has already been redeemed or cancelled.")
    cashier.page.locator("[name=voucher]").fill("")
    cashier.page.locator("body").press("Tab")
    cashier.page.evaluate("document.activeElement.blur()")

    cashier.press("1")
    cashier.type("12000")
    cashier.press("Enter")
    cashier.reads("Another cashier, or a Pit Supervisor or higher")
    assert cashier.serious() == []
    cashier.second("C-11")
    cashier.reads("Another person must approve this.")
    cashier.second("C-12")
    drawer(cashier, 14_000_00)
    assert cage_cents(house.journal) == -12_000_00

    cashier.press("1")
    cashier.type("13000")
    cashier.press("Enter")
    cashier.page.click("text=Send it to the pit instead")
    cashier.until("document.querySelector('.waiting [data-entry]')")
    assert cashier.serious() == []
    cashier.page.click(".waiting >> text=Take back")
    cashier.until("!document.querySelector('.waiting [data-entry]')")
    cashier.page.evaluate("document.activeElement.blur()")

    cashier.press("c")
    cashier.type("14000")
    cashier.reads("the drawer balances")
    cashier.press("Enter")
    cashier.reads("Count the float, then open your shift.")
    shift = cashier.page.evaluate("window.punto.desk.view.closed[0]")
    assert shift["ledger_cents"] == 12_000_00
    assert (shift["difference_cents"], shift["unexplained_cents"]) == (0, 0)


def test_a_shift_manager_may_watch_but_not_sell(browser: Browser, house: House) -> None:
    manager = Member(browser, house.address, "G-02", "/cage")
    manager.reads("You look on.")
    manager.press("s", "o")
    assert manager.page.locator("dialog[open]").count() == 0
    manager.close()


def test_keys_have_no_effect_without_a_connection(browser: Browser, house: House) -> None:
    member = Member(browser, house.address, "C-12", "/cage")
    member.reads("Count the float")
    member.context.set_offline(True)
    member.reads("Connection lost.")
    member.press("o")
    assert member.page.locator("dialog[open]").count() == 0
    member.context.set_offline(False)
    member.until("document.querySelector('.lost').hidden")
    member.errors.clear()
    member.close()


FILL = """
fetch('/api/staff/cage/actions', {
  method: 'POST',
  headers: { 'x-punto': 'staff', 'content-type': 'application/json' },
  body: JSON.stringify({
    id: 'f'.repeat(32),
    command: 'FillDrawer',
    with: { cents: 100_00 },
    second: { name: 'C-11', password: 'demo-c-11' },
  }),
}).then((answer) => answer.json())
"""


def test_the_pit_may_approve_a_count_that_differs(browser: Browser, house: House) -> None:
    """The approver sees the difference of the drawer, at the desk and in the pit's queue."""
    cashier = Member(browser, house.address, "C-12", "/cage")
    cashier.reads("Count the float")
    cashier.press("o")
    cashier.type("2000")
    cashier.press("Enter")
    drawer(cashier, 2_000_00)
    cashier.press("c")
    cashier.type("1979")
    cashier.press("Enter")
    cashier.until("document.querySelector('dialog .two-persons')")
    signed = "[...document.querySelectorAll('dialog:has(.two-persons) .sums td')]"
    assert cashier.page.evaluate(f"{signed}.map((each) => each.innerText)") == [
        "$2,000.00",
        "−$21.00",
    ]
    cashier.page.click("text=Send it to the pit instead")
    cashier.reads("differs −$21.00")
    other = Member(browser, house.address, "C-11", "/cage")
    other.page.click(".waiting >> text=Stand by it")
    other.until("document.querySelector('dialog[open] .sums')?.innerText.includes('−$21.00')")
    assert other.serious() == []
    other.press("Escape")
    other.close()
    pit = Member(browser, house.address, "P-07", "/pit", PIT_SCREEN)
    pit.until("document.querySelector('.queue-item')")
    pit.press("1")
    pit.reads("−$21.00")
    pit.reads("Another cashier, or a Pit Supervisor or higher.")
    assert pit.serious() == []
    assert cashier.page.evaluate(FILL)["ok"]
    pit.page.click(".part-entry .btn.primary")
    pit.reads("The details of this request have changed.")
    pit.reads("−$121.00")
    pit.page.click(".part-entry .btn.primary")
    pit.reads("approved.")
    cashier.reads("Count the float, then open your shift.")
    shift = cashier.page.evaluate("window.punto.desk.view.closed[0]")
    assert (shift["difference_cents"], shift["second"]) == (-121_00, "P-07")
    pit.close()
    cashier.close()
