"""Take screenshots of the dealer console at a live table with patrons."""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from docs.shots import Camera
from tests.browser.desks import PIT_MANAGER, Staff, live_house
from tests.browser.evening import Evening, bet
from tests.browser.patron import Patron

TABLE = "baccarat-12"
ROUNDS_FIRST = 5
STAKES = (
    (("banker", 3), ("tiger", 1)),
    (("player", 2), ("tie", 1)),
    (("banker", 3),),
    (("player", 4),),
)
CHIP_CENTS = 10_000
"""The chip that patrons place on Player and Banker. On side wagers they place the smallest chip."""


def dealer(browser: Browser) -> None:
    """Take sign-in, a squeeze, a third card, the facts, a held round and the patrons' choices."""
    with tempfile.TemporaryDirectory() as folder:
        house = live_house(
            Path(folder),
            name="Baccarat-12",
            number=12,
            positions=9,
            differential_cents=150_000,
            maximum_cents=2_000_000,
            withdrawal_seconds=600,
        )
        house.open()
        evening, camera = Evening(browser, house, TABLE), Camera(browser, house)
        try:
            _evening(evening, camera)
        finally:
            errors = evening.close()
            house.close()
        assert not errors, errors


def _evening(evening: Evening, camera: Camera) -> None:
    page = evening.staff().page
    page.goto(f"{evening.house.address}/staff")
    page.wait_for_selector(".demo")
    camera.take(page, "staff-sign-in")
    page.context.close()
    console = evening.opened()
    for _ in range(ROUNDS_FIRST):
        console.deal_until("settle")
        console.step()
        console.deal_until("open-bets")
    patrons = [evening.patron(500_000) for _ in STAKES]
    is_squeezed = is_recorded = False
    for _ in range(16):
        _bets(console, patrons)
        console.deal_until("expose")
        if not is_squeezed:
            _squeeze(console, patrons, camera)
            is_squeezed = True
        console.deal_until("draw", "settle")
        if is_recorded and console.title == "Player draws a third card":
            _held(evening, console, patrons, camera)
            return
        while console.next["key"] != "settle":
            if console.next["table_of_play"] and not is_recorded:
                camera.take(console.page, "dealer")
                is_recorded = True
            console.step()
        console.step()
        console.deal_until("open-bets")


def _bets(console: Staff, patrons: list[Patron]) -> None:
    console.step()
    for patron, stakes in zip(patrons, STAKES, strict=True):
        for wager, times in stakes:
            bet(patron, wager, times, CHIP_CENTS if wager in ("banker", "player") else 2_500)
    console.press("s")
    console.until("document.activeElement?.name === 'position'")
    console.page.keyboard.type("7")
    for wager, dollars in (("player", "300"), ("tiger_pair", "20")):
        console.tab_to(f"[name={wager}]")
        console.page.keyboard.type(dollars)
    console.press("Enter")
    console.until("!document.querySelector('dialog[open]')")


def _squeeze(console: Staff, patrons: list[Patron], camera: Camera) -> None:
    """Let the patron who squeezes lift an edge of a card."""
    console.step()
    console.step()
    for patron in patrons:
        if patron.page.evaluate("Boolean(punto.terminal.seat.view.own.squeeze)"):
            patron.page.click(".squeeze .lift >> nth=0")
            patron.page.click(".squeeze .lift >> nth=1")
            patron.page.click(".squeeze .lift >> nth=1")
            camera.take(patron.page, "terminal-squeeze")
            break


def _held(evening: Evening, console: Staff, patrons: list[Patron], camera: Camera) -> None:
    console.press("i")
    console.page.click("[data-trigger=drawn-together]")
    console.until("document.querySelector('dialog[open] .facts-form')")
    camera.take(console.page, "dealer-facts")
    console.press("Escape")
    console.report("drawn-together", "order-unknown")
    console.until("punto.dealer.view.hold")
    console.page.wait_for_timeout(1_500)
    camera.take(console.page, "dealer-held")
    pit = evening.staff().sign_in(PIT_MANAGER, f"/dealer/{TABLE}")
    pit.until("globalThis.punto?.dealer?.view?.hold")
    pit.choose("1", reason="As surveillance saw it")
    for patron, act in zip(patrons, ("stay", "withdraw"), strict=False):
        patron.until("punto.terminal.seat.view.hold?.may_answer")
        patron.page.click(f"[data-act={act}]")
    console.until("document.querySelector('.answer-withdraws')")
    camera.take(console.page, "dealer-choices")
