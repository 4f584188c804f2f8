"""The dealer's console in a real browser: keyboard only, two patrons, squeeze, faults, money."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser import truth
from tests.browser.desks import TABLE, Staff, live_house
from tests.browser.house import House
from tests.browser.patron import Patron, Shown

DESK = (1600, 1000)


class Evening:
    """A live table with its people, each in a window of their own."""

    def __init__(self, browser: Browser, house: House) -> None:
        self.browser, self.house = browser, house
        self.contexts: list[BrowserContext] = []
        self.people: list[Patron] = []

    def window(
        self, size: tuple[int, int] = (1366, 768), *, bypass: bool = False
    ) -> BrowserContext:
        width, height = size
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            bypass_csp=bypass,
        )
        self.contexts.append(context)
        return context

    def staff(self, size: tuple[int, int] = DESK, *, bypass: bool = False) -> Staff:
        person = Staff(self.window(size, bypass=bypass).new_page(), self.house.address)
        self.people.append(person)
        return person

    def patron(self, credit_cents: int = 100_000) -> Patron:
        patron = Patron(self.window().new_page(), self.house.address)
        self.people.append(patron)
        return patron.sit(TABLE, credit_cents=credit_cents)

    def close(self) -> list[str]:
        errors = [error for person in self.people for error in person.errors]
        for context in self.contexts:
            context.close()
        return errors


@pytest.fixture
def evening(browser: Browser, tmp_path: Path) -> Iterator[Evening]:
    house = live_house(tmp_path, differential_cents=50_000)
    house.open()
    found = Evening(browser, house)
    yield found
    errors = found.close()
    house.close()
    # The browser itself tells of answers that refuse.
    assert [error for error in errors if "status of 4" not in error] == []


def bet(patron: Patron, wager: str, times: int = 1) -> None:
    """Stakes the smallest chip on an area, so often."""
    patron.until("punto.terminal.canBet")
    for _ in range(times):
        patron.page.click(f"[data-wager={wager}]")
    patron.until(f"document.querySelector('[data-wager={wager}]').dataset.state === 'accepted'")


def seat_of(patron: Patron) -> int:
    return int(patron.page.evaluate("punto.terminal.seat.view.own.seat"))


def test_a_round_of_the_live_game_is_dealt_by_keyboard_only(evening: Evening) -> None:
    """Equal wagers: the first who placed gets the cards, refuses, and the next equal has them."""
    evening.staff().open_table()
    dealer = evening.staff().deal()
    first, second = evening.patron(), evening.patron()
    dealer.deal_until("open-bets")
    dealer.step()
    bet(first, "banker", 2)
    bet(second, "banker", 2)
    dealer.until("punto.dealer.view.stakes.totals.banker === 2000")
    assert dealer.page.inner_text(".stakes .tot").count("20") >= 1
    dealer.deal_until("expose")
    handler = dealer.page.evaluate("punto.dealer.view.handlers.banker")
    assert handler["seat"] == seat_of(first)
    dealer.step()
    first.until("punto.terminal.seat.view.own.squeeze?.side === 'banker'")
    # What one holds nobody else is sent.
    faces = first.page.evaluate("punto.terminal.seat.view.own.squeeze.cards")
    assert second.page.evaluate("punto.terminal.seat.view.own.squeeze ?? null") is None
    hidden = second.page.evaluate("JSON.stringify(punto.terminal.seat.view.hands)")
    assert all(face not in hidden for face in faces)
    first.page.click("[data-act=refuse_cards]")
    dealer.until(f"punto.dealer.view.next.title.en.includes('seat {seat_of(second)}')")
    assert re.search(r"equal", dealer.page.inner_text(".panel.handlers"))
    dealer.step()
    second.until("punto.terminal.seat.view.own.squeeze?.side === 'banker'")
    first.until("!punto.terminal.seat.view.own.squeeze")
    dealer.deal_until("expose")
    dealer.press("g")
    dealer.until("punto.dealer.view.next.act?.command === 'ExposeCards'")
    # The patron lifts an edge by keyboard, then shows the cards to the table.
    second.page.focus(".squeeze .lift >> nth=0")
    second.page.keyboard.press("Enter")
    second.page.click("[data-act=expose_cards]")
    dealer.until("punto.dealer.view.hands.banker.cards.every((card) => !card.includes('?'))")
    shown = first.page.evaluate("punto.terminal.seat.view.hands.banker.cards")
    assert shown[:2] == faces
    dealer.deal_until("settle")
    assert dealer.page.locator(".stakes [data-seat] .pays-line").count() == 2
    dealer.step()
    screens: list[Shown] = [first.shown(), second.shown()]
    dealer.deal_until("open-bets")
    evening.house.close()
    assert truth.disagreements(evening.house.journal, screens) == []
