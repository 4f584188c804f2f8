"""Test the dealer console on several screens, by keyboard, and with a lost connection."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocketRoute

from tests.browser.chromium import resize
from tests.browser.desks import DEALER, RELIEF, SLIP_MS, SUPERVISOR, TABLE, live_house
from tests.browser.evening import Evening, bet
from tests.browser.house import Cable
from tests.browser.test_screens import findings

SIZES = [(1600, 1000), (1280, 800)]
MUST_SHOW = (
    ".act",
    ".steps [data-state=now]",
    ".one-hand.player .n",
    ".stakes .tot",
    ".irr button >> nth=0",
    ".irr button >> nth=-1",
    ".saying",
    ".clock",
    ".keys",
)

CUT = """() => [...document.querySelectorAll('.squeeze .answers button')].filter((each) => {
  const [it, box] = [each, each.closest('.squeeze')].map((one) => one.getBoundingClientRect());
  return it.left < box.left || it.right > box.right || it.bottom > box.bottom;
})"""
"""Finds the buttons that extend beyond their panel."""


@pytest.mark.parametrize(
    "size", [pytest.param(SIZES[0], marks=pytest.mark.long), SIZES[1]], ids=["desk", "small"]
)
def test_nothing_scrolls_and_axe_finds_nothing(size: tuple[int, int], evening: Evening) -> None:
    found = {}
    people = evening.staff(size, bypass_csp=True)
    people.page.goto(f"{evening.house.address}/staff")
    people.until("document.querySelector('.demo')")
    found["sign-in"] = findings(people.page)
    dealer = evening.opened(size, bypass_csp=True)
    patron = evening.patron(bypass_csp=True)
    dealer.step()
    bet(patron, "banker")
    bet(patron, "tie")
    found["bets-open"] = findings(dealer.page)
    dealer.deal_until("expose")
    dealer.step()
    patron.until("!document.querySelector('.squeeze').hidden")
    found["squeeze"] = findings(patron.page)
    for small in ((360, 640), (320, 640)):
        resize(patron.page, small)
        patron.until("document.documentElement.scrollHeight === 640", 2)
        patron.until(f"!({CUT})().length", 2)
    found["dealing"] = findings(dealer.page)
    width, height = size
    assert dealer.page.evaluate("document.documentElement.scrollHeight") <= height
    assert dealer.page.evaluate("document.documentElement.scrollWidth") <= width
    for selector in MUST_SHOW:
        box = dealer.page.locator(selector).bounding_box()
        assert box is not None, selector
        assert box["x"] >= 0, (selector, box)
        assert box["x"] + box["width"] <= width, (selector, box)
        assert box["y"] + box["height"] <= height, (selector, box)
    dealer.press("F1")
    found["keys"] = findings(dealer.page)
    dealer.press("Escape", "y")
    found["everything else"] = findings(dealer.page)
    dealer.press("Escape", "s")
    found["stakes"] = findings(dealer.page)
    dealer.press("Escape", "r")
    found["recall"] = findings(dealer.page)
    dealer.press("Escape")
    dealer.deal_until("settle")
    dealer.step()
    found["settled"] = findings(dealer.page)
    dealer.report("uncovered", evidence="A glass was spilt")
    dealer.until("punto.dealer.view.hold")
    found["held"] = findings(dealer.page)
    assert {name: each for name, each in found.items() if each} == {}


def test_every_target_is_large_enough_and_the_help_lists_every_key(evening: Evening) -> None:
    dealer = evening.opened()
    dealer.step()
    dealer.until("document.querySelector('.irr button')")
    small = dealer.page.evaluate(
        """[...document.querySelectorAll('main button, header button')]
          .filter((each) => each.offsetParent).map((each) => each.getBoundingClientRect())
          .filter((box) => box.width < 44 || box.height < 43.5).length"""
    )
    assert small == 0
    dealer.press("F1")
    listed = dealer.page.inner_text("dialog .key-list")
    for words in ("the next step", "something went wrong", "call the pit", "relief"):
        assert words in listed


def test_the_dealer_enters_chips_and_places_a_wager_for_a_patron(evening: Evening) -> None:
    dealer, patron = evening.opened(), evening.patron()
    dealer.step()
    seat = patron.page.evaluate("punto.terminal.seat.view.own.seat")

    def enter(position: int, wager: str, sum_: str, kind: str) -> None:
        dealer.press("s")
        dealer.until("document.activeElement?.name === 'position'")
        dealer.page.keyboard.type(str(position))
        dealer.tab_to(f"[data-kind={kind}]")
        dealer.press("Enter")
        dealer.tab_to(f"[name={wager}]")
        dealer.page.keyboard.type(sum_)
        dealer.press("Enter")

    def enter_accepted(position: int, wager: str, sum_: str, kind: str) -> None:
        enter(position, wager, sum_, kind)
        # The patron's screen may have the wager before the answer closes the dealer's dialog.
        dealer.until("!document.querySelector('dialog[open]')")

    enter_accepted(6, "banker", "300", "chips")
    dealer.until("punto.dealer.view.stakes.totals.banker === 30000")
    assert dealer.page.locator("[data-seat='6'][data-kind=chips]").count() == 1
    enter_accepted(seat, "player", "20", "terminal")
    patron.until("punto.terminal.seat.view.own.bet_cents === 2000")
    patron.until("punto.terminal.credit === 98000")
    # The dialog refuses an invalid sum and an unknown position, and no stake is placed.
    enter(7, "tie", "12a", "chips")
    dealer.until("document.querySelector('dialog .refused')")
    dealer.press("Escape")
    enter(44, "tie", "10", "chips")
    dealer.until("document.querySelector('dialog .told .clause')")
    dealer.press("Escape")
    assert dealer.page.evaluate("punto.dealer.view.stakes.all_cents") == 32_000


def test_a_key_works_immediately_after_a_dialog_closes(evening: Evening) -> None:
    dealer = evening.opened()
    dealer.step()
    dealer.press("s")
    dealer.until("document.activeElement?.name === 'position'")
    # Until the browser paints, the field of the closed dialog still has the focus.
    dealer.page.evaluate(
        """() => {
          const field = document.activeElement;
          field.closest('dialog').close();
          field.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }));
        }"""
    )
    dealer.until("document.activeElement?.name === 'position'")


def test_the_first_space_works_immediately_after_the_page_loads(evening: Evening) -> None:
    dealer = evening.staff()
    dealer.page.add_init_script("performance.now = () => 100")
    dealer.deal()


def test_a_second_press_waits_for_the_view_after_the_first(evening: Evening) -> None:
    dealer = evening.staff()
    held: list[str | bytes] | None = None
    lines: list[WebSocketRoute] = []

    def between(line: WebSocketRoute) -> None:
        lines.append(line)
        server = line.connect_to_server()
        server.on_message(lambda said: line.send(said) if held is None else held.append(said))

    dealer.page.route_web_socket("**/ws/staff", between)
    dealer.deal()
    dealer.press("x")
    dealer.until("punto.dealer.view.shoe")
    dealer.deal_until("draw")
    dealer.page.wait_for_timeout(SLIP_MS)
    held = []
    dealer.press("Space")
    dealer.until("!punto.dealer.asking && punto.dealer.awaited > punto.dealer.view.version")
    dealer.page.wait_for_timeout(SLIP_MS)
    dealer.press("Space")
    dealer.page.wait_for_timeout(SLIP_MS)
    late, held = held, None
    for said in late:
        lines[-1].send(said)
    dealer.until("!punto.dealer.busy")
    assert dealer.page.evaluate("punto.dealer.view.shoe.cards_out") == 1


def test_a_card_is_entered_by_hand_with_a_second_person(evening: Evening) -> None:
    dealer, patron = evening.opened(emulator=True), evening.patron()
    dealer.step()
    bet(patron, "banker")
    dealer.deal_until("draw")
    dealer.press("c")
    dealer.until("document.activeElement?.name === 'card'")
    dealer.page.keyboard.type("9h")
    dealer.press("Enter")
    dealer.second(SUPERVISOR)
    dealer.until("punto.dealer.view.shoe.cards_out === 1")
    dealer.deal_until("settle")


def test_another_dealer_relieves_the_first(evening: Evening) -> None:
    first = evening.opened()
    first.step()
    second = evening.staff().deal(RELIEF)
    first.until(f"punto.dealer.view.attended.by === '{RELIEF}'")
    first.until("document.querySelector('.go').textContent.includes('Take the table')")
    second.step()
    assert second.next["key"] != "close-bets"
    second.press("l")
    second.until("document.querySelector('dialog[open]')")
    second.tab_to("dialog .btn:not(:has(kbd))")
    second.press("Enter")
    second.until("punto.dealer.view.attended === null")


def test_a_lost_connection_disables_every_button_and_says_what_is_safe(
    browser: Browser, tmp_path: Path
) -> None:
    house = live_house(tmp_path)
    house.open()
    cable, evening = Cable(house), Evening(browser, house)
    dealer = evening.staff()
    dealer.address = cable.address
    dealer.deal(DEALER)
    cable.cut()
    dealer.until("document.body.dataset.line === 'lost'")
    assert "Accepted wagers are in the journal" in dealer.page.inner_text(".lost")
    assert dealer.page.evaluate("document.querySelector('main').inert")
    before = dealer.page.evaluate("punto.dealer.view.version")
    dealer.press("Space")
    cable.join()
    dealer.until("document.body.dataset.line === 'connected'")
    assert dealer.page.evaluate("punto.dealer.view.version") == before
    dealer.deal_until("open-bets")
    errors = evening.close()
    cable.close()
    house.close()
    assert [error for error in errors if "WebSocket" not in error and "net::ERR" not in error] == []


def test_a_table_is_visible_only_after_signing_in(evening: Evening) -> None:
    page = evening.staff().page
    page.goto(f"{evening.house.address}/dealer/{TABLE}")
    page.wait_for_url("**/staff?then=*")
    answer = page.request.get(f"{evening.house.address}/api/staff/tables/{TABLE}/irregularities")
    assert answer.status == 401


def test_signing_out_in_one_tab_ends_the_others_with_the_reason(evening: Evening) -> None:
    dealer = evening.opened()
    other = dealer.page.context.new_page()
    other.goto(f"{evening.house.address}/staff")
    other.get_by_role("button", name="Sign out").click()
    dealer.page.wait_for_url("**/staff?then=*")
    dealer.until("document.activeElement?.name === 'name'")
    assert dealer.page.inner_text("main .told >> nth=0")
