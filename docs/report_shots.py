"""Take screenshots of the reports screen in both languages, on a sample day."""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from docs.shots import Camera
from punto.certification.days.sample_floor import SampleFloor
from punto.floor.operations.start_check import record_kind
from punto.journal.stores.sqlite import SqliteJournal
from tests.browser.house import House
from tests.browser.member import DESK_SCREEN, Member

DAY = "2026-11-13"
SECONDS = 120.0
ROUNDS = 128


def reports(browser: Browser) -> None:
    """Take the game performance report in English and in Chinese."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        journal = SqliteJournal(data / "floor.db")
        floor = SampleFloor(journal)
        record_kind(floor.cage, is_demo=True)
        floor.play(ROUNDS)
        journal.close()
        house = House(Path(folder), {"tiger-5": "tiger"})
        house.open()
        camera = Camera(browser, house)
        member = Member(browser, house.address, "A-05", "/reports", DESK_SCREEN)
        member.until("document.querySelector('.report .sheet')", SECONDS)
        _on_the_day(member, "gaming day 13 Nov 2026")
        camera.take(member.page, "reports")
        member.page.evaluate("localStorage.setItem('punto.settings', '{\"language\":\"zh\"}')")
        member.page.reload()
        member.until("document.querySelector('.report .sheet')", SECONDS)
        _on_the_day(member, "营业日 13 Nov 2026")
        camera.take(member.page, "reports-zh")
        member.close()
        house.close()


def _on_the_day(member: Member, words: str) -> None:
    member.page.fill("[name=day]", DAY)
    member.until(f"document.body.innerText.includes('{words}')", SECONDS)
    member.page.evaluate("document.activeElement.blur()")
