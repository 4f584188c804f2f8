"""Test that all screens show a table that an unexpected error stopped."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import NewPatron
from tests.browser.desks import PIT_MANAGER
from tests.browser.house import House
from tests.browser.member import PIT_SCREEN, Member

TABLE, OTHER = "broken-1", "tiger-5"
BROKEN = """
from dataclasses import replace

from punto.games.library import game
from punto.floor.streams import aggregates
from punto.table.commands import CloseBets

GAME = replace(game("super-six"), key="broken")
decide = aggregates.decide


def broken(table, command, by):
    if isinstance(command, CloseBets) and table.book.key == "broken" and table.current.sets:
        raise AssertionError("never so")
    return decide(table, command, by)


aggregates.decide = broken
"""
"""A game with a bug that occurs when bets close in a round with a wager."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    book = folder / "broken.py"
    book.write_text(BROKEN, encoding="utf-8")
    served = House(folder, {TABLE: str(book), OTHER: "tiger"})
    served.open()
    yield served
    served.close()


def says(where: str) -> str:
    """An expression: whether a part of a page says that the table is out of service."""
    return f'document.querySelector("{where}")?.textContent.includes("Out of service")'


def test_screens_show_that_a_table_is_out_of_service(
    new_patron: NewPatron, browser: Browser, house: House
) -> None:
    display, lobby, patron = new_patron(), new_patron(), new_patron()
    display.page.goto(f"{house.address}/display/{TABLE}")
    lobby.page.goto(house.address)
    pit = Member(browser, house.address, PIT_MANAGER, "/pit", PIT_SCREEN)
    patron.sit(TABLE)
    patron.bet("player")
    patron.until(says(".phase-words"))
    patron.until(
        "document.querySelector('punto-phase .note').textContent === 'An attendant will help you.'"
    )
    assert not patron.page.evaluate("punto.terminal.canBet")
    assert patron.page.is_visible("[data-act=attendant]")
    display.until(says("#phase"))
    lobby.until(says(f"[data-table={TABLE}] .card-phase"))
    pit.until(says(".queue-item[data-level='3']"))
    pit.until(says(f"tr[data-table={TABLE}] .al3"))
    assert "AssertionError: never so" in pit.page.inner_text(".queue-item")
    pit.press("1")
    pit.until(says(".detail-panel"))
    # A failed part without a table has its own panel, not the panel of an approval.
    pit.page.evaluate(
        """punto.pit.openCase({ key: 'fault/cage', level: 3, table: '', since: '', left_ms: null,
          kind: { key: 'queue.fault', values: {} }, title: { key: 'stream.cage', values: {} },
          sub: { key: 'queue.restart', values: { why: 'a fault' } },
          opens: { kind: 'fault', id: 'cage' } })"""
    )
    assert pit.page.inner_text(".detail-panel h2").lower() == "cage"
    assert not pit.page.is_visible(".part-entry")
    assert pit.errors == []
    pit.close()
    # The patron can continue at another table.
    patron.sit(OTHER, credit_cents=0)
    patron.bet("player")
    patron.shown()
