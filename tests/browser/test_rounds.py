"""A patron plays a round of each of the ten games; every screen tells what the journal tells."""

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
    # CREDIT changes once, to what the ledger has.
    ledger = truth.credit_cents(house.journal, seen.terminal)
    assert patron.page.evaluate("punto.terminal.credit") == ledger
    assert seen.credit.replace(",", "") == f"${ledger / 100:.2f}"
    lit = patron.page.locator(".line.lit").count()
    assert lit == sum(result == "won" for _, result, _ in seen.areas)


def test_a_display_shows_the_cards_of_the_table(new_patron: NewPatron, house: House) -> None:
    watcher = new_patron((1920, 1080))
    watcher.page.goto(f"{house.address}/display/tiger-nc-6")
    watcher.until("punto.display?.view?.phase === 'settled'")
    cards = watcher.page.evaluate(
        "['player', 'banker'].map((side) => [...document.querySelectorAll("
        "`#${side}-cards [data-card]`)].map((card) => card.dataset.card))"
    )
    view = watcher.page.evaluate("punto.display.view")
    assert cards == [view["hands"]["player"]["cards"], view["hands"]["banker"]["cards"]]
    assert view["own"] is None
    assert view["credit_cents"] is None
