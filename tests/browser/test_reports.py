"""Test how staff filter, print and download reports in a browser."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from punto.certification.days.sample_floor import SampleFloor
from punto.floor.operations.start_check import record_kind
from punto.journal.stores.sqlite import SqliteJournal
from tests.browser.house import House
from tests.browser.member import Member

DAY = "2026-11-13"
PATIENCE = 90.0
"""The maximum wait for a report. Another process makes it, which takes long on a busy machine."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A floor that continues a journal with a sample day."""
    folder = tmp_path_factory.mktemp("house")
    (folder / "data").mkdir()
    journal = SqliteJournal(folder / "data" / "floor.db")
    floor = SampleFloor(journal)
    record_kind(floor.cage, is_demo=True)
    floor.play(12)
    journal.close()
    served = House(folder, {"tiger-5": "tiger"})
    served.open()
    yield served
    served.close()


@pytest.fixture
def auditor(browser: Browser, house: House) -> Iterator[Member]:
    member = Member(browser, house.address, "A-05", "/reports")
    yield member
    member.close()


def on_the_day(member: Member) -> None:
    """Choose the sample day, and wait for its report."""
    # While the floor reads the journal, the screen shows a message in place of the report.
    member.until("document.querySelector('.paper .told').textContent", PATIENCE)
    member.until("document.querySelector('.report .sheet')", PATIENCE)
    member.page.fill("[name=day]", DAY)
    member.until("document.body.innerText.includes('gaming day 13 Nov 2026')", PATIENCE)


def test_a_report_is_chosen_filtered_and_printed_by_keyboard(auditor: Member) -> None:
    on_the_day(auditor)
    auditor.until("document.body.innerText.includes('Books agree')", PATIENCE)
    assert auditor.serious() == []
    words = auditor.page.inner_text(".report")
    assert words.count("Page 1 of") == 2
    for text in ("Game performance", "GP 1.0", "by Auditor 5 A-05", "UTC+8", "Difference"):
        assert text in words
    assert auditor.page.locator(".report svg.against").count() > 10
    auditor.page.locator(".paper-scroll").focus()
    auditor.press("5")
    auditor.until("document.body.innerText.includes('Liability of the house')", PATIENCE)
    auditor.press("l")
    auditor.until("document.body.innerText.includes('life to date')", PATIENCE)
    assert auditor.serious() == []
    auditor.page.evaluate("window.print = () => { window.hasPrinted = true; }")
    auditor.press("p")
    auditor.until("window.hasPrinted")


def test_a_day_without_play_says_so(auditor: Member) -> None:
    auditor.until("document.querySelector('.report .sheet')", PATIENCE)
    auditor.page.fill("[name=day]", "2026-10-01")
    auditor.until("document.body.innerText.includes('gaming day 1 Oct 2026')", PATIENCE)
    auditor.until("document.body.innerText.includes('No Activity')", PATIENCE)


def test_the_same_report_is_downloaded_as_csv_and_pdf(auditor: Member, tmp_path: Path) -> None:
    on_the_day(auditor)
    with auditor.page.expect_download() as taken:
        auditor.page.locator(".paper-head .btn", has_text="CSV").click()
    assert taken.value.suggested_filename == f"performance-{DAY}.csv"
    taken.value.save_as(tmp_path / "report.csv")
    rows = list(csv.reader(io.StringIO((tmp_path / "report.csv").read_text("utf-8"))))
    (win,) = [row for row in rows if row[:2] == ["total", "Win of the house"]]
    assert win[2] == win[3] == win[4]
    assert win[5] == "0.00"
    with auditor.page.expect_download() as taken:
        auditor.page.locator(".paper-head .btn", has_text="PDF").click()
    taken.value.save_as(tmp_path / "report.pdf")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF-")


def test_only_the_sheets_are_printed(auditor: Member) -> None:
    on_the_day(auditor)
    auditor.page.emulate_media(media="print")
    seen = auditor.page.evaluate(
        "[...document.querySelectorAll('.top, .keys, .asking, .paper-head')]"
        ".filter((each) => each.offsetParent !== null).length"
    )
    assert seen == 0
    # A4 at 96 dots per inch; the screen shows it larger.
    wide = "document.querySelector('.sheet').getBoundingClientRect().width"
    auditor.until(f"{wide} > 790 && {wide} < 798")


def test_a_cashier_reads_only_the_reports_of_the_cage(browser: Browser, house: House) -> None:
    cashier = Member(browser, house.address, "C-11", "/reports")
    cashier.until("document.querySelectorAll('.report-kinds .btn').length === 2")
    on_the_day(cashier)
    names = cashier.page.inner_text(".report-kinds")
    assert "Liability" in names
    assert "Cage shifts" in names
    asked = "fetch('/api/staff/reports/performance').then((answer) => answer.status)"
    assert cashier.page.evaluate(asked) == 403
    cashier.close()
