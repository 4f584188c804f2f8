"""Test that a cashier can end the visit of a patron who has lost all credit."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import NewPatron
from tests.browser.house import House
from tests.browser.member import Member
from tests.browser.test_cage_desk import drawer


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A floor of one table."""
    served = House(tmp_path_factory.mktemp("house"), {"tiger-5": "tiger"})
    served.open()
    yield served
    served.close()


@pytest.fixture
def cashier(browser: Browser, house: House) -> Iterator[Member]:
    member = Member(browser, house.address, "C-11", "/cage")
    yield member
    member.close()


ALL_ON_TIE = """(async () => {
  const { connection, credit, seat: { view } } = punto.terminal;
  const stakes = [{ wager: 'tie', cents: credit }];
  const { table, round, own } = view;
  return connection.ask({ type: 'place-wagers', table, round, after: own.set, stakes });
})()"""


def test_a_cashier_ends_a_visit_without_credit(cashier: Member, new_patron: NewPatron) -> None:
    cashier.press("o")
    cashier.type("100")
    cashier.press("Enter")
    drawer(cashier, 100_00)
    patron = new_patron().sit("tiger-5", credit_cents=0)
    cashier.until("window.punto.desk.view.visits.some((visit) => visit.connected)")
    cashier.press("s")
    cashier.page.click("dialog[open] .which .btn")
    cashier.type("5")
    cashier.press("Enter")
    patron.until("punto.terminal.credit === 500")
    while patron.page.evaluate("punto.terminal.credit") > 0:
        patron.wait_for_bets()
        if patron.page.evaluate(ALL_ON_TIE)["ok"]:
            patron.wait_for("settled")
    spent = "window.punto.desk.view.visits.some((visit) => visit.is_spent)"
    cashier.until(spent)
    cashier.press("e")
    cashier.page.click("dialog[open] .which .btn")
    cashier.reads("the next patron begins a new visit")
    assert cashier.serious() == []
    cashier.press("Enter")
    cashier.until(f"!{spent}")
    patron.until("punto.terminal.session?.net_cents === 0")
    assert patron.page.evaluate("punto.terminal.session.since") == ""
    cashier.press("c")
    cashier.type("105")
    cashier.press("Enter")
    cashier.reads("Count the float, then open your shift.")
