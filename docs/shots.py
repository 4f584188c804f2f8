"""Take a screenshot of every screen, from a real floor in a real browser."""

import io
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from punto.games.library import GAMES
from tests.browser.chromium import launched
from tests.browser.house import House
from tests.browser.patron import Patron

SHOTS = Path(__file__).parent / "shots"
KIOSK, LAPTOP, LOBBY, TABLET, PHONE = (
    (1920, 1080),
    (1366, 768),
    (1440, 900),
    (820, 1180),
    (390, 844),
)
NUMBERS = (7, 8, 9, 10, 11, 12, 21, 22, 31, 41)
LIMITS = ((500, 200_000), (500, 200_000), (2_500, 500_000), (100, 50_000), (1_000, 500_000))
ROUNDS_FIRST = 34
FAST = {
    "betting_ms": 120,
    "confirm_ms": 20,
    "card_gap_ms": 20,
    "settle_ms": 10,
    "result_pause_ms": 60,
    "shoe_ms": 20,
}
VISIBLE_PACE = {
    "betting_ms": 9_000,
    "confirm_ms": 300,
    "card_gap_ms": 900,
    "settle_ms": 600,
    "result_pause_ms": 7_000,
    "shoe_ms": 500,
}

#: Waits until open dialogs have faded in.
STILL = """() => Promise.all([...document.querySelectorAll('dialog[open]')]
  .flatMap((dialog) => dialog.getAnimations()).map((fade) => fade.finished))"""


def plan(pace: dict[str, int]) -> str:
    """The plan of the floor, with one table per game."""
    lines = ["[pace]", *(f"{key} = {value}" for key, value in pace.items())]
    lines += ["[floor]", "pairings_per_second = 1000"]
    for place, (number, book) in enumerate(zip(NUMBERS, GAMES, strict=True)):
        minimum, maximum = LIMITS[place % len(LIMITS)]
        lines += ["[[table]]", f'name = "Baccarat-{number:02}"', f"number = {number}"]
        lines += [
            f'game = "{book.key}"',
            f"minimum_cents = {minimum}",
            f"maximum_cents = {maximum}",
        ]
        lines += [f"total_minimum_cents = {minimum}"]
        lines += ["denominations_cents = [500, 1000, 5000, 10000, 50000, 100000]"]
    return "\n".join(lines)


