"""Give each browser test file its own browser, floor and screens."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser import truth
from tests.browser.chromium import launched
from tests.browser.desks import live_house
from tests.browser.evening import Evening
from tests.browser.house import House
from tests.browser.patron import Patron, Shown

LAPTOP = (1366, 768)

#: Makes a patron: size of the screen, then options of a browser context.
NewPatron = Callable[..., Patron]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # One per file: while it is open, no other test of the worker can run an event loop.
    with sync_playwright() as playwright:
        chromium = launched(playwright)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A floor with the ten tables at a quick pace."""
    served = House(tmp_path_factory.mktemp("house"))
    served.open()
    yield served
    served.close()


@pytest.fixture
def new_patron(browser: Browser, house: House) -> Iterator[NewPatron]:
    """Makes patrons, and checks at the end that their pages had no error."""
    contexts: list[BrowserContext] = []
    patrons: list[Patron] = []

    def make(size: tuple[int, int] = LAPTOP, address: str | None = None, **options: Any) -> Patron:
        options.setdefault("reduced_motion", "reduce")
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        contexts.append(context)
        patrons.append(Patron(context.new_page(), address or house.address))
        return patrons[-1]

    yield make
    errors = [error for patron in patrons for error in patron.errors]
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture(scope="module")
def shown(house: House) -> Iterator[list[Shown]]:
    """The results that screens showed, compared with the journal at the end."""
    screens: list[Shown] = []
    yield screens
    house.close()
    assert truth.disagreements(house.journal, screens) == []


@pytest.fixture
def evening(browser: Browser, tmp_path: Path) -> Iterator[Evening]:
    """A live Tiger table with a differential of 500.00, whose pages must end without an error."""
    house = live_house(tmp_path, differential_cents=50_000)
    house.open()
    found = Evening(browser, house)
    yield found
    errors = found.close()
    house.close()
    assert errors == []
