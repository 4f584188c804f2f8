from collections import Counter
from random import Random

import pytest

from punto.devices.shoe_monitor import ALARM_AT, ShoeMonitor
from tests.devices.watching import (
    NEW,
    UNSHUFFLED,
    flagged,
    highest_stakes,
    honest,
    slug,
    stakes_by_both,
)


@pytest.mark.parametrize("kind", UNSHUFFLED)
def test_golden_nugget_2012_an_unshuffled_shoe_is_flagged_before_hand_n(kind: str) -> None:
    """Eight decks came as they left the factory, and forty-one hands in a row were won."""
    found = flagged(UNSHUFFLED[kind], 100, seed=1)
    assert None not in found
    last = max(each for each in found if each is not None)
    print(f"{kind}: flagged by card {last} at the latest")
    assert last <= 40


def test_tran_2002_an_unshuffled_slug_is_flagged() -> None:
    """A false shuffle kept forty cards of the last shoe together."""
    found = flagged(slug(40), 40, seed=2)
    assert None not in found


def test_honest_shoes_are_let_pass() -> None:
    stakes = highest_stakes(20_000, 5)
    alarms = int((stakes >= ALARM_AT).sum())
    print(f"20,000 honest shoes: {alarms} false alarms")
    assert alarms <= 2


def test_honest_shoes_alarm_where_the_bar_is_low() -> None:
    # A test that never alarms would pass the one above; no bar may be cleared too often either.
    stakes = highest_stakes(5_000, 6)
    for bar in (10, 100):
        assert 0 < int((stakes >= bar).sum()) <= 5_000 / bar * 1.5


def test_the_kernel_of_the_campaign_agrees_with_the_watch() -> None:
    for one, other in stakes_by_both(10, seed=4):
        assert one == pytest.approx(other, rel=1e-9)


def test_macau_a_ninth_copy_of_a_card_stops_the_round() -> None:
    watch = ShoeMonitor(8)
    assert watch.observe_all(["Kd"] * 8) == ()
    (found,) = watch.observe_all(["2c", "Kd"])
    assert (found.number, found.what) == (10, "copy 9 of Kd")


def test_a_missing_card_is_found_when_the_shoe_is_empty() -> None:
    chance = Random(9)
    order = honest(chance)
    watch = ShoeMonitor(8)
    watch.observe_all(order[:-1])
    assert watch.missing() == (order[-1],)
    watch.observe(order[-1])
    assert watch.missing() == ()


def test_a_card_that_was_not_read_breaks_the_chain_and_counts_for_none() -> None:
    watch = ShoeMonitor(8, NEW)
    for text in NEW[:40]:
        assert watch.observe(text if len(watch.cards) % 2 else "?") == ()
    assert Counter(watch.cards)["?"] == 20


def test_a_shoe_is_flagged_once() -> None:
    assert len(ShoeMonitor(8).observe_all(NEW)) == 1


def test_without_a_last_shoe_only_the_order_of_new_decks_is_looked_for() -> None:
    chance = Random(3)
    previous = honest(chance)
    assert ShoeMonitor(8).observe_all(previous[:100]) == ()
    assert len(ShoeMonitor(8, previous).observe_all(previous[:100])) == 1
