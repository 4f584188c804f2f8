"""Test how an auditor finds, replays, proves and exports a round in a browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from punto import audit
from punto.journal.stores.sqlite import SqliteJournal
from tests.browser.conftest import NewPatron
from tests.browser.evening import seat_of
from tests.browser.house import House
from tests.browser.member import Member

TABLE = "tiger-5"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    served = House(tmp_path_factory.mktemp("house"), {TABLE: "tiger"})
    served.open()
    yield served
    served.close()


@pytest.fixture
def auditor(browser: Browser, house: House) -> Iterator[Member]:
    member = Member(browser, house.address, "A-05", "/audit")
    yield member
    member.close()


def played(new_patron: NewPatron) -> tuple[int, int]:
    """Let a patron bet in a round, and return its number and the seat."""
    patron = new_patron().sit(TABLE)
    patron.bet("banker")
    number = int(patron.page.evaluate("punto.terminal.seats.get('tiger-5').view.round"))
    patron.until(
        f"punto.terminal.seats.get('tiger-5').view.round > {number}"
        f" || (punto.terminal.seats.get('tiger-5').view.phase === 'settled')"
    )
    # A patron of an earlier test still has a seat, so this one is not always seat 1.
    return number, seat_of(patron)


def go_to(auditor: Member, number: int) -> None:
    """Open a round by keyboard."""
    auditor.press("g")
    auditor.until("document.querySelector('dialog[open] [name=round]')")
    auditor.page.fill("dialog [name=round]", str(number))
    auditor.press("Enter")
    auditor.until(
        f"document.querySelector('.bundle .file')?.textContent.endsWith('-{number}.bundle')"
    )


def test_a_round_is_replayed_by_keyboard_and_its_bundle_verifies(
    auditor: Member, new_patron: NewPatron, house: House, tmp_path: Path
) -> None:
    number, seat = played(new_patron)
    go_to(auditor, number)
    auditor.until("document.querySelectorAll('.screen').length >= 3")
    assert auditor.serious() == []
    # Go back to the first step and forward again, with the arrow keys.
    steps = auditor.page.locator(".entries tbody tr").count()
    auditor.press(*["ArrowLeft"] * steps)
    auditor.until("document.querySelector('.replay-title').textContent.includes('bets opened')")
    auditor.until("document.querySelectorAll('.screen .face').length === 0")
    auditor.press(*["ArrowRight"] * (steps - 1))
    auditor.until("document.querySelector('.replay-title').textContent.startsWith('Settled: 1')")
    auditor.until(f"document.querySelector('.screen[aria-label=\"Seat {seat}\"] .bet b')")
    auditor.reads("not sent, checked: the order of the shoe")
    auditor.reads("hash recomputed from the text of the entry: equal")
    with auditor.page.expect_download() as leaving:
        auditor.press("e")
    file = tmp_path / "round.bundle"
    leaving.value.save_as(file)
    auditor.reads("has left the house and is in the journal")
    key = (house.folder / "data" / "checkpoints" / "house.pub").read_text().strip()
    found = audit.verify(file.read_bytes(), key)
    assert found.bundle.first_round == number
    assert found.bundle.exported_by == "A-05"
    journal = SqliteJournal(house.journal, read_only=True)
    looks = [str(each.entry.by.name) for each in journal.read("access-log")]
    journal.close()
    assert looks[-1] == "A-05"


def test_the_auditor_checks_the_chain_and_lists_the_proofs(
    auditor: Member, new_patron: NewPatron
) -> None:
    go_to(auditor, played(new_patron)[0])
    auditor.press("h")
    auditor.until("document.querySelector('.verdict').textContent.includes('Chain intact')", 60)
    auditor.reads("three books agree")
    auditor.reads("as it was started")
    auditor.page.click("text=What is proved")
    auditor.until("document.querySelectorAll('.proof-lines li').length > 10")
    assert auditor.serious() == []
    auditor.press("Escape")
    auditor.press("c")
    auditor.until("document.querySelector('dialog[open] .key-text')?.textContent.length === 64")
    assert auditor.serious() == []


def test_the_auditor_searches_the_journal_and_reads_a_stored_entry(
    auditor: Member, new_patron: NewPatron
) -> None:
    played(new_patron)
    auditor.press("s")
    auditor.until("document.querySelector('dialog[open] .search-form')")
    assert auditor.serious() == []
    auditor.page.select_option("dialog select >> nth=0", "")
    auditor.page.select_option("dialog select >> nth=1", "CreditBought")
    auditor.page.click("dialog .btn.primary")
    auditor.until("document.querySelector('.entries tbody .what')?.textContent.includes(' buys ')")
    auditor.page.click("text=As stored")
    auditor.until(
        "document.querySelector('dialog[open] .raw')?.textContent.includes('CreditBought')"
    )
    auditor.press("Escape")
    auditor.press("/")
    auditor.type("no such thing anywhere")
    auditor.press("Enter")
    auditor.reads("No entry was found.")


def test_a_field_keeps_the_focus_after_a_dialog_closes(auditor: Member) -> None:
    """The late close event of the dialog once took the focus from the search field."""
    auditor.page.focus(".journal .scroll")
    auditor.press("s")
    auditor.until("document.querySelector('dialog[open] .search-form')")
    auditor.page.evaluate(
        """() => {
          document.querySelector('dialog[open]').close();
          document.querySelector('[name=find]').focus();
        }"""
    )
    auditor.until("!document.querySelector('dialog')")
    assert auditor.page.evaluate("document.activeElement.name") == "find"


def test_the_desk_is_in_chinese_and_fits_a_smaller_screen(browser: Browser, house: House) -> None:
    member = Member(browser, house.address, "G-02", "/audit", (1366, 768))
    member.page.evaluate("localStorage.setItem('punto.settings', JSON.stringify({language: 'zh'}))")
    member.page.reload()
    member.until("document.documentElement.lang === 'zh-Hans'")
    member.until("document.querySelector('.replay-title')?.textContent.length > 1")
    wide = "document.documentElement.scrollWidth > innerWidth"
    assert not member.page.evaluate(wide)
    assert member.serious() == []
    member.close()


def test_the_audit_desk_redirects_to_the_sign_in(browser: Browser, house: House) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{house.address}/audit")
    page.wait_for_url("**/staff?then=*")
    context.close()
