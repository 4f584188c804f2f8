from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from punto.devices.shoe_monitor import ALARM_AT, MonitorAlert, ShoeMonitor
from tests.devices.watching import (
    NEW,
    UNSHUFFLED,
    flagged,
    highest_stakes,
    honest,
    slug,
    stakes_by_both,
)


def alerts(monitor: ShoeMonitor, cards: Iterable[str]) -> tuple[MonitorAlert, ...]:
    return tuple(alert for text in cards for alert in monitor.observe(text))


@pytest.mark.parametrize("kind", UNSHUFFLED)
def test_golden_nugget_2012_an_unshuffled_shoe_is_flagged_before_hand_n(kind: str) -> None:
    """Eight decks came in factory order, and patrons won forty-one hands in a row."""
    found = flagged(UNSHUFFLED[kind], 100, seed=1)
    assert None not in found
    last = max(number for number in found if number is not None)
    print(f"{kind}: flagged by card {last} at the latest")
    assert last <= 40


def test_tran_2002_an_unshuffled_slug_is_flagged() -> None:
    """A false shuffle left forty cards of the last shoe in order."""
    found = flagged(slug(40), 40, seed=2)
    assert None not in found


def test_honest_shoes_rarely_raise_an_alarm() -> None:
    stakes = highest_stakes(20_000, 5)
    alarms = int((stakes >= ALARM_AT).sum())
    print(f"20,000 honest shoes: {alarms} false alarms")
    assert alarms <= 2


def test_honest_shoes_sometimes_exceed_a_low_limit() -> None:
    # A monitor that never raises an alarm would pass the test above.
    stakes = highest_stakes(5_000, 6)
    for limit in (10, 100):
        assert 0 < int((stakes >= limit).sum()) <= 5_000 / limit * 1.5


def test_the_kernel_of_the_campaign_agrees_with_the_monitor() -> None:
    for one, other in stakes_by_both(10, seed=4):
        assert one == pytest.approx(other, rel=1e-9)


def test_macau_a_ninth_copy_of_a_card_stops_the_round() -> None:
    monitor = ShoeMonitor(8)
    assert alerts(monitor, ["Kd"] * 8) == ()
    (found,) = alerts(monitor, ["2c", "Kd"])
    assert (found.number, found.finding) == (10, "copy 9 of Kd")


def test_a_missing_card_is_found_when_the_shoe_is_empty() -> None:
    chance = Random(9)
    order = honest(chance)
    monitor = ShoeMonitor(8)
    alerts(monitor, order[:-1])
    assert monitor.missing() == (order[-1],)
    monitor.observe(order[-1])
    assert monitor.missing() == ()


def test_an_unread_card_ends_a_run_and_has_no_rank_or_suit() -> None:
    monitor = ShoeMonitor(8, NEW)
    for text in NEW[:40]:
        assert monitor.observe(text if len(monitor.cards) % 2 else "?") == ()
    assert Counter(monitor.cards)["?"] == 20


def test_a_shoe_is_flagged_once() -> None:
    assert len(alerts(ShoeMonitor(8), NEW)) == 1


def test_without_a_last_shoe_the_monitor_looks_only_for_the_order_of_new_decks() -> None:
    chance = Random(3)
    previous = honest(chance)
    assert alerts(ShoeMonitor(8), previous[:100]) == ()
    assert len(alerts(ShoeMonitor(8, previous), previous[:100])) == 1
