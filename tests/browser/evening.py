"""An evening at a live table: a house, its staff and its patrons, each in a window of their own."""

from playwright.sync_api import Browser, BrowserContext

from tests.browser.desks import TABLE, Staff
from tests.browser.house import House
from tests.browser.patron import Patron

DESK, LAPTOP = (1600, 1000), (1366, 768)


class Evening:
    """A live table with its people."""

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
        """The dealer at a table with a shoe, before the first round."""
        dealer = self.staff(size, bypass_csp=bypass_csp).deal(table=self.table)
        if emulator:
            dealer.press("x")
            dealer.until("punto.dealer.view.shoe")
        dealer.deal_until("open-bets")
        return dealer

    def close(self) -> list[str]:
        """Ends everybody's visit; what went wrong on their pages."""
        errors = [error for person in self.people for error in person.errors]
        for context in self.contexts:
            context.close()
        # The browser itself tells of an answer that is a refusal.
        return [error for error in errors if "status of 4" not in error]


def bet(patron: Patron, wager: str, times: int = 1, chip_cents: int = 500) -> None:
    """Stakes a chip on an area, so often."""
    patron.until("punto.terminal.canBet")
    patron.page.click(f"[data-cents='{chip_cents}']")
    for _ in range(times):
        patron.page.click(f"[data-wager={wager}]")
    patron.until(f"document.querySelector('[data-wager={wager}]').dataset.state === 'accepted'")


def seat_of(patron: Patron) -> int:
    """The seat that a patron has at the table in use."""
    return int(patron.page.evaluate("punto.terminal.seat.view.own.seat"))
