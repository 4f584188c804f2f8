"""Test the queue, rulings, approvals, limits and closing of tables at the pit in a browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import resize
from tests.browser.desks import PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, TABLE, Staff, live_house
from tests.browser.evening import Evening, bet
from tests.browser.house import Cable, House
from tests.browser.member import DESK_SCREEN, PIT_SCREEN, Member
from tests.browser.patron import Patron

BESIDE = """() => [...document.querySelectorAll('.pit td, .pit th, .pit button, .pit small')]
  .filter((each) => !each.closest('thead') && each.getBoundingClientRect().width > 1)
  .filter((each) => each.getBoundingClientRect().right > innerWidth
    || (each.clientWidth && each.scrollWidth > each.clientWidth + 1))
  .map((each) => each.innerText)"""
"""Finds texts of the pit that are off the screen or truncated."""


@pytest.fixture
def evening(browser: Browser, tmp_path: Path) -> Iterator[Evening]:
    house = live_house(tmp_path, differential_cents=50_000)
    house.open()
    found = Evening(browser, house)
    yield found
    errors = found.close()
    house.close()
    assert errors == []


@pytest.fixture
def pit(browser: Browser, evening: Evening) -> Iterator[Member]:
    member = at_pit(browser, evening.house, PIT_MANAGER)
    yield member
    member.close()


def at_pit(browser: Browser, house: House, name: str) -> Member:
    member = Member(browser, house.address, name, "/pit", PIT_SCREEN)
    member.until("punto.pit.floor && document.querySelector('.at-glance tbody tr')")
    return member


def open_case(member: Member, kind: str) -> None:
    """Open a case of a kind with the digit of its place in the queue."""
    place = member.until(
        f"1 + punto.pit.floor.queue.findIndex((each) => each.opens.kind === '{kind}')"
    )
    member.until(f"document.querySelectorAll('.queue-item').length >= {place}")
    member.press(str(place))
    member.until("punto.pit.view && !document.querySelector('.detail-body').hidden")


def reason(member: Member, words: str) -> None:
    """Enter a reason in the open dialog."""
    member.until("document.activeElement?.name === 'reason'")
    member.type(words)
    member.press("Enter")


def yes(member: Member) -> None:
    """Confirm the preview."""
    member.until("document.querySelector('dialog[open] .previewed')")
    member.until("document.activeElement.matches('dialog .btn.primary')")
    member.press("Enter")
    member.until("!document.querySelector('dialog[open]')")


def hold_two_together(dealer: Staff, evening: Evening) -> tuple[Patron, Patron]:
    """Put a round with two patrons on hold, because two cards were drawn together."""
    first, second = evening.patron(), evening.patron()
    for _ in range(12):
        dealer.deal_until("open-bets")
        dealer.step()
        bet(first, "banker")
        bet(second, "player")
        dealer.deal_until("expose")
        dealer.deal_until("draw", "settle")
        if dealer.title == "Player draws a third card":
            break
        dealer.deal_until("settle")
        dealer.step()
    dealer.report("drawn-together", "order-unknown")
    dealer.until("punto.dealer.view.hold")
    return first, second


def test_a_held_round_is_first_in_the_queue_and_the_pit_rules_on_it(
    evening: Evening, pit: Member
) -> None:
    patrons = hold_two_together(evening.opened(), evening)
    pit.until("document.querySelector('.queue-item[data-level=\"3\"]')")
    pit.until("document.querySelector('tr.is-held')")
    open_case(pit, "hold")
    pit.reads("5.8.2.2")
    # The choices are visible, however many stakes are listed above them.
    seen = """() => [...document.querySelectorAll('.part-choices button')].every((each) =>
      each.getBoundingClientRect().bottom <= innerHeight)"""
    assert pit.page.evaluate(seen)
    # The card values stay hidden, because they must not influence the ruling on the order.
    assert pit.page.locator(".part-cards figure").count() == 2
    assert pit.page.locator(".part-cards figure [data-card]").count() == 0
    assert pit.serious() == []
    pit.press("f")
    pit.reads("reported before: order unknown")
    pit.press("Escape")
    pit.page.click(".part-choices [data-command=GiveRuling] >> nth=0")
    reason(pit, "As surveillance saw it")
    yes(pit)
    pit.until("punto.pit.view.hold?.answers.length === 2")
    pit.reads("no answer yet")
    pit.until("!document.querySelector('.queue-item[data-level=\"3\"]')")
    for patron in patrons:
        patron.page.click("[data-act=stay]")
    pit.until("!punto.pit.view.hold")
    pit.reads("Pit Manager ruled")


def test_a_void_is_requested_at_one_desk_and_approved_at_another(
    browser: Browser, evening: Evening, pit: Member
) -> None:
    """The Gaming Shift Manager decides cases that no clause covers. A void needs two people."""
    dealer, patron = evening.opened(), evening.patron()
    dealer.step()
    had = patron.page.evaluate("punto.terminal.credit")
    bet(patron, "banker", 2)
    dealer.deal_until("expose")
    manager = at_pit(browser, evening.house, SHIFT_MANAGER)
    manager.press("ArrowDown", "Enter")
    manager.until("punto.pit.view")
    manager.press("v")
    manager.until("document.querySelector('dialog [data-trigger=uncovered]')")
    manager.page.click("dialog [data-trigger=uncovered]")
    manager.until("document.querySelector('dialog .facts-form')")
    if manager.page.locator("dialog [name=evidence]").count():
        manager.page.fill("dialog [name=evidence]", "A patron fell ill at the table")
    manager.page.click("dialog button[type=submit]")
    yes(manager)
    manager.until("punto.pit.view.hold")
    manager.press("v")
    reason(manager, "The round cannot be finished")
    manager.reads("Another person signs here")
    manager.reads("Patrons will read")
    assert manager.serious() == []
    manager.page.click("text=Send it to the pit instead")
    manager.reads("waits for a second person")
    open_case(manager, "entry")
    manager.reads("You cannot approve your own entry.")
    open_case(pit, "entry")
    pit.reads("Ground: The round cannot be finished")
    assert pit.serious() == []
    pit.page.click(".part-entry .btn.primary")
    pit.reads("approved.")
    pit.until("punto.pit.view.void")
    patron.until(f"punto.terminal.credit === {had}")
    pit.reads("is void: ")
    manager.close()


def test_wagers_are_removed_only_after_patrons_were_asked_to_lower_them(
    evening: Evening, pit: Member
) -> None:
    dealer, heavy = evening.opened(), evening.patron()
    dealer.step()
    before = heavy.page.evaluate("punto.terminal.credit")
    heavy.page.evaluate(
        "punto.terminal.connection.ask({type: 'place-wagers', after: 0,"
        " table: punto.terminal.seat.table, round: punto.terminal.seat.view.round,"
        " stakes: [{wager: 'banker', cents: 100000}]})"
    )
    pit.until("punto.pit.floor.queue.some((each) => each.opens.kind === 'differential')")
    pit.until("document.querySelector('small.gold.middle')")
    pit.press("d")
    pit.reads("Would leave the table")
    pit.reads("First ask patrons to lower their bets.")
    pit.page.click("[data-command=RequestLowerWagers]")
    pit.until("punto.pit.view.differential?.is_lower_requested")
    pit.page.click("[data-command=RemoveWagers]")
    reason(pit, "Nobody lowered")
    yes(pit)
    pit.until("!punto.pit.floor.queue.some((each) => each.opens.kind === 'differential')")
    heavy.until(f"punto.terminal.credit > {before - 100_000}")


def test_a_dispute_stays_in_the_queue_until_its_outcome_is_entered(
    evening: Evening, pit: Member
) -> None:
    dealer, patron = evening.opened(), evening.patron()
    dealer.step()
    bet(patron, "player")
    dealer.deal_until("settle")
    dealer.step()
    patron.page.evaluate(
        "punto.terminal.connection.ask({type: 'call-attendant', table: punto.terminal.seat.table,"
        " reason: 'dispute', round: punto.terminal.seat.view.round})"
    )
    open_case(pit, "call")
    pit.reads("as it was settled")
    assert pit.page.locator(".about-round .face").count() >= 4
    pit.page.click("text=Answer the call")
    pit.reads("Say what came of it.")
    pit.page.fill("[name=outcome]", "Looked at the cards together; the patron agrees.")
    pit.page.click("text=Answer the call")
    pit.reads("Call answered.")
    pit.until("!punto.pit.floor.queue.some((each) => each.opens.kind === 'call')")


def test_new_limits_need_a_second_person_and_start_after_the_round(
    evening: Evening, pit: Member
) -> None:
    dealer, patron = evening.opened(), evening.patron()
    display = evening.staff()
    display.page.goto(f"{evening.house.address}/display/{TABLE}")
    display.until("document.getElementById('limits')?.textContent.includes('5 – 10,000')")
    dealer.step()
    bet(patron, "player")
    pit.page.click(f"[data-table='{TABLE}'] .row-open")
    pit.until("punto.pit.view")
    pit.press("l")
    pit.until("document.querySelector('[name=\"max player\"]')")
    assert pit.serious() == []
    pit.page.fill("[name='min player']", "20,000")
    pit.page.click("text=Change from the next round")
    pit.reads("Player: the least, $20,000, must be above zero and no more than the most, $10,000.")
    pit.page.fill("[name='min player']", "5")
    pit.page.fill("[name='max player']", "2,000")
    pit.page.click("text=Change from the next round")
    pit.until("document.activeElement?.name === 'second'")
    # The approver sees each changed limit before and after, and no others.
    signed = "[...document.querySelectorAll('dialog[open] .sums tr')].map((row) => row.innerText)"
    assert pit.page.evaluate(signed) == ["Player\t5 – 10,000 → 5 – 2,000"]
    pit.second(SUPERVISOR)
    pit.until("!document.querySelector('dialog[open]')")
    pit.press("l")
    asked = "document.querySelector('dialog[open]')?.innerText"
    pit.until(f"{asked}?.includes('waits for the end of the round')")
    pit.press("Escape")
    assert pit.page.evaluate("punto.pit.floor.tables[0].limits.maximum_cents") == 1_000_000
    dealer.deal_until("settle")
    dealer.step()
    pit.reads("settings of the table changed")
    pit.press("l")
    pit.until("document.querySelector('.limits-grid')?.innerText.includes('5 – 2,000')")
    pit.press("Escape")
    # The terminal shows the new limits without a reload.
    patron.until(
        "document.querySelector('[data-wager=player] .limits').textContent.includes('2,000')"
    )
    assert "have changed" in patron.page.inner_text(".toast")
    display.until("document.getElementById('limits')?.textContent.includes('5 – 2,000')")


def test_a_table_closes_after_a_notice_and_opens_again(evening: Evening, pit: Member) -> None:
    dealer, patron = evening.opened(), evening.patron()
    dealer.step()
    bet(patron, "banker")
    pit.page.click(f"[data-table='{TABLE}'] .row-open")
    pit.until("punto.pit.view")
    pit.press("o")
    pit.page.fill("[name=rounds]", "1")
    pit.page.focus("[name=reason]")
    reason(pit, "One round more")
    left = "document.querySelector('.phase .note').innerText.includes('before closing: 2')"
    patron.until(left)
    pit.until("!document.querySelector('dialog[open]')")
    pit.press("o")
    pit.page.click("text=Take the notice back")
    reason(pit, "Not yet")
    patron.until(f"!{left}")
    pit.until("!document.querySelector('dialog[open]')")
    pit.press("o")
    reason(pit, "End of the evening")
    pit.until("!document.querySelector('dialog[open]')")
    patron.until("document.body.innerText.includes('clos')")
    dealer.deal_until("settle")
    dealer.step()
    pit.until("punto.pit.view.phase === 'closed'")
    pit.until("document.querySelector('tr.is-shut')")
    pit.press("o")
    reason(pit, "Patrons came back")
    pit.until("punto.pit.view.phase !== 'closed'")


def test_the_pit_disables_a_terminal_and_delegates_a_position(
    evening: Evening, pit: Member
) -> None:
    evening.opened()
    evening.patron()
    pit.page.click(f"[data-table='{TABLE}'] .row-open")
    pit.until("punto.pit.view")
    pit.press("t")
    pit.until("document.querySelector('[data-terminal]')")
    assert pit.serious() == []
    pit.page.click("[data-terminal] .btn")
    reason(pit, "Spilt drink")
    pit.until("!document.querySelector('dialog[open]')")
    pit.press("t")
    pit.reads("Disabled: Spilt drink")
    pit.page.click("[data-visit] .btn")
    reason(pit, "Asked to rest")
    pit.until("!document.querySelector('dialog[open]')")
    pit.press("t")
    pit.reads("Patron stopped: Asked to rest")
    pit.page.click("[data-runs=floor] .btn")
    reason(pit, "Fire drill")
    pit.until("!document.querySelector('dialog[open]')")
    pit.press("t")
    pit.reads("Whole floor: Disabled: Fire drill")
    pit.page.click("[data-runs=floor] .btn")
    reason(pit, "Over")
    pit.until("!document.querySelector('dialog[open]')")
    pit.press("Escape", "s")
    pit.until("document.querySelector('[data-person=D-198] select')")
    assert pit.serious() == []
    pit.page.select_option("[data-person=D-198] select", "pit-supervisor")
    pit.until("document.querySelector('[data-person=D-198] select')?.value === 'pit-supervisor'")


def test_the_pit_works_by_keyboard_and_on_a_smaller_screen(
    browser: Browser, evening: Evening
) -> None:
    cable = Cable(evening.house)
    small = Member(browser, cable.address, PIT_MANAGER, "/pit", DESK_SCREEN)
    small.until("document.querySelector('.at-glance tbody tr')")
    # The events name a position in words, not by its key.
    events = small.page.inner_text(".event-rows")
    assert "standing order (Gaming Shift Manager)" in events
    resize(small.page, (360, 740))
    small.until(f"!({BESIDE})().length")
    assert small.serious() == []
    resize(small.page, DESK_SCREEN)
    small.press("v")
    small.reads("Choose a table first.")
    small.press("ArrowDown", "Enter")
    small.until("punto.pit.view")
    small.press("F1")
    small.reads("close the drawer")
    small.press("Escape", "Escape")
    small.reads("Press a number to open what waits")
    small.press("d")
    small.reads("No table is over its differential.")
    small.press("h")
    small.reads("at the cage by a cashier")
    small.press("j")
    small.reads("the auditor's desk")
    small.press("e")
    small.until("document.querySelector('dialog[open]')")
    small.press("Escape")
    cable.cut()
    small.reads("Connection lost.")
    small.press("s")
    assert small.page.locator("dialog[open]").count() == 0
    cable.join()
    small.until("document.querySelector('.lost').hidden")
    small.errors.clear()
    small.close()
    cable.close()
