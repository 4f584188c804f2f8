"""Test that a new staff account starts with a code that works once."""

import base64
import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from punto.floor.access import second_factor
from tests.browser.house import House
from tests.browser.member import Member


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    served = House(tmp_path_factory.mktemp("house"), {"tiger-5": "tiger"})
    served.open()
    yield served
    served.close()


def first_code(house: House) -> str:
    """The administrator's code from the output of `punto serve`."""
    text = (house.folder / "serve.out").read_text(encoding="utf-8")
    found = re.search(r"the code (\S+) for one use", text)
    assert found, text
    return found[1]


def test_the_administrator_enrols_a_cashier_with_a_code_for_one_use(
    browser: Browser, house: House
) -> None:
    code = first_code(house)
    context = browser.new_context(viewport={"width": 1600, "height": 1000})
    page = context.new_page()
    page.goto(f"{house.address}/staff")
    page.fill("[name=name]", "admin")
    page.fill("[name=password]", code)
    page.keyboard.press("Enter")
    page.wait_for_selector("[name=new]")
    page.fill("[name=old]", code)
    page.fill("[name=new]", "a long word of my own")
    page.fill("[name=again]", "a long word of my own")
    page.keyboard.press("Enter")
    page.wait_for_selector("a[href='/people']")
    page.goto(f"{house.address}/people")
    page.wait_for_selector("[data-person=C-11]")
    admin = Member.of(page, "admin")
    assert admin.serious() == []
    admin.press("n")
    page.fill("dialog [name=name]", "C-77")
    page.fill("dialog [name=display_name]", "Cashier 77")
    page.select_option("dialog [name=position]", "")
    page.check("dialog [name=cashier]")
    page.keyboard.press("Enter")
    page.wait_for_selector("output.code")
    given = page.inner_text("output.code")
    assert admin.serious() == []
    admin.press("Escape")
    admin.until("document.querySelector('[data-person=C-77]')")
    assert given not in page.content()

    cashier = browser.new_context().new_page()
    cashier.goto(f"{house.address}/staff")
    cashier.fill("[name=name]", "C-77")
    cashier.fill("[name=password]", given)
    cashier.keyboard.press("Enter")
    cashier.wait_for_selector("[name=new]")
    cashier.fill("[name=old]", given)
    cashier.fill("[name=new]", "another long word")
    cashier.fill("[name=again]", "another long word")
    cashier.keyboard.press("Enter")
    cashier.wait_for_selector("a[href='/cage']")
    assert cashier.locator("a[href='/pit']").count() == 0
    cashier.evaluate("Object.prototype.slipped = 1")
    assert cashier.evaluate("({}).slipped") is None
    _with_second_factor(cashier, "another long word")

    admin.until("document.querySelector('[data-person=C-77]').innerText.includes('signed in')")
    page.click("[data-person=C-77] >> text=Disable")
    admin.until("document.querySelector('[data-person=C-77].gone')")
    cashier.goto(f"{house.address}/cage")
    cashier.wait_for_url("**/staff*")
    cashier.context.close()
    context.close()


def _with_second_factor(page: Page, password: str) -> None:
    """Set a second factor up, sign out, and sign in with a code."""
    page.click("text=Second factor")
    page.fill("[name=password]", password)
    page.keyboard.press("Enter")
    page.wait_for_selector("output.code")
    assert page.evaluate("document.querySelector('.qr').getBoundingClientRect().width") >= 180
    secret = base64.b32decode(page.inner_text("output.code").replace(" ", ""))

    def code() -> str:
        return second_factor.code_of(secret, int(time.time()) // second_factor.STEP_SECONDS)

    page.fill("[name=code]", code())
    page.keyboard.press("Enter")
    page.wait_for_selector("a[href='/cage']")
    page.click("text=Sign out")
    page.wait_for_selector("[name=name]")
    page.fill("[name=name]", "C-77")
    page.fill("[name=password]", password)
    page.keyboard.press("Enter")
    page.wait_for_selector("[name=code]:visible")
    page.fill("[name=code]", code())
    page.keyboard.press("Enter")
    page.wait_for_selector("a[href='/cage']")
