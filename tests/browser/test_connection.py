"""Test terminals that lose their connection, and a floor that loses its power."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import NewPatron
from tests.browser.house import Cable, House
from tests.browser.patron import Patron, Shown


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A floor of two tables, slow enough to cut a connection in every phase."""
    served = House(
        tmp_path_factory.mktemp("house"),
        {"tiger-nc-6": "tiger-no-commission", "no-commission-4": "no-commission"},
        betting_ms=2_500,
        card_gap_ms=350,
        result_pause_ms=2_000,
    )
    served.open()
    yield served
    served.close()


@pytest.fixture
def cable(house: House) -> Iterator[Cable]:
    joined = Cable(house)
    yield joined
    joined.close()


def connection(patron: Patron) -> str:
    """The text of the connection banner, empty while it is hidden."""
    return str(
        patron.page.evaluate(
            "document.querySelector('.connection').hidden ? ''"
            " : document.querySelector('.connection-words').textContent"
        )
    )


@pytest.mark.parametrize("phase", ["bets-open", "bets-closed", "dealing", "settled"])
def test_an_accepted_wager_survives_a_lost_connection(
    phase: str, new_patron: NewPatron, cable: Cable
) -> None:
    patron = new_patron(address=cable.address).sit("no-commission-4")
    patron.wait_for_bets()
    patron.bet("banker")
    number = patron.page.evaluate("punto.terminal.seat.view.round")
    patron.wait_for(phase)
    cable.cut()
    patron.until("document.querySelector('#screen').dataset.line === 'lost'", 5)
    assert "Accepted bets are recorded" in connection(patron)
    # Betting stops at once.
    assert patron.page.get_attribute("[data-wager=banker]", "aria-disabled") == "true"
    patron.page.wait_for_timeout(300)
    cable.join()
    patron.until("document.querySelector('#screen').dataset.line === 'connected'", 15)
    patron.until("document.querySelector('dialog.returned')?.open")
    account = patron.page.inner_text("dialog.returned")
    assert f"#{number:03}" in account
    assert "Banker $5.00" in account
    assert "Not accepted" not in account
    patron.page.keyboard.press("Escape")
    assert connection(patron) == ""
    kept = patron.kept("no-commission-4", number)
    assert [each["wager"] for each in kept["wagers"]] == ["banker"]
    assert kept["before_cents"] - 500 + kept["wagers"][0]["returned_cents"] == kept["after_cents"]


def test_a_connection_that_never_opened_is_not_called_lost(
    new_patron: NewPatron, cable: Cable
) -> None:
    patron = new_patron(address=cable.address)
    patron.page.goto(f"{cable.address}/play#no-commission-4")
    patron.until("document.querySelector('#screen').dataset.line === 'connected'")
    # The missing heartbeat ends a silent connection, because no close event comes.
    cable.is_silent = True
    patron.page.evaluate("punto.terminal.connection.welcomed({ heartbeat_ms: 200 })")
    patron.until("document.querySelector('#screen').dataset.line === 'lost'", 5)
    cable.join()
    patron.until("document.querySelector('#screen').dataset.line === 'connected'", 10)
    patron.page.route("**/api/**", lambda route: route.abort())
    patron.page.reload()
    patron.until("!document.querySelector('.connection').hidden", 10)
    assert "Cannot connect" in connection(patron)
    patron.errors.clear()


def test_after_a_power_failure_the_round_is_finished_or_void(
    new_patron: NewPatron, house: House, shown: list[Shown]
) -> None:
    patron = new_patron().sit("tiger-nc-6")
    patron.wait_for_bets()
    patron.bet("banker", "tie")
    number = patron.page.evaluate("punto.terminal.seat.view.round")
    patron.wait_for("dealing")
    patron.until("document.querySelectorAll('.hands [data-card]').length >= 1")
    house.kill()
    patron.until("document.querySelector('#screen').dataset.line === 'lost'", 5)
    house.open()
    patron.until("document.querySelector('#screen').dataset.line === 'connected'", 30)
    patron.until("document.querySelector('dialog.returned')?.open")
    assert f"#{number:03}" in patron.page.inner_text("dialog.returned")
    patron.page.keyboard.press("Escape")
    # The clause of the document decides between finishing and void; the money is right in both.
    kept = patron.kept("tiger-nc-6", number)
    back = sum(each["returned_cents"] for each in kept["wagers"])
    assert (kept["void"] is not None) == (kept["winner"] is None)
    if kept["void"]:
        assert back == 1_000
    assert kept["after_cents"] == 100_000 - 1_000 + back
    # The next round proceeds as usual.
    patron.wait_for_bets()
    patron.bet("player")
    shown.append(patron.shown())
