"""Drive the staff screens by keyboard, and read them as a person does."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from punto.floor.access.demo_staff import demo_password
from tests.browser.house import House
from tests.browser.member import sign_in
from tests.browser.patron import Patron

TABLE = "tiger-live-8"
DEALER, RELIEF, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER = "D-214", "D-198", "S-31", "P-07", "G-02"
# The console ignores a second press within 300 ms.
SLIP_MS = 320


def live_house(folder: Path, **settings: int | str | bool) -> House:
    """A floor with the live Tiger game, dealt by staff. Betting stays open until they close it."""
    house = House(folder, {}, betting_ms=600_000)
    chosen: dict[str, int | str | bool] = {
        "name": TABLE,
        "game": "tiger-no-commission-live",
        "dealing": "staff",
        "method": "A",
        "minimum_cents": 500,
        "maximum_cents": 1_000_000,
        **settings,
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in chosen.items()]
    text = house.plan.read_text(encoding="utf-8")
    house.plan.write_text("\n".join([text, "[[table]]", *lines]), encoding="utf-8")
    return house


class Staff(Patron):
    """The browser page of a staff member."""

    def __init__(self, page: Page, address: str) -> None:
        super().__init__(page, address)

    def sign_in(self, name: str, then: str) -> "Staff":
        """Sign in over the API, and open a desk."""
        sign_in(self.page.context, self.address, name)
        self.page.goto(f"{self.address}{then}")
        return self

    def sign_in_by_keys(self, name: str, then: str) -> "Staff":
        """Open a desk, and sign in by keyboard on the page that comes first."""
        self.page.goto(f"{self.address}{then}")
        self.page.wait_for_url("**/staff?then=*")
        self.until("document.activeElement?.name === 'name'")
        self.page.keyboard.type(name)
        self.press("Tab")
        self.page.keyboard.type(demo_password(name))
        self.press("Enter")
        self.page.wait_for_url(f"{self.address}{then}")
        return self

    def deal(self, name: str = DEALER, table: str = TABLE) -> "Staff":
        """Sign in as a dealer, and take a table over."""
        return self.sign_in(name, f"/dealer/{table}").takes_over(name)

    def takes_over(self, name: str = DEALER) -> "Staff":
        """Take over the table on the screen."""
        self.until("(globalThis.punto?.dealer?.view?.phase ?? 'closed') !== 'closed'")
        self.press("Space")
        self.until(f"punto.dealer.view.attended?.by === '{name}'")
        return self

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def step(self) -> None:
        """Press Space after the effect of the last press is on the screen, and wait for its own."""
        self.until("!punto.dealer.busy && !document.querySelector('dialog[open]')")
        self.page.wait_for_timeout(SLIP_MS)
        before = self.page.evaluate("punto.dealer.view.version")
        self.press("Space")
        self.until(
            f"(punto.dealer.view.version > {before} && !punto.dealer.busy)"
            " || document.querySelector('.act .refused')"
            " || punto.dealer.nextStep.choices.contains(document.activeElement)"
            " || punto.dealer.heldRound.choices.contains(document.activeElement)"
        )

    @property
    def next(self) -> dict[str, Any]:
        """The next step in the view of the console."""
        found: dict[str, Any] = self.page.evaluate("punto.dealer.view.next")
        return found

    @property
    def title(self) -> str:
        return self.page.inner_text(".step-title")

    def refusal(self) -> str:
        """The refusal shown at the button."""
        self.until("document.querySelector('.told .refused')")
        return self.page.inner_text(".told:has(.refused)")

    def deal_until(self, *keys: str, most: int = 40) -> None:
        """Take steps until the next one is one of these. Expose the Player hand first."""
        for _ in range(most):
            step = self.next
            if step["key"] in keys:
                return
            if step["act"] is None and step["key"] == "expose":
                self.until("punto.dealer.view.acts.some((each) => each.key === 'F')")
                self.press("f")
                self.until("punto.dealer.view.next.act")
                continue
            self.step()
        raise AssertionError(f"never came to {keys}: {self.next}")

    def tab_to(self, selector: str) -> None:
        """Move the focus with the Tab key."""
        for _ in range(120):
            if self.page.evaluate(f"document.activeElement.matches({selector!r})"):
                return
            self.press("Tab")
        raise AssertionError(f"no way to {selector} by Tab")

    def second(self, name: str) -> None:
        """Sign in as the second person in the open dialog."""
        self.until("document.activeElement?.name === 'second'")
        self.page.keyboard.type(name)
        self.press("Tab")
        self.page.keyboard.type(demo_password(name))
        self.press("Enter")
        self.until("!document.querySelector('dialog[open]')")

    def report(self, trigger: str, *saw: str, evidence: str = "", cards: str = "") -> None:
        """Report an irregularity by keyboard. If a second person must approve, stop before that."""
        self.until("document.querySelector('.irr button')")
        self.press("i")
        self.until("document.activeElement.closest('.irr')")
        here = f"document.activeElement.dataset.trigger === '{trigger}'"
        for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowDown"):
            for _ in range(12):
                if self.page.evaluate(here):
                    break
                self.press(key)
                if key == "ArrowRight":
                    self.press(*["ArrowUp"] * 12)
                    break
        assert self.page.evaluate(here), trigger
        self.press("Enter")
        self.until("document.querySelector('dialog[open] .facts-form')")
        for each in saw:
            self.tab_to(f"[data-value='{each}']")
            self.press("Enter")
        for name, text in (("cards", cards), ("evidence", evidence)):
            if text:
                self.tab_to(f"[name={name}]")
                self.page.keyboard.type(text)
        self.tab_to("dialog button[type=submit]")
        self.press("Enter")
        self.until("document.querySelector('dialog[open] .previewed')")
        if self.page.evaluate("!document.querySelector('dialog [name=second]')"):
            self.until("document.activeElement.matches('dialog .btn.primary')")
            self.press("Enter")
            self.until("!document.querySelector('dialog[open]')")

    def choose(self, key: str, reason: str) -> None:
        """Rule on a held round: enter the reason, then confirm the preview."""
        self.press(key)
        self.until("document.activeElement?.name === 'reason'")
        self.page.keyboard.type(reason)
        self.press("Enter")
        self.until("document.activeElement.matches('dialog .btn.primary')")
        self.press("Enter")
        self.until("!document.querySelector('dialog[open]')")
