"""Run a live table with staff and patrons, each in a separate browser window."""

from playwright.sync_api import Browser, BrowserContext

from tests.browser.desks import TABLE, Staff
from tests.browser.house import House
from tests.browser.patron import Patron

DESK, LAPTOP = (1600, 1000), (1366, 768)


class Evening:
    """A live table with its staff and patrons."""

    def __init__(self, browser: Browser, house: House, table: str = TABLE) -> None:
        self.browser, self.house, self.table = browser, house, table
        self.contexts: list[BrowserContext] = []
        self.people: list[Patron] = []

    def window(self, size: tuple[int, int], *, bypass_csp: bool = False) -> BrowserContext:
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
            bypass_csp=bypass_csp,
        )
        self.contexts.append(context)
        return context

    def staff(self, size: tuple[int, int] = DESK, *, bypass_csp: bool = False) -> Staff:
        person = Staff(self.window(size, bypass_csp=bypass_csp).new_page(), self.house.address)
        self.people.append(person)
        return person

    def patron(self, credit_cents: int = 100_000, *, bypass_csp: bool = False) -> Patron:
        page = self.window(LAPTOP, bypass_csp=bypass_csp).new_page()
        patron = Patron(page, self.house.address)
        self.people.append(patron)
        return patron.sit(self.table, credit_cents=credit_cents)

    def opened(
        self, size: tuple[int, int] = DESK, *, bypass_csp: bool = False, emulator: bool = False
    ) -> Staff:
        """Let a dealer take the table over and load a shoe, before the first round."""
        dealer = self.staff(size, bypass_csp=bypass_csp).deal(table=self.table)
        if emulator:
            dealer.press("x")
            dealer.until("punto.dealer.view.shoe")
        dealer.deal_until("open-bets")
        return dealer

    def close(self) -> list[str]:
        """Close all windows, and return the errors of their pages."""
        errors = [error for person in self.people for error in person.errors]
        for context in self.contexts:
            context.close()
        # The browser itself logs every answer with a status of 4xx; a refusal is one.
        return [error for error in errors if "status of 4" not in error]


def bet(patron: Patron, wager: str, times: int = 1, chip_cents: int = 500) -> None:
    """Place a chip on a betting area several times."""
    patron.until("punto.terminal.canBet")
    patron.page.click(f"[data-cents='{chip_cents}']")
    for _ in range(times):
        patron.page.click(f"[data-wager={wager}]")
    patron.until(f"document.querySelector('[data-wager={wager}]').dataset.state === 'accepted'")


def seat_of(patron: Patron) -> int:
    """The seat of a patron at the active table."""
    return int(patron.page.evaluate("punto.terminal.seat.view.own.seat"))
