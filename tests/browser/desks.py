"""Staff at their desks: press what a person presses, by keyboard; read what a person reads."""

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
# A second press within 300 ms would be taken for a slip.
SLIP_MS = 320


def live_house(folder: Path, **settings: int | str | bool) -> House:
    """A floor with the live Tiger game, dealt by staff; betting lasts as long as they let it."""
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
    """One browser page of somebody of the staff."""

    def __init__(self, page: Page, address: str) -> None:
        super().__init__(page, address)

    def sign_in(self, name: str, then: str) -> "Staff":
        """Comes to a desk, signed in."""
        sign_in(self.page.context, self.address, name)
        self.page.goto(f"{self.address}{then}")
        return self

    def sign_in_by_keys(self, name: str, then: str) -> "Staff":
        """Signs in by keyboard and comes to the desk that was asked for."""
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
        """Signs in as a dealer and takes a table over."""
        return self.sign_in(name, f"/dealer/{table}").takes_over(name)

    def takes_over(self, name: str = DEALER) -> "Staff":
        """Takes the table over that is on the screen."""
        self.until("(globalThis.punto?.dealer?.view?.phase ?? 'closed') !== 'closed'")
        self.press("Space")
        self.until(f"punto.dealer.view.attended?.by === '{name}'")
        return self

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def step(self) -> None:
        """Space, once what was pressed before has come to something."""
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
        """The next step, as the console has it."""
        found: dict[str, Any] = self.page.evaluate("punto.dealer.view.next")
        return found

    @property
    def title(self) -> str:
        return self.page.inner_text(".step-title")

    def refusal(self) -> str:
        """The sentence that stands at the button."""
        self.until("document.querySelector('.told .refused')")
        return self.page.inner_text(".told:has(.refused)")

    def deal_until(self, *keys: str, most: int = 40) -> None:
        """Takes step after step until the next one is one of these; the Player hand is first."""
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
        """Moves the focus by Tab alone."""
        for _ in range(120):
            if self.page.evaluate(f"document.activeElement.matches({selector!r})"):
                return
            self.press("Tab")
        raise AssertionError(f"no way to {selector} by Tab")

    def second(self, name: str) -> None:
        """The second person signs in the question that is open."""
        self.until("document.activeElement?.name === 'second'")
        self.page.keyboard.type(name)
        self.press("Tab")
        self.page.keyboard.type(demo_password(name))
        self.press("Enter")
        self.until("!document.querySelector('dialog[open]')")

    def report(self, trigger: str, *saw: str, evidence: str = "", cards: str = "") -> None:
        """Tells what went wrong by keyboard, up to the last question before it is held."""
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
            self.tab_to(f"[data-saw='{each}']")
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
        """Rules on a held round: the reason first, then what it comes to, then yes."""
        self.press(key)
        self.until("document.activeElement?.name === 'reason'")
        self.page.keyboard.type(reason)
        self.press("Enter")
        self.until("document.activeElement.matches('dialog .btn.primary')")
        self.press("Enter")
        self.until("!document.querySelector('dialog[open]')")
