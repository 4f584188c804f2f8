"""Test that keys which move money act once, however fast a patron presses them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute

from tests.browser.conftest import NewPatron
from tests.browser.house import House
from tests.browser.patron import Patron

THOUSAND = "[data-buy='100000']"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A floor of one table, where bets stay open during a test."""
    served = House(tmp_path_factory.mktemp("house"), {"tiger-5": "tiger"}, betting_ms=600_000)
    served.open()
    yield served
    served.close()


@dataclass
class Wire:
    """The messages between a terminal and the floor. A test can hold some of them back."""

    page: Page
    asked: list[dict[str, Any]] = field(default_factory=list)
    """The requests of the terminal, in order."""

    is_deaf: bool = False
    """Whether requests that move money are lost on the way to the floor."""

    refuses: bool = False
    """Whether they get a refusal instead of reaching the floor."""

    held: list[str] | None = None
    """The answers that wait, or None while they pass."""

    def __post_init__(self) -> None:
        self.page.route_web_socket("**/ws", self._joined)

    def of(self, *kinds: str) -> list[dict[str, Any]]:
        """The requests of some kinds, without those resent under the same id."""
        found = {each["id"]: each for each in self.asked if each["type"] in kinds}
        return list(found.values())

    def release(self) -> None:
        held, self.held = self.held or [], None
        for text in held:
            self.line.send(text)

    def _joined(self, line: WebSocketRoute) -> None:
        server, self.line = line.connect_to_server(), line

        def heard(text: str | bytes) -> None:
            message = json.loads(text)
            self.asked.append(message)
            is_money = message["type"] in ("buy", "redeem", "collect")
            if is_money and self.refuses:
                line.send(json.dumps(REFUSED | {"id": message["id"]}))
            elif not (is_money and self.is_deaf):
                server.send(text)

        def told(text: str | bytes) -> None:
            if self.held is not None and json.loads(text)["type"] in (
                "command-done",
                "command-refused",
            ):
                self.held.append(str(text))
            else:
                line.send(text)

        line.on_message(heard)
        server.on_message(told)


REFUSED = {
    "type": "command-refused",
    "ok": False,
    "code": "floor-unavailable",
    "clause": "",
    "values": {},
}


@pytest.fixture
def patron(new_patron: NewPatron) -> Patron:
    return new_patron()


@pytest.fixture
def wire(patron: Patron) -> Wire:
    return Wire(patron.page)


def is_off(patron: Patron, key: str) -> bool:
    return patron.page.get_attribute(key, "aria-disabled") == "true"


def closed(patron: Patron, dialog: str) -> None:
    patron.until(f"!document.querySelector('dialog.{dialog}')")


def middle_of(patron: Patron, key: str) -> tuple[float, float]:
    box = patron.page.locator(key).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(patron: Patron, at: tuple[float, float], count: int) -> None:
    """Press the mouse at a point, as the given click of a multiple click."""
    patron.page.mouse.move(*at)
    patron.page.mouse.down(click_count=count)
    patron.page.mouse.up(click_count=count)


def test_a_double_click_on_a_sum_buys_it_once(patron: Patron, wire: Wire) -> None:
    patron.sit("tiger-5", credit_cents=0)
    wire.held = []
    patron.page.click("[data-do=cage]")
    patron.page.dblclick(THOUSAND)
    assert patron.page.evaluate("punto.terminal.connection.open.size") == 1
    assert is_off(patron, THOUSAND)
    assert is_off(patron, "dialog.cage form .key")
    wire.release()
    closed(patron, "cage")
    assert len(wire.of("buy")) == 1
    patron.until("punto.terminal.credit === 100000")
    patron.until("document.querySelector('[data-act=collect]').ariaDisabled === null")
    # The next press is a new purchase.
    patron.page.click("[data-do=cage]")
    assert not is_off(patron, THOUSAND)
    patron.page.click(THOUSAND)
    patron.until("punto.terminal.credit === 200000")


def test_the_second_click_of_a_double_click_does_not_reach_below_the_dialog(
    patron: Patron, wire: Wire
) -> None:
    patron.sit("tiger-5")
    patron.wait_for_bets()
    patron.page.click("[data-do=cage]")
    at = middle_of(patron, THOUSAND)
    press(patron, at, 1)
    closed(patron, "cage")
    patron.page.evaluate(
        "document.addEventListener('click', () => { document.body.dataset.clicked = 'yes' })"
    )
    press(patron, at, 2)
    assert patron.page.evaluate("document.body.dataset.clicked") is None
    press(patron, at, 1)
    assert patron.page.evaluate("document.body.dataset.clicked") == "yes"
    assert len(wire.of("buy")) == 2