@contextmanager
def floor() -> Iterator[House]:
    """Open a floor whose tables have played the first rounds of their shoes."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        house.plan.write_text(plan(FAST), encoding="utf-8")
        house.open()
        while house.rounds() < ROUNDS_FIRST:
            time.sleep(0.1)
        house.close()
        house.plan.write_text(plan(VISIBLE_PACE), encoding="utf-8")
        house.open()
        yield house
        house.close()


class Camera:
    """Takes screenshots of pages, as small WebP files."""

    def __init__(self, browser: Browser, house: House) -> None:
        self.browser, self.house = browser, house

    def patron(self, size: tuple[int, int], **options: object) -> Patron:
        """Open a screen of the given size for a patron."""
        scale = 2 if size == PHONE else 1
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=scale,
            **options,  # type: ignore[arg-type]
        )
        return Patron(context.new_page(), self.house.address)

    def take(self, page: Page, name: str) -> None:
        """Save a screenshot of a page under a name."""
        page.mouse.move(1, 1)
        page.evaluate(STILL)
        image = Image.open(io.BytesIO(page.screenshot()))
        SHOTS.mkdir(exist_ok=True)
        image.convert("RGB").save(SHOTS / f"{name}.webp", quality=82, method=6)
        sys.stdout.write(f"{name}\n")

    def close(self, patron: Patron) -> None:
        """Close the page of a patron, and fail if it had an error."""
        assert not patron.errors, patron.errors
        patron.page.context.close()


def a_round(camera: Camera) -> None:
    """Take Tiger No Commission on a kiosk: open bets, dealing, the result, the roads."""
    patron = camera.patron(KIOSK).sit("baccarat-12", credit_cents=500_000)
    patron.wait_for_bets()
    patron.page.click("[data-cents='10000']")
    patron.bet("banker")
    patron.page.click("[data-cents='1000']")
    patron.bet("tie", "tiger", "small_tiger")
    camera.take(patron.page, "terminal-open")
    patron.wait_for("dealing")
    patron.until("document.querySelectorAll('.hands [data-card]').length >= 4")
    patron.page.wait_for_timeout(500)
    camera.take(patron.page, "terminal-dealing")
    patron.wait_for("settled")
    patron.page.wait_for_timeout(1_200)
    camera.take(patron.page, "terminal-result")
    patron.page.click("[data-act=swap]")
    patron.page.wait_for_timeout(300)
    camera.take(patron.page, "terminal-roads")
    camera.close(patron)


def dialogs(camera: Camera) -> None:
    """Take the dialogs of a terminal: help, recall, wager, cage and voucher."""
    patron = camera.patron(LAPTOP).sit("baccarat-08", credit_cents=100_000)
    page = patron.page
    patron.wait_for_bets()
    patron.bet("player", "fortune_six")
    patron.shown()
    page.click("[data-act=help]")
    for tab in ("rules", "odds", "rounds", "session", "options"):
        page.click(f".tab[data-tab={tab}]")
        patron.until("!document.querySelector('.tab-panel').textContent.includes('One moment')")
        camera.take(page, f"help-{tab}")
    page.click(".tab[data-tab=rounds]")
    page.click(".round-row")
    patron.until("document.querySelector('.recall-cards [data-card]')")
    camera.take(page, "recall")
    page.keyboard.press("Escape")
    page.focus("[data-wager=tie]")
    page.keyboard.press("i")
    patron.until("document.querySelector('dialog.about table:nth-of-type(2)')")
    camera.take(page, "wager")
    page.keyboard.press("Escape")
    page.click("[data-do=cage]")
    camera.take(page, "cage")
    page.keyboard.press("Escape")
    patron.until("punto.terminal.canCollect")
    page.click("[data-act=collect]")
    page.click("dialog.collect .key.main")
    patron.until("document.querySelector('dialog.voucher')")
    page.wait_for_timeout(300)
    camera.take(page, "voucher")
    camera.close(patron)


def in_chinese(camera: Camera) -> None:
    """Take 7 Up on a laptop, in Chinese, with the permanent 7."""
    patron = camera.patron(LAPTOP).sit("baccarat-31", "baccarat-11", credit_cents=500_000)
    patron.page.click("[data-act=language]")
    patron.wait_for_bets()
    patron.page.click("[data-cents='5000']")
    patron.bet("banker")
    patron.page.click("[data-cents='1000']")
    patron.bet("super_sevens")
    camera.take(patron.page, "terminal-seven-up")
    patron.wait_for("settled")
    patron.page.wait_for_timeout(1_200)
    camera.take(patron.page, "terminal-seven-up-result")
    camera.close(patron)


def small(camera: Camera) -> None:
    """Take Fortune Six on a phone and Super 6 on a tablet."""
    phone = camera.patron(PHONE, has_touch=True, is_mobile=True)
    phone.sit("baccarat-08", credit_cents=100_000)
    phone.wait_for_bets()
    phone.bet("player", "tie", "fortune_six")
    camera.take(phone.page, "phone-open")
    phone.wait_for("settled")
    phone.page.wait_for_timeout(1_200)
    camera.take(phone.page, "phone-result")
    tablet = camera.patron(TABLET).sit("baccarat-09", credit_cents=500_000)
    tablet.wait_for_bets()
    tablet.page.click("[data-cents='5000']")
    tablet.bet("banker", "tie", "super_6")
    tablet.wait_for("settled")
    tablet.page.wait_for_timeout(1_200)
    camera.take(tablet.page, "tablet-result")
    camera.close(phone)
    camera.close(tablet)


def public(camera: Camera) -> None:
    """Take the lobby and the public display."""
    for name, size in (("lobby", LOBBY), ("lobby-phone", PHONE)):
        patron = camera.patron(size)
        patron.page.goto(f"{camera.house.address}/")
        patron.until("document.querySelectorAll('.table-card').length === 10")
        patron.until("document.querySelector('#state').dataset.line === 'connected'")
        open_tables = "document.querySelectorAll('.table-card[data-phase=bets-open]').length"
        patron.until(f"{open_tables} > 5")
        patron.page.wait_for_timeout(600)
        camera.take(patron.page, name)
        camera.close(patron)
    patron = camera.patron(KIOSK)
    patron.page.goto(f"{camera.house.address}/display/baccarat-12")
    patron.until("globalThis.punto?.display?.view?.phase === 'settled'")
    patron.page.wait_for_timeout(400)
    camera.take(patron.page, "display-result")
    patron.until("punto.display.view.phase === 'bets-open'")
    patron.page.wait_for_timeout(400)
    camera.take(patron.page, "display-open")
    camera.close(patron)


def broken(camera: Camera) -> None:
    """Take the screen of a lost connection. It must be the last scene: it kills the floor."""
    patron = camera.patron(LAPTOP).sit("baccarat-12", credit_cents=100_000)
    patron.wait_for_bets()
    patron.bet("banker")
    camera.house.kill()
    patron.until("document.querySelector('#screen').dataset.line === 'lost'")
    camera.take(patron.page, "connection-lost")
    patron.page.context.close()


SCENES: tuple[Callable[[Camera], None], ...] = (
    public,
    a_round,
    in_chinese,
    small,
    dialogs,
    broken,
)


def main() -> None:
    """Take all screenshots, or those of the scenes on the command line."""
    # These modules import this one. Each of their scenes opens its own floor.
    from docs.audit_shots import audit
    from docs.desk_shots import dealer
    from docs.pit_shots import pit
    from docs.report_shots import reports

    only = sys.argv[1:]
    scenes = [scene for scene in SCENES if not only or scene.__name__ in only]
    with sync_playwright() as playwright:
        browser = launched(playwright)
        if scenes:
            with floor() as house:
                camera = Camera(browser, house)
                for scene in scenes:
                    scene(camera)
        for screen in (dealer, pit, audit, reports):
            if not only or screen.__name__ in only:
                screen(browser)
        browser.close()


if __name__ == "__main__":
    main()
