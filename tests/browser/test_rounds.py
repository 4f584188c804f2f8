"""Test that the screens agree with the journal after a round of each game."""

import json
from typing import Any

import pytest

from tests.browser import truth
from tests.browser.conftest import NewPatron
from tests.browser.house import GAMES, House
from tests.browser.patron import Shown


@pytest.mark.parametrize("table", GAMES)
def test_a_patron_plays_a_round(
    table: str, new_patron: NewPatron, house: House, shown: list[Shown]
) -> None:
    patron = new_patron().sit(table)
    title = "document.querySelector('#where .bilingual > span')"
    assert patron.page.evaluate(f"{title}.scrollWidth <= {title}.clientWidth"), "a name is whole"
    patron.wait_for_bets()
    sides = patron.page.evaluate(
        "punto.terminal.seat.layout.areas.filter((area) => area.row === 'side')"
        ".map((area) => area.wager)"
    )
    patron.bet("player", "tie", *sides[:2])
    patron.wait_for("dealing")
    seen = patron.shown()
    assert {wager for wager, _, _ in seen.areas} == {"player", "tie", *sides[:2]}
    assert len(seen.cards.replace("/", "").split()) >= 3
    shown.append(seen)
    # CREDIT changes once, to the balance of the ledger.
    ledger = truth.credit_cents(house.journal, seen.terminal)
    assert patron.page.evaluate("punto.terminal.credit") == ledger
    assert seen.credit.replace(",", "") == f"${ledger / 100:.2f}"
    assert seen.lit == sum(result == "won" for _, result, _ in seen.areas)


SEEN = """() => {
  const faces = (side) => [...document.querySelectorAll(`#${side}-cards [data-card]`)];
  const cards = ['player', 'banker'].map((side) => faces(side).map((card) => card.dataset.card));
  const lit = document.querySelectorAll('.limits-box dt.paid').length;
  return punto.display?.view?.phase === 'settled' && { cards, lit, view: punto.display.view };
}"""


def test_a_display_shows_the_cards_of_the_table_and_reports_what_it_painted(
    new_patron: NewPatron, house: House
) -> None:
    watcher = new_patron((1920, 1080))
    said: list[dict[str, Any]] = []

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "display-report":
            said.append(message)

    watcher.page.on("websocket", lambda socket: socket.on("framesent", hear))
    watcher.page.goto(f"{house.address}/display/tiger-nc-6")
    seen = watcher.until(f"({SEEN})()")
    view = seen["view"]
    assert seen["cards"] == [view["hands"][side]["cards"] for side in ("player", "banker")]
    assert seen["lit"] == len(view["paid"])
    assert (view["own"], view["credit_cents"]) == (None, None)
    while not said or said[-1]["version"] < view["version"]:
        watcher.page.wait_for_timeout(25)
    told = next(each for each in said if each["version"] >= view["version"])
    assert [told["player"], told["banker"]] == seen["cards"]
    assert (told["round"], told["result"]) == (view["round"], view["winner"])
    assert told["roads"] == view["roads"]["revision"]

    # The report describes the page, not the received view. The floor then sends the view again.
    watcher.page.evaluate(
        """() => {
          document.querySelector('#banker-cards').replaceChildren();
          punto.display.report(punto.display.view);
        }"""
    )
    watcher.until("document.querySelector('#banker-cards').childElementCount > 0")
    assert any(each["player"] and not each["banker"] for each in said)
    # A display has no attendant, so it reconnects by itself however long the floor is away.
    watcher.page.evaluate("punto.display.connection.tries = 9")
    watcher.page.evaluate("punto.display.connection.socket.close()")
    watcher.until("document.querySelector('#state').dataset.line !== 'connected'")
    assert watcher.page.get_attribute("#state", "data-line") == "lost"
    watcher.page.evaluate("punto.display.connection.again()")
    watcher.until("document.querySelector('#state').dataset.line === 'connected'")
