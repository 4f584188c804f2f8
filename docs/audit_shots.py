"""Take screenshots of the audit desk while it replays a squeezed round of a live table."""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from docs.shots import Camera
from tests.browser.desks import Staff, live_house
from tests.browser.evening import Evening, bet
from tests.browser.patron import Patron

TABLE, AUDITOR = "baccarat-12", "A-05"
ROUNDS_FIRST = 10
MAX_ROUNDS = 12
STAKES = ((("banker", 3), ("tiger", 1)), (("player", 2), ("tie", 1)), (("banker", 2),))
CHIP_CENTS = 10_000


def audit(browser: Browser) -> None:
    """Take the desk at a moment when only one seat may see a card."""
    with tempfile.TemporaryDirectory() as folder:
        house = live_house(
            Path(folder), name="Baccarat-12", number=12, positions=9, maximum_cents=2_000_000
        )
        house.open()
        evening, camera = Evening(browser, house, TABLE), Camera(browser, house)
        try:
            number = _played(evening)
            _replayed(evening.staff(), number, camera)
        finally:
            errors = evening.close()
            house.close()
        assert not errors, errors


def _played(evening: Evening) -> int:
    """Play some rounds for the roads, then one that patrons squeeze, and return its number."""
    dealer = evening.opened()
    for _ in range(ROUNDS_FIRST):
        dealer.deal_until("settle")
        dealer.step()
        dealer.deal_until("open-bets")
    patrons = [evening.patron(500_000) for _ in STAKES]
    number = 0
    for _ in range(MAX_ROUNDS):
        dealer.step()
        _bets(patrons)
        dealer.deal_until("settle")
        number, cards = dealer.page.evaluate(
            "[punto.dealer.view.round, punto.dealer.view.hands.banker.cards.length]"
        )
        dealer.step()
        dealer.deal_until("open-bets")
        if cards == 3:
            break
    return int(number)


def _bets(patrons: list[Patron]) -> None:
    for patron, stakes in zip(patrons, STAKES, strict=True):
        for wager, times in stakes:
            bet(patron, wager, times, CHIP_CENTS if wager in ("banker", "player") else 2_500)


def _replayed(auditor: Staff, number: int, camera: Camera) -> None:
    auditor.sign_in(AUDITOR, "/audit")
    page = auditor.page
    auditor.until("document.querySelector('.chain .verdict b')")
    auditor.press("h")
    auditor.until("document.querySelector('.verdict').textContent.includes('Chain intact')", 60)
    page.goto(f"{auditor.address}/audit?table={TABLE}&round={number}")
    auditor.until("document.querySelectorAll('.screen').length === 4")
    steps = page.locator(".entries tbody tr").count()
    for _ in range(steps):
        # Step back from the end to the last moment at which a seat holds cards.
        if page.locator(".screen.may .in-hand .face").count():
            break
        auditor.press("ArrowLeft")
        page.wait_for_timeout(60)
    page.wait_for_timeout(800)
    camera.take(page, "audit")
    page.click("text=What is proved")
    auditor.until("document.querySelector('.proof-lines li')")
    camera.take(page, "audit-proofs")
