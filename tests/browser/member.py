"""Sign in at a staff desk, press keys and read the screen, as a person does."""

import time
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page

from punto.floor.access.demo_staff import demo_password
from tests.browser.patron import PATIENCE

PIT_SCREEN, DESK_SCREEN = (1920, 1080), (1600, 1000)


def sign_in(context: BrowserContext, address: str, name: str) -> None:
    """Sign in over the API, for tests that are not about signing in."""
    answer = context.request.post(
        f"{address}/api/staff/sign-in",
        data={"name": name, "password": demo_password(name)},
        headers={"x-punto": "staff"},
    )
    assert answer.ok, answer.text()


class Member:
    """A browser page with one of the demo staff signed in."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        name: str,
        desk: str,
        size: tuple[int, int] = DESK_SCREEN,
    ) -> None:
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
        )
        self.page: Page = self.context.new_page()
        self.name, self.errors = name, list[str]()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console",
            lambda line: (
                self.errors.append(line.text)
                if line.type == "error" and "Failed to load resource" not in line.text
                else None
            ),
        )
        sign_in(self.context, address, name)
        self.page.goto(f"{address}{desk}")
        self.until("document.querySelector('footer.keys')?.childElementCount")

    @classmethod
    def of(cls, page: Page, name: str) -> "Member":
        """A member who has already signed in on a page."""
        member = cls.__new__(cls)
        member.context, member.page, member.name, member.errors = page.context, page, name, []
        return member

    def until(self, expression: str, patience: float = PATIENCE) -> Any:
        """Wait until an expression is true on the page, and return its value."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            try:
                found = self.page.evaluate(expression)
            except Exception as error:
                if "navigation" not in str(error) and "context" not in str(error):
                    raise
                found = None
            if found:
                return found
            self.page.wait_for_timeout(25)
        state = self.page.evaluate("document.body.innerText")
        raise AssertionError(f"not seen in {patience} s: {expression}\n{state}\n{self.errors}")

    def reads(self, text: str) -> None:
        """Wait until a text is on the page, in any case."""
        self.until(f"document.body.innerText.toLowerCase().includes({text.lower()!r})")

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        """Type into the field that has the focus."""
        self.page.keyboard.type(text)

    def second(self, name: str, password: str | None = None) -> None:
        """Sign in as the second person in the open dialog."""
        self.page.fill("[name=second]", name)
        self.page.fill("[name=second-password]", password or demo_password(name))
        self.page.keyboard.press("Enter")

    def serious(self) -> list[str]:
        """The serious and critical findings of axe, with their places."""
        found = Axe().run(self.page)
        return [
            f"{each['id']}: {[node['target'] for node in each['nodes']]}"
            for each in found.response["violations"]
            if each["impact"] in ("serious", "critical")
        ]

    def close(self) -> None:
        """Close the page, and fail if it had an error."""
        self.context.close()
        assert not self.errors, self.errors
