"""Measure the size of the terminal's page and its times: first paint, usable, press to paint.

Run `python -m benchmarks.screens`.
"""

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.chromium import launched
from tests.browser.house import House
from tests.browser.patron import Patron

LOADS, PRESSES = 7, 40
PRESS_TO_PAINT = """(wager) => new Promise((done) => {
  const area = document.querySelector(`[data-wager=${wager}]`);
  const start = performance.now();
  area.click();
  requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
})"""
PRESS_TO_ACCEPTED = """(wager) => new Promise((done) => {
  const area = document.querySelector(`[data-wager=${wager}]`);
  const start = performance.now();
  const watch = new MutationObserver(() => {
    if (area.dataset.state !== 'accepted') return;
    watch.disconnect();
    done(performance.now() - start);
  });
  watch.observe(area, { attributes: true, attributeFilter: ['data-state'] });
  area.click();
})"""


def load(page: Page, address: str) -> tuple[int, float, float]:
    """The bytes, the first contentful paint, and the time until a patron can bet, for one load."""
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(int(answer.headers.get("content-length", 0))))
    patron = Patron(page, address)
    page.goto(f"{address}/play#no-commission-4")
    patron.until("document.querySelector('#screen').dataset.line === 'connected'")
    usable = page.evaluate(
        "performance.getEntriesByName('punto-usable')[0]?.startTime ?? performance.now()"
    )
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    return sum(sizes), float(paint or 0), float(usable)


def main() -> None:
    """Print the figures of this machine."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        tables = {"no-commission-4": "no-commission"}
        house = House(Path(folder), tables, betting_ms=60_000)
        house.open()
        browser = launched(playwright)
        loads = []
        for _ in range(LOADS):
            context = browser.new_context(viewport={"width": 1920, "height": 1080})
            loads.append(load(context.new_page(), house.address))
            context.close()
        weight, paint, usable = (statistics.median(column) for column in zip(*loads, strict=True))
        print(f"page weight       {weight / 1000:8.1f} kB in {LOADS} cold loads")
        print(f"first paint       {paint:8.1f} ms")
        print(f"usable            {usable:8.1f} ms")
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        patron = Patron(page, house.address).sit("no-commission-4", credit_cents=500_000)
        patron.wait_for_bets()
        accepted = [page.evaluate(PRESS_TO_ACCEPTED, "banker") for _ in range(PRESSES)]
        painted = [page.evaluate(PRESS_TO_PAINT, "player") for _ in range(PRESSES)]
        for name, times in (("press to paint", painted), ("press to accepted", accepted)):
            middle, high = statistics.median(times), statistics.quantiles(times, n=100)[98]
            print(f"{name:17} {middle:8.1f} ms median, {high:.1f} ms p99 of {PRESSES}")
        browser.close()
        house.close()


if __name__ == "__main__":
    main()