def test_a_double_click_on_add_opens_the_cage(patron: Patron) -> None:
    patron.sit("tiger-5", credit_cents=0)
    patron.page.dblclick("[data-do=cage]")
    assert patron.page.is_visible(THOUSAND)
    patron.page.click(THOUSAND)
    patron.until("punto.terminal.credit === 100000")


def test_a_refused_purchase_can_be_tried_again(patron: Patron, wire: Wire) -> None:
    patron.sit("tiger-5", credit_cents=0)
    patron.page.click("[data-do=cage]")
    wire.refuses = True
    patron.page.click(THOUSAND)
    patron.until("document.querySelector('dialog .said.bad')")
    said = patron.page.inner_text("dialog .said")
    assert said.startswith("Nothing can be recorded at the moment.")
    assert not is_off(patron, THOUSAND)
    wire.refuses = False
    patron.page.click(THOUSAND)
    patron.until("punto.terminal.credit === 100000")
    assert len(wire.of("buy")) == 2


def test_a_purchase_lost_with_the_connection_is_resent_and_made_once(
    patron: Patron, wire: Wire
) -> None:
    patron.sit("tiger-5", credit_cents=0)
    patron.page.click("[data-do=cage]")
    wire.is_deaf = True
    patron.page.click(THOUSAND)
    patron.page.keyboard.press("Escape")
    patron.page.click("[data-do=cage]")
    assert is_off(patron, THOUSAND), "the first purchase is not answered yet"
    # The key is disabled for people, but a script can still press it.
    patron.page.click(THOUSAND, force=True)
    wire.is_deaf = False
    wire.line.close()
    patron.until("punto.terminal.credit === 100000")
    patron.until(f'document.querySelector("{THOUSAND}").ariaDisabled === null')
    assert len(wire.of("buy")) == 1
    patron.page.click(THOUSAND)
    patron.until("punto.terminal.credit === 200000")


def test_a_double_click_collects_and_redeems_once(patron: Patron, wire: Wire) -> None:
    patron.sit("tiger-5")
    patron.until("punto.terminal.canCollect")
    patron.page.dblclick("[data-act=collect]")
    wire.held = []
    patron.page.dblclick("dialog.collect .key.main")
    patron.until("punto.terminal.connection.open.size === 1")
    assert not patron.page.evaluate("punto.terminal.canCollect"), "one collection at a time"
    wire.release()
    patron.until("document.querySelector('[data-voucher]')")
    number = patron.page.get_attribute("[data-voucher]", "data-voucher")
    assert number is not None
    patron.page.keyboard.press("Escape")
    patron.until("punto.terminal.credit === 0")
    patron.page.click("[data-do=cage]")
    patron.page.fill("[name=voucher]", number)
    wire.held = []
    patron.page.dblclick("dialog.cage form .key")
    assert is_off(patron, "dialog.cage form .key")
    patron.page.keyboard.press("Enter")
    wire.release()
    patron.until("punto.terminal.credit === 100000")
    patron.until(
        "document.querySelector('dialog .said').textContent.includes('added to your credit')"
    )
    assert not is_off(patron, "dialog.cage form .key")
    assert [each["type"] for each in wire.of("collect", "redeem", "place-wagers")] == [
        "collect",
        "redeem",
    ]


def test_a_double_click_on_re_bet_bets_once(patron: Patron, wire: Wire) -> None:
    patron.sit("tiger-5")
    patron.wait_for_bets()
    patron.page.evaluate(
        "punto.terminal.seat.stakes.last.set('player', 500); punto.terminal.draw()"
    )
    patron.page.dblclick("[data-do=again]")
    patron.until("document.querySelector('[data-wager=player]').dataset.state === 'accepted'")
    assert [each["stakes"] for each in wire.of("place-wagers")] == [
        [{"wager": "player", "cents": 500}]
    ]
    patron.page.click("[data-do=undo]")
    patron.until("punto.terminal.seat.stakes.accepted.size === 0")
