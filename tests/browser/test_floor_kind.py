"""Test that only the screens of a demo floor sell credit, and call it demo credit."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import NewPatron
from tests.browser.house import House
from tests.browser.test_terminal import collected

TABLE = "tiger-5"
CREDIT_NAME = "document.querySelector('.purse #credit')?.previousElementSibling.textContent"
LABEL = "document.querySelector('.meter.credit .bilingual span').textContent"
BUYING = "document.querySelectorAll('[data-buy]').length"


def opened(house: House, *settings: str) -> Iterator[House]:
    plan = house.plan.read_text(encoding="utf-8")
    house.plan.write_text(plan.replace("[floor]", "\n".join(("[floor]", *settings))), "utf-8")
    house.open()
    yield house
    house.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A demo floor of one table."""
    yield from opened(House(tmp_path_factory.mktemp("demo"), {TABLE: "tiger"}))


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A real-money floor of one table."""
    folder = tmp_path_factory.mktemp("real")
    yield from opened(House(folder, {TABLE: "tiger"}), "demo = false")


def test_a_terminal_of_a_real_money_floor_accepts_vouchers_but_sells_no_credit(
    new_patron: NewPatron, real: House
) -> None:
    patron = new_patron(address=real.address)
    patron.page.goto(f"{real.address}/")
    patron.until("document.getElementById('welcome').textContent.includes('A cashier sells')")
    patron.until("document.getElementById('credit').textContent === '$0.00'")
    assert patron.page.evaluate(CREDIT_NAME) == "CREDIT"
    patron.page.click("#cage")
    assert patron.page.evaluate(BUYING) == 0
    patron.page.keyboard.press("Escape")
    patron.page.click("#help")
    assert "A cashier sells credit" in patron.page.inner_text("dialog")
    patron.sit(TABLE, credit_cents=0)
    assert patron.page.evaluate(LABEL) == "CREDIT"
    patron.page.click("[data-do=cage]")
    assert "A cashier sells credit" in patron.page.inner_text("dialog.cage")
    assert patron.page.evaluate(BUYING) == 0
    assert patron.page.is_visible("dialog.cage [name=voucher]")
    said = patron.page.evaluate("punto.terminal.connection.ask({ type: 'buy', cents: 100000000 })")
    assert (said["code"], said["values"]) == ("cashier-only", {})


def test_the_screens_of_a_demo_floor_say_that_credit_is_demo_credit(
    new_patron: NewPatron,
) -> None:
    patron = new_patron()
    patron.page.goto(f"{patron.address}/")
    patron.until(f"{CREDIT_NAME} === 'DEMO CREDIT'")
    assert "press ADD for demo credit" in patron.page.inner_text("#welcome")
    patron.sit(TABLE, credit_cents=0)
    assert patron.page.evaluate(LABEL) == "DEMO CREDIT"
    patron.page.click("[data-do=cage]")
    assert "Demo credit has no cash value." in patron.page.inner_text("dialog.cage")
    patron.page.click("[data-buy='100000']")
    number = collected(patron)
    assert number.startswith("DEMO-")
    paper = patron.page.inner_text("dialog.voucher")
    assert "DEMO VOUCHER" in paper
    assert "Demo credit has no cash value." in paper
    patron.page.keyboard.press("Escape")
    patron.page.click("[data-act=language]")
    assert patron.page.evaluate(LABEL) == "演示余额"
